/** What the broker has retained of this table's journal: the head that it sealed last, and what an audit sink acknowledged. */
import { hearRetained } from '../broker/retained.ts'
import type { MqttConfig } from '../config/table-config.ts'
import { type KeptHead, parseHead } from '../journal/kept-head.ts'
import { auditTopic } from '../wire/audit.ts'
import { type TableName, topicFilter } from '../wire/topics.ts'

/** Nothing MQTT carries changes what was recorded: one that cannot be read is told and left out. */
export const heardHeads = async (mqtt: MqttConfig, table: TableName, notice: (text: string) => void): Promise<readonly KeptHead[]> => {
  const sources = new Map([
    [topicFilter(table, 'checkpoint'), 'the checkpoint that the broker has retained'],
    [auditTopic(table), "the audit sink's acknowledgement"],
  ])
  const heard = await hearRetained(mqtt, `${table.table}-heads`, [...sources.keys()])
  return [...heard].flatMap(([topic, payload]) => {
    const head = parseHead(payload.toString('utf8'), sources.get(topic) ?? topic)
    if (typeof head !== 'string') return [head.sealed === null ? { ...head, ifMadeUp: madeUpWords(topic) } : head]
    notice(`journal: what the broker has retained on ${topic} is not used: ${head}`)
    return []
  })
}

/** Nobody signs an acknowledgement: who may publish there can keep a table from starting, and a person must be able to see that. */
const madeUpWords = (topic: string): string =>
  `somebody else than the audit sink published it on ${topic}, for it is not signed: compare it with what the sink itself holds; if the sink holds ` +
  "less, remove the retained message by publishing an empty one there, and let the broker's access rules allow that topic to the sink alone"
