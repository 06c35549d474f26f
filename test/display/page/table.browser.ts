/** One table in a real browser: what its view shows while a round is played, between rounds, and when somebody looks back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlarmData } from '../../../src/wire/payloads.ts'
import { assertAccessible, openPage } from './opened-page.ts'
import { startToldDisplay } from './told-display.ts'
import { alarmMessage, stateMessage, toldTable } from './told-tables.ts'

const TABLE = { pit: 'p1', table: 'bj03', house: 'gld', boxes: 7, seed: 11, rounds: 2 } as const
const HASH = '#/table/demo/p1/bj03'
const tableState = { open: true, shoe: 1, dealerId: null, cardsOut: 40, cutCardSeen: false, occupied: [], openAlarms: 0 } as const

test('who looks back at a round is told so, and nothing on the page calls it live', async (t) => {
  const told = toldTable({ ...TABLE, atMs: Date.now() })
  const { url, publish } = await startToldDisplay(t, told)
  const { page, close } = await openPage(`${url}${HASH}`)
  t.after(close)
  await page.locator('.table-fresh', { hasText: 'live' }).waitFor()
  for (const messages of told.rounds.flat()) {
    await publish(messages)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await page.locator('.rounds-where', { hasText: 'Round 1-2' }).waitFor()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowLeft')
  await page.locator('.rounds-where', { hasText: 'Round 1-1, step' }).waitFor()
  await page.locator('.table-fresh', { hasText: 'looking back' }).waitFor()
  assert.doesNotMatch((await page.locator('.table-view').textContent()) ?? '', /\blive\b/i)
  assert.match((await page.locator('.table-head').textContent()) ?? '', /Round\s*1-1/)
  await page.keyboard.press('End')
  await page.locator('.table-fresh', { hasText: 'live' }).waitFor()
})

test('a table that waits for the next bets is between rounds; one whose shoe was closed is closed', async (t) => {
  const told = toldTable({ ...TABLE, atMs: Date.now() })
  const { url, publish } = await startToldDisplay(t, told)
  const { page, close } = await openPage(`${url}${HASH}`)
  t.after(close)
  const spoken = told.rounds.flat(2).filter(({ topic, payload }) => topic.endsWith('state/round') && payload.includes('"phase":"closed"'))
  await publish([...spoken.slice(-1), stateMessage(told.name, { topic: 'state/table' }, tableState)])
  await page.locator('.table-state', { hasText: /^Between rounds$/ }).waitFor()
  await publish([stateMessage(told.name, { topic: 'state/table' }, { ...tableState, open: false })])
  await page.locator('.table-state', { hasText: /^Closed$/ }).waitFor()
})

const since = '2026-01-01T00:00:00.000Z'
const alarm = (change: Partial<AlarmData> & Pick<AlarmData, 'alarm' | 'code'>): AlarmData => ({
  ...{ state: 'unacknowledged', rev: 1, severity: 'money', since, round: '1-2', box: 3, text: 'Box 3: paid 20.00.', remedy: null },
  ...{ grounds: null, group: null, user: null, unverified: false, note: null, until: null },
  ...change,
})

test('what is suppressed stands inside its cause, and an alarm is called by its name', async (t) => {
  const told = toldTable({ ...TABLE, atMs: Date.now() })
  const { url, publish } = await startToldDisplay(t, told)
  const alarms = [
    alarm({ alarm: 'bj-short-1', code: 'BJ-SHORT' }),
    alarm({ alarm: 'pay-order-1', code: 'PAY-ORDER', severity: 'procedure', state: 'suppressed', note: 'behind bj-short-1' }),
    // A person added a note before the alarm was suppressed.
    alarm({ alarm: 'bet-late-1', code: 'BET-LATE', severity: 'procedure', state: 'suppressed', user: 'anna', note: 'seen' }),
    alarm({ alarm: 'link-spots', code: 'LINK-DOWN', severity: 'procedure', round: null }),
    alarm({ alarm: 'missing-spots', code: 'CARDS-MISSING', state: 'suppressed', round: null, note: 'behind link-spots' }),
    // Its cause is missing here, so the alarm is not hidden.
    alarm({ alarm: 'shoe-jam', code: 'SHOE-JAM', state: 'suppressed', round: null, note: 'behind link-shoe' }),
  ]
  await publish(alarms.map((each) => alarmMessage(told.name, each)))
  const { page, close } = await openPage(`${url}${HASH}`)
  t.after(close)
  const lines = page.locator('.alarm-line')
  await lines.nth(2).waitFor()
  const names = (place: string) => page.locator(`${place} .alarm-what .alarm-name`).allTextContents()
  assert.deepEqual(await names('.alarm-line'), ['Blackjack underpaid', 'No connection to a device', 'Shoe jammed'])
  assert.deepEqual(await lines.first().locator('.alarm-under .alarm-name').allTextContents(), [
    'Late bet on an empty box',
    'Settled out of order',
  ])
  assert.equal(await lines.first().locator('.alarm-code').first().textContent(), ' BJ-SHORT')
  await page.keyboard.press('3')
  await page.locator('.alarm-row').nth(2).waitFor()
  assert.deepEqual(await names('.alarm-row'), ['Blackjack underpaid', 'No connection to a device', 'Shoe jammed'])
  await page.locator('.alarm-detail .alarm-under', { hasText: 'PAY-ORDER' }).waitFor()
  await assertAccessible(page, 'alarms with what they suppress')
  await page.getByLabel('State').selectOption('suppressed')
  await page.locator('.alarm-row').nth(3).waitFor()
})

test('the view says who deals, and amounts in the currency of the table', async (t) => {
  const told = toldTable({ ...TABLE, atMs: Date.now() })
  const birth = told.birth.map((message) => {
    if (!message.topic.endsWith('/describe')) return message
    const said = JSON.parse(String(message.payload))
    return { ...message, payload: JSON.stringify({ ...said, data: { ...said.data, currency: 'JPY', exponent: 0 } }) }
  })
  const { url, publish } = await startToldDisplay(t, { ...told, birth })
  await publish([stateMessage(told.name, { topic: 'state/table' }, { ...tableState, dealerId: 'maria' })])
  const { page, close } = await openPage(`${url}${HASH}`)
  t.after(close)
  await page.locator('.table-head .facts', { hasText: /Dealer\s*maria/ }).waitFor()
  await page.locator('.table-head .facts', { hasText: '1,000–50,000' }).waitFor()
  await publish(told.rounds.flat(2))
  await page
    .locator('.felt .unseen li', { hasText: /bet \d{1,2},\d00\b/ })
    .first()
    .waitFor({ state: 'attached' })
})

test('the burn card lies face down: on the felt, and in what happened', async (t) => {
  const told = toldTable({ ...TABLE, atMs: Date.now() })
  const { url, publish } = await startToldDisplay(t, told)
  const { page, close } = await openPage(`${url}${HASH}`)
  t.after(close)
  await page.locator('.table-fresh', { hasText: 'live' }).waitFor()
  await publish(told.rounds.flat(2).slice(0, 40))
  await page.locator('.felt .burned.card-back').waitFor()
  const line = await page.locator('.events li', { hasText: 'Burn card' }).first().textContent()
  assert.match(line ?? '', /Burn card, face down$/)
})

test('on a phone all of a table and of the alarms stands within its width, and the felt can be read', async (t) => {
  const told = toldTable({ ...TABLE, atMs: Date.now() })
  const { url, publish } = await startToldDisplay(t, told)
  await publish([alarmMessage(told.name, alarm({ alarm: 'bj-short-1', code: 'BJ-SHORT' })), ...told.rounds.flat(2)])
  const { page, close } = await openPage(`${url}${HASH}`, { viewport: { width: 390, height: 844 } })
  t.after(close)
  await page.locator('.felt .verdict').first().waitFor()
  const beyond = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('.main, .main *:not(svg *):not(.unseen)')]
        .filter(
          (each) =>
            each.getBoundingClientRect().right > innerWidth + 0.5 || (each.matches('html, .main') && each.scrollWidth > each.clientWidth),
        )
        .map((each) => `${each.tagName} ${each.className}`),
    )
  assert.deepEqual(await beyond(), [])
  const heights = await page
    .locator('.felt .verdict text, .felt .card-rank')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  assert.ok(heights.length > 5 && Math.min(...heights) >= 9, `letters of ${heights.map(Math.round)} px`)
  await page.goto(`${url}#/alarms`)
  await page.locator('.alarm-detail').waitFor()
  assert.deepEqual(await beyond(), [])
})

test('people write their names as they are; the command carries the id that the page shows', async (t) => {
  const told = toldTable({ ...TABLE, atMs: Date.now() })
  const { url, client, publish } = await startToldDisplay(t, told)
  await publish([alarmMessage(told.name, alarm({ alarm: 'bj-short-1', code: 'BJ-SHORT' }))])
  await client.subscribeAsync('casino/v1/demo/p1/bj03/cmd/+/alarm-ack')
  const commanded = new Promise<string>((resolve) => client.once('message', (topic) => resolve(topic)))
  const { page, close } = await openPage(`${url}#/alarms`)
  t.after(close)
  await page.locator('.alarm-list:focus').waitFor()
  await page.keyboard.press('a')
  const name = page.getByLabel('Your name')
  const isValid = () => name.evaluate((input: HTMLInputElement) => input.validity.valid)
  await name.fill('Мария')
  assert.equal(await isValid(), false)
  await name.fill('A name that is far too long for any id of a person')
  assert.equal(await isValid(), false, 'no name is cut: another would come to the same')
  await name.fill('Mary Jönes')
  await page.locator('.user-id', { hasText: 'mary-jones' }).waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await commanded, 'casino/v1/demo/p1/bj03/cmd/mary-jones/alarm-ack')
})

test('of a ten that other cards lie on both figures are seen, however many lie there', async (t) => {
  const told = toldTable({ ...TABLE, rounds: 12, atMs: Date.now() })
  const { url, publish } = await startToldDisplay(t, told)
  const { page, close } = await openPage(`${url}${HASH}`)
  t.after(close)
  let seen = 0
  for (const messages of told.rounds) {
    const shown = messages.flat().filter(({ topic, payload }) => topic.endsWith('state/round') && payload.includes('"phase":"closed"'))
    const last = shown.at(-1)
    if (last === undefined) continue
    await publish([last])
    await page.locator('.table-head', { hasText: new RegExp(`Round\\s*${JSON.parse(last.payload).data.round}(?!\\d)`) }).waitFor()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    const overhangs = await page.locator('.hand').evaluateAll((hands) =>
      hands.flatMap((hand) => {
        const cards = [...hand.querySelectorAll('.card')]
        return cards.flatMap((card, at) => {
          const ten = card.querySelector('.rank-T')
          const above = cards[at + 1]?.querySelector('rect')
          return ten == null || above == null ? [] : [ten.getBoundingClientRect().right - above.getBoundingClientRect().left]
        })
      }),
    )
    seen += overhangs.length
    assert.deepEqual(
      overhangs.filter((each) => each > 0.5),
      [],
      'covered, in pixels',
    )
  }
  assert.ok(seen > 3, `${seen} tens under other cards`)
})
