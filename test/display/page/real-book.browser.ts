/** The past in a real browser, from the real book: a simulated evening, its store, its HTTP interface, and the display in front of them. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { alarmPage, bookTables, roundFull, roundPage } from '../../../src/display/page/book-messages.ts'
import { verifyDispute } from '../../../src/tools/verify/dispute.ts'
import { replayed } from '../../../src/wire/account/replayed.ts'
import { fillStore, playEvening } from '../../book/fixture.ts'
import { serve } from '../../book/http/served.ts'
import { KEY } from '../../daemon/pipeline/daemon.ts'
import { recordsIn } from '../../tools/verify/forging.ts'
import { makeJournal } from '../dispute/made.ts'
import { openPage } from './opened-page.ts'
import { startToldDisplay } from './told-display.ts'
import { toldTable } from './told-tables.ts'

const SEED = Number(process.env.SEED ?? 1)
const TABLE = '/api/tables/demo/p1/bj07'
const evening = playEvening({ seed: SEED, boxes: 5, rounds: 12 })

test('what the real book answers is read as it was said, and every round of the evening can be stepped', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const { ask } = await serve(t, {}, (store) => fillStore(store, evening))
  const [table] = bookTables((await ask('/api/tables')).json).tables
  assert.deepEqual([table?.property, table?.pit, table?.table, table?.streams[0]?.stream], ['demo', 'p1', 'bj07', evening.stream])
  const { rounds } = roundPage((await ask(`${TABLE}/rounds?limit=100`)).json)
  assert.ok(rounds.length >= 10, `${rounds.length} rounds`)
  alarmPage((await ask(`${TABLE}/alarms`)).json)
  for (const { key } of rounds) {
    const round = roundFull((await ask(`${TABLE}/rounds/${key}`)).json)
    const pictures = replayed(round.steps)
    assert.ok(pictures.length > 5, `${key}: ${pictures.length} steps`)
    assert.equal(round.result === null, round.summary.closedAt === null, key)
  }
})

test('a round of two hours ago is found and stepped in a browser', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const { server } = await serve(t, {}, (store) => fillStore(store, evening))
  const live = toldTable({ pit: 'p1', table: 'bj07', house: 'gld', boxes: 5, seed: SEED, rounds: 1, atMs: Date.now() })
  const display = await startToldDisplay(t, live, server.url)
  const { page, complaints, close } = await openPage(`${display.url}#/rounds/demo/p1/bj07`)
  t.after(close)
  const rows = page.locator('.history tbody th a')
  await rows.first().waitFor()
  assert.ok((await rows.count()) >= 10, `${await rows.count()} rounds are listed`)
  await page.locator('input[name="q"]').fill('d17')
  await page.keyboard.press('Enter')
  await page.locator('.history-search a').waitFor()
  await rows.last().click()
  await page.locator('.past-round .felt .card').first().waitFor()
  await page.keyboard.press('Home')
  await page.locator('.rounds-where', { hasText: 'Step 1 of' }).waitFor()
  assert.equal(await page.locator('.felt .card').count(), 0)
  assert.deepEqual(complaints, [])
})

test('the dispute file of a round opens without a network, and is proven by the key of its table', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const folder = mkdtempSync(join(tmpdir(), 'dispute-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const { property, pit, table, house } = await makeJournal(folder, SEED, 5)
  const records = recordsIn(folder)
  const stream = records[0]?.kind === 'head' ? records[0].stream : assert.fail('the journal begins with its head')
  const { server } = await serve(t, {}, async (store) => {
    await fillStore(store, { name: { property, pit, table }, stream, records } as never)
    await store.updateTable('tables').set({ currency: 'EUR', exponent: 2, house }).execute()
  })
  const live = toldTable({ pit: 'p1', table: 'bj07', house: 'gld', boxes: 5, seed: SEED, rounds: 1, atMs: Date.now() })
  const display = await startToldDisplay(t, live, server.url)
  const { page, close } = await openPage(`${display.url}#/rounds/${property}/${pit}/${table}`)
  t.after(close)
  await page.locator('.history tbody th a').last().click()
  const href = await page.getByRole('link', { name: 'Dispute file of this round' }).getAttribute('href')
  const html = await (await fetch(`${display.url}${href}`)).text()
  assert.equal(verifyDispute(html, [KEY.publicKey]).fault, null)
  const file = join(folder, 'dispute.html')
  writeFileSync(file, html)
  const alone = await openPage(pathToFileURL(file).href, { offline: true })
  t.after(alone.close)
  assert.match((await alone.page.locator('h1').textContent()) ?? '', /1-1/)
  assert.ok((await alone.page.locator('svg').count()) > 0, 'the felt is drawn')
  assert.deepEqual(alone.complaints, [])
})
