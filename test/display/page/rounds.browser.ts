/** The display in a real browser with a real daemon: what is dealt is visible, what is hidden is not, and what was lost comes back. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import mqtt from 'mqtt'
import type { Page } from 'playwright-core'
import { seededRandom } from '../../../simulators/table/random.ts'
import { playTable } from '../../../simulators/table/table.ts'
import type { PlayedRound, TableAction } from '../../../simulators/table/types.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import { FREE_BET, freeBetRounds, withoutPauses } from '../../e2e/table.ts'
import { startOpenBroker } from '../../open-broker.ts'
import { startShown } from './daemon.ts'
import { openPage } from './opened-page.ts'
import { stateMessage } from './told-tables.ts'

const SEED = Number(process.env.SEED ?? 11)
/** Longer pauses of people are shortened to this. */
const PAUSE_MS = 2500

const RANKS: { readonly [rank: string]: string } = { A: 'ace', T: '10', J: 'jack', Q: 'queen', K: 'king' }
const SUITS: { readonly [suit: string]: string } = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' }
const spoken = (card: string): string => `${RANKS[card[0] ?? ''] ?? card[0]} of ${SUITS[card[1] ?? '']}`

/** From the last payment to the end of the shoe: longer than a spot waits for its chips to lie still. */
const CLOSE_MS = 5000

/**
 * Closes the shoe after everything is settled. A payment at the same instant would be sensed later, and the round would be reported twice.
 */
function thenClosed(actions: readonly TableAction[]): TableAction[] {
  return [...actions, { atMs: (actions.at(-1)?.atMs ?? 0) + CLOSE_MS, device: 'shoe', scan: { kind: 'shoe', what: 'close' } }]
}

const inWords = (page: Page): Promise<string[]> => page.locator('.felt .unseen li').allTextContents()

test('a round is dealt, and every card of it stands on the felt and can be heard; the ones before can be stepped through', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const shown = await startShown(t)
  const { page, complaints, close } = await openPage(shown.url)
  t.after(close)
  await page.locator('.tile-live').waitFor()
  await page.keyboard.press('Tab')
  await page.locator('.tile').focus()
  await page.keyboard.press('Enter')
  await page.locator('.felt').waitFor()
  const rounds = freeBetRounds(3, SEED)
  await shown.play(thenClosed(withoutPauses(rounds, PAUSE_MS)))
  const closed = await shown.subscriber.sees('state/round', ({ data }) => data.phase === 'closed' && data.round === '1-3')
  const { dealer, boxes } = closed.said?.data ?? assert.fail()
  await page.locator('.table-state', { hasText: /Closed/ }).waitFor()
  const words = await inWords(page)
  for (const card of dealer.cards) assert.ok(words[0]?.includes(spoken(card)), `${words[0]}: ${card}`)
  assert.ok(boxes.length > 0, 'somebody played')
  for (const { box, hands } of boxes) {
    for (const { cards, total } of hands) {
      for (const card of cards) assert.ok(words[box]?.includes(spoken(card)), `${words[box]}: ${card}`)
      assert.ok(words[box]?.includes(String(total)), `${words[box]}: ${total}`)
    }
  }
  const drawn = await page.locator('.felt .card:not(.else)').count()
  const expected =
    dealer.cards.length +
    boxes.reduce((sum: number, { hands }: { hands: { cards: string[] }[] }) => sum + hands.reduce((n, { cards }) => n + cards.length, 0), 0)
  assert.equal(drawn, expected)

  const last = words.join()
  await page.keyboard.press('PageUp')
  await page.locator('.rounds-where', { hasText: 'Round 1-2' }).waitFor()
  assert.notEqual((await inWords(page)).join(), last)
  const steps = Number(/of (\d+)/.exec((await page.locator('.rounds-where').textContent()) ?? '')?.[1])
  assert.ok(steps > 5, `${steps} steps of a round that was watched`)
  for (let step = 1; step < steps; step++) await page.keyboard.press('ArrowLeft')
  await page.locator('.rounds-where', { hasText: `step 1 of ${steps}` }).waitFor()
  await page.keyboard.press('End')
  await page.locator('.live-button[aria-pressed="true"]').waitFor()
  assert.equal((await inWords(page)).join(), last)
  assert.deepEqual(complaints, [])
})

/**
 * A round of a house that deals the dealer's first card face down. That card occurs nowhere else in the round, and a player draws. `dealt`:
 * index of the action by which the player has drawn. Under any up card other than these, nobody checks for a natural.
 */
function roundWithHole(seed: number): { readonly round: PlayedRound; readonly hole: string; readonly dealt: number } {
  const { limits, chips } = FREE_BET.table
  const { rules } = HOUSES.gld
  for (let n = 0; n < 500; n++) {
    const random = seededRandom(seed + n)
    const play = playTable({ limits, chips, boxes: 3, spots: ['main'], rules, pointer: false, occupied: 1, random, features: ['doubles'] })
    const round = play.next().value as PlayedRound
    const [hole = '', up = ''] = round.truth.dealer.cards
    const cards = round.actions.flatMap(({ scan }, at) => (scan.kind === 'card' ? [{ card: scan.card, at }] : []))
    const isAlone = cards.filter(({ card }) => card === hole).length === 1
    const isDrawing = round.truth.boxes.some(({ hands }) => hands.some((hand) => hand.cards.length > 2))
    const drawn = cards[cards.findIndex(({ card }) => card === up) + 1]
    if (isAlone && isDrawing && /[2-9]/.test(up) && drawn !== undefined) return { round, hole, dealt: drawn.at }
  }
  return assert.fail('no such round')
}

test('the hole card is neither on the page nor in any frame before it is turned', async (t) => {
  const { round, hole, dealt } = roundWithHole(SEED)
  t.diagnostic(`SEED=${SEED}: hole card ${hole}`)
  const shown = await startShown(t, { table: { ...FREE_BET.table, house: 'gld' }, overrides: {} })
  const { page, frames, close } = await openPage(`${shown.url}#/table/demo/p1/bj07`)
  t.after(close)
  await page.locator('.felt').waitFor()
  const actions = withoutPauses([round], PAUSE_MS)
  // Plays until a player has drawn: the hole card lies there by then, and the shoe has reported it.
  await shown.play(actions.slice(0, dealt + 1))
  await page.locator('.felt .card.card-back').waitFor()
  const isHole = (text: string): boolean => text.includes(`"${hole}"`)
  assert.ok(
    frames.some((text) => text.includes('"hidden"')),
    'it is told that it lies there',
  )
  assert.equal(frames.find(isHole)?.slice(0, 300), undefined)
  const content = await page.content()
  assert.ok(!content.includes(spoken(hole)), 'not in words')
  await shown.play(thenClosed(actions.slice(dealt + 1)))
  await shown.subscriber.sees('state/round', ({ data }) => data.phase === 'closed')
  await page
    .locator('.felt .unseen li', { hasText: spoken(hole) })
    .first()
    .waitFor()
  const first = frames.find(isHole) ?? ''
  assert.match(first, /"type":"(card\.dealt|state\.round)"/, 'it is told when it is turned')
})

/** Waits until a tile shows this, or fails with what it shows. Of several any will do. */
async function tileSays(page: Page, kind: string, text: RegExp, ms = 30_000): Promise<void> {
  await page.locator(`.tile-${kind} .tile-fresh`, { hasText: text }).first().waitFor({ timeout: ms })
}

test('broker gone: all is stale and says so; broker back: all is live again, without a hand on the page', async (t: TestContext) => {
  const shown = await startShown(t)
  const { page, close } = await openPage(shown.url)
  t.after(close)
  await tileSays(page, 'live', /live/)
  const client = await mqtt.connectAsync(shown.broker.url, { reconnectPeriod: 0 })
  const { topic, payload } = stateMessage(
    { property: 'demo', pit: 'p1', table: 'bj08' },
    { topic: 'status' },
    { state: 'lost', boot: 1, conn: 1 },
  )
  await client.publishAsync(topic, payload, { qos: 1, retain: true })
  await page.locator('.tile-lost .tile-state', { hasText: /^Table offline$/ }).waitFor()
  await client.endAsync(true)
  await shown.broker.close()
  await page
    .locator('.banner-lost', {
      hasText: /This display has no connection to the broker.*says nothing about the tables.*Disconnected for \d+ s/,
    })
    .waitFor()
  // It is the display that hears nothing; of the tables nothing is known.
  await tileSays(page, 'silent', /display offline \d+ s/)
  assert.deepEqual([await page.locator('.tile-lost').count(), await page.getByText('Table offline').count()], [0, 0])
  const again = await startOpenBroker({ port: shown.broker.port })
  t.after(() => again.close())
  await tileSays(page, 'live', /live/)
  await page.locator('.banner-lost').waitFor({ state: 'detached' })
  assert.equal(await page.locator('.tile-live').count(), 1)
})
