import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { filter, firstValueFrom } from 'rxjs'
import type { SimulatedDevice } from '../../simulators/device/rig.ts'
import { type SimulatedTable, type SimulatedTableOptions, spotIds, startSimulatedDevices } from '../../simulators/device/start.ts'
import { realTiming, type Timing } from '../../simulators/device/timing.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { playTable } from '../../simulators/table/table.ts'
import type { PlayedRound, TableAction } from '../../simulators/table/types.ts'
import { type TableText, tableYaml } from '../../simulators/table-yaml.ts'
import type { EmbeddedBroker } from '../../src/daemon/broker/embedded.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import type { DeviceConfig } from '../../src/rules/table.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { startOpenBroker } from '../open-broker.ts'
import { type Daemon, startDaemon, temporaryFolder } from './processes.ts'
import { type Frame, type Said, type Subscriber, subscribe } from './subscriber.ts'

/** The lag the configurations allow unless a test says otherwise, ms: far above what two clocks differ by. */
const LAG_MS = 50

/** A play at a pace: times real time. */
export const SPEED = 20
/** Chips are told as they move there: all of it is for two clocks, ms. */
export const PACED_LAG_MS = 100
/** People's pauses there are no longer, ms of table time. */
const PAUSE_MS_MAX = 4000

export const FREE_BET: Pick<TableText, 'table' | 'overrides'> = {
  table: {
    house: 'free-bet-european',
    limits: { min: 1000, max: 50000, unit: 500, boxMax: null, sideMin: null, sideMax: null, sideUnit: null },
    chips: [100, 500, 2500, 10000],
    boxes: 3,
    spots: ['main'],
  },
  overrides: { burn: 0 },
}

/** Rounds as a faultless dealer deals them to three boxes; the same seed, the same rounds. `spotLagMs`: how late chips are told at most. */
export function freeBetRounds(count: number, seed: number, { spotLagMs = 1500, pointer = false, discards = false } = {}): PlayedRound[] {
  const { table } = FREE_BET
  const rules = { ...HOUSES['free-bet-european'].rules, burn: 0 as const }
  const play = { pointer, discards, occupied: 1, random: seededRandom(seed), features: ['splits', 'doubles'], spotLagMs } as const
  const rounds = playTable({ ...table, ...play, rules })
  return Array.from({ length: count }, () => rounds.next().value as PlayedRound)
}

/** People's pauses cut to `mostMs` of table time; what follows each other closely keeps its distance. */
export function withoutPauses(rounds: readonly PlayedRound[], mostMs = PAUSE_MS_MAX): TableAction[] {
  let now = 0
  let before = 0
  return rounds
    .flatMap(({ actions }) => actions)
    .map((action) => {
      now += Math.min(action.atMs - before, mostMs)
      before = action.atMs
      return { ...action, atMs: now }
    })
}

export interface Table extends SimulatedTable {
  readonly folder: string
  readonly config: string
  readonly journal: string
}

export interface TableOptions extends Partial<Pick<ConfigText, 'table' | 'overrides' | 'lagMs'>> {
  readonly brokerUrl: string
  readonly devicesOptions?: Partial<SimulatedTableOptions>
  /** What the configuration says of the devices; default: as they are. */
  readonly devices?: (are: readonly DeviceConfig[]) => readonly DeviceConfig[]
}

/**
 * Devices, and a configuration that names them. `host`: starts what is to hear them before they are there; a process started later
 * would inherit their end of the line, which then never hangs up.
 */
export async function startTable(
  t: TestContext,
  options: TableOptions,
  host: (config: string) => Promise<unknown> = async () => {},
): Promise<Table> {
  const folder = temporaryFolder()
  const { table, overrides } = { ...FREE_BET, ...options }
  const start = () =>
    startSimulatedDevices({
      dir: join(folder, 'run'),
      roles: ['shoe', 'spots'],
      spots: spotIds(table.boxes, table.spots),
      ...options.devicesOptions,
    })
  const known = await start()
  await known.close()
  const { brokerUrl, lagMs = LAG_MS } = options
  const devices = options.devices?.(known.configs) ?? known.configs
  const config = writeConfig(folder, { table, overrides, devices, brokerUrl, lagMs })
  await host(config)
  const simulated = await start()
  t.after(() => simulated.close())
  return { ...simulated, folder, config, journal: join(folder, 'journal') }
}

export type ConfigText = Omit<TableText, 'name' | 'speed'> & { readonly lagMs?: number }

export function writeConfig(folder: string, text: ConfigText, file = 'table.yaml'): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, file)
  const yaml = tableYaml({ name: 'bj07', speed: SPEED, ...text }).replace(/LagMs: \d+/g, `LagMs: ${text.lagMs ?? LAG_MS}`)
  writeFileSync(path, `${yaml}\n`)
  return path
}

/** Devices' clocks that show the same time: they stand still until `start`. */
export function commonClock(): Timing & { start(): void } {
  let origin: number | null = null
  return { ...realTiming, nowMs: () => (origin === null ? 0 : performance.now() - origin), start: () => (origin = performance.now()) }
}

/** Every line the devices send from now on, as a recorder on the wire would note it; the array grows. */
export function captureOf({ devices, configs }: SimulatedTable): readonly string[] {
  const lines: string[] = []
  for (const { name, role } of configs) {
    devices[role]?.notes$.subscribe(({ what, text }) => {
      if (what === 'sent') lines.push(`${JSON.stringify({ t: Date.now(), device: name, line: text })}\n`)
    })
  }
  return lines
}

/** The lines of a journal as a capture of devices whose clocks are the host's. */
export function captureOfJournal(records: readonly JournalRecord[]): readonly string[] {
  return records.flatMap((record) => {
    if (record.kind !== 'line') return []
    const [verb, seq, t, ...rest] = record.line.split(' ')
    const line = [verb, seq, Number(t) + (record.offset ?? 0), ...rest].join(' ')
    return [`${JSON.stringify({ t: record.t, device: record.device, line })}\n`]
  })
}

export const jsonLines = (text: string): Said[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Said)

/** A broker on a free port, closed after the test. */
export async function startBroker(t: TestContext, port = 0): Promise<EmbeddedBroker> {
  const broker = await startOpenBroker({ port })
  t.after(() => broker.close())
  return broker
}

export async function startSubscriber(t: TestContext, url: string, table = 'bj07'): Promise<Subscriber> {
  const subscriber = await subscribe(url, table)
  t.after(() => subscriber.close())
  return subscriber
}

/** A daemon that has heard of each of these devices; killed after the test where it still runs. */
export async function startReady(t: TestContext, config: string, subscriber: Subscriber, ...devices: readonly string[]): Promise<Daemon> {
  return ready(t, () => startDaemon(config), subscriber, devices)
}

/** The same of one that is started in another way. */
export async function ready(
  t: TestContext,
  start: () => Promise<Daemon>,
  subscriber: Subscriber,
  devices: readonly string[],
): Promise<Daemon> {
  const from = subscriber.frames.length
  const daemon = await start()
  t.after(() => daemon.end('SIGKILL'))
  await subscriber.hears('the birth', ({ said, retained }) => !retained && said?.type === 'status' && said.data.state === 'ready', from)
  for (const device of devices) await subscriber.hears(`${device} up`, (frame) => !frame.retained && isLink(device, true)(frame), from)
  return daemon
}

/** `state/device/{device}` says that its link is up, or down. */
export const isLink =
  (device: string, up: boolean) =>
  ({ topic, said }: Frame): boolean =>
    topic === `state/device/${device}` && said?.data.up === up

/** What is on the disk, whole records only. */
export function readJournal(folder: string): JournalRecord[] {
  return readFileSync(join(folder, '000001.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as JournalRecord)
}

/** How far a busy machine may have the clocks of two devices apart before anything is played. */
const CLOCKS_MS_MAX = 20

/**
 * Nothing of one device is said before the daemon has all of the other: the order is the play's, however late a busy machine gets to it.
 */
export async function* heardInOrder(actions: readonly TableAction[], { devices }: SimulatedTable): AsyncGenerator<TableAction> {
  let before: TableAction['device'] | null = null
  for (const action of actions) {
    if (before !== null && before !== action.device) await allHeard(devices[before])
    before = action.device
    yield action
  }
  if (before !== null) await allHeard(devices[before])
}

/** Resolves when the daemon has acknowledged all it has. */
export async function allHeard(device: SimulatedDevice | undefined): Promise<void> {
  while (device !== undefined && device.model.memory.ring.length > 0) {
    await firstValueFrom(device.notes$.pipe(filter(({ what, text }) => what === 'heard' && text.startsWith('ACK'))))
  }
}

/** Where only clocks say what came first, or when it was heard: two devices have it clearly apart, `leastMs` of table time. */
export function clearlyApart(actions: readonly TableAction[], leastMs: number): readonly TableAction[] {
  let laterMs = 0
  return actions.map((action, at) => {
    const before = actions[at - 1] ?? action
    const pauseMs = action.atMs - before.atMs
    if (before.device !== action.device) laterMs += Math.max(0, leastMs - pauseMs)
    return { ...action, atMs: action.atMs + laterMs }
  })
}

/** Resolves when a daemon heard from frame `from` on, or one after it, knows that the clocks of so many devices show the same. */
export async function clocksAgree(subscriber: Subscriber, from: number, devices = 2): Promise<void> {
  const offsets = new Map<string, number>()
  await subscriber.hears(
    'clocks that agree',
    ({ said, retained }) => {
      // Another daemon knows nothing of what this one knew.
      if (!retained && said?.type === 'status') offsets.clear()
      if (retained || said?.type !== 'state.device' || said.data.clockOffsetMs === null) return false
      offsets.set(said.data.device, said.data.clockOffsetMs)
      const all = [...offsets.values()]
      return all.length === devices && Math.max(...all) - Math.min(...all) <= CLOCKS_MS_MAX
    },
    from,
  )
}

/** The cards that a journal has, in order. */
export const cardsIn = (journal: string): readonly string[] =>
  readJournal(journal).flatMap((record) =>
    record.kind === 'line' && record.line.startsWith('C ') ? [record.line.split(' ')[3] ?? ''] : [],
  )

/** The cards that were played, in order. */
export const cardsOf = (...rounds: readonly PlayedRound[]): readonly string[] =>
  rounds.flatMap(({ actions }) => actions.flatMap(({ scan }) => (scan.kind === 'card' ? [scan.card] : [])))
