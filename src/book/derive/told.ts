/**
 * The fields of an event that the derived tables need, and no others, so that events of a newer table are understood as well. Texts and
 * lists are bounded here; a message has at most 64 KiB.
 */
import { z } from 'zod'

const TEXT_MAX = 4000
const text = z.string().transform((value) => value.slice(0, TEXT_MAX))
const name = z.string().max(160)
const whole = z.int()
const amount = whole.nullable()
const time = z.iso.datetime({ offset: true }).transform((value) => Date.parse(value))

const spot = z.object({
  staked: amount,
  due: amount,
  moved: amount,
  certain: z.boolean(),
  best: z.object({ staked: whole, due: amount, moved: amount }),
})
const hand = z.object({
  hand: whole,
  cards: z.array(z.string().max(8)),
  total: amount,
  actions: z.array(name),
  outcome: name.nullable(),
  certain: z.boolean(),
  share: z.number().min(0).max(1).nullable(),
})
const result = z.object({
  round: name,
  shoe: whole,
  dealerId: name.nullable(),
  openedAt: time,
  closedAt: time,
  ended: name,
  complete: z.boolean(),
  readings: whole,
  dealer: z.object({ certain: z.boolean() }),
  boxes: z.array(z.object({ box: whole, hands: z.array(hand), spots: z.record(name, spot) })),
  net: z.object({ house: amount, best: amount, from: amount, to: amount }),
})
const finding = z.object({
  finding: name,
  code: name,
  grade: name,
  group: name.nullable(),
  severity: name,
  round: name.nullable(),
  dealerId: name.nullable(),
  box: amount,
  hand: amount,
  spot: name.nullable(),
  amount,
  corrected: z.boolean().optional(),
})

/** `type` of an event -> the form of its data. Events of any other type change no derived table. */
export const TOLD = {
  'shoe.loaded': z.object({ shoe: whole }),
  'shoe.cut-card': z.object({ shoe: whole, cardsOut: whole }),
  'round.opened': z.object({ round: name, shoe: whole, openedAt: time, boxes: z.array(whole) }),
  'card.dealt': z.object({ n: whole }),
  'round.closed': result,
  'round.revised': result,
  'round.void': z.object({ round: name }),
  'finding.raised': finding,
  'finding.changed': finding,
  'finding.withdrawn': finding,
  'command.answered': z.object({ user: name, name, correlation: name, ok: z.boolean(), error: text.nullable() }),
  'dealer.changed': z.object({ dealer: name }),
} as const

export type ToldType = keyof typeof TOLD
export type ToldResult = z.output<typeof result>
export type ToldFinding = z.output<typeof finding>
export type Told = { [T in ToldType]: { readonly type: T; readonly data: z.output<(typeof TOLD)[T]> } }[ToldType]

/** The envelope of an event, as its record holds it. The data of the types below is read further. */
const envelope = z.object({ type: name, time, round: name.optional(), data: z.unknown() })
export type ToldEnvelope = z.output<typeof envelope>

/** Reads an event. `told` null: it changes no table. A text says what is wrong with it. */
export const readEvent = (value: unknown): { readonly envelope: ToldEnvelope; readonly told: Told | null } | string => {
  const head = envelope.safeParse(value)
  if (!head.success) return faultOf('envelope', head.error)
  const { type, data } = head.data
  if (!Object.hasOwn(TOLD, type)) return { envelope: head.data, told: null }
  const body = TOLD[type as ToldType].safeParse(data)
  return body.success ? { envelope: head.data, told: { type, data: body.data } as Told } : faultOf(type, body.error)
}

const FAULT_MAX = 160
const faultOf = (what: string, { issues }: z.ZodError): string => {
  const [issue] = issues
  return `${what}: ${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is not understood'}`.slice(0, FAULT_MAX)
}
