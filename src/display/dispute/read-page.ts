/**
 * Takes the records out of a dispute file. The file is hostile: the result has the right form, and nothing else is known about it. Pure.
 */
import { z } from 'zod'
import { type Excerpt, FORM } from './excerpt.ts'
import { SPAN_MAX } from './span.ts'

/** A page has at most a megabyte; a larger one is not ours. */
const PAGE_CHARS_MAX = 32 * 1024 * 1024
export const BLOCK_BEGIN = '<script type="application/json" id="records">'
export const BLOCK_END = '</script>'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const block = z.strictObject({
  form: z.literal(FORM),
  round: z.string().regex(/^[\w-]{1,32}$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  exponent: z.int().min(0).max(9),
  publicKey: z.string().max(256),
  before: hash,
  records: z
    .array(z.strictObject({ hash, record: z.looseObject({ n: z.int().min(1), kind: z.string().max(64) }) }))
    .min(1)
    .max(SPAN_MAX),
})

/** A string says why it is not a dispute file. */
export const readExcerpt = (page: string): Excerpt | string => {
  if (page.length > PAGE_CHARS_MAX) return `it has ${page.length} characters; a dispute file has at most ${PAGE_CHARS_MAX}`
  const from = page.indexOf(BLOCK_BEGIN)
  const to = page.indexOf(BLOCK_END, from)
  if (from < 0 || to < 0) return 'it holds no block of records'
  const value = parsed(page.slice(from + BLOCK_BEGIN.length, to))
  const read = block.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    return `its block of records is wrong: ${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'has no form'}`
  }
  const { form: _form, records, ...head } = read.data
  const raw = (value as { readonly records: readonly { readonly record: unknown }[] }).records
  // The record as it is in the file: the schema above may reorder fields, and the hash covers the text.
  return { ...head, entries: records.map((each, at) => ({ n: each.record.n, hash: each.hash, json: JSON.stringify(raw[at]?.record) })) }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
