/** The messages a display shows: topic and payload -> what they say, or why they are rejected. Pure. */
import { AREAS, STATE_KINDS, type StateEvents, stateType, wordLists } from '../../../devices/scan.ts'
import { END_REASONS, type RoundResult, type SpotResult } from '../../engine/event.ts'
import { type BoxView, type HandView, ROUND_PHASES, type RoundView, type TableView } from '../../engine/view.ts'
import { SEVERITIES } from '../../procedure/finding.ts'
import { ACTIONS, OUTCOMES } from '../../rules/game/outcome.ts'
import type { ToldResult } from '../../wire/account/message.ts'
import { HOST_ALARMS } from '../../wire/host-alarms.ts'
import {
  ALARM_STATES,
  type AlarmData,
  type DeviceStateData,
  type Heard,
  type MessageData,
  type PaceData,
  type SaidData,
  type StatusData,
} from '../../wire/payloads.ts'
import type { Keyed } from '../../wire/stream.ts'
import { isId, type TableName } from '../../wire/topics.ts'
import {
  area,
  count,
  type Decoder,
  exponent,
  group,
  list,
  Malformed,
  named,
  number,
  orAbsent,
  orNull,
  perKey,
  scannedCard,
  seenCard,
  text,
  time,
  word,
  yesNo,
} from './decode.ts'
import { alarmFacts, alarmGroup, faultFacts, finding, grounds, reason, refusalRead } from './finding-messages.ts'

const BOXES_MAX = 16
const HANDS_MAX = 8
const CARDS_MAX = 32
/** The longest round of seven boxes has some ninety. */
const ROUND_CARDS_MAX = 256
/** Far above the 64 KiB of a table's message; anything longer is not from a table. */
const PAYLOAD_LENGTH_MAX = 128 * 1024

const handView = group<HandView>({
  hand: count,
  cards: list(seenCard, CARDS_MAX),
  total: orNull(count),
  soft: yesNo,
  actions: list(word(ACTIONS), CARDS_MAX),
  outcome: orNull(word(OUTCOMES)),
  certain: yesNo,
  alternatives: list(list(seenCard, CARDS_MAX), 16),
})
const boxView = group<BoxView>({
  box: count,
  spots: perKey(AREAS, group({ amount: count, lammers: count })),
  hands: list(handView, HANDS_MAX),
})
const place: Decoder<{ readonly box: number; readonly hand: number }> = group({ box: count, hand: count })
const activePlace: Decoder<RoundView['active']['at']> = (value) => (value === null || value === 'dealer' ? value : place(value))
/** Tables from before there were streams send no key, so `round` stands in for it. */
const keyed =
  <T extends { readonly round: string | null }>(inner: Decoder<T>): Decoder<Keyed<T>> =>
  (value) => {
    const read = inner(value)
    const { roundKey } = key(value)
    return { ...read, roundKey: roundKey ?? read.round } as Keyed<T>
  }
const key = group({ roundKey: orAbsent(text) })

/** Nobody gives more in one round. */
const RULINGS_MAX = 64
const givenRuling = group<NonNullable<RoundView['rulings']>[number]>({
  ruling: text,
  command: word(['card-burn', 'card-move', 'bet-note', 'hand-dead']),
  box: orNull(count),
  hand: orNull(count),
})
const roundView = group<RoundView>({
  round: text,
  rev: count,
  asOf: time,
  phase: word(ROUND_PHASES),
  shoe: count,
  dealerId: orAbsent(text),
  complete: yesNo,
  readings: count,
  // Older tables do not send them.
  cards: (value) => (value === undefined ? [] : list(seenCard, ROUND_CARDS_MAX)(value)),
  dealer: group({ cards: list(seenCard, CARDS_MAX), total: orNull(count), certain: yesNo }),
  boxes: list(boxView, BOXES_MAX),
  active: group({ at: activePlace, certain: yesNo }),
  rulings: (value) => (value === undefined ? [] : list(givenRuling, RULINGS_MAX)(value)),
})
const tableView = group<TableView>({
  open: yesNo,
  shoe: count,
  dealerId: orAbsent(text),
  cardsOut: count,
  cutCardSeen: yesNo,
  occupied: list(count, BOXES_MAX),
  openAlarms: count,
})
const paceData = group<PaceData>({
  roundsPerHour: orNull(number),
  handsPerHour: orNull(number),
  cardsPerHour: orNull(number),
  lastRoundAgeSeconds: orNull(number),
})

/** As on the wire, but with the counters as a map, because each device chooses their names. */
export type Device = Omit<DeviceStateData, 'errors'> & { readonly errors: ReadonlyMap<string, number> }
const deviceState = group<Device>({
  device: text,
  up: yesNo,
  reason: orNull(text),
  serial: text,
  boot: orNull(count),
  firmware: orNull(text),
  lastHeartbeat: orNull(time),
  errors: named(count, 64),
  ringFill: orNull(count),
  ringSize: orNull(count),
  clockOffsetMs: orNull(number),
})

const alarmData = group<Heard<AlarmData>>({
  alarm: text,
  state: word(ALARM_STATES),
  rev: count,
  code: text,
  severity: word(SEVERITIES),
  since: time,
  round: orNull(text),
  box: orNull(count),
  text,
  remedy: orNull(text),
  facts: alarmFacts,
  grounds: orAbsent(group<Heard<NonNullable<AlarmData['grounds']>>>(grounds)),
  group: orAbsent(alarmGroup),
  user: orNull(text),
  unverified: (value) => value === true,
  note: orNull(text),
  until: orNull(time),
})

const STATUS = { ready: group({ boot: count, conn: count, since: time }), lost: group({ boot: count, conn: count }), stopped: group({}) }
const statusData: Decoder<StatusData> = (value) => {
  const { state } = group({ state: word(['ready', 'lost', 'stopped']) })(value)
  return { state, ...STATUS[state](value) } as StatusData
}

/** What a display shows of the house. */
export interface House {
  readonly software: string
  readonly house: string
  readonly boxes: number
  /** ISO 4217, and its decimals. */
  readonly currency: string
  readonly exponent: number
  readonly limits: { readonly min: number; readonly max: number; readonly unit: number }
  /** `[3, 2]`; null if the rule has another form. */
  readonly blackjackPay: readonly number[] | null
  readonly dealerSoft17: string | null
  /** Passes of the initial deal, such as `dealer:up`. */
  readonly dealOrder: readonly string[] | null
  /** Cards burned after a shuffle. */
  readonly burn: number | null
}
const rule = <T>(inner: Decoder<T>): Decoder<T | null> => {
  const stated = group<{ readonly value: T }>({ value: inner })
  return (value) => (value === undefined ? null : stated(value).value)
}
const EXPONENT_USUAL = 2
/** The usual exponent if the table has not described itself. */
export const exponentOf = (house: House | null): number => house?.exponent ?? EXPONENT_USUAL
const describe: Decoder<House> = (value) => {
  const { rules, ...rest } = group({
    software: text,
    house: text,
    boxes: count,
    currency: orAbsent(text),
    exponent: orAbsent(exponent),
    limits: group({ min: count, max: count, unit: count }),
    rules: group({ blackjackPay: rule(list(number, 2)), dealerSoft17: rule(text), dealOrder: rule(list(text, 16)), burn: rule(count) }),
  })(value)
  return { ...rest, ...rules, currency: rest.currency ?? 'EUR', exponent: rest.exponent ?? EXPONENT_USUAL }
}

const handResult = group<RoundResult['boxes'][number]['hands'][number]>({
  hand: count,
  cards: list(scannedCard, CARDS_MAX),
  total: orNull(count),
  soft: yesNo,
  blackjack: yesNo,
  bust: yesNo,
  actions: list(word(ACTIONS), CARDS_MAX),
  outcome: orNull(word(OUTCOMES)),
  certain: yesNo,
  share: orNull(number),
})
const spotNumbers = { due: orNull(number), moved: orNull(number) }
const spotResult = group<SpotResult>({
  staked: orNull(count),
  ...spotNumbers,
  certain: yesNo,
  best: group({ staked: count, ...spotNumbers }),
})
/** The display does not show the other readings. */
export const roundResult = group<Omit<ToldResult, 'others'>>({
  round: text,
  house: text,
  shoe: count,
  dealerId: orAbsent(text),
  openedAt: time,
  closedAt: time,
  ended: orAbsent(word(END_REASONS)),
  complete: yesNo,
  readings: count,
  dealer: group({ cards: list(scannedCard, CARDS_MAX), total: orNull(count), blackjack: yesNo, bust: yesNo, certain: yesNo }),
  boxes: list(
    group({
      box: count,
      hands: list(handResult, HANDS_MAX),
      spots: perKey(AREAS, spotResult),
    }),
    BOXES_MAX,
  ),
  findings: list(text, 1000),
  net: group({ house: orNull(number), best: orNull(number), from: orNull(number), to: orNull(number) }),
})

const boxHand = { box: count, hand: count }
const moved = group<MessageData['chips.paid']>({ box: count, area, amount: number, certain: yesNo })
const voided = group<SaidData['round.void']>({ round: text, reason: text, why: reason })
const cardTo: Decoder<MessageData['card.dealt']['to']> = (value) =>
  value === null || value === 'dealer' || value === 'burn' ? value : place(value)

const stateDecoders = Object.fromEntries(
  STATE_KINDS.map((kind) => {
    const words = Object.fromEntries(wordLists(kind).map(([field, known]) => [field, word(known)]))
    return [stateType(kind), group<{ readonly [field: string]: string }>({ device: text, ...words })]
  }),
) as { readonly [T in keyof StateEvents]: Decoder<StateEvents[T]> }

/** `type` -> its data, for every envelope that a display shows. */
const DATA = {
  status: statusData,
  describe,
  'state.table': tableView,
  'state.round': keyed(roundView),
  'state.pace': paceData,
  'state.device': deviceState,
  alarm: keyed(alarmData),
  'shoe.loaded': group<MessageData['shoe.loaded']>({ shoe: count }),
  'shoe.cut-card': group<MessageData['shoe.cut-card']>({ shoe: count, cardsOut: count }),
  'round.opened': keyed(group<SaidData['round.opened']>({ round: text, shoe: count, openedAt: time, boxes: list(count, BOXES_MAX) })),
  'bet.placed': group<MessageData['bet.placed']>({ box: count, area, amount: number }),
  'card.dealt': group<MessageData['card.dealt']>({ card: scannedCard, n: count, to: cardTo, certain: yesNo }),
  'hand.stood': group<MessageData['hand.stood']>({ ...boxHand, total: orNull(count), certain: yesNo }),
  'hand.doubled': group<MessageData['hand.doubled']>({ ...boxHand, free: yesNo, certain: yesNo }),
  'hand.split': group<MessageData['hand.split']>({ ...boxHand, free: yesNo, certain: yesNo }),
  'hand.busted': group<MessageData['hand.busted']>({ ...boxHand, total: orNull(count), certain: yesNo }),
  'hand.surrendered': group<MessageData['hand.surrendered']>({ ...boxHand, certain: yesNo }),
  'insurance.placed': group<MessageData['insurance.placed']>({ box: count, amount: number, certain: yesNo }),
  'chips.paid': moved,
  'chips.taken': moved,
  'round.closed': keyed(roundResult),
  'round.revised': keyed(roundResult),
  'round.void': keyed(voided),
  'round.incomplete': keyed(voided),
  'finding.raised': keyed(finding),
  'finding.changed': keyed(finding),
  'finding.withdrawn': keyed(finding),
  'device.link': group<MessageData['device.link']>({ device: text, up: yesNo, reason: text }),
  'device.incident': group<MessageData['device.incident']>({ device: text, code: text, text }),
  'host.condition': group<MessageData['host.condition']>({
    alarm: word(HOST_ALARMS),
    code: orNull(text),
    text: orNull(text),
    remedy: orNull(text),
    facts: faultFacts,
  }),
  'cards.missing': group<MessageData['cards.missing']>({ device: text, from: count, to: count }),
  ...stateDecoders,
  'dealer.peeked': group<MessageData['dealer.peeked']>({ device: text }),
  'card.discarded': group<MessageData['card.discarded']>({ device: text, card: seenCard }),
  'key.pressed': group<MessageData['key.pressed']>({ key: text, box: orNull(count) }),
} as const

type Data = { readonly [T in keyof typeof DATA]: (typeof DATA)[T] extends Decoder<infer D> ? D : never }

/** Distinguished by `type`. */
export type Said = {
  [T in keyof Data]: {
    readonly type: T
    readonly id: string
    readonly atMs: number
    readonly data: Data[T]
  }
}[keyof Data]

export interface Place {
  readonly table: TableName
  /** Below the table's base: `state/round`. */
  readonly topic: string
}

/** `casino/v1/{property}/{pit}/{table}/...`; null for any other topic. */
export function placeOf(topic: string): Place | null {
  const [root, version, property = '', pit = '', table = '', ...rest] = topic.split('/')
  if (root !== 'casino' || version !== 'v1' || rest.length === 0 || ![property, pit, table].every(isId)) return null
  return { table: { property, pit, table }, topic: rest.join('/') }
}

const envelope = group({ id: text, type: text, time })

/** null: a display does not show this type. @throws Malformed */
export function readSaid(payload: string): Said | null {
  if (payload.length > PAYLOAD_LENGTH_MAX) throw new Malformed(`has more than ${PAYLOAD_LENGTH_MAX} characters`)
  return saidIn(parsed(payload))
}

/** Like `readSaid`, for an envelope inside another message. @throws Malformed */
export function saidIn(value: unknown): Said | null {
  const { id, type, time: said } = envelope(value)
  if (!Object.hasOwn(DATA, type)) return null
  const data = DATA[type as keyof typeof DATA]((value as { readonly data: unknown }).data)
  return { type, id, atMs: Date.parse(said), data } as Said
}

/** Reads a round that passed the checks before. */
export const readRound = (payload: string): Keyed<RoundView> => DATA['state.round']((parsed(payload) as { readonly data: unknown }).data)

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    throw new Malformed('is no JSON')
  }
}

const reply = group({ correlation: text, ok: yesNo, error: orNull(text), why: refusalRead })
export type Reply = ReturnType<typeof reply>

/** @throws Malformed */
export const readReply = (payload: string): Reply => reply(parsed(payload))
