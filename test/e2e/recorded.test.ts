/** The ten recorded rounds, from two devices' bytes to a subscriber, and again from the journal and from a capture of the same lines. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { RECORDED_TABLE, recordedResults, recordedRounds } from '../../simulators/recorded/recorded.ts'
import type { BoxTruth } from '../../simulators/table/types.ts'
import { replay } from './processes.ts'
import { assertReplayed, type Rig, startRig } from './rig.ts'
import { faultsOf, isPitTopic, type Said, type Subscriber } from './subscriber.ts'
import { captureOf, captureOfJournal, jsonLines, readJournal, withoutPauses } from './table.ts'

const OUTCOMES: { readonly [result: string]: string } = { win: 'win', lose: 'lose', bust: 'lose', push: 'push', blackjack: 'blackjack' }

const { rules, ...recordedTable } = RECORDED_TABLE
const rounds = recordedRounds()

interface Played {
  readonly rig: Rig
  readonly capture: readonly string[]
}

async function playAll(t: TestContext): Promise<Played> {
  const rig = await startRig(t, { table: recordedTable, overrides: rules })
  const { subscriber } = rig
  const capture = captureOf(rig)
  const daemon = await rig.startDaemon()
  await rig.play(withoutPauses(rounds))
  let closed = 0
  await subscriber.hears('ten rounds closed', ({ said }) => said?.type === 'round.closed' && ++closed === 10)
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  await subscriber.sees('status', ({ data }) => data.state === 'stopped')
  return { rig, capture }
}

const closedRounds = (events: readonly Said[]) => events.filter(({ type }) => type === 'round.closed').map(({ data }) => data)

test('the ten recorded rounds', async (t) => {
  const played = await playAll(t)
  const { subscriber } = played.rig
  const closed = closedRounds(subscriber.events('ev/round'))

  await t.test('are closed in order, eight complete and the two that broke off incomplete', () => {
    assert.deepEqual(
      closed.map(({ complete }) => complete),
      rounds.map(({ truth }) => truth.complete),
    )
    assert.equal(new Set(closed.map(({ round }) => round)).size, 10)
  })

  await t.test('have the results of the fifty-three hands', (t) => {
    let certain = 0
    for (const { round, box, hand, total, result, dealer } of recordedResults()) {
      const said = closed[round].boxes.find((each: Said['data']) => each.box === box).hands[hand - 1]
      assert.deepEqual([said.outcome, closed[round].dealer.total], [OUTCOMES[result], dealer], `round ${round} box ${box}`)
      // A card that two hands may have taken is given to the likelier one, and nobody is told that it is certain.
      if (said.certain) assert.equal(said.total, total, `round ${round} box ${box}`)
      certain += Number(said.certain)
    }
    t.diagnostic(`${certain} of 53 hands are certain`)
    assert.ok(certain > 26, `${certain} > 26`)
  })

  await t.test('are paid as the chips moved, without a finding', () => {
    for (const [index, { truth }] of rounds.entries()) {
      if (!truth.complete) continue
      assert.deepEqual(
        closed[index].boxes.map(({ box, spots }: Said['data']) => ({ box, spots: likeliest(spots) })),
        truth.boxes.map(({ box, spots }) => ({ box, spots: booked(spots) })),
        `round ${index}`,
      )
      assert.equal(closed[index].net.best, truth.net.house)
      assert.deepEqual(closed[index].findings, [], `round ${index}`)
    }
    const above = subscriber.events('ev/procedure').filter(({ data }) => data.severity !== 'info')
    assert.deepEqual(above, [])
  })

  await t.test('are told in a sensible order, every event once, numbered without a gap', () => {
    const events = subscriber.events()
    const stream = events[0]?.id.split('/')[3] ?? ''
    assert.match(stream, /^[a-z][a-z0-9]{7}$/)
    assert.deepEqual(
      events.map(({ id }) => id),
      events.map((_, index) => `demo/p1/bj07/${stream}/${index + 1}`),
    )
    for (const [index, { truth }] of rounds.entries()) checkOrder(events, closed[index].round, truth.cards.length)
  })

  await t.test('are said in messages that all fit their schemas', () => {
    assert.deepEqual(faultsOf(subscriber), [])
  })

  await t.test('show the hole card to nobody before it is turned', (t) => checkHoleCards(t, subscriber, closed))
  await t.test('are told by a replay of the journal in the same bytes', () => assertReplayed(played.rig))
  await t.test('are told by a replay of a capture of the same lines', () => checkCapture(played, closed))
})

/** Opened and closed once, with all its cards, and nothing of it behind. */
function checkOrder(events: readonly Said[], round: string, cards: number): void {
  const own = events.filter((event) => event.round === round)
  const types = own.map(({ type }) => type)
  assert.equal(types.at(-1), 'round.closed', types.join(' '))
  assert.equal(types.filter((type) => type === 'round.opened' || type === 'round.closed').length, 2)
  const dealt = own.filter(({ type }) => type === 'card.dealt').map(({ data }) => data.n)
  assert.deepEqual(
    [...dealt].sort((a, b) => a - b),
    Array.from({ length: cards }, (_, index) => index + 1),
  )
  const times = own.filter(({ type }) => type === 'card.dealt' || type.startsWith('round.')).map(({ time }) => Date.parse(time))
  assert.ok(
    times.every((time, index) => time >= (times[index - 1] ?? 0)),
    'time goes on',
  )
}

function checkHoleCards(t: TestContext, { frames }: Subscriber, closed: readonly { round: string }[]): void {
  let searched = 0
  for (const [index, { truth }] of rounds.entries()) {
    const hole = truth.dealer.cards[1] ?? '??'
    // Another card of the same name would be found instead.
    if (hole === '??' || truth.cards.filter(({ card }) => card === hole).length > 1) continue
    const opened = frames.findIndex(({ said }) => said?.type === 'round.opened' && said.round === closed[index]?.round)
    const turned = frames.findIndex(({ said }, at) => at > opened && said?.type === 'card.dealt' && said.data.card === hole)
    assert.ok(opened >= 0 && turned > opened, `round ${index}: ${hole} is turned`)
    const before = frames.slice(opened, turned).filter(({ topic }) => isPitTopic(topic))
    assert.deepEqual(
      before.filter(({ text }) => text.includes(hole)).map(({ topic, text }) => `${topic} ${text}`),
      [],
      `round ${index}: ${hole}`,
    )
    assert.ok(
      before.some(({ topic, said }) => topic === 'state/round' && said?.data.dealer.cards[1] === 'hidden'),
      `round ${index}: a display shows a card that lies face down`,
    )
    searched += before.length
  }
  t.diagnostic(`searched ${searched} messages`)
  assert.ok(searched > 200, `${searched} > 200`)
}

/** When it closed, by what, and how many readings one that broke off has, depends on when time was last seen to pass; a capture has no stream. */
const comparable = (round: object): object => ({
  ...round,
  closedAt: '',
  ended: '',
  roundKey: '',
  ...('complete' in round && round.complete ? {} : { readings: 0 }),
})
const likeliest = (spots: { readonly [area: string]: { readonly best: object } }): object =>
  Object.fromEntries(Object.entries(spots).map(([area, { best }]) => [area, best]))

/** What a closed round says of spots; when an amount fell due is not among it. */
const booked = (spots: BoxTruth['spots']): object =>
  Object.fromEntries(Object.entries(spots).map(([area, { staked, due, moved }]) => [area, { staked, due, moved }]))

/** What was dealt and paid, whoever told the time. */
const substance = ({ complete, dealer, boxes, net }: Said['data']): object => ({
  complete,
  dealer: dealer.cards,
  net,
  boxes: boxes.map(({ box, hands, spots }: Said['data']) => ({ box, spots, outcomes: hands.map(({ outcome }: Said['data']) => outcome) })),
})

async function checkCapture({ rig, capture }: Played, closed: readonly Said['data'][]): Promise<void> {
  const wire = join(rig.folder, 'wire.jsonl')
  const file = join(rig.folder, 'capture.jsonl')
  writeFileSync(wire, capture.join(''))
  writeFileSync(file, captureOfJournal(readJournal(rig.journal)).join(''))
  const [fromWire, once] = await Promise.all([replay('--config', rig.config, wire), replay('--config', rig.config, file)])
  for (const { code, stderr } of [fromWire, once]) assert.deepEqual([code, stderr], [0, ''])
  assert.deepEqual(closedRounds(jsonLines(fromWire.stdout)).map(substance), closed.map(substance))
  assert.deepEqual(closedRounds(jsonLines(once.stdout)).map(comparable), closed.map(comparable))
}
