/**
 * The units and examples that are shipped, together and unchanged but for broker and devices: temporary folders stand in the place of /etc
 * and /var/lib, and ExecStart's own words run as an unprivileged user.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder, within } from '../../e2e/processes.ts'
import { bundled } from '../../runner/bundled.ts'
import { UNPRIVILEGED } from '../../unprivileged.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Nobody listens there: a table and a book start without their broker. */
const BROKER = 'mqtt://127.0.0.1:9'

// The packages bring the bundle; without it this user, who cannot write one, would compile the sources at each start.
const refreshed = spawnSync(process.execPath, ['src/launch.mjs', '--refresh', 'main'], { cwd: ROOT, encoding: 'utf8' })
assert.equal(refreshed.status, 0, refreshed.stderr)

/** What the packages' commands run: theirs are compiled as well. */
const IN_THE_TREE = {
  'blackjack-table run': '-r ./src/node-version.cjs src/launch.mjs',
  'blackjack-book': `-r ./src/node-version.cjs ${await bundled('src/book/command.ts')}`,
} as const

interface Installed {
  readonly etc: string
  readonly state: string
  /** ExecStart with more words behind it, as the unit's user in its working directory. */
  run(...words: readonly string[]): ChildProcess
}

/** As the guide installs it: the configuration is root's, the state directory the service's. */
function install(name: string, example: string, file: string, change: (text: string) => string): Installed {
  const root = temporaryFolder()
  chmodSync(root, 0o755)
  const [etc, state] = [`etc/${name}`, `var/lib/${name}`].map((folder) => join(root, folder)) as [string, string]
  for (const folder of [etc, state]) mkdirSync(folder, { recursive: true })
  const inPlace = (text: string) => text.replaceAll(`/etc/${name}`, etc).replaceAll(`/var/lib/${name}`, state)
  writeFileSync(join(etc, file), inPlace(change(readFileSync(join(ROOT, example), 'utf8'))), { mode: 0o644 })
  chmodSync(etc, 0o555)
  chownSync(state, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  const unit = readFileSync(join(ROOT, `src/tools/package/${name}.service`), 'utf8')
  const [, words = ''] = new RegExp(`^ExecStart=/usr/bin/(${name}.*)$`, 'm').exec(inPlace(unit)) ?? []
  const command = Object.entries(IN_THE_TREE).reduce((text, [installed, own]) => text.replace(installed, own), words)
  assert.match(unit, new RegExp(`^StateDirectory=${name}$`, 'm'), 'systemd makes the folder that stands in its place here')
  const run = (...words: readonly string[]) =>
    spawn(process.execPath, [...command.split(' '), ...words], {
      cwd: ROOT,
      uid: UNPRIVILEGED.uid,
      gid: UNPRIVILEGED.gid,
      env: { PATH: process.env.PATH ?? '', HOME: state },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  return { etc, state, run }
}

const saidBy = (child: ChildProcess) => {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (text += part))
  return () => text
}

/** Its whole output and exit code. */
async function ended(child: ChildProcess) {
  const said = saidBy(child)
  const [code] = await within(once(child, 'close'), () => `it to end; it said ${said()}`)
  return { code: code as number, said: said() }
}

async function startsAndStops(t: TestContext, child: ChildProcess, sign: RegExp) {
  t.after(() => child.kill('SIGKILL'))
  const said = saidBy(child)
  const over = once(child, 'close')
  const heard = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', () => sign.test(said()) && resolve())
  })
  await within(Promise.race([heard, over]), () => `${sign}; it said ${said()}`)
  assert.match(said(), sign)
  child.kill('SIGTERM')
  assert.deepEqual(await within(over, () => `the end; it said ${said()}`), [0, null])
}

const TABLE = (text: string) => text.replace(/^# mqtt:.*$/m, `mqtt: { url: '${BROKER}' }`)
const BOOK = (text: string) => text.replace('mqtt://127.0.0.1:1883', BROKER)

test('the shipped unit starts the shipped example, and keeps the journal in its state directory', async (t) => {
  const { etc, state, run } = install('blackjack-table', 'table.example.yaml', 'table.yaml', TABLE)
  const check = await ended(run('--check'))
  assert.equal(check.code, 0, check.said)
  assert.ok(check.said.includes(`user ${UNPRIVILEGED.name}`), check.said)
  await startsAndStops(t, run(), /bj07: started, boot 1/)
  assert.equal(statSync(join(state, 'journal/000001.jsonl')).uid, UNPRIVILEGED.uid)
  assert.deepEqual(readdirSync(etc), ['table.yaml'])
})

test("the book's shipped unit starts its shipped example, and keeps the store in its state directory", async (t) => {
  const { etc, state, run } = install('blackjack-book', 'book.example.yaml', 'book.yaml', BOOK)
  const check = await ended(run('--check'))
  assert.equal(check.code, 0, check.said)
  assert.ok(check.said.includes(`user ${UNPRIVILEGED.name}`), check.said)
  await startsAndStops(t, run(), /book: keeps demo in/)
  assert.ok(existsSync(join(state, 'book/book.db')), readdirSync(state).join(' '))
  assert.deepEqual(readdirSync(etc), ['book.yaml'])
})

test('a folder that the user cannot write is named by --check and at the start, with the user and what to do', async () => {
  const inEtc = (text: string) => TABLE(text).replace('# journal: ./journal', 'journal: ./journal')
  const { etc, run } = install('blackjack-table', 'table.example.yaml', 'table.yaml', inEtc)
  const told = `cannot write ${join(etc, 'journal')} as ${UNPRIVILEGED.name}: it does not exist, and ${etc} `
  const [check, start] = await Promise.all([ended(run('--check')), ended(run())])
  assert.deepEqual([check.code, start.code], [78, 73])
  for (const { said } of [check, start]) {
    assert.ok(said.includes(told), said)
    assert.match(said, /sudo install -d -o \w+ /)
    assert.doesNotMatch(said, /restore it from a backup/)
  }
  const book = install('blackjack-book', 'book.example.yaml', 'book.yaml', (text) => BOOK(text).replace('# store: book/', 'store: book/'))
  const bookTold = `cannot write ${join(book.etc, 'book')} as ${UNPRIVILEGED.name}: it does not exist, and ${book.etc} `
  const [bookCheck, bookStart] = await Promise.all([ended(book.run('--check')), ended(book.run())])
  assert.deepEqual([bookCheck.code, bookStart.code], [78, 70])
  for (const { said } of [bookCheck, bookStart]) assert.ok(said.includes(bookTold), said)
})
