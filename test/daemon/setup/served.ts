/** Set-up as a browser speaks to it: the word, a session, and what a person does. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { serveSetup } from '../../../src/daemon/setup/setup.ts'
import type { View } from '../../../src/daemon/setup/view.ts'
import { startDaemon, temporaryFolder, within } from '../../e2e/processes.ts'

const LOOK_MS = 50
const UNTIL_MS = 60_000

interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

type Answered = { readonly left?: number; readonly problem?: string } & View

/** What a browser does with a set-up at `url`; `word`: the newest that it has printed. */
export function browserAt(url: string, word: () => string) {
  const { host, port, hostname } = new URL(url)
  const ask = (path: string, { method = 'GET', headers = {}, body }: Asked = {}) =>
    new Promise<{ status: number; cookie: string; json: () => Answered }>((resolve, reject) => {
      const sent = request({ host: hostname, port, path, method, headers: { host, ...headers } }, (answer) => {
        let text = ''
        answer.on('data', (bytes) => {
          text += bytes
        })
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, cookie: String(answer.headers['set-cookie'] ?? ''), json: () => JSON.parse(text) }),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })
  const post = (path: string, what: unknown, headers: Record<string, string> = {}) =>
    ask(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(what) })
  const enter = async () => {
    const answer = await post('/api/word', { word: word() })
    assert.equal(answer.status, 200)
    return { cookie: answer.cookie.split(';')[0] ?? '', header: answer.cookie }
  }
  return { ask, post, enter }
}

/** A person at the page, who has entered the word. */
export async function personAt({ ask, post, enter }: ReturnType<typeof browserAt>) {
  const { cookie } = await enter()
  const act = async (what: unknown) => (await post('/api/do', what, { cookie })).json()
  const look = async () => (await ask('/api/state', { headers: { cookie } })).json()
  /** Looks as often as the page does, or oftener, until it is so. */
  const until = async (what: string, is: (view: View) => boolean): Promise<View> => {
    let view: View = await look()
    const seen = async () => {
      for (; !is(view); view = await look()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      return view
    }
    return within(seen(), () => `${what}; it shows ${JSON.stringify(view)}`, UNTIL_MS)
  }
  return { act, until, status: async (what: unknown) => (await post('/api/do', what, { cookie })).status }
}

/** A real daemon that serves set-up, and a person at its page. */
export async function settingUp(t: TestContext, file: string) {
  const daemon = await startDaemon(file, { words: ['--setup'] })
  t.after(() => daemon.end('SIGKILL'))
  await daemon.says(/word +\S+/)
  const word = () => [...daemon.said().matchAll(/[a-z2-9]{4}-[a-z2-9]{4}/g)].at(-1)?.[0] ?? ''
  return { daemon, ...(await personAt(browserAt(/address +(\S+)/.exec(daemon.said())?.[1] ?? '', word))) }
}

/** Set-up in this process, without this computer's ports; ended after the test. */
export async function started(
  t: TestContext,
  { file = join(temporaryFolder(), 'table.yaml'), listen }: { file?: string; listen?: string } = {},
) {
  const printed: string[] = []
  const clock = { ms: 0 }
  const setup = await serveSetup({
    ...{ file, listen, port: 0, nowMs: () => clock.ms, print: (text) => void printed.push(text) },
    ports: async () => ({ ports: [], trouble: null }),
  })
  t.after(() => setup.close())
  const word = (): string => [...printed.join('').matchAll(/[a-z2-9]{4}-[a-z2-9]{4}/g)].at(-1)?.[0] ?? ''
  return { setup, file, clock, printed, word, ...browserAt(setup.url, word) }
}
