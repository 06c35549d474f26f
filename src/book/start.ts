/** A running book: the store, the sink and its connection, joined. */
import { randomBytes } from 'node:crypto'
import type { MqttConfig } from '../config/table-config.ts'
import { reasonOf } from '../journal/errors.ts'
import { connectBook } from './connection.ts'
import { filtersOf, type Hearer } from './hearing.ts'
import { keyFileBeside, openBookKey } from './signing-key.ts'
import { type Sink, type SinkCounts, startSink } from './sink.ts'
import { answerOthers } from './store/asking.ts'
import { countersigning } from './store/heads.ts'
import { isEmbedded, openStore, type Store } from './store/open.ts'

export interface BookOptions {
  readonly property: string
  readonly mqtt: MqttConfig
  /** As `StoreConfig.store`. */
  readonly store: string
  /** The book's signing key; left out: beside a store that is a file, and for other stores one that lasts as long as the process. */
  readonly signingKeyFile?: string | null | undefined
  /** Who acknowledges, as the tables see it; the login as well where `mqtt` names none. Ids of 32 characters. @default book */
  readonly name?: string
  /** A line for whoever watches the book. */
  readonly notice: (text: string) => void
}

export interface RunningBook {
  readonly store: Store
  counts(): SinkCounts & { readonly isConnected: boolean }
  /** Writes what was heard and ends; once is enough. */
  close(): Promise<void>
}

/** @throws StoreFault when the store or the signing key cannot be opened. A broker that is away is no failure: it is tried until it is there. */
export async function startBook({ property, mqtt, store: place, name = 'book', notice, ...options }: BookOptions): Promise<RunningBook> {
  const store = await openStore({ store: place })
  const key = await openBookKey(options.signingKeyFile ?? keyFileBeside(place), notice).catch(async (error: unknown) => {
    await store.destroy()
    throw error
  })
  const hearer: Hearer = { property, user: mqtt.username ?? name, client: 'book' }
  let isConnected = false
  let isClosed = false
  let sink: Sink | null = null
  let lastReason = ''
  const link = connectBook({
    mqtt: { ...mqtt, username: hearer.user },
    clientId: `${name}-${property}`,
    filters: filtersOf(hearer),
    random: Math.random,
    isFull: () => sink?.isFull() ?? true,
    onMessage: (topic, payload) => sink?.hear(topic, payload),
    onConnected: () => {
      isConnected = true
      lastReason = ''
      notice('book: connected to the broker')
      sink?.connected()
    },
    onLost: (reason) => {
      isConnected = false
      // Once, not with every attempt.
      if (reason !== lastReason) notice(`book: no connection to the broker: ${reason}`)
      lastReason = reason
      sink?.lost()
    },
  })
  const correlation = () => `b${randomBytes(12).toString('hex')}`
  try {
    sink = await startSink({
      ...{ store, hearer, sink: name, link, correlation, notice, countersign: countersigning(key) },
      nowMs: () => performance.now(),
      wallMs: () => Date.now(),
    })
  } catch (error) {
    await link.close()
    await store.destroy()
    throw error
  }
  const running = sink
  const asking = isEmbedded({ store: place })
    ? await answerOthers({ store, rederive: running.rederive }, place).catch((error: unknown) => {
        notice(`book: query, report, export and rebuild need this book stopped: ${reasonOf(error)}`)
        return null
      })
    : null
  return {
    store,
    counts: () => ({ ...running.counts(), isConnected }),
    close: async () => {
      if (isClosed) return
      isClosed = true
      await asking?.close()
      await running.stop()
      await link.close()
      await store.destroy()
    },
  }
}
