/**
 * The first hour in the browser: serves the set-up page until a configuration has been written. On loopback only, unless an address is named;
 * then with a certificate of its own.
 */
import type { Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { readLanguage } from '../../base/config/files.ts'
import type { TableConfig } from '../../base/config/table-config.ts'
import { listenFault } from '../../base/serving/listening.ts'
import { isLoopback, isOurName } from '../../base/serving/names.ts'
import { PAGES, refreshPages } from '../../base/serving/pages.ts'
import { limitSockets } from '../../base/serving/sockets.ts'
import { addLanguage, type LanguageFile } from '../../words/file.ts'
import { setupApp } from './app.ts'
import { type OwnCertificate, ownCertificate } from './certificate.ts'
import { plainOf } from './draft.ts'
import { valueAt } from './fields.ts'
import { textOf } from './files.ts'
import { journalIn, refuseRunning } from './in-use.ts'
import { draftPath } from './kept.ts'
import { type RunDeps, type Running, runSetup } from './run.ts'
import { gate } from './word.ts'

export interface SetupOptions extends Partial<RunDeps> {
  /** The configuration, which may not be there yet. */
  readonly file: string
  /** Where to listen. @default 127.0.0.1 */
  readonly listen?: string | undefined
  /** @default 8079, or any if that is taken */
  readonly port?: number
  /** Text for the person at the terminal. */
  readonly print: (text: string) => void
}

export interface SetupServer {
  readonly url: string
  /** Resolves with what is written next; after a start that failed, that is another one. */
  written(): Promise<TableConfig>
  /** The table runs: the page says so, and is closed once it has been seen. `display`: where that is. */
  running(display: string | null): Promise<void>
  /** It does not: the page says why, and stays. */
  failed(problem: string): void
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'
const PORT = 8079
const SOCKETS_MAX = 64
const IDLE_MS_MAX = 30_000
/** The page asks every half second. */
const SEEN_MS = 2500
const LIMITS = { requestTimeout: 10_000, headersTimeout: 5000, connectionsCheckingInterval: 1000, maxHeaderSize: 16 * 1024 }

/** @throws Error if the file that is there cannot be changed by set-up, its table runs, or nobody may listen on that address */
export async function serveSetup(options: SetupOptions): Promise<SetupServer> {
  const { file, print, listen: host = LOOPBACK, port } = options
  const clock = { nowMs: options.nowMs ?? (() => performance.now()), wallMs: options.wallMs ?? (() => Date.now()) }
  await refuseRunning(journalIn(textOf(file) ?? '', file))
  const running = runSetup(file, { ...clock, ...(options.ports === undefined ? {} : { ports: options.ports }) })
  const isNear = isLoopback(host) || host === 'localhost'
  const own = isNear ? null : ownCertificate(host, clock.wallMs())
  let word = ''
  let isInvited = false
  const tell = (renewed: string): void => {
    word = renewed
    if (isInvited) print(`set-up: a new word, for the next browser: ${word}\n`)
  }
  const app = setupApp({
    running,
    gate: gate({ tell, nowMs: clock.nowMs }),
    isOurName: (name) => isOurName(name, { host, names: [hostname().toLowerCase()] }),
    isAdmitted: (address) => !isNear || isLoopback(address),
    isEncrypted: own !== null,
    folder: PAGES,
    languages: languagesOf(file),
  })
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
    ...(own === null ? {} : { createServer: createTlsServer }),
    serverOptions: own === null ? LIMITS : { ...LIMITS, cert: own.cert, key: own.key, minVersion: 'TLSv1.3' },
  } as Parameters<typeof createAdaptorServer>[0]) as Server
  server.timeout = IDLE_MS_MAX
  limitSockets(server, SOCKETS_MAX)
  await refreshPages().catch((error: Error) => print(`set-up: the page cannot be built: ${error.message.trim()}\n`))
  const on = await listening(server, host, port)
  const name = ['0.0.0.0', '::'].includes(host) ? hostname() : isIP(host) === 6 ? `[${host}]` : host
  const url = `${own === null ? 'http' : 'https'}://${name}:${on}/`
  isInvited = true
  print(invitation({ file, url, word, on, own, ...lookedAt(running) }))
  return ended(running, server, url)
}

/** Those of the configuration that is there; one that cannot be used is told by the check. */
function languagesOf(file: string): readonly LanguageFile[] {
  const paths = valueAt(plainOf(textOf(file) ?? ''), ['languages'])
  const files = (Array.isArray(paths) ? paths : []).flatMap((path) => {
    try {
      return typeof path === 'string' ? [readLanguage(resolve(dirname(file), path))] : []
    } catch {
      return []
    }
  })
  for (const each of files) addLanguage(each)
  return files
}

function lookedAt(running: Running): Pick<Invited, 'isNew' | 'display'> {
  const { isNew, text } = running.view()
  const port = valueAt(plainOf(text), ['display', 'port'])
  return { isNew, display: typeof port === 'number' ? port : null }
}

interface Invited {
  readonly file: string
  readonly url: string
  readonly word: string
  readonly on: number
  readonly own: OwnCertificate | null
  readonly isNew: boolean
  /** The port of the display that follows; null: none is served. */
  readonly display: number | null
}

/** `ssh -L` carries it from a machine without a screen to one that has one. */
const carried = (port: number): string => `-L ${port}:127.0.0.1:${port}`

function invitation({ file, url, word, on, own, isNew, display }: Invited): string {
  const head = isNew ? `There is no ${file} yet. Make it in your browser:` : `Set-up shows ${file} in your browser and changes it there:`
  const far =
    own === null
      ? `From another computer: ssh ${[on, ...(display === null ? [] : [display])].map(carried).join(' ')} ${personHere()}@${hostname()}\nand open the same address there.`
      : `The browser will warn, because this program has made its certificate itself. Go on only if its SHA-256 fingerprint is\n${own.fingerprint}`
  return `\n${head}\n\n    address  ${url}\n    word     ${word}\n\n${far}\nThe table's files stay as they are until the last step. What is typed before is kept for the next time in\n${draftPath(file)}\n\n`
}

/** Who may log in here; a service's own user may not. */
const personHere = (): string => (process.stderr.isTTY ? (process.env.SUDO_USER ?? process.env.USER) : undefined) ?? 'USER'

/** Its usual port, or any other if that is taken. */
async function listening(server: Server, host: string, port: number | undefined): Promise<number> {
  const tryPort = (one: number): Promise<number> =>
    new Promise((done, fail) => {
      server.once('error', fail)
      server.listen(one, host, () => {
        server.off('error', fail)
        const address = server.address()
        done(typeof address === 'object' && address !== null ? address.port : one)
      })
    })
  try {
    return await tryPort(port ?? PORT)
  } catch (error) {
    const { code, why } = listenFault(error, host, port ?? PORT)
    if (code === 'EADDRINUSE' && port === undefined) return tryPort(0)
    throw new Error(`set-up cannot listen on ${host}:${port ?? PORT} (${code})${why}`)
  }
}

function ended(running: Running, server: Server, url: string): SetupServer {
  const close = async (): Promise<void> => {
    await running.stop()
    const closed = new Promise<void>((done) => server.close(() => done()))
    server.closeAllConnections()
    await closed
  }
  const seen = async (): Promise<void> => {
    await new Promise((done) => setTimeout(done, SEEN_MS))
    await close()
  }
  return {
    ...{ url, close, written: running.written },
    running: (display) => {
      running.end({ kind: 'running', display })
      return seen()
    },
    failed: (problem) => running.end({ kind: 'failed', problem }),
  }
}
