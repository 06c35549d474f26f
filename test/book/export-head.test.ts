/** `npm run book -- export --table ID --head`: the file that `npm run verify -- DIR --book FILE` holds a journal against. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fingerprintOf, newSigningKey, signingKeyOf } from '../../src/base/records/seal.ts'
import { commitBatch } from '../../src/book/store/commit.ts'
import { countersigning } from '../../src/book/store/heads.ts'
import { vouchForKey } from '../../src/book/store/keys.ts'
import { openStore } from '../../src/book/store/open.ts'
import { createTables } from '../../src/book/tables.ts'
import { KEY, startDaemon } from '../daemon/pipeline/daemon.ts'
import { playRecords } from '../daemon/pipeline/records.ts'
import { run } from '../e2e/processes.ts'
import { forge, recordsIn } from '../tools/verify/forging.ts'

const BOOK = signingKeyOf(newSigningKey())
const OTHER = signingKeyOf(newSigningKey())
const { config: table, records } = playRecords('gld', 2, 4, 1)
const NAME = { property: table.property, pit: table.pit, table: table.table }
const USAGE = 64
const NOT_OK = 65

test('what the book signed of a journal is exported as a file that proves the journal, and finds one that was altered with its key', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'export-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const journal = join(folder, 'journal')
  const daemon = await startDaemon({ folder: journal, config: table })
  for (const record of records) daemon.hear(record)
  await daemon.quiet()
  await daemon.end()

  const config = join(folder, 'book.yaml')
  const file = join(folder, 'book.db')
  writeFileSync(config, `property: ${NAME.property}\nmqtt: { url: "mqtt://127.0.0.1:9" }\nstore: book.db\n`)
  const store = await openStore({ store: file })
  await vouchForKey(store, { table: NAME, fingerprint: fingerprintOf(KEY.publicKey), how: 'config' }, 0)
  const tables = await createTables(store)
  const heard = recordsIn(journal).map((record) => ({
    ...({ kind: 'record', table: NAME, stream: 'q3kf9abc', isReplayed: false, isLast: false, bytes: 1 } as const),
    ...{ record: record as never, body: JSON.stringify(record) },
  }))
  await commitBatch({ store, tables, countersign: countersigning(BOOK) }, heard, Date.UTC(2026, 10, 21))
  await store.destroy()

  const exported = (...words: string[]) => run('src/book/command.ts', 'export', '--config', config, ...words)
  const { code, stdout, stderr } = await exported('--table', NAME.table, '--head')
  assert.equal(code, 0, stderr)
  const head = join(folder, 'head.json')
  writeFileSync(head, stdout)
  assert.deepEqual([JSON.parse(stdout).key, JSON.parse(stdout).seq, JSON.parse(stdout).stream], [BOOK.publicKey, heard.length, 'q3kf9abc'])
  assert.equal((await exported('--table', NAME.table, '--head', '--stream', 'q3kf9abc')).stdout, stdout)
  const verified = (...words: string[]) => run('src/tools/verify.ts', '--key', KEY.publicKey, '--book', head, ...words, journal)
  const whole = await verified('--book-key', BOOK.publicKey)
  assert.equal(whole.code, 0, whole.stdout + whole.stderr)
  const strange = await verified('--book-key', OTHER.publicKey)
  assert.equal(strange.code, NOT_OK, strange.stderr)
  assert.match(strange.stderr, /was signed with a key other than those given with --book-key/)

  forge(journal, (all) => all.map((each, at) => (at === 5 ? { ...each, t: each.t + 1 } : each)), { seals: KEY })
  rmSync(join(journal, 'head.json'))
  assert.equal((await run('src/tools/verify.ts', '--key', KEY.publicKey, journal)).code, 0, "with the table's key it is whole by itself")
  const altered = await verified('--book-key', BOOK.publicKey)
  assert.equal(altered.code, NOT_OK, altered.stderr)
  assert.match(altered.stdout, /ALTERED/)

  for (const [words, why] of [
    [['--table', 'bj99', '--head'], /the book knows no table bj99; its tables are /],
    [['--table', NAME.table, '--head', '--stream', 'zzzz9abc'], /the book has no journal zzzz9abc of a table/],
    [['--head'], /--table is missing/],
  ] as const) {
    const refused = await exported(...words)
    assert.deepEqual([refused.code, refused.stdout], [USAGE, ''])
    assert.match(refused.stderr, why)
  }
})
