/** The examples for what stands next to the table: every topic they name is one of ours, every field is promised by a published schema. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import vm from 'node:vm'
import { hears } from '../../../src/daemon/broker/filters.ts'
import { discoveryTopic } from '../../../src/wire/home-assistant.ts'
import { grantFilter, ROLES } from '../../../src/wire/roles.ts'
import { TOPICS, type Topic, topicFilter } from '../../../src/wire/topics.ts'
import { requiredIn, type Schema } from '../../json-fields.ts'
import { type Heard, playEvening } from './evening.ts'
import { type Point, pointsOf, readTelegraf, type TelegrafInput } from './telegraf.ts'

const SEED = Number(process.env.SEED ?? 5)
const DOCS = new URL('../../../docs/', import.meta.url)
const text = (name: string): string => readFileSync(new URL(name, DOCS), 'utf8')
const schemaOf = (name: string): Schema => JSON.parse(text(`schemas/${name}.json`)) as Schema

const ANY = { property: '+', pit: '+', table: '+' }
/** The topic that a filter for the tables of all pits is of. */
const topicOf = (filter: string): Topic =>
  (Object.keys(TOPICS) as Topic[]).find((topic) => topicFilter(ANY, topic) === filter) ?? assert.fail(`${filter} is none of our topics`)
const readersMay = (filter: string): boolean => ROLES.reader.subscribe.some((topic) => grantFilter(topic, null) === filter)

let messages: readonly Heard[] = []
let points: readonly Point[] = []
before(async () => {
  ;({ messages } = await playEvening({ house: 'gld', rounds: 6, seed: SEED }))
  const telegraf = readTelegraf()
  points = messages.flatMap(({ topic, payload }) => (payload === '' ? [] : pointsOf(telegraf, topic, payload)))
})

/** Types of messages that give points. */
const typesOf = (topic: Topic, { tagpass }: TelegrafInput): readonly string[] => tagpass?.type ?? TOPICS[topic].types

test('Telegraf: every topic is one that a display may read, and every field is promised', () => {
  const { inputs, outputs } = readTelegraf()
  const sessions = new Set<string>()
  for (const input of inputs.mqtt_consumer) {
    const [filter = '', ...more] = input.topics
    assert.deepEqual([more, input.topic_tag, input.data_format], [[], '', 'json_v2'], filter)
    const topic = topicOf(filter)
    assert.ok(readersMay(filter), `${filter} is for more than displays`)
    assert.equal(input.qos ?? 0, TOPICS[topic].qos, `${filter}: as it is published`)
    // A kept session is that of one client, and is asked for what is not retained.
    assert.equal(input.persistent_session ?? false, !TOPICS[topic].retained, filter)
    if (input.persistent_session) {
      assert.ok(input.client_id !== undefined && !sessions.has(input.client_id), `${filter} has a session of its own`)
      sessions.add(input.client_id)
    }
    for (const { topic: parsed, tags } of input.topic_parsing) {
      assert.equal(parsed, filter)
      assert.equal(tags.split('/').length, filter.split('/').length, `${tags} is as long as ${filter}`)
      assert.match(tags, /^_\/_\/property\/pit\/table(\/|$)/)
    }
    for (const parser of input.json_v2) {
      const isPassed = outputs.influxdb[0]?.namepass.some((name) => parser.measurement_name.startsWith(name.replace('*', '')))
      assert.ok(isPassed, `${parser.measurement_name} is written`)
      assert.ok(requiredIn(schemaOf('envelope'), parser.timestamp_path), 'the time of the table')
      for (const { path, optional = false } of [...(parser.tag ?? []), ...parser.field]) {
        const isPromised = (type: string): boolean =>
          path.startsWith('data.')
            ? requiredIn(schemaOf(type), path.slice('data.'.length).replace(/\.#$/, ''))
            : requiredIn(schemaOf('envelope'), path)
        const all: readonly string[] = TOPICS[topic].types
        assert.ok(optional || all.every(isPromised), `${filter}: not every message has ${path}, so some would be refused whole`)
        if (path !== 'data.lagMs') assert.ok(typesOf(topic, input).every(isPromised), `${filter}: ${path} is not promised`)
      }
    }
  }
})

test(`Telegraf: of an evening it writes numbers for every measurement (SEED=${SEED})`, () => {
  const written = new Set(points.map(({ measurement }) => measurement))
  const measurements = readTelegraf().inputs.mqtt_consumer.flatMap(({ json_v2: parsers }) => parsers.map((each) => each.measurement_name))
  // The evening has no connection, so it has no status.
  assert.deepEqual(
    measurements.filter((name) => !written.has(name)),
    ['blackjack_status'],
  )
  for (const { tags, at } of points) {
    assert.deepEqual([tags.property, tags.pit, tags.table], ['demo', 'p1', 'bj07'])
    assert.ok(!Number.isNaN(Date.parse(at)), `${at} is a time`)
  }
  const rounds = points.filter(({ measurement }) => measurement === 'blackjack_round')
  const closed = messages.filter(({ payload }) => payload.includes('"type":"round.closed"') && !payload.includes('"type":"log"'))
  assert.equal(rounds.length, closed.length, 'one for each closed round')
})

interface Board {
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string; readonly query: string }[] }
  readonly panels: readonly {
    readonly title: string
    readonly description: string
    readonly type: string
    readonly fieldConfig: { readonly defaults: { readonly unit?: string; readonly mappings?: readonly object[] } }
    readonly targets: readonly { readonly query: string; readonly alias?: string }[]
  }[]
}

test('Grafana: every query reads what Telegraf writes, and every panel has a unit or words for its values', () => {
  const { templating, panels } = JSON.parse(text('install/neighbours/grafana-tables.json')) as Board
  const inputs = readTelegraf().inputs.mqtt_consumer
  const known = new Map<string, Set<string>>()
  for (const { json_v2: parsers, topic_parsing: parsing } of inputs)
    for (const { measurement_name: name, tag = [], field } of parsers)
      known.set(
        name,
        new Set([
          ...parsing.flatMap(({ tags }) => tags.split('/')),
          ...[...tag, ...field].map(({ path, rename }) => rename ?? path.split('.').at(-1) ?? ''),
        ]),
      )
  const check = (query: string): void => {
    const [, name = ''] = /FROM "(\w+)"/.exec(query) ?? []
    const has = known.get(name) ?? assert.fail(`${query}: nothing is written to ${name}`)
    const used = [...query.matchAll(/"(\w+)"|KEY = "(\w+)"/g)].map(([, one, other]) => one ?? other ?? '').filter((each) => each !== name)
    assert.ok(used.length > 0, `${query} reads something`)
    for (const each of used) assert.ok(has.has(each), `${query}: ${name} has no ${each}`)
  }
  assert.ok(panels.length >= 8, 'the panels were found')
  for (const { title, description, fieldConfig, targets } of panels) {
    assert.ok(fieldConfig.defaults.unit !== undefined || fieldConfig.defaults.mappings !== undefined, `${title} has no unit`)
    assert.ok(description !== '', `${title} says what it shows`)
    for (const { query, alias = '' } of targets) {
      check(query)
      assert.match(query, /\$timeFilter/)
      for (const [, tag = ''] of alias.matchAll(/\$tag_(\w+)/g)) assert.match(query, new RegExp(`GROUP BY.*"${tag}"`), `${title}: ${alias}`)
      for (const [, variable] of query.matchAll(/\^\$(\w+)\$/g))
        assert.ok(
          templating.list.some(({ name }) => name === variable),
          `no variable ${variable}`,
        )
    }
  }
  for (const { type, query } of templating.list) if (type === 'query') check(query)
})

interface FlowNode {
  readonly id: string
  readonly type: string
  readonly z?: string
  readonly topic?: string
  readonly datatype?: string
  readonly broker?: string
  readonly func?: string
  readonly wires?: readonly (readonly string[])[]
}

test(`Node-RED: every topic is one that a display may read, and its functions understand an evening (SEED=${SEED})`, () => {
  const nodes = JSON.parse(text('install/neighbours/node-red-flow.json')) as readonly FlowNode[]
  const byId = new Map(nodes.map((node) => [node.id, node]))
  assert.equal(byId.size, nodes.length, 'every node has an id of its own')
  for (const { z, broker, wires = [] } of nodes)
    for (const id of [...(z === undefined ? [] : [z]), ...(broker?.startsWith('b1a0') ? [broker] : []), ...wires.flat()])
      assert.ok(byId.has(id), `${id} is no node`)
  const texts: unknown[] = []
  for (const { topic: filter = '', datatype, wires } of nodes.filter(({ type }) => type === 'mqtt in')) {
    topicOf(filter)
    assert.ok(readersMay(filter), `${filter} is for more than displays`)
    // An alarm that ends is an empty message, which is no JSON.
    assert.equal(datatype, 'utf8')
    const code = byId.get(wires?.[0]?.[0] ?? '')?.func ?? assert.fail(`${filter} leads to no function`)
    const run = vm.compileFunction(code, ['msg', 'context']) as (msg: object, context: object) => { readonly payload: unknown } | null
    const kept = new Map<string, unknown>()
    const context = { get: (key: string) => kept.get(key), set: (key: string, value: unknown) => kept.set(key, value) }
    const heard = messages.filter(({ topic }) => hears(filter, topic))
    // As at a new connection, all that is retained comes twice.
    const twice = filter.endsWith('alarm/+') ? heard.flatMap((each) => [each, each]) : heard
    const births = filter.endsWith('/status') ? [STATUS('ready'), STATUS('lost')] : []
    const told = [...births, ...twice].flatMap(({ topic, payload }) => run({ topic, payload }, context)?.payload ?? [])
    assert.ok(told.length > 0, `${filter}: nothing was told`)
    assert.doesNotMatch(JSON.stringify(told), /undefined|NaN|\[object/)
    assert.equal(new Set(told.map((each) => JSON.stringify(each))).size, told.length, `${filter}: nothing is told twice`)
    texts.push(...told)
  }
  assert.ok(texts.includes('demo/p1/bj07: the table is lost; go and look'), 'the lost table')
  assert.ok(
    texts.some((each) => /^demo\/p1\/bj07, box \d: .*due/.test(String(each))),
    `an alarm: ${JSON.stringify(texts)}`,
  )
})

const STATUS = (state: string): Heard => ({
  topic: 'casino/v1/demo/p1/bj07/status',
  payload: JSON.stringify({ source: '/demo/p1/bj07', data: { state, boot: 1, conn: 1 } }),
})

test('the page names the files, the setting and the topic as they are', () => {
  const page = text('neighbours.md')
  for (const name of ['telegraf.conf', 'grafana-tables.json', 'node-red-flow.json'])
    assert.match(page, new RegExp(`\\(install/neighbours/${name.replace('.', '\\.')}\\)`))
  assert.match(page, /discovery: homeassistant/)
  assert.ok(page.includes(discoveryTopic({ property: 'demo', pit: 'p1', table: 'bj07' })), 'the topic of the example')
})
