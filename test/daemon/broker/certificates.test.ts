/** F23: a certificate that nears its end is an alarm 30, 7 and 1 days before; without a good one nothing is said in any other way. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { concat, filter, firstValueFrom, NEVER, of, Subject, VirtualTimeScheduler } from 'rxjs'
import { parseConfig } from '../../../src/base/config/parse.ts'
import type { MqttConfig } from '../../../src/base/config/table-config.ts'
import { connectBroker } from '../../../src/daemon/broker/client.ts'
import { certificates, endingWords } from '../../../src/daemon/pipeline/certificate-news.ts'
import { startTable } from '../../../src/daemon/pipeline/table.ts'
import { DATA_SCHEMAS } from '../../../src/wire/schemas.ts'
import { temporaryFolder } from '../../e2e/processes.ts'
import { selfSigned } from '../../tools/doctor/certificate.ts'
import { NO_BROKER, startStrictBroker } from '../../tools/doctor/scene.ts'
import { BASE, linkOptions, mqttConfig, stopped } from './parts.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-21T12:00:00Z')
const inDays = (days: number) => NOW + days * DAY_MS

test('30, 7 and 1 days before, and when it has ended; of several the first to end', () => {
  const textOf = (days: number, others: readonly number[] = []) =>
    endingWords(
      [...others, days].map((each, index) => ({ whose: `Certificate ${index}`, untilMs: inDays(each) })),
      NOW,
    )?.text ?? null
  assert.equal(textOf(30.01), null)
  assert.equal(textOf(30), 'Certificate 0 expires on 2026-12-21 12:00 UTC, in less than 30 days.')
  assert.match(textOf(7.01) ?? '', /less than 30 days/)
  assert.match(textOf(7) ?? '', /less than 7 days/)
  assert.match(textOf(1.01) ?? '', /less than 7 days/)
  assert.match(textOf(1) ?? '', /less than a day/)
  assert.match(textOf(0.01) ?? '', /less than a day/)
  assert.equal(textOf(0), 'Certificate 0 expired on 2026-11-21 12:00 UTC.')
  assert.match(textOf(20, [400, 29, 25]) ?? '', /^Certificate 3 expires/)
  assert.equal(endingWords([], NOW), null)
})

interface Shown {
  readonly mqtt: MqttConfig
  readonly untilMs: number
}

/** A broker with TLS alone, and the configuration that trusts it. */
async function tlsBroker(t: TestContext, days: number, own?: number): Promise<Shown & Awaited<ReturnType<typeof startStrictBroker>>> {
  const folder = temporaryFolder()
  // Node judges certificates by the real clock: good now, whatever the table's clock says.
  const ending = (left: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + left * DAY_MS)
  const written = (name: string, left: number) => {
    const certificate = selfSigned({ name, dns: ['localhost'], from: ending(-100), until: ending(left) })
    for (const part of ['cert', 'key'] as const) writeFileSync(join(folder, `${name}.${part}`), certificate[part])
    return certificate
  }
  const started = await startStrictBroker(t, {}, written('broker', days))
  const ca = join(folder, 'broker.cert')
  const files = own === undefined ? {} : { cert: join(folder, 'own.cert'), key: join(folder, 'own.key') }
  if (own !== undefined) written('own', own)
  return { ...started, mqtt: { ...mqttConfig(`mqtts://localhost:${started.port}`), ca, ...files }, untilMs: ending(days).getTime() }
}

test('a table whose broker has a certificate that ends soon raises an alarm, says it again, and takes it back', async (t) => {
  const { broker, mqtt, untilMs } = await tlsBroker(t, 40)
  const folder = temporaryFolder()
  const yaml = `property: demo
pit: p1
table: bj07
house: gld
limits: { min: 1000, max: 50000, unit: 500 }
devices:
  - { name: shoe, driver: tlp, role: shoe, path: shoe, serial: SH-1 }
  - { name: spots, driver: tlp, role: spots, path: spots, serial: SP-1 }
`
  const around = {
    dir: folder,
    fileFault: () => null,
    folderFault: () => null,
    drivers: [
      { name: 'tlp', role: 'shoe' },
      { name: 'tlp', role: 'spots' },
    ],
    purpose: 'run',
  } as const
  const read = parseConfig(yaml, around)
  assert.ok(read.ok && read.tables[0], JSON.stringify(read))
  const said$ = new Subject<string>()
  broker.on('publish', ({ topic, payload }) => topic === `${BASE}/alarm/certificate` && said$.next(String(payload)))
  const next = (what: RegExp) => firstValueFrom(said$.pipe(filter((text) => what.test(text))))

  let wallMs = untilMs - 40 * DAY_MS
  const startMs = performance.now()
  const notices: string[] = []
  const clock = { nowMs: () => performance.now(), wallMs: () => wallMs + performance.now() - startMs }
  const noted = (text: string) => void (text.includes('clock was set') || notices.push(text))
  const table = await startTable(read.tables[0], { software: 'test', code: 'c', newStream: () => 'q3kf9abc', mqtt, notice: noted, clock })
  t.after(() => table.stop())
  await firstValueFrom(table.broker$.pipe(filter(({ kind }) => kind === 'connected')))
  for (const [days, text] of [
    [29, '30 days'],
    [6, '7 days'],
    [0.5, 'a day'],
  ] as const) {
    const told = next(new RegExp(`in less than ${text}`))
    wallMs = untilMs - days * DAY_MS
    const { data } = JSON.parse(await told)
    assert.ok(DATA_SCHEMAS.alarm.safeParse(data).success, JSON.stringify(data))
    const isNew = [data.code, data.severity, data.state, data.user]
    assert.deepEqual(isNew, ['CERTIFICATE-ENDS', 'procedure', 'unacknowledged', null], 'each of them is to be seen')
    assert.match(data.text, /^The certificate of the broker localhost:\d+ expires on 20/)
    assert.ok(notices.at(-1)?.startsWith(`broker: ${data.text}`), notices.at(-1))
    const seen = next(/"acknowledged"/)
    const order = { alarm: 'certificate', rev: data.rev, correlation: `c${data.rev}`, expires: clock.wallMs() + 10_000 }
    const packet = { cmd: 'publish', qos: 1, dup: false, retain: false } as const
    broker.publish({ ...packet, topic: `${BASE}/cmd/ann/alarm-ack`, payload: JSON.stringify(order) }, () => undefined)
    assert.equal(JSON.parse(await seen).data.user, 'ann')
  }
  const over = next(/^$/)
  wallMs = untilMs - 35 * DAY_MS
  await firstValueFrom(table.written$.pipe(filter(({ record }) => record.kind === 'host' && record.alarm === 'certificate')))
  wallMs += 10_000
  await over
  assert.equal(notices.filter((text) => text.includes('certificate')).length, 3, 'once each')
})

test('every broker of a cluster is looked at, and the certificate of the table; nothing where nothing is encrypted', async (t) => {
  const { untilMs, mqtt } = await tlsBroker(t, 40, 5)
  const words = (config: MqttConfig, nowMs: number) =>
    firstValueFrom(certificates({ mqtt: config, connected$: concat(of(0), NEVER), wallMs: () => nowMs }))
  assert.match((await words(mqtt, untilMs - 40 * DAY_MS))?.text ?? '', /^The table's own certificate \(mqtt\.cert\) expires on .*7 days\.$/)
  const anonymous = { ...mqtt, cert: null, key: null }
  assert.match((await words(anonymous, untilMs - 2 * DAY_MS))?.text ?? '', /broker localhost:\d+ expires on .*7 days/)
  assert.equal(await words(anonymous, untilMs - 31 * DAY_MS), null)
  const cluster = { ...anonymous, urls: [NO_BROKER.replace('mqtt', 'mqtts'), ...mqtt.urls] }
  assert.match((await words(cluster, untilMs))?.text ?? '', /broker localhost:\d+ expired on/, 'a broker that is down hides no other')
  assert.equal(await words({ ...mqtt, urls: mqtt.urls.map((url) => url.replace('mqtts', 'mqtt')) }, untilMs), null, 'nothing is encrypted')
})

test('a broker that was talked down to an older TLS is not spoken to, by mqtts or by wss', async (t) => {
  const certificate = selfSigned({ name: 'broker', dns: ['localhost'], from: new Date(NOW - DAY_MS), until: new Date(Date.now() + DAY_MS) })
  const ca = join(temporaryFolder(), 'ca.pem')
  writeFileSync(ca, certificate.cert)
  for (const scheme of ['mqtts', 'wss']) {
    const { port, broker } = await startStrictBroker(t, {}, certificate, { maxVersion: 'TLSv1.2' })
    let clients = 0
    broker.on('client', () => {
      clients += 1
    })
    const link = connectBroker({ ...linkOptions(), mqtt: { ...mqttConfig(`${scheme}://localhost:${port}`), ca } })
    const lost = await firstValueFrom(link.state$.pipe(filter((state) => state.kind === 'lost')))
    assert.match(lost.kind === 'lost' ? lost.reason : '', /protocol version/i, scheme)
    assert.equal(clients, 0)
    await link.stop(stopped())
  }
})

test('a renewed certificate is seen without a new connection', async (t) => {
  const { untilMs, mqtt, renew, broker } = await tlsBroker(t, 5)
  const scheduler = new VirtualTimeScheduler()
  const told: (string | null)[] = []
  const changed$ = new Subject<void>()
  const watching = certificates({ mqtt, connected$: concat(of(0), NEVER), wallMs: () => untilMs - 5 * DAY_MS }, scheduler)
  const running = watching.subscribe((words) => {
    told.push(words?.text ?? null)
    changed$.next()
  })
  t.after(() => running.unsubscribe())
  await firstValueFrom(changed$)
  renew(selfSigned({ name: 'broker', dns: ['localhost'], from: new Date(NOW - DAY_MS), until: new Date(untilMs + 90 * DAY_MS) }))
  const renewed = firstValueFrom(changed$)
  // Ten minutes, the looks of which take as long as they take.
  scheduler.maxFrames = 600_001
  scheduler.flush()
  await renewed
  assert.match(told[0] ?? '', /in less than 7 days/)
  assert.deepEqual(told.slice(1), [null])
  assert.equal(broker.connectedClients, 0, 'it logs in nowhere')
})

test('no way but TLS: an authority nobody named, a certificate that has ended and a port without TLS hear nothing', async (t) => {
  const folder = temporaryFolder()
  const good = await tlsBroker(t, 40)
  const over = await tlsBroker(t, -1)
  const stranger = selfSigned({ name: 'stranger', dns: ['localhost'], from: new Date(NOW - DAY_MS), until: new Date(NOW + 9000 * DAY_MS) })
  writeFileSync(join(folder, 'stranger.pem'), stranger.cert)
  const heard: Buffer[] = []
  const plain = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      heard.push(bytes)
      socket.destroy()
    })
  })
  plain.listen(0, '127.0.0.1')
  await once(plain, 'listening')
  t.after(() => plain.close())
  let publishes = 0
  for (const { broker } of [good, over]) broker.on('publish', ({ topic }) => (publishes += topic.startsWith('$SYS') ? 0 : 1))
  const rows = [
    { what: 'another authority', mqtt: { ...good.mqtt, ca: join(folder, 'stranger.pem') }, says: /self.signed|unable to verify/i },
    { what: 'it has ended', mqtt: over.mqtt, says: /expired/ },
    { what: 'no TLS there', mqtt: { ...good.mqtt, urls: [`mqtts://localhost:${(plain.address() as AddressInfo).port}`] }, says: /./ },
  ]
  for (const { what, mqtt, says } of rows) {
    const link = connectBroker({ ...linkOptions(), mqtt })
    const lost = await firstValueFrom(link.state$.pipe(filter(({ kind }) => kind === 'lost')))
    assert.match(lost.kind === 'lost' ? lost.reason : '', says, what)
    await link.stop({ ...linkOptions().will(1) })
  }
  assert.equal(publishes, 0)
  const [first] = heard
  assert.deepEqual([heard.length, first?.[0], first?.includes('MQTT')], [1, 0x16, false], 'a handshake of TLS is all that went out')
})
