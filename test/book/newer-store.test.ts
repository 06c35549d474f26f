/** A book's first hour, and its last after a downgrade: what is wrong, and what to do. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openStore } from '../../src/book/store/open.ts'
import { run, startSource, temporaryFolder } from '../e2e/processes.ts'

const BOOK = 'src/book/command.ts'

test('an older book does not touch the store of a newer one, and says so', async (t) => {
  const folder = temporaryFolder()
  const config = join(folder, 'book.yaml')
  writeFileSync(config, "property: demo\nmqtt: { url: 'mqtt://127.0.0.1:9' }\n")
  const book = await startSource(BOOK, '--config', config)
  t.after(() => book.end('SIGKILL'))
  await book.says(/keeps demo in/)
  assert.deepEqual(await book.end('SIGTERM'), { code: 0, signal: null })
  const store = await openStore({ store: join(folder, 'book/book.db') })
  await sql`insert into kysely_migration (name, timestamp) values ('900-of-the-future', '2030-01-01T00:00:00.000Z')`.execute(store)
  await store.destroy()
  const [start, query] = [await run(BOOK, '--config', config), await run(BOOK, 'query', '--config', config)]
  for (const { code, stderr } of [start, query]) {
    assert.equal(code, 70)
    assert.match(stderr, /^book: the store \S+book\.db was changed by a newer version of the book \(900-of-the-future\)/)
    assert.match(stderr, /Start the newer version again, or go back to the copy/)
    assert.doesNotMatch(stderr, /migration/)
  }
})

test('without a configuration, and with unknown keys, the book says what to do', async () => {
  const folder = temporaryFolder()
  const [absent, strange] = [join(folder, 'absent.yaml'), join(folder, 'book.yaml')]
  writeFileSync(strange, "property: demo\nmqtt: { url: 'mqtt://127.0.0.1:9' }\nstorage: x\nport: 8090\n")
  const without = await run(BOOK, '--config', absent)
  assert.equal(without.code, 78)
  assert.match(without.stderr, /absent\.yaml: cannot be read \(ENOENT\): there is no such file/)
  assert.match(without.stderr, /cp book\.example\.yaml \S+absent\.yaml/)
  assert.doesNotMatch(without.stderr, /table\.example/)
  const { code, stderr } = await run(BOOK, '--config', strange, '--check')
  assert.equal(code, 78)
  assert.match(stderr, /book\.yaml:3: storage "x" is not a known key; did you mean store\?/)
  assert.match(stderr, /book\.yaml:4: port 8090 is not a known key; did you mean http\.port\? It is in the wrong group/)
})
