/** Keys and files of passwords that others can read or change: neither the daemon nor the book starts with them, and both say what mends it. */
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadConfig } from '../../../src/base/config/load.ts'
import { formatProblems } from '../../../src/base/config/problems.ts'
import { newSigningKey } from '../../../src/base/records/seal.ts'
import { loadBookConfig } from '../../../src/book/config.ts'
import { run, temporaryFolder } from '../../e2e/processes.ts'
import { FREE_BET, writeConfig } from '../../e2e/table.ts'

const DEVICES = [
  { name: 'shoe', driver: 'tlp', role: 'shoe', path: '/dev/no-such-shoe', serial: 'SH-00412' },
  { name: 'spots', driver: 'tlp', role: 'spots', path: '/dev/no-such-spots', serial: 'SP-00007' },
] as const
const USERS = 'mary: scrypt$16384$8$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n'
const EXIT_CONFIG = 78
const OPEN = [0o666, 0o604, 0o620]
const CLOSED = [0o640, 0o400]

/** A file that `key` names. */
interface Secret {
  readonly key: string
  readonly file: string
  readonly content: string
  /** Lines of the configuration. */
  readonly lines: readonly string[]
}

const TABLE: readonly Secret[] = [
  { key: 'journal', file: 'journal/signing.key', content: newSigningKey(), lines: [] },
  { key: 'signingKeyFile', file: 'keys/bj07.pem', content: newSigningKey(), lines: ['signingKeyFile: keys/bj07.pem'] },
  { key: 'broker.users', file: 'users.yaml', content: USERS, lines: ['broker: { users: users.yaml }'] },
  {
    key: 'mqtt.passwordFile',
    file: "bj07's password",
    content: 'secret\n',
    lines: [`mqtt: { url: "mqtt://127.0.0.1:9", username: bj07, passwordFile: "bj07's password" }`],
  },
]
const BOOK: readonly Secret[] = [
  { key: 'signingKeyFile', file: 'book/signing.key', content: newSigningKey(), lines: [] },
  { key: 'http.users', file: 'users.yaml', content: USERS, lines: ['http: { users: users.yaml }'] },
  { key: 'http.tokens', file: 'tokens.yaml', content: '{}\n', lines: ['http: { tokens: tokens.yaml }'] },
]

function laidOut({ file, content, lines }: Secret, config: (folder: string) => string): { readonly path: string; readonly config: string } {
  const folder = temporaryFolder()
  const path = join(folder, file)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
  const written = config(folder)
  writeFileSync(written, `${lines.join('\n')}\n`, { flag: 'a' })
  return { path, config: written }
}

interface Program {
  readonly source: string
  readonly secrets: readonly Secret[]
  readonly configIn: (folder: string) => string
  /** What it says of a file when it starts; null: it starts with it. */
  readonly problemsOf: (file: string) => string | null
}

const problemsIn = (file: string, read: ReturnType<typeof loadConfig> | ReturnType<typeof loadBookConfig>): string | null =>
  read.ok ? null : formatProblems(file, read.problems)

const PROGRAMS: { readonly [who: string]: Program } = {
  'the daemon': {
    ...{ source: 'src/daemon/main.ts', secrets: TABLE },
    configIn: (folder) => writeConfig(folder, { ...FREE_BET, devices: DEVICES }),
    problemsOf: (file) => problemsIn(file, loadConfig(file)),
  },
  'the book': {
    ...{ source: 'src/book/command.ts', secrets: BOOK },
    configIn: (folder) => {
      const file = join(folder, 'book.yaml')
      writeFileSync(file, 'property: demo\nmqtt: { url: "mqtt://127.0.0.1:9" }\n')
      return file
    },
    problemsOf: (file) => problemsIn(file, loadBookConfig(file)),
  },
}

const named = (path: string): string => (path.includes("'") ? `'${path.replace("'", "'\\''")}'` : path)

function assertNamed(said: string, { key }: Secret, path: string, mode: number): void {
  for (const part of [key, `has mode ${mode.toString(8)}`, `chmod 600 ${named(path)}`])
    assert.ok(said.includes(part), `${key} ${mode.toString(8)}: ${said}`)
}

for (const [who, { source, secrets, configIn, problemsOf }] of Object.entries(PROGRAMS)) {
  test(`${who} refuses a key or a file of passwords that others can read or change, and names file, mode and command`, () => {
    for (const secret of secrets) {
      const { path, config } = laidOut(secret, configIn)
      for (const mode of OPEN) {
        chmodSync(path, mode)
        assertNamed(problemsOf(config) ?? assert.fail(`${secret.key} ${mode.toString(8)} is accepted`), secret, path, mode)
      }
      for (const mode of CLOSED) {
        chmodSync(path, mode)
        assert.equal(problemsOf(config), null, `${secret.key} ${mode.toString(8)}`)
      }
    }
  })

  test(`${who} ends with code ${EXIT_CONFIG} then, whether it is to start or to check`, async () => {
    const secret = secrets.at(-1) ?? assert.fail('it has secrets')
    const { path, config } = laidOut(secret, configIn)
    const [mode = 0] = OPEN
    for (const more of [[], ['--check']]) {
      chmodSync(path, mode)
      const { code, stderr } = await run(source, '--config', config, ...more)
      assert.equal(code, EXIT_CONFIG, stderr)
      assertNamed(stderr, secret, path, mode)
    }
    chmodSync(path, CLOSED[0] ?? 0)
    const { code, stderr } = await run(source, '--config', config, '--check')
    assert.equal(code, 0, stderr)
  })
}
