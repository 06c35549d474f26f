/** The port on which the daemon tells how it is: asked over real HTTP, and of a daemon that serves no display. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type HealthCheck, healthOf } from '../../../src/base/serving/health.ts'
import { serveHealth } from '../../../src/daemon/serve/health-server.ts'
import { serve } from '../../../src/daemon/serve/serve.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import { freePort } from '../../free-port.ts'
import { configFor } from './heard-play.ts'

const HOST = '127.0.0.1'
const AGAIN_MS = 50
/** What is never said fails its test, and does not hold the whole run. */
const SAID_MS_MAX = 30_000

/** Notices as they come; `next` resolves to the first one, past or to come, that matches. */
const listening = () => {
  const said: string[] = []
  const looks = new Set<() => void>()
  return {
    notice(text: string): void {
      said.push(text)
      for (const look of looks) look()
    },
    next: (pattern: RegExp): Promise<RegExpExecArray> =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`never said: ${pattern}; said: ${said.join(' | ')}`)), SAID_MS_MAX)
        const look = () => {
          const found = said.map((text) => pattern.exec(text)).find((match) => match !== null)
          if (!found) return
          clearTimeout(late)
          looks.delete(look)
          resolve(found)
        }
        looks.add(look)
        look()
      }),
    said,
  }
}

const LISTENS = /^health: (http:.*)$/

const served = async (t: TestContext, checks: () => readonly HealthCheck[]): Promise<string> => {
  const { notice, next } = listening()
  const server = serveHealth({ host: HOST, port: 0, health: () => healthOf('x 1.0', checks()), notice })
  t.after(() => server.close())
  return (await next(LISTENS))[1] ?? ''
}

test('all well is 200, and one fault is 503 with the list that says it', async (t) => {
  const journal: { text: string | null } = { text: null }
  const url = await served(t, () => [
    { name: 'bj07/fold', ok: true, text: null },
    { name: 'bj07/journal', ok: journal.text === null, text: journal.text },
  ])
  const well = await fetch(`${url}healthz`)
  assert.deepEqual([well.status, ((await well.json()) as { readonly ok: boolean }).ok], [200, true])
  const lines = async () => (await (await fetch(`${url}metrics`)).text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  assert.deepEqual(await lines(), ['daemon_ok 1', 'daemon_check_ok{check="bj07/fold"} 1', 'daemon_check_ok{check="bj07/journal"} 1'])
  journal.text = 'the disk is full'
  const ill = await fetch(`${url}healthz`)
  const { checks } = (await ill.json()) as { readonly checks: readonly HealthCheck[] }
  assert.deepEqual([ill.status, checks.find(({ ok }) => !ok)?.text], [503, 'the disk is full'])
  assert.deepEqual(await lines(), ['daemon_ok 0', 'daemon_check_ok{check="bj07/fold"} 1', 'daemon_check_ok{check="bj07/journal"} 0'])
})

test('anything else is not found', async (t) => {
  const url = await served(t, () => [])
  for (const [path, method] of [
    ['', 'GET'],
    ['healthz', 'POST'],
    ['metrics/../etc', 'GET'],
    ['metrics', 'DELETE'],
  ] as const) {
    const answer = await fetch(`${url}${path}`, { method })
    assert.equal(answer.status, 404, `${method} ${path}`)
    assert.match(await answer.text(), /ask for \/healthz or \/metrics/)
  }
})

test('a port that is taken is told once and tried until it is free', async (t) => {
  const port = await freePort()
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(port, HOST, resolve))
  const { notice, next, said } = listening()
  const server = serveHealth({ host: HOST, port, health: () => healthOf('x', []), notice, againMs: AGAIN_MS })
  t.after(() => server.close())
  await next(/cannot listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\)/)
  await new Promise((resolve) => taken.close(resolve))
  const [, url] = await next(LISTENS)
  assert.equal((await fetch(`${url}healthz`)).status, 200)
  assert.equal(said.length, 2, said.join(' | '))
})

test('a daemon without a display answers, and names its devices that are away', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'health-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const { rules } = HOUSES.gld
  const table = configFor({ house: 'gld', rules, boxes: 3, spots: ['main'], spotLagMs: 1500, chipEvidence: 'payouts' })
  const devices = table.devices.map((device) => ({ ...device, path: join(folder, 'no', device.name) }))
  const { notice, next } = listening()
  const config = { ...table, devices, journal: join(folder, 'journal'), health: { host: HOST, port: 0 } }
  const serving = await serve([config], { notice, brokerPort: 0 })
  t.after(() => serving.stop())
  const url = (await next(LISTENS))[1] ?? ''
  const answer = await fetch(`${url}healthz`)
  const { checks } = (await answer.json()) as { readonly checks: readonly HealthCheck[] }
  assert.equal(answer.status, 503)
  const away = checks.filter(({ ok }) => !ok).map(({ name }) => name)
  for (const { name } of devices) assert.ok(away.includes(`${table.table}/${name}`), away.join(', '))
  assert.equal(checks.find(({ name }) => name === `${table.table}/journal`)?.ok, true)
  await serving.stop()
  await assert.rejects(fetch(`${url}healthz`), 'the port is closed with the daemon')
})
