/**
 * Runs the tables of a configuration until it is stopped: brokers, tables, displays, and the messages for a person who watches the daemon.
 */
import { randomBytes } from 'node:crypto'
import { type Observable, Subject } from 'rxjs'
import { readLanguage } from '../../base/config/files.ts'
import type { MqttConfig, TableConfig } from '../../base/config/table-config.ts'
import { Ending, EXIT_BROKER, EXIT_FAILED, EXIT_JOURNAL } from '../../base/process/exit-codes.ts'
import { reasonOf } from '../../base/process/reason.ts'
import { SOFTWARE } from '../../base/process/version.ts'
import { type Health, type HealthCheck, healthOf } from '../../base/serving/health.ts'
import { type DisplayServer, serveDisplay } from '../../display/server/server.ts'
import { STREAM_BYTES, streamName } from '../../wire/stream.ts'
import { type EmbeddedBroker, startEmbeddedBroker, USUAL_PORT } from '../broker/embedded.ts'
import { passwordCheck } from '../broker/users.ts'
import { JournalError } from '../journal/errors.ts'
import { type RunningTable, startTable } from '../pipeline/table.ts'
import { codeDigest } from './code-digest.ts'
import { type HealthServer, serveHealth } from './health-server.ts'
import { watchHealth } from './table-health.ts'

export interface Serving {
  readonly tables: readonly RunningTable[]
  /** The address of the embedded broker; null if the tables have a broker of their own. */
  readonly brokerUrl: string | null
  /** Emits once when a table cannot go on. */
  readonly failed$: Observable<Error>
  stop(): Promise<void>
}

export interface ServeOptions {
  readonly notice: (text: string) => void
  /** Port of the embedded broker, 0 = any. @default that of the configuration */
  readonly brokerPort?: number
  /** An embedded broker that is already running; it keeps running when the tables stop. */
  readonly broker?: EmbeddedBroker
  /** A person's reason to continue with a journal that contradicts the kept evidence of it. */
  readonly acceptJournal?: string | undefined
  /** Ends a start that is still reading a journal. */
  readonly signal?: AbortSignal
}

/** A start that takes longer reports that it is still reading: after an update a day of play takes half a minute. */
const READING_MS = 3000

const clock = { nowMs: () => performance.now(), wallMs: () => Date.now() }

const newStream = () => streamName(randomBytes(STREAM_BYTES))

const embedded = ({ url, login }: EmbeddedBroker): MqttConfig => ({
  urls: [url],
  protocol: 4,
  ca: null,
  cert: null,
  key: null,
  passwordFile: null,
  ...login,
})

/** @throws Ending if the embedded broker's port is taken or a journal cannot be used; the signal's reason once it has come */
export const serve = async (
  configs: readonly TableConfig[],
  { notice, brokerPort, broker: given, acceptJournal, signal }: ServeOptions,
): Promise<Serving> => {
  const own = given === undefined ? await openBroker(configs, notice, brokerPort) : null
  const broker = given ?? own
  const failed$ = new Subject<Error>()
  const code = await codeDigest()
  const tables: RunningTable[] = []
  const checks: (() => readonly HealthCheck[])[] = []
  const health = () => healthOf(SOFTWARE, [startCheck(configs, tables), ...checks.flatMap((check) => check())])
  const displays = serveDisplays(configs, { own: broker, notice, health })
  const watched = serveHealths(configs, notice, health)
  const stop = async () => {
    await Promise.all(tables.map((table) => table.stop()))
    await Promise.all([...displays, ...watched].map((server) => server.close()))
    await own?.close()
  }
  for (const config of configs) {
    const say = (text: string) => notice(`${config.table}: ${text}`)
    const reading = tellReading(say)
    try {
      const mqtt = config.mqtt ?? (broker === null ? null : embedded(broker))
      if (mqtt === null) throw new Error(`${config.table} has no broker`)
      const isClaimed = config.mqtt === null && config.broker?.users === undefined
      // At the embedded broker only the book of this process has that role, so nobody else there may hear a replay.
      const mayReplay = (user: string) => config.mqtt !== null || user === broker?.bookLogin.username
      const ownBroker = config.mqtt === null ? (broker ?? undefined) : undefined
      const own = { mayReplay, ownBroker, software: SOFTWARE, code, newStream, mqtt, isClaimed, acceptJournal, notice: say, clock }
      const deps = { ...own, onRead: reading.passed, ...(signal === undefined ? {} : { signal }) }
      const table = await startTable(config, deps).finally(reading.end)
      tables.push(table)
      checks.push(watchHealth(config, table))
      watch(table, say, failed$)
    } catch (error) {
      await stop()
      signal?.throwIfAborted()
      if (!(error instanceof JournalError)) throw error
      // A person has to look at a journal that is damaged or not the table's own. A service restarts by itself once a full disk is emptied.
      throw new Ending(error.code === 'full' ? EXIT_FAILED : EXIT_JOURNAL, `${config.table}: ${error.message}`)
    }
  }
  return { tables, brokerUrl: broker?.url ?? null, failed$, stop }
}

const tellReading = (say: (text: string) => void) => {
  const startMs = clock.nowMs()
  let reached = ''
  const telling = setInterval(
    () => say(`reading its journal, ${Math.round((clock.nowMs() - startMs) / 1000)} s so far${reached}`),
    READING_MS,
  )
  return {
    passed: (n: number, of: number): void => {
      reached = `: record ${n} of ${of}`
    },
    end: (): void => clearInterval(telling),
  }
}

/** A table that is still reading a long journal does not run yet. */
const startCheck = (configs: readonly TableConfig[], running: readonly RunningTable[]): HealthCheck => {
  const text = running.length < configs.length ? `${configs[running.length]?.table} is still reading its journal` : null
  return { name: 'start', ok: text === null, text }
}

/** Starts the embedded broker if a table has no other; its users and its port are the same for all tables (`src/base/config/checks.ts`). */
const openBroker = async (
  configs: readonly TableConfig[],
  notice: (text: string) => void,
  port?: number,
): Promise<EmbeddedBroker | null> => {
  const first = configs.find((config) => config.mqtt === null)
  if (first === undefined) return null
  const { users, port: own } = first.broker ?? {}
  const check = users === undefined ? null : passwordCheck(users, notice)
  try {
    const broker = await startEmbeddedBroker({ check, port: port ?? own ?? USUAL_PORT })
    notice(`broker: ${broker.url}, for this machine; ${users === undefined ? UNVERIFIED : `commands are for the users of ${users}`}`)
    return broker
  } catch (error) {
    throw new Ending(EXIT_BROKER, reasonOf(error))
  }
}

const UNVERIFIED =
  'no users are configured (broker: users:), so anybody on it may give commands under any name: they are journaled and shown as unverified'

/** Tables that name the same address and broker share a display. */
const serveDisplays = (
  configs: readonly TableConfig[],
  { own, notice, health }: { readonly own: EmbeddedBroker | null; readonly notice: (text: string) => void; readonly health: () => Health },
): readonly DisplayServer[] => {
  const wanted = new Map(
    configs.flatMap(({ display, mqtt, broker }) => {
      if (display === null) return []
      const { urls, ca } = mqtt ?? { urls: own === null ? [] : [own.url], ca: null }
      const to = { broker: { urls, ca }, isLocalOnly: mqtt === null, users: mqtt === null ? broker?.users : undefined }
      return [[JSON.stringify([display, urls]), { ...display, ...to }] as const]
    }),
  )
  const paths = new Set(configs.flatMap((config) => config.languages ?? []))
  const languages = wanted.size === 0 ? [] : [...paths].map(readLanguage)
  return [...wanted.values()].map((each) => serveDisplay({ ...each, languages, notice, health }))
}

/** Tables that name the same address share one health server. */
const serveHealths = (configs: readonly TableConfig[], notice: (text: string) => void, health: () => Health): readonly HealthServer[] => {
  const wanted = new Map(configs.flatMap((config) => (config.health === undefined ? [] : [[JSON.stringify(config.health), config.health]])))
  return [...wanted.values()].map((each) => serveHealth({ ...each, notice, health }))
}

/** If the reasons differ each time, not all of them are of interest. */
const TOLD_MAX = 100

const watch = (table: RunningTable, say: (text: string) => void, failed$: Subject<Error>): void => {
  table.reports$.subscribe(({ device, report }) => {
    if (report.kind === 'link') say(`${device} ${report.up ? 'up' : 'down'}: ${report.reason}`)
    else if (report.kind === 'incident') say(`${device} ${report.code}: ${report.text}`)
    else if (report.kind === 'missing') say(`${device}: events ${report.from} to ${report.to} are missing`)
  })
  /** Attempts repeat every second: report each reason once until an attempt succeeds. */
  const told = new Set<string>()
  let conn = 0
  table.broker$.subscribe((state) => {
    // The state of one connection is told again whenever its counts change.
    if (state.kind === 'connected') {
      if (state.conn === conn) return
      conn = state.conn
      told.clear()
      say(`broker connected: ${state.url}`)
    } else if (state.kind === 'lost') {
      const text = `broker connection lost: ${state.url}: ${state.reason}`
      if (told.has(text) || told.size >= TOLD_MAX) return
      told.add(text)
      say(text)
    }
  })
  table.written$.subscribe({ error: (error: Error) => failed$.next(error) })
}
