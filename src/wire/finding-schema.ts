/**
 * A finding on the wire, and what an alarm shows of it: words, and the facts they are made of. A newer table may have other cases and figures; docs/findings.md
 * says what the figures are.
 */
import { z } from 'zod'
import { MOMENTS } from '../procedure/facts.ts'
import { GRADES, SEVERITIES } from '../procedure/finding.ts'
import { reasonSchema } from './reason-schema.ts'

const text = z.string()
const ordinal = z.int().min(1)
const plain = z.union([z.number(), text])

/** Of a fault. */
export const factsSchema = z.strictObject({
  case: text.exactOptional(),
  figures: z.record(text, z.union([plain, z.array(plain), z.array(z.record(text, plain.nullable()))])),
})
export const findingFactsSchema = factsSchema.extend({ moment: z.enum(MOMENTS), exponent: z.int().min(0) })
/** Of an alarm about a finding: its text begins with its place. */
export const alarmFactsSchema = findingFactsSchema.extend({ hand: ordinal.nullable(), spot: text.nullable() })
const asked = z
  .strictObject({ about: text, alone: z.literal(true).exactOptional(), box: ordinal.nullable() })
  .nullable()
  .exactOptional()

export const clauseSchema = z.strictObject({ document: text, section: text, line: z.int().nullable().exactOptional(), says: text })

/** What an alarm shows of its finding. */
export const groundsSchema = z.strictObject({
  finding: text,
  grade: z.enum(GRADES),
  question: text.nullable(),
  asked,
  amount: z.int().nullable(),
  clause: clauseSchema,
  evidence: z.array(text),
  counterReading: text.nullable(),
  counter: reasonSchema.nullable().exactOptional(),
})

export const findingSchema = z.strictObject({
  ...groundsSchema.shape,
  code: text,
  group: text.nullable(),
  rivals: z.array(text),
  severity: z.enum(SEVERITIES),
  round: text.nullable(),
  roundKey: text.nullable(),
  dealerId: text.nullable(),
  box: ordinal.nullable(),
  hand: ordinal.nullable(),
  spot: text.nullable(),
  corrected: z.boolean(),
  expected: text.nullable(),
  seen: text.nullable(),
  remedy: text.nullable(),
  facts: findingFactsSchema.nullable().exactOptional(),
  detectedAfter: z.int().min(0),
})

/** Errors of which one was made. */
export const groupSchema = z.strictObject({
  question: text.nullable(),
  asked,
  lines: z.array(
    findingSchema
      .pick({ finding: true, code: true, box: true, hand: true, severity: true, amount: true })
      .extend({ text, facts: alarmFactsSchema.nullable().exactOptional() }),
  ),
})
