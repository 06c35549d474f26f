/** The OpenAPI document: valid, complete, and true of what the book answers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openApiDocument } from '../../../src/book/http/openapi.ts'
import { ROUTES } from '../../../src/book/http/routes.ts'
import { serve } from './served.ts'

type Node = { readonly [key: string]: Node }

test('the document is valid OpenAPI 3.1, and every question is in it', async () => {
  const document = openApiDocument('1.2.3')
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document) as Record<string, unknown>)
  assert.ok(valid, JSON.stringify(errors))
  assert.equal(validator.version, '3.1')
  const paths = Object.keys((document as Node).paths ?? {})
  assert.deepEqual(paths, ['/healthz', '/metrics', '/openapi.json', ...ROUTES.map(({ path }) => path)])
})

/** A path that is asked, and the schema of its answer. */
const ANSWERS = [
  ['/healthz', 'Health'],
  ['/api/tables', 'Tables'],
  ['/api/tables/demo/p1/bj07/rounds', 'Rounds'],
  ['/api/tables/demo/p1/bj07/rounds/made1/10-300', 'Round'],
  ['/api/tables/demo/p1/bj07/findings', 'Findings'],
  ['/api/tables/demo/p1/bj07/alarms', 'Alarms'],
  ['/api/tables/demo/p1/nowhere/alarms', 'Error'],
] as const

test('the book serves its document, and its answers have the forms that stand there', async (t) => {
  const book = await serve(t)
  const document = (await book.ask('/openapi.json')).json as Node
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(document, 'book')
  for (const [path, name] of ANSWERS) {
    const validate = ajv.compile({ $ref: `book#/components/schemas/${name}` })
    const { json } = await book.ask(path)
    assert.ok(validate(json), `${path}: ${JSON.stringify(validate.errors?.slice(0, 3))}`)
    assert.ok(!validate({}), `${name} asks for something`)
  }
})
