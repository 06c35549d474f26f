import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseBookConfig } from '../../src/book/config.ts'

test("the example is a book's configuration, its store beside it", () => {
  const read = parseBookConfig(readFileSync(new URL('../../book.example.yaml', import.meta.url), 'utf8'), '/etc/table')
  assert.ok(read.ok, JSON.stringify(read))
  assert.equal(read.config.store, '/etc/table/book/book.db')
})

const BROKER = "mqtt: { url: 'mqtt://127.0.0.1' }"
for (const [given, at] of [
  [`property: Demo\n${BROKER}`, 'property'],
  ['property: demo', 'mqtt'],
  ["property: demo\nmqtt: { url: 'http://127.0.0.1' }", 'mqtt.url'],
  [`property: demo\n${BROKER}\nstore: postgres://book:hunter2@db/book`, 'store'],
  [`property: demo\n${BROKER}\nstorage: x`, 'storage'],
] as const) {
  test(`refused: ${given.replaceAll('\n', '; ')}`, () => {
    const read = parseBookConfig(given, '/etc/table')
    assert.deepEqual(read.ok ? [] : read.problems.map(({ path }) => path), [at])
    assert.ok(!JSON.stringify(read).includes('hunter2'), 'a password is not repeated')
  })
}
