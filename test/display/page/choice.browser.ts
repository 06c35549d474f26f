/** The alarm that is shown as chosen, in a real browser: nothing that arrives puts another one, or another round, under a person's hand. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AlarmData } from '../../../src/wire/payloads.ts'
import { type Opened, openPage } from './opened-page.ts'
import { startToldDisplay } from './told-display.ts'
import { alarmMessage, toldTable } from './told-tables.ts'

const TABLE = { pit: 'p1', table: 'bj03', house: 'gld', boxes: 7, seed: 11, rounds: 1 } as const
const timeOf = (minute: number): string => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`

const alarm = (change: Partial<AlarmData> & Pick<AlarmData, 'alarm' | 'code'>): AlarmData => ({
  ...{ state: 'unacknowledged', rev: 1, severity: 'money', since: timeOf(0), round: '1-2', box: 3, text: 'Box 3: seen.', remedy: null },
  ...{ grounds: null, group: null, user: null, unverified: false, note: null, until: null },
  ...change,
})
const STOP = alarm({ alarm: 'bet-capped-1', code: 'BET-CAPPED', severity: 'stop' })
const MONEY = alarm({ alarm: 'pay-short-1', code: 'PAY-SHORT' })
const ORDER = alarm({ alarm: 'pay-order-1', code: 'PAY-ORDER', severity: 'procedure' })

interface Shown extends Opened {
  publish(alarms: readonly AlarmData[]): Promise<void>
}

/** The page as it is some seconds after it was opened, when everything that the broker retains has arrived. */
async function open(t: TestContext): Promise<Shown> {
  const told = toldTable({ ...TABLE, atMs: Date.now() })
  const display = await startToldDisplay(t, told)
  const publish = (alarms: readonly AlarmData[]) => display.publish(alarms.map((each) => alarmMessage(told.name, each)))
  await publish([STOP, MONEY, ORDER])
  const opened = await openPage(display.url)
  t.after(opened.close)
  await opened.page.locator('.tile-live').waitFor()
  await opened.page.waitForFunction(() => performance.now() > 4000)
  await opened.page.keyboard.press('3')
  await opened.page.locator('.alarm-row').nth(2).waitFor()
  return { ...opened, publish }
}

const codes = ({ page }: Opened) => page.locator('.alarm-row .alarm-code').allTextContents()
const chosen = ({ page }: Opened) => page.locator('.alarm-row[aria-selected="true"] .alarm-code').allTextContents()

/** What a key asks about; it is not sent. */
async function askedBy({ page }: Opened, key: string): Promise<string> {
  await page.keyboard.press(key)
  const title = (await page.locator('dialog[open] h2').textContent()) ?? ''
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  return title
}

test('what is shown as chosen stays chosen, whatever arrives before it, and when it sinks', async (t) => {
  const shown = await open(t)
  const { page, publish } = shown
  assert.deepEqual(await chosen(shown), [' BET-CAPPED'], 'the first is chosen, though nobody has chosen it')
  await publish([alarm({ alarm: 'past-posted-1', code: 'PAST-POSTED', severity: 'stop', since: timeOf(5) })])
  await page.locator('.alarm-row').nth(3).waitFor()
  assert.deepEqual(await codes(shown), [' PAST-POSTED', ' BET-CAPPED', ' PAY-SHORT', ' PAY-ORDER'])
  assert.deepEqual(await chosen(shown), [' BET-CAPPED'])
  assert.equal(await askedBy(shown, 'a'), 'Acknowledge: Bet capped: chips added after the first card, bj03')
  await publish([{ ...STOP, state: 'acknowledged', rev: 2, user: 'anna' }])
  await page.locator('.alarm-row.state-acknowledged').waitFor()
  assert.deepEqual(await codes(shown), [' PAST-POSTED', ' PAY-SHORT', ' PAY-ORDER', ' BET-CAPPED'])
  assert.deepEqual(await chosen(shown), [' BET-CAPPED'])
  for (const [key, act] of [
    ['s', 'Shelve'],
    ['c', 'Close'],
  ] as const) {
    assert.equal(await askedBy(shown, key), `${act}: Bet capped: chips added after the first card, bj03`)
  }
})

test('when the chosen alarm ends no key reaches another one, until a person goes on', async (t) => {
  const shown = await open(t)
  const { page, publish } = shown
  await page.keyboard.press('ArrowDown')
  assert.deepEqual(await chosen(shown), [' PAY-SHORT'])
  await publish([{ ...MONEY, state: 'closed', rev: 2 }])
  await page.locator('.detail-gone', { hasText: 'This alarm is no longer open.' }).waitFor()
  assert.deepEqual([await codes(shown), await chosen(shown)], [[' BET-CAPPED', ' PAY-ORDER'], []])
  for (const key of ['a', 's', 'c']) await page.keyboard.press(key)
  assert.equal(await page.locator('dialog').count(), 0)
  assert.deepEqual(await page.locator('.acts button').evaluateAll((all) => all.map((each) => (each as HTMLButtonElement).disabled)), [
    true,
    true,
    true,
  ])
  await page.keyboard.press('ArrowDown')
  assert.deepEqual(await chosen(shown), [' PAY-ORDER'], 'it stands where the other one stood')
  assert.equal(await page.locator('.detail-gone').count(), 0)
})

test('the keys that the buttons show work after a click on the tab, and after the settings', async (t) => {
  const shown = await open(t)
  const { page } = shown
  await page.getByRole('link', { name: 'Alarms' }).click()
  assert.match(await askedBy(shown, 's'), /^Shelve: Bet capped/)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowDown')
  assert.deepEqual(await chosen(shown), [' PAY-SHORT'])
  assert.match(await askedBy(shown, 'c'), /^Close: Winning bet underpaid, bj03$/)
})

test('an alarm says which round it is about, and whether that round is past, with the remedy of its present form', async (t) => {
  const told = toldTable({ ...TABLE, rounds: 2, atMs: Date.now() })
  const display = await startToldDisplay(t, told)
  const first = { ...MONEY, round: '1-1', text: 'Box 3: paid 10.00, due 20.00. Pay 10.00 more.', remedy: 'Pay 10.00 more.' }
  const [played = [], next = []] = told.rounds.map((messages) => messages.flat())
  const over = next.findIndex(({ payload }) => payload.includes('"phase":"closed"')) + 1
  assert.ok(over > 0, 'the end of the first round is told with the next bet')
  await display.publish([...played, alarmMessage(told.name, first)])
  const { page, close } = await openPage(`${display.url}#/alarms`)
  t.after(close)
  const row = page.locator('.alarm-row', { hasText: 'PAY-SHORT' })
  await row.locator('.alarm-round', { hasText: 'round 1-1' }).waitFor()
  const round = page.locator('.detail-round')
  await round.filter({ hasText: /^Round 1-1, \d\d:\d\d:\d\d: it lies on the table$/ }).waitFor()
  await display.publish(next.slice(0, over))
  await round.filter({ hasText: /^Round 1-1, .*: it is over; the next one is not dealt yet$/ }).waitFor()
  const later = {
    ...first,
    rev: 2,
    text: 'Box 3: paid 10.00, due 20.00. Back it up, then pay 10.00.',
    remedy: 'Back it up, then pay 10.00.',
  }
  await display.publish([...next.slice(over), alarmMessage(told.name, later)])
  await round.filter({ hasText: /^Round 1-1, .*: a past round; round 1-2 lies on the table$/ }).waitFor()
  await page.locator('.remedy', { hasText: 'Back it up, then pay 10.00.' }).waitFor()
  const words = (await page.locator('.alarm-detail').textContent()) ?? ''
  assert.doesNotMatch(words, /Pay 10.00 more/)
  assert.equal(words.split('Back it up').length - 1, 1)
})
