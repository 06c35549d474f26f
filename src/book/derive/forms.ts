/**
 * The forms that the fields of a record must have before anything is derived from them. A record is hostile until it is decoded: every text
 * and number is bounded, so that no row and no memory made of it can be one that the store does not take.
 */
import { z } from 'zod'

const TEXT_MAX = 4000
/** PostgreSQL holds neither NUL nor half of a pair of characters. Both are replaced here, because a key must not change later. */
const storableText = (value: string): string => value.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD')
const text = z.string().transform((value) => storableText(value.slice(0, TEXT_MAX)))
export const textOrNull = text.nullable()
export const name = z.string().max(160).transform(storableText)
export const nameOrNull = name.nullable()

export const whole = z.int()
/** Money in minor units; the sums of a round stay exact. */
const AMOUNT_MAX = 10 ** 13
export const amount = z.int().min(-AMOUNT_MAX).max(AMOUNT_MAX).nullable()
/** Eight decks have 416 cards. */
export const cardCount = z.int().min(0).max(10_000)
/** Of a box, or of a hand of a box. */
export const boxNumber = z.int().min(0).max(1000)
export const shoeNumber = z
  .int()
  .min(0)
  .max(10 ** 9)
export const time = z.iso
  .datetime({ offset: true })
  .transform((value) => Date.parse(value))
  .refine(Number.isFinite, 'is not a time')

const FAULT_MAX = 160
export const faultOf = (what: string, { issues }: z.ZodError): string => {
  const [issue] = issues
  return `${what}: ${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is not understood'}`.slice(0, FAULT_MAX)
}
