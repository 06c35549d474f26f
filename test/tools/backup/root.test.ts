/** Root backs up and restores the table of another user, who may swap every name that he may write; and whose table it is. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newSigningKey } from '../../../src/base/records/seal.ts'
import { openArchive, writeArchive } from '../../../src/daemon/archive/archive.ts'
import { run, temporaryFolder } from '../../e2e/processes.ts'
import { isAll } from '../../runner/rotation.ts'
import { UNPRIVILEGED } from '../../unprivileged.ts'
import { BACKUP, type Stopped, stopped } from './stopped-table.ts'

const SEED = Number(process.env.SEED ?? 7)
const needsRoot = { skip: process.getuid?.() !== 0 && 'only root has another user’s files in hand', timeout: 300_000 }
const { uid, gid, name } = UNPRIVILEGED

interface Installed extends Stopped {
  readonly data: string
  /** Root's own. */
  readonly secret: string
}

/** As the package makes them: a folder of root's in which the service's group writes, and one of the service's. */
function folders(): { readonly etc: string; readonly data: string; readonly secret: string } {
  const base = temporaryFolder()
  chmodSync(base, 0o711)
  const [etc, data, secret] = [join(base, 'etc', 'tab'), join(base, 'var', 'lib', 'tab'), join(base, 'secret')]
  for (const folder of [etc, data, secret]) mkdirSync(folder, { recursive: true })
  chownSync(etc, 0, gid)
  chmodSync(etc, 0o2770)
  chownSync(data, uid, gid)
  chmodSync(data, 0o750)
  writeFileSync(join(secret, 'secret.pem'), 'of root alone\n', { mode: 0o600 })
  chmodSync(secret, 0o755)
  return { etc, data, secret }
}

async function installed(more = ''): Promise<Installed> {
  const { etc, data, secret } = folders()
  const table = await stopped(more, etc, data)
  chownSync(table.config, 0, gid)
  chmodSync(table.config, 0o640)
  const own = [
    join(etc, 'users.yaml'),
    join(data, 'journal'),
    ...readdirSync(join(data, 'journal')).map((each) => join(data, 'journal', each)),
  ]
  for (const path of own) chownSync(path, uid, gid)
  return { ...table, data, secret, archive: join(temporaryFolder(), 'table.tar') }
}

const backUp = ({ archive, config }: Stopped, ...more: readonly string[]) => run(BACKUP, 'backup', archive, '--config', config, ...more)
const restoreTo = (etc: string, { archive }: Stopped, ...more: readonly string[]) =>
  run(BACKUP, 'restore', archive, '--config', join(etc, 'table.yaml'), ...more)

/** Owner and mode of every file, by name. */
function rightsIn(etc: string, data: string): { readonly [name: string]: string } {
  const rights = (path: string): string => {
    const stat = statSync(path)
    return `${stat.uid}:${stat.gid} ${(stat.mode & 0o777).toString(8)}`
  }
  const journal = join(data, 'journal')
  const files = [...['table.yaml', 'users.yaml'].map((each) => join(etc, each)), ...readdirSync(journal).map((each) => join(journal, each))]
  return Object.fromEntries(files.map((path) => [path.replace(etc, '').replace(data, ''), rights(path)]))
}

test('what root restores has the owners and modes that it had, names its table and key, and its service can start', needsRoot, async () => {
  const table = await installed()
  assert.equal((await backUp(table)).code, 0)
  const { etc, data } = folders()
  const { code, stderr } = await restoreTo(etc, table)
  assert.equal(code, 0, stderr)
  assert.match(stderr, /the back-up is of demo\/p1\/bj07 \(key ([0-9a-f]{4}-){3}[0-9a-f]{4}\)/)
  assert.match(stderr, new RegExp(`user ${name} can start with it`))
  assert.match(stderr, /\d+ records, verified: the journal of demo\/p1\/bj07, key /)
  assert.deepEqual(rightsIn(etc, data), rightsIn(table.folder, table.data))
  assert.equal(statSync(join(data, 'journal')).uid, uid)

  // As a version before owners were in it wrote it, and with a user that this computer does not have.
  for (const owner of [null, { uid: 4711, gid: 4711, user: 'nobody-here', group: 'nobody-here' }]) {
    const old = { ...table, archive: join(temporaryFolder(), 'old.tar') }
    const archive = await openArchive(table.archive)
    await writeArchive(old.archive, false, async ({ addBytes }) => {
      for (const entry of archive.entries) await addBytes({ name: entry.name, mode: entry.mode, owner }, await archive.bytes(entry))
    })
    await archive.close()
    const to = folders()
    const again = await restoreTo(to.etc, old)
    assert.equal(again.code, 0, again.stderr)
    assert.equal(
      again.stderr.includes(`this computer has no nobody-here:nobody-here; what belonged to it is given to ${name}`),
      owner !== null,
    )
    assert.ok(
      Object.values(rightsIn(to.etc, to.data)).every((each) => each.startsWith(`${uid}:${gid} `)),
      again.stderr,
    )
  }
})

test('a restore ends with what the user of the service could not start with', needsRoot, async () => {
  const table = await installed()
  assert.equal((await backUp(table)).code, 0)
  const archive = await openArchive(table.archive)
  const part = { ...table, archive: join(temporaryFolder(), 'part.tar') }
  const roots = { uid: 0, gid: 0, user: 'root', group: 'root' }
  await writeArchive(part.archive, false, async ({ addBytes }) => {
    for (const entry of archive.entries)
      await addBytes(entry.name.endsWith('users') ? { ...entry, owner: roots } : entry, await archive.bytes(entry))
  })
  await archive.close()
  const { etc } = folders()
  const { code, stderr } = await restoreTo(etc, part)
  assert.equal(code, 78, stderr)
  assert.match(stderr, new RegExp(`everything was put back, but user ${name} could not start with it:[\\s\\S]*users\\.yaml`))
})

test('root backs up nothing that the service cannot read itself, nor what lies elsewhere', needsRoot, async () => {
  const outside = await installed()
  const readable = join(outside.secret, 'public.pem')
  writeFileSync(readable, 'for everybody\n')
  writeFileSync(outside.config, `display: { cert: ${readable}, key: ${readable} }\n`, { flag: 'a' })
  const { code, stderr } = await backUp(outside)
  assert.equal(code, 0, stderr)
  assert.match(stderr, /public\.pem is outside of .*--outside takes it, too/)
  assert.ok(!readFileSync(outside.archive).includes('for everybody'), 'it is not taken')
  assert.equal((await backUp(outside, '--replace', '--outside')).code, 0)
  assert.ok(readFileSync(outside.archive).includes('for everybody'), 'it is taken')

  const named = await installed()
  writeFileSync(named.config, `display: { cert: cert.pem, key: ${join(named.secret, 'secret.pem')} }\n`, { flag: 'a' })
  symlinkSync(join(named.secret, 'secret.pem'), join(named.folder, 'cert.pem'))
  const configured = await installed()
  const journal = await installed()
  unlinkSync(configured.config)
  symlinkSync(join(configured.secret, 'secret.pem'), configured.config)
  symlinkSync(join(journal.secret, 'secret.pem'), join(journal.data, 'journal', '000002.jsonl'))
  for (const table of [named, configured, journal])
    for (const more of [[], ['--outside']]) {
      const told = await backUp(table, ...more)
      assert.notEqual(told.code, 0, told.stderr)
      assert.ok(!existsSync(table.archive), 'there is no back-up')
      assert.ok(!told.stderr.includes('of root alone'), told.stderr)
    }
})

/** In place of every name that a restore uses it puts a link to root's folder or to a file in it, as fast as it can. */
const SWAPPER = `
const { lstatSync, renameSync, rmSync, symlinkSync } = require('node:fs')
const { join } = require('node:path')
const [secret, seed, ...folders] = process.argv.slice(1)
let state = Number(seed)
const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648
const attempt = (work) => { try { return work() } catch { return undefined } }
const inside = ['000001.jsonl', 'head.json', 'signing.key', 'table.key', 'lock']
const plain = ['table.yaml', 'users.yaml', 'journal', 'keys'].flatMap((name) => [name, name + '.restoring'])
const names = [...plain, ...['journal', 'journal.restoring'].flatMap((folder) => inside.map((name) => folder + '/' + name)), 'keys/table.key', 'keys/table.key.restoring']
// Few at a time: whoever swaps everything keeps a restore from getting far.
const paths = folders.flatMap((folder) => names.map((name) => join(folder, name))).filter(() => random() < 0.3)
const [file] = [join(secret, 'secret.pem')]
process.stdout.write('swapping\\n')
for (;;) {
  for (const path of paths) {
    const stat = attempt(() => lstatSync(path))
    if (stat === undefined) { if (random() < 0.000003) attempt(() => symlinkSync(random() < 0.5 ? secret : file, path)); continue }
    if (stat.isSymbolicLink()) { if (random() < 0.3) attempt(() => rmSync(path)); continue }
    if (random() < 0.4) { attempt(() => renameSync(path, path + '.' + Math.floor(random() * 1e9))); attempt(() => symlinkSync(stat.isDirectory() ? secret : file, path)) }
  }
}`

test(
  'whoever swaps names while root restores gains nothing: no file of root’s is given away, written or joined by another',
  needsRoot,
  async (t) => {
    t.diagnostic(`SEED=${SEED}`)
    const table = await installed('signingKeyFile: keys/table.key\n')
    mkdirSync(join(table.folder, 'keys'))
    renameSync(join(table.data, 'journal', 'signing.key'), join(table.folder, 'keys', 'table.key'))
    for (const each of ['keys', 'keys/table.key']) chownSync(join(table.folder, each), uid, gid)
    assert.equal((await backUp(table)).code, 0)
    const ended = new Map<number | null, number>()
    for (let at = 0; at < (isAll ? 60 : 12); at++) {
      const { etc, data, secret } = folders()
      // What a restore overwrites bears its names, where the links lead.
      for (const each of ['table.yaml', 'table.key', '000001.jsonl', 'head.json', 'lock'])
        writeFileSync(join(secret, each), 'of root alone\n', { mode: 0o600 })
      const before = snapshotOf(secret)
      const swapper = spawn(process.execPath, ['-e', SWAPPER, secret, String(SEED + at), etc, data], {
        uid,
        gid,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const gone = once(swapper, 'exit')
      await once(swapper.stdout, 'data')
      const { code } = await restoreTo(etc, table, '--replace')
      swapper.kill('SIGKILL')
      await gone
      ended.set(code, (ended.get(code) ?? 0) + 1)
      assert.deepEqual(snapshotOf(secret), before, `try ${at}`)
    }
    t.diagnostic(`exit codes: ${[...ended].map(([code, count]) => `${code} ${count} times`).join(', ')}`)
  },
)

/** Owner, mode and contents of what is in a folder, and of itself. */
const snapshotOf = (folder: string): readonly string[] =>
  ['.', ...readdirSync(folder).sort()].map((each) => {
    const stat = statSync(join(folder, each))
    return `${each} ${stat.uid}:${stat.gid} ${stat.mode.toString(8)} ${stat.isFile() ? readFileSync(join(folder, each), 'utf8') : ''}`
  })

test('another table’s back-up, or one with another key or another’s journal, needs a word', { timeout: 120_000 }, async () => {
  const own = await stopped()
  const other = await stopped()
  writeFileSync(other.config, readFileSync(other.config, 'utf8').replace(/^table: .*$/m, 'table: bj08'))
  assert.equal((await backUp(own)).code, 0)
  assert.equal((await backUp(other)).code, 0)

  // Its configuration says bj08, its journal bj07.
  const to = temporaryFolder()
  const mixed = await restoreTo(to, other)
  assert.deepEqual(
    [mixed.code, /journal of the back-up is of demo\/p1\/bj07, .* of demo\/p1\/bj08 .*--other/.test(mixed.stderr)],
    [65, true],
    mixed.stderr,
  )
  assert.deepEqual(readdirSync(to), [])

  const foreign = await restoreTo(other.folder, own, '--replace')
  assert.equal(foreign.code, 70, foreign.stderr)
  assert.match(foreign.stderr, /what is there is of demo\/p1\/bj08 \(key .*\), and the back-up is of demo\/p1\/bj07 \(key .*\); --other/)
  const keyed = await stopped()
  writeFileSync(join(keyed.folder, 'journal', 'signing.key'), newSigningKey())
  const before = readFileSync(join(keyed.folder, 'journal', 'signing.key'))
  for (const hasConfig of [true, false]) {
    if (!hasConfig) writeFileSync(keyed.config, 'nothing: sensible\n')
    const refused = await restoreTo(keyed.folder, own, '--replace')
    assert.deepEqual([refused.code, /--other puts it there/.test(refused.stderr)], [70, true], refused.stderr)
    assert.deepEqual(readFileSync(join(keyed.folder, 'journal', 'signing.key')), before)
  }
  const told = await restoreTo(keyed.folder, own, '--replace', '--other')
  assert.equal(told.code, 0, told.stderr)
})
