/** What the broker has retained about this table's journal: the last sealed head, and what an audit sink acknowledged. */

import type { MqttConfig } from '../../base/config/table-config.ts'
import { auditTopic, readAuditAck } from '../../wire/audit.ts'
import { topicFilter } from '../../wire/topics.ts'
import { hearRetained } from '../broker/retained.ts'
import { type KeptHead, parseHead } from '../journal/kept-head.ts'
import { type Acknowledged, signedByBook } from './signed-by-book.ts'

/**
 * Nothing MQTT carries changes what was recorded: a message that cannot be read, or that the book did not sign, is reported and ignored.
 */
export const heardHeads = async (
  mqtt: MqttConfig,
  acknowledged: Acknowledged,
  notice: (text: string) => void,
): Promise<readonly KeptHead[]> => {
  const { name } = acknowledged
  const [checkpoint, audit] = [topicFilter(name, 'checkpoint'), auditTopic(name)]
  const heard = await hearRetained(mqtt, `${name.table}-heads`, [checkpoint, audit])
  return [...heard].flatMap(([topic, payload]) => {
    const head = topic === audit ? acknowledgedHead(payload, acknowledged) : sealedHead(payload)
    if (typeof head !== 'string') return [head]
    notice(`journal: the message retained on ${topic} is not used: ${head}`)
    return []
  })
}

/** A string says why it is not used, here and below. */
const sealedHead = (payload: Buffer): KeptHead | string => {
  const head = parseHead(payload.toString('utf8'), 'the checkpoint that the broker has retained')
  return typeof head !== 'string' && head.sealed === null ? 'it is an acknowledgement, which has another topic' : head
}

export const acknowledgedHead = (payload: Buffer, acknowledged: Acknowledged): KeptHead | string => {
  const source = "the audit sink's acknowledgement"
  const head = parseHead(payload.toString('utf8'), source)
  const { name, bookKey } = acknowledged
  if (typeof head === 'string') return head
  if (bookKey === undefined) return { ...head, ifMadeUp: madeUpWords(auditTopic(name)) }
  const ack = readAuditAck(payload)
  if (typeof ack === 'string') return ack
  return signedByBook(acknowledged)(ack) ? head : 'the key that `bookKey` of the configuration names did not sign it'
}

/** Without `bookKey` anybody who may publish there can keep a table from starting, and a person must be able to see that. */
const madeUpWords = (topic: string): string =>
  `somebody other than the audit sink published it on ${topic}, as its signature is not checked: compare it with what the sink itself holds; if the sink ` +
  "holds less, remove the retained message by publishing an empty one there, name the book's key as `bookKey` in the configuration, and let the " +
  "broker's access rules allow that topic to the sink alone"
