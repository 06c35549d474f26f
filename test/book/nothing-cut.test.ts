/** The commands of the book cut nothing in silence, and refuse what they do not know, with what is allowed. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Ending } from '../../src/base/process/exit-codes.ts'
import { exportRecords } from '../../src/book/commands/export.ts'
import { query } from '../../src/book/commands/query.ts'
import { run as report } from '../../src/book/commands/report.ts'
import { openStore } from '../../src/book/store/open.ts'
import { run } from '../e2e/processes.ts'
import { bundled } from '../runner/bundled.ts'
import { todays } from '../runner/rotation.ts'
import { fillStore } from './made-rounds.ts'

const ROUNDS = 230
const USAGE = 64

let folder = ''
let config = ''
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'book-'))
  config = join(folder, 'book.yaml')
  writeFileSync(config, 'property: demo\nmqtt: { url: "mqtt://127.0.0.1:9" }\nstore: store/book.db\n')
  const store = await openStore({ store: join(folder, 'store', 'book.db') })
  const startMs = Date.UTC(2026, 10, 20, 18)
  await fillStore(store, {
    seed: 3,
    startMs,
    tables: [
      { pit: 'p1', table: 'bj07', rounds: ROUNDS },
      { pit: 'p1', table: 'bj08', rounds: 20 },
    ],
  })
  await store.insertInto('dealer_spells').values({ stream_id: 1, from_n: 1, dealer_id: 'd17', from_at: startMs, to_at: null }).execute()
  await store.destroy()
})
after(() => rmSync(folder, { recursive: true, force: true }))

const book = (verb: string, ...words: string[]) => run('src/book/command.ts', verb, '--config', config, ...words)

for (const [form, count] of [
  ['--csv', (text: string) => text.trim().split('\r\n').length - 1],
  ['--json', (text: string) => (JSON.parse(text) as unknown[]).length],
  [null, (text: string) => text.trim().split('\n').length - 1],
] as const) {
  test(`query writes every round to a pipe: ${form ?? 'a list'}`, async () => {
    const { code, stdout, stderr } = await book('query', '--table', 'bj07', ...(form === null ? [] : [form]))
    assert.equal(code, 0, stderr)
    assert.equal(count(stdout), ROUNDS)
    assert.equal(stderr, '')
  })
}

test('query on a terminal shows the newest 200 and says how many there are, and how to get them', async () => {
  const words = ['node', await bundled('src/book/command.ts'), 'query', '--config', config, '--from', '2026-11-20']
  const { stdout, status } = spawnSync('script', ['-qec', words.join(' '), '/dev/null'], { encoding: 'utf8', env: process.env })
  assert.equal(status, 0, stdout)
  const lines = stdout.trim().split('\n')
  assert.equal(lines.length, 1 + 200 + 1)
  assert.match(lines.at(-1) ?? '', /^200 of 250 rounds, the newest\. --limit 250 shows all of them; so does a file/)
})

test('a limit that somebody sets is kept, and what it leaves out is said', async () => {
  const { stdout, stderr } = await book('query', '--limit', '7', '--csv')
  assert.equal(stdout.trim().split('\r\n').length, 8)
  assert.match(stderr, /^7 of 250 rounds/)
})

const VERBS = { query, report, export: exportRecords }

/** What is not there -> what the error says. */
const UNKNOWN: readonly (readonly [words: readonly [verb: keyof typeof VERBS, ...string[]], why: RegExp])[] = [
  [['report', '--tables', 'bj01,bj07,bj99'], /the book knows no table bj01, bj99; its tables are bj07, bj08/],
  [['report', '--tables', 'bj01', '--patterns'], /the book knows no table bj01; its tables are/],
  [['query', '--table', 'bj1'], /the book knows no table bj1; its tables are bj07, bj08/],
  [['export', '--table', 'bj1'], /the book knows no table bj1; its tables are bj07, bj08/],
  [['query', '--code', 'BET-CAPED'], /there is no finding BET-CAPED; did you mean BET-CAPPED\? docs\/findings\.md/],
  [['query', '--dealer', 'd99'], /no dealer d99 has dealt .* its dealers are d17/],
  [['report', '--dealer', 'd99'], /no dealer d99 has dealt .* its dealers are d17/],
  [['query', '--from', '2026-02-30'], /2026-02-30 is no day: 2026-02 has 28 days/],
  [['report', '--to', '2026-04-31T10:00Z'], /2026-04-31T10:00Z is no day: 2026-04 has 30 days/],
  [['query', '--from', 'Nov 21 2026'], /Nov 21 2026 is not a time; use 22:00, or ISO 8601/],
]
for (const [[verb, ...words], why] of UNKNOWN) {
  test(`${verb} ${words.join(' ')} is an error that says what is allowed`, async () => {
    await assert.rejects(
      VERBS[verb](['--config', config, ...words]),
      (error: unknown) => error instanceof Ending && error.code === USAGE && why.test(error.message),
    )
  })
}

for (const [[verb, ...words], why] of todays(UNKNOWN)) {
  test(`${verb} ${words.join(' ')} ends with the code of wrong usage, and prints nothing`, async () => {
    const { code, stdout, stderr } = await book(verb, ...words)
    assert.equal(code, USAGE, stdout + stderr)
    assert.match(stderr, why)
    assert.equal(stdout, '')
  })
}

test('what is known is found, in either case of its letters', async () => {
  const { code, stdout, stderr } = await book('query', '--code', 'pay-over', '--dealer', 'D33', '--csv', '--from', '2024-02-29')
  assert.equal(code, 0, stderr)
  assert.match(stdout, /PAY-OVER box 3/)
})
