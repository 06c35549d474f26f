/**
 * One schema per payload. The compiler checks each against the type the code uses (`SchemasFit`), tests check messages against
 * them, and consumers get them as JSON Schema.
 */
import { z } from 'zod'
import {
  AREAS,
  type Card,
  RANKS,
  type ScannedCard,
  STATE_KINDS,
  type StateEvents,
  SUITS,
  stateType,
  UNREAD,
  wordLists,
} from '../../devices/scan.ts'
import { END_REASONS, OTHERS_MAX } from '../engine/event.ts'
import { NOTE_KINDS } from '../engine/evidence/rulings.ts'
import { ROUND_PHASES, type SeenCard } from '../engine/view.ts'
import { SEVERITIES } from '../procedure/finding.ts'
import { ACTIONS, OUTCOMES } from '../rules/game/outcome.ts'
import { SHUFFLERS } from '../rules/house/shuffler.ts'
import { alarmFactsSchema, clauseSchema, factsSchema, findingSchema, groundsSchema, groupSchema } from './finding-schema.ts'
import { DEVICE_CLASSES, type DiscoveryData, PLATFORMS } from './home-assistant.ts'
import { HOST_ALARMS } from './host-alarms.ts'
import { ALARM_STATES, type CommandData, type Heard, type MessageData, type MessageType, type ReplyData } from './payloads.ts'
import { reasonSchema, refusalSchema } from './reason-schema.ts'
import type { LoggedRecord } from './record.ts'

const count = z.int().min(0)
const ordinal = z.int().min(1)
const text = z.string()
/** Absent in older versions. */
const instance = z
  .string()
  .regex(/^[0-9a-f]{8}$/)
  .exactOptional()
const time = z.iso.datetime()
const action = z.enum(ACTIONS)
const outcome = z.enum(OUTCOMES)
const area = z.enum(AREAS)
const CARDS = [...RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}` as const)), UNREAD] as const
const scannedCard: z.ZodType<ScannedCard> = z.enum(CARDS)
const namedCard: z.ZodType<Card | 'hidden'> = z.enum([...RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}` as const)), 'hidden'])
const seenCard: z.ZodType<SeenCard> = z.enum([...CARDS, 'hidden'])
const total = z.int().min(0).nullable()
const certain = z.boolean()
const certainOfHand = z
  .boolean()
  .describe('In every reading. Said again as false it is taken back: somebody erred, and another reading has it otherwise.')
const boxHand = { box: ordinal, hand: ordinal }
const moved = z.strictObject({ box: ordinal, area, amount: z.int(), certain })

const handResult = z.strictObject({
  hand: ordinal,
  cards: z.array(scannedCard),
  total,
  soft: z.boolean(),
  blackjack: z.boolean(),
  bust: z.boolean(),
  actions: z.array(action),
  outcome: outcome.nullable(),
  certain,
  share: z.number().min(0).max(1).nullable(),
})
const gain = z.int().nullable()
const spotResult = z.strictObject({
  staked: count.nullable(),
  due: gain,
  moved: gain,
  certain,
  best: z.strictObject({ staked: count, due: gain, moved: gain }),
})
const dealerResult = z.strictObject({ cards: z.array(scannedCard), total, blackjack: z.boolean(), bust: z.boolean(), certain })
const boxResult = z.strictObject({ box: ordinal, hands: z.array(handResult), spots: perArea(spotResult) })
const place = z.union([z.strictObject(boxHand), z.literal('dealer'), z.literal('burn'), z.null()])
const otherReading = z.strictObject({
  share: z.number().min(0).max(1).nullable(),
  hands: z.array(z.strictObject({ ...boxHand, cards: z.array(scannedCard), total, actions: z.array(action), outcome: outcome.nullable() })),
  dealer: z.array(scannedCard).exactOptional(),
  parting: z.strictObject({ n: ordinal, card: scannedCard, told: place, other: place }).exactOptional(),
})
const roundResult = z.strictObject({
  round: text,
  roundKey: text,
  house: text,
  shoe: count,
  dealerId: text.nullable(),
  openedAt: time,
  closedAt: time,
  ended: z.enum(END_REASONS),
  complete: z.boolean(),
  readings: count,
  dealer: dealerResult,
  boxes: z.array(boxResult),
  findings: z.array(text),
  net: z.strictObject({ house: gain, best: gain, from: gain, to: gain }),
  others: z.array(otherReading).max(OTHERS_MAX).exactOptional(),
})

const handView = z.strictObject({
  hand: ordinal,
  cards: z.array(seenCard),
  total,
  soft: z.boolean(),
  actions: z.array(action),
  outcome: outcome.nullable(),
  certain,
  alternatives: z.array(z.array(seenCard)).max(4),
})
const boxView = z.strictObject({
  box: ordinal,
  spots: perArea(z.strictObject({ amount: count, lammers: count })),
  hands: z.array(handView),
})
const roundView = z.strictObject({
  round: text,
  roundKey: text,
  rev: count,
  asOf: time,
  phase: z.enum(ROUND_PHASES),
  shoe: count,
  dealerId: text.nullable(),
  complete: z.boolean(),
  readings: count,
  cards: z.array(seenCard),
  dealer: z.strictObject({ cards: z.array(seenCard), total, certain }),
  boxes: z.array(boxView),
  active: z.strictObject({ at: z.union([z.strictObject(boxHand), z.literal('dealer'), z.null()]), certain }),
  rulings: z
    .array(
      z.strictObject({
        ruling: text,
        command: z.enum(['card-burn', 'card-move', 'bet-note', 'hand-dead']),
        box: ordinal.nullable(),
        hand: ordinal.nullable(),
      }),
    )
    .exactOptional(),
})

const limit = count.nullable()
const describe = z.strictObject({
  software: text,
  schema: ordinal,
  house: text,
  rules: z.record(text, z.strictObject({ value: z.unknown(), source: z.enum(['document', 'default', 'table']), clause: clauseSchema })),
  rulesSha256: z.string().regex(/^[0-9a-f]{64}$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  exponent: count,
  limits: z.strictObject({ min: count, max: count, unit: count, boxMax: limit, sideMin: limit, sideMax: limit, sideUnit: limit }),
  boxes: ordinal,
  spots: z.array(text),
  devices: z.array(z.strictObject({ name: text, role: text, driver: text, serial: text, firmware: text.nullable() })),
  retained: z.array(text),
})

/** The journal checks its records itself; only their head is fixed here. */
const journalRecord: z.ZodType<LoggedRecord> = z.looseObject({
  n: ordinal,
  t: z.number(),
  kind: text,
}) as unknown as z.ZodType<LoggedRecord>

const stateSchemas = Object.fromEntries(
  STATE_KINDS.map((kind) => {
    const words = Object.fromEntries(wordLists(kind).map(([field, known]) => [field, z.enum(known)]))
    return [stateType(kind), z.strictObject({ device: text, ...words })]
  }),
) as unknown as { readonly [T in keyof StateEvents]: z.ZodType<StateEvents[T]> }

/** `type` -> schema of `data`. */
export const DATA_SCHEMAS = {
  'shoe.loaded': z.strictObject({ shoe: count }),
  'shoe.cut-card': z.strictObject({ shoe: count, cardsOut: count }),
  'round.opened': z.strictObject({ round: text, roundKey: text, shoe: count, openedAt: time, boxes: z.array(ordinal) }),
  'bet.placed': z.strictObject({ box: ordinal, area, amount: z.int() }),
  'card.dealt': z.strictObject({
    card: scannedCard,
    n: ordinal,
    to: place,
    certain,
  }),
  'hand.stood': z.strictObject({ ...boxHand, total, certain: certainOfHand }),
  'hand.doubled': z.strictObject({ ...boxHand, free: z.boolean(), certain: certainOfHand }),
  'hand.split': z.strictObject({ ...boxHand, free: z.boolean(), certain: certainOfHand }),
  'hand.busted': z.strictObject({ ...boxHand, total, certain: certainOfHand }),
  'insurance.placed': z.strictObject({ box: ordinal, amount: z.int(), certain }),
  'hand.surrendered': z.strictObject({ ...boxHand, certain: certainOfHand }),
  'chips.paid': moved,
  'chips.taken': moved,
  'round.closed': roundResult,
  'round.revised': roundResult,
  'round.void': z.strictObject({ round: text, roundKey: text, reason: text, why: reasonSchema.exactOptional() }),
  'round.incomplete': z.strictObject({ round: text, roundKey: text, reason: text, why: reasonSchema.exactOptional() }),
  'system.started': z.strictObject({ boot: ordinal, software: text }),
  'device.link': z.strictObject({ device: text, up: z.boolean(), reason: text }),
  'device.identity': z.strictObject({ device: text, serial: text, boot: count, firmware: text, continued: z.boolean() }),
  'device.incident': z.strictObject({ device: text, code: text, text }),
  'host.condition': z.strictObject({
    alarm: z.enum(HOST_ALARMS),
    code: text.nullable(),
    text: text.nullable(),
    remedy: text.nullable(),
    facts: factsSchema.nullable().exactOptional(),
  }),
  'device.rejected': z.strictObject({ reason: text }),
  'cards.missing': z.strictObject({ device: text, from: count, to: count }),
  ...stateSchemas,
  'dealer.peeked': z.strictObject({ device: text }),
  'card.discarded': z.strictObject({ device: text, card: seenCard }),
  'key.pressed': z.strictObject({ key: text, box: ordinal.nullable() }),
  'command.answered': z.strictObject({
    user: text,
    name: text,
    correlation: text,
    ok: z.boolean(),
    error: text.nullable(),
    why: refusalSchema.exactOptional(),
    ruling: text.exactOptional(),
    unverified: z.literal(true).exactOptional(),
  }),
  'card.named': z.strictObject({ seq: count, n: ordinal, card: namedCard, user: text }),
  'card.moved': z.strictObject({ seq: count, n: ordinal, ...boxHand, user: text }),
  'floor.ruled': z.discriminatedUnion('ruling', [
    z.strictObject({ ruling: z.literal('card-burn'), seq: count, n: ordinal, user: text }),
    z.strictObject({ ruling: z.literal('bet-note'), box: ordinal, kind: z.enum(NOTE_KINDS), amount: ordinal, user: text }),
    z.strictObject({ ruling: z.literal('limits'), min: ordinal, max: ordinal, unit: ordinal, keep: z.array(ordinal), user: text }),
    z.strictObject({ ruling: z.literal('hand-dead'), ...boxHand, user: text }),
    z.strictObject({ ruling: z.literal('present'), box: ordinal, user: text }),
    z.strictObject({ ruling: z.literal('shuffler'), mode: z.enum(SHUFFLERS), user: text }),
    z.strictObject({ ruling: z.literal('undo'), of: text, user: text }),
  ]),
  'dealer.changed': z.strictObject({ dealer: text, user: text }),
  'finding.raised': findingSchema,
  'finding.changed': findingSchema,
  'finding.withdrawn': findingSchema,
  status: z.union([
    z.strictObject({ state: z.literal('ready'), instance, boot: ordinal, conn: ordinal, since: time, lagMs: count.exactOptional() }),
    z.strictObject({ state: z.literal('lost'), instance, boot: ordinal, conn: ordinal }),
    z.strictObject({ state: z.literal('stopped'), instance }),
  ]),
  describe,
  'state.table': z.strictObject({
    open: z.boolean(),
    shoe: count,
    dealerId: text.nullable(),
    cardsOut: count,
    cutCardSeen: z.boolean(),
    occupied: z.array(ordinal),
    openAlarms: count,
  }),
  'state.round': roundView,
  checkpoint: z.strictObject({
    stream: text,
    seq: ordinal,
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    signature: text,
    publicKey: text,
    at: time,
  }),
  'state.pace': z.strictObject({
    roundsPerHour: z.number().nullable(),
    handsPerHour: z.number().nullable(),
    cardsPerHour: z.number().nullable(),
    lastRoundAgeSeconds: z.number().nullable(),
  }),
  'state.device': z.strictObject({
    device: text,
    up: z.boolean(),
    reason: text.nullable(),
    serial: text,
    boot: count.nullable(),
    firmware: text.nullable(),
    lastHeartbeat: time.nullable(),
    errors: z.record(text, count),
    ringFill: count.nullable(),
    ringSize: count.nullable(),
    clockOffsetMs: z.number().nullable(),
  }),
  alarm: z.strictObject({
    alarm: text,
    state: z.enum(ALARM_STATES),
    rev: count,
    code: text,
    severity: z.enum(SEVERITIES),
    since: time,
    round: text.nullable(),
    roundKey: text.nullable(),
    box: ordinal.nullable(),
    text,
    remedy: text.nullable(),
    facts: z.union([alarmFactsSchema, factsSchema]).nullable().exactOptional(),
    grounds: groundsSchema.nullable(),
    group: groupSchema.nullable(),
    user: text.nullable(),
    unverified: z.boolean().exactOptional(),
    note: text.nullable(),
    until: time.nullable(),
  }),
  log: journalRecord,
} as const

const commandSchema = z.looseObject({
  correlation: z.string().max(64).exactOptional(),
  replyTo: text.exactOptional(),
  expires: z.union([z.number(), text]).exactOptional(),
})
const replySchema = z.strictObject({
  correlation: text,
  ok: z.boolean(),
  error: text.nullable(),
  why: refusalSchema.exactOptional(),
  ruling: text.exactOptional(),
  fromSeq: ordinal.exactOptional(),
  toSeq: ordinal.exactOptional(),
})

const discoverySchema = z.strictObject({
  device: z.strictObject({ identifiers: z.array(text), name: text, manufacturer: text, model: text, sw_version: text }),
  origin: z.strictObject({ name: text, sw_version: text }),
  qos: z.literal(1),
  components: z.record(
    text,
    z.strictObject({
      platform: z.enum(PLATFORMS),
      unique_id: text,
      name: text,
      state_topic: text,
      value_template: text,
      availability_topic: text.exactOptional(),
      availability_template: text.exactOptional(),
      device_class: z.enum(DEVICE_CLASSES).exactOptional(),
      entity_category: z.literal('diagnostic').exactOptional(),
      state_class: z.literal('measurement').exactOptional(),
      unit_of_measurement: text.exactOptional(),
      options: z.array(text).exactOptional(),
    }),
  ),
})

function perArea<T extends z.ZodType>(value: T) {
  return z.strictObject({
    main: value.exactOptional(),
    main2: value.exactOptional(),
    main3: value.exactOptional(),
    ins: value.exactOptional(),
    p22: value.exactOptional(),
    pog: value.exactOptional(),
  })
}

/** true, or the two types that differ. */
type Fits<A, B> = [Heard<A>] extends [Heard<B>] ? ([Heard<B>] extends [Heard<A>] ? true : [A, B]) : [A, B]
type Output<T> = T extends z.ZodType ? z.output<T> : never
type SchemasFit = { readonly [T in MessageType]: Fits<Output<(typeof DATA_SCHEMAS)[T]>, MessageData[T]> } & {
  readonly command: Fits<z.output<typeof commandSchema>, CommandData>
  readonly reply: Fits<z.output<typeof replySchema>, ReplyData>
  readonly discovery: Fits<z.output<typeof discoverySchema>, DiscoveryData>
}

/** What a consumer reads: a whole envelope of one type. */
export function envelopeSchema(type: MessageType) {
  return z.strictObject({
    specversion: z.literal('1.0'),
    id: text,
    source: text,
    type: z.literal(type),
    dataschema: z.literal(`urn:table:${type}:1`),
    time,
    sequence: z.string().regex(/^\d+$/),
    round: text.exactOptional(),
    roundKey: text.exactOptional(),
    cause: text.exactOptional(),
    historical: z.literal(true).exactOptional(),
    last: z.literal(true).exactOptional(),
    data: DATA_SCHEMAS[type] as z.ZodType,
  })
}

export const BARE_SCHEMAS = { command: commandSchema, reply: replySchema, discovery: discoverySchema } as const

/** Does not compile if a schema and its type differ. */
export const SCHEMAS_FIT: { readonly [T in keyof SchemasFit]: SchemasFit[T] extends true ? true : SchemasFit[T] } = Object.fromEntries(
  [...Object.keys(DATA_SCHEMAS), 'command', 'reply', 'discovery'].map((name) => [name, true]),
) as { readonly [T in keyof SchemasFit]: true }
