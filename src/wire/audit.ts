/**
 * What an audit sink publishes about a table on `audit/ack/{table}`, retained: that it holds every record of the table's journal up to this
 * one. Records are those of `log`.
 */
import { z } from 'zod'
import type { TableName } from './topics.ts'

/** May be longer than an id, because it joins pit and table in one name. */
export const auditTopic = ({ property, pit, table }: TableName): string => `casino/v1/${property}/audit/ack/${pit}-${table}`

const NAME = /^[\x21-\x7e]{1,64}$/

const BASE64 = /^[A-Za-z0-9+/]{1,400}={0,2}$/

const auditAck = z.object({
  /** Who reports it. */
  sink: z.string().regex(NAME),
  /** The daemon's start that wrote that record. */
  boot: z.int().min(0),
  /** Number of the record in the journal; 0: it holds none yet. */
  seq: z.int().min(0),
  /** Over all records up to that one: see `digestAfter` in src/daemon/journal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** A sink that signs its reports adds the journal's name, the time, its public key and the signature: see src/base/records/book-head.ts. */
  stream: z
    .string()
    .regex(/^[a-z0-9]{1,32}$/)
    .optional(),
  at: z.string().max(32).optional(),
  key: z.string().regex(BASE64).optional(),
  sig: z.string().regex(BASE64).optional(),
  /** The table's seals have proven the records up to that one, which the sink therefore never replaces, and a signature over both figures. */
  sealed: z
    .object({
      seq: z.int().min(1),
      hash: z.string().regex(/^[0-9a-f]{64}$/),
      sig: z.string().regex(BASE64),
    })
    .optional(),
})
export type AuditAck = z.infer<typeof auditAck>

/** An acknowledgement has some 150 bytes. */
const BYTES_MAX = 4096
const FAULT_LENGTH_MAX = 160

/** A string says what is wrong with it. */
export const readAuditAck = (payload: Uint8Array): AuditAck | string => {
  if (payload.length > BYTES_MAX) return `${payload.length} bytes; an acknowledgement has at most ${BYTES_MAX}`
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch {
    return 'it is not JSON'
  }
  const read = auditAck.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  return `${issue?.path.join('.') || 'it'}: ${(issue?.message ?? '').slice(0, FAULT_LENGTH_MAX)}`
}
