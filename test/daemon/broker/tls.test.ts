/** F23 at a real mosquitto that wants a certificate of its clients: who comes in, who does not, and that nobody is spoken to in any other way. */
import assert from 'node:assert/strict'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import mqtt from 'mqtt'
import { concat, filter, firstValueFrom, NEVER, of } from 'rxjs'
import type { MqttConfig } from '../../../src/base/config/table-config.ts'
import { connectBroker } from '../../../src/daemon/broker/client.ts'
import type { BrokerLink } from '../../../src/daemon/broker/link.ts'
import { certificates } from '../../../src/daemon/pipeline/certificate-news.ts'
import { authorityIn, hasOpenssl } from './authority.ts'
import { runMosquitto, withoutMosquitto } from './mosquitto.ts'
import { BASE, linkOptions, listen, mqttConfig, stopped } from './parts.ts'

const DAY_MS = 86_400_000
const DAYS_GOOD = 40
const skip = withoutMosquitto || (hasOpenssl ? false : 'NOT TESTED: certificates are made by openssl (apt-get install openssl)')
const options = { skip, timeout: 60_000 }

interface Scene {
  readonly folder: string
  readonly authority: ReturnType<typeof authorityIn>
  readonly stranger: ReturnType<typeof authorityIn>
  /** A table's settings at a broker whose own certificate ends in `days`; the table's files are copies, which a test may exchange. */
  table(days?: number): Promise<MqttConfig>
  /** What lies at the table's place from now on. */
  exchange(own: { readonly cert: string; readonly key: string }): void
}

function createScene(t: TestContext): Scene {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [authority, stranger] = [authorityIn(folder, 'authority'), authorityIn(folder, 'stranger')]
  const at = { cert: join(folder, 'table.crt'), key: join(folder, 'table.key') }
  const exchange: Scene['exchange'] = ({ cert, key }) => {
    copyFileSync(cert, at.cert)
    copyFileSync(key, at.key)
  }
  exchange(authority.issue('bj07', DAYS_GOOD))
  // Mosquitto may run as a user of its own.
  chmodSync(folder, 0o755)
  return {
    folder,
    authority,
    stranger,
    exchange,
    async table(days = DAYS_GOOD) {
      const { cert, key } = authority.issue(`broker${days}`, days)
      chmodSync(key, 0o644)
      const files = [`cafile ${authority.file}`, `certfile ${cert}`, `keyfile ${key}`]
      const { port } = await runMosquitto(t, () => [
        ...files,
        'tls_version tlsv1.3',
        'require_certificate true',
        'use_identity_as_username true',
      ])
      return { ...mqttConfig(`mqtts://localhost:${port}`), ca: authority.file, ...at }
    },
  }
}

function linkWith(t: TestContext, settings: MqttConfig): BrokerLink {
  const link = connectBroker({ ...linkOptions(), mqtt: settings })
  t.after(() => link.stop(stopped()))
  return link
}
const connected = (link: BrokerLink) => firstValueFrom(link.state$.pipe(filter(({ kind }) => kind === 'connected')))
const reasonOfLoss = async (link: BrokerLink): Promise<string> => {
  const lost = await firstValueFrom(link.state$.pipe(filter(({ kind }) => kind === 'lost')))
  return lost.kind === 'lost' ? lost.reason : ''
}

test('a certificate that is exchanged on the disk is used from the next connection on, for worse and for better', options, async (t) => {
  const scene = createScene(t)
  const settings = await scene.table()
  const link = linkWith(t, settings)
  await connected(link)
  const good = scene.authority.issue('renewed', DAYS_GOOD)
  scene.exchange(scene.stranger.issue('forged', DAYS_GOOD))
  // Somebody comes with the table's client id, so the broker ends its connection.
  const lost = reasonOfLoss(link)
  const other = await mqtt.connectAsync(settings.urls[0] ?? '', {
    ...{ clientId: linkOptions().clientId, reconnectPeriod: 0, ca: readFileSync(scene.authority.file) },
    ...{ cert: readFileSync(good.cert), key: readFileSync(good.key) },
  })
  t.after(() => other.end(true))
  await lost
  const refused = await firstValueFrom(
    link.state$.pipe(filter((state) => state.kind === 'lost' && /alert|certificate/i.test(state.reason))),
  )
  assert.equal(refused.kind, 'lost')
  scene.exchange(good)
  await connected(link)
})

test('who comes without a certificate, with one of another authority or one that has ended is not let in', options, async (t) => {
  const scene = createScene(t)
  const settings = await scene.table()
  const over = scene.authority.issue('over', -1)
  const strange = scene.stranger.issue('strange', DAYS_GOOD)
  const rows = [
    { what: 'none', mqtt: { ...settings, cert: null, key: null } },
    { what: 'another authority', mqtt: { ...settings, ...strange } },
    { what: 'it has ended', mqtt: { ...settings, ...over } },
  ]
  for (const { what, mqtt: given } of rows) {
    const link = connectBroker({ ...linkOptions(), mqtt: given })
    assert.match(await reasonOfLoss(link), /alert|certificate|closed/i, what)
    await link.stop(stopped())
  }
  await connected(linkWith(t, settings))
})

test('a broker of another authority and one whose certificate has ended hear nothing', options, async (t) => {
  const scene = createScene(t)
  const good = await scene.table()
  const rows = [
    { what: 'another authority', mqtt: { ...good, ca: scene.stranger.file }, says: /self.signed|unable to (verify|get)/i },
    { what: 'it has ended', mqtt: await scene.table(-1), says: /expired/ },
  ]
  for (const { what, mqtt: given, says } of rows) {
    const link = connectBroker({ ...linkOptions(), mqtt: given })
    assert.match(await reasonOfLoss(link), says, what)
    await link.stop(stopped())
  }
})

test('where the broker speaks no TLS, nothing is said without it', options, async (t) => {
  const scene = createScene(t)
  const { port } = await runMosquitto(t, () => ['allow_anonymous true'])
  const settings = { ...(await scene.table()), urls: [`mqtts://localhost:${port}`] }
  const link = connectBroker({ ...linkOptions(), mqtt: settings })
  await reasonOfLoss(link)
  // It tries again, and again by TLS.
  await firstValueFrom(link.state$.pipe(filter(({ kind }) => kind === 'connecting')))
  await reasonOfLoss(link)
  await link.stop(stopped())
  const listener = await listen(`mqtt://127.0.0.1:${port}`)
  t.after(() => listener.close())
  await listener.client.publishAsync(`${BASE}/own`, 'the last', { qos: 1 })
  await listener.until('its own word', (heard) => heard.length > 0)
  assert.deepEqual(
    listener.heard.map(({ topic }) => topic),
    ['own'],
    'no status lies there',
  )
})

test('30, 7 and 1 days before the broker or the table has to renew, the alarm says which', options, async (t) => {
  const scene = createScene(t)
  const settings = await scene.table(DAYS_GOOD)
  // The broker's is the first to expire.
  scene.exchange(scene.authority.issue('later', DAYS_GOOD + 1))
  const words = async (daysLeft: number) => {
    const nowMs = Date.now() + (DAYS_GOOD - daysLeft) * DAY_MS
    return (await firstValueFrom(certificates({ mqtt: settings, connected$: concat(of(0), NEVER), wallMs: () => nowMs })))?.text ?? null
  }
  assert.equal(await words(31), null)
  for (const [daysLeft, within] of [
    [29, '30 days'],
    [6, '7 days'],
    [0.5, 'a day'],
  ] as const) {
    assert.match(
      (await words(daysLeft)) ?? '',
      new RegExp(`^The certificate of the broker localhost:\\d+ expires on .* in less than ${within}\\.$`),
    )
  }
  scene.exchange(scene.authority.issue('short', 5))
  assert.match((await words(DAYS_GOOD)) ?? '', /^The table's own certificate \(mqtt\.cert\) expires on .* in less than 7 days\.$/)
})
