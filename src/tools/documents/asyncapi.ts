/**
 * The AsyncAPI 3.0 document: every topic that the table publishes or receives, from the tree of topics; payloads by reference to the JSON
 * Schemas.
 */
import { stringify } from 'yaml'
import type { MessageType } from '../../wire/payloads.ts'
import { TOPICS, type Topic } from '../../wire/topics.ts'
import { commandId, MESSAGE_TYPES, SERVED_COMMANDS, urnOf } from './json-schemas.ts'
import { MESSAGE_EXAMPLES } from './message-examples.ts'
import { BARE_WORDS, TYPE_WORDS } from './message-words.ts'

type Node = { readonly [key: string]: unknown }

const PARAMETERS = {
  property: { description: 'The casino.', examples: ['demo'] },
  pit: { description: 'The pit.', examples: ['p1'] },
  table: { description: 'The table.', examples: ['bj07'] },
  name: { description: 'The device, as configured.', examples: ['shoe'] },
  id: { description: "The alarm: the finding's id in lower case, or the name of a fault.", examples: ['bj-short-1'] },
  user: { description: 'The login of the user; the access rules of the broker enforce it.', examples: ['ann'] },
  client: { description: "The sender's own name for where its replies go.", examples: ['tab1'] },
  command: { description: 'The command.', enum: SERVED_COMMANDS.map(({ name }) => name) },
}

const messagesOn = (topic: Topic): readonly string[] => {
  if (topic === 'cmd/{user}/{name}') return SERVED_COMMANDS.map(({ name }) => commandId(name))
  if (topic === 'homeassistant/device/{place}/config') return ['discovery']
  return topic === 'reply/{user}/{client}' ? ['reply'] : TOPICS[topic].types
}

/** Topics reserved in the tree for functions that this version does not have. */
export const KEPT_TOPICS: readonly Topic[] = (Object.keys(TOPICS) as readonly Topic[]).filter(
  (topic) => TOPICS[topic].types.length === 0 && messagesOn(topic).length === 0,
)
const SERVED_TOPICS = (Object.keys(TOPICS) as readonly Topic[]).filter((topic) => !KEPT_TOPICS.includes(topic))

/** `ev/round` -> `ev-round`, `state/device/{name}` -> `state-device` */
const channelId = (topic: Topic): string => topic.replace(/\/\{\w+\}/g, '').replaceAll('/', '-')
const ref = (path: string): Node => ({ $ref: path })
const schemaRef = (name: string): Node => ref(`schemas/${name}.json`)

/** Here the command's own parameter is named `{command}`, because `{name}` is a device's name in the other topics. */
const tailOf = (topic: Topic): string => (topic === 'cmd/{user}/{name}' ? 'cmd/{user}/{command}' : topic)

/** The address of a topic, with `{...}` for every part that differs between tables. */
export const addressOf = (topic: Topic): string =>
  `${ROOTS[TOPICS[topic].root]}${tailOf(topic)}`.replace('{place}', '{property}_{pit}_{table}')

const ROOTS = {
  table: 'casino/v1/{property}/{pit}/{table}/',
  property: 'casino/v1/{property}/',
  broker: '',
} as const

const channel = (topic: Topic): Node => {
  const address = addressOf(topic)
  const names = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const { content, retained, qos, expirySeconds, readers } = TOPICS[topic]
  const kept = `${retained ? 'Retained' : 'Not retained'}, QoS ${qos}${expirySeconds === null ? '' : `, expires after ${expirySeconds} s`}.`
  return {
    address,
    title: content,
    description: `${READERS[readers]} ${kept}`,
    messages: Object.fromEntries(messagesOn(topic).map((name) => [name, ref(`#/components/messages/${name}`)])),
    parameters: Object.fromEntries(names.map((name) => [name, ref(`#/components/parameters/${name}`)])),
  }
}

const READERS: { readonly [readers: string]: string } = {
  all: 'Everybody may read it.',
  pit: 'For displays: it shows nothing that a person at the table cannot see.',
  audit: 'For the audit only: it names cards before anybody at the table has seen them.',
  table: 'Read by the table.',
  user: 'Read only by that user.',
}

const operation = (topic: Topic): Node => {
  const { qos, retained, expirySeconds, content } = TOPICS[topic]
  const isHeard = topic === 'cmd/{user}/{name}'
  const id = channelId(topic)
  const mqtt = {
    qos,
    retain: retained,
    ...(expirySeconds === null ? {} : { messageExpiryInterval: expirySeconds }),
    bindingVersion: '0.2.0',
  }
  const reply = {
    address: { location: '$message.payload#/replyTo', description: 'Under MQTT 5 the response topic may name it instead.' },
    channel: ref(`#/channels/${channelId('reply/{user}/{client}')}`),
  }
  return {
    action: isHeard ? 'receive' : 'send',
    channel: ref(`#/channels/${id}`),
    summary: content,
    bindings: { mqtt },
    ...(isHeard ? { reply } : {}),
  }
}

const examplesOf = (name: string): Node => (Object.hasOwn(MESSAGE_EXAMPLES, name) ? { examples: [MESSAGE_EXAMPLES[name]] } : {})

/** The head shared by all envelopes, with this type's own data. */
const envelopeMessage = (type: MessageType): Node => ({
  name: type,
  summary: TYPE_WORDS[type],
  contentType: 'application/cloudevents+json',
  payload: {
    allOf: [
      schemaRef('envelope'),
      { type: 'object', properties: { type: { const: type }, dataschema: { const: urnOf(type) }, data: schemaRef(type) } },
    ],
  },
  ...examplesOf(type),
})
const bareMessage = (name: string, summary: string, more: Node = {}): Node => ({
  name,
  summary,
  contentType: 'application/json',
  payload: schemaRef(name),
  ...more,
  ...examplesOf(name),
})
/** What a command and its reply have in common. */
const correlated = (): Node => ({ correlationId: { location: '$message.payload#/correlation' } })

const DESCRIPTION =
  `What a blackjack table says over MQTT, and what it can be told. Written from the point of view of the table: it sends what it
says and receives commands.

Payloads are CloudEvents 1.0 in structured JSON, but commands, replies and what Home Assistant is told, which are bare JSON. Amounts are integers in the table's minor unit
(500 is 5.00), times are ISO 8601 in UTC. Drop an event whose \`id\` you know: delivery is at least once. Retained topics hold the present state; the
command \`snapshot\` makes the table say all of it again where a broker keeps none. An empty payload on an alarm's topic removes the alarm.

MQTT 3.1.1 with QoS 0 and 1 is enough. Where the broker has MQTT 5, payload format, content type, message expiry, response topic and correlation
data are used too; message expiry is nothing under 3.1.1.`
    .split('\n\n')
    .map((paragraph) => paragraph.replaceAll('\n', ' '))
    .join('\n\n')

function asyncApiDocument(version: string): Node {
  const byId = <T>(make: (topic: Topic) => T) => Object.fromEntries(SERVED_TOPICS.map((topic) => [channelId(topic), make(topic)]))
  return {
    asyncapi: '3.0.0',
    id: 'urn:table:asyncapi:1',
    info: {
      title: 'Blackjack table controller',
      version,
      description: DESCRIPTION,
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/cloudevents+json',
    servers: {
      broker: {
        host: '127.0.0.1:1883',
        protocol: 'mqtt',
        protocolVersion: '3.1.1',
        description: 'The embedded broker. A table with `mqtt` in its configuration uses that broker instead, with TLS and a login.',
      },
    },
    channels: byId(channel),
    operations: byId(operation),
    components: {
      parameters: PARAMETERS,
      messages: {
        ...Object.fromEntries(MESSAGE_TYPES.map((type) => [type, envelopeMessage(type)])),
        ...Object.fromEntries(
          SERVED_COMMANDS.map(({ name, means }) => [commandId(name), bareMessage(commandId(name), means, correlated())]),
        ),
        reply: bareMessage('reply', BARE_WORDS.reply, correlated()),
        discovery: bareMessage('discovery', BARE_WORDS.discovery),
      },
    },
  }
}

export function asyncApiPage(version: string): string {
  const kept = KEPT_TOPICS.map((topic) => `#   ${addressOf(topic)}: ${TOPICS[topic].content}`).join('\n')
  const head = `# Generated by \`npm run docs\` from src/wire/topics.ts and src/wire/schemas.ts.
#
# Places kept in the tree, on which this version says nothing:
${kept}
`
  // Many readers still follow YAML 1.1, and would take an unquoted time for a date.
  return `${head}${stringify(asyncApiDocument(version), { lineWidth: 140, version: '1.1' })}`
}
