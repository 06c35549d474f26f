/** The OpenAPI 3.1 document of the book, built from the rows of its routes and the schemas of their answers. Pure. */

import { z } from 'zod'
import type { Health } from '../../base/serving/health.ts'
import { nightSheetForm } from '../night/form.ts'
import * as answers from '../queries/answers.ts'
import type { Route } from './route.ts'
import { ROUTES } from './routes.ts'

const check = z.strictObject({
  name: z.string(),
  ok: z.boolean(),
  text: z.string().nullable().describe('For a person: what is wrong, and what to do; null: nothing.'),
})

const healthForm: z.ZodType<Health> = z.strictObject({
  ok: z.boolean().describe('All of `checks` are well.'),
  software: z.string(),
  checks: z.array(check),
})

type Node = { readonly [key: string]: unknown }

/** The form of every error, whatever its status. */
const errorForm = z.strictObject({
  error: z.strictObject({
    code: z.string().describe('In capitals; stays the same from version to version.'),
    text: z.string().describe('For a person: what is wrong, and what to do.'),
  }),
})

/** Schemas that the document names; every other schema is written inline. */
const NAMED = {
  Tables: answers.tableList,
  Table: answers.tableState,
  Rounds: answers.roundList,
  RoundSummary: answers.roundSummary,
  Round: answers.roundFull,
  Findings: answers.findingList,
  Finding: answers.findingFull,
  Alarms: answers.alarmList,
  Alarm: answers.alarmFull,
  BookHead: answers.bookHead,
  BookHeads: answers.headAnswer,
  NightSheet: nightSheetForm,
  Health: healthForm,
  Error: errorForm,
} as const

const nameOf = (schema: z.ZodType): string | undefined => Object.entries(NAMED).find(([, named]) => named === schema)?.[0]

function schemas(): Node {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id })
  const made = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}`, override: ({ jsonSchema }) => plain(jsonSchema) })
  return Object.fromEntries(Object.entries(made.schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]))
}

/**
 * Removes what no reader needs: the format already says what a time's pattern does, and no number here exceeds the safe integers. Fields
 * may be added to an answer later, so a client must accept unknown ones.
 */
function plain(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format === 'date-time') delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

function parameters(place: 'path' | 'query', object: z.ZodObject): readonly Node[] {
  return Object.entries(object.shape).map(([name, schema]) => {
    const made = z.toJSONSchema(schema as z.ZodType, { override: ({ jsonSchema }) => plain(jsonSchema) })
    const { $schema, description, ...rest } = made
    const isRequired = place === 'path'
    // A list is one parameter, with commas.
    const form = rest.type === 'array' ? { style: 'form', explode: false } : {}
    return { name, in: place, required: isRequired, description, ...form, schema: rest }
  })
}

const refTo = (name: string): Node => ({ $ref: `#/components/schemas/${name}` })
const content = (type: string, schema: Node): Node => ({ content: { [type]: { schema } } })
const failure = (description: string): Node => ({ description, ...content('application/json', refTo('Error')) })

const FAILURES: { readonly [status: string]: readonly [name: string, response: Node] } = {
  400: ['BadRequest', failure('A parameter is unknown, given twice or out of its range.')],
  401: ['NoLogin', failure('No login, or a wrong one.')],
  404: ['NotFound', failure('There is no such table or round.')],
  409: ['NotYet', failure('The round is open, or no seal covers it yet, or another night sheet is being made: ask again later.')],
  429: ['TooMany', failure('Too many requests of this login or address; `Retry-After` says in how many seconds to ask again.')],
  500: ['Failed', failure("The book failed to answer, or the answer is too large; the book's log says how.")],
  503: [
    'Unable',
    failure(
      'Too many passwords wait to be checked; `Retry-After` says in how many seconds to ask again. Or the store is damaged (`DAMAGED`): the text says what to do.',
    ),
  ],
}
const REFUSED = Object.fromEntries(Object.entries(FAILURES).map(([status, [name]]) => [status, { $ref: `#/components/responses/${name}` }]))

function operation({ id, means, params, query, answer }: Route): Node {
  const named = answer.json === undefined ? undefined : nameOf(answer.json)
  if (answer.json !== undefined && named === undefined) throw new Error(`src/book/http/openapi.ts names no schema for the answer of ${id}`)
  const types = Object.fromEntries((answer.others ?? []).map((type) => [type, { schema: { type: 'string' } }]))
  const own = named === undefined ? {} : { 'application/json': { schema: refTo(named) } }
  return {
    operationId: id,
    summary: means,
    parameters: [...parameters('path', params), ...parameters('query', query)],
    responses: { 200: { description: 'The answer.', content: { ...own, ...types } }, ...REFUSED },
  }
}

const text = (operationId: string, summary: string, type: string): Node => ({
  operationId,
  summary,
  responses: { 200: { description: 'The answer.', ...content(type, { type: type === 'application/json' ? 'object' : 'string' }) } },
})

/** The paths next to the queries: for a process supervisor, for Prometheus, and for authors of clients. */
const BESIDE = {
  '/healthz': {
    get: {
      operationId: 'getHealth',
      summary: 'Whether the book can do its work, with the reasons. Needs no login.',
      security: [],
      responses: {
        200: { description: 'It can.', ...content('application/json', refTo('Health')) },
        503: { description: 'It cannot.', ...content('application/json', refTo('Health')) },
      },
    },
  },
  '/metrics': { get: text('getMetrics', 'Figures of the book and its tables, for Prometheus.', 'text/plain') },
  '/openapi.json': { get: { ...text('getDocument', 'This document.', 'application/json'), security: [] } },
}

const DESCRIPTION = `Reads what the book keeps of every table: rounds, findings, alarms. Nothing can be written. Later versions may add fields to an answer.

Times are ISO 8601 in UTC to the millisecond, amounts integers in the table's minor unit (\`exponent\` of the table says how many digits it has).
Lists begin with the newest; \`next\` of an answer, given as \`before\`, leads to what is older. Log in with a token (\`Authorization: Bearer\`), or with
a name and password of the broker's users (\`Authorization: Basic\`); a book without either answers its own machine alone, without a login.`

/** `version`: that of the software. */
export function openApiDocument(version: string): Node {
  return {
    openapi: '3.1.0',
    info: { title: 'The book of blackjack tables', version, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { user: [] }, {}],
    paths: { ...BESIDE, ...Object.fromEntries(ROUTES.map((route) => [route.path, { get: operation(route) }])) },
    components: {
      schemas: schemas(),
      responses: Object.fromEntries(Object.values(FAILURES)),
      securitySchemes: { token: { type: 'http', scheme: 'bearer' }, user: { type: 'http', scheme: 'basic' } },
    },
  }
}
