/**
 * The fields of an event that the derived tables need, and no others, so that events of a newer table are understood as well. Texts and
 * lists are bounded here; a message has at most 64 KiB.
 */
import { z } from 'zod'
import { amount, boxNumber, cardCount, faultOf, name, nameOrNull, shoeNumber, textOrNull, time, whole } from './forms.ts'

const spot = z.object({
  staked: amount,
  due: amount,
  moved: amount,
  certain: z.boolean(),
  best: z.object({ staked: amount.unwrap(), due: amount, moved: amount }),
})
const hand = z.object({
  hand: boxNumber,
  cards: z.array(z.string().max(8)),
  total: amount,
  actions: z.array(name),
  outcome: nameOrNull,
  certain: z.boolean(),
  share: z.number().min(0).max(1).nullable(),
})
const result = z.object({
  round: name,
  shoe: shoeNumber,
  dealerId: nameOrNull,
  openedAt: time,
  closedAt: time,
  ended: name,
  complete: z.boolean(),
  readings: whole,
  dealer: z.object({ certain: z.boolean() }),
  boxes: z.array(z.object({ box: boxNumber, hands: z.array(hand), spots: z.record(name, spot) })),
  net: z.object({ house: amount, best: amount, from: amount, to: amount }),
})
/** A group has a handful of findings. */
const RIVALS_MAX = 32
const finding = z.object({
  finding: name,
  code: name,
  grade: name,
  group: nameOrNull,
  rivals: z.array(name).max(RIVALS_MAX).catch([]),
  severity: name,
  round: nameOrNull,
  dealerId: nameOrNull,
  box: boxNumber.nullable(),
  hand: boxNumber.nullable(),
  spot: nameOrNull,
  amount,
  corrected: z.boolean().optional(),
})

/** `type` of an event -> the form of its data. Events of any other type change no derived table. */
export const EVENT_FORMS = {
  'shoe.loaded': z.object({ shoe: shoeNumber }),
  'shoe.cut-card': z.object({ shoe: shoeNumber, cardsOut: cardCount }),
  'round.opened': z.object({ round: name, shoe: shoeNumber, openedAt: time, boxes: z.array(boxNumber) }),
  'card.dealt': z.object({ n: cardCount }),
  'round.closed': result,
  'round.revised': result,
  'round.void': z.object({ round: name }),
  'finding.raised': finding,
  'finding.changed': finding,
  'finding.withdrawn': finding,
  'command.answered': z.object({ user: name, name, correlation: name, ok: z.boolean(), error: textOrNull }),
  'dealer.changed': z.object({ dealer: name }),
  'key.pressed': z.object({ key: name }),
} as const

export type EventType = keyof typeof EVENT_FORMS
export type ResultData = z.output<typeof result>
export type FindingData = z.output<typeof finding>
/** `raw`: its data as the record holds it, with the fields that are not read. */
export type KnownEvent = {
  [T in EventType]: { readonly type: T; readonly data: z.output<(typeof EVENT_FORMS)[T]>; readonly raw: unknown }
}[EventType]

/** The envelope of an event, as its record holds it. The data of the types below is read further. */
const envelope = z.object({ type: name, time, round: name.optional(), cause: z.unknown().optional(), data: z.unknown() })
export type Envelope = z.output<typeof envelope>

/** Reads an event. `event` null: it changes no table. A text says what is wrong with it. */
export const readEvent = (value: unknown): { readonly envelope: Envelope; readonly event: KnownEvent | null } | string => {
  const head = envelope.safeParse(value)
  if (!head.success) return faultOf('envelope', head.error)
  const { type, data } = head.data
  if (!Object.hasOwn(EVENT_FORMS, type)) return { envelope: head.data, event: null }
  const body = EVENT_FORMS[type as EventType].safeParse(data)
  return body.success ? { envelope: head.data, event: { type, data: body.data, raw: data } as KnownEvent } : faultOf(type, body.error)
}
