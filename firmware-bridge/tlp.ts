/**
 * TLP/1 bodies in both directions, as a pure pair: `decodeBody` refuses by value, and `encodeBody` is its exact inverse for every message
 * it can return. Source: docs/protocol.md, "What the device says" and "What the host says". Times in ms of the sender's clock, money in
 * minor units.
 */
import { BODY_CHARS_MAX, isBody } from './line.ts'
import { isState, STATE_KINDS, STATE_LINES, type StateKind, type StateSaid, stateWords, wordLists } from './states.ts'

export const DEVICE_KINDS = ['shoe', 'spots', 'pointer', 'badge', 'key', 'peek', 'discards', ...STATE_KINDS] as const
export type DeviceKind = (typeof DEVICE_KINDS)[number]

/** Boxes a spot name or a pointer may name, 1..12. */
export const BOX_MAX = 12
/** Hands of one box the pointer may name, 1..9. */
export const HAND_MAX = 9

type TlpRank = 'A' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'T' | 'J' | 'Q' | 'K'
type TlpSuit = 'S' | 'H' | 'D' | 'C'
export type TlpCard = `${TlpRank}${TlpSuit}` | '??'
export type TlpSpot = `${number}.${'main' | 'main2' | 'main3' | 'ins' | 'p22' | 'pog'}` | 'rack'
export interface TlpChips {
  readonly value: number | 'FB'
  readonly count: number
}
const SHOE_WORDS = ['load', 'open', 'close', 'empty', 'jam', 'clear', 'reverse'] as const
const PLAIN_KEYS = ['void', 'call', 'relief', 'shuffle', 'round-over', 'hand-over'] as const
const PEEK_WORDS = ['done', 'blackjack'] as const
const BOX_KEYS = ['absent', 'present'] as const
const HEARTBEAT_COUNTERS = ['crc', 'long', 'gap', 'over'] as const

/** `t`: the device's clock when the event happened, ms. */
interface Sequenced {
  readonly seq: number
  readonly t: number
}

/** What a sensor saw: numbered, kept in the device's ring until acknowledged. */
export type TlpEvent = Sequenced &
  (
    | { readonly kind: 'card'; readonly card: TlpCard }
    | { readonly kind: 'cut' }
    | { readonly kind: 'shoe'; readonly what: (typeof SHOE_WORDS)[number] }
    | {
        readonly kind: 'spot'
        readonly spot: TlpSpot
        readonly rev: number
        readonly chips: readonly TlpChips[]
        readonly amount: number
        /** Of the chips, in their order; of the first ones, where a line has no room for all. Left out: the device does not tell them. */
        readonly ids?: readonly string[]
      }
    | { readonly kind: 'pointer'; readonly place: { readonly box: number; readonly hand: number } | 'dealer' | 'none' }
    /** `dealer`: his id, `d-17`. */
    | { readonly kind: 'badge'; readonly dealer: string }
    /** The dealer has looked at his hole card. */
    | { readonly kind: 'peek'; readonly outcome: (typeof PEEK_WORDS)[number] }
    /** A card was laid with the discards; null: between two hands. */
    | { readonly kind: 'discard'; readonly card: TlpCard | null }
    | StateSaid
    | { readonly kind: 'key'; readonly key: (typeof PLAIN_KEYS)[number] }
    | { readonly kind: 'key'; readonly key: (typeof BOX_KEYS)[number]; readonly box: number }
  )

export interface TlpIdentity {
  readonly kind: 'hi'
  readonly dev: DeviceKind
  readonly serial: string
  readonly firmware: string
  readonly boot: number
  /** Events still in the ring, `lo`..`hi`; `lo` = `hi` + 1 when it is empty. */
  readonly lo: number
  readonly hi: number
  readonly cap: number
  readonly t: number
  /** It tells the ids of chips. */
  readonly ids?: true
}

export interface TlpHeartbeat {
  readonly kind: 'heartbeat'
  readonly t: number
  /** Newest seq, 0 before the first. */
  readonly hi: number
  /** Last acknowledgement the device saw. */
  readonly ack: number
  readonly errors: { readonly [counter in (typeof HEARTBEAT_COUNTERS)[number]]: number }
}

/** Both directions: `t` is the sender's clock (the host's is Unix ms). */
interface TlpTime {
  readonly kind: 'time'
  readonly n: number
  readonly t: number
}

export type TlpDeviceMessage =
  | TlpEvent
  | TlpIdentity
  | TlpHeartbeat
  | TlpTime
  | { readonly kind: 'refusal'; readonly reason: string; readonly args: readonly string[] }
  /** Answer to a challenge: `mac` as in `proof.ts`. */
  | { readonly kind: 'proof'; readonly nonce: string; readonly mac: string }

export type TlpHostMessage =
  | TlpTime
  | { readonly kind: 'identify' }
  | { readonly kind: 'ack'; readonly seq: number }
  | { readonly kind: 'resend'; readonly from: number; readonly to: number }
  | { readonly kind: 'snapshot' }
  | { readonly kind: 'challenge'; readonly nonce: string }
  | { readonly kind: 'configure'; readonly key: string; readonly value: string }

export type TlpMessage = TlpDeviceMessage | TlpHostMessage

export interface UnknownVerb {
  readonly kind: 'unknown-verb'
  readonly verb: string
}
export interface Malformed {
  readonly kind: 'malformed'
  readonly verb: string
  readonly reason: string
}

const INTEGER = /^(?:0|[1-9]\d{0,15})$/
const CARD = /^(?:[A23456789TJQK][SHDC]|\?\?)$/
const SPOT = /^(?:(?:[1-9]|1[0-2])\.(?:main|main2|main3|ins|p22|pog)|rack)$/
const HAND_PLACE = /^([1-9]|1[0-2])\.([1-9])$/
const CHIPS = /^(FB|\d{1,16})x(\d{1,16})$/
/** As in the command that names a dealer. */
export const DEALER_ID = /^[\w.-]{1,64}$/
const SERIAL = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/
const FIRMWARE = /^[A-Za-z0-9._+-]{1,32}$/
const CHIP_ID = /^[0-9A-Z]{3,64}$/
const NONCE = /^[0-9A-F]{32}$/
const MAC = /^[0-9A-F]{64}$/
const WORD = /^[A-Za-z0-9._-]{1,32}$/

/** The last millisecond a date can name: a device whose clock exceeds it has no working clock. */
const TIME_MS_MAX = 8.64e15

/** Thrown and caught inside this file: a field does not have the required form. */
class FieldError extends Error {}

function refuse(reason: string): never {
  throw new FieldError(reason)
}

function integer(text: string | undefined, name: string, min = 0, max = Number.MAX_SAFE_INTEGER): number {
  const value = text !== undefined && INTEGER.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : refuse(`${name} is not an integer from ${min} to ${max}`)
}

function oneOf<Word extends string>(words: readonly Word[], text: string | undefined, name: string): Word {
  return words.find((word) => word === text) ?? refuse(`${name} is not one of ${words.join(' ')}`)
}

function match(pattern: RegExp, text: string | undefined, name: string): string {
  return text !== undefined && pattern.test(text) ? text : refuse(`${name} has the wrong format`)
}

/** `key=value` fields in any order. Ignores unknown keys, which newer firmware may send; refuses a repeated key. */
function settings(fields: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const field of fields) {
    const equals = field.indexOf('=')
    const key = field.slice(0, equals)
    if (equals < 1 || found.has(key)) refuse('a field is not key=value, or a key appears twice')
    found.set(key, field.slice(equals + 1))
  }
  return found
}

function decodeChips(text: string): TlpChips[] {
  if (text === '-') return []
  return text.split(',').map((stack) => {
    const [, value, count] = CHIPS.exec(stack) ?? refuse('a stack of chips is not <value>x<count>')
    return { value: value === 'FB' ? ('FB' as const) : integer(value, 'chip value', 1), count: integer(count, 'chip count', 1) }
  })
}

/** Sum of the values; lammers are worth 0. NaN if it exceeds the safe integers. */
export function chipsAmount(chips: readonly TlpChips[]): number {
  const sum = chips.reduce((total, { value, count }) => total + (value === 'FB' ? 0 : value * count), 0)
  return Number.isSafeInteger(sum) ? sum : Number.NaN
}

/** `ids=E00401,E00402`: no more than there are chips, and none twice. */
function decodeIds(field: string | undefined, chips: readonly TlpChips[]): { readonly ids?: readonly string[] } {
  if (field === undefined) return {}
  const ids = field.startsWith('ids=') ? field.slice('ids='.length).split(',') : refuse('the last field is not ids=')
  for (const id of ids) match(CHIP_ID, id, 'chip id')
  return ids.length > chips.reduce((sum, { count }) => sum + count, 0) ? refuse('there are more ids than chips') : { ids }
}

function decodeSpot(fields: readonly string[], head: Sequenced): TlpEvent {
  const spot = match(SPOT, fields[2], 'spot') as TlpSpot
  const chips = decodeChips(fields[4] ?? '')
  const amount = integer(fields[5], 'amt')
  if (amount !== chipsAmount(chips)) refuse('amt is not the sum of the chips')
  return { kind: 'spot', ...head, spot, rev: integer(fields[3], 'rev'), chips, amount, ...decodeIds(fields[6], chips) }
}

function decodePointer(fields: readonly string[], head: Sequenced): TlpEvent {
  if (fields[2] === 'dealer') return { kind: 'pointer', ...head, place: 'dealer' }
  if (fields[2] === '-') return { kind: 'pointer', ...head, place: 'none' }
  const [, box, hand] = HAND_PLACE.exec(fields[2] ?? '') ?? refuse(`place is not <box>.<hand> (1-${BOX_MAX}, 1-${HAND_MAX}), dealer or -`)
  return { kind: 'pointer', ...head, place: { box: Number(box), hand: Number(hand) } }
}

function decodeKey(fields: readonly string[], head: Sequenced): TlpEvent {
  if (fields.length === 4) {
    return { kind: 'key', ...head, key: oneOf(BOX_KEYS, fields[2], 'key with a box'), box: integer(fields[3], 'box', 1, BOX_MAX) }
  }
  return { kind: 'key', ...head, key: oneOf(PLAIN_KEYS, fields[2], 'key') }
}

function decodeIdentity(fields: readonly string[]): TlpIdentity {
  const said = settings(fields)
  if (said.get('v') !== '1') refuse('the protocol version is not 1')
  const hi = integer(said.get('hi'), 'hi')
  return {
    kind: 'hi',
    dev: oneOf(DEVICE_KINDS, said.get('dev'), 'dev'),
    serial: match(SERIAL, said.get('sn'), 'sn'),
    firmware: match(FIRMWARE, said.get('fw'), 'fw'),
    boot: integer(said.get('boot'), 'boot'),
    lo: integer(said.get('lo'), 'lo', 1, hi + 1),
    hi,
    cap: integer(said.get('cap'), 'cap', 1),
    t: integer(said.get('t'), 't', 0, TIME_MS_MAX),
    ...(said.get('ids') === '1' ? { ids: true } : {}),
  }
}

/** Counters the device leaves out are 0. */
function decodeHeartbeat(fields: readonly string[]): TlpHeartbeat {
  const said = settings(fields.slice(3))
  const [crc, long, gap, over] = HEARTBEAT_COUNTERS.map((name) => integer(said.get(name) ?? '0', name))
  return {
    kind: 'heartbeat',
    t: integer(fields[0], 't', 0, TIME_MS_MAX),
    hi: integer(fields[1], 'hi'),
    ack: integer(fields[2], 'ack'),
    errors: { crc: crc ?? 0, long: long ?? 0, gap: gap ?? 0, over: over ?? 0 },
  }
}

function decodeConfigure(fields: readonly string[]): TlpMessage {
  const [[key, value] = refuse('key=value is missing')] = settings(fields)
  return { kind: 'configure', key: match(WORD, key, 'key'), value }
}

function decodeResend(fields: readonly string[]): TlpMessage {
  const from = integer(fields[0], 'from', 1)
  return { kind: 'resend', from, to: integer(fields[1], 'to', from) }
}

function headOf(fields: readonly string[]): Sequenced {
  return { seq: integer(fields[0], 'seq', 1), t: integer(fields[1], 't', 0, TIME_MS_MAX) }
}

interface VerbRow {
  /** Fields after the verb, [fewest, most]. */
  readonly fields: readonly [number, number]
  readonly decode: (fields: readonly string[]) => TlpMessage
}
const stateRow = (kind: StateKind): VerbRow => {
  const lists = wordLists(kind)
  const words = (f: readonly string[]) => Object.fromEntries(lists.map(([field, known], at) => [field, oneOf(known, f[2 + at], field)]))
  return { fields: [2 + lists.length, 2 + lists.length], decode: (f) => ({ kind, ...headOf(f), ...words(f) }) as TlpEvent }
}
/** `HI`, `HB` and `NK` may carry more fields than this host knows; a line's own length bounds them. */
const MANY = 64
const VERBS: Readonly<Record<string, VerbRow>> = {
  HI: { fields: [9, MANY], decode: decodeIdentity },
  C: { fields: [3, 3], decode: (f) => ({ kind: 'card', ...headOf(f), card: match(CARD, f[2], 'card') as TlpCard }) },
  CUT: { fields: [2, 2], decode: (f) => ({ kind: 'cut', ...headOf(f) }) },
  SH: { fields: [3, 3], decode: (f) => ({ kind: 'shoe', ...headOf(f), what: oneOf(SHOE_WORDS, f[2], 'what') }) },
  S: { fields: [6, 7], decode: (f) => decodeSpot(f, headOf(f)) },
  P: { fields: [3, 3], decode: (f) => decodePointer(f, headOf(f)) },
  B: { fields: [3, 3], decode: (f) => ({ kind: 'badge', ...headOf(f), dealer: match(DEALER_ID, f[2], 'dealer') }) },
  K: { fields: [3, 4], decode: (f) => decodeKey(f, headOf(f)) },
  D: {
    fields: [3, 3],
    decode: (f) => ({ kind: 'discard', ...headOf(f), card: f[2] === '-' ? null : (match(CARD, f[2], 'card') as TlpCard) }),
  },
  ...Object.fromEntries(STATE_KINDS.map((kind) => [STATE_LINES[kind].verb, stateRow(kind)])),
  PK: { fields: [3, 3], decode: (f) => ({ kind: 'peek', ...headOf(f), outcome: oneOf(PEEK_WORDS, f[2], 'outcome') }) },
  HB: { fields: [3, MANY], decode: decodeHeartbeat },
  TS: { fields: [2, 2], decode: (f) => ({ kind: 'time', n: integer(f[0], 'n'), t: integer(f[1], 't', 0, TIME_MS_MAX) }) },
  NK: { fields: [1, MANY], decode: (f) => ({ kind: 'refusal', reason: match(WORD, f[0], 'reason'), args: f.slice(1) }) },
  CR: { fields: [2, 2], decode: (f) => ({ kind: 'proof', nonce: match(NONCE, f[0], 'nonce'), mac: match(MAC, f[1], 'mac') }) },
  CH: { fields: [1, 1], decode: (f) => ({ kind: 'challenge', nonce: match(NONCE, f[0], 'nonce') }) },
  '?ID': { fields: [0, 0], decode: () => ({ kind: 'identify' }) },
  ACK: { fields: [1, 1], decode: (f) => ({ kind: 'ack', seq: integer(f[0], 'n') }) },
  RS: { fields: [2, 2], decode: decodeResend },
  SNAP: { fields: [0, 0], decode: () => ({ kind: 'snapshot' }) },
  CF: { fields: [1, 1], decode: decodeConfigure },
}

/**
 * Never throws. `unknown-verb`: newer firmware, to be counted and ignored; `malformed`: a known verb with wrong fields, or a bad line. No
 * reason quotes the line: it may name a face-down card.
 */
export function decodeBody(body: string): TlpMessage | UnknownVerb | Malformed {
  const [verb = '', ...fields] = body.split(' ')
  const row = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!isBody(body))
    return {
      kind: 'malformed',
      verb: row === undefined ? 'unknown' : verb,
      reason: 'it contains characters that a line may not, or is too long',
    }
  if (row === undefined) return { kind: 'unknown-verb', verb }
  const [fewest, most] = row.fields
  if (fields.length < fewest || fields.length > most)
    return { kind: 'malformed', verb, reason: `it has the wrong number of fields (${fields.length})` }
  try {
    return row.decode(fields)
  } catch (error) {
    if (error instanceof FieldError) return { kind: 'malformed', verb, reason: error.message }
    throw error
  }
}

function encodeChips(chips: readonly TlpChips[]): string {
  return chips.length === 0 ? '-' : chips.map(({ value, count }) => `${value}x${count}`).join(',')
}

/** With as many ids as the line has room for, from the first on. */
function withIds(body: string, [first, ...others]: readonly string[]): string {
  const start = `${body} ids=${first}`
  if (first === undefined || start.length > BODY_CHARS_MAX) return body
  let text = start
  for (const id of others) {
    if (text.length + 1 + id.length > BODY_CHARS_MAX) break
    text += `,${id}`
  }
  return text
}

/** The body of a message. The message's own fields are trusted to be in range. */
export function encodeBody(message: TlpMessage): string {
  if (isState(message)) return [STATE_LINES[message.kind].verb, message.seq, message.t, ...Object.values(stateWords(message))].join(' ')
  switch (message.kind) {
    case 'hi':
      return `HI v=1 dev=${message.dev} sn=${message.serial} fw=${message.firmware} boot=${message.boot} lo=${message.lo} hi=${message.hi} cap=${message.cap} t=${message.t}${message.ids ? ' ids=1' : ''}`
    case 'card':
      return `C ${message.seq} ${message.t} ${message.card}`
    case 'cut':
      return `CUT ${message.seq} ${message.t}`
    case 'shoe':
      return `SH ${message.seq} ${message.t} ${message.what}`
    case 'spot':
      return withIds(
        `S ${message.seq} ${message.t} ${message.spot} ${message.rev} ${encodeChips(message.chips)} ${message.amount}`,
        message.ids ?? [],
      )
    case 'pointer':
      return `P ${message.seq} ${message.t} ${typeof message.place === 'object' ? `${message.place.box}.${message.place.hand}` : message.place === 'none' ? '-' : message.place}`
    case 'badge':
      return `B ${message.seq} ${message.t} ${message.dealer}`
    case 'peek':
      return `PK ${message.seq} ${message.t} ${message.outcome}`
    case 'discard':
      return `D ${message.seq} ${message.t} ${message.card ?? '-'}`
    case 'key':
      return `K ${message.seq} ${message.t} ${message.key}${'box' in message ? ` ${message.box}` : ''}`
    case 'heartbeat':
      return `HB ${message.t} ${message.hi} ${message.ack} ${HEARTBEAT_COUNTERS.map((name) => `${name}=${message.errors[name]}`).join(' ')}`
    case 'time':
      return `TS ${message.n} ${message.t}`
    case 'refusal':
      return ['NK', message.reason, ...message.args].join(' ')
    case 'proof':
      return `CR ${message.nonce} ${message.mac}`
    case 'challenge':
      return `CH ${message.nonce}`
    case 'identify':
      return '?ID'
    case 'ack':
      return `ACK ${message.seq}`
    case 'resend':
      return `RS ${message.from} ${message.to}`
    case 'snapshot':
      return 'SNAP'
    case 'configure':
      return `CF ${message.key}=${message.value}`
  }
}

/** True for messages that carry a sequence number and stay in the device's ring. */
export function isEvent(message: TlpMessage): message is TlpEvent {
  return 'seq' in message && message.kind !== 'ack'
}
