/**
 * Serves the pit display: its page, and MQTT over WebSocket on the same port. The table never depends on it: a failure here is
 * reported, and the server tries again.
 *
 *   browser --GET /----> page.ts, three files
 *   watcher --GET /healthz-> whether the process can do its work
 *           --GET /book/-> book-passage.ts ---> the book
 *           --WS /mqtt-> tunnel.ts ---> the table's broker
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws'
import { answerHealth, HEALTH_PATH, type Health } from '../../daemon/process/health.ts'
import { listenFault } from '../../daemon/process/listening.ts'
import { BOOK_PATH, passageToBook } from './book-passage.ts'
import { answerPage, refreshPage } from './page.ts'
import { limitSockets, placesFor } from './sockets.ts'
import { type BrokerAddress, dial } from './tunnel.ts'

export interface DisplayOptions {
  readonly host: string
  readonly port: number
  /** Host names of the display, besides addresses, `host` and localhost. @default [] */
  readonly names?: readonly string[]
  readonly broker: BrokerAddress
  /** The embedded broker serves this machine only, and so does the way to it. */
  readonly isLocalOnly: boolean
  /** The health of the process; left out: it is not served. */
  readonly health?: () => Health
  /** `http://127.0.0.1:8090`; left out: the display has no book. */
  readonly book?: string | undefined
  /** @default 5000 */
  readonly againMs?: number
  /** @default 5000 */
  readonly silentMs?: number
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

/** Listens now, or as soon as the port is free; `close` ends either. */
export function serveDisplay(options: DisplayOptions): DisplayServer {
  const { host, notice } = options
  const url = urlOf(options)
  const book = passageToBook(options.book, () => performance.now())
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5000, connectionsCheckingInterval: 1000 }, (request, response) => {
    if (!isOurName(request.headers.host, options))
      response.writeHead(421, { 'Content-Type': 'text/plain' }).end('this display does not serve that host name\n')
    else if (request.url?.startsWith(BOOK_PATH)) void book.answer(request, response, isLoopback(request.socket.remoteAddress ?? ''))
    else answer(request, response, options)
  })
  server.timeout = IDLE_MS_MAX
  const asking = limitSockets(server, ASKING_MAX)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: PACKET_BYTES_MAX, perMessageDeflate: false })
  const displays = placesFor<WebSocket>(DISPLAYS_MAX, (browser) => browser.terminate())
  server.on('upgrade', (request, socket, head) => {
    // With the upgrade Node takes its own listener away; without one, a reset connection would end the process.
    socket.on('error', () => undefined)
    const refusal = refusalOf(request, options)
    if (refusal !== null) return void socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\n\r\n`)
    asking.leave(socket)
    sockets.handleUpgrade(request, socket, head, (browser) => {
      browser.once('close', () => displays.leave(browser))
      displays.enter(browser, request.socket.remoteAddress ?? '')
      endIfSilent(browser, options.silentMs ?? SILENT_MS_MAX)
      void carry(browser, options)
    })
  })
  const retry = listen(server, options, url)
  if (options.isLocalOnly && !isLoopback(host) && host !== 'localhost') {
    notice(
      'display: the embedded broker is for this machine only, so only this machine may connect; to allow others, set a broker under `mqtt: url:`',
    )
  }
  const inClear = inClearText(options)
  if (inClear !== null) notice(`display: ${inClear}`)
  refreshPage().catch((error: Error) => notice(`display: the page cannot be built: ${error.message.trim()}`))
  return {
    url,
    async close() {
      clearTimeout(retry.timer)
      for (const client of sockets.clients) client.terminate()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function answer(request: IncomingMessage, response: ServerResponse, { health }: DisplayOptions): void {
  if (health !== undefined && request.url === HEALTH_PATH && request.method === 'GET') answerHealth(response, health())
  else void answerPage(request, response)
}

function listen(
  server: Server,
  { host, port, notice, againMs = AGAIN_MS }: DisplayOptions,
  url: string,
): { timer: NodeJS.Timeout | undefined } {
  const retry: { timer: NodeJS.Timeout | undefined } = { timer: undefined }
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
  return retry
}

/**
 * A page from elsewhere in the same browser must not reach the broker through this port, neither under its own name (the origin
 * differs) nor under a name of its own that points here.
 */
function refusalOf(request: IncomingMessage, options: DisplayOptions): string | null {
  const path = (request.url ?? '').split('?', 1)[0]
  if (path !== MQTT_PATH) return '404 Not Found'
  const { host: name, origin } = request.headers
  if (options.isLocalOnly && !isLoopback(request.socket.remoteAddress ?? '')) return '403 For This Machine Only'
  return isOurName(name, options) && (origin === undefined || hostOf(origin) === name) ? null : '403 Forbidden'
}

const urlOf = ({ host, port }: Pick<DisplayOptions, 'host' | 'port'>): string => `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}/`

/** What people must know before they log in on a display that is served to other machines; null: it is served to this one only. */
export function inClearText(display: Pick<DisplayOptions, 'host' | 'port'>): string | null {
  if (isLoopback(display.host) || display.host === 'localhost') return null
  return `${urlOf(display)} is not encrypted: whoever logs in there sends name and password across the network in clear; serve it on 127.0.0.1 behind a reverse proxy with TLS (docs/technician.md, "The display on other computers")`
}

/** IPv4 may come as `::ffff:127.0.0.1`. */
export const isLoopback = (address: string): boolean => /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(address)

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)

/**
 * An address, or a name from the configuration. Any other name may belong to a page from elsewhere that points it here: the browser would
 * take this display for that page's own server.
 */
export function isOurName(name: string | undefined, { host, names = [] }: Pick<DisplayOptions, 'host' | 'names'>): boolean {
  if (name === undefined || !URL.canParse(`http://${name}/`)) return false
  const given = new URL(`http://${name}/`).hostname.replace(/^\[|\]$/g, '')
  return isIP(given) !== 0 || [host.toLowerCase(), 'localhost', ...names].includes(given)
}

function endIfSilent(browser: WebSocket, silentMs: number): void {
  const silent = setTimeout(() => browser.terminate(), silentMs)
  for (const event of ['message', 'close']) browser.once(event, () => clearTimeout(silent))
}

/** Carries bytes both ways until one end is gone. */
async function carry(browser: WebSocket, { broker, notice }: DisplayOptions): Promise<void> {
  const near = createWebSocketStream(browser)
  // Until the pipelines take over, an error would end the process.
  near.on('error', () => undefined)
  let far: Duplex
  try {
    far = await dial(broker)
  } catch (error) {
    notice(`display: the broker cannot be reached: ${error instanceof Error ? error.message : String(error)}`)
    browser.close(TRY_LATER, 'the broker cannot be reached')
    return
  }
  far.on('error', () => undefined)
  await Promise.allSettled([pipeline(near, far), pipeline(far, near)])
  near.destroy()
  far.destroy()
  browser.terminate()
}
