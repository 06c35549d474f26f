/**
 * An evening at a table, as its broker hears it: played rounds of a house through journal, fold, judge and publisher as they are, and what
 * goes wrong on such an evening: an unread card, lines that are lost, a device away, a stranger, keys and commands.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Subject } from 'rxjs'
import { DRIVERS } from '../../../devices/registry.ts'
import { roleRow } from '../../../devices/roles.ts'
import { STATE_KINDS, type StateKind } from '../../../devices/scan.ts'
import { usualSpots } from '../../../simulators/device/options.ts'
import { serialOf } from '../../../simulators/device/start.ts'
import { captureLines } from '../../../simulators/table/capture.ts'
import { FEATURES } from '../../../simulators/table/types.ts'
import { parseConfig } from '../../../src/base/config/parse.ts'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import type { ReplaySource } from '../../../src/daemon/broker/replays.ts'
import { commanding } from '../../../src/daemon/pipeline/commanding.ts'
import { replayOf } from '../../../src/daemon/pipeline/read-back.ts'
import type { HouseId } from '../../../src/rules/house/house.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import type { RawCommand } from '../../../src/wire/commands.ts'
import type { Envelope, Message } from '../../../src/wire/envelope.ts'
import { roomWords } from '../../../src/wire/host-alarms.ts'
import type { JournalRecord, RecordBody } from '../../../src/wire/record.ts'
import { type Daemon, startDaemon } from '../../daemon/pipeline/daemon.ts'
import { recordsOf } from '../../daemon/pipeline/records.ts'
import { playedRounds } from '../../engine/table-play.ts'

const BASE_MS = Date.UTC(2026, 0, 1, 20)
const BOXES = 5
type Role = 'shoe' | 'spots' | 'pointer' | 'peek' | 'discards' | StateKind
const ROLES_THERE: readonly Role[] = ['shoe', 'spots', 'pointer', 'peek', 'discards', ...STATE_KINDS]
/** One for each of them. */
const each = <T>(of: (role: Role) => T) => Object.fromEntries(ROLES_THERE.map((role) => [role, of(role)])) as { [role in Role]: T }
const NAMES = each((role) => roleRow(role).name)
const SERIALS = each(serialOf)
export const BASE = 'casino/v1/demo/p1/bj07'
export const REPLY_TO = 'casino/v1/demo/reply/ann/tab1'

export const configOf = (house: HouseId): TableConfig => {
  const text = `property: demo
pit: p1
table: bj07
house: ${house}
limits: { min: 1000, max: 50000, unit: 500 }
chips: [100, 500, 2500, 10000]
boxes: ${BOXES}
spots: [${usualSpots(house).join(', ')}]
journal: journal
devices:
${ROLES_THERE.map((role) => `  - { name: ${NAMES[role]}, driver: tlp, role: ${role}, path: /dev/${role}, serial: ${SERIALS[role]} }`).join(
  '\n',
)}
`
  const read = parseConfig(text, { dir: '/', fileFault: () => null, folderFault: () => null, drivers: DRIVERS, purpose: 'replay' })
  const [config] = read.ok ? read.tables : []
  if (config === undefined) throw new Error(JSON.stringify(read))
  return config
}

export type Heard = Pick<Message, 'topic' | 'payload'>

export interface Evening {
  /** All that was published, commands and replies among it. */
  readonly messages: readonly Heard[]
}

export interface EveningOptions {
  readonly house: HouseId
  readonly rounds: number
  readonly seed: number
}

/** The same options, the same words. */
export async function playEvening({ house, rounds, seed }: EveningOptions): Promise<Evening> {
  const config = configOf(house)
  const folder = mkdtempSync(join(tmpdir(), 'evening-'))
  try {
    const daemon = await startDaemon({ folder: join(folder, 'journal'), config })
    const spots = usualSpots(house)
    const played = playedRounds(rounds, seed, HOUSES[house].rules, {
      boxes: BOXES,
      spots,
      features: FEATURES,
      peek: true,
      discards: true,
      states: STATE_KINDS,
    })
    const sequences = each(() => 0)
    const records = recordsOf(captureLines(played, { baseMs: BASE_MS, deviceNames: NAMES, sequences }), config)
    for (const record of records) daemon.hear(record)
    await daemon.quiet()
    const desk = deskAt(daemon, sequences, (records.at(-1)?.t ?? BASE_MS) + 60_000)
    for (const word of BAD_EVENING) {
      if (typeof word === 'string') desk.tell(word)
      else await desk.order(...word)
    }
    await daemon.quiet()
    daemon.pace()
    await daemon.journal.close()
    return { messages: desk.messages() }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Order = readonly [command: string, args: { readonly [argument: string]: unknown }]

/** Device and body without sequence and time, or what its link reports; a command of ann's. */
const BAD_EVENING: readonly (string | Order)[] = [
  'up shoe',
  'identity shoe',
  ...[1, 2, 3, 4, 5].map((box) => `spots S ${box}.main 90 - 0`),
  'shoe SH load',
  'shoe SH open',
  'spots K relief',
  'spots K absent 4',
  'spots K present 4',
  // Below the minimum; a card that nobody can read.
  'spots S 1.main 91 500x1 500',
  'spots S 2.main 91 500x4 2000',
  ...['TS', '7S', 'TH', '??', '9C'].map((card) => `shoe C ${card}`),
  ['card-name', { card: '5D', seq: -1 }],
  ['card-move', { seq: -1, box: 2, hand: 1 }],
  ['dealer', { id: 'd-17' }],
  ['absent', { box: 4 }],
  ['present', { box: 4 }],
  ['hand-dead', { box: 1, hand: 1 }],
  ['ruling-undo', { ruling: '1-1/2', note: 'another box' }],
  ['bet-note', { box: 3, kind: 'cash', amount: 2000 }],
  ['limits', { min: 1000, max: 100_000, unit: 500, keep: [2] }],
  ['shuffler', { mode: 'shoe' }],
  ['device-confirm', { device: 'shoe' }],
  ['card-burn', { seq: -1 }],
  ['alarm-ack', { alarm: 'bet-under-min-1', rev: 1, note: 'spoke to him' }],
  ['alarm-shelve', { alarm: 'bet-under-min-1', rev: 2, minutes: 5 }],
  ['alarm-close', { alarm: 'bet-under-min-1', rev: 3 }],
  ['alarm-ack', { alarm: 'bet-under-min-1', rev: 9 }],
  ['snapshot', {}],
  ['replay', { fromSeq: 1, toSeq: 3 }],
  ['round-void', {}],
  'spots S 1.main 92 - 0',
  'spots S 2.main 92 - 0',
  'pause 5',
  // A winner whose payment is told later than the spots may be, when two cards of the next deal are out.
  'spots S 1.main 93 500x4 2000',
  ...['TH', '8D', '5C'].map((card) => `shoe C ${card}`),
  'pointer P 1.1',
  'shoe C 6S',
  'pointer P dealer',
  'shoe C 9S',
  'pointer P -',
  ...['4H', '9C'].map((card) => `shoe C ${card}`),
  'spots S 1.main 94 500x8 4000',
  ...['9S', '8C'].map((card) => `shoe C ${card}`),
  'spots S 1.main 95 - 0',
  'pause 5',
  // A spot board that tells of a card, lines that are lost, a device that is another, and one that goes.
  'spots C TS',
  'missing shoe',
  'incident shoe',
  'shoe CUT',
  'down shoe',
  'ailing host',
  'pause 5',
  'well host',
]

/** Tells words and orders one after the other, a second apart, and hears what the broker would. */
function deskAt(daemon: Daemon, sequences: { [role in Role]: number }, fromMs: number) {
  let at = fromMs
  let orders = 0
  const commands$ = new Subject<RawCommand>()
  const published: Heard[] = []
  const hear = (body: RecordBody): void => daemon.hear({ n: 0, t: at, ...body } as JournalRecord)
  const { context, journal } = daemon
  let replayed: Promise<void> = Promise.resolve()
  const send = async (source: ReplaySource) => {
    for (let page = await source(); page.length > 0; page = await source()) published.push(...page)
  }
  const orderly = commanding({
    name: context.name,
    link: {
      commands$,
      publish: (messages) => published.push(...messages),
      republish: () => undefined,
      replays: {
        refusal: () => null,
        begin: (_, source) => {
          replayed = send(source)
        },
      },
    },
    wallMs: () => at,
    isClaimed: false,
    isFull: () => false,
    replay: { span: journal.span, source: replayOf(journal, context.name, 'q3kf9abc'), mayAsk: () => true },
    known: [],
  })
  orderly.bodies$.subscribe(hear)

  const record = (what: string, role: Role): RecordBody => {
    const device = NAMES[role]
    const serial = SERIALS[role]
    switch (what) {
      case 'up':
      case 'down':
        return { kind: 'link', device, up: what === 'up', reason: what === 'up' ? `${serial} answers` : 'no valid line for 3 s' }
      case 'identity':
        return { kind: 'identity', device, serial, boot: 57, firmware: '2.3.1', continued: true }
      case 'ailing':
        return { kind: 'host', alarm: 'journal-room', words: roomWords(80) }
      case 'well':
        return { kind: 'host', alarm: 'journal-room', words: null }
      case 'incident':
        return { kind: 'incident', device, code: 'wrong-role', text: `${serial} says it is a pointer, configured as ${role}` }
      default: {
        sequences[role] += 2
        return { kind: 'missing', device, serial, boot: 1, from: sequences[role] - 1, to: sequences[role] }
      }
    }
  }
  const line = (role: Role, [verb, ...fields]: readonly string[]): RecordBody => {
    const seq = ++sequences[role]
    const text = [verb, seq, at, ...fields].join(' ')
    return { kind: 'line', device: NAMES[role], serial: SERIALS[role], boot: 1, seq, offset: null, line: text }
  }
  return {
    tell(words: string): void {
      at += 1000
      const [first = '', ...rest] = words.split(' ')
      if (first === 'pause') at += Number(rest[0]) * 1000
      if (first === 'pause') hear({ kind: 'tick' })
      else hear(first in SERIALS ? line(first as Role, rest) : record(first, rest[0] as Role))
    },
    /** Resolves when the answer is out. `seq` of a card counts back from the shoe's newest. */
    async order(command: string, { seq, ...args }: Order[1]): Promise<void> {
      await daemon.quiet()
      at += 1000
      const correlation = `c${++orders}`
      const named = typeof seq === 'number' ? { ...args, seq: sequences.shoe + seq } : args
      const payload = JSON.stringify({ correlation, replyTo: REPLY_TO, expires: at + 10_000, ...named })
      const topic = `${BASE}/cmd/ann/${command}`
      published.push({ topic, payload })
      const before = daemon.sent.length
      commands$.next({ topic, payload: Buffer.from(payload), retain: false })
      await daemon.quiet()
      await replayed
      const answered = daemon.sent.slice(before).filter(({ type }) => type === 'command.answered')
      orderly.written({
        encoded: answered.map((message) => ({ ok: true, message, envelope: JSON.parse(message.payload) as Envelope })),
      })
    },
    messages: (): readonly Heard[] => [...daemon.sent, ...published],
  }
}
