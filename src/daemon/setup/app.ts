/**
 * The set-up over HTTP: three files of the page, and three answers in JSON. Before anything else a request must name this server, and come from
 * its own page; before it may see or change anything, its browser must have entered the word.
 *
 *   GET /          the page
 *   GET /languages.json      the language files that the configuration names
 *   POST /api/word {word}    -> a session's cookie
 *   GET /api/state           -> what the page shows; null: nothing yet
 *   POST /api/do   {do, ...} -> the same, after it
 *   POST /api/echo {fields}  -> what would be understood if they were saved, a line each
 */
import { readFile } from 'node:fs/promises'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie, setCookie } from 'hono/cookie'
import { secureHeaders } from 'hono/secure-headers'
import { z } from 'zod'
import type { LanguageFile } from '../../words/file.ts'
import { inAll } from '../../words/text.ts'
import { personInput, typedFields } from './input.ts'
import type { Running } from './run.ts'
import type { Gate } from './word.ts'

export interface AppOptions {
  readonly running: Pick<Running, 'view' | 'take' | 'echo'>
  readonly gate: Gate
  /** Whether a `Host` header names this server. */
  readonly isOurName: (host: string | undefined) => boolean
  /** Whether a browser at this address is served at all. */
  readonly isAdmitted: (address: string) => boolean
  readonly isEncrypted: boolean
  /** Languages besides English and German. */
  readonly languages: readonly LanguageFile[]
  /** Where the bundled page is, a folder. */
  readonly folder: URL
}

type Env = { Bindings: HttpBindings }
type Asked = Context<Env>
type Step = MiddlewareHandler<Env>

const BODY_BYTES_MAX = 32 * 1024
const COOKIE = 'table-setup'
const FILES: { readonly [path: string]: readonly [file: string, type: string] } = {
  '/': ['setup.html', 'text/html; charset=utf-8'],
  '/setup.js': ['setup.js', 'text/javascript; charset=utf-8'],
  '/setup.css': ['setup.css', 'text/css; charset=utf-8'],
}
const echo = z.strictObject({ fields: typedFields })
const word = z.strictObject({ word: z.string().max(64) })

export function setupApp(options: AppOptions): Hono<Env> {
  const { running, gate, folder, isEncrypted } = options
  const app = new Hono<Env>()
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        ...{ defaultSrc: ["'none'"], scriptSrc: ["'self'"], styleSrc: ["'self'"], imgSrc: ["'self'", 'data:'], connectSrc: ["'self'"] },
        ...{ baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
      },
      referrerPolicy: 'no-referrer',
      xFrameOptions: 'DENY',
      strictTransportSecurity: false,
    }),
  )
  app.use(ours(options))
  app.use(bodyLimit({ maxSize: BODY_BYTES_MAX, onError: (asked) => refusal(asked, 413, `a request has at most ${BODY_BYTES_MAX} bytes`) }))
  for (const [path, [file, type]] of Object.entries(FILES)) {
    app.get(path, async (asked) => {
      const body = await readFile(new URL(file, folder)).catch(() => null)
      if (body === null) return asked.text('the page is being built; load it again in some seconds\n', 503, { 'Retry-After': '2' })
      return asked.body(new Uint8Array(body), 200, { 'Content-Type': type, 'Cache-Control': 'no-store' })
    })
  }
  app.get('/languages.json', (asked) => asked.json(options.languages))
  app.post('/api/word', async (asked) => {
    const read = word.safeParse(await jsonOf(asked))
    if (!read.success) return refusal(asked, 400, 'send {"word": "..."}')
    const entry = gate.enter(read.data.word)
    if (entry.kind === 'wait') return refusal(asked, 429, 'wait', { 'Retry-After': String(entry.seconds) })
    if (entry.kind === 'wrong') return asked.json({ problem: 'wrong', left: entry.left }, 401)
    setCookie(asked, COOKIE, entry.session, { httpOnly: true, sameSite: 'Strict', path: '/', secure: isEncrypted })
    return told(asked, running.view())
  })
  const isIn = (asked: Asked): boolean => gate.isIn(getCookie(asked, COOKIE))
  // For a browser that has not entered there is nothing, which is no error: it asks for the word.
  app.get('/api/state', (asked) => told(asked, isIn(asked) ? running.view() : null))
  app.use('/api/*', async (asked, next) => (isIn(asked) ? next() : refusal(asked, 401, 'enter the word first')))
  app.post('/api/do', async (asked) => {
    const read = personInput.safeParse(await jsonOf(asked))
    if (!read.success) return refusal(asked, 400, problemOf(read.error))
    running.take(read.data)
    return told(asked, running.view())
  })
  app.post('/api/echo', async (asked) => {
    const read = echo.safeParse(await jsonOf(asked))
    return read.success ? told(asked, running.echo(read.data.fields)) : refusal(asked, 400, problemOf(read.error))
  })
  app.notFound((asked) => refusal(asked, 404, 'there is nothing at this path; set-up is at /'))
  app.onError((error, asked) => refusal(asked, 500, error.message))
  return app
}

const refusal = (
  asked: Context,
  status: 400 | 401 | 403 | 404 | 413 | 421 | 429 | 500,
  problem: string,
  headers: Record<string, string> = {},
): Response => asked.json({ problem }, status, headers)

/** With its texts in every language. */
const told = (asked: Context, value: unknown): Response =>
  asked.body(JSON.stringify(value, inAll), 200, { 'Content-Type': 'application/json' })

async function jsonOf(asked: Asked): Promise<unknown> {
  if (!asked.req.header('content-type')?.startsWith('application/json')) return undefined
  return asked.req.json().catch(() => undefined)
}

function problemOf({ issues: [first] }: z.ZodError): string {
  return `${first?.path.join('.') ?? ''}: ${first?.message ?? 'it cannot be read'}`.slice(0, 200)
}

/** A page from elsewhere in the same browser may reach this port, under its own name or under one that it has pointed here. */
const ours =
  ({ isOurName, isAdmitted }: AppOptions): Step =>
  async (asked, next) => {
    const host = asked.req.header('host')
    const origin = asked.req.header('origin')
    if (!isAdmitted(asked.env.incoming.socket.remoteAddress ?? '')) return refusal(asked, 403, 'set-up serves its own machine only')
    if (!isOurName(host)) return refusal(asked, 421, 'set-up does not serve that host name')
    const isForeign = origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
    if (isForeign || asked.req.header('sec-fetch-site') === 'cross-site') return refusal(asked, 403, 'this request is from another page')
    return next()
  }
