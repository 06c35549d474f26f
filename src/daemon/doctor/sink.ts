/**
 * Looks for the audit sink: what it has published about this table's journal, and whether the journal agrees. Asks and compares, writes
 * nothing.
 */
import type { MqttClient } from 'mqtt'
import { codeOf, reasonOf } from '../../base/process/reason.ts'
import { type AuditAck, auditTopic, readAuditAck } from '../../wire/audit.ts'
import type { TableName } from '../../wire/topics.ts'
import { type RecordsRead, readUpTo } from '../journal/read-up-to.ts'

/** Retained messages come at once, unless the broker or this machine is busy. */
const TOLD_MS_MAX = 3000

export interface SinkFacts {
  readonly topic: string
  /** null: no audit sink has announced itself. */
  readonly told:
    | { readonly kind: 'ack'; readonly ack: AuditAck; readonly journal: RecordsRead | { readonly unread: string } }
    | { readonly kind: 'malformed'; readonly fault: string }
    /** This login may not read the topic. */
    | { readonly kind: 'refused'; readonly reason: string }
    | null
}

/** `journal`: its folder. The journal is read after the sink's message, so it cannot be behind what the sink had then. */
export async function examineSink(client: MqttClient, table: TableName, journal: string): Promise<SinkFacts> {
  const topic = auditTopic(table)
  const payload = await retained(client, topic)
  if (payload === null) return { topic, told: null }
  if (typeof payload === 'string') return { topic, told: { kind: 'refused', reason: payload } }
  const ack = readAuditAck(payload)
  if (typeof ack === 'string') return { topic, told: { kind: 'malformed', fault: ack } }
  return { topic, told: { kind: 'ack', ack, journal: await journalAt(journal, ack.seq) } }
}

/** The retained message, null: there is none; a text says why it could not be read. Never rejects. */
async function retained(client: MqttClient, topic: string): Promise<Uint8Array | string | null> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(null), TOLD_MS_MAX)
    const done = (found: Uint8Array | string | null): void => {
      clearTimeout(late)
      resolve(found)
    }
    client.on('message', (name, payload, { retain }) => {
      // An empty payload removes the retained message.
      if (name === topic && retain && payload.length > 0) done(payload)
    })
    client.on('close', () => done('the broker closed the connection'))
    client.subscribeAsync(topic, { qos: 1 }).then(
      (granted) => granted.some(({ qos }) => qos >= 128) && done('the broker refused the subscription'),
      (error: unknown) => done(reasonOf(error)),
    )
  })
}

/** A journal that does not exist holds no records. */
async function journalAt(folder: string, seq: number): Promise<RecordsRead | { readonly unread: string }> {
  try {
    return await readUpTo(folder, seq)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { n: 0, at: null, fault: null }
    return { unread: reasonOf(error) }
  }
}
