/** Facts on the wire. A newer table may have other cases and figures; `src/procedure/catalogue/figures.ts` says what the figures are. */
import { z } from 'zod'
import { MOMENTS } from '../procedure/facts.ts'

const plain = z.union([z.number(), z.string()])
const facts = z.strictObject({
  case: z.string().exactOptional(),
  figures: z.record(z.string(), z.union([plain, z.array(plain), z.array(z.record(z.string(), plain.nullable()))])),
})

/** Of a fault. */
export const factsSchema = facts
export const findingFactsSchema = facts.extend({ moment: z.enum(MOMENTS), exponent: z.int().min(0) })
/** Of an alarm about a finding: its text begins with its place. */
export const alarmFactsSchema = findingFactsSchema.extend({ hand: z.int().min(1).nullable(), spot: z.string().nullable() })
export const askedSchema = z.strictObject({ about: z.string(), alone: z.literal(true).exactOptional(), box: z.int().min(1).nullable() })
