/** The past in a real browser out of the real book: a simulated evening, its store, its HTTP interface, and the display before them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarmPage, bookTables, roundFull, roundPage } from '../../src/pit-display/book-messages.ts'
import { stepsOf } from '../../src/pit-display/past-round.ts'
import { fillStore, playEvening } from '../book/fixture.ts'
import { serve } from '../book/http/served.ts'
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
    const steps = stepsOf(round.steps, round.summary)
    assert.ok(steps.length > 5, `${key}: ${steps.length} steps`)
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
