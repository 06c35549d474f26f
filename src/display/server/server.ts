/**
 * Serves the pit display: its page, and MQTT over WebSocket on the same port. The table never depends on it: a failure here is
 * reported, and the server tries again.
 *
 *   browser --GET /----> page.ts, three files
 *           --GET /languages.json-> languages.ts, those of the configuration
 *   watcher --GET /healthz-> whether the process can do its work
 *           --/session---> visitors.ts: people log in and out
 *           --GET /book/-> book-passage.ts ---> the book
 *           --WS /mqtt-> words.ts -> tunnel.ts ---> the table's broker
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws'
import { reasonOf } from '../../base/process/reason.ts'
import { answerHealth, HEALTH_PATH, type Health } from '../../base/serving/health.ts'
import { listenFault } from '../../base/serving/listening.ts'
import { hostOf, inClearText, isLoopback, isOurName, isOwnHost, takesLogins, urlOf } from '../../base/serving/names.ts'
import { refreshPages } from '../../base/serving/pages.ts'
import { limitSockets, placesFor } from '../../base/serving/sockets.ts'
import type { LanguageFile } from '../../words/file.ts'
import { BOOK_PATH, passageToBook } from './book-passage.ts'
import { keepCertificate } from './certificate.ts'
import { answerLanguages, LANGUAGES_PATH } from './languages.ts'
import { answerPage } from './page.ts'
import type { Session, SessionLimits } from './sessions.ts'
import { type BrokerAddress, dial } from './tunnel.ts'
import { SESSION_PATH, type Visitors, visitorsOf } from './visitors.ts'
import { wordsOf } from './words.ts'

export interface DisplayOptions {
  readonly host: string
  readonly port: number
  /** Host names of the display, besides addresses, `host` and localhost. @default [] */
  readonly names?: readonly string[]
  readonly broker: BrokerAddress
  /** The embedded broker serves this machine only. Others come to it by this display, if it has users and passwords may cross the way. */
  readonly isLocalOnly: boolean
  /** The file of the embedded broker's users. */
  readonly users?: string | undefined
  /** PEM files of the certificate and its key; left out: the display speaks plain HTTP. */
  readonly cert?: string | undefined
  readonly key?: string | undefined
  /** Takes logins even if they cross the network in clear. @default false */
  readonly insecure?: boolean | undefined
  /** The login of whoever has none: it only watches, and only here. @default none */
  readonly kiosk?: string | undefined
  readonly kioskPasswordFile?: string | undefined
  /** Languages besides English and German; left out: none. */
  readonly languages?: readonly LanguageFile[]
  /** The health of the process; left out: it is not served. */
  readonly health?: () => Health
  /** `http://127.0.0.1:8090`; left out: the display has no book. */
  readonly book?: string | undefined
  /** @default 5000 */
  readonly againMs?: number
  /** @default 5000 */
  readonly silentMs?: number
  /** How often the certificate's files are read. @default 5000 */
  readonly certificateMs?: number
  /** @default SESSION_LIMITS */
  readonly sessionLimits?: SessionLimits
  /** Monotonic. @default performance.now */
  readonly nowMs?: () => number
  readonly notice: (text: string) => void
}

export interface DisplayServer {
  /** `http://127.0.0.1:8080/` */
  readonly url: string
  close(): Promise<void>
}

const MQTT_PATH = '/mqtt'
/**
 * Displays of a pit; each is a connection to the broker. Beyond this the oldest is closed of the address that has the most. The embedded broker has
 * fewer places, those that wait for one included, so there it decides who goes: it knows who has logged in.
 */
const DISPLAYS_MAX = 200
/** Connections that request the page, or have not requested anything yet: a browser opens six. */
const ASKING_MAX = 128
/** A connection is closed after this long without traffic: a browser opens another if it needs one. */
const IDLE_MS_MAX = 10_000
const AGAIN_MS = 5000
/** A display logs in to the broker as soon as it is connected; one that sends nothing is none. */
const SILENT_MS_MAX = 5000
/** The same as for the embedded broker: what a display sends is small. */
const PACKET_BYTES_MAX = 128 * 1024
/** RFC 6455, 7.4.1: try again later. */
const TRY_LATER = 1013

const SERVER = { requestTimeout: 10_000, headersTimeout: 5000, connectionsCheckingInterval: 1000 } as const
const HANDSHAKE_MS_MAX = 5000

/** Listens now, or as soon as the port is free; `close` ends either. */
export function serveDisplay(options: DisplayOptions): DisplayServer {
  const { host, port, cert, key, notice, nowMs = () => performance.now() } = options
  const url = urlOf(options)
  const visitors = visitorsOf({ ...options, port, mayLogIn: takesLogins(options), limits: options.sessionLimits, nowMs })
  const respond = responder(options, visitors, nowMs)
  const tls = cert === undefined || key === undefined ? null : createTlsServer({ ...SERVER, handshakeTimeout: HANDSHAKE_MS_MAX }, respond)
  const server = tls ?? createServer(SERVER, respond)
  server.timeout = IDLE_MS_MAX
  const sockets = serveSockets(server, options, visitors)
  const retry: { timer: NodeJS.Timeout | undefined } = { timer: undefined }
  const begin = (): void => listen(server, options, url, retry)
  const files = { cert: cert ?? '', key: key ?? '' }
  const forget = tls === null ? null : keepCertificate(tls, { files, everyMs: options.certificateMs, notice, onFirst: begin })
  if (tls === null) begin()
  if (options.isLocalOnly && !isOwnHost(host) && !isReached(options)) {
    notice(
      'display: the embedded broker is for this machine only, so only this machine may connect; to allow others, give it users (broker: users:) and the display a certificate, or set a broker under `mqtt: url:`',
    )
  }
  const inClear = inClearText(options)
  if (inClear !== null) notice(`display: ${inClear}`)
  refreshPages().catch((error: Error) => notice(`display: the page cannot be built: ${error.message.trim()}`))
  return {
    url,
    async close() {
      clearTimeout(retry.timer)
      forget?.()
      visitors.stop()
      for (const client of sockets.clients) client.terminate()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Whether other machines reach the embedded broker by this display: with a login each, which nobody on the way can read. */
const isReached = (options: DisplayOptions): boolean => options.users !== undefined && takesLogins(options)

type Respond = (request: IncomingMessage, response: ServerResponse) => void

function responder(options: DisplayOptions, visitors: Visitors, nowMs: () => number): Respond {
  const book = passageToBook(options.book, nowMs)
  return (request, response) => {
    const { url = '', headers, socket } = request
    if (!isOurName(headers.host, options))
      response.writeHead(421, { 'Content-Type': 'text/plain' }).end('this display does not serve that host name\n')
    else if (url === SESSION_PATH) void visitors.answer(request, response)
    else if (url.startsWith(BOOK_PATH))
      void book.answer(request, response, { isHere: isLoopback(socket.remoteAddress ?? ''), session: visitors.sessionOf(request) })
    else {
      visitors.use(visitors.sessionOf(request))
      answer(request, response, options)
    }
  }
}

/** Takes the WebSockets. */
function serveSockets(server: Server, options: DisplayOptions, visitors: Visitors): WebSocketServer {
  const asking = limitSockets(server, ASKING_MAX)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: PACKET_BYTES_MAX, perMessageDeflate: false })
  const displays = placesFor<WebSocket>(DISPLAYS_MAX, (browser) => browser.terminate())
  server.on('upgrade', (request, socket, head) => {
    // With the upgrade Node takes its own listener away; without one, a reset connection would end the process.
    socket.on('error', () => undefined)
    const refusal = refusalOf(request, options)
    if (refusal !== null) return void socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\n\r\n`)
    asking.leave(socket as Socket)
    const session = visitors.sessionOf(request)
    sockets.handleUpgrade(request, socket, head, (browser) => {
      browser.once('close', () => displays.leave(browser))
      displays.enter(browser, request.socket.remoteAddress ?? '')
      endIfSilent(browser, options.silentMs ?? SILENT_MS_MAX)
      browser.once(
        'close',
        visitors.join(session, () => browser.terminate()),
      )
      void carry(browser, request, session, { ...options, visitors })
    })
  })
  return sockets
}

function answer(request: IncomingMessage, response: ServerResponse, { health, languages }: DisplayOptions): void {
  if (health !== undefined && request.url === HEALTH_PATH && request.method === 'GET') answerHealth(response, health())
  else if (request.url === LANGUAGES_PATH && request.method === 'GET') answerLanguages(response, languages)
  else void answerPage(request, response)
}

function listen(
  server: Server,
  { host, port, notice, againMs = AGAIN_MS }: DisplayOptions,
  url: string,
  retry: { timer: NodeJS.Timeout | undefined },
): void {
  let told = ''
  const tryIt = () => server.listen(port, host)
  server.on('listening', () => notice(`display: ${url}`))
  server.on('error', (error) => {
    const { code, why } = listenFault(error, host, port)
    // Report the same reason only once, not every five seconds.
    if (code !== told)
      notice(`display: cannot listen on ${host}:${port} (${code}); the table runs without the display, which keeps trying${why}`)
    told = code
    retry.timer = setTimeout(tryIt, againMs)
  })
  tryIt()
}

/**
 * A page from elsewhere in the same browser must not reach the broker through this port, neither under its own name (the origin
 * differs) nor under a name of its own that points here.
 */
function refusalOf(request: IncomingMessage, options: DisplayOptions): string | null {
  const path = (request.url ?? '').split('?', 1)[0]
  if (path !== MQTT_PATH) return '404 Not Found'
  const { host: name, origin } = request.headers
  if (options.isLocalOnly && !isReached(options) && !isLoopback(request.socket.remoteAddress ?? '')) return '403 For This Machine Only'
  return isOurName(name, options) && (origin === undefined || hostOf(origin) === name) ? null : '403 Forbidden'
}

function endIfSilent(browser: WebSocket, silentMs: number): void {
  const silent = setTimeout(() => browser.terminate(), silentMs)
  for (const event of ['message', 'close']) browser.once(event, () => clearTimeout(silent))
}

/** Carries bytes both ways until one end is gone. */
async function carry(
  browser: WebSocket,
  request: IncomingMessage,
  session: Session | null,
  { broker, notice, visitors, ...options }: DisplayOptions & { readonly visitors: Visitors },
): Promise<void> {
  const near = createWebSocketStream(browser)
  // Until the pipelines take over, an error would end the process.
  near.on('error', () => undefined)
  let far: Duplex
  try {
    far = await dial(broker)
  } catch (error) {
    notice(`display: the broker cannot be reached: ${reasonOf(error)}`)
    browser.close(TRY_LATER, 'the broker cannot be reached')
    return
  }
  far.on('error', () => undefined)
  const words = wordsOf({
    visitor: await visitors.visitorOf(request, session),
    mayLogIn: takesLogins(options),
    onPublish: () => visitors.use(session),
    refuse: (answer) => browser.send(answer, () => browser.close()),
  })
  await Promise.allSettled([pipeline(near, words, far), pipeline(far, near)])
  near.destroy()
  far.destroy()
  browser.terminate()
}
