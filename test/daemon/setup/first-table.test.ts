/** What set-up writes is a table: devices behind serial servers, the broker in the program, and users whom it lets in. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import mqtt from 'mqtt'
import { tlpDevice } from '../../../simulators/device/model.ts'
import { startDevice } from '../../../simulators/device/rig.ts'
import { realTiming } from '../../../simulators/device/timing.ts'
import { serialServer } from '../../../simulators/serial-server.ts'
import { runIn, startDaemon, temporaryFolder, within } from '../../e2e/processes.ts'
import { browserAt, personAt } from './served.ts'

/** The broker in the program has one port: the test has a network of its own, in which nobody else is there. */
const OWN_NETWORK = ['unshare', '--user', '--map-root-user', '--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$@"'] as const
const EMBEDDED = 'mqtt://127.0.0.1:1883'
const PASSWORD = 'correct horse'
const NOBODY = 'tcp://127.0.0.1:9'

/** The address of a device behind a serial server. */
async function behindServer(t: TestContext, role: 'shoe' | 'spots', serial: string): Promise<string> {
  const server = await serialServer()
  const device = startDevice({ model: tlpDevice({ role, serial, clock: { nowMs: realTiming.nowMs } }), port: server, timing: realTiming })
  t.after(async () => {
    device.stop()
    await server.close()
  })
  return server.address
}

/** A real daemon that serves set-up, and a person at its page. */
async function settingUp(t: TestContext, file: string) {
  const daemon = await startDaemon(file, { words: ['--setup'] })
  t.after(() => daemon.end('SIGKILL'))
  await daemon.says(/word +\S+/)
  const word = () => [...daemon.said().matchAll(/[a-z2-9]{4}-[a-z2-9]{4}/g)].at(-1)?.[0] ?? ''
  return { daemon, ...(await personAt(browserAt(/address +(\S+)/.exec(daemon.said())?.[1] ?? '', word))) }
}

async function setUpAndRun(t: TestContext): Promise<void> {
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
  const addresses = [await behindServer(t, 'shoe', 'SH-00412'), await behindServer(t, 'spots', 'SP-00007')]
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

  await act({ do: 'walk' })
  const { doctor } = await until('the walk', (view) => view.doctor !== null && view.doctor !== 'walking')
  assert.ok(doctor !== null && doctor !== 'walking', 'it has walked')
  const steps = [doctor.folders, ...doctor.devices, ...doctor.brokers].flatMap((each) => each.steps)
  assert.deepEqual(
    steps.filter(({ state }) => state === 'failed' || state === 'not reached'),
    [],
  )
  assert.ok(steps.length > 12, JSON.stringify(steps))
  assert.deepEqual(readdirSync(folder), ['table.yaml'], 'nothing is written yet')
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
    await assert.rejects(mqtt.connectAsync(EMBEDDED, { username, password, reconnectPeriod: 0 }), /[Nn]ot authorized|[Bb]ad user/, username)
  const mary = await mqtt.connectAsync(EMBEDDED, { username: 'mary', password: PASSWORD, reconnectPeriod: 0 })
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
}

test('a table behind serial servers with the broker in the program: both devices are up, and only its users get in', async (t) => {
  if (process.env.OWN_NETWORK === 'inside') return setUpAndRun(t)
  const [command, ...words] = OWN_NETWORK
  const { status, stderr } = spawnSync(command, [...words, 'true'], { encoding: 'utf8' })
  if (status !== 0) {
    process.stderr.write(`NOT RUN: set-up with the embedded broker; no network of its own can be had here: ${stderr}\n`)
    return t.skip(`no network of its own: ${stderr}`)
  }
  const inside = await runIn(OWN_NETWORK, fileURLToPath(import.meta.url), { OWN_NETWORK: 'inside' })
  assert.equal(inside.code, 0, `${inside.stdout}${inside.stderr}`)
})
