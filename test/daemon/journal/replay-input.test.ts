import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openJournal } from '../../../src/daemon/journal/journal.ts'
import { type BadRecord, type CaptureLine, readRecords } from '../../../src/daemon/journal/replay-input.ts'

function fileFor(t: TestContext, content: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'capture-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'capture.jsonl')
  writeFileSync(path, content)
  return path
}

async function capture(path: string): Promise<{ lines: CaptureLine[]; bad: BadRecord[] }> {
  const bad: BadRecord[] = []
  const input = await readRecords(path, (record) => bad.push(record))
  const lines: CaptureLine[] = []
  if (input.form === 'capture') for await (const line of input.lines) lines.push(line)
  return { lines, bad }
}

test('a capture is recognised and read, with or without a last line end, with CR LF and blank lines', async (t) => {
  const path = fileFor(t, '{"t":1,"device":"shoe","line":"C 1 1000 5S"}\r\n\n{"t":2,"device":"spots","line":"S 1 2 1.main 1 - 0"}')
  const { lines, bad } = await capture(path)
  assert.deepEqual(bad, [])
  assert.deepEqual(lines, [
    { t: 1, device: 'shoe', line: 'C 1 1000 5S', number: 1 },
    { t: 2, device: 'spots', line: 'S 1 2 1.main 1 - 0', number: 3 },
  ])
})

test('bad records of a capture are reported with line and reason, and reading goes on', async (t) => {
  const bads: readonly [string, RegExp][] = [
    ['not json', /not JSON/],
    ['[1,2]', /not a JSON object/],
    ['{"device":"shoe","line":"C"}', /t is not a time/],
    ['{"t":"1","device":"shoe","line":"C"}', /t is not a time/],
    ['{"t":1e999,"device":"shoe","line":"C"}', /t is not a time/],
    ['{"t":1,"device":"SHOE","line":"C"}', /device is not a valid device name/],
    ['{"t":1,"device":"shoe","line":5}', /line is not text/],
    [`{"t":1,"device":"shoe","line":"${'x'.repeat(2000)}"}`, /line is not text of at most/],
    [`{"t":1,"device":"shoe","line":"${'x'.repeat(300_000)}"}`, /too long for a record/],
    ['{"t":1,"device":"shoe","line":"C', /not JSON/],
  ]
  const good = '{"t":1,"device":"shoe","line":"C 1 1000 5S"}'
  const path = fileFor(t, `${bads.map(([line]) => `${line}\n${good}\n`).join('')}`)
  const { lines, bad } = await capture(path)
  assert.equal(lines.length, bads.length)
  assert.deepEqual(
    bad.map((record) => record.line),
    bads.map((_, index) => index * 2 + 1),
  )
  for (const [index, [, reason]] of bads.entries()) assert.match(bad[index]?.reason ?? '', reason)
})

test('a file of another kind is empty and each of its lines is reported; an empty file has none', async (t) => {
  const { lines, bad } = await capture(fileFor(t, Buffer.from('hello\n\0\xff\n{"a":1}\n', 'latin1')))
  assert.deepEqual([lines.length, bad.length], [0, 3])
  assert.deepEqual(await capture(fileFor(t, '')), { lines: [], bad: [] })
})

test('a journal is read by its folder and by one segment', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const journal = await openJournal(folder)
  for (let n = 1; n <= 4; n++) {
    journal.append({ kind: 'tick' }, n)
    if (n === 2) await journal.rotate()
  }
  await journal.close()
  for (const [path, expected] of [
    [folder, [1, 2, 3, 4]],
    [join(folder, '000002.jsonl'), [3, 4]],
  ] as const) {
    const input = await readRecords(path, (bad) => assert.fail(bad.reason))
    assert.equal(input.form, 'journal')
    const numbers: number[] = []
    if (input.form === 'journal') for await (const record of input.records) numbers.push(record.n)
    assert.deepEqual(numbers, expected)
  }
})

test('a path that does not exist is an error of the file system', async () => {
  await assert.rejects(
    readRecords('/nonexistent/file.jsonl', () => undefined),
    /ENOENT/,
  )
})
