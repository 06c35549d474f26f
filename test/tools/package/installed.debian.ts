/**
 * The packages in a Debian of their own, installed by the commands of docs/installing.md as they stand there: the first round closes, another
 * version goes on with it, and nothing is left in the end.
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { openPage } from '../../display/page/opened-page.ts'
import { type Effort, minutesOf, newPerson, type Person } from '../../display/page/person.ts'
import { invited } from '../../display/page/setup-steps.ts'
import { type Daemon, startCommand, temporaryFolder } from '../../e2e/processes.ts'
import { assertReplayed, type Rig, startRig } from '../../e2e/rig.ts'
import { clocksAgree, freeBetRounds, PACED_LAG_MS, readJournal, ready, withoutPauses } from '../../e2e/table.ts'
import { lastingPorts } from '../../free-port.ts'
import { buildOlder, OLDER } from './older.ts'
import { ENVIRONMENT, makeRoot, type Ran, type Root, serviceIn } from './root.ts'

const TREE = fileURLToPath(new URL('../../..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(TREE, 'package.json'), 'utf8')) as { readonly version: string }
const PAGE = readFileSync(join(TREE, 'docs/installing.md'), 'utf8')
/** The version after this one is of the same sources; it counts as other software, so it reads the journal again. */
const NEXT = '1.0.1'
const SEED = Number(process.env.SEED ?? 5)
/** elf(5): e_machine. */
const MACHINES = { amd64: 62, arm64: 183 } as const

const debOf = (name: string, arch: string, of = version): string => join(TREE, `dist/packages/${name}_${of}_${arch}.deb`)
const run = promisify(execFile)
const build = (...words: readonly string[]) =>
  run(process.execPath, ['src/run.mjs', 'src/tools/package/package.ts', ...words], { cwd: TREE, maxBuffer: 1e8 })

const folder = temporaryFolder()
let root: Root
let printed = ''
let examined: Promise<unknown> = Promise.resolve()

before(async () => {
  assert.equal(process.getuid?.(), 0, 'a root needs root')
  const made = makeRoot(join(folder, 'debian'))
  printed = (await build()).stdout
  await build('--version', NEXT, '--architecture', 'amd64', 'blackjack-table')
  if (existsSync('/usr/bin/lintian')) examined = run('lintian', ['--fail-on', 'error', '--allow-root', debOf('blackjack-table', 'amd64')])
  const older = await buildOlder(TREE)
  root = await made
  for (const deb of [older, debOf('blackjack-table', 'amd64'), debOf('blackjack-table', 'amd64', NEXT), debOf('blackjack-book', 'amd64')])
    copyFileSync(deb, join(root.folder, 'srv', deb.split('/').at(-1) ?? ''))
})
after(() => examined.catch(() => undefined))

/** The commands of the page, in order. */
const commands = [...PAGE.matchAll(/^```\n([\s\S]*?)^```$/gm)].flatMap(([, lines = '']) => lines.trimEnd().split('\n'))

const MEASURED = readFileSync(join(TREE, 'docs/measured.md'), 'utf8')
/** Tenths, as `systemd-analyze security` rates the units; docs/technician.md names them. */
const EXPOSURE_MAX = 17
/** From the package to the first round on the display, as docs/measured.md tells it. */
const EFFORT_MAX: Effort = { commands: 2, fields: 10, keystrokes: 153, clicks: 14, words: 513 }
/** What leads there. */
const LED_BY = ['1. Plug in', '2. Install', '3. Open set-up', '4. Set up the table', '6. The first round']
const sectionOf = (title: string): string => PAGE.split(/^## /m).find((section) => section.startsWith(title)) ?? assert.fail(title)

/** Types the next command of the page, which must be this one; `status`: how it ends. */
async function type(command: string, { status = 0, network }: { status?: number; network?: 'network' } = {}): Promise<Ran> {
  assert.equal(commands.shift(), command, 'the next command of docs/installing.md')
  const ran = await root.run(`cd /srv && ${command}`, network)
  assert.equal(ran.status, status, `${command}: ${ran.stdout}${ran.stderr}`)
  return ran
}

/** The devices' adapters as the root has them; their permanent names. */
const plugIn = (rig: Rig): readonly string[] =>
  rig.configs.map(({ path }, number) => root.plugIn({ number, serial: `A5028${number}BI`, terminal: realpathSync(path) }))

/** In a browser, from the word that the service prints to the display of the table that runs. */
async function setUp(t: TestContext, rig: Rig, person: Person): Promise<{ readonly page: Page; readonly port: number }> {
  const [port = 0] = await lastingPorts(1)
  const places = plugIn(rig)
  const service = startCommand(serviceIn(root, 'blackjack-table.service'), ENVIRONMENT)
  t.after(() => service.end('SIGKILL'))
  const { url, word } = await invited(service)
  assert.match(url, /^http:\/\/127\.0\.0\.1:/)
  // Who logs in there is a person, not the service's user.
  assert.match(service.said(), /ssh -L (\d+):127\.0\.0\.1:\1 -L 8080:127\.0\.0\.1:8080 USER@/)
  const { page, complaints, close } = await openPage(url)
  t.after(close)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const press = (name: string) => person.clicks(page.getByRole('button', { name, exact: true }))
  const onward = () => press('Save and go on')
  const at = (step: string) => page.getByRole('heading', { name: step, exact: true }).waitFor()
  person.reads(service.said())
  await person.fills(page.getByLabel('The word from the terminal'), word)
  await press('Enter')
  await at('Devices')
  for (const place of places) await page.getByLabel(place, { exact: true }).waitFor()
  await person.clicks(page.getByRole('button', { name: 'Listen at all ports' }))
  for (const { serial } of rig.configs) await page.locator('.bound').getByText(serial).waitFor()
  await onward()
  await at('Spots')
  await press('Try spots with a chip')
  for (const box of [1, 2, 3]) {
    await page.getByText(`Put a chip on box ${box}`).waitFor()
    await layUntilHeard(rig, page, `${box}.main`)
  }
  await onward()
  await at('House and limits')
  for (const [label, text] of Object.entries({ Casino: 'demo', Pit: 'p1', Table: 'bj07' })) await person.fills(field(label), text)
  await person.chooses(field('House rules'), 'free-bet-european')
  for (const [label, text] of Object.entries({
    'Minimum bet': '10',
    'Maximum bet': '500',
    'In steps of': '5',
    'Chip values': '1, 5, 25, 100',
  }))
    await person.fills(field(label), text)
  // The usual port may be another program's here; nobody else would change it.
  await page.getByText('More settings').click()
  await field('Port of the display').fill(String(port))
  await onward()
  await at('Broker')
  await person.clicks(page.getByLabel('A broker of ours'))
  await person.fills(field('Address'), rig.brokerUrl)
  await onward()
  await at('Users')
  await onward()
  await at('Check and start')
  await page.locator('.rung-ok').nth(12).waitFor()
  assert.deepEqual(await page.locator('.rung-failed').allTextContents(), [])
  await press('Write it and start the table')
  await page.getByText('The table runs.').waitFor()
  await person.clicks(page.getByRole('link', { name: 'Open the pit display' }))
  await page.getByText('Waiting for the first card').waitFor()
  assert.deepEqual(complaints, [])
  await service.end('SIGTERM')
  return { page, port }
}

/** Lays a chip there and takes it away: the link needs a moment to have the device. */
async function layUntilHeard(rig: Rig, page: Page, spot: `${number}.main`): Promise<void> {
  const answered = page.getByText(`${spot} answered`)
  while (!(await answered.isVisible())) {
    rig.devices.spots?.spot(spot, [{ value: 500, count: 1 }])
    rig.devices.spots?.spot(spot, [])
    await answered.waitFor({ timeout: 700 }).catch(() => undefined)
  }
}

/** What a technician adds to the file: how late these sensors are at most, and that this shoe burns no card. */
const ADDED = `spotLagMs: ${PACED_LAG_MS}\nrules: { burn: 0 }\n`

async function startService(t: TestContext, rig: Rig): Promise<Daemon> {
  const from = rig.subscriber.frames.length
  const names = rig.configs.map(({ name }) => name)
  const start = async () => startCommand(serviceIn(root, 'blackjack-table.service'), ENVIRONMENT)
  const daemon = await ready(t, start, rig.subscriber, names)
  await clocksAgree(rig.subscriber, from, names.length)
  return daemon
}

test('the guide leads to the first round; other versions go on with it; what is removed comes back, and what is purged leaves nothing', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const rounds = freeBetRounds(3, SEED, { spotLagMs: 0 }).map((round) => withoutPauses([round]))
  const clean = root.files()
  const rig = await startRig(t)

  const person = newPerson()
  for (const title of LED_BY) person.reads(sectionOf(title))
  const types = (command: string, how: Parameters<typeof type>[1] = {}): Promise<Ran> => {
    person.types(command)
    return type(command, how)
  }
  const installed = await types(`sudo dpkg -i blackjack-table_${version}_amd64.deb`)
  const [, picture = ''] = /!\[.*\]\((.*)\)/.exec(root.read('usr/share/doc/blackjack-table/set-up.md')) ?? []
  assert.ok(
    existsSync(join(root.folder, 'usr/share/doc/blackjack-table', picture)) && picture !== '',
    'the page of set-up with its picture',
  )
  // Nothing runs here that could start it, and nothing that keeps what it says; it is enabled all the same, and the next line of the page is told.
  assert.match(installed.stdout, /waits to be set up in a browser[\s\S]*\n {2}sudo journalctl -u blackjack-table -n 20 -o cat\n/)
  assert.ok(lstatSync(join(root.folder, 'etc/systemd/system/multi-user.target.wants/blackjack-table.service')).isSymbolicLink(), 'enabled')
  person.reads(installed.stdout)
  await types('sudo journalctl -u blackjack-table -n 20 -o cat')
  const { page, port } = await setUp(t, rig, person)
  const written = root.read('etc/blackjack-table/table.yaml')
  assert.doesNotMatch(written, /npm/)
  const { uid, gid, mode } = statSync(join(root.folder, 'etc/blackjack-table/table.yaml'))
  const [, blackjack] = /^blackjack:x:(\d+):/m.exec(root.read('etc/passwd')) ?? []
  assert.deepEqual(
    [uid, String(gid), (mode & 0o777).toString(8)],
    [Number(blackjack), /^blackjack:x:(\d+):/m.exec(root.read('etc/group'))?.[1], '640'],
  )

  writeFileSync(join(root.folder, 'srv/editor'), `#!/bin/sh\ncat >> "$1" << 'END'\n${ADDED}END\n`, { mode: 0o755 })
  await type('sudoedit /etc/blackjack-table/table.yaml')
  assert.equal(root.read('etc/blackjack-table/table.yaml'), written + ADDED)
  const checked = await type('sudo -u blackjack blackjack-table run --config /etc/blackjack-table/table.yaml --check')
  assert.match(checked.stdout, /main bets 10\.00 to 500\.00 EUR[\s\S]*checked as user blackjack, who can write them/)
  await type('sudo systemctl restart blackjack-table', { status: 1 })
  // Its devices and its broker are outside, where there is a network.
  const walked = await type('sudo -u blackjack blackjack-table doctor --config /etc/blackjack-table/table.yaml', { network: 'network' })
  assert.match(walked.stdout, /right device +SH-/)

  let daemon = await startService(t, rig)
  assert.match(await (await fetch(`http://127.0.0.1:${port}/`)).text(), /display\.js/)
  await rig.play(rounds[0] ?? [])
  const half = Math.floor((rounds[1]?.length ?? 0) / 2)
  await rig.play(rounds[1]?.slice(0, half) ?? [])
  await rig.subscriber.hears('the first round closed', ({ said }) => said?.type === 'round.closed')
  await person.clicks(page.locator('.tile'))
  await page.locator('.felt').waitFor()
  await person.clicks(page.getByRole('link', { name: 'Rounds' }))
  // The table has started twice.
  await page.getByRole('link', { name: '2-1', exact: true }).waitFor()
  const effort = person.effort()
  const { doing, reading } = minutesOf(effort)
  t.diagnostic(`${JSON.stringify(effort)}: ${doing.toFixed(1)} minutes of typing and pointing, ${reading.toFixed(1)} of reading`)
  for (const [what, most] of Object.entries(EFFORT_MAX)) {
    const count = effort[what as keyof Effort]
    assert.ok(count <= most, `${count} ${what}; docs/measured.md says ${most}`)
    assert.ok(MEASURED.includes(`| ${what} | ${most} |`), `docs/measured.md: ${what} ${most}`)
  }

  // With systemd dpkg restarts it; here the old one goes on until it is stopped.
  await type(`sudo dpkg -i blackjack-table_${NEXT}_amd64.deb`)
  await daemon.end('SIGTERM')
  daemon = await startService(t, rig)
  await rig.play(rounds[1]?.slice(half) ?? [])
  const back = await type(`sudo dpkg -i blackjack-table_${version}_amd64.deb`)
  assert.match(back.stderr, /downgrading/)
  await daemon.end('SIGTERM')
  daemon = await startService(t, rig)
  await rig.play(rounds[2] ?? [])
  const closed = await rig.closeShoe(3)
  assert.deepEqual(closed.map(({ incomplete }) => incomplete ?? false).filter(Boolean), [], 'every round is whole')
  await daemon.end('SIGTERM')
  const journal = join(root.folder, 'var/lib/blackjack-table/journal')
  await assertReplayed({ ...rig, config: join(root.folder, 'etc/blackjack-table/table.yaml'), journal })
  const verified = await root.run('sudo -u blackjack blackjack-table verify /var/lib/blackjack-table/journal')
  assert.equal(verified.status, 0, verified.stdout + verified.stderr)

  await type('sudo dpkg --remove blackjack-table')
  assert.ok(!existsSync(join(root.folder, 'usr/lib/blackjack-table')), 'the program is gone')
  assert.ok(existsSync(join(journal, '000001.jsonl')) && existsSync(join(root.folder, 'etc/blackjack-table/table.yaml')), 'its data stay')
  await type('sudo dpkg --purge blackjack-table')
  assert.deepEqual(root.files(), clean)
  assert.doesNotMatch(root.read('etc/passwd') + root.read('etc/group'), /blackjack/)
  assert.deepEqual(commands, [], 'commands of the page that nobody typed')
})

test('the version of an older commit is upgraded in the middle of a round, and its journal goes on', async (t) => {
  const rounds = freeBetRounds(3, SEED, { spotLagMs: 0 }).map((round) => withoutPauses([round]))
  const rig = await startRig(t)
  assert.equal((await root.run(`dpkg -i /srv/blackjack-table_${OLDER.version}_amd64.deb`)).status, 0)
  const paths = plugIn(rig)
  const text = rig.configs.reduce((yaml, { path }, at) => yaml.replaceAll(path, paths[at] ?? ''), readFileSync(rig.config, 'utf8'))
  const config = join(root.folder, 'etc/blackjack-table/table.yaml')
  writeFileSync(config, text.replace(/^journal:.*\n/m, ''))

  let daemon = await startService(t, rig)
  await rig.play(rounds[0] ?? [])
  const half = Math.floor((rounds[1]?.length ?? 0) / 2)
  await rig.play(rounds[1]?.slice(0, half) ?? [])
  await rig.subscriber.hears('the first round closed', ({ said }) => said?.type === 'round.closed')
  const upgraded = await root.run(`dpkg -i /srv/blackjack-table_${version}_amd64.deb`)
  assert.equal(upgraded.status, 0, upgraded.stderr)
  assert.match(upgraded.stdout, new RegExp(`Unpacking blackjack-table \\(${version}\\) over \\(${OLDER.version}\\)`))
  await daemon.end('SIGTERM')
  assert.equal(readFileSync(config, 'utf8'), text.replace(/^journal:.*\n/m, ''), 'the configuration stays')
  daemon = await startService(t, rig)
  await rig.play(rounds[1]?.slice(half) ?? [])
  await rig.play(rounds[2] ?? [])
  const closed = await rig.closeShoe(3)
  assert.deepEqual(
    closed.map(({ complete, findings }) => [complete, findings]),
    [1, 2, 3].map(() => [true, []]),
    'every round is whole',
  )
  await daemon.end('SIGTERM')
  const records = readJournal(join(root.folder, 'var/lib/blackjack-table/journal'))
  const started = records.flatMap((record) => (record.kind === 'start' ? [record.code] : []))
  assert.equal(started.length, 2)
  assert.notEqual(started[0], started[1], 'other code goes on with the journal')
  const verified = await root.run('sudo -u blackjack blackjack-table verify /var/lib/blackjack-table/journal')
  assert.equal(verified.status, 0, verified.stdout + verified.stderr)
  assert.equal((await root.run('dpkg --purge blackjack-table')).status, 0)
})

test('the unit is one that systemd accepts, and its manual knows every command', async () => {
  assert.equal((await root.run(`dpkg -i /srv/blackjack-table_${version}_amd64.deb /srv/blackjack-book_${version}_amd64.deb`)).status, 0)
  for (const name of ['blackjack-table', 'blackjack-book']) {
    const { status, stderr } = await root.run(`systemd-analyze verify --man=no /usr/lib/systemd/system/${name}.service`)
    assert.deepEqual([status, stderr], [0, ''])
    const rated = await root.run(
      `systemd-analyze security --no-pager --offline=yes --threshold=${EXPOSURE_MAX} /usr/lib/systemd/system/${name}.service`,
    )
    assert.equal(rated.status, 0, rated.stdout.split('\n').at(-2))
    const manual = (await root.run(`zcat /usr/share/man/man1/${name}.1.gz`)).stdout
    assert.match(manual, /^\.TH BLACKJACK-(TABLE|BOOK) 1 /)
    assert.doesNotMatch(manual, /npm/)
  }
  const { stdout } = await root.run('blackjack-table --help')
  const listed = [...stdout.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name = '']) => name)
  assert.ok(listed.includes('doctor') && listed.length >= 7, stdout)
  for (const name of listed) {
    const help = await root.run(`blackjack-table ${name} --help`)
    assert.equal(help.status, 0, name)
    assert.match(help.stdout, new RegExp(`^(Usage:| +) blackjack-table ${name}`, 'm'))
    assert.doesNotMatch(help.stdout, /npm/)
  }
  assert.equal((await root.run('blackjack-table nothing')).status, 64)
})

test('the book keeps what a table sends, in its own folder; a user whom somebody else made stays when it is purged', async (t) => {
  assert.equal((await root.run('dpkg --purge blackjack-book && useradd --system blackjack-book')).status, 0)
  assert.equal((await root.run(`dpkg -i /srv/blackjack-book_${version}_amd64.deb`)).status, 0)
  const rig = await startRig(t)
  const example = root.read('usr/share/doc/blackjack-book/examples/book.example.yaml')
  writeFileSync(join(root.folder, 'etc/blackjack-book/book.yaml'), example.replace('mqtt://127.0.0.1:1883', rig.brokerUrl))
  const book = startCommand(serviceIn(root, 'blackjack-book.service'), ENVIRONMENT)
  t.after(() => book.end('SIGKILL'))
  await rig.startDaemon()
  await book.says(/the first key that this table names/)
  await book.end('SIGTERM')
  assert.ok(existsSync(join(root.folder, 'var/lib/blackjack-book/book/book.db')), book.said() + book.printed())
  const kept = await root.run('blackjack-book export --table bj07 --config /etc/blackjack-book/book.yaml | head -1')
  assert.match(kept.stdout, /^\{.*"kind":"head"/, kept.stderr)
  assert.equal((await root.run('dpkg --purge blackjack-book')).status, 0)
  assert.match(root.read('etc/passwd'), /^blackjack-book:/m)
})

/** The machine that a file of machine code is for, as its ELF header says; null: it holds none. */
function machineOf(file: string): number | null {
  const head = readFileSync(file).subarray(0, 20)
  return head.subarray(0, 4).toString('latin1') === '\x7fELF' ? head.readUInt16LE(18) : null
}

for (const arch of ['amd64', 'arm64'] as const) {
  test(`${arch}: Node and the bindings are for this machine, and the table has no database and no compiler`, () => {
    for (const name of ['blackjack-table', 'blackjack-book']) {
      const folder = temporaryFolder()
      execFileSync('dpkg-deb', ['-x', debOf(name, arch), folder])
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(folder, file)).isFile())
      const code = files.flatMap((file) => {
        const machine = machineOf(join(folder, file))
        return machine === null ? [] : [{ file, machine }]
      })
      assert.deepEqual(
        code.filter(({ machine }) => machine !== MACHINES[arch]),
        [],
      )
      const names = code.map(({ file }) => file.split('/').at(-1) ?? '')
      assert.ok(names.includes('node') && names.some((file) => file.startsWith('@serialport+bindings-cpp')), names.join(' '))
      assert.equal(names.includes('index.node'), name === 'blackjack-book', names.join(' '))
      const drivers = files.filter((file) => /node_modules\/(@libsql|libsql|pg|kysely|esbuild|typescript|tsx|node-addon-api)\b/.test(file))
      assert.equal(drivers.length > 0, name === 'blackjack-book', drivers.slice(0, 5).join(' '))
      assert.match(printed, new RegExp(`${name}_${version}_${arch}\\.deb +\\d+\\.\\d MB, installed \\d+ MB`))
    }
  })
}

test('the Node inside is of a line with long-term support, as it says itself', async () => {
  assert.match((await root.run("/usr/lib/blackjack-table/bin/node -p 'process.release.lts'")).stdout, /^[A-Z]\w+\n$/)
})

test('lintian finds no error', async (t) => {
  if (!existsSync('/usr/bin/lintian')) return t.skip('no lintian')
  await examined.catch(({ stdout }) => assert.fail(stdout))
})
