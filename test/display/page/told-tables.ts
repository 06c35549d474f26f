/**
 * Tables as their daemons publish them, but without devices: played rounds go through the daemon's own stations and publisher and become
 * messages.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usualSpots } from '../../../simulators/device/options.ts'
import { captureLines } from '../../../simulators/table/capture.ts'
import { playErring } from '../../../simulators/table/errors/erring.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import { playTable } from '../../../simulators/table/table.ts'
import type { PlayedRound } from '../../../simulators/table/types.ts'
import { tableYaml } from '../../../simulators/table-yaml.ts'
import { loadConfig } from '../../../src/base/config/load.ts'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import { captureReader } from '../../../src/daemon/pipeline/capture.ts'
import { createPublisher } from '../../../src/daemon/pipeline/publisher.ts'
import { coreContext, initialCore, stepCore } from '../../../src/daemon/stations/core.ts'
import type { FindingData } from '../../../src/procedure/finding.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import { type HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import { type Encoded, encodeEvent, encodeState, type Message, type StatePlace } from '../../../src/wire/envelope.ts'
import type { AlarmData, StateData } from '../../../src/wire/payloads.ts'
import { CAPTURE_STREAM } from '../../../src/wire/stream.ts'

const LIMITS = { min: 1000, max: 50000, unit: 500, boxMax: null, sideMin: null, sideMax: null, sideUnit: null }
const CHIPS = [100, 500, 2500, 10000]
export const ROLES = ['shoe', 'spots'] as const
const SERIALS = { shoe: 'SH-00412', spots: 'SP-00007' }

export interface ToldOptions {
  readonly pit: string
  readonly table: string
  readonly house: (typeof HOUSE_IDS)[number]
  readonly boxes: number
  readonly seed: number
  readonly rounds: number
  /** When it publishes all this, Unix ms. */
  readonly atMs: number
  /** Codes of errors. In each round one of them is made, if it can be. @default none */
  readonly errors?: readonly FindingCode[]
}

export interface ToldTable {
  readonly atMs: number
  readonly house: string
  readonly name: { readonly property: string; readonly pit: string; readonly table: string }
  /** What it publishes before the first device line. */
  readonly birth: readonly Message[]
  /** What it publishes after each line, by round. */
  readonly rounds: readonly (readonly (readonly Message[])[])[]
}

/** The same options give the same messages. */
export function toldTable(options: ToldOptions): ToldTable {
  const { pit, table, house, boxes, seed, atMs, errors = [] } = options
  const config = configOf(options)
  const spots = usualSpots(house)
  const random = seededRandom(seed)
  const people = { limits: LIMITS, chips: CHIPS, boxes, spots, rules: HOUSES[house].rules, pointer: false, occupied: 0.75, random }
  const play = errors.length === 0 ? playTable(people) : playErring(people, { codes: errors, share: 1 })
  const rounds = Array.from({ length: options.rounds }, () => play.next().value as PlayedRound)
  const endMs = rounds.at(-1)?.actions.at(-1)?.atMs ?? 0
  const context = coreContext(config)
  const sent: Message[] = []
  const taken = (): Message[] => sent.splice(0)
  let state = initialCore()
  const publisher = createPublisher({
    config,
    context,
    software: 'blackjack-table-controller 0.1.0',
    boot: 1,
    stream: STREAM,
    journal: { durable: async () => undefined, append: () => null },
    link: { publish: (messages) => sent.push(...messages) },
    clock: { wallMs: () => atMs, tableMs: () => atMs },
    refuse: ({ reason }) => process.stderr.write(`${reason}\n`),
    recovered: { state, boots: 0, resume: new Map(), unwritten: [], unsure: [], gone: [] },
    later: () => undefined,
  } as Parameters<typeof createPublisher>[0])
  publisher.begin()
  const birth = taken()
  const reader = captureReader(config.devices)
  const sequences = { shoe: 0, spots: 0, pointer: 0 }
  let number = 0
  const told = rounds.map((round) =>
    captureLines([round], { baseMs: atMs - endMs, deviceNames: { shoe: 'shoe', spots: 'spots', pointer: 'puck' }, sequences }).map(
      (line) => {
        const records = reader.line({ ...line, number: ++number })
        if (typeof records === 'string') throw new Error(records)
        for (const record of records) {
          const [next, written] = stepCore(state, record, context)
          state = next
          publisher.written(written)
          publisher.flush()
        }
        return taken()
      },
    ),
  )
  return { atMs, house, name: { property: 'demo', pit, table }, birth, rounds: told }
}

function configOf({ pit, table, house, boxes }: ToldOptions): TableConfig {
  const folder = mkdtempSync(join(tmpdir(), 'told-'))
  try {
    const devices = ROLES.map((role) => ({ name: role, driver: 'tlp', role, path: `/dev/${table}-${role}`, serial: SERIALS[role] }))
    const text = {
      table: { house, limits: LIMITS, chips: CHIPS, boxes, spots: usualSpots(house) },
      overrides: {},
      name: table,
      speed: 1,
      devices,
    }
    const file = join(folder, 'table.yaml')
    writeFileSync(file, `${tableYaml({ ...text, brokerUrl: 'mqtt://127.0.0.1:9' }).replace('pit: p1', `pit: ${pit}`)}\n`)
    const read = loadConfig(file)
    const [config] = read.ok ? read.tables : []
    if (config === undefined) throw new Error(JSON.stringify(read))
    return config
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

let states = 0
/** The stream of a replay without a journal. */
const STREAM = CAPTURE_STREAM

/** The state of a table as its daemon would publish it now. */
export function stateMessage<P extends StatePlace>(
  name: ToldTable['name'],
  place: P,
  data: Parameters<typeof encodeState<P>>[3],
  atMs = Date.now(),
): Message {
  const encoded: Encoded = encodeState(name, place, { stream: STREAM, boot: 1, sequence: 0, counter: ++states, at: atMs }, data)
  if (!encoded.ok) throw new Error(encoded.refusal.reason)
  return encoded.message
}

export const readyMessage = (name: ToldTable['name'], atMs = Date.now()): Message =>
  stateMessage(name, { topic: 'status' }, { state: 'ready', boot: 1, conn: 1, since: new Date(atMs).toISOString() }, atMs)

export const alarmMessage = (name: ToldTable['name'], data: AlarmData, atMs = Date.now()): Message =>
  stateMessage(name, { topic: 'alarm/{id}', name: data.alarm }, data, atMs)

export const deviceMessage = (name: ToldTable['name'], data: StateData['state.device'], atMs = Date.now()): Message =>
  stateMessage(name, { topic: 'state/device/{name}', name: data.device }, data, atMs)

/** One of a table's devices, in working order; last received at `atMs`. */
export const workingDevice = (device: (typeof ROLES)[number], atMs: number, errors = {}): StateData['state.device'] => ({
  device,
  up: true,
  reason: null,
  serial: SERIALS[device],
  boot: 3,
  firmware: '2.3.1',
  lastHeartbeat: new Date(atMs).toISOString(),
  errors,
  ringFill: 0,
  ringSize: 512,
  clockOffsetMs: 1_763_000_000_000,
})

/** The findings of each table in the pit have their own ids. */
export function findingMessage(name: ToldTable['name'], data: FindingData): Message {
  const event = { type: 'finding.raised', at: Date.now(), round: data.round, cause: data.evidence.join(' '), data } as const
  const encoded = encodeEvent(name, { stream: STREAM, sequence: 1_000_000 + ++states }, event)
  if (!encoded.ok) throw new Error(encoded.refusal.reason)
  return encoded.message
}
