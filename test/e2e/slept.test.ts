/**
 * A host that sleeps while the game goes on: a stopped process, as a paused virtual machine is one. What it missed lies in the ports and in the
 * devices' memories. Each round is told as it was played, or as incomplete; nobody is accused, and nobody suspected of having taken a place.
 * SLEEPS=40 has as many, of 3 to 60 s, one an evening of its own.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { seededRandom } from '../../simulators/table/random.ts'
import { todays } from '../runner/rotation.ts'
import { assertReplayed, startRig } from './rig.ts'
import { freeBetRounds, readJournal, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 7)
const SLEEPS = Number(process.env.SLEEPS ?? 1)
/** The shortest of which the broker notices something, and what an audit tried. */
const [sleepMs] = todays([7000, 13_000, 36_000] as const) as [number]
const SHORTEST_MS = 3000
const LONGEST_MS = 60_000
/** A round takes some 2 s at this pace. */
const ROUND_MS = 2000

async function sleeping(t: TestContext, seed: number, ms: number): Promise<void> {
  const random = seededRandom(seed)
  const count = 3 + Math.ceil(ms / ROUND_MS)
  const rounds = freeBetRounds(count, seed, { spotLagMs: 0 })
  const rig = await startRig(t)
  const { subscriber } = rig
  const daemon = await rig.startDaemon()
  const actions = withoutPauses(rounds)
  const from = 1 + Math.floor(random() * (rounds[0]?.actions.length ?? 0) * 2)
  const atMs = actions[from]?.atMs ?? 0
  t.diagnostic(`SEED=${seed}: ${ms} ms from action ${from} on, while ${count} rounds are played`)
  await rig.playUnheard(actions.slice(0, from))
  const asleep = subscriber.frames.length
  daemon.signal('SIGSTOP')
  const wake = setTimeout(() => daemon.signal('SIGCONT'), ms)
  t.after(() => clearTimeout(wake))
  await rig.playUnheard(actions.slice(from).map((action) => ({ ...action, atMs: action.atMs - atMs })))
  // A player takes his chips back, so that the last round is over as well.
  const closed = await rig.closeShoe(count)
  await subscriber.hears('that it keeps up', ({ said }) => said?.type === 'status' && said.data.lagMs === undefined, asleep)
  const told = closed.map(({ complete, net }) => (complete ? net.house : 'incomplete'))
  const truth = rounds.map(({ truth: { net } }) => net.house)
  for (const [at, house] of told.entries())
    assert.ok(house === truth[at] || house === 'incomplete' || house === null, `round ${at + 1}: ${told} for ${truth}`)
  assert.deepEqual(
    subscriber.events('ev/procedure').map(({ type, data }) => `${type} ${data.code} ${data.grade}`),
    [],
  )
  const alarms = readJournal(rig.journal).flatMap((record) => (record.kind === 'host' && record.words !== null ? [record.alarm] : []))
  assert.deepEqual(
    alarms.filter((alarm) => alarm !== 'lagging'),
    [],
  )
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  await assertReplayed(rig)
}

if (SLEEPS === 1) test(`a host that sleeps for ${sleepMs} ms`, { timeout: 300_000 }, (t) => sleeping(t, SEED, sleepMs))
else
  for (let at = 0; at < SLEEPS; at++) {
    const ms = Math.round(SHORTEST_MS + ((LONGEST_MS - SHORTEST_MS) * at) / (SLEEPS - 1))
    test(`a host that sleeps for ${ms} ms`, { timeout: 300_000 }, (t) => sleeping(t, SEED + at, ms))
  }
