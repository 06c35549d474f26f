/**
 * F8 with a real process (P1, P2, P3): the daemon dies at system calls of every kind while a table is played, and reports the rounds just
 * as an undisturbed daemon does. KILL_POINTS=200: a long run, `npm run measure -- faults`.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { playActions } from '../../../simulators/device/player.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import type { PlayedRound, TableAction } from '../../../simulators/table/types.ts'
import { checkAcknowledged, checkPlayed, uninterrupted, wordsOf } from '../../e2e/played.ts'
import { startDaemon } from '../../e2e/processes.ts'
import { faultsOf } from '../../e2e/subscriber.ts'
import {
  assertReplayed,
  clocksAgree,
  commonClock,
  freeBetRounds,
  heardInOrder,
  PACED_LAG_MS,
  PAUSE_MS_MAX,
  SPEED,
  startBroker,
  startSubscriber,
  startTable,
  withoutPauses,
} from '../../e2e/table.ts'
import { dyingAt, killPoint, withoutStrace } from './kill-points.ts'

const SEED = Number(process.env.SEED ?? 7)
const KILLS = Number(process.env.KILL_POINTS ?? 6)
const KILL_MS_MAX = 20_000

test(`the daemon dies at ${KILLS} system calls while a table is played, and the rounds are told as if it had not (SEED=${SEED})`, {
  skip: withoutStrace(),
  timeout: 180_000 + KILLS * KILL_MS_MAX,
}, async (t) => {
  const random = seededRandom(SEED)
  const broker = await startBroker(t)
  const clock = commonClock()
  const table = await startTable(t, { brokerUrl: broker.url, lagMs: PACED_LAG_MS, devicesOptions: { timing: clock } })
  clock.start()
  const subscriber = await startSubscriber(t, broker.url)
  let kills = 0
  /** The present life of the daemon: its number, and the first frame that can come from it. */
  let life = { number: 0, from: 0 }

  /**
   * Play continues only after the running daemon knows the time of the devices' clocks, because only their times give the order of events.
   */
  async function* played(actions: readonly TableAction[]): AsyncGenerator<TableAction> {
    let known = 0
    for await (const action of heardInOrder(actions, table)) {
      while (known !== life.number || known === 0) {
        const { number, from } = life
        await clocksAgree(subscriber, from)
        known = number
      }
      yield action
    }
  }
  const live = async (before: readonly string[]) => {
    life = { number: life.number + 1, from: subscriber.frames.length }
    const daemon = await startDaemon(table.config, undefined, [], before)
    t.after(() => daemon.end('SIGKILL'))
    return daemon
  }
  const lives = async () => {
    while (kills < KILLS) {
      const point = killPoint(random)
      const daemon = await live(dyingAt(point))
      assert.deepEqual(await daemon.ended(), { code: null, signal: 'SIGKILL' }, daemon.said())
      kills++
      t.diagnostic(`${kills}/${KILLS}: killed at ${point.what} (${point.calls} ${point.at})`)
      checkAcknowledged(table)
    }
    return live([])
  }

  const last = lives()
  const rounds: PlayedRound[] = []
  for (const round of freeBetRounds(KILLS + 2, SEED, { spotLagMs: 0 })) {
    rounds.push(round)
    const isLast = kills >= KILLS
    const playing = playActions(played(withoutPauses([round], PAUSE_MS_MAX)), table.devices, { speed: SPEED })
    await Promise.race([playing, last.then(() => playing)])
    if (isLast) break
  }
  table.devices.shoe?.shoe('close')
  const closed = () => subscriber.events('ev/round').filter(({ type }) => type === 'round.closed')
  await subscriber.hears('all rounds closed', ({ said }) => said?.type === 'round.closed' && closed().length === rounds.length)
  assert.deepEqual(await (await last).end('SIGTERM'), { code: 0, signal: null })
  await subscriber.sees('status', ({ data }) => data.state === 'stopped')

  checkPlayed(
    closed().map(({ data }) => data),
    rounds,
  )
  const events = subscriber.events()
  assert.deepEqual(
    events.map(({ sequence }) => Number(sequence)),
    events.map((_, index) => index + 1),
    'no event is missing',
  )
  assert.deepEqual(events.flatMap(wordsOf), uninterrupted(table).flatMap(wordsOf))
  assert.deepEqual(subscriber.events('ev/procedure'), [])
  assert.deepEqual(faultsOf(subscriber), [])
  await assertReplayed(table.config, table.journal, subscriber)
  t.diagnostic(`kills ${kills}, rounds ${rounds.length}, events ${events.length}: lost 0, doubled 0, wrong verdicts 0`)
})
