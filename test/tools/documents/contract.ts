/**
 * The written contract as a consumer has it: docs/asyncapi.yaml and the schemas it refers to, read from the disk and followed by a validator
 * that shares nothing with the code.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'

const DOCS = new URL('../../../docs/', import.meta.url)
const BASE = 'file:///docs/'

interface Reference {
  readonly $ref: string
}
interface Channel {
  readonly address: string
  readonly messages: { readonly [name: string]: Reference }
  readonly parameters: { readonly [name: string]: Reference }
}
export interface AsyncApi {
  readonly asyncapi: string
  readonly channels: { readonly [name: string]: Channel }
  readonly operations: { readonly [name: string]: { readonly action: 'send' | 'receive'; readonly channel: Reference } }
  readonly components: {
    readonly messages: {
      readonly [name: string]: { readonly payload: object; readonly examples?: readonly { readonly payload: object }[] }
    }
    readonly parameters: { readonly [name: string]: { readonly enum?: readonly string[] } }
  }
}

/** `version`: of YAML. */
export const readAsyncApi = (version: '1.1' | '1.2' = '1.2'): AsyncApi =>
  parse(readFileSync(new URL('asyncapi.yaml', DOCS), 'utf8'), { version }) as AsyncApi

export const readSchemas = (): ReadonlyMap<string, { readonly $id: string }> =>
  new Map(
    readdirSync(new URL('schemas/', DOCS)).map(
      (name) => [name, JSON.parse(readFileSync(new URL(`schemas/${name}`, DOCS), 'utf8'))] as const,
    ),
  )

export interface Checked {
  /** Where it was published; null: on no channel of the document. */
  readonly channel: string | null
  /** The message of that channel it is; null: of none. */
  readonly message: string | null
  /** Why it is not as the document says; null: it is. */
  readonly fault: string | null
}

export interface Contract {
  readonly document: AsyncApi
  /** `payload` as published. */
  check(topic: string, payload: string): Checked
}

const lastOf = ({ $ref }: Reference): string => $ref.split('/').at(-1) ?? ''

/** A topic of a channel: one level for each `{...}`, out of the list where the document has one. */
const patternOf = ({ address, parameters }: Channel, { components }: AsyncApi): RegExp => {
  const level = (name: string): string => {
    const known = components.parameters[lastOf(parameters[name] ?? { $ref: '' })]?.enum
    return known ? `(?<${name}>${known.join('|')})` : `(?<${name}>[a-z0-9-]{1,32})`
  }
  return new RegExp(`^${address.replace(/\{(\w+)\}/g, (_, name: string) => level(name))}$`)
}

export function readContract(): Contract {
  const document = readAsyncApi()
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictTypes: false, allErrors: true })
  addFormats.default(ajv)
  for (const [name, schema] of readSchemas()) ajv.addSchema(schema, `${BASE}schemas/${name}`)
  const validators = new Map<string, ValidateFunction>(
    Object.entries(document.components.messages).map(([name, { payload }]) => [name, ajv.compile({ $id: `${BASE}${name}`, ...payload })]),
  )
  const channels = Object.entries(document.channels).map(([name, channel]) => ({ name, channel, pattern: patternOf(channel, document) }))

  /** Which of the channel's messages it is: a command by its topic, an envelope by its type, a reply is alone on its channel. */
  const messageOf = (names: readonly string[], match: RegExpExecArray, value: unknown): string | null => {
    const command = match.groups?.command
    const type = typeof value === 'object' && value !== null && 'type' in value ? String(value.type) : null
    const name = command === undefined ? (names.length === 1 ? names[0] : type) : `cmd.${command}`
    return name !== undefined && name !== null && names.includes(name) ? name : null
  }

  return {
    document,
    check(topic, payload) {
      for (const { name, channel, pattern } of channels) {
        const match = pattern.exec(topic)
        if (match === null) continue
        // The document says so in words: it removes the alarm.
        if (name === 'alarm' && payload === '') return { channel: name, message: null, fault: null }
        const value: unknown = payload === '' ? {} : JSON.parse(payload)
        const names = Object.values(channel.messages).map(lastOf)
        const message = messageOf(names, match, value)
        const validate = message === null ? undefined : validators.get(message)
        if (validate === undefined) return { channel: name, message, fault: `none of ${names.join(', ')}` }
        return { channel: name, message, fault: validate(value) ? null : ajv.errorsText(validate.errors) }
      }
      return { channel: null, message: null, fault: 'no channel of the document has this topic' }
    },
  }
}
