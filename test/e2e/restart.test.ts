/** P1 and P2 over real processes: the daemon is killed in the middle of rounds and started again; nothing of the table's life changes. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { seededRandom } from '../../simulators/table/random.ts'
import type { PlayedRound } from '../../simulators/table/types.ts'
import { checkAcknowledged, checkPlayed, uninterrupted, wordsOf } from './played.ts'
import type { Daemon } from './processes.ts'
import { assertReplayed, type Rig, startRig } from './rig.ts'
import { faultsOf, type Subscriber } from './subscriber.ts'
import { cardsIn, cardsOf, clearlyApart, freeBetRounds, SPEED, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 11)
/** Between what two devices keep unheard, real time: more than the lag. */
const UNHEARD_MS_MIN = 150
/** Actions played while no daemon runs: the devices keep them. */
const UNHEARD = 4

/** Where in its round the daemon ends, and how. */
const ENDS = [
  { phase: 'after the deal', signal: 'SIGKILL' },
  { phase: 'in play', signal: 'SIGKILL' },
  { phase: 'in settlement', signal: 'SIGKILL' },
  { phase: 'in play', signal: 'SIGTERM' },
] as const

/** Index, in the round's actions, of the action behind which the daemon ends. */
function endAt({ actions, truth }: PlayedRound, phase: (typeof ENDS)[number]['phase'], random: () => number): number {
  const cards = actions.flatMap(({ scan }, index) => (scan.kind === 'card' ? [index] : []))
  const dealt = 2 * truth.boxes.length + 1
  const pick = (from: readonly number[]): number => from[Math.floor(random() * from.length)] ?? cards.at(-1) ?? 0
  switch (phase) {
    case 'after the deal':
      return cards[dealt - 1] ?? 0
    case 'in play':
      return pick(cards.slice(dealt))
    case 'in settlement':
      return pick(
        actions.flatMap(({ scan }, index) => (scan.kind === 'spot' && index > (cards.at(-1) ?? 0) ? [index] : [])).slice(0, -UNHEARD),
      )
  }
}

const lastStatus = ({ frames }: Subscriber) => frames.filter(({ topic }) => topic === 'status').at(-1)?.said?.data

async function live(t: TestContext): Promise<{ readonly rig: Rig; readonly rounds: readonly PlayedRound[] }> {
  t.diagnostic(`SEED=${SEED}`)
  const random = seededRandom(SEED)
  const rounds = freeBetRounds(ENDS.length + 1, SEED, { spotLagMs: 0 })
  const rig = await startRig(t)
  const { subscriber } = rig
  let daemon: Daemon = await rig.startDaemon()
  for (const [index, { phase, signal }] of ENDS.entries()) {
    const round = rounds[index]
    assert.ok(round, 'there is a round')
    const actions = withoutPauses([round])
    const end = endAt(round, phase, random) + 1
    await rig.play(actions.slice(0, end))
    await daemon.end(signal)
    await subscriber.sees('status', ({ data }) => data.state === (signal === 'SIGKILL' ? 'lost' : 'stopped'))
    if (signal === 'SIGKILL') {
      const { instance: _, ...lost } = lastStatus(subscriber)
      assert.deepEqual(lost, { state: 'lost', boot: index + 1, conn: 1 })
    }
    await rig.playUnheard(clearlyApart(actions.slice(end, end + UNHEARD), UNHEARD_MS_MIN * SPEED))
    checkAcknowledged(rig)
    daemon = await rig.startDaemon()
    await rig.play(actions.slice(end + UNHEARD))
  }
  await rig.play(withoutPauses(rounds.slice(-1)))
  await rig.closeShoe(rounds.length)
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  await subscriber.sees('status', ({ data }) => data.state === 'stopped')
  return { rig, rounds }
}

test('a table whose daemon is killed after the deal, in play and in settlement, and stopped in play', async (t) => {
  const { rig, rounds } = await live(t)
  const { subscriber } = rig
  const events = subscriber.events()

  await t.test('closes every round complete, as it was played, under the id it was opened with', () => {
    const opened = events.filter(({ type }) => type === 'round.opened').map(({ data }) => data.round)
    const closed = events.filter(({ type }) => type === 'round.closed').map(({ data }) => data)
    assert.deepEqual(
      closed.map(({ round }) => round),
      opened,
    )
    checkPlayed(closed, rounds)
  })

  await t.test('says every event under one id and in one form, however often it is said', () => {
    const texts = new Map<string, string>()
    for (const { said, topic, text } of subscriber.frames) {
      if (!said || !topic.startsWith('ev/')) continue
      assert.equal(texts.get(said.id) ?? text, text)
      texts.set(said.id, text)
    }
    assert.deepEqual(
      events.map(({ sequence }) => Number(sequence)),
      events.map((_, index) => index + 1),
    )
    assert.deepEqual(faultsOf(subscriber), [])
  })

  await t.test('raises no alarm about its devices, which were there all the time', () => {
    assert.deepEqual(
      subscriber.frames.flatMap(({ topic, text }) => (topic.startsWith('alarm/link-') ? [text] : [])),
      [],
    )
  })

  await t.test('is told by a replay of the journal in the same bytes', () => assertReplayed(rig))

  await t.test('is told by an uninterrupted run of the same lines in the same words', () => {
    assert.deepEqual(events.flatMap(wordsOf), uninterrupted(rig).flatMap(wordsOf))
  })

  await t.test('has in its journal every card that was read, once and in order', () => {
    assert.deepEqual(cardsIn(rig.journal), cardsOf(...rounds))
  })
})

test('a table that plays on for two rounds while no daemon runs is told as it was played', async (t) => {
  const rounds = freeBetRounds(4, SEED, { spotLagMs: 0 })
  const rig = await startRig(t)
  const { subscriber } = rig
  const actions = withoutPauses(rounds)
  const [, second = 0] = actions.flatMap(({ scan }, at) => (scan.kind === 'card' ? [at] : []))
  const away = actions.length - (rounds.at(-1)?.actions.length ?? 0) - UNHEARD
  const first = await rig.startDaemon()
  await rig.play(actions.slice(0, second))
  await first.end('SIGKILL')
  await rig.playUnheard(clearlyApart(actions.slice(second, away), UNHEARD_MS_MIN * SPEED))
  const daemon = await rig.startDaemon()
  await rig.play(actions.slice(away))
  const closed = await rig.closeShoe(rounds.length)
  await daemon.end('SIGTERM')
  checkPlayed(closed, rounds)
  assert.deepEqual(subscriber.events('ev/procedure'), [])
})
