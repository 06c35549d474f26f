/** The ladder of a broker: down, another protocol, certificates, logins, access rules; and that nobody takes the doctor's message for an event. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TlsOptions } from 'node:tls'
import { BASE, listen } from '../../daemon/broker/parts.ts'
import { startBroker } from '../../e2e/table.ts'
import { selfSigned } from './certificate.ts'
import { consult, createScene, NO_BROKER, type Scene, startStrictBroker, type Told } from './scene.ts'

/** A machine whose name server does not answer says so before the doctor gives the broker up. */
process.env.RES_OPTIONS = 'timeout:1 attempts:1'

const DAY_MS = 86_400_000
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS)

interface Row {
  /** Name of its table. */
  readonly table: string
  readonly mqtt: readonly string[]
  /** The rung that fails; null: none. */
  readonly rung: string | null
  readonly detail?: RegExp
  readonly todo?: RegExp
}

/** One configuration, a table a row: the devices are not there, only the broker is of interest. */
async function holds(scene: Scene, rows: readonly Row[]): Promise<Told> {
  const told = await consult(scene.writeTables(Object.fromEntries(rows.map(({ table, mqtt }) => [table, mqtt]))), '--seconds', '1')
  assert.equal(told.code, 69)
  for (const { table, rung, detail = /./, todo = /./ } of rows) {
    const { steps, broken } = told.of(table)
    if (rung === null) {
      assert.deepEqual(
        steps('broker').filter(({ state }) => state !== 'ok'),
        [],
        table,
      )
      continue
    }
    const step = broken('broker')
    assert.equal(step.name, rung, `${table}: ${JSON.stringify(step)}`)
    assert.match(step.detail, detail, table)
    assert.match(step.todo ?? '', todo, table)
  }
  return told
}

test('a broker that is down, has no name, or is something else is told at the rung where it ends', async (t) => {
  const other = createServer((socket) => socket.on('error', () => undefined).end('220 smtp.example ESMTP\r\n'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const { port } = other.address() as AddressInfo
  await holds(createScene(t), [
    { table: 'down', mqtt: [`url: ${NO_BROKER}`], rung: 'address answers', detail: /ECONNREFUSED/, todo: /nothing listens/ },
    {
      table: 'no-name',
      mqtt: ['url: mqtt://broker.invalid'],
      rung: 'address answers',
      detail: /broker\.invalid/,
      todo: /cannot be resolved/,
    },
    { table: 'mail', mqtt: [`url: mqtt://127.0.0.1:${port}`], rung: 'login', detail: /./, todo: /./ },
    { table: 'no-tls', mqtt: [`url: mqtts://127.0.0.1:${port}`], rung: 'TLS', detail: /./, todo: /does not speak TLS/ },
  ])
})

test('a refused login, commands that may not be heard and topics that may not be written to are told apart', async (t) => {
  const { port: locked } = await startStrictBroker(t, {
    authenticate: (_client, name, password, done) => {
      if (name === 'bj07' && password?.toString() === 'right') done(null, true)
      else done(Object.assign(new Error('no'), { returnCode: name === 'bj07' ? 4 : 5 }), null)
    },
  })
  const { port: deaf } = await startStrictBroker(t, {
    authorizeSubscribe: (_client, asked, done) => done(null, asked.topic.includes('/cmd/') ? null : asked),
  })
  const { port: mute } = await startStrictBroker(t, { authorizePublish: (_client, _packet, done) => done(new Error('not allowed')) })
  const { port: forgetful } = await startStrictBroker(t, {
    authorizePublish: (_client, packet, done) => done(packet.retain ? new Error('it keeps nothing') : null),
  })
  const scene = createScene(t)
  writeFileSync(join(scene.folder, 'wrong'), 'wrong\n', { mode: 0o600 })
  writeFileSync(join(scene.folder, 'right'), 'right\n', { mode: 0o600 })
  const rows: readonly Row[] = [
    {
      table: 'right',
      mqtt: [`url: mqtt://127.0.0.1:${locked}`, 'username: bj07', `passwordFile: ${join(scene.folder, 'right')}`],
      rung: null,
    },
    { table: 'no-name', mqtt: [`url: mqtt://127.0.0.1:${locked}`], rung: 'login', detail: /authori[sz]ed/i, todo: /list of users/ },
    {
      table: 'wrong-password',
      mqtt: [`url: mqtt://127.0.0.1:${locked}`, 'username: bj07', `passwordFile: ${join(scene.folder, 'wrong')}`],
      rung: 'login',
      detail: /password/i,
      todo: /passwordFile/,
    },
    {
      table: 'deaf',
      mqtt: [`url: mqtt://127.0.0.1:${deaf}`],
      rung: 'hears commands',
      detail: /cmd\/\+\/\+/,
      todo: /read that topic/,
    },
    {
      table: 'forgetful',
      mqtt: [`url: mqtt://127.0.0.1:${forgetful}`],
      rung: 'may publish',
      detail: /ends the connection at one that it is to keep/,
      todo: /retain_available true/,
    },
    {
      table: 'mute',
      mqtt: [`url: mqtt://127.0.0.1:${mute}`],
      rung: 'may publish',
      detail: /closed the connection/,
      todo: /write to the table/,
    },
    {
      table: 'mqtt-5',
      mqtt: [`url: mqtt://127.0.0.1:${mute}`, 'protocol: 5'],
      rung: 'login',
      detail: /./,
      todo: /mqtt\.protocol to 4/,
    },
  ]
  await holds(scene, rows)
})

test('a certificate is good, ends soon, has ended, is for another name, or comes from nobody known', async (t) => {
  const scene = createScene(t)
  const brokerOf = async (name: string, dns: string, days: number, versions: TlsOptions = {}) => {
    const certificate = selfSigned({ name, dns: [dns], from: inDays(-100), until: inDays(days) })
    const { port } = await startStrictBroker(t, {}, certificate, versions)
    const ca = join(scene.folder, `${name}.pem`)
    writeFileSync(ca, certificate.cert)
    return [`url: mqtts://localhost:${port}`, `ca: ${ca}`]
  }
  // Half a day more than is told, which counts whole days.
  const good = await brokerOf('good', 'localhost', 90.5)
  const told = await holds(scene, [
    { table: 'good', mqtt: good, rung: null },
    { table: 'soon', mqtt: await brokerOf('soon', 'localhost', 7.5), rung: null },
    { table: 'over', mqtt: await brokerOf('over', 'localhost', -1), rung: 'TLS', detail: /expired|EXPIRED/, todo: /to renew it/ },
    { table: 'else', mqtt: await brokerOf('else', 'else.example', 90), rung: 'TLS', detail: /else\.example/, todo: /another host name/ },
    {
      table: 'old',
      mqtt: await brokerOf('old', 'localhost', 90, { maxVersion: 'TLSv1.2' }),
      rung: 'TLS',
      detail: /protocol version/i,
      todo: /before 1\.3/,
    },
    { table: 'unknown', mqtt: good.slice(0, 1), rung: 'TLS', detail: /issued by good/, todo: /mqtt\.ca/ },
  ])
  const tls = (table: string) =>
    told
      .of(table)
      .steps('broker')
      .find(({ name }) => name === 'TLS')
  assert.match(tls('good')?.detail ?? '', /^TLSv1\.3, certificate issued by good, 90 days left$/)
  assert.equal(tls('good')?.todo, null)
  assert.match(tls('soon')?.detail ?? '', /, 7 days left$/)
  assert.match(tls('soon')?.todo ?? '', /expires in 7 days/)
})

test('a display sees an alarm removed that there is not, and nothing stays behind', async (t) => {
  const broker = await startBroker(t)
  const listener = await listen(broker.url)
  t.after(() => listener.close())
  const scene = createScene(t)
  await holds(scene, [{ table: 'bj07', mqtt: [`url: ${broker.url}`], rung: null }])
  assert.deepEqual(
    listener.heard.map(({ topic, text }) => [topic, text]),
    [['alarm/doctor', '']],
  )
  const late = await listen(broker.url)
  t.after(() => late.close())
  await late.client.publishAsync(`${BASE}/ev/system`, 'last')
  await late.until('what was published last', (heard) => heard.some(({ text }) => text === 'last'))
  assert.deepEqual(
    late.heard.map(({ topic }) => topic),
    ['ev/system'],
    'nothing is retained, and no will was left',
  )
})

test('tables that bring their own broker bring one between them', async (t) => {
  const scene = createScene(t)
  const told = await consult(scene.writeTables({ bj07: null, bj08: null }), '--seconds', '1')
  // Another broker on this machine may have the port: then both tables say so.
  const [first, second] = ['bj07', 'bj08'].map((table) => told.of(table).steps('broker'))
  assert.deepEqual(
    first?.map(({ state }) => state),
    second?.map(({ state }) => state),
  )
  const isTaken = first?.[0]?.state === 'failed'
  if (isTaken) assert.match(first?.[0]?.detail ?? '', /cannot listen on 127\.0\.0\.1:1883/)
  else
    assert.ok(
      first?.every(({ state }) => state === 'ok'),
      JSON.stringify(first),
    )
})

test('of a cluster every broker is walked up', async (t) => {
  const broker = await startBroker(t)
  const scene = createScene(t)
  const told = (await consult(scene.writeTables({ bj07: [`urls: [${broker.url}, ${NO_BROKER}]`] }), '--seconds', '1')).of()
  assert.deepEqual(
    told.steps('broker 1').filter(({ state }) => state !== 'ok'),
    [],
  )
  assert.equal(told.broken('broker 2').name, 'address answers')
})
