/** One seed: devices that speak TLP play a table to the whole daemon, faults strike it, and at the end the promises are checked. */
import { playActions } from '../../../simulators/device/player.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import { playTable } from '../../../simulators/table/table.ts'
import type { RoundTruth, TableAction } from '../../../simulators/table/types.ts'
import type { CoreState } from '../../../src/daemon/stations/core.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import { seeded } from '../../daemon/journal/fake-disk.ts'
import { configFor } from '../../daemon/pipeline/heard-play.ts'
import { CHIPS, LIMITS } from '../../engine/table-play.ts'
import { type After, type Broken, checkPromises } from './check.ts'
import { type FakeBroker, fakeBroker } from './fake-broker.ts'
import { type FakeLine, fakeLine } from './fake-line.ts'
import { FAULTS, type FaultName, NOISE, type Strike, type World } from './faults.ts'
import { BOOT_MS, type Machine, newMachine } from './machine.ts'
import { type NoiseLevel, noiseOf } from './noise.ts'
import { peakMeter } from './peaks.ts'
import { type Plugged, plugDevices } from './plugged.ts'
import { type Sign, signOfMessage, signOfRecord } from './signs.ts'
import { type VirtualTime, virtualTime } from './virtual-time.ts'
import type { Struck } from './visible.ts'

export interface Job {
  readonly seed: number
  /** The play ends when either limit is reached. */
  readonly rounds: number
  readonly hours: number
  /** The noise on the lines. @default some, in every other seed */
  readonly noise?: NoiseLevel
  /** The faults that may strike. @default half of them, drawn for the seed */
  readonly only?: readonly FaultName[]
  /** Chance of a fault in each half second. @default 0.02 */
  readonly strikes?: number
}

export interface Outcome {
  readonly seed: number
  readonly rounds: number
  /** Virtual hours. */
  readonly hours: number
  readonly faults: readonly string[]
  /** Lines that did not cross the wire unchanged. */
  readonly corrupted: number
  /** How often the process ended, killed or by loss of power. */
  readonly kills: number
  /** How often the broker ended. */
  readonly brokerKills: number
  readonly records: number
  readonly broken: readonly Broken[]
}

/** What a test does to a storm so that a promise is broken. */
export interface Planted {
  /** Runs every half second while the table is played. */
  readonly during?: (storm: Storm) => void
  /** Runs before the promises are checked. */
  readonly after?: (after: After) => After
}

const { rules } = HOUSES.gld
const ONE_IN = 0.5
const STRIKES = 0.02
const LOOK_MS = 500
const HOUR_MS = 3_600_000
/** By then everything that was away has returned, and everything that waited has been sent. */
const CALM_MS_MAX = 120_000
/** The storm has ended when nothing has come for this long. */
const QUIET_MS = 6000
const LAST_WORDS_MS = 1500
const LAST_LOOK_MS = 50
const LAST_LOOKS_MAX = 40

export const simulate = async (job: Job, planted: Planted = {}): Promise<Outcome> => {
  const time = virtualTime()
  const storm = newStorm(job, time)
  try {
    await play(storm, job, planted)
    await calm(storm)
    const after = afterOf(storm)
    const { records, broken } = await checkPromises(planted.after?.(after) ?? after)
    return outcomeOf(storm, job, records, broken)
  } finally {
    for (const device of storm.devices) device.stop()
    time.restore()
  }
}

/** Everything that one simulation consists of. */
export interface Storm extends Plugged {
  readonly time: VirtualTime
  readonly random: () => number
  readonly config: After['config']
  readonly lines: ReadonlyMap<string, FakeLine>
  readonly broker: FakeBroker
  readonly machine: Machine
  readonly isNoisy: boolean
  readonly signs: Sign[]
  readonly struck: Struck[]
  readonly truths: RoundTruth[]
  readonly meter: ReturnType<typeof peakMeter>
  live: { readonly n: number; readonly core: CoreState } | null
}

const newStorm = ({ seed, noise }: Job, time: VirtualTime): Storm => {
  const random = seeded(seed)
  const config = configFor({
    ...{ house: 'gld', rules, boxes: 3, spots: ['main'], spotLagMs: 1500, chipEvidence: 'payouts', journal: '/j' },
    signingKeyFile: '/j/signing.key',
  })
  const signs: Sign[] = []
  const sign = (seen: Omit<Sign, 'atMs'> | null): void => void (seen && signs.push({ ...seen, atMs: time.nowMs() }))
  const broker = fakeBroker(time.world, (topic, payload) => sign(signOfMessage(topic, payload)))
  const lines = new Map(config.devices.map(({ path }) => [path, fakeLine(time.world)]))
  const isNoisy = noise !== undefined || random() < ONE_IN
  const faults = isNoisy ? { seed, faults: noiseOf(noise ?? 'some', random) } : null
  const machine = newMachine({
    ...{ config, time, random, broker, lines },
    written: ({ record, table, inForce, judge, numbering }) => {
      sign(signOfRecord(record))
      storm.live = { n: record.n, core: { table, inForce, judge, numbering } }
    },
  })
  const storm: Storm = {
    ...plugDevices(config, lines, time, faults),
    ...{ time, random, config, lines, broker, machine, isNoisy, signs, struck: [], truths: [], live: null },
    meter: peakMeter({ table: machine.table, broker, time, writesMost: machine.writesMost }),
  }
  return storm
}

/** One round after the other, until enough has been played; keeps what was played. */
function* actionsOf({ truths, time }: Storm, { seed, rounds, hours }: Job): Generator<TableAction> {
  const table = playTable({
    ...{ rules, limits: LIMITS, chips: [...CHIPS], boxes: 3, spots: ['main'], pointer: true },
    ...{ random: seededRandom(seed), features: ['splits', 'doubles'] },
  })
  while (truths.length < rounds && time.nowMs() < hours * HOUR_MS) {
    const { value } = table.next()
    if (value === undefined) return
    truths.push(value.truth)
    yield* value.actions
  }
}

const worldOf = ({ devices, broker, random, time, machine }: Storm): World => ({
  ...{ devices, broker, random },
  after: (ms, run) => void time.world.after(ms, run),
  setDiskFailing: machine.setDiskFailing,
  stepClock: machine.stepClock,
  end: machine.end,
})

const play = async (storm: Storm, job: Job, { during }: Planted): Promise<void> => {
  const { time, machine, devices, random } = storm
  machine.begin()
  await time.advance(BOOT_MS)
  let isPlaying = true
  const named = Object.fromEntries(devices.map((device) => [device.role, device]))
  void playActions(actionsOf(storm, job), named, { timing: time.world }).then(() => {
    isPlaying = false
  })
  const drawn = (Object.keys(FAULTS) as FaultName[]).filter(() => random() < ONE_IN)
  const kinds = job.only ?? drawn
  while (isPlaying && machine.failure() === null) {
    await time.advance(LOOK_MS)
    storm.meter.look()
    during?.(storm)
    const name = random() < (job.strikes ?? STRIKES) ? kinds[Math.floor(random() * kinds.length)] : undefined
    if (name !== undefined) time.world.after(random() * LOOK_MS, () => strike(storm, name))
  }
}

const strike = (storm: Storm, name: FaultName): void => {
  const struck: Strike | null = FAULTS[name].strike(worldOf(storm))
  const atMs = storm.time.nowMs()
  if (struck === null) return
  const { lastsMs, fromMs = 0, device } = struck
  storm.struck.push({ name, atMs, fromMs: atMs + fromMs, toMs: atMs + lastsMs, ...(device === undefined ? {} : { device }) })
}

/** Waits until the book has every record and nothing more comes. */
const calm = async (storm: Storm): Promise<void> => {
  const { time, machine, broker, signs, struck, devices } = storm
  const backMs = Math.max(time.nowMs(), ...struck.map(({ toMs }) => toMs))
  const untilMs = backMs + CALM_MS_MAX
  let quietSinceMs = backMs
  let known = -1
  while (time.nowMs() < untilMs && time.nowMs() - quietSinceMs < QUIET_MS && machine.failure() === null) {
    await time.advance(LOOK_MS)
    const now = broker.book.size + signs.length
    // After a long outage the daemon's next attempt to connect may be later than the quiet.
    const isOwed = broker.unanswered() > 0 || broker.book.size < (storm.live?.n ?? 0)
    if (now !== known || machine.table() === null || isOwed) quietSinceMs = Math.max(backMs, time.nowMs())
    known = now
  }
  // Leaves time to write and send what the devices sent last, but not enough for their silence to be reported as well.
  for (const device of devices) device.stop()
  await time.advance(LAST_WORDS_MS)
  // Something may have been published at the last moment and still be on its way.
  const isOnItsWay = (): boolean => machine.isWriting() || broker.unanswered() > 0 || broker.book.size < (storm.live?.n ?? 0)
  for (let looks = 0; looks < LAST_LOOKS_MAX && isOnItsWay() && machine.failure() === null; looks++) await time.advance(LAST_LOOK_MS)
}

const afterOf = ({ config, machine, broker, account, truths, live, meter, struck, signs, isNoisy, time }: Storm): After => {
  const endMs = time.nowMs()
  const starts: Struck[] = [{ fromMs: -BOOT_MS, toMs: BOOT_MS }, ...machine.downs].map(({ fromMs, toMs }) => {
    return { name: 'F8 kill', atMs: fromMs, fromMs: fromMs + BOOT_MS, toMs }
  })
  const noise: Struck[] = isNoisy ? [{ name: NOISE, atMs: 0, fromMs: 0, toMs: endMs }] : []
  const shown = { struck: [...starts, ...noise, ...struck], signs, refusals: machine.refusals, endMs }
  return { ...{ config, broker, truths, live, shown }, ...account, disk: machine.disk(), peaks: meter.peaks() }
}

const outcomeOf = (storm: Storm, { seed }: Job, records: number, broken: readonly Broken[]): Outcome => {
  const { truths, account, machine, broker, struck, time, isNoisy } = storm
  const failure = machine.failure()
  const at = (ms: number, name: string) => `${(ms / 1000).toFixed(1)} s ${name}`
  return {
    ...{
      seed,
      records,
      rounds: truths.length,
      hours: time.nowMs() / HOUR_MS,
      corrupted: account.corrupted,
      kills: machine.downs.length,
      brokerKills: broker.ends(),
    },
    faults: [
      ...(isNoisy ? [at(0, NOISE)] : []),
      ...struck.map(({ atMs, name, device = '' }) => at(atMs, `${name} ${device}`)),
      ...machine.downs.map(({ fromMs, toMs }) => at(fromMs, `no daemon until ${toMs / 1000} s`)),
    ],
    broken: failure === null ? broken : [{ promise: 'P2', what: failure }, ...broken],
  }
}

export const work = (job: unknown): Promise<Outcome> => simulate(job as Job)
