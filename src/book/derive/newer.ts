/**
 * Recognises records of a table whose software is newer than the book's. The book keeps them as they came and tells the person who runs it.
 */
import { isRecordKind } from '../../base/records/shape.ts'
import { isEventType } from '../../wire/topics.ts'
import type { AnyRecord } from './any-record.ts'

/** Appears on `log` only, in place of a record that is too large for a message. */
const OMITTED = 'omitted'
const NAME_LENGTH_MAX = 40

/** Returns a text that is the same for every record of its kind, so that it is reported once. null: the book knows such records. */
export const newerIn = ({ kind, envelope }: AnyRecord): string | null => {
  const what = unknownIn(kind, envelope)
  if (what === null) return null
  return `the table sends ${what}, which this book does not know: it is older than the table's software. They are kept as they came, and nothing is shown of them. Update the book, then run npm run book -- rebuild`
}

const unknownIn = (kind: string, envelope: unknown): string | null => {
  if (kind !== OMITTED && !isRecordKind(kind)) return `records of the kind ${named(kind)}`
  if (kind !== 'event' || typeof envelope !== 'object' || envelope === null || !('type' in envelope)) return null
  const { type } = envelope
  return typeof type === 'string' && !isEventType(type) ? `events of the type ${named(type)}` : null
}

const named = (text: string): string => JSON.stringify(text.slice(0, NAME_LENGTH_MAX))
