/** Serves the book's HTTP interface. Without users or tokens it serves this machine only. */
import type { Server } from 'node:http'
import { isIP } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { reasonOf } from '../../base/process/reason.ts'
import { type HealthCheck, healthOf } from '../../base/serving/health.ts'
import { isLoopback, isOurName } from '../../base/serving/names.ts'
import { limitSockets } from '../../base/serving/sockets.ts'
import { CLOCK_USUAL, type DayClock } from '../gaming-day.ts'
import type { Db } from '../queries/page.ts'
import { bookApp } from './app.ts'
import { type LoginFiles, loginBy } from './login.ts'
import { type BookFigures, bookMetrics } from './metrics.ts'
import type { Route } from './route.ts'

export interface BookHttpOptions extends LoginFiles {
  readonly db: Db
  /** `blackjack-table-controller 0.1.0` */
  readonly software: string
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Host names that clients use, besides addresses, `host` and localhost. @default [] */
  readonly names?: readonly string[]
  /** Origins of pages that may read the answers, `http://pit.example:8080`. @default [] */
  readonly origins?: readonly string[]
  /** Health checks of the process besides the store's. @default none */
  readonly checks?: () => readonly HealthCheck[]
  /** The sink's own figures. @default none */
  readonly figures?: () => BookFigures
  /** @default every row of `routes.ts` */
  readonly routes?: readonly Route[]
  readonly notice: (text: string) => void
  /** When a gaming day of the property begins. @default 06:00 UTC */
  readonly clock?: DayClock
  /** @default the machine's clock */
  readonly nowMs?: () => number
  /** For rates and locks, ms. @default performance.now */
  readonly monotonicMs?: () => number
}

export interface BookServer {
  /** `http://127.0.0.1:8090/` */
  readonly url: string
  close(): Promise<void>
}

/** The displays of a property, with several connections each, and report clients. */
const SOCKETS_MAX = 512
/** A browser opens a new connection when it needs one. */
const IDLE_MS_MAX = 30_000
const HEADER_BYTES_MAX = 16 * 1024

/** @throws Error when the port is taken, or when anyone could read: other machines may connect and there is no login */
export async function serveBook(options: BookHttpOptions): Promise<BookServer> {
  const { db, host, port, names = [], origins = [], users, tokens, software, notice, nowMs = Date.now, clock = CLOCK_USUAL } = options
  const isOpen = users === null && tokens === null
  if (isOpen && !isLoopback(host) && host !== 'localhost') {
    throw new Error(`http: on ${host} anybody could read the book; set http: users or http: tokens, or serve it on 127.0.0.1`)
  }
  const monotonicMs = options.monotonicMs ?? (() => performance.now())
  const metrics = bookMetrics({ db, nowMs, monotonicMs, ...(options.figures === undefined ? {} : { figures: options.figures }) })
  const app = bookApp({
    ...{ db, nowMs, clock, monotonicMs, origins, notice },
    version: software.split(' ').at(-1) ?? software,
    login: isOpen ? null : loginBy({ users, tokens }, monotonicMs, notice),
    isOurName: (name) => isOurName(name, { host, names }),
    isAdmitted: (address) => !isOpen || isLoopback(address),
    health: async () => healthOf(software, [await storeCheck(db), ...(options.checks?.() ?? [])]),
    metrics: metrics.text,
    count: metrics.count,
    ...(options.routes === undefined ? {} : { routes: options.routes }),
  })
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
    serverOptions: { requestTimeout: 10_000, headersTimeout: 5000, connectionsCheckingInterval: 1000, maxHeaderSize: HEADER_BYTES_MAX },
  }) as Server
  server.timeout = IDLE_MS_MAX
  limitSockets(server, SOCKETS_MAX)
  return { url: await listening(server, host, port), close: () => closed(server) }
}

async function storeCheck(db: Db): Promise<HealthCheck> {
  try {
    await db.selectFrom('tables').select('id').limit(1).execute()
    return { name: 'store', ok: true, text: null }
  } catch (error) {
    return { name: 'store', ok: false, text: `the store does not answer: ${reasonOf(error)}` }
  }
}

function listening(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      const on = typeof address === 'object' && address !== null ? address.port : port
      resolve(`http://${isIP(host) === 6 ? `[${host}]` : host}:${on}/`)
    })
  })
}

async function closed(server: Server): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await ended
}
