/** What Home Assistant is told of a table: at a real mosquitto with the sample of access rules, and against what the table really publishes. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import mqtt from 'mqtt'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import { startTable } from '../../../src/daemon/pipeline/table.ts'
import { LOGINS } from '../../../src/wire/access-rules.ts'
import { discoveryOf } from '../../../src/wire/home-assistant.ts'
import { within } from '../../e2e/processes.ts'
import { requiredIn, type Schema } from '../../json-fields.ts'
import { readContract } from '../../tools/documents/contract.ts'
import { BASE, configOf, playEvening } from '../../tools/documents/evening.ts'
import { PASSWORD, startMosquitto, withoutMosquitto } from '../broker/mosquitto.ts'

const SEED = Number(process.env.SEED ?? 5)
const TOPIC = 'homeassistant/device/demo_p1_bj07/config'

interface Component {
  readonly platform: string
  readonly unique_id: string
  readonly name: string
  readonly state_topic: string
  readonly value_template: string
  readonly availability_topic?: string
  readonly availability_template?: string
  readonly options?: readonly string[]
}
interface Told {
  readonly device: { readonly identifiers: readonly string[]; readonly name: string }
  readonly origin: { readonly name: string }
  readonly components: { readonly [id: string]: Component }
}

/** Of Home Assistant's templates those that are used here; fails on any other. */
function rendered(template: string, payload: string): string {
  const value: unknown = JSON.parse(payload)
  const at = (path: string): unknown =>
    path.split('.').reduce<unknown>((inner, key) => (inner as { [key: string]: unknown })[key], { value_json: value })
  const said = (found: unknown): string => {
    assert.notEqual(found, undefined, `${template} finds nothing in ${payload.slice(0, 200)}`)
    return found === null ? 'None' : String(found)
  }
  const [, plain, counted] = /^\{\{ ([\w.]+)( \| count)? \}\}$/.exec(template) ?? []
  if (plain !== undefined) return said(counted === undefined ? at(plain) : (at(plain) as readonly unknown[]).length)
  const [, yes, path = '', , sign, than, no] = /^\{\{ '(\w+)' if ([\w.]+)( (==|>) ('\w+'|\d+))? else '(\w+)' \}\}$/.exec(template) ?? []
  assert.ok(yes !== undefined && no !== undefined, `${template} is in a form of its own`)
  const found = at(path)
  said(found)
  const holds = sign === undefined ? found === true : sign === '>' ? Number(found) > Number(than) : `'${found}'` === than
  return holds ? yes : no
}

/** The fields that a template names, below `data`. */
const fieldsOf = (template: string): readonly string[] => [...template.matchAll(/value_json\.data\.([\w.]+)/g)].map(([, path = '']) => path)

async function tableAt(
  t: TestContext,
  url: string,
  discovery: TableConfig['mqtt'] extends infer _ ? 'homeassistant' | undefined : never,
  folder: string,
) {
  const login = {
    urls: [url],
    protocol: 4,
    ca: null,
    cert: null,
    key: null,
    username: LOGINS.table,
    passwordFile: null,
    password: PASSWORD,
  } as const
  const settings = { ...login, ...(discovery === undefined ? {} : { discovery }) }
  const table = await startTable(
    { ...configOf('gld'), journal: join(folder, 'journal'), mqtt: settings },
    {
      ...{ software: 'blackjack-table-controller 1.0.0', code: 'c0de'.repeat(16), newStream: () => 'q3kf9abc', mqtt: settings },
      ...{ notice: () => undefined, clock: { nowMs: () => performance.now(), wallMs: () => Date.now() } },
    },
  )
  let isStopped = false
  const stop = async (): Promise<void> => {
    if (isStopped) return
    isStopped = true
    await table.stop()
  }
  t.after(stop)
  return stop
}

test('a display login hears the device of the table at a real mosquitto; without the setting it is taken back', {
  skip: withoutMosquitto,
  timeout: 60_000,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'discovery-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const url = await startMosquitto(t)
  const client = await mqtt.connectAsync(url, { username: LOGINS.reader, password: PASSWORD, reconnectPeriod: 0 })
  t.after(() => client.endAsync(true))
  const heard = new Map<string, string>()
  let look = (): void => undefined
  client.on('message', (topic, payload) => {
    heard.set(topic, payload.toString())
    look()
  })
  const hears = (what: string, is: () => boolean): Promise<void> =>
    within(
      new Promise<void>((resolve) => {
        look = () => is() && resolve()
        look()
      }),
      () => `${what}; heard was ${[...heard.keys()].join(' ')}`,
    )
  // As Home Assistant subscribes.
  await client.subscribeAsync(['homeassistant/+/+/config', 'casino/#'], { qos: 1 })

  const stop = await tableAt(t, url, 'homeassistant', folder)
  await hears('the device', () => heard.has(TOPIC))
  const told = JSON.parse(heard.get(TOPIC) ?? '') as Told
  assert.ok(told.device.identifiers.length > 0 && told.device.name !== '' && told.origin.name !== '', 'a device and an origin are required')
  const components = Object.values(told.components)
  assert.deepEqual(
    components.map(({ name }) => name).filter((name) => name.startsWith('Device ')),
    configOf('gld').devices.map(({ name }) => `Device ${name}`),
  )
  assert.equal(new Set(components.map((each) => each.unique_id)).size, components.length, 'each has an id of its own')
  for (const { platform, unique_id: id } of components) {
    assert.ok(['sensor', 'binary_sensor'].includes(platform), `${platform} is a platform`)
    assert.match(id, /^[a-zA-Z0-9_-]+$/)
  }
  // No card has been dealt yet, and nothing has been counted.
  const topics = [...new Set(components.map((each) => each.state_topic))].filter((topic) => !/state\/(round|pace)$/.test(topic))
  await hears('what the entities show', () => topics.every((topic) => heard.has(topic)))
  const running = told.components.running ?? assert.fail('no entity running')
  const open = told.components.open ?? assert.fail('no entity open')
  const now = (topic: string | undefined): string => heard.get(topic ?? '') ?? ''
  assert.equal(rendered(running.value_template, now(running.state_topic)), 'ON')
  assert.equal(rendered(open.availability_template ?? '', now(open.availability_topic)), 'online')
  await stop()
  await hears('the end', () => now(running.state_topic).includes('stopped'))
  assert.equal(rendered(running.value_template, now(running.state_topic)), 'OFF')
  assert.equal(rendered(open.availability_template ?? '', now(open.availability_topic)), 'offline')

  await tableAt(t, url, undefined, folder)
  await hears('the removal', () => heard.get(TOPIC) === '')
})

test(`every entity reads a field that the table publishes, each value is one of its own (SEED=${SEED})`, async () => {
  const { messages } = await playEvening({ house: 'gld', rounds: 4, seed: SEED })
  const told: Told = discoveryOf({ property: 'demo', pit: 'p1', table: 'bj07' }, ['shoe', 'spots', 'puck'], 'controller 1.0.0')
  const contract = readContract()
  const schemaOf = (name: string): Schema =>
    JSON.parse(readFileSync(new URL(`../../../docs/schemas/${name}.json`, import.meta.url), 'utf8')) as Schema
  const births = messages.filter(({ topic }) => topic === `${BASE}/status`)
  assert.deepEqual(births, [], 'the evening has no connection; the test at a broker has')
  for (const [id, component] of Object.entries(told.components)) {
    const { state_topic: topic, value_template: template, options } = component
    const type = topic
      .slice(BASE.length + 1)
      .replace(/\/\w+$/, (name) => (topic.includes('/device/') ? '' : name))
      .replace('/', '.')
    for (const path of fieldsOf(template)) assert.ok(requiredIn(schemaOf(type), path), `${id}: ${type} has no ${path}`)
    const said = messages.filter((each) => each.topic === topic)
    if (topic.endsWith('/status')) continue
    assert.ok(said.length > 0, `${id}: nothing was published on ${topic}`)
    const values = new Set(said.map(({ payload }) => rendered(template, payload)))
    for (const { payload } of said) assert.equal(contract.check(topic, payload).fault, null)
    if (component.platform === 'binary_sensor') for (const value of values) assert.match(value, /^(ON|OFF)$/)
    if (options !== undefined) for (const value of values) assert.ok(options.includes(value), `${id} is ${value}`)
  }
  const dealers = messages
    .filter(({ topic }) => topic === `${BASE}/state/table`)
    .map(({ payload }) => rendered(told.components.dealer?.value_template ?? '', payload))
  assert.deepEqual([...new Set(dealers)], ['None', 'd-17'], 'the dealer is unknown until somebody names him')
})
