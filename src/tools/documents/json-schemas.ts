/**
 * The JSON Schemas of everything on the wire, generated from the schemas that check the code itself. Draft 07: AsyncAPI's default, and
 * supported by every validator.
 */
import * as z from 'zod'
import { UNREAD } from '../../../devices/scan.ts'
import { COMMANDS } from '../../wire/command-rows.ts'
import type { MessageType } from '../../wire/payloads.ts'
import { BARE_SCHEMAS, DATA_SCHEMAS, envelopeSchema } from '../../wire/schemas.ts'
import { BARE_WORDS, FIELD_WORDS, TYPE_WORDS } from './message-words.ts'

export type JsonSchema = { readonly [key: string]: unknown }

const DRAFT = 'http://json-schema.org/draft-07/schema#'
/** The value of an envelope's `dataschema`. */
export const urnOf = (name: string): string => `urn:table:${name}:1`
export const MESSAGE_TYPES = Object.keys(DATA_SCHEMAS) as readonly MessageType[]

/** Commands that this version carries out, with the form of their arguments. */
export const SERVED_COMMANDS: readonly { readonly name: string; readonly means: string; readonly form: z.ZodObject }[] = Object.entries(
  COMMANDS,
).flatMap(([name, { form, means }]) => (form instanceof z.ZodObject ? [{ name, means, form }] : []))

/** Name of a command's schema and message. The prefix keeps it apart from types such as `command.answered`. */
export const commandId = (name: string): string => `cmd.${name}`

/** Every schema by its file name without `.json`. */
export function jsonSchemaFiles(): ReadonlyMap<string, JsonSchema> {
  const data = MESSAGE_TYPES.map((type) => [type, described(type, DATA_SCHEMAS[type], TYPE_WORDS[type])] as const)
  const bare = (['command', 'reply', 'discovery'] as const).map(
    (name) => [name, described(name, BARE_SCHEMAS[name], BARE_WORDS[name])] as const,
  )
  const commands = SERVED_COMMANDS.map(({ name, form, means }) => {
    const whole = z.looseObject({ ...BARE_SCHEMAS.command.shape, ...form.shape })
    return [commandId(name), described(commandId(name), whole, means)] as const
  })
  return new Map<string, JsonSchema>([['envelope', envelope()], ...data, ...bare, ...commands])
}

/** What all envelopes have in common; `dataschema` names the schema of `data`. */
function envelope(): JsonSchema {
  const { shape } = envelopeSchema('status')
  const head = z.strictObject({
    ...shape,
    type: z.enum(MESSAGE_TYPES),
    dataschema: z.enum(MESSAGE_TYPES.map(urnOf)),
    data: z.looseObject({}),
  })
  return described(
    'envelope',
    head,
    'A CloudEvents 1.0 event in structured JSON: every payload but commands, replies and what Home Assistant is told.',
  )
}

function described(name: string, schema: z.ZodType, means: string): JsonSchema {
  const made = z.toJSONSchema(schema, { target: 'draft-7', io: 'input', override: ({ jsonSchema }) => plain(jsonSchema) })
  const definitions: { [card: string]: JsonSchema } = {}
  const body = withCards(withWords(made as JsonSchema, name, ''), definitions)
  const { $schema: _, ...rest } = body
  const head = { $schema: DRAFT, $id: urnOf(name), title: name, description: means, ...rest }
  return Object.keys(definitions).length > 0 ? { ...head, definitions } : head
}

/**
 * Removes what no reader needs: zod's pattern of leap years (the format already says it, and times are in UTC), and the limits of safe
 * integers.
 */
function plain(schema: { format?: string | undefined; pattern?: string | undefined; maximum?: number | undefined }): void {
  if (schema.format === 'date-time') schema.pattern = 'Z$'
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Changes every schema directly inside this one. `field`: the field that it belongs to; null for the items of a list, an alternative and
 * the like.
 */
function inside(schema: JsonSchema, change: (inner: JsonSchema, field: string | null) => JsonSchema): JsonSchema {
  const next: { [key: string]: unknown } = { ...schema }
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' && isSchema(value)) {
      next[key] = Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, change(inner as JsonSchema, field)]))
    } else if (key === 'items' || key === 'additionalProperties') next[key] = isSchema(value) ? change(value, null) : value
    else if (Array.isArray(value) && value.every(isSchema)) next[key] = value.map((inner) => change(inner, null))
  }
  return next
}

/** Adds its meaning to every field. `parent`: the field that contains it. */
function withWords(schema: JsonSchema, name: string, parent: string): JsonSchema {
  return inside(schema, (inner, field) =>
    field === null
      ? withWords(inner, name, parent)
      : { description: wordsFor(name, parent, field, inner), ...withWords(inner, name, field) },
  )
}

function wordsFor(name: string, parent: string, field: string, schema: JsonSchema): string {
  const keys = [`${name}.${field}`, `${name.split('.')[0]}.${field}`, `${parent}.${field}`, field]
  const found = keys.map((key) => (Object.hasOwn(FIELD_WORDS, key) ? FIELD_WORDS[key] : undefined)).find((words) => words !== undefined)
  if (found === undefined) throw new Error(`src/tools/documents/message-words.ts says nothing of ${name}: ${parent}.${field}`)
  return mayBeNull(schema) ? found : (found.split(/[;.] null: /)[0] ?? found).replace(/([^.])$/, '$1.')
}

const mayBeNull = ({ type, anyOf }: JsonSchema): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || (Array.isArray(anyOf) && anyOf.some(mayBeNull))

/** Moves lists of cards to `definitions`, so that a file contains each only once. */
function withCards(schema: JsonSchema, definitions: { [card: string]: JsonSchema }): JsonSchema {
  const { description, enum: values, ...rest } = schema
  const card = Array.isArray(values) && values.includes(ANY_CARD) ? cardName(values) : null
  if (card === null) return inside(schema, (inner) => withCards(inner, definitions))
  definitions[card] = { description: CARD_WORDS[card], enum: values, ...rest }
  const ref = { $ref: `#/definitions/${card}` }
  return description === undefined ? ref : { description, allOf: [ref] }
}

const ANY_CARD = 'AS'
const cardName = (values: readonly unknown[]): keyof typeof CARD_WORDS => {
  const isUnread = values.includes(UNREAD)
  if (values.includes('hidden')) return isUnread ? 'seenCard' : 'namedCard'
  return isUnread ? 'scannedCard' : 'card'
}

const CARD_WORDS = {
  card: 'Rank then suit; T is ten.',
  scannedCard: 'Rank then suit; T is ten. `??`: it could not be read.',
  seenCard: 'Rank then suit; T is ten. `??`: it could not be read. `hidden`: it lies face down.',
  namedCard: 'Rank then suit; T is ten. `hidden`: nobody at the table may know it yet.',
} as const

/** JSON as this repository's formatter writes it: objects over several lines, a list on one line if it fits. */
export function jsonText(value: unknown): string {
  return `${written(value, 0, 0)}\n`
}

const WIDTH = 140
const INDENT = 2

/** `before`: the width of the text in front of the value on its line. */
function written(value: unknown, depth: number, before: number): string {
  const pad = ' '.repeat(INDENT * (depth + 1))
  const end = ' '.repeat(INDENT * depth)
  if (Array.isArray(value)) {
    const flat = `[${value.map((each) => JSON.stringify(each)).join(', ')}]`
    // A comma may follow.
    if (value.every((each) => typeof each !== 'object' || each === null) && before + flat.length + 1 <= WIDTH) return flat
    return `[\n${value.map((each) => `${pad}${written(each, depth + 1, pad.length)}`).join(',\n')}\n${end}]`
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  if (entries.length === 0) return '{}'
  const lines = entries.map(([key, inner]) => {
    const head = `${pad}${JSON.stringify(key)}: `
    return `${head}${written(inner, depth + 1, head.length)}`
  })
  return `{\n${lines.join(',\n')}\n${end}}`
}
