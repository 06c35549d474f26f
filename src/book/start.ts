/** A running book: joins the store, the sink and the connection. */
import { randomBytes } from 'node:crypto'
import type { MqttConfig } from '../daemon/config/table-config.ts'
import { reasonOf } from '../daemon/journal/errors.ts'
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
  /**
   * File of the book's signing key. If left out, the key lies next to a store that is a file; for other stores it lasts as long as the
   * process.
   */
  readonly signingKeyFile?: string | null | undefined
  /** The sink's name as the tables see it, and the login if `mqtt` names none. An id of up to 32 characters. @default book */
  readonly name?: string
  /** Takes a line for the person who watches the book. */
  readonly notice: (text: string) => void
  /**
   * Another book of the same name was there first; `why` says so in words. This book no longer hears or acknowledges anything.
   * @default reported as a notice
   */
  readonly onGivenWay?: (why: string) => void
}

export interface BookCounts extends SinkCounts {
  readonly isConnected: boolean
  /** How often another client has used the book's client id since the start. */
  readonly takeovers: number
  /** That another book of the same name seems to run, and what to do about it; null: there is none. */
  readonly rival: string | null
}

export interface RunningBook {
  readonly store: Store
  counts(): BookCounts
  /** Writes what was received, then ends; further calls do nothing. */
  close(): Promise<void>
}

/** The notice is repeated at most this often, and the state shows a rival for this long after its last sign. */
const RIVAL_TOLD_MS = 60_000

/**
 * @throws StoreFault when the store or the signing key cannot be opened. An unreachable broker is not a failure: the book tries until it
 * connects.
 */
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
  let rivalledAtMs = Number.NEGATIVE_INFINITY
  let toldAtMs = Number.NEGATIVE_INFINITY
  let hasGivenWay = false
  const clientId = `${name}-${property}`
  const rivalText = () =>
    `another program is connected to the broker as ${clientId}: two books of the name ${name} run, and each throws the other out. Stop one of them; a second book needs a name of its own in its configuration (name: ...) and a store of its own`
  const link = connectBook({
    mqtt: { ...mqtt, username: hearer.user },
    clientId,
    filters: filtersOf(hearer),
    random: Math.random,
    nowMs: () => performance.now(),
    isFull: () => sink?.isFull() ?? true,
    onMessage: (topic, payload) => sink?.hear(topic, payload),
    onConnected: (url) => {
      isConnected = true
      lastReason = ''
      notice(`book: connected to the broker at ${url}`)
      sink?.connected()
    },
    onLost: (reason) => {
      isConnected = false
      // Report it once, not with every attempt.
      if (reason !== lastReason) notice(`book: no connection to the broker: ${reason}`)
      lastReason = reason
      sink?.lost()
    },
    onRival: () => {
      rivalledAtMs = performance.now()
      if (rivalledAtMs - toldAtMs < RIVAL_TOLD_MS) return
      toldAtMs = rivalledAtMs
      notice(`book: ${rivalText()}`)
    },
    onGivenWay: () => {
      isConnected = false
      hasGivenWay = true
      sink?.lost()
      const why = `${rivalText()}. This one came later and gives way`
      if (options.onGivenWay === undefined) notice(`book: ${why}`)
      else options.onGivenWay(why)
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
    counts: () => {
      const hasRival = hasGivenWay || performance.now() - rivalledAtMs < RIVAL_TOLD_MS
      return { ...running.counts(), isConnected, takeovers: link.takeovers(), rival: hasRival ? rivalText() : null }
    },
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
