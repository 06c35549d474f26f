/** A table backed up while it plays, restored elsewhere; and everything that may be wrong with a back-up or in its way. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '../../../simulators/table/random.ts'
import { openArchive, writeArchive } from '../../../src/daemon/archive/archive.ts'
import { replay, run, startDaemon, temporaryFolder } from '../../e2e/processes.ts'
import { startRig } from '../../e2e/rig.ts'
import { freeBetRounds, withoutPauses } from '../../e2e/table.ts'
import { bundled } from '../../runner/bundled.ts'
import { isAll } from '../../runner/rotation.ts'
import { BACKUP, stopped } from './stopped-table.ts'

const SEED = Number(process.env.SEED ?? 5)
/** While one round is played. */
const BACKUPS_MAX = isAll ? 8 : 2

const journalIn = (folder: string): string => readFileSync(join(folder, 'journal', '000001.jsonl'), 'utf8')

test('a table is backed up while it plays; each back-up, restored elsewhere, is a beginning of its life, verifies, replays alike, and goes on', {
  timeout: 300_000,
}, async (t) => {
  const rig = await startRig(t)
  const daemon = await rig.startDaemon()
  const archives: string[] = []
  let isPlaying = true
  const playing = rig.play(withoutPauses(freeBetRounds(1, SEED, { spotLagMs: 0 }))).finally(() => {
    isPlaying = false
  })
  while (isPlaying && archives.length < BACKUPS_MAX) {
    const archive = join(dirname(rig.config), `${archives.length}.tar`)
    const { code, stderr } = await run(BACKUP, 'backup', archive, '--config', rig.config)
    assert.equal(code, 0, stderr)
    archives.push(archive)
  }
  await playing
  await daemon.end('SIGTERM')
  archives.push(join(dirname(rig.config), 'last.tar'))
  assert.equal((await run(BACKUP, 'backup', archives.at(-1) ?? '', '--config', rig.config)).code, 0)

  const all = readFileSync(join(rig.journal, '000001.jsonl'), 'utf8')
  const told = (await replay('--config', rig.config, rig.journal)).stdout
  assert.notEqual(told, '', 'the table concluded something')
  for (const archive of archives) {
    const config = join(temporaryFolder(), 'table.yaml')
    const restored = await run(BACKUP, 'restore', archive, '--config', config)
    assert.equal(restored.code, 0, restored.stderr)
    assert.match(restored.stderr, /\d+ records, verified/)
    assert.deepEqual(readFileSync(config), readFileSync(rig.config))
    const own = journalIn(dirname(config))
    assert.ok(own.length > 0 && own.endsWith('\n') && all.startsWith(own), `${archive} holds the beginning`)
    const again = await replay('--config', config, join(dirname(config), 'journal'))
    assert.ok(again.code === 0 && told.startsWith(again.stdout), 'the same bytes')
    if (archive === archives.at(-1)) assert.equal(again.stdout, told)
    for (const name of ['signing.key', 'head.json'])
      assert.equal(statSync(join(dirname(config), 'journal', name)).mode & 0o777, 0o600, name)
  }
  // Nothing but this folder speaks of the journal: a start finds nothing wrong with what was copied while it was written.
  const config = join(temporaryFolder(), 'table.yaml')
  await run(BACKUP, 'restore', archives[Math.floor(archives.length / 2)] ?? '', '--config', config)
  writeFileSync(config, readFileSync(config, 'utf8').replace(/url: \S+/, 'url: mqtt://127.0.0.1:9'))
  const next = await startDaemon(config)
  await next.says(/started, boot \d+/)
  await next.end('SIGTERM')
})

test('a killed back-up leaves nothing that could be taken for one, and the next one is whole', { timeout: 120_000 }, async () => {
  const { folder, config, archive } = await stopped()
  const large = join(folder, 'journal', '000002.jsonl')
  writeFileSync(large, '')
  truncateSync(large, 400_000_000)
  writeFileSync(large, '\n', { flag: 'a' })
  const child = spawn(process.execPath, [await bundled(BACKUP), 'backup', archive, '--config', config], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  while (!existsSync(`${archive}.part`)) await pause(1)
  child.kill('SIGKILL')
  await ended
  assert.ok(!existsSync(archive), 'nothing lies at the place of a back-up')
  const cut = await run(BACKUP, 'restore', `${archive}.part`, '--config', join(temporaryFolder(), 'table.yaml'))
  assert.equal(cut.code, 66)
  assert.match(cut.stderr, /is not a whole back-up/)
  truncateSync(large, 0)
  assert.equal((await run(BACKUP, 'backup', archive, '--config', config)).code, 0)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('tar')),
    ['table.tar'],
  )
})

test('nothing is overwritten unless it is told, and then moved aside; a running table is left alone', { timeout: 120_000 }, async () => {
  const { folder, config, archive } = await stopped()
  assert.equal((await run(BACKUP, 'backup', archive, '--config', config)).code, 0)
  assert.equal(statSync(archive).mode & 0o777, 0o600)
  const listed = spawnSync('tar', ['-tf', archive]).stdout.toString()
  assert.match(listed, /^table\.yaml\nnamed\/bj07\/broker\.users\n(journal\/\S+\n)+MANIFEST\n$/, 'any tar reads it')
  const again = await run(BACKUP, 'backup', archive, '--config', config)
  assert.deepEqual([again.code, /already exists/.test(again.stderr)], [70, true])
  assert.equal((await run(BACKUP, 'backup', archive, '--replace', '--config', config)).code, 0)

  const before = journalIn(folder)
  const refused = await run(BACKUP, 'restore', archive, '--config', config)
  assert.equal(refused.code, 70)
  assert.match(refused.stderr, /there already; --replace moves them aside:[\s\S]*\/journal\n/)
  const lock = join(folder, 'journal', 'lock')
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const tick = readFileSync(`/proc/${holder.pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')[19]
  writeFileSync(lock, `${holder.pid} ${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}/${tick}\n`)
  const used = await run(BACKUP, 'restore', archive, '--replace', '--config', config)
  holder.kill('SIGKILL')
  assert.deepEqual([used.code, /is in use; stop the table first/.test(used.stderr)], [70, true], used.stderr)

  writeFileSync(join(folder, 'users.yaml'), 'changed: since\n')
  const replaced = await run(BACKUP, 'restore', archive, '--replace', '--config', config)
  assert.equal(replaced.code, 0, replaced.stderr)
  assert.equal(journalIn(folder), before)
  assert.equal(readFileSync(join(folder, 'users.yaml'), 'utf8'), '{}\n')
  const aside = readdirSync(folder).filter((name) => /\.before-\d{8}T\d{6}Z$/.test(name))
  assert.deepEqual(aside.map((name) => name.replace(/\.before.*/, '')).sort(), ['journal', 'table.yaml', 'users.yaml'])
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('.restoring')),
    [],
  )
})

test('an archive that was cut or altered anywhere is refused, or gives the same bytes; nothing is left behind', {
  timeout: 300_000,
}, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const random = seededRandom(SEED)
  const { config, archive } = await stopped()
  assert.equal((await run(BACKUP, 'backup', archive, '--config', config)).code, 0)
  const whole = readFileSync(archive)
  const read = async (bytes: Buffer): Promise<string | null> => {
    const path = join(temporaryFolder(), 'altered.tar')
    writeFileSync(path, bytes)
    const opened = await openArchive(path).catch(() => null)
    const names = opened === null ? null : JSON.stringify(opened.entries.map(({ name, sha256 }) => [name, sha256]))
    await opened?.close()
    return names
  }
  const right = await read(whole)
  assert.notEqual(right, null)
  let refused = 0
  for (let n = 0; n < 300; n++) {
    const bytes = Buffer.from(whole)
    const at = Math.floor(random() * bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
    const names = await read(bytes)
    assert.ok(names === null || names === right, `the bit at ${at}`)
    if (names === null) refused += 1
  }
  assert.ok(refused > 200, `${refused} of 300`)
  // The last two blocks are the end of every tar.
  for (let n = 0; n < 50; n++) assert.equal(await read(whole.subarray(0, Math.floor(random() * (whole.length - 1536)))), null)
  const elsewhere = temporaryFolder()
  writeFileSync(join(elsewhere, 'cut.tar'), whole.subarray(0, whole.length - 2048))
  const cut = await run(BACKUP, 'restore', join(elsewhere, 'cut.tar'), '--config', join(elsewhere, 'to', 'table.yaml'))
  assert.equal(cut.code, 66)
  assert.deepEqual(readdirSync(elsewhere), ['cut.tar'])
})

test('a journal that was altered before the back-up, or in one that was made again, is not put in place', {
  timeout: 120_000,
}, async () => {
  const { folder, config, archive } = await stopped()
  const path = join(folder, 'journal', '000001.jsonl')
  writeFileSync(
    path,
    journalIn(folder)
      .replace(/"rank":"./, '"rank":"X')
      .replace(/"house":"gld"/, '"house":"GLD"'),
  )
  assert.equal((await run(BACKUP, 'backup', archive, '--config', config)).code, 0)
  const to = temporaryFolder()
  const { code, stderr } = await run(BACKUP, 'restore', archive, '--config', join(to, 'table.yaml'))
  assert.equal(code, 65, stderr)
  assert.match(stderr, /the journal of the back-up is not right/)
  assert.deepEqual(readdirSync(to), [])
})

const FOREIGN = ['../evil', '/etc/evil', 'a/../../evil', 'journal/bj07/./x', 'a//b', '.', '..', 'a\\b', 'x'.repeat(101)]

test('no entry and no configuration leads out of the folders of the configuration', { timeout: 120_000 }, async () => {
  const { folder, config, archive } = await stopped()
  for (const name of FOREIGN)
    await assert.rejects(
      writeArchive(archive, true, ({ addBytes }) => addBytes({ name, mode: 0o600, owner: null }, Buffer.from('x'))),
      name,
    )
  const yaml = readFileSync(config)
  const made = async (name: string, more: string) => {
    await writeArchive(archive, true, async ({ addBytes }) => {
      await addBytes({ name: 'table.yaml', mode: 0o600, owner: null }, Buffer.concat([yaml, Buffer.from(more)]))
      await addBytes({ name, mode: 0o600, owner: null }, Buffer.from('x'))
    })
    return run(BACKUP, 'restore', archive, '--config', join(to, 'table.yaml'))
  }
  const to = join(folder, 'to')
  mkdirSync(to)
  const stranger = await made('journal/demo-p1-bj07/authorized_keys', '')
  assert.deepEqual([stranger.code, /has no place for journal/.test(stranger.stderr)], [66, true], stranger.stderr)
  const out = temporaryFolder()
  const away = await made('named/bj07/display.cert', `display: { cert: ${out}/cert.pem, key: key.pem }\n`)
  assert.deepEqual([away.code, away.stderr.includes('--outside') && away.stderr.includes(out)], [78, true], away.stderr)
  // As only another program would write it: the name changed in entry and list, with a right sum of the header.
  await made('aa/evil', '')
  const forged = readFileSync(archive)
  for (let at = forged.indexOf('aa/evil'); at !== -1; at = forged.indexOf('aa/evil', at)) forged.write('../evil', at)
  const head = forged.indexOf('../evil')
  const sum = Number.parseInt(forged.toString('latin1', head + 148, head + 154), 8) - 2 * ('a'.charCodeAt(0) - '.'.charCodeAt(0))
  forged.write(sum.toString(8).padStart(6, '0'), head + 148)
  writeFileSync(archive, forged)
  const up = await run(BACKUP, 'restore', archive, '--config', join(to, 'table.yaml'))
  assert.deepEqual([up.code, existsSync(join(folder, 'evil'))], [66, false], up.stderr)
  symlinkSync(out, join(to, 'link'))
  const linked = await made('named/bj07/display.cert', 'display: { cert: link/cert.pem, key: key.pem }\n')
  assert.equal(linked.code, 78, linked.stderr)
  assert.deepEqual([readdirSync(out), readdirSync(to)], [[], ['link']])
})

test('the launcher knows the words, and says how they are used', { timeout: 120_000 }, async () => {
  const child = spawn(process.execPath, ['src/launch.mjs', 'restore', '--help'], { stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes
  })
  const [code] = await once(child, 'close')
  assert.equal(code, 0)
  assert.match(said, /^Usage: npm start -- backup FILE/)
})
