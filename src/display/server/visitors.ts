/**
 * Who comes to this display, and the requests by which people log in and out:
 *
 *   GET    /session   who is logged in, and whether this display takes logins
 *   POST   /session   {"user": ..., "password": ...}: the broker checks it; the answer sets the cookie
 *   DELETE /session   logs out
 *
 * The page sends the login once and keeps nothing of it. Whoever has no session comes as the kiosk's login, or without one.
 */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import { USER_NAME } from '../../base/config/users.ts'
import { lockAfter, networkOf, WRONG_PASSWORDS } from '../../base/serving/lock.ts'
import { hostOf, isLoopback } from '../../base/serving/names.ts'
import { askBroker, standingAt, standingIn } from './login.ts'
import { keepSessions, type Session, type SessionLimits } from './sessions.ts'
import type { BrokerAddress } from './tunnel.ts'
import type { Visitor } from './words.ts'

export const SESSION_PATH = '/session'

export interface VisitorOptions {
  readonly port: number
  readonly broker: BrokerAddress
  /** The embedded broker: whoever comes from another machine has to log in. */
  readonly isLocalOnly: boolean
  /** The embedded broker's users. */
  readonly users?: string | undefined
  /** The login of whoever has none: it only watches. */
  readonly kiosk?: string | undefined
  readonly kioskPasswordFile?: string | undefined
  /** Whether passwords may cross the way from the browser. */
  readonly mayLogIn: boolean
  readonly limits?: SessionLimits | undefined
  readonly notice: (text: string) => void
  /** Monotonic. */
  readonly nowMs: () => number
}

export interface Visitors {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** null: no session, or one of the past. */
  sessionOf(request: IncomingMessage): Session | null
  /** Notes that the person did something. */
  use(session: Session | null): void
  /** As whom a browser goes to the broker. */
  visitorOf(request: IncomingMessage, session: Session | null): Promise<Visitor>
  /** Ends a connection together with its session. */
  join(session: Session | null, close: () => void): () => void
  stop(): void
}

/** A name and a password, with room for an escape of each character. */
const BODY_BYTES_MAX = 4096
const PASSWORD_CHARS_MAX = 256
/** Logins that the broker checks at once: of one network, so that it keeps no other out, and of all. */
const PENDING_MAX = { network: 4, all: 16 } as const
const WORD = /^[\w-]{43}$/

const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

type Refusal = readonly [status: number, code: string, text: string]

export function visitorsOf(options: VisitorOptions): Visitors {
  const { port, broker, isLocalOnly, users, kiosk, mayLogIn, nowMs } = options
  const standing = users === undefined ? standingAt(broker) : standingIn(users)
  const sessions = keepSessions(standing, nowMs, options.limits)
  const check = checkedLogin(options)
  const wordOf = (request: IncomingMessage): string | null => cookieOf(request.headers.cookie, cookieName(request, port))
  const sessionOf = (request: IncomingMessage): Session | null => sessions.find(wordOf(request))

  const logIn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const given = await readLogin(request)
    if (given === null) return refuse(response, [400, 'malformed', 'send {"user": ..., "password": ...} as JSON'])
    const mark = await standing.markOf(given.user)
    const refusal = await check(given, networkOf(request.socket.remoteAddress ?? ''))
    if (refusal !== null) return refuse(response, refusal)
    const word = sessions.open(given, mark, wordOf(request))
    tell(response, 200, { user: given.user }, setCookie(request, port, word))
  }
  const methods: { readonly [method: string]: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void } = {
    GET: (request, response) =>
      tell(response, 200, { user: sessionOf(request)?.user ?? null, kiosk: kiosk ?? null, takesLogins: mayLogIn }),
    POST: logIn,
    DELETE(request, response) {
      sessions.end(wordOf(request) ?? '')
      tell(response, 200, { user: null }, setCookie(request, port, null))
    },
  }
  return {
    async answer(request, response) {
      const respond = methods[request.method ?? '']
      if (respond === undefined) return refuse(response, [405, 'method', 'GET, POST or DELETE'])
      if (!isOwnPage(request)) return refuse(response, [403, 'foreign', 'only the page of this display may ask this'])
      try {
        await respond(request, response)
      } catch {
        response.destroy()
      }
    },
    sessionOf: (request) => (isOwnPage(request) ? sessionOf(request) : null),
    use: (session) => session !== null && sessions.use(session),
    async visitorOf(request, session) {
      if (session !== null) return { kind: 'login', ...session, mayPublish: true }
      if (kiosk !== undefined) return kioskVisitor(options, kiosk)
      const isFar = isLocalOnly && !isLoopback(request.socket.remoteAddress ?? '')
      return isFar ? { kind: 'nobody' } : { kind: 'anonymous', mayPublish: true }
    },
    join: (session, close) => (session === null ? () => undefined : sessions.join(session, close)),
    stop: sessions.stop,
  }
}

/** At the embedded broker everybody may watch. */
async function kioskVisitor({ isLocalOnly, kioskPasswordFile: file, notice }: VisitorOptions, user: string): Promise<Visitor> {
  if (isLocalOnly) return { kind: 'anonymous', mayPublish: false }
  try {
    const password = file === undefined ? null : (await readFile(file, 'utf8')).trim()
    return { kind: 'login', user, password, mayPublish: false }
  } catch (error) {
    notice(`display: the password of ${user} cannot be read from ${file} (${(error as NodeJS.ErrnoException).code})`)
    return { kind: 'nobody' }
  }
}

/** Resolves to why this login is not let in; null: it is right. */
function checkedLogin(options: VisitorOptions): (given: Session, network: string) => Promise<Refusal | null> {
  const { broker, kiosk, mayLogIn, notice, nowMs } = options
  const lock = lockAfter(WRONG_PASSWORDS, nowMs)
  const pending = new Map<string, number>()
  let all = 0
  const checked = async (given: Session, place: string): Promise<Refusal | null> => {
    const answer = given.user === kiosk ? 'wrong' : await askBroker(broker, given)
    if (answer === 'right') return null
    if (answer === 'away') return [503, 'away', 'the broker cannot check the login at present; try again']
    lock.note(place)
    if (lock.isLocked(place)) notice(`display: too many wrong passwords for ${place}: no more are taken for a minute`)
    return [401, 'refused', 'name or password is wrong']
  }
  return async (given, network) => {
    if (!mayLogIn) return [403, 'in-clear', 'this display is not encrypted, so it takes no logins']
    const place = `${given.user} from ${network}`
    if (lock.isLocked(place)) return [429, 'locked', 'too many wrong passwords; wait a minute']
    const own = pending.get(network) ?? 0
    if (own >= PENDING_MAX.network || all >= PENDING_MAX.all) return [503, 'busy', 'too many logins at once; try again']
    pending.set(network, own + 1)
    all += 1
    try {
      return await checked(given, place)
    } finally {
      all -= 1
      const left = (pending.get(network) ?? 1) - 1
      if (left === 0) pending.delete(network)
      else pending.set(network, left)
    }
  }
}

/**
 * A page from elsewhere in the same browser, even one of the same host on another port, must neither log in nor use a session. Browsers name
 * the origin of every request that changes something, and of every WebSocket; of others they say whose page asks.
 */
function isOwnPage({ method, headers, socket }: IncomingMessage): boolean {
  const { host, origin, 'sec-fetch-site': site = 'same-origin', upgrade } = headers
  if (site !== 'same-origin' && site !== 'none') return false
  const isRead = (method === 'GET' || method === 'HEAD') && upgrade === undefined
  if (origin === undefined) return isRead
  // A page that came in clear may be anybody's.
  return hostOf(origin) === host && (origin.startsWith('https:') || !(socket instanceof TLSSocket))
}

const isEncrypted = ({ socket, headers }: IncomingMessage): boolean =>
  socket instanceof TLSSocket || (headers.origin?.startsWith('https:') ?? false)

/** Cookies are the host's, whatever its port, so each display has its own name. With `__Host-` no other host may set it. */
const cookieName = ({ socket }: IncomingMessage, port: number): string => `${socket instanceof TLSSocket ? '__Host-' : ''}display-${port}`

function setCookie(request: IncomingMessage, port: number, word: string | null): { readonly 'Set-Cookie': string } {
  const parts = [`${cookieName(request, port)}=${word ?? ''}`, 'HttpOnly', 'SameSite=Strict', 'Path=/']
  if (isEncrypted(request)) parts.push('Secure')
  // Without a time it ends with the browser.
  if (word === null) parts.push('Max-Age=0')
  return { 'Set-Cookie': parts.join('; ') }
}

/** null: there is none, or more than one, of which one must be somebody else's. */
function cookieOf(header: string | undefined, name: string): string | null {
  const found = (header ?? '').split(';').flatMap((part) => {
    const [key = '', value = ''] = part.trim().split('=', 2)
    return key === name ? [value] : []
  })
  const [word] = found
  return found.length === 1 && word !== undefined && WORD.test(word) ? word : null
}

/** null: it is none, or too long. */
async function readLogin(request: IncomingMessage): Promise<Session | null> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return null
  let text = ''
  for await (const part of request.setEncoding('utf8')) {
    text += part
    if (text.length > BODY_BYTES_MAX) return null
  }
  try {
    const { user, password } = JSON.parse(text)
    const isOne = typeof user === 'string' && USER_NAME.test(user) && typeof password === 'string' && password.length <= PASSWORD_CHARS_MAX
    return isOne ? { user, password } : null
  } catch {
    return null
  }
}

function tell(response: ServerResponse, status: number, value: object, headers: object = {}): void {
  response.writeHead(status, { ...HEADERS, ...headers }).end(`${JSON.stringify(value)}\n`)
}

const refuse = (response: ServerResponse, [status, code, text]: Refusal): void => tell(response, status, { error: { code, text } })
