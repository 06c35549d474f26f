/**
 * F8 with a real process (P1, P2, P3): the daemon dies at system calls of every kind while a table is played, and reports the rounds just
 * as an undisturbed daemon does. KILL_POINTS=200: a long run, `npm run measure -- faults`.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../../simulators/table/random.ts'
import type { PlayedRound } from '../../../simulators/table/types.ts'
import { checkAcknowledged, checkPlayed, uninterrupted, wordsOf } from '../../e2e/played.ts'
import { startDaemon } from '../../e2e/processes.ts'
import { assertReplayed, startRig } from '../../e2e/rig.ts'
import { faultsOf } from '../../e2e/subscriber.ts'
import { clocksAgree, freeBetRounds, withoutPauses } from '../../e2e/table.ts'
import { isAll } from '../../runner/rotation.ts'
import { dyingAt, killPoint, withoutStrace } from './kill-points.ts'

const SEED = Number(process.env.SEED ?? 7)
const KILLS = Number(process.env.KILL_POINTS ?? (isAll ? 6 : 3))
const KILL_MS_MAX = 20_000

test(`the daemon dies at ${KILLS} system calls while a table is played, and the rounds are told as if it had not (SEED=${SEED})`, {
  skip: withoutStrace(),
  timeout: 180_000 + KILLS * KILL_MS_MAX,
}, async (t) => {
  const random = seededRandom(SEED)
  const rig = await startRig(t)
  const { subscriber } = rig
  let kills = 0
  /** The present life of the daemon: its number, and the first frame that can come from it. */
  let life = { number: 0, from: 0 }

  let known = 0
  /** Play continues only after the running daemon knows the time of the devices' clocks, because only their times give the order of events. */
  const isKnown = async (): Promise<void> => {
    while (known !== life.number || known === 0) {
      const { number, from } = life
      await clocksAgree(subscriber, from)
      known = number
    }
  }
  const live = async (before: readonly string[]) => {
    life = { number: life.number + 1, from: subscriber.frames.length }
    const daemon = await startDaemon(rig.config, { before })
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
      checkAcknowledged(rig)
    }
    return live([])
  }

  const last = lives()
  const rounds: PlayedRound[] = []
  for (const round of freeBetRounds(KILLS + 2, SEED, { spotLagMs: 0 })) {
    rounds.push(round)
    const isLast = kills >= KILLS
    const playing = rig.play(withoutPauses([round]), isKnown)
    await Promise.race([playing, last.then(() => playing)])
    if (isLast) break
  }
  const closed = await rig.closeShoe(rounds.length)
  assert.deepEqual(await (await last).end('SIGTERM'), { code: 0, signal: null })
  await subscriber.sees('status', ({ data }) => data.state === 'stopped')

  checkPlayed(closed, rounds)
  const events = subscriber.events()
  assert.deepEqual(
    events.map(({ sequence }) => Number(sequence)),
    events.map((_, index) => index + 1),
    'no event is missing',
  )
  assert.deepEqual(events.flatMap(wordsOf), uninterrupted(rig).flatMap(wordsOf))
  assert.deepEqual(subscriber.events('ev/procedure'), [])
  assert.deepEqual(faultsOf(subscriber), [])
  await assertReplayed(rig)
  t.diagnostic(`kills ${kills}, rounds ${rounds.length}, events ${events.length}: lost 0, doubled 0, wrong verdicts 0`)
})
