/**
 * A pipe, a device or a folder where a file of the journal or of the book belongs: whoever reads it names it and ends. Opening a pipe waits
 * for whoever writes to it, and a device may never end.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { todays } from '../runner/rotation.ts'
import { run, temporaryFolder } from './processes.ts'

const SAMPLE = join(import.meta.dirname, '../daemon/journal/samples/before-heads')
const SEGMENT = '000002.jsonl'

const putPipe = (path: string): void => assert.equal(spawnSync('mkfifo', [path]).status, 0, 'mkfifo')
const putDevice = (path: string): void => symlinkSync('/dev/zero', path)

const KINDS = [
  { kind: 'pipe', put: putPipe },
  { kind: 'device', put: putDevice },
  { kind: 'folder', put: (path: string): void => void mkdirSync(path) },
] as const

/** A folder with a configuration and a journal of one segment. */
const tableFolder = (): { readonly config: string; readonly journal: string } => {
  const folder = temporaryFolder()
  const [config, journal] = [join(folder, 'table.yaml'), join(folder, 'journal')]
  writeFileSync(config, readFileSync(join(SAMPLE, 'table.yaml')))
  mkdirSync(journal)
  cpSync(join(SAMPLE, '000001.jsonl'), join(journal, '000001.jsonl'))
  return { config, journal }
}

/** Where it lies, and who has to end with which code. */
const ROWS: readonly {
  readonly file: string
  readonly code: number
  readonly run: (config: string, journal: string) => readonly [string, ...string[]]
}[] = [
  { file: SEGMENT, code: 66, run: (_, journal) => ['src/tools/verify.ts', journal] },
  { file: 'head.json', code: 66, run: (_, journal) => ['src/tools/verify.ts', journal] },
  { file: SEGMENT, code: 66, run: (config, journal) => ['src/tools/replay.ts', '--config', config, journal] },
  { file: SEGMENT, code: 66, run: (config, journal) => ['src/tools/explain.ts', '--config', config, '--list', journal] },
  { file: SEGMENT, code: 73, run: (config) => ['src/daemon/main.ts', '--config', config] },
  { file: 'signing.key', code: 73, run: (config) => ['src/daemon/main.ts', '--config', config] },
  { file: 'head.json', code: 73, run: (config) => ['src/daemon/main.ts', '--config', config] },
  { file: 'lock', code: 73, run: (config) => ['src/daemon/main.ts', '--config', config] },
]

for (const { kind, put } of KINDS)
  test(`a ${kind} in the journal's folder hangs nothing, and is named`, async () => {
    // A pipe would hang whoever opens it: it is put everywhere each day.
    for (const { file, code, run: words } of kind === 'pipe' ? ROWS : todays(ROWS, 4)) {
      const { config, journal } = tableFolder()
      const path = join(journal, file)
      put(path)
      const [source, ...args] = words(config, journal)
      const ended = await run(source, ...args)
      const said = `${source} with ${file}: ${ended.stdout.slice(0, 500)}${ended.stderr.slice(0, 500)}`
      assert.deepEqual([ended.code, ended.signal], [code, null], said)
      assert.ok(ended.stderr.includes(`${path} is a ${kind}, not a file`), said)
      assert.deepEqual(
        readdirSync(journal).filter((name) => name.startsWith('lock.')),
        [],
        said,
      )
    }
  })

test('a pipe given as the file to read is named', async () => {
  const { config, journal } = tableFolder()
  const pipe = join(journal, 'capture')
  putPipe(pipe)
  const ended = await run('src/tools/replay.ts', '--config', config, pipe)
  assert.equal(ended.code, 66, ended.stderr)
  assert.match(ended.stderr, /capture is a pipe, not a file/)
})

test("a pipe where the book's store, its log, its lock or its key belongs is named", async () => {
  for (const name of ['book.db', 'book.db-wal', 'lock', 'signing.key']) {
    const folder = temporaryFolder()
    const config = join(folder, 'book.yaml')
    writeFileSync(config, 'property: demo\nmqtt: { url: "mqtt://127.0.0.1:9" }\nstore: ./store/book.db\n')
    const path = join(folder, 'store', name)
    mkdirSync(join(folder, 'store'))
    putPipe(path)
    const ended = await run('src/book/command.ts', '--config', config)
    assert.notEqual(ended.code, 0)
    assert.ok(ended.stderr.includes(`${path} is a pipe, not a file`), `${name}: ${ended.stderr}`)
    rmSync(path)
  }
})
