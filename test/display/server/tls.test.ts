/** The display over TLS: other machines, renewed certificates, and pairs that cannot be used. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import mqtt from 'mqtt'
import { temporaryFolder } from '../../e2e/processes.ts'
import { type Certificate, selfSigned } from '../../tools/doctor/certificate.ts'
import { commandOf, cookieIn, PASSWORD, type ServedDisplay, serveGuarded } from './served.ts'

const NAME = 'pit.example'
const EVERY_MS = 20
const pair = (until = '2049-01-01'): Certificate =>
  selfSigned({ name: NAME, dns: [NAME], from: new Date('2020-01-01'), until: new Date(until) })

/** As programs that renew certificates do it: one file after the other, each as a whole. */
function put(folder: string, name: string, text: string): void {
  writeFileSync(join(folder, `${name}.new`), text, { mode: 0o600 })
  renameSync(join(folder, `${name}.new`), join(folder, name))
}

interface Encrypted extends ServedDisplay {
  readonly folder: string
  /** The certificate that a new connection gets. */
  shown(): Promise<string>
  told(pattern: RegExp): Promise<void>
}

async function serveEncrypted(t: TestContext, first: Certificate, options: object = {}): Promise<Encrypted> {
  const folder = temporaryFolder()
  put(folder, 'cert.pem', first.cert)
  put(folder, 'key.pem', first.key)
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem'), certificateMs: EVERY_MS }
  const display = await serveGuarded(t, { host: '0.0.0.0', names: [NAME], ca: first.cert, ...files, ...options })
  const tick = () => new Promise((resolve) => setImmediate(resolve))
  return {
    ...display,
    folder,
    async shown() {
      const socket = connectTls({ host: '127.0.0.1', port: display.port, servername: NAME, rejectUnauthorized: false })
      await once(socket, 'secureConnect')
      const { raw } = socket.getPeerCertificate()
      socket.destroy()
      return raw.toString('base64')
    },
    async told(pattern) {
      while (!display.notices.some((text) => pattern.test(text))) await tick()
    },
  }
}

const bytesOf = ({ cert }: Certificate): string => cert.replace(/-----.*?-----|\s/g, '')

test('over TLS a person of another machine logs in and commands; the cookie is bound to this host and to encryption', async (t) => {
  const display = await serveEncrypted(t, pair())
  const answer = await display.post('mary', PASSWORD)
  assert.equal(answer.status, 200, answer.body)
  assert.match(answer.headers['set-cookie']?.[0] ?? '', /^__Host-display-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Secure$/)
  const table = await mqtt.connectAsync(display.broker.url, { ...display.broker.login, reconnectPeriod: 0 })
  t.after(() => table.endAsync(true))
  await table.subscribeAsync(commandOf('mary'), { qos: 1 })
  const heard = once(table as unknown as NodeJS.EventEmitter, 'message')
  const mary = await display.come({ Cookie: cookieIn(answer) })
  t.after(() => mary.endAsync(true))
  await mary.publishAsync(commandOf('mary'), '{}', { qos: 1 })
  assert.equal((await heard)[0], commandOf('mary'))
  // A cookie of the same word that a page in clear has planted has another name.
  assert.equal(await display.whoIs(cookieIn(answer).replace('__Host-', '')), null)
  const inClear = await display.post('mary', PASSWORD, { Origin: display.origin.replace('https', 'http') })
  assert.equal(inClear.status, 403)
})

test('from another machine the embedded broker is reached with a login alone', async (t) => {
  const [outside] = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'),
  )
  if (outside === undefined) return t.skip('this machine has no network')
  const display = await serveEncrypted(t, pair())
  const origin = `https://${outside.address}:${display.port}`
  const come = (headers: object) =>
    mqtt.connectAsync(`${origin.replace('http', 'ws')}/mqtt`, {
      ...{ reconnectPeriod: 0, connectTimeout: 10_000, rejectUnauthorized: false },
      wsOptions: { headers: { Origin: origin, ...headers }, rejectUnauthorized: false },
    })
  await assert.rejects(come({}), { code: 5 })
  const mary = await come({ Cookie: await display.logIn() })
  await mary.endAsync(true)
})

test('a renewed certificate is taken up and drops nobody; a broken one is told, and the old one stays', async (t) => {
  const [first, second, third] = [pair(), pair(), pair()]
  const display = await serveEncrypted(t, first)
  const mary = await display.come({ Cookie: await display.logIn() })
  t.after(() => mary.endAsync(true))
  let isDropped = false
  mary.on('close', () => {
    isDropped = true
  })
  assert.equal(await display.shown(), bytesOf(first))

  put(display.folder, 'cert.pem', second.cert)
  put(display.folder, 'key.pem', second.key)
  await display.told(/the new certificate is in use, valid until 2049-01-01/)
  assert.equal(await display.shown(), bytesOf(second))

  put(display.folder, 'cert.pem', third.cert)
  await display.told(/the certificate and its key cannot be used \(.*\); the old certificate stays in use/)
  put(display.folder, 'key.pem', 'rubbish')
  put(display.folder, 'cert.pem', pair('2021-01-01').cert)
  assert.equal(await display.shown(), bytesOf(second))
  const old = pair('2021-01-01')
  put(display.folder, 'cert.pem', old.cert)
  put(display.folder, 'key.pem', old.key)
  await display.told(/the certificate has expired, valid until 2021-01-01\S+; the old certificate stays in use/)
  assert.equal(await display.shown(), bytesOf(second))
  assert.ok(!isDropped, 'whoever is connected stays')
  await mary.publishAsync(commandOf('mary'), '{}', { qos: 1 })
  assert.ok(display.notices.filter((text) => text.includes('the new certificate')).length === 1, display.notices.join('\n'))
})

test('hundreds of connections that never finish the handshake, or ask in clear, keep nobody out; displays do not count among them', async (t) => {
  const display = await serveEncrypted(t, pair())
  const mary = await display.come({ Cookie: await display.logIn() })
  t.after(() => mary.endAsync(true))
  const slow = Array.from({ length: 300 }, (_, n) => {
    const socket = connect(display.port, '127.0.0.1').on('error', () => undefined)
    if (n % 2 === 0) socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    return socket
  })
  t.after(() => slow.forEach((socket) => void socket.destroy()))
  await Promise.all(slow.map((socket) => once(socket, 'connect')))
  await display.logIn('john', 'a-word-of-john')
  await mary.publishAsync(commandOf('mary'), '{}', { qos: 1 })
})
