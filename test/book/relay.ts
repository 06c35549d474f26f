/** Whoever sits between the broker of the tables and that of the book, and passes everything on as he likes. */
import mqtt, { type MqttClient } from 'mqtt'
import { startOpenBroker } from '../open-broker.ts'

export interface Said {
  readonly data: { readonly n: number; readonly kind: string } & Readonly<{ [field: string]: unknown }>
  readonly historical?: true
}

/** What becomes of a record on its way to the book; the same object: it is left as it is; null: it does not arrive. */
export type Alter = (said: Said) => Said | null

export interface Relay {
  readonly tableUrl: string
  readonly bookUrl: string
  alter: Alter
  close(): Promise<void>
}

const TO_BOOK = ['casino/v1/demo/+/+/log', 'casino/v1/demo/+/+/status', 'casino/v1/demo/+/+/replay/+', 'casino/v1/demo/reply/#']
const TO_TABLE = ['casino/v1/demo/+/+/cmd/+/replay', 'casino/v1/demo/audit/ack/+']
const RECORDS = /\/(log|replay\/[^/]+)$/

export const startRelay = async (alter: Alter): Promise<Relay> => {
  const tables = await startOpenBroker()
  const books = await startOpenBroker()
  const connect = (url: string): Promise<MqttClient> => mqtt.connectAsync(url, { username: 'relay', password: 'unused' })
  const atTables = await connect(tables.url)
  const atBooks = await connect(books.url)
  const relay: Relay = {
    tableUrl: tables.url,
    bookUrl: books.url,
    alter,
    close: async () => {
      await Promise.all([atTables.endAsync(true), atBooks.endAsync(true)])
      await Promise.all([tables.close(), books.close()])
    },
  }
  const passOn = async (
    from: MqttClient,
    filters: readonly string[],
    to: MqttClient,
    change: (topic: string, text: string) => string | null,
  ) => {
    from.on('message', (topic, payload, { retain }) => {
      const isState = retain || topic.endsWith('/status') || topic.includes('/audit/')
      const changed = change(topic, payload.toString())
      if (changed !== null) to.publish(topic, changed, { qos: 1, retain: isState })
    })
    await from.subscribeAsync([...filters], { qos: 1 })
  }
  await passOn(atTables, TO_BOOK, atBooks, (topic, text) => {
    if (!RECORDS.test(topic)) return text
    const said = JSON.parse(text) as Said
    const altered = relay.alter(said)
    if (altered === null) return null
    return altered === said ? text : JSON.stringify(altered)
  })
  await passOn(atBooks, TO_TABLE, atTables, (_, text) => text)
  return relay
}
