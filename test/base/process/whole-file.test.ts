/** Small files are written whole or not at all: on a disk that fills, in a folder that is read-only, and whoever owned them still does. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeWhole } from '../../../src/base/process/whole-file.ts'
import { run, temporaryFolder } from '../../e2e/processes.ts'
import { fillDisk, onSmallDisks, withDisk } from '../../small-disk.ts'
import { UNPRIVILEGED } from '../../unprivileged.ts'

const onDisk = onSmallDisks(import.meta.url, 'small files on a full disk')
const OLD = 'mary: old\n'
/** More than what is left in the last page of a file. */
const LONG = 'x'.repeat(64 * 1024)

/** In the namespace of a small disk there is one user. */
const givesAway = process.getuid?.() === 0 && process.env.SMALL_DISK !== 'inside'

const freshDisk = () => join(temporaryFolder(), 'disk')

/** The old files, and nothing else of theirs. */
function assertAsBefore(disk: string, names: readonly string[]): void {
  assert.deepEqual(
    readdirSync(disk).filter((name) => !name.startsWith('somebody')),
    names,
  )
  for (const name of names) assert.equal(readFileSync(join(disk, name), 'utf8'), OLD)
}

async function fill(): Promise<void> {
  const disk = freshDisk()
  await withDisk(disk, 256, async () => {
    const [one, two] = [join(disk, 'a.yaml'), join(disk, 'b.yaml')]
    for (const path of [one, two]) writeFileSync(path, OLD)
    const others = fillDisk(disk)
    const both = [
      { path: one, text: 'short\n', mode: 0o600 },
      { path: two, text: LONG, mode: 0o600 },
    ] as const
    assert.throws(() => writeWhole(...both), /\/a\.yaml cannot be written: ENOSPC/)
    assertAsBefore(disk, ['a.yaml', 'b.yaml'])
    // Room for the first one alone: it is not replaced either.
    rmSync(others)
    writeFileSync(others, Buffer.alloc(200 * 1024))
    assert.throws(() => writeWhole(...both), /\/b\.yaml cannot be written: ENOSPC/)
    assertAsBefore(disk, ['a.yaml', 'b.yaml'])
    rmSync(others)
    writeWhole(...both)
    assert.deepEqual([readFileSync(one, 'utf8'), readFileSync(two, 'utf8')], ['short\n', LONG])
  })
}

async function fillUnderUsers(): Promise<void> {
  const disk = freshDisk()
  await withDisk(disk, 256, async () => {
    const file = join(disk, 'tokens.yaml')
    const first = await run('src/tools/users.ts', 'token', 'grafana', '--file', file)
    assert.equal(first.code, 0, first.stderr)
    const before = readFileSync(file, 'utf8')
    const others = fillDisk(disk)
    const refused = await run('src/tools/users.ts', 'token', 'prometheus', '--file', file)
    assert.equal(refused.code, 70, refused.stderr)
    assert.match(refused.stderr, /users: .*\/tokens\.yaml cannot be written: ENOSPC/)
    assert.equal(refused.stdout, '', 'no token that would not hold')
    assert.equal(readFileSync(file, 'utf8'), before)
    assert.deepEqual(readdirSync(disk).sort(), ['somebody-elses', 'tokens.yaml'])
    rmSync(others)
    assert.equal((await run('src/tools/users.ts', 'token', 'prometheus', '--file', file)).code, 0)
    assert.match(readFileSync(file, 'utf8'), /^grafana: .*\nprometheus: /m)
  })
}

async function makeReadOnly(): Promise<void> {
  const disk = freshDisk()
  await withDisk(disk, 256, async () => {
    writeFileSync(join(disk, 'a.yaml'), OLD)
    assert.equal(spawnSync('mount', ['-o', 'remount,ro', disk]).status, 0)
    assert.throws(() => writeWhole({ path: join(disk, 'a.yaml'), text: 'new\n', mode: 0o600 }), /a\.yaml cannot be written: EROFS/)
    assertAsBefore(disk, ['a.yaml'])
  })
}

test('a full disk leaves every file as it was, and nothing beside them', onDisk(fill))
test('a token that cannot be kept is not told, and the others still hold', onDisk(fillUnderUsers))
test('a disk that has become read-only leaves the file as it was', onDisk(makeReadOnly))

test('a file keeps its owner and its mode, whatever the mask; a new one belongs to the group of its folder', {
  skip: !givesAway && 'only root gives files away',
}, (t) => {
  const mask = process.umask(0o077)
  t.after(() => process.umask(mask))
  const folder = join(temporaryFolder(), 'etc')
  mkdirSync(folder)
  chownSync(folder, 0, UNPRIVILEGED.gid)
  const [old, fresh] = [join(folder, 'old.yaml'), join(folder, 'fresh.yaml')]
  writeFileSync(old, OLD)
  chownSync(old, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  chmodSync(old, 0o664)
  writeWhole({ path: old, text: 'new\n', mode: 0o600 }, { path: fresh, text: 'new\n', mode: 0o600 })
  const of = (path: string) => {
    const { uid, gid, mode } = statSync(path)
    return [uid, gid, (mode & 0o777).toString(8), readFileSync(path, 'utf8')]
  }
  assert.deepEqual(of(old), [UNPRIVILEGED.uid, UNPRIVILEGED.gid, '664', 'new\n'])
  assert.deepEqual(of(fresh), [0, UNPRIVILEGED.gid, '600', 'new\n'])
})
