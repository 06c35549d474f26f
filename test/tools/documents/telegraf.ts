/** What Telegraf makes of messages by docs/install/neighbours/telegraf.conf: its inputs of topics (mqtt_consumer) and parser of JSON (json_v2), as far as that file uses them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hears } from '../../../src/daemon/broker/filters.ts'

interface Picked {
  readonly path: string
  readonly rename?: string
  readonly type?: 'int' | 'float' | 'string'
  readonly optional?: boolean
}
export interface TelegrafInput {
  readonly servers: readonly string[]
  readonly topics: readonly string[]
  readonly qos?: number
  readonly persistent_session?: boolean
  readonly client_id?: string
  readonly topic_tag: string
  readonly data_format: string
  readonly tagpass?: { readonly [tag: string]: readonly string[] }
  readonly topic_parsing: readonly { readonly topic: string; readonly tags: string }[]
  readonly json_v2: readonly {
    readonly measurement_name: string
    readonly timestamp_path: string
    readonly timestamp_format: string
    readonly tag?: readonly Picked[]
    readonly field: readonly Picked[]
  }[]
}
interface Telegraf {
  readonly inputs: { readonly mqtt_consumer: readonly TelegrafInput[] }
  readonly outputs: { readonly influxdb: readonly { readonly namepass: readonly string[] }[] }
}

/** A parser of TOML that the check for dead code brings along. */
const toml = createRequire(createRequire(import.meta.url).resolve('knip'))('smol-toml') as { parse(text: string): unknown }

export const readTelegraf = (): Telegraf =>
  toml.parse(readFileSync(new URL('../../../docs/install/neighbours/telegraf.conf', import.meta.url), 'utf8')) as Telegraf

export interface Point {
  readonly measurement: string
  readonly tags: { readonly [tag: string]: string }
  readonly fields: { readonly [field: string]: number | string }
  readonly at: string
}

/** The name under which a tag or a field is written. */
const nameOf = ({ path, rename }: Picked): string => rename ?? path.split('.').at(-1) ?? ''

/** By GJSON's paths: names joined by dots; `#` at the end is the length of a list. */
function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => {
    if (inner === undefined || inner === null) return undefined
    return key === '#' && Array.isArray(inner) ? inner.length : (inner as { readonly [key: string]: unknown })[key]
  }, value)
}

function picked(value: unknown, list: readonly Picked[]): (readonly [Picked, unknown])[] {
  return list.flatMap((each) => {
    const found = at(value, each.path)
    assert.ok(found !== undefined || each.optional, `${each.path} does not exist, and the whole message is refused`)
    return found === undefined || found === null ? [] : [[each, found] as const]
  })
}

function converted({ path, type }: Picked, value: unknown): number | string {
  if (type === 'string') return String(value)
  const number = typeof value === 'boolean' ? Number(value) : value
  assert.ok(typeof number === 'number', `${path} is ${JSON.stringify(value)}, no ${type}`)
  return type === 'int' ? Math.trunc(number) : number
}

export function pointsOf({ inputs }: Telegraf, topic: string, payload: string): readonly Point[] {
  return inputs.mqtt_consumer
    .filter(({ topics }) => topics.some((filter) => hears(filter, topic)))
    .flatMap(({ json_v2: parsers, topic_parsing: parsing, tagpass = {} }) =>
      parsers.flatMap((parser) => {
        const value: unknown = JSON.parse(payload)
        const levels = topic.split('/')
        const fromTopic = parsing.flatMap(({ tags }) =>
          tags.split('/').flatMap((tag, level) => (tag === '_' ? [] : [[tag, levels[level] ?? ''] as const])),
        )
        const own = picked(value, parser.tag ?? []).map(([each, found]) => [nameOf(each), String(found)] as const)
        const fields = Object.fromEntries(picked(value, parser.field).map(([each, found]) => [nameOf(each), converted(each, found)]))
        const tags: { readonly [tag: string]: string } = Object.fromEntries([...own, ...fromTopic])
        const isPassed = Object.entries(tagpass).every(([tag, values]) => values.includes(tags[tag] ?? ''))
        const time = at(value, parser.timestamp_path)
        return isPassed && Object.keys(fields).length > 0 ? [{ measurement: parser.measurement_name, tags, fields, at: String(time) }] : []
      }),
    )
}
