/** An alarm from start to end, by keyboard: with a table that only publishes, and with the daemon. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import mqtt from 'mqtt'
import type { Page } from 'playwright-core'
import type { Card, Scan } from '../../../devices/scan.ts'
import type { TableAction } from '../../../simulators/table/types.ts'
import { within } from '../../e2e/processes.ts'
import { FREE_BET } from '../../e2e/table.ts'
import { startShown } from './daemon.ts'
import { openPage } from './opened-page.ts'
import { startPit } from './pit.ts'

const PREFIX = 'casino/v1/demo/p1/bj09/cmd/anna/'

/** The list of alarms takes the keys once it has the focus, the dialog once it is open. */
async function askedWith(page: Page, key: string): Promise<void> {
  await page.locator('.alarm-list:focus').waitFor()
  await page.keyboard.press(key)
  await page.locator('dialog[open] input:focus').first().waitFor()
}

interface Command {
  readonly topic: string
  readonly said: { readonly [key: string]: unknown }
}

test('acknowledge, shelve and close go to the table with everything it asks for; its answer is shown', async (t) => {
  const pit = await startPit()
  t.after(() => pit.close())
  const client = await mqtt.connectAsync(pit.brokerUrl, { reconnectPeriod: 0 })
  t.after(() => client.endAsync(true))
  const heard: Command[] = []
  const waiting = new Set<() => void>()
  client.on('message', (topic, payload) => {
    heard.push({ topic, said: JSON.parse(String(payload)) })
    for (const look of waiting) look()
  })
  await client.subscribeAsync('casino/v1/demo/+/+/cmd/+/alarm-ack', { qos: 1 })
  await client.subscribeAsync('casino/v1/demo/+/+/cmd/+/alarm-shelve', { qos: 1 })
  const command = (at: number): Promise<Command> => {
    const found = new Promise<Command>((resolve) => {
      const look = () => {
        const said = heard[at]
        if (said !== undefined) resolve(said)
      }
      waiting.add(look)
      look()
    })
    return within(found, () => `command ${at + 1}; heard: ${JSON.stringify(heard)}`)
  }
  const answer = ({ said }: Command, ok: boolean, error: string | null) =>
    client.publishAsync(String(said.replyTo), JSON.stringify({ correlation: said.correlation, ok, error }), { qos: 1 })

  const { page, close } = await openPage(pit.url)
  t.after(close)
  await page.locator('.tile').first().waitFor()
  await page.keyboard.press('3')
  await page.locator('.alarm-row[aria-selected="true"]', { hasText: 'DECK-CARD-EXCESS' }).waitFor()
  await askedWith(page, 'a')
  await page.keyboard.type('anna')
  await page.keyboard.press('Tab')
  await page.keyboard.type('floor is there')
  const sentMs = Date.now()
  await page.keyboard.press('Enter')
  const acknowledged = await command(0)
  assert.equal(acknowledged.topic, `${PREFIX}alarm-ack`)
  const { alarm, rev, note, expires, replyTo, correlation } = acknowledged.said
  assert.deepEqual({ alarm, rev, note }, { alarm: 'deck-card-excess-1', rev: 1, note: 'floor is there' })
  assert.ok(typeof expires === 'number' && expires > sentMs && expires <= Date.now() + 10_000, `expires ${expires}`)
  assert.match(String(replyTo), /^casino\/v1\/demo\/reply\/anna\/display-[a-z0-9]+$/)
  assert.match(String(correlation), /^[\x21-\x7e]{1,64}$/)
  await answer(acknowledged, true, null)
  await page.locator('.act-answer', { hasText: 'Acknowledge DECK-CARD-EXCESS: done' }).waitFor()

  await page.keyboard.press('s')
  await page.locator('dialog input[name="user"]').waitFor()
  assert.equal(await page.locator('dialog input[name="user"]').inputValue(), 'anna', 'a person is asked for his name once')
  await page.locator('dialog input[name="minutes"]').fill('31')
  await page.locator('dialog input[name="note"]').fill('later')
  await page.keyboard.press('Enter')
  assert.equal(await page.locator('dialog input[name="minutes"]').evaluate((input: HTMLInputElement) => input.validity.rangeOverflow), true)
  await page.locator('dialog input[name="minutes"]').fill('30')
  await page.keyboard.press('Enter')
  const shelved = await command(1)
  assert.deepEqual([shelved.topic, shelved.said.minutes, shelved.said.note], [`${PREFIX}alarm-shelve`, 30, 'later'])
  assert.notEqual(shelved.said.correlation, correlation)
  await answer(shelved, false, 'stale: rev 1 is not the current one (2)')
  await page.locator('.answer-refused', { hasText: 'stale: rev 1 is not the current one (2)' }).waitFor()
  assert.ok(!page.url().includes('anna'), 'who acts does not stand in the address')
})

test('evidence and, for a likely finding, the innocent story stand beside an alarm that was there before the page', async (t) => {
  const pit = await startPit()
  t.after(() => pit.close())
  const { page, close } = await openPage(`${pit.url}#/alarms`)
  t.after(close)
  await page.locator('.alarm-row', { hasText: 'BJ-SHORT' }).click()
  const detail = page.locator('.alarm-detail')
  await detail.locator('.innocent', { hasText: 'The ace went to box 4' }).waitFor()
  await detail.locator('.evidence', { hasText: 'shoe:SH-00412/3/1905' }).waitFor()
  await page.locator('.alarm-row', { hasText: 'DECK-CARD-EXCESS' }).click()
  await detail.locator('.evidence', { hasText: 'Proven' }).waitFor()
  assert.equal(await detail.locator('.innocent').count(), 0)
  const words = (await detail.textContent()) ?? ''
  assert.equal(words.split('Stop the game and secure the shoe').length - 1, 1, 'what to do is told once')
  assert.match(words, /KS came 7 times; the shoe holds at most 6 of each card/)
  await page.getByLabel('Priority').selectOption('money')
  assert.deepEqual(new Set(await page.locator('.alarm-row .alarm-severity').allTextContents()), new Set(['Money']))
  await page.getByLabel('State').selectOption('shelved')
  assert.deepEqual(await page.locator('.alarm-row .alarm-state').allTextContents(), ['shelved'])
})

const LOW_BET = 1000
/** A bet below the minimum, which counts once the first card follows it; then the rest of the deal. */
const WRONG: readonly TableAction[] = [
  { kind: 'spot', spot: '1.main', rev: 1, chips: [{ value: 500, count: 2 }], amount: LOW_BET } satisfies Scan,
  ...(['TS', '7S', 'TH'] as readonly Card[]).map((card): Scan => ({ kind: 'card', card })),
].map((scan, at) => ({ atMs: at * 2000, device: scan.kind === 'card' ? 'shoe' : 'spots', scan }))
/** From that card until a person can see the alarm. */
const SEEN_MS_MAX = 1000

/** When the alarm comes to stand on the screen, as the page has it, Unix ms: whoever asks it from outside asks more and more seldom. */
async function shownAt(page: Page): Promise<number> {
  const shown = () => {
    const rows = [...document.querySelectorAll('.alarm-row')]
    const isShown = rows.some((row) => row.textContent?.includes('BET-UNDER-MIN') && row.checkVisibility({ visibilityProperty: true }))
    return isShown ? Date.now() : 0
  }
  return (await page.waitForFunction(shown, null, { polling: 'raf' })).jsonValue()
}

test('an error at the table stands on the screen within a second, and is acknowledged and closed there by keyboard', async (t) => {
  const limits = { ...FREE_BET.table.limits, min: 2 * LOW_BET }
  const shown = await startShown(t, { table: { ...FREE_BET.table, limits } })
  const { page, complaints, close } = await openPage(`${shown.url}#/alarms`)
  t.after(close)
  await page.locator('.nothing', { hasText: 'No open alarm' }).waitFor()
  const played = async () => {
    await shown.play(WRONG.slice(0, 2))
    return Date.now()
  }
  const [seenAt, playedAt] = await Promise.all([shownAt(page), played()])
  const seenMs = seenAt - playedAt
  t.diagnostic(`on the screen after ${seenMs} ms`)
  assert.ok(seenMs < SEEN_MS_MAX, `${seenMs} ms`)
  await shown.play(WRONG.slice(2))
  await page.locator('.alarm-detail .evidence', { hasText: 'shoe:SH-00412/' }).waitFor()
  await page
    .locator('[role="log"]', { hasText: /New alarm: Procedure, table bj07: Bet below the minimum\. Box 1: bet 10\.00/ })
    .waitFor({ state: 'attached' })

  await askedWith(page, 'a')
  await page.keyboard.type('anna')
  await page.keyboard.press('Enter')
  await page.locator('.act-answer', { hasText: 'Acknowledge BET-UNDER-MIN: done' }).waitFor()
  await page.locator('.alarm-row.state-acknowledged').waitFor()
  const { said } = await shown.subscriber.sees('alarm/bet-under-min-1', ({ data }) => data.state === 'acknowledged')
  assert.equal(said?.data.user, 'anna')
  await page.locator('.detail-facts', { hasText: 'acknowledged by anna' }).waitFor()

  await page.keyboard.press('s')
  await page.locator('dialog input[name="note"]').fill('later')
  await page.keyboard.press('Enter')
  await page.locator('.alarm-row.state-shelved').waitFor()
  await page.keyboard.press('c')
  await page.locator('dialog input[name="note"]').fill('bet raised')
  await page.keyboard.press('Enter')
  await page.locator('.alarm-row', { hasText: 'BET-UNDER-MIN' }).waitFor({ state: 'detached' })
  await page.locator('.act-answer', { hasText: 'Close BET-UNDER-MIN: done' }).waitFor()
  assert.deepEqual(complaints, [])
})
