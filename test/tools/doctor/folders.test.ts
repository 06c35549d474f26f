/** Whether the user who will run the daemon can write its folders, told by the doctor and by --check; and a computer without any device. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../../e2e/processes.ts'
import { bundled } from '../../runner/bundled.ts'
import { UNPRIVILEGED } from '../../unprivileged.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const EXAMPLE = readFileSync(join(ROOT, 'table.example.yaml'), 'utf8')

/** A folder of root's with a configuration in it that names a broker at which nobody listens. */
function configured(more = ''): { readonly folder: string; readonly config: string } {
  const folder = temporaryFolder()
  const config = join(folder, 'table.yaml')
  writeFileSync(config, `${EXAMPLE}\nmqtt: { url: 'mqtt://127.0.0.1:9' }\n${more}`)
  chmodSync(config, 0o644)
  chmodSync(folder, 0o755)
  return { folder, config }
}

async function asUser(source: string, ...args: readonly string[]) {
  const { uid, gid } = UNPRIVILEGED
  const program = await bundled(source)
  return spawnSync(process.execPath, [program, ...args], {
    cwd: ROOT,
    uid,
    gid,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, COLUMNS: '120' },
  })
}
const doctor = (config: string) => asUser('src/tools/doctor.ts', '--config', config, '--seconds', '1', '--json')

interface Page {
  readonly tables: readonly { readonly folders: { readonly name: string; readonly steps: readonly Step[] } }[]
}
interface Step {
  readonly state: string
  readonly detail: string
  readonly todo: string | null
}
const foldersOf = (stdout: string) => (JSON.parse(stdout) as Page).tables[0]?.folders ?? assert.fail(stdout)

test('the doctor names the folder, the user and whose the folder is', async () => {
  const { folder, config } = configured()
  chmodSync(folder, 0o555)
  const { status, stdout } = await doctor(config)
  const { name, steps } = foldersOf(stdout)
  assert.deepEqual([status, name, steps.length], [69, `folders, as user ${UNPRIVILEGED.name}`, 1])
  assert.equal(steps[0]?.state, 'failed')
  assert.ok(
    steps[0].detail.startsWith(`cannot write ${join(folder, 'journal')} as ${UNPRIVILEGED.name}: it does not exist, and ${folder} `),
  )
  assert.match(steps[0].todo ?? '', /sudo install -d .* run the doctor as that one/)
  const page = await asUser('src/tools/doctor.ts', '--config', config, '--seconds', '1', '--no-color')
  assert.match(page.stdout, /^failed {2}bj07 folders, as user \w+: can be written$/m)
})

test('a journal from a start as root is told by the file that stands in the way', async () => {
  const { folder, config } = configured()
  const journal = join(folder, 'journal')
  mkdirSync(journal)
  writeFileSync(join(journal, '000001.jsonl'), '')
  chmodSync(join(journal, '000001.jsonl'), 0o400)
  chownSync(journal, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  const told = new RegExp(`cannot write ${journal} as ${UNPRIVILEGED.name}: 000001\\.jsonl in it `)
  assert.match(foldersOf((await doctor(config)).stdout).steps[0]?.detail ?? '', told)
  const check = await asUser('src/daemon/main.ts', '--config', config, '--check')
  assert.deepEqual([check.status, told.test(check.stderr)], [78, true], check.stderr)
  const start = await asUser('src/daemon/main.ts', '--config', config)
  assert.deepEqual([start.status, told.test(start.stderr)], [73, true], start.stderr)
  assert.match(start.stderr, new RegExp(`sudo chown -R ${UNPRIVILEGED.name} ${journal}`))
})

test("the folder of the signing key is checked as well, and the user's own folders are well", async () => {
  const { folder, config } = configured('signingKeyFile: keys/bj07.key\n')
  mkdirSync(join(folder, 'journal'))
  chownSync(join(folder, 'journal'), UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  chmodSync(folder, 0o555)
  const states = async () => foldersOf((await doctor(config)).stdout).steps.map(({ state }) => state)
  assert.deepEqual(await states(), ['ok', 'failed'])
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'keys'))
  chownSync(join(folder, 'keys'), UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  assert.deepEqual(await states(), ['ok', 'ok'])
  const check = await asUser('src/daemon/main.ts', '--config', config, '--check')
  assert.equal(check.status, 0, check.stderr)
  assert.match(check.stdout, new RegExp(`checked as user ${UNPRIVILEGED.name}`))
})

test('where no device is connected, the doctor says what to do; without a configuration, too', async () => {
  const { config } = configured()
  const page = await asUser('src/tools/doctor.ts', '--config', config, '--seconds', '1', '--no-color')
  assert.match(page.stdout, /what to do {2}No device was found\. Plug in/)
  const without = await asUser('src/tools/doctor.ts', '--config', join(configured().folder, 'absent.yaml'))
  assert.equal(without.status, 78)
  assert.match(without.stderr, /there is no such file\n.*cp table\.example\.yaml /)
})
