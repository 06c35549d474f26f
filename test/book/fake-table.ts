/** A table as the book sees it at a real broker: it says its journal on `log`, and serves a replay as the contract has it. */
import { Socket } from 'node:net'
import mqtt, { type MqttClient } from 'mqtt'
import type { EmbeddedBroker } from '../../src/daemon/broker/embedded.ts'
import { REPLAY_WINDOW } from '../../src/daemon/broker/replays.ts'
import { type AuditAck, auditTopic, readAuditAck } from '../../src/wire/audit.ts'
import { encodeLog } from '../../src/wire/envelope.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { baseTopic, type TableName } from '../../src/wire/topics.ts'

export interface FakeTable {
  /** Records the table has, as it grows. Those before `keptFrom` it no longer has. */
  readonly journal: JournalRecord[]
  keptFrom: number
  stream: string
  /** Says these on `log`, or their place in the journal alone where nobody is to hear them. */
  say(records: readonly JournalRecord[]): Promise<void>
  write(records: readonly JournalRecord[]): void
  status(state: 'ready' | 'stopped'): Promise<void>
  /** Publishes whatever is given. */
  raw(topic: string, payload: string): Promise<void>
  acks: AuditAck[]
  /** Spans that were asked for. */
  readonly asked: (readonly [number, number])[]
  /** How often it was asked to say its status again, which it then does. */
  snapshots: number
  close(): Promise<void>
}

export const connectTable = async (broker: Pick<EmbeddedBroker, 'url' | 'login'>, name: TableName, stream: string): Promise<FakeTable> => {
  const client: MqttClient = await mqtt.connectAsync(broker.url, { ...broker.login, reconnectPeriod: 50 })
  // As a table's own connection.
  if (client.stream instanceof Socket) client.stream.setNoDelay(true)
  const base = baseTopic(name)
  // A table that closes its connection answers nobody any more.
  const publish = async (topic: string, payload: string, retain = false): Promise<void> => {
    if (!client.disconnecting) await client.publishAsync(topic, payload, { qos: 1, retain })
  }
  const table: FakeTable = {
    journal: [],
    keptFrom: 1,
    stream,
    acks: [],
    asked: [],
    snapshots: 0,
    write: (records) => void table.journal.push(...records),
    say: async (records) => {
      table.write(records)
      for (const record of records) await publish(`${base}/log`, envelopeOf(name, table.stream, record))
    },
    status: (state) => publish(`${base}/status`, JSON.stringify({ type: 'status', data: { state, boot: 1, conn: 1 } }), true),
    raw: publish,
    close: () => client.endAsync(),
  }
  client.on('message', (topic, payload) => {
    if (topic === auditTopic(name)) {
      const ack = readAuditAck(payload)
      if (typeof ack !== 'string') table.acks.push(ack)
      return
    }
    const [user = '', command] = topic.split('/').slice(-2)
    if (command === 'snapshot') {
      table.snapshots++
      void table.status('ready')
      return
    }
    void answer(JSON.parse(payload.toString()), user)
  })
  const answer = async (command: { fromSeq: number; toSeq: number; correlation: string; replyTo: string }, user: string) => {
    const { fromSeq, correlation, replyTo } = command
    table.asked.push([fromSeq, command.toSeq])
    const last = table.journal.at(-1)?.n ?? 0
    const refuse = (error: string) => publish(replyTo, JSON.stringify({ correlation, ok: false, error }))
    const there = `the journal holds records ${table.keptFrom} to ${last}`
    if (fromSeq < table.keptFrom) return refuse(`refused: record ${fromSeq} is no longer kept; ${there}`)
    if (fromSeq > last) return refuse(`refused: there is no record ${fromSeq} yet; ${there}`)
    const toSeq = Math.min(command.toSeq, last)
    await publish(replyTo, JSON.stringify({ correlation, ok: true, error: null, fromSeq, toSeq }))
    const left = table.journal.filter(({ n }) => n >= fromSeq && n <= toSeq).values()
    const send = async () => {
      for (const record of left) {
        const { data, ...head } = JSON.parse(envelopeOf(name, table.stream, record))
        const isLast = record.n === toSeq ? { last: true } : {}
        await publish(`${base}/replay/${user}`, JSON.stringify({ ...head, historical: true, ...isLast, data }))
      }
    }
    await Promise.all(Array.from({ length: REPLAY_WINDOW }, send))
  }
  await client.subscribeAsync([`${base}/cmd/+/replay`, `${base}/cmd/+/snapshot`, auditTopic(name)], { qos: 1 })
  return table
}

const envelopeOf = (name: TableName, stream: string, record: JournalRecord): string => {
  const encoded = encodeLog(name, stream, record)
  if (!encoded.ok) throw new Error(encoded.refusal.reason)
  return encoded.message.payload
}
