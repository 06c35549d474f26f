/** A message from the broker, checked before it is shown, because anybody on this machine may publish. */
import { type Envelope, MESSAGE_BYTES_MAX, utf8Length } from './envelope.ts'
import type { MessageType } from './payloads.ts'
import { DATA_SCHEMAS, envelopeSchema } from './schemas.ts'

/** `envelope` is null for an empty payload, which removes a retained topic. */
export type Received = { readonly ok: true; readonly envelope: AnyEnvelope | null } | { readonly ok: false; readonly reason: string }

/** Distinguished by `type`. */
export type AnyEnvelope = { [T in MessageType]: Envelope<T> }[MessageType]

const schemas = new Map<string, ReturnType<typeof envelopeSchema>>()

const schemaOf = (type: MessageType) => {
  const known = schemas.get(type) ?? envelopeSchema(type)
  schemas.set(type, known)
  return known
}

const ALARM_TOPIC = /\/alarm\/([a-z0-9-]{1,32})$/

/** The alarm whose topic this message empties; null: none. */
export const goneAlarm = (topic: string, payload: string): string | null => (payload === '' ? (ALARM_TOPIC.exec(topic)?.[1] ?? null) : null)

/** Never throws. `reason` completes "the message is not shown: ...". */
export const readMessage = (payload: string): Received => {
  if (payload === '') return { ok: true, envelope: null }
  if (utf8Length(payload) > MESSAGE_BYTES_MAX) return { ok: false, reason: `it is larger than ${MESSAGE_BYTES_MAX} bytes` }
  const parsed = parse(payload)
  const type = typeof parsed === 'object' && parsed !== null && 'type' in parsed ? parsed.type : null
  if (typeof type !== 'string' || !Object.hasOwn(DATA_SCHEMAS, type)) return { ok: false, reason: 'it is not an envelope of a known type' }
  const read = schemaOf(type as MessageType).safeParse(parsed)
  if (read.success) return { ok: true, envelope: read.data as AnyEnvelope }
  return { ok: false, reason: `${type}: ${read.error.issues[0]?.path.join('.') ?? ''}: ${read.error.issues[0]?.message ?? ''}` }
}

const parse = (payload: string): unknown => {
  try {
    return JSON.parse(payload)
  } catch {
    return null
  }
}
