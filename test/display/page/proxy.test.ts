/** The display on other computers: behind a real nginx with the documented configuration, and what is said of one that is served in clear. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import mqtt from 'mqtt'
import { WebSocket } from 'ws'
import { refreshPages } from '../../../src/base/serving/pages.ts'
import type { Checked } from '../../../src/daemon/broker/access.ts'
import { startEmbeddedBroker } from '../../../src/daemon/broker/embedded.ts'
import { serveDisplay } from '../../../src/display/server/server.ts'
import { run, startDaemon, temporaryFolder } from '../../e2e/processes.ts'
import { FREE_BET, writeConfig } from '../../e2e/table.ts'
import { freePort, lastingPorts } from '../../free-port.ts'
import { selfSigned } from '../../tools/doctor/certificate.ts'

const SAMPLE = new URL('../../../docs/install/nginx.conf', import.meta.url)
const ENV = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
const hasNginx = spawnSync('nginx', ['-v'], { env: ENV }).error === undefined
const withoutNginx = hasNginx ? false : 'NOT TESTED: the proxy of the display needs nginx (apt-get install nginx-light)'
const NAME = 'pit.example'
const STATUS = 'casino/v1/demo/p1/bj07/status'

const certificate = selfSigned({ name: NAME, dns: [NAME], from: new Date('2020-01-01'), until: new Date('2049-01-01') })

/** The sample as it is, but for its port, its files and the display's port. */
async function startNginx(t: TestContext, displayPort: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  const port = await freePort()
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  writeFileSync(files.cert, certificate.cert)
  writeFileSync(files.key, certificate.key, { mode: 0o600 })
  const changes = [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/ssl/certs/pit.example.pem', files.cert],
    ['/etc/ssl/private/pit.example.key', files.key],
    ['http://127.0.0.1:8080', `http://127.0.0.1:${displayPort}`],
  ] as const
  const site = changes.reduce(
    (text, [from, to]) => {
      assert.ok(text.includes(from), `the sample has ${from}`)
      return text.replaceAll(from, to)
    },
    readFileSync(SAMPLE, 'utf8'),
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  const around = [`pid ${folder}/pid;`, 'daemon off;', 'events {}', 'http {', 'access_log off;', ...temporary, site, '}']
  writeFileSync(join(folder, 'nginx.conf'), around.join('\n'))
  const nginx = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    env: ENV,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  nginx.stderr.on('data', (bytes: Buffer) => said.push(bytes.toString()))
  const exited = once(nginx, 'exit')
  t.after(async () => {
    nginx.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  })
  for (let status = 0; status === 0; ) {
    assert.equal(nginx.exitCode, null, said.join(''))
    status = (await get(port, '/').catch(() => ({ status: 0 }))).status
  }
  return port
}

function get(port: number, path: string, host = `${NAME}:${port}`): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, ca: certificate.cert, servername: NAME, headers: { host } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    asked.on('error', reject).end()
  })
}

const check = async (user: string, password: string): Promise<Checked> => (`${password} of ${user}` === 'word of mary' ? 'right' : 'wrong')

test('behind nginx as documented the display works with TLS: the page, its WebSocket with a login, and nothing for another origin', {
  skip: withoutNginx,
  timeout: 60_000,
}, async (t) => {
  await refreshPages()
  const broker = await startEmbeddedBroker({ port: 0, check })
  t.after(() => broker.close())
  const [displayPort = 0] = await lastingPorts(1)
  const notices: string[] = []
  const display = serveDisplay({
    ...{ host: '127.0.0.1', port: displayPort, names: [NAME], broker: { urls: [broker.url], ca: null }, isLocalOnly: true },
    notice: (text) => notices.push(text),
  })
  t.after(() => display.close())
  const port = await startNginx(t, displayPort)

  const page = await get(port, '/')
  assert.deepEqual([page.status, /<title>/.test(page.text)], [200, true])
  assert.equal((await get(port, '/', `other.example:${port}`)).status, 421, 'a name that is not the configured one')

  const table = await mqtt.connectAsync(broker.url, { ...broker.login, reconnectPeriod: 0 })
  t.after(() => table.end(true))
  await table.publishAsync(STATUS, 'ready', { qos: 1, retain: true })
  const browser = { ca: certificate.cert, servername: NAME, headers: { host: `${NAME}:${port}` } }
  const come = (origin: string, login: object) =>
    mqtt.connectAsync(`wss://127.0.0.1:${port}/mqtt`, {
      ...{ ...login, reconnectPeriod: 0, connectTimeout: 10_000 },
      wsOptions: { ...browser, origin },
    })
  const mary = await come(`https://${NAME}:${port}`, { username: 'mary', password: 'word' })
  t.after(() => mary.end(true))
  const heard = once(mary as unknown as NodeJS.EventEmitter, 'message')
  await mary.subscribeAsync(STATUS, { qos: 1 })
  assert.equal(String((await heard)[1]), 'ready')
  await assert.rejects(come(`https://${NAME}:${port}`, { username: 'mary', password: 'guess' }), { code: 4 })

  const foreign = new WebSocket(`wss://127.0.0.1:${port}/mqtt`, ['mqtt'], {
    ...browser,
    origin: 'https://elsewhere.example',
  })
  const [error] = await once(foreign, 'error')
  assert.match(String(error), /403/)
  assert.ok(!notices.some((text) => text.includes('not encrypted')), notices.join('\n'))
})

const DEVICES = [
  { name: 'shoe', driver: 'tlp', role: 'shoe', path: '/dev/no-such-shoe', serial: 'SH-00412' },
  { name: 'spots', driver: 'tlp', role: 'spots', path: '/dev/no-such-spots', serial: 'SP-00007' },
] as const
const REFUSING =
  /display: http:\/\/\S+ is not encrypted, so it refuses the logins of people, .*cert and key, .*reverse proxy.*insecure: true/
const IN_CLEAR =
  /display: http:\/\/\S+ is not encrypted: whoever logs in there sends name and password across the network in clear; .*reverse proxy/
const OWN = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => address)

test('a display that is served to other machines in clear is told by --check and at the start; one for this machine is not', {
  timeout: 120_000,
}, async (t) => {
  const withHost = async (host: string | null, more = '') => {
    const config = writeConfig(temporaryFolder(), { ...FREE_BET, devices: DEVICES, brokerUrl: 'mqtt://127.0.0.1:9' })
    appendFileSync(config, `display: { port: ${await freePort()}${host === null ? '' : `, host: "${host}"`}${more} }\n`)
    return config
  }
  for (const host of ['0.0.0.0', '::', ...OWN.slice(0, 1)]) {
    const { code, stdout } = await run('src/daemon/main.ts', '--config', await withHost(host), '--check')
    assert.equal(code, 0)
    assert.match(stdout, REFUSING, host)
  }
  const told = await run('src/daemon/main.ts', '--config', await withHost('0.0.0.0', ', insecure: true'), '--check')
  assert.match(told.stdout, IN_CLEAR)
  for (const host of [null, '127.0.0.1', 'localhost', '::1']) {
    const { stdout } = await run('src/daemon/main.ts', '--config', await withHost(host), '--check')
    assert.doesNotMatch(stdout, /not encrypted/, host ?? 'default')
  }
  const daemon = await startDaemon(await withHost('0.0.0.0'))
  t.after(() => daemon.end('SIGKILL'))
  await daemon.says(REFUSING)
})
