/** A running book: joins the store, the sink and the connection. */
import { randomBytes } from 'node:crypto'
import type { MqttConfig } from '../base/config/table-config.ts'
import { reasonOf } from '../base/process/reason.ts'
import { fingerprintOf } from '../base/records/seal.ts'
import type { TableName } from '../wire/topics.ts'
import { type ConnectionOptions, connectBook } from './connection.ts'
import { filtersOf, type Hearer } from './hearing.ts'
import { keyFileBeside, openBookKey } from './signing-key.ts'
import { type Sink, type SinkCounts, startSink } from './sink.ts'
import { answerOthers } from './store/asking.ts'
import { checkStore } from './store/check.ts'
import { countersigning } from './store/heads.ts'
import { fingerprintIn, vouchForKey } from './store/keys.ts'
import { isEmbedded, openStore, type Store, storeBytes } from './store/open.ts'
import { createStoreWatch, type StoreWatch, type StoreWatchPort } from './store-watch.ts'

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
  /** Tables whose keys are confirmed by the configuration: `p1/bj07`, and the fingerprint. @default none */
  readonly tables?: readonly { readonly table: string; readonly key: string }[]
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
  /** That the store is damaged, and what to do about it; null: nothing is known of any damage. */
  readonly damage: string | null
}

export interface RunningBook {
  readonly store: Store
  counts(): BookCounts
  /** The process that runs both the book and this table vouches for the table's key, and so for the first journal that it seals. */
  vouchFor(table: Omit<TableName, 'property'>, publicKey: string): Promise<void>
  /** Writes what was received, then ends; further calls do nothing. */
  close(): Promise<void>
}

/** The notice is repeated at most this often, and the state shows a rival for this long after its last sign. */
const RIVAL_TOLD_MS = 60_000

/** How often to see whether it is night. */
const NIGHT_LOOK_MS = 60_000
const megabytes = (bytes: number | null): string | null => (bytes === null ? null : `${(bytes / 1e6).toFixed(1)} MB`)

/** What is known of the connection, and what is said about it. */
interface LinkNews {
  isConnected: boolean
  hasGivenWay: boolean
  lastReason: string
  rivalledAtMs: number
  toldAtMs: number
}

const newsBefore = (): LinkNews => ({
  ...{ isConnected: false, hasGivenWay: false, lastReason: '' },
  ...{ rivalledAtMs: Number.NEGATIVE_INFINITY, toldAtMs: Number.NEGATIVE_INFINITY },
})

type Events = Pick<ConnectionOptions, 'onConnected' | 'onLost' | 'onRival' | 'onGivenWay'>

/** Reports what happens to the connection, to the sink and to whoever watches the book. */
function eventsOf(news: LinkNews, rivalText: string, sink: () => Sink | null, { notice, onGivenWay }: BookOptions): Events {
  return {
    onConnected: (url) => {
      news.isConnected = true
      news.lastReason = ''
      notice(`book: connected to the broker at ${url}`)
      sink()?.connected()
    },
    onLost: (reason) => {
      news.isConnected = false
      // Report it once, not with every attempt.
      if (reason !== news.lastReason) notice(`book: no connection to the broker: ${reason}`)
      news.lastReason = reason
      sink()?.lost()
    },
    onRival: () => {
      news.rivalledAtMs = performance.now()
      if (news.rivalledAtMs - news.toldAtMs < RIVAL_TOLD_MS) return
      news.toldAtMs = news.rivalledAtMs
      notice(`book: ${rivalText}`)
    },
    onGivenWay: () => {
      news.isConnected = false
      news.hasGivenWay = true
      sink()?.lost()
      const why = `${rivalText}. This one came later and gives way`
      if (onGivenWay === undefined) notice(`book: ${why}`)
      else onGivenWay(why)
    },
  }
}

interface Watched {
  readonly store: Store
  readonly watch: StoreWatch
  close(): Promise<void>
}

/** @throws StoreFault when the store cannot be opened, or is damaged */
async function openWatched(place: string, port: Pick<StoreWatchPort, 'notice' | 'nowMs' | 'tell'>): Promise<Watched> {
  const config = { store: place }
  let met: StoreWatch['met'] = () => undefined
  const store = await openStore(config, (fault) => met(fault))
  const watch = createStoreWatch({ ...port, check: () => checkStore(store, config), size: () => megabytes(storeBytes(config)) })
  const nights = setInterval(() => watch.passTime(Date.now()), NIGHT_LOOK_MS)
  nights.unref()
  const close = async () => {
    clearInterval(nights)
    await watch.stop()
    await store.destroy()
  }
  await watch.begin(Date.now()).catch(async (error: unknown) => {
    await close()
    throw error
  })
  met = watch.met
  return { store, watch, close }
}

/** A row that a person's later word has overtaken changes nothing, and is told. */
async function confirmRows(store: Store, { property, tables = [], notice }: BookOptions): Promise<void> {
  for (const { table: word, key } of tables) {
    const [pit = '', table = ''] = word.split('/')
    const fingerprint = fingerprintIn(key) ?? ''
    if (await vouchForKey(store, { table: { property, pit, table }, fingerprint, how: 'config' }, Date.now())) continue
    notice(`book: the configuration names ${fingerprint} as the key of ${word}, but a person has named another one since: correct that row`)
  }
}

/**
 * @throws StoreFault when the store or the signing key cannot be opened. An unreachable broker is not a failure: the book tries until it
 * connects.
 */
export async function startBook(options: BookOptions): Promise<RunningBook> {
  const { property, mqtt, store: place, name = 'book', notice } = options
  let sink: Sink | null = null
  const nowMs = () => performance.now()
  const { store, watch, close: closeStore } = await openWatched(place, { notice, nowMs, tell: (text) => sink?.tell('STORE-DAMAGED', text) })
  const key = await openBookKey(options.signingKeyFile ?? keyFileBeside(place), notice).catch(async (error: unknown) => {
    await closeStore()
    throw error
  })
  await confirmRows(store, options).catch(async (error: unknown) => {
    await closeStore()
    throw error
  })
  const hearer: Hearer = { property, user: mqtt.username ?? name, client: 'book' }
  const clientId = `${name}-${property}`
  const rivalText = `another program is connected to the broker as ${clientId}: two books of the name ${name} run, and each throws the other out. Stop one of them; a second book needs a name of its own in its configuration (name: ...) and a store of its own`
  const news = newsBefore()
  let isClosed = false
  const link = connectBook({
    ...{ mqtt: { ...mqtt, username: hearer.user }, clientId, filters: filtersOf(hearer), random: Math.random, nowMs },
    isFull: () => sink?.isFull() ?? true,
    onMessage: (topic, payload) => sink?.hear(topic, payload),
    ...eventsOf(news, rivalText, () => sink, options),
  })
  const correlation = () => `b${randomBytes(12).toString('hex')}`
  const running = await startSink({
    ...{ store, hearer, sink: name, link, correlation, notice, countersign: countersigning(key), nowMs },
    wallMs: () => Date.now(),
  }).catch(async (error: unknown) => {
    await link.close()
    await closeStore()
    throw error
  })
  sink = running
  const asking = isEmbedded({ store: place })
    ? await answerOthers({ store, rederive: running.rederive }, place).catch((error: unknown) => {
        notice(`book: query, report, export and rebuild need this book stopped: ${reasonOf(error)}`)
        return null
      })
    : null
  return {
    store,
    counts: () => {
      const hasRival = news.hasGivenWay || nowMs() - news.rivalledAtMs < RIVAL_TOLD_MS
      const rival = hasRival ? rivalText : null
      return { ...running.counts(), isConnected: news.isConnected, takeovers: link.takeovers(), rival, damage: watch.damage() }
    },
    vouchFor: async ({ pit, table }, publicKey) => {
      await vouchForKey(store, { table: { property, pit, table }, fingerprint: fingerprintOf(publicKey), how: 'owner' }, Date.now())
    },
    close: async () => {
      if (isClosed) return
      isClosed = true
      await asking?.close()
      await running.stop()
      await link.close()
      await closeStore()
    },
  }
}
