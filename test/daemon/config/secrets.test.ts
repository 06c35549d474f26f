/** Keys and files of passwords that others can read or change: neither the daemon nor the book starts with them, and both say what mends it. */
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newSigningKey } from '../../../src/daemon/journal/seal.ts'
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

const tableIn = (folder: string): string => writeConfig(folder, { ...FREE_BET, devices: DEVICES })
const bookIn = (folder: string): string => {
  const file = join(folder, 'book.yaml')
  writeFileSync(file, 'property: demo\nmqtt: { url: "mqtt://127.0.0.1:9" }\n')
  return file
}

async function refuse(source: string, secret: Secret, configIn: (folder: string) => string): Promise<void> {
  const { path, config } = laidOut(secret, configIn)
  const named = path.includes("'") ? `'${path.replace("'", "'\\''")}'` : path
  for (const [at, mode] of OPEN.entries()) {
    chmodSync(path, mode)
    for (const more of at === 0 ? [[], ['--check']] : [['--check']]) {
      const { code, stderr } = await run(source, '--config', config, ...more)
      assert.equal(code, EXIT_CONFIG, `${secret.key} ${mode.toString(8)}: ${stderr}`)
      for (const part of [secret.key, `has mode ${mode.toString(8)}`, `chmod 600 ${named}`]) assert.ok(stderr.includes(part), stderr)
    }
  }
  for (const mode of CLOSED) {
    chmodSync(path, mode)
    const { code, stderr } = await run(source, '--config', config, '--check')
    assert.equal(code, 0, `${secret.key} ${mode.toString(8)}: ${stderr}`)
  }
}

for (const [what, source, secrets, configIn] of [
  ['the daemon', 'src/daemon/main.ts', TABLE, tableIn],
  ['the book', 'src/book/command.ts', BOOK, bookIn],
] as const)
  test(`${what} refuses a key or a file of passwords that others can read or change, and names file, mode and command`, async () => {
    await Promise.all(secrets.map((secret) => refuse(source, secret, configIn)))
  })
