/** What set-up writes is a table: devices behind serial servers, the broker in the program, and users whom it lets in. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import mqtt from 'mqtt'
import { tlpDevice } from '../../../simulators/device/model.ts'
import { startDevice } from '../../../simulators/device/rig.ts'
import { realTiming } from '../../../simulators/device/timing.ts'
import { serialServer } from '../../../simulators/serial-server.ts'
import { temporaryFolder, within } from '../../e2e/processes.ts'
import { lastingPorts } from '../../free-port.ts'
import { settingUp } from './served.ts'

const PASSWORD = 'correct horse'
const NOBODY = 'tcp://127.0.0.1:9'

const startShoe = (t: TestContext) => behindServer(t, 'shoe', 'SH-00412')

/** A device behind a serial server. */
async function behindServer(t: TestContext, role: 'shoe' | 'spots', serial: string) {
  const server = await serialServer()
  const device = startDevice({ model: tlpDevice({ role, serial, clock: { nowMs: realTiming.nowMs } }), port: server, timing: realTiming })
  const close = async (): Promise<void> => {
    device.stop()
    await server.close()
  }
  t.after(close)
  return { address: server.address, close }
}

test('a table behind serial servers with the broker in the program: both devices are up, and only its users get in', async (t) => {
  const [port] = await lastingPorts(1)
  const url = `mqtt://127.0.0.1:${port}`
  const folder = temporaryFolder()
  const file = join(folder, 'table.yaml')
  const before = `property: demo
pit: p1
table: bj07
house: free-bet-european
limits: { min: 1000, max: 50000, unit: 500 }
boxes: 3
devices: []
# as ordered
`
  writeFileSync(file, before)
  const servers = [await startShoe(t), await behindServer(t, 'spots', 'SP-00007')]
  const addresses = servers.map(({ address }) => address)
  const { daemon, act, until, status } = await settingUp(t, file)

  for (const path of [...addresses, NOBODY]) await act({ do: 'listen', path, driver: 'tlp' })
  const heard = await until('the answers of three ports', ({ places }) => places.every(({ steps }) => steps !== null))
  assert.deepEqual(heard.devices.map(({ role, serial, path }) => [role, serial, path]).sort(), [
    ['shoe', 'SH-00412', addresses[0]],
    ['spots', 'SP-00007', addresses[1]],
  ])
  const failed = heard.places.find(({ path }) => path === NOBODY)?.steps?.find(({ state }) => state === 'failed')
  assert.match(failed?.detail ?? '', /nothing accepts connections there/)
  assert.match(failed?.todo ?? '', /raw TCP server on port 9/)

  for (const name of ['mary', 'john']) {
    await act({ do: 'user', name, password: PASSWORD })
    await until(name, ({ users }) => users.includes(name))
  }
  assert.match((await act({ do: 'ports' })).text, /^broker: \{ users: users\.yaml \}$/m)
  assert.equal(await status({ do: 'user', name: 'Mary Jones', password: PASSWORD }), 400)
  assert.equal(await status({ do: 'user', name: 'ann', password: 'short' }), 400)
  assert.deepEqual((await act({ do: 'no-user', name: 'john' })).users, ['mary'])
  // A broker of ours has its own users; they come back with the one in the program.
  const own = await act({ do: 'set', fields: [{ key: 'mqtt.url', text: 'mqtt://127.0.0.1:9' }] })
  assert.ok(!own.text.includes('users.yaml') && own.hasBroker, own.text)
  const embedded = await act({ do: 'embedded' })
  assert.ok(embedded.text.includes('users: users.yaml') && !embedded.hasBroker, embedded.text)
  // Its usual port may be another program's here.
  const elsewhere = await act({ do: 'set', fields: [{ key: 'broker.port', text: String(port) }] })
  assert.match(elsewhere.text, new RegExp(`^broker: \\{ users: users\\.yaml, port: ${port} \\}$`, 'm'))

  // Whoever leaves the chips out is asked: payouts are rounded to them.
  const chipless = await act({ do: 'write', despite: true })
  assert.deepEqual(
    chipless.questions.map(({ code }) => code),
    ['no-chips'],
  )
  await until('the refusal', ({ refused }) => /which chips are in use\? .* 0\.01 EUR/.test(refused?.en ?? ''))
  assert.deepEqual(readdirSync(folder), ['table.yaml', 'table.yaml.draft'])
  assert.deepEqual((await act({ do: 'set', fields: [{ key: 'chips', text: '1, 5, 25' }] })).questions, [])

  await act({ do: 'walk' })
  const { doctor } = await until('the walk', (view) => view.doctor !== null && view.doctor !== 'walking')
  assert.ok(doctor !== null && doctor !== 'walking', 'it has walked')
  const steps = [doctor.folders, ...doctor.devices, ...doctor.brokers].flatMap((each) => each.steps)
  assert.deepEqual(
    steps.filter(({ state }) => state === 'failed' || state === 'not reached'),
    [],
  )
  assert.ok(steps.length > 12, JSON.stringify(steps))
  assert.deepEqual(readdirSync(folder), ['table.yaml', 'table.yaml.draft'], 'nothing is written yet but the draft')
  await act({ do: 'write' })
  const running = await until('the table', ({ end }) => end?.kind === 'running' || end?.kind === 'failed')
  assert.deepEqual(running.end, { kind: 'running', display: null })

  const users = readFileSync(join(folder, 'users.yaml'), 'utf8')
  assert.match(users, /^mary: scrypt\$/m)
  assert.doesNotMatch(users, /john/)
  assert.equal(statSync(join(folder, 'users.yaml')).mode & 0o777, 0o600)
  assert.ok(!`${users}${JSON.stringify(running)}${daemon.said()}`.includes(PASSWORD), 'the password is nowhere')
  for (const [username, password] of [
    ['mary', 'wrong horse'],
    ['john', PASSWORD],
  ] as const)
    await assert.rejects(mqtt.connectAsync(url, { username, password, reconnectPeriod: 0 }), /[Nn]ot authorized|[Bb]ad user/, username)
  const mary = await mqtt.connectAsync(url, { username: 'mary', password: PASSWORD, reconnectPeriod: 0 })
  t.after(() => mary.endAsync())
  const up = new Set<string>()
  const bothUp = new Promise<void>((resolve) => {
    mary.on('message', (_topic, payload) => {
      const { data } = JSON.parse(payload.toString()) as { readonly data: { readonly device: string; readonly up: boolean } }
      if (data.up && up.add(data.device).size === addresses.length) resolve()
    })
  })
  await mary.subscribeAsync('casino/v1/demo/p1/bj07/state/device/+')
  await within(bothUp, () => `shoe and spots to be up; ${[...up].join(' ') || 'neither'} is`)
  assert.equal((await daemon.end('SIGTERM')).code, 0)
})

test('two shoes that answer with one serial number are said to be two and none is chosen; with one of them gone the other is', async (t) => {
  const file = join(temporaryFolder(), 'table.yaml')
  const [one, other] = [await startShoe(t), await startShoe(t)]
  const { act, until } = await settingUp(t, file)
  await act({ do: 'listen', path: one.address, driver: 'tlp' })
  await until('the first shoe', ({ devices }) => devices.length === 1)
  await act({ do: 'listen', path: other.address, driver: 'tlp' })
  const both = await until('the second shoe', ({ places }) => places.every(({ serial }) => serial === 'SH-00412'))
  const why = /two devices say that they are SH-00412, at tcp:.*, and none has been chosen/
  assert.match(both.refused?.en ?? '', why)
  assert.ok(both.refused?.en.includes(one.address) && both.refused.en.includes(other.address), both.refused?.en)
  assert.deepEqual(both.devices, [])
  assert.ok(
    both.problems.some(({ step, problem }) => step === 'devices' && why.test(problem.en)),
    JSON.stringify(both.problems),
  )
  assert.match((await act({ do: 'write', despite: true })).refused?.en ?? '', why)

  await other.close()
  for (const { address } of [other, one]) {
    await act({ do: 'listen', path: address, driver: 'tlp' })
    await until('the answer', ({ places }) => places.every(({ listening }) => listening === null))
  }
  const single = await until('the shoe that is left', ({ devices }) => devices.length === 1)
  assert.deepEqual(
    single.devices.map(({ role, serial, path }) => [role, serial, path]),
    [['shoe', 'SH-00412', one.address]],
  )
})

test('in a file that works the device stays as it was, until somebody has looked which of the two it is', async (t) => {
  const file = join(temporaryFolder(), 'table.yaml')
  const [one, other] = [await startShoe(t), await startShoe(t)]
  const text = `house: gld
limits: { min: 1000, max: 50000, unit: 500 }
devices:
  - { name: shoe, driver: tlp, role: shoe, path: ${one.address}, serial: SH-00412 } # by the dealer
`
  writeFileSync(file, text)
  const { act, until } = await settingUp(t, file)
  for (const { address } of [other, one]) {
    await act({ do: 'listen', path: address, driver: 'tlp' })
    await until('the answer', ({ places }) => places.some(({ path, serial }) => path === address && serial !== null))
  }
  const both = await until('the refusal', ({ refused }) => refused !== null)
  assert.equal(both.text, text)
  assert.ok(
    both.problems.some(({ problem }) => problem.en.includes('two devices say')),
    JSON.stringify(both.problems),
  )
})
