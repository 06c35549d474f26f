/** A display in front of the embedded broker with users, and a client that does what no browser would. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { request as requestTls } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import mqtt, { type MqttClient } from 'mqtt'
import { usersText } from '../../../src/base/config/users.ts'
import { type EmbeddedBroker, startEmbeddedBroker } from '../../../src/daemon/broker/embedded.ts'
import { hashOf } from '../../../src/daemon/broker/passwords.ts'
import { passwordCheck } from '../../../src/daemon/broker/users.ts'
import { type DisplayOptions, serveDisplay } from '../../../src/display/server/server.ts'
import { SESSION_LIMITS, type SessionLimits } from '../../../src/display/server/sessions.ts'
import { freePort } from '../../free-port.ts'

export const PASSWORD = 'a-word-of-mary'

export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Asked {
  readonly method?: string
  readonly headers?: { readonly [name: string]: string }
  readonly body?: string
}

export interface ServedDisplay {
  readonly port: number
  readonly origin: string
  readonly broker: EmbeddedBroker
  readonly notices: readonly string[]
  /** As `npm run users` does; null: removes him. */
  setUser(name: string, password: string | null): Promise<void>
  /** Moves the display's clock. */
  pass(ms: number): void
  ask(path: string, asked?: Asked): Promise<Answered>
  /** As its own page does it. */
  post(user: string, password: string, headers?: { readonly [name: string]: string }): Promise<Answered>
  /** The cookie of a new session. */
  logIn(user?: string, password?: string, headers?: { readonly [name: string]: string }): Promise<string>
  /** MQTT over the display's WebSocket. */
  come(headers: { readonly [name: string]: string }, login?: object): Promise<MqttClient>
  whoIs(cookie: string): Promise<string | null>
}

interface ServedOptions extends Partial<DisplayOptions> {
  readonly ca?: string
}

const SWEEP_MS = 50
export const LIMITS: SessionLimits = { ...SESSION_LIMITS, sweepMs: SWEEP_MS }

export async function serveGuarded(t: TestContext, { ca, ...options }: ServedOptions = {}): Promise<ServedDisplay> {
  const folder = mkdtempSync(join(tmpdir(), 'display-'))
  const users = join(folder, 'users.yaml')
  const hashes = new Map<string, string>()
  const setUser = async (name: string, word: string | null): Promise<void> => {
    if (word === null) hashes.delete(name)
    else hashes.set(name, await hashOf(word))
    writeFileSync(users, usersText(hashes), { mode: 0o600 })
  }
  await setUser('mary', PASSWORD)
  await setUser('john', 'a-word-of-john')
  const notices: string[] = []
  const notice = (text: string) => void notices.push(text)
  const broker = await startEmbeddedBroker({ port: 0, check: passwordCheck(users, notice) })
  const port = await freePort()
  let passedMs = 0
  const display = serveDisplay({
    ...{ host: '127.0.0.1', port, broker: { urls: [broker.url], ca: null }, isLocalOnly: true, users, notice, sessionLimits: LIMITS },
    nowMs: () => performance.now() + passedMs,
    ...options,
  })
  t.after(async () => {
    await display.close()
    await broker.close()
    rmSync(folder, { recursive: true, force: true })
  })
  while (!notices.includes(`display: ${display.url}`)) await new Promise((resolve) => setImmediate(resolve))
  const origin = new URL(display.url.replace('0.0.0.0', '127.0.0.1')).origin
  const tls = ca === undefined ? {} : { ca, servername: 'pit.example' }

  const ask = async (path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answered> => {
    const asked = (ca === undefined ? request : requestTls)({ host: '127.0.0.1', port, path, method, headers, agent: false, ...tls })
    asked.end(body)
    const [answer] = await once(asked, 'response')
    let text = ''
    for await (const part of answer) text += part
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: text }
  }
  const post: ServedDisplay['post'] = (user, password, headers = {}) =>
    ask('/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin, ...headers },
      body: JSON.stringify({ user, password }),
    })
  return {
    ...{ port, origin, broker, notices, setUser, ask, post },
    pass: (ms) => {
      passedMs += ms
    },
    async logIn(user = 'mary', password = PASSWORD, headers = {}) {
      const answer = await post(user, password, headers)
      assert.equal(answer.status, 200, answer.body)
      return cookieIn(answer)
    },
    come: (headers, login = {}) =>
      mqtt.connectAsync(`${origin.replace('http', 'ws')}/mqtt`, {
        ...{ ...login, reconnectPeriod: 0, connectTimeout: 10_000 },
        wsOptions: { headers: { Origin: origin, ...headers }, ...tls },
      }),
    async whoIs(cookie) {
      return JSON.parse((await ask('/session', { headers: { Cookie: cookie } })).body).user
    },
  }
}

/** As a browser sends it back. */
export const cookieIn = ({ headers }: Answered): string => headers['set-cookie']?.[0]?.split(';')[0] ?? ''

/** The topics on which these may command. */
export const commandOf = (user: string): string => `casino/v1/demo/p1/bj07/cmd/${user}/snapshot`
