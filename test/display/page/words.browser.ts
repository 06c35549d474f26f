/** What a person reads on the display, in a real browser: names before codes, whole words on a phone, one word for one thing. */
import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import mqtt from 'mqtt'
import type { Page } from 'playwright-core'
import { reasonText } from '../../../src/rules/reasons.ts'
import { roomWords } from '../../../src/wire/host-alarms.ts'
import type { AlarmData } from '../../../src/wire/payloads.ts'
import { EVERY_REASON } from '../../rules/reasons.ts'
import { ENGLISH } from './german.ts'
import { assertAccessible, openPage } from './opened-page.ts'
import { type Pit, SHOWN, startPit } from './pit.ts'
import { startToldBook } from './told-book.ts'
import { startToldDisplay } from './told-display.ts'
import { alarmMessage, toldTable } from './told-tables.ts'

/** One pit for all tests of this file. */
let started: Promise<Pit> | null = null
const thePit = (): Promise<Pit> => {
  started ??= startPit()
  return started
}
after(async () => (await started)?.close())

const tile = (page: Page, table: string) => page.locator('.tile', { has: page.locator('.tile-name', { hasText: table }) })

test('a tile calls its alarm by its name, the code small beside it; a table that the broker has lost is offline', async (t) => {
  const pit = await thePit()
  const { page, close } = await openPage(pit.url, { viewport: { width: 1920, height: 1080 } })
  t.after(close)
  const alarm = tile(page, 'bj09').locator('.tile-alarm')
  await alarm.waitFor()
  assert.equal(await alarm.locator('.alarm-name').textContent(), 'One card too many of a kind from the shoe')
  assert.equal(await alarm.locator('.alarm-code').textContent(), ' DECK-CARD-EXCESS')
  const sizes = await alarm.evaluate((each) =>
    ['.alarm-name', '.alarm-code'].map((part) => Number.parseFloat(getComputedStyle(each.querySelector(part) as Element).fontSize)),
  )
  assert.ok((sizes[0] ?? 0) > (sizes[1] ?? 0), `${sizes}`)
  assert.equal(await tile(page, 'bj13').locator('.tile-state').textContent(), 'Table offline')
  const rest = await page.locator('.tile').evaluateAll((all) =>
    all.flatMap((each) =>
      [...each.querySelectorAll<HTMLElement>('.tile-foot, .tile-boxes, .tile-state')].flatMap((part) => {
        const [own, place] = [part.getBoundingClientRect(), each.getBoundingClientRect()]
        return own.bottom > place.bottom || own.right > place.right || part.scrollWidth > part.clientWidth ? [part.textContent ?? ''] : []
      }),
    ),
  )
  assert.deepEqual(rest, [], 'nothing of a tile is cut')
})

for (const locale of ['en-GB', 'de-DE']) {
  test(`on a phone no name of a view is cut, and no tile (${locale})`, async (t) => {
    const pit = await thePit()
    const { page, close } = await openPage(`${pit.url}#/table/${SHOWN.key}`, { locale, viewport: { width: 390, height: 844 } })
    t.after(close)
    await page.locator('.felt').waitFor()
    for (const hash of [`#/table/${SHOWN.key}`, '#/', '#/alarms', '#/rounds']) {
      await page.evaluate((to) => {
        location.hash = to
      }, hash)
      await page.locator('.views a[aria-current="page"]').waitFor()
      const names = await page
        .locator('.views a > span')
        .evaluateAll((all) => all.map((each) => [each.textContent, each.scrollWidth - each.clientWidth]))
      assert.deepEqual(
        names.filter(([, over]) => Number(over) > 0),
        [],
        hash,
      )
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, hash)
      if (hash !== '#/') continue
      await page.locator('.tile').first().waitFor()
      const cut = await page
        .locator('.tile :is(.tile-name, .tile-state, .tile-fresh, .tile-pace)')
        .evaluateAll((all) => all.flatMap((each) => (each.scrollWidth > each.clientWidth + 1 ? [each.textContent] : [])))
      assert.deepEqual(cut, [])
    }
  })
}

async function openPast(t: TestContext, locale: string) {
  const table = toldTable({
    pit: 'p1',
    table: 'bj07',
    house: 'gld',
    boxes: 7,
    seed: 5,
    rounds: 4,
    errors: ['PAY-SHORT'],
    atMs: Date.UTC(2026, 10, 21, 22),
  })
  const book = await startToldBook(table)
  t.after(() => book.close())
  const display = await startToldDisplay(t, table, book.url)
  const opened = await openPage(`${display.url}#/rounds/demo/p1/bj07`, { locale })
  t.after(opened.close)
  await opened.page.locator('.history .mark').first().waitFor()
  return opened
}

test('the list of rounds calls findings by their names, and keeps the rules and the money of the house apart', async (t) => {
  const { page } = await openPast(t, 'en-GB')
  const mark = page.locator('.history .mark', { hasText: 'PAY-SHORT' }).first()
  assert.equal(await mark.locator('.alarm-name').textContent(), 'Winning bet underpaid')
  assert.equal(await mark.locator('.alarm-code').textContent(), ' PAY-SHORT')
  assert.match((await page.locator('.history thead').textContent()) ?? '', /House won.*By the rules/)
  await assertAccessible(page, 'the list of rounds')
  await page.locator('.history tbody .has-findings th a').first().click()
  await page.locator('.step-list li', { hasText: 'Winning bet underpaid (PAY-SHORT-' }).first().waitFor()
  const total = page.locator('.result tfoot')
  assert.match((await total.textContent()) ?? '', /^House won/)
  assert.equal(await total.locator('td').count(), 3, 'as it was due, and as the chips moved')
  await page.keyboard.press('2')
  await page.locator('.table-head dt', { hasText: /^Rules$/ }).waitFor()
})

test('so it does in German', async (t) => {
  const { page } = await openPast(t, 'de-DE')
  assert.equal(await page.locator('.history .mark .alarm-name').first().textContent(), 'Es wurde zu wenig ausgezahlt')
  assert.match((await page.locator('.history thead').textContent()) ?? '', /Haus gewann.*Laut Regeln/)
  await page.locator('.history tbody .has-findings th a').first().click()
  const finding = page.locator('.past-findings li').first()
  await finding.waitFor()
  const words = finding.locator('.told')
  assert.deepEqual(await words.evaluateAll((all) => all.map((each) => each.getAttribute('lang'))), ['de', 'de', 'de'])
  assert.match((await words.first().textContent()) ?? '', /^\d+,\d\d ausgezahlt$/)
  assert.match((await words.nth(1).textContent()) ?? '', /^fällig sind \d+,\d\d$/)
  assert.match((await words.nth(2).textContent()) ?? '', /zahlt|gezahlt|Auszahlung|Gewinn/, 'the rule that was broken')
  await page
    .locator('.step-list li', { hasText: /Es wurde zu wenig ausgezahlt \(PAY-SHORT-\d+\): \d+,\d\d ausgezahlt/ })
    .first()
    .waitFor()
  await page.keyboard.press('2')
  await page.locator('.table-head dt', { hasText: /^Regeln$/ }).waitFor()
})

type Told = Partial<AlarmData> & Pick<AlarmData, 'alarm' | 'code' | 'text' | 'remedy'>

const publisher = (client: mqtt.MqttClient) => async (alarm: Told) => {
  const data: AlarmData = {
    ...{ state: 'unacknowledged', rev: 1, severity: 'money', since: new Date().toISOString(), round: '1-4', box: 4 },
    ...{ grounds: null, group: null, user: null, note: null, until: null },
    ...alarm,
  }
  const { topic, payload } = alarmMessage({ property: 'demo', pit: 'p1', table: 'bj07' }, data)
  await client.publishAsync(topic, payload, { retain: true })
}

test('in German an alarm says in German what is wrong and what to do; words of an older table stay English', async (t) => {
  const pit = await startPit()
  t.after(() => pit.close())
  const client = await mqtt.connectAsync(pit.brokerUrl, { reconnectPeriod: 0 })
  t.after(() => client.endAsync(true))
  const publish = publisher(client)
  const remedy = 'Leave the cards out. Bring the whole payment back and pay 30.00.'
  const line = { finding: 'BJ-SHORT-1', code: 'BJ-SHORT', box: 4, hand: 1, severity: 'money', amount: 1000 } as const
  await publish({ alarm: 'bj-over-1', code: 'BJ-OVER', text: `Box 4: likely paid 45.00, due 30.00 (3 to 2 on 20.00). ${remedy}`, remedy })
  await publish({
    ...{ alarm: 'bj-short-1', code: 'BJ-SHORT', text: `Box 4: perhaps paid 20.00, due 30.00 (3 to 2 on 20.00). ${remedy}`, remedy },
    group: {
      question: 'Was the blackjack on box 4 underpaid?',
      lines: [
        { ...line, text: 'Box 4: paid 20.00, due 30.00 (3 to 2 on 20.00)' },
        { ...line, finding: 'TOOK-WINNER-1', code: 'TOOK-WINNER', text: 'Box 4: 20.00 taken; the bet won 20.00' },
      ],
    },
  })
  await publish({ alarm: 'pay-short-1', code: 'PAY-SHORT', text: 'Box 4: the dealer paid too little.', remedy: 'Pay the rest.' })
  await publish({ alarm: 'journal-room', ...roomWords(80), severity: 'procedure', round: null, box: null })
  const { page, close } = await openPage(`${pit.url}#/alarms`, { locale: 'de-DE' })
  t.after(close)
  const row = (code: string) => page.locator('.alarm-row', { hasText: code }).filter({ hasText: 'bj07' })
  const detail = page.locator('.alarm-detail')
  const shown = async (code: string) => {
    await row(code).click()
    await detail.locator('.alarm-code', { hasText: code }).first().waitFor()
    return (await detail.textContent()) ?? ''
  }
  await row('BJ-OVER').waitFor()
  assert.match(
    (await row('BJ-OVER').textContent()) ?? '',
    /Box 4, wahrscheinlich: 45,00 ausgezahlt, fällig sind 30,00 \(3 zu 2 auf 20,00\)\. Karten liegen lassen/,
  )
  const over = await shown('BJ-OVER')
  assert.equal(over.split('Die ganze Auszahlung zurückholen und 30,00 auszahlen.').length, 2, 'what to do is told once')
  const group = await shown('BJ-SHORT')
  assert.match(group, /Wurde für den Blackjack auf Box 4 zu wenig ausgezahlt\?/)
  assert.match(group, /Ein gewonnener Einsatz wurde eingezogen TOOK-WINNER Box 4: 20,00 eingezogen; der Einsatz gewann 20,00/)
  assert.match(await shown('JOURNAL-FILLS'), /Das Protokoll belegt mindestens 80 % des Platzes.*Den Techniker rufen/)
  assert.doesNotMatch(`${over} ${group}`, /\b(paid|taken|Leave|the)\b/)
  assert.match(await shown('PAY-SHORT'), /Box 4: the dealer paid too little\..*Pay the rest\./)
  assert.equal(await detail.locator('.told').getAttribute('lang'), 'en')
  // Every alarm of the pit whose words are the catalogue's.
  const english = await page.locator('.alarm-row .told[lang="en"]').allTextContents()
  assert.deepEqual(english, ['Box 4: the dealer paid too little.'])
  await assertAccessible(page, 'alarms in German')
})

test('in German an alarm says in German what else may have happened, whatever that is; an older table says it in English', async (t) => {
  const pit = await startPit()
  t.after(() => pit.close())
  const client = await mqtt.connectAsync(pit.brokerUrl, { reconnectPeriod: 0 })
  t.after(() => client.endAsync(true))
  const publish = publisher(client)
  const clause = { document: '003', section: '1', says: '' }
  const words = { alarm: 'pay-short-7', code: 'PAY-SHORT', text: 'Box 4: likely paid 5.00, due 10.00. Pay 5.00.', remedy: 'Pay 5.00.' }
  const found = { finding: 'PAY-SHORT-7', grade: 'likely', question: null, amount: 500, clause, evidence: [] } as const
  const say = (grounds: Pick<NonNullable<AlarmData['grounds']>, 'counterReading' | 'counter'>, rev: number) =>
    publish({ ...words, rev, grounds: { ...found, ...grounds } })
  await say({ counterReading: 'the chips were change' }, 1)
  const { page, close } = await openPage(`${pit.url}#/alarms`, { locale: 'de-DE' })
  t.after(close)
  await page.locator('.alarm-row', { hasText: 'PAY-SHORT' }).filter({ hasText: 'bj07' }).click()
  const other = page.locator('.alarm-detail .innocent p').first()
  await other.filter({ hasText: 'the chips were change' }).waitFor()
  assert.equal(await other.getAttribute('lang'), 'en')
  const names: { readonly [code: string]: string } = { 'PAY-SHORT': 'Es wurde zu wenig ausgezahlt (PAY-SHORT)' }
  for (const [at, counter] of EVERY_REASON.entries()) {
    await say({ counterReading: reasonText(counter, 'en'), counter }, at + 2)
    await other.filter({ hasText: reasonText(counter, 'de', (code) => names[code] ?? code) }).waitFor()
    assert.equal(await other.getAttribute('lang'), 'de', counter.code)
    assert.doesNotMatch((await other.textContent()) ?? '', ENGLISH, counter.code)
  }
  await assertAccessible(page, 'another explanation in German')
})
