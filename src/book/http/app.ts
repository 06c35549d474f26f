/**
 * The book's HTTP interface: read-only, no body, JSON. A request must pass these steps, in this order:
 *
 *   method -> host name -> rate of the address -> login -> rate of the reader -> parameters -> query -> size of the answer
 */
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { HEALTH_PATH, type Health, statusOf } from '../../base/serving/health.ts'
import { networkOf } from '../../base/serving/lock.ts'
import { STILL_PAGE_POLICY } from '../../display/markup.ts'
import { StoreDamaged } from '../store/open.ts'
import { BUSY_SECONDS, LOCKED_SECONDS, type Login } from './login.ts'
import { openApiDocument } from './openapi.ts'
import { ADDRESS_RATE, type Rate, READER_RATE, rates } from './rates.ts'
import type { Answer, Route, RouteTools } from './route.ts'
import { ROUTES } from './routes.ts'

export interface BookAppOptions extends RouteTools {
  readonly version: string
  /** null: anyone who can reach the server may read. */
  readonly login: Login | null
  /** Whether a `Host` header names this server. */
  readonly isOurName: (host: string | undefined) => boolean
  /** Whether an address may send another request now. */
  readonly isAdmitted: (address: string) => boolean
  /** Pages from these origins, such as `http://pit.example:8080`, may read the answers. */
  readonly origins: readonly string[]
  readonly health: () => Promise<Health>
  /** Figures for Prometheus. */
  readonly metrics: () => Promise<string>
  /** Logs one line for each failure of the book itself. */
  readonly notice: (text: string) => void
  /** Counts how each request ended. `path`: that of the route, or `other`. */
  readonly count: (path: string, status: number, seconds: number) => void
  /** @default ROUTES */
  readonly routes?: readonly Route[]
  /** Monotonic, ms. */
  readonly monotonicMs: () => number
}

type Env = { Bindings: HttpBindings; Variables: { path: string } }
type Asked = Context<Env>

/** A page of rounds takes 200 kB, a whole round 1 MB; a larger answer is a mistake. */
const ANSWER_CHARS_MAX = 16 * 1024 * 1024
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export function bookApp(options: BookAppOptions): Hono<Env> {
  const { version, origins, health, metrics, notice, routes = ROUTES } = options
  const document = openApiDocument(version)
  const app = new Hono<Env>()
  app.use(counted(options))
  app.use(ownStyle)
  app.use(secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, xFrameOptions: 'DENY' }))
  app.use(onlyReads)
  app.use(ofOurName(options))
  if (origins.length > 0) app.use(cors({ origin: [...origins], allowMethods: ['GET'], allowHeaders: ['Authorization'], maxAge: 600 }))
  app.use(atAddressRate(options))
  app.get(HEALTH_PATH, async (asked) => {
    asked.set('path', HEALTH_PATH)
    const found = await health()
    return asked.json(found, statusOf(found))
  })
  app.get('/openapi.json', (asked) => {
    asked.set('path', '/openapi.json')
    return asked.json(document)
  })
  app.use(asReader(options))
  app.get('/metrics', async (asked) => {
    asked.set('path', '/metrics')
    return asked.body(await metrics(), 200, { 'Content-Type': METRICS_TYPE })
  })
  for (const route of routes) {
    app.get(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (asked) => {
      asked.set('path', route.path)
      return answer(asked, await route.respond(options, asked.req.param(), asked.req.queries()))
    })
  }
  app.notFound((asked) => failure(asked, 404, 'NOT-FOUND', 'there is nothing at this path; /openapi.json says what there is'))
  app.onError((error, asked) => {
    if (error instanceof StoreDamaged) return failure(asked, 503, 'DAMAGED', error.message)
    notice(`book: http: ${asked.req.method} ${asked.get('path') ?? 'other'}: ${error.message}`)
    return failure(asked, 500, 'FAILED', 'the book failed to answer; its log says why')
  })
  return app
}

function answer(asked: Asked, given: Answer): Response {
  if (given.kind === 'error') return failure(asked, given.status, given.code, given.text)
  const [text, type] = given.kind === 'json' ? [JSON.stringify(given.value), 'application/json'] : [given.text, given.type]
  if (text.length > ANSWER_CHARS_MAX) {
    return failure(
      asked,
      500,
      'TOO-LARGE',
      `the answer has ${text.length} characters, more than ${ANSWER_CHARS_MAX}; ask for a shorter span`,
    )
  }
  const saved = given.kind === 'text' && given.file !== undefined ? { 'Content-Disposition': `attachment; filename="${given.file}"` } : {}
  return asked.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-store', ...saved })
}

const failure = (asked: Asked, status: 400 | 401 | 403 | 404 | 405 | 409 | 421 | 429 | 500 | 503, code: string, text: string): Response =>
  asked.json({ error: { code, text } }, status)

type Step = MiddlewareHandler<Env>

const counted =
  ({ count, monotonicMs }: BookAppOptions): Step =>
  async (asked, next) => {
    const startMs = monotonicMs()
    await next()
    count(asked.get('path') ?? 'other', asked.res.status, (monotonicMs() - startMs) / 1000)
  }

const ownStyle: Step = async (asked, next) => {
  await next()
  if (asked.res.headers.get('Content-Type')?.startsWith('text/html')) asked.res.headers.set('Content-Security-Policy', STILL_PAGE_POLICY)
}

const onlyReads: Step = async (asked, next) => {
  if (['GET', 'HEAD', 'OPTIONS'].includes(asked.req.method)) return next()
  asked.header('Allow', 'GET, HEAD, OPTIONS')
  return failure(asked, 405, 'READ-ONLY', 'the book can only be read: GET or HEAD')
}

/** Another site could point a host name of its own at the book, and the browser would take the book for part of that site. */
const ofOurName =
  ({ isOurName }: BookAppOptions): Step =>
  async (asked, next) =>
    isOurName(asked.req.header('host')) ? next() : failure(asked, 421, 'NOT-OUR-NAME', 'the book does not serve that host name')

const addressOf = (asked: Asked): string => asked.env.incoming.socket.remoteAddress ?? ''

const atAddressRate = ({ isAdmitted, monotonicMs }: BookAppOptions): Step => {
  const take = rates(ADDRESS_RATE, monotonicMs)
  return async (asked, next) => {
    const address = addressOf(asked)
    if (!isAdmitted(address))
      return failure(asked, 403, 'FOR-THIS-MACHINE', 'without users or tokens the book answers its own machine only')
    return take(networkOf(address)) ? next() : tooMany(asked, waitOf(ADDRESS_RATE))
  }
}

const asReader = ({ login, monotonicMs }: BookAppOptions): Step => {
  const take = rates(READER_RATE, monotonicMs)
  return async (asked, next) => {
    const network = networkOf(addressOf(asked))
    if (login === null) return take(network) ? next() : tooMany(asked, waitOf(READER_RATE))
    const entry = await login.enter(asked.req.header('authorization'), network)
    if (entry.kind === 'reader') return take(`reader ${entry.name}`) ? next() : tooMany(asked, waitOf(READER_RATE))
    if (entry.kind === 'locked') return tooMany(asked, LOCKED_SECONDS)
    if (entry.kind === 'busy') {
      asked.header('Retry-After', String(BUSY_SECONDS))
      return failure(asked, 503, 'BUSY', 'too many passwords wait to be checked; wait and ask again')
    }
    asked.header('WWW-Authenticate', 'Basic realm="book", charset="UTF-8"')
    return failure(asked, 401, 'LOGIN', 'log in with a token, or with a name and password of the users')
  }
}

const waitOf = ({ perSecond }: Rate): number => Math.ceil(1 / perSecond)

function tooMany(asked: Asked, seconds: number): Response {
  asked.header('Retry-After', String(seconds))
  return failure(asked, 429, 'TOO-MANY', 'too many requests; wait and ask again')
}
