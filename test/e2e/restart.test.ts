/** P1 and P2 over real processes: the daemon is killed in the middle of rounds and started again; nothing of the table's life changes. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { playActions } from '../../simulators/device/player.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import type { PlayedRound, TableAction } from '../../simulators/table/types.ts'
import { checkAcknowledged, checkPlayed, uninterrupted, wordsOf } from './played.ts'
import type { Daemon } from './processes.ts'
import { faultsOf, type Said, type Subscriber } from './subscriber.ts'
import {
  assertReplayed,
  clearlyApart,
  commonClock,
  freeBetRounds,
  heardInOrder,
  PACED_LAG_MS,
  PAUSE_MS_MAX,
  readJournal,
  SPEED,
  startBroker,
  startSubscriber,
  startTable,
  startWhole,
  type Table,
  withoutPauses,
} from './table.ts'

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

interface Life {
  readonly table: Table
  readonly subscriber: Subscriber
  readonly rounds: readonly PlayedRound[]
}

async function live(t: TestContext): Promise<Life> {
  t.diagnostic(`SEED=${SEED}`)
  const random = seededRandom(SEED)
  const rounds = freeBetRounds(ENDS.length + 1, SEED, { spotLagMs: 0 })
  const broker = await startBroker(t)
  const clock = commonClock()
  const table = await startTable(t, { brokerUrl: broker.url, lagMs: PACED_LAG_MS, devicesOptions: { timing: clock } })
  clock.start()
  const subscriber = await startSubscriber(t, broker.url)
  const play = (actions: readonly TableAction[]) => playActions(heardInOrder(actions, table), table.devices, { speed: SPEED })
  const ready = () => startWhole(t, table.config, subscriber)
  let daemon: Daemon = await ready()
  for (const [index, { phase, signal }] of ENDS.entries()) {
    const round = rounds[index]
    assert.ok(round, 'there is a round')
    const actions = withoutPauses([round], PAUSE_MS_MAX)
    const end = endAt(round, phase, random) + 1
    await play(actions.slice(0, end))
    await daemon.end(signal)
    await subscriber.sees('status', ({ data }) => data.state === (signal === 'SIGKILL' ? 'lost' : 'stopped'))
    if (signal === 'SIGKILL') {
      const { instance: _, ...lost } = lastStatus(subscriber)
      assert.deepEqual(lost, { state: 'lost', boot: index + 1, conn: 1 })
    }
    await playActions(clearlyApart(actions.slice(end, end + UNHEARD), UNHEARD_MS_MIN * SPEED), table.devices, { speed: SPEED })
    checkAcknowledged(table)
    daemon = await ready()
    await play(actions.slice(end + UNHEARD))
  }
  await play(withoutPauses(rounds.slice(-1), PAUSE_MS_MAX))
  table.devices.shoe?.shoe('close')
  const closed = new Set<string>()
  await subscriber.hears('all rounds closed', ({ said }) => said?.type === 'round.closed' && closed.add(said.id).size === rounds.length)
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  await subscriber.sees('status', ({ data }) => data.state === 'stopped')
  return { table, subscriber, rounds }
}

test('a table whose daemon is killed after the deal, in play and in settlement, and stopped in play', async (t) => {
  const { table, subscriber, rounds } = await live(t)
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

  await t.test('is told by a replay of the journal in the same bytes', () => assertReplayed(table.config, table.journal, subscriber))

  await t.test('is told by an uninterrupted run of the same lines in the same words', () => {
    assert.deepEqual(events.flatMap(wordsOf), uninterrupted(table).flatMap(wordsOf))
  })

  await t.test('has in its journal every card that was read, once and in order', () => {
    const played = rounds.flatMap(({ actions }) => actions.flatMap(({ scan }) => (scan.kind === 'card' ? [scan.card] : [])))
    const journaled = readJournal(table.journal).flatMap((record) =>
      record.kind === 'line' && record.line.startsWith('C ') ? [record.line.split(' ')[3]] : [],
    )
    assert.deepEqual(journaled, played)
  })
})

test('a table that plays on for two rounds while no daemon runs is told as it was played', async (t) => {
  const rounds = freeBetRounds(4, SEED, { spotLagMs: 0 })
  const broker = await startBroker(t)
  const clock = commonClock()
  const table = await startTable(t, { brokerUrl: broker.url, lagMs: PACED_LAG_MS, devicesOptions: { timing: clock } })
  clock.start()
  const subscriber = await startSubscriber(t, broker.url)
  const play = (actions: readonly TableAction[]) => playActions(heardInOrder(actions, table), table.devices, { speed: SPEED })
  const actions = withoutPauses(rounds, PAUSE_MS_MAX)
  const [, second = 0] = actions.flatMap(({ scan }, at) => (scan.kind === 'card' ? [at] : []))
  const away = actions.length - (rounds.at(-1)?.actions.length ?? 0) - UNHEARD
  const first = await startWhole(t, table.config, subscriber)
  await play(actions.slice(0, second))
  await first.end('SIGKILL')
  await playActions(clearlyApart(actions.slice(second, away), UNHEARD_MS_MIN * SPEED), table.devices, { speed: SPEED })
  const daemon = await startWhole(t, table.config, subscriber)
  await play(actions.slice(away))
  table.devices.shoe?.shoe('close')
  const closed = new Map<string, Said['data']>()
  await subscriber.hears(
    'all rounds closed',
    ({ said }) => said?.type === 'round.closed' && closed.set(said.id, said.data).size === rounds.length,
  )
  await daemon.end('SIGTERM')
  checkPlayed([...closed.values()], rounds)
  assert.deepEqual(subscriber.events('ev/procedure'), [])
})
