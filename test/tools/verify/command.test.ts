/** `npm run verify` as a regulator runs it: what it prints, how it ends, and that it needs nothing but Node. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { build } from 'esbuild'
import { KEY, startDaemon } from '../../daemon/pipeline/daemon.ts'
import { playRecords } from '../../daemon/pipeline/records.ts'
import { run } from '../../e2e/processes.ts'
import { flip } from './forging.ts'

const { config, records } = playRecords('gld', 2, 4, 1)

const journalOf = async (t: TestContext): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const daemon = await startDaemon({ folder, config })
  for (const record of records) daemon.hear(record)
  await daemon.quiet()
  await daemon.end()
  return folder
}

test('it says OK with what the journal holds, or the first bad record, and ends with a code that says which', async (t) => {
  const folder = await journalOf(t)
  const kept = join(folder, 'kept.json')
  writeFileSync(kept, readFileSync(join(folder, 'head.json')))
  const right = await run('src/tools/verify.ts', '--key', KEY.publicKey, '--head', kept, folder)
  assert.equal(right.code, 0, right.stderr)
  assert.match(right.stdout, /records +1 to \d+, \d+ in 1 file\n.*seals +[2-9], the last over the records up to \d+\n.*OK .*verify-/s)

  const strange = await run('src/tools/verify.ts', '--key', 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=', folder)
  assert.equal(strange.code, 65, strange.stderr)
  assert.match(strange.stdout, /NOT OK .*000001\.jsonl:1: record 1: it names a key other than those given/)

  flip(join(folder, '000001.jsonl'), 3000)
  const altered = await run('src/tools/verify.ts', folder)
  assert.equal(altered.code, 65, altered.stderr)
  assert.match(altered.stdout, /NOT OK .*000001\.jsonl:\d+: record \d+: /)
  assert.equal((await run('src/tools/verify.ts', join(folder, 'none'))).code, 66)
  assert.equal((await run('src/tools/verify.ts')).code, 64)
})

test('but for a replay and for dispute files it is made of nothing that is not Node', async () => {
  const { metafile } = await build({
    entryPoints: ['src/tools/verify.ts'],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    external: ['./verify/with-replay.ts', './verify/dispute.ts'],
  })
  const packages = Object.keys(metafile.inputs).filter((path) => path.includes('node_modules'))
  assert.deepEqual(packages, [])
})
