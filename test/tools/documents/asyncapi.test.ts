/** The written contract against what is really published, by a validator that shares nothing with the code. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import specs from '@asyncapi/specs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import mqtt from 'mqtt'
import { startTable } from '../../../src/daemon/pipeline/table.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { addressOf, KEPT_TOPICS } from '../../../src/tools/documents/asyncapi.ts'
import { encodeEvent, encodeState, encodeWill } from '../../../src/wire/envelope.ts'
import { TOPICS, type Topic } from '../../../src/wire/topics.ts'
import { within } from '../../e2e/processes.ts'
import { startOpenBroker } from '../../open-broker.ts'
import { SAMPLES } from '../../wire/samples.ts'
import { type Contract, readAsyncApi, readContract, readSchemas } from './contract.ts'
import { BASE, configOf, type Heard, playEvening, REPLY_TO } from './evening.ts'

const SEED = Number(process.env.SEED ?? 3)
const ROUNDS = 8
/** Said only where readings change their mind about an error; their samples stand for them where none does. */
const MAY_BE_UNHEARD = ['finding.changed', 'finding.withdrawn']

/** Channels and messages heard; fails on the first few that are not as the document says. */
function checkAll(contract: Contract, messages: readonly Heard[]): { readonly channels: Set<string>; readonly names: Set<string> } {
  const channels = new Set<string>()
  const names = new Set<string>()
  const faults: string[] = []
  for (const { topic, payload } of messages) {
    const { channel, message, fault } = contract.check(topic, payload)
    if (fault !== null) faults.push(`${topic}: ${fault}: ${payload.slice(0, 400)}`)
    if (channel !== null) channels.add(channel)
    if (message !== null) names.add(message)
  }
  assert.deepEqual(faults.slice(0, 3), [])
  return { channels, names }
}

/** A real table at a broker of its own, its devices unplugged: birth, state, a command with its reply, clean stop. */
async function liveTable(t: TestContext): Promise<readonly Heard[]> {
  const folder = mkdtempSync(join(tmpdir(), 'told-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const broker = await startOpenBroker({ port: 0 })
  t.after(() => broker.close())
  const client = await mqtt.connectAsync(broker.url, { reconnectPeriod: 0 })
  t.after(() => client.endAsync(true))
  const heard: Heard[] = []
  let look = () => {}
  client.on('message', (topic, payload) => {
    heard.push({ topic, payload: payload.toString() })
    look()
  })
  const hears = (what: string, is: (heard: Heard) => boolean) =>
    within(
      new Promise<void>((resolve) => {
        look = () => heard.some(is) && resolve()
        look()
      }),
      () => `${what}; heard were ${heard.map(({ topic }) => topic).join(' ')}`,
    )
  await client.subscribeAsync(['casino/#', 'homeassistant/#'], { qos: 1 })
  const login = { urls: [broker.url], protocol: 4, ca: null, cert: null, key: null, username: null, passwordFile: null } as const
  const config = { ...configOf('gld'), journal: join(folder, 'journal'), mqtt: { ...login, discovery: 'homeassistant' as const } }
  const table = await startTable(config, {
    software: 'blackjack-table-controller 0.1.0',
    code: 'c0de'.repeat(16),
    newStream: () => 'q3kf9abc',
    mqtt: login,
    notice: () => undefined,
    clock: { nowMs: () => performance.now(), wallMs: () => Date.now() },
  })
  await hears('the birth', ({ topic, payload }) => topic === `${BASE}/status` && payload.includes('"ready"'))
  const order = JSON.stringify({ correlation: 'c1', replyTo: REPLY_TO, expires: Date.now() + 60_000 })
  await client.publishAsync(`${BASE}/cmd/ann/snapshot`, order, { qos: 1 })
  await hears('the reply', ({ topic }) => topic === REPLY_TO)
  await table.stop()
  await hears('the clean stop', ({ topic, payload }) => topic === `${BASE}/status` && payload.includes('"stopped"'))
  return heard
}

describe(`docs/asyncapi.yaml (SEED=${SEED})`, () => {
  it('is an AsyncAPI 3.0 document, and the examiner knows one that is not', () => {
    const ajv = new Ajv({ strict: false })
    addFormats.default(ajv)
    const isDocument = ajv.compile(specs.schemasWithoutId['3.0.0'] as object)
    const document = readAsyncApi()
    assert.equal(document.asyncapi, '3.0.0')
    assert.equal(isDocument(document), true, ajv.errorsText(isDocument.errors))
    assert.deepEqual(readAsyncApi('1.1'), document, 'an older reader of YAML reads the same')
    const [first] = Object.keys(document.operations)
    const operations = { ...document.operations, [first ?? '']: { ...document.operations[first ?? ''], action: 'shout' } }
    assert.equal(isDocument({ ...document, operations }), false)
  })

  it('has every topic of the tree but those nothing is said on', () => {
    const written = Object.values(readAsyncApi().channels).map(({ address }) => address)
    const topics = (Object.keys(TOPICS) as Topic[]).filter((topic) => !KEPT_TOPICS.includes(topic))
    assert.deepEqual(written.sort(), topics.map(addressOf).sort())
    assert.deepEqual([...KEPT_TOPICS], ['audit/ack/{table}'])
  })

  it('refers to schemas that are there, each under its urn, and to all of them', () => {
    const text = JSON.stringify(readAsyncApi())
    const referred = [...text.matchAll(/schemas\/([\w.-]+\.json)/g)].map(([, name = '']) => name)
    const schemas = readSchemas()
    // A command's own schema holds what the general one says.
    assert.deepEqual([...new Set(referred)].sort(), [...schemas.keys()].filter((name) => name !== 'command.json').sort())
    for (const [name, { $id }] of schemas) assert.equal($id, `urn:table:${name.replace(/\.json$/, '')}:1`)
  })

  it('is what a table publishes: evenings in all houses, a live broker, commands and replies; and nothing in it is never heard', async (t) => {
    const contract = readContract()
    const evenings = await Promise.all(HOUSE_IDS.map((house) => playEvening({ house, rounds: ROUNDS, seed: SEED })))
    const { channels, names } = checkAll(contract, [...evenings.flatMap(({ messages }) => messages), ...(await liveTable(t))])
    assert.deepEqual([...channels].sort(), Object.keys(contract.document.channels).sort())
    const written = Object.values(contract.document.channels).flatMap(({ messages }) => Object.keys(messages))
    assert.deepEqual(
      written.filter((name) => !names.has(name) && !MAY_BE_UNHEARD.includes(name)),
      [],
    )
  })

  it('shows examples that are messages: each valid on a channel that has it, each of the one it stands with', () => {
    const contract = readContract()
    const { channels, components } = contract.document
    const shown = Object.entries(components.messages).flatMap(([name, { examples = [] }]) =>
      examples.map(({ payload }) => ({ name, payload })),
    )
    assert.ok(shown.length >= 7, 'examples were found')
    for (const { name, payload } of shown) {
      const channel = Object.values(channels).find(({ messages }) => name in messages) ?? assert.fail(name)
      const topic = channel.address.replace('{command}', name.replace('cmd.', '')).replace(/\{\w+\}/g, 'x')
      assert.deepEqual(contract.check(topic, JSON.stringify(payload)), {
        channel: contract.check(topic, '').channel,
        message: name,
        fault: null,
      })
    }
    // One story: what the command answers to is what was raised.
    const of = (name: string): { readonly [field: string]: unknown } =>
      (shown.find((each) => each.name === name)?.payload ?? assert.fail(name)) as { readonly [field: string]: unknown }
    assert.equal(of('cmd.alarm-ack').correlation, of('reply').correlation)
    const { finding } = of('finding.raised').data as { readonly finding: string }
    assert.equal(finding.toLowerCase(), of('cmd.alarm-ack').alarm)
  })

  it('takes the sample of every type and the will, and refuses each with a field more, a field less, or on another topic', () => {
    const contract = readContract()
    const table = { property: 'demo', pit: 'p1', table: 'bj07' }
    const stamp = { stream: 'q3kf9abc', sequence: 184_213 }
    const head = { ...stamp, boot: 57 }
    const at = Date.UTC(2026, 10, 21)
    const will = encodeWill(table, { ...head, at }, 2)
    assert.ok(will.ok, 'the will is encoded')
    assert.equal(contract.check(will.message.topic, will.message.payload).fault, null)
    const events = [...TOPICS['ev/round'].types, ...TOPICS['ev/procedure'].types, ...TOPICS['ev/system'].types]
    for (const type of events) {
      const encoded = encodeEvent(table, stamp, { type, at, round: '57-412', cause: '', data: SAMPLES[type] } as never)
      assert.ok(encoded.ok, type)
      const { topic, payload } = encoded.message
      assert.equal(contract.check(topic, payload).fault, null, type)
      const value = JSON.parse(payload)
      const refused = (what: string, other: object) =>
        assert.notEqual(contract.check(topic, JSON.stringify(other)).fault, null, `${type} with ${what}`)
      refused('a stray field', { ...value, data: { ...value.data, stray: 1 } })
      const [first = '', ...rest] = Object.entries<unknown>(value.data)
      refused(`no ${first[0]}`, { ...value, data: Object.fromEntries(rest) })
      refused('no id', { ...value, id: undefined })
      refused('a local time', { ...value, time: '2026-11-21T01:43:19+01:00' })
      refused("another's schema", { ...value, dataschema: 'urn:table:alarm:1' })
      assert.notEqual(contract.check(`${BASE}/state/table`, payload).fault, null, `${type} elsewhere`)
    }
    const alarm = encodeState(table, { topic: 'alarm/{id}', name: 'bj-short-1' }, { ...head, counter: 1, at }, SAMPLES.alarm)
    assert.ok(alarm.ok, 'the alarm is encoded')
    assert.equal(contract.check(alarm.message.topic, '').fault, null, 'an alarm is removed by nothing')
    assert.notEqual(contract.check(`${BASE}/status`, '').fault, null, 'nothing else is')
    assert.notEqual(contract.check(`${BASE}/shout`, '{}').fault, null, 'no other topic is known')
  })
})
