/** Reasons and refusals on the wire. A newer table may have other codes; `rules/reasons.ts` and `rules/refusals.ts` say which figures a code has. */
import { z } from 'zod'
import { REASON_FIGURES, type Reason } from '../rules/reasons.ts'
import type { Refusal } from '../rules/refusals.ts'

const KINDS = {
  number: z.number().min(0),
  string: z.string(),
  object: z.array(z.strictObject({ code: z.string(), box: z.int().min(1).nullable() }).nullable()),
} as const

export const reasonSchema = z.strictObject({
  code: z.string(),
  ...Object.fromEntries(Object.entries(REASON_FIGURES).map(([name, kind]) => [name, KINDS[kind].exactOptional()])),
}) as unknown as z.ZodType<Reason>

export const refusalSchema = z.strictObject({
  code: z.string(),
  figures: z.record(z.string(), z.union([z.number(), z.string()])),
}) as unknown as z.ZodType<Refusal>
