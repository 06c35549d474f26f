/** `npm run users`: manages who may give commands at the embedded broker, and which programs may read the book. Stores only hashes. */
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { newToken, readTokens, tokensText } from '../base/config/tokens.ts'
import { readUsers, USERS_MAX, usersText } from '../base/config/users.ts'
import { Ending, EXIT_CONFIG, EXIT_FAILED, EXIT_USAGE } from '../base/process/exit-codes.ts'
import { reasonOf } from '../base/process/reason.ts'
import { writeWhole } from '../base/process/whole-file.ts'
import { hashOf, isCommon, PASSWORD_CHARS } from '../daemon/broker/passwords.ts'
import { refusal } from '../daemon/setup/refusals.ts'
import { isId } from '../wire/topics.ts'
import { isSaid, type Said } from '../words/text.ts'

const HELP = `Usage: npm run users -- add NAME       add a user, or change a user's password
       npm run users -- remove NAME
       npm run users -- list
       npm run users -- token NAME     make a token for a program that reads the book, and print it once

Manages the users who may give commands over the embedded broker. The program asks for the password, or reads it as one line from standard
input; the file contains only a hash of it (scrypt). The configuration names the file as \`broker: { users: users.yaml }\`; a running daemon sees
every change at the next login. The book lets the same users read: \`http: { users: users.yaml }\` in its configuration.

Tokens are for programs, such as Prometheus. Their file holds a hash of each; the book's configuration names it as \`http: { tokens: tokens.yaml }\`.
Making a token again replaces the old one.

      --tokens        \`list\` and \`remove\` tokens instead of users
  -f, --file FILE     the file (default users.yaml, for tokens tokens.yaml); \`add\` and \`token\` create it if it does not exist
  -h, --help          show this text

NAME appears in the topics of the user's commands: a-z, 0-9 and -, 1 to 32 characters.
A password has ${PASSWORD_CHARS.min} to ${PASSWORD_CHARS.max} characters, and is none that many people use.

Examples
  npm run users -- add mary
  npm run users -- list --file /etc/blackjack-table/users.yaml
  npm run -s users -- token prometheus --file /etc/blackjack-book/tokens.yaml > prometheus.token

Exit codes: 0 done; ${EXIT_USAGE} wrong usage; ${EXIT_FAILED} the file cannot be written; ${EXIT_CONFIG} the file is not a list of users
`

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readOptions(args)
  const [verb, name, ...more] = positionals
  if (values.help) return void process.stdout.write(HELP)
  const isNamed = verb === 'add' || verb === 'remove' || verb === 'token'
  if (more.length > 0 || !(isNamed ? name !== undefined : verb === 'list' && name === undefined)) throw new Ending(EXIT_USAGE, HELP)
  const kind = verb === 'token' || values.tokens ? TOKENS : USERS
  const { file = kind.file } = values
  const hashes = new Map(await open(file, kind, verb === 'add' || verb === 'token'))
  if (verb === 'list') return void process.stdout.write([...hashes.keys()].map((each) => `${each}\n`).join(''))
  if (name === undefined || !isId(name))
    throw new Ending(EXIT_USAGE, `${name} is not a valid user name (a-z, 0-9 and -, 1 to 32 characters)`)
  if (verb === 'remove') {
    if (!hashes.delete(name)) throw new Ending(EXIT_USAGE, `${file} has no user ${name}`)
    return keep(file, kind.text(hashes), `${name} was removed from ${file}`)
  }
  if (!hashes.has(name) && hashes.size >= USERS_MAX) throw new Ending(EXIT_USAGE, `${file} already has ${USERS_MAX} users`)
  const token = verb === 'token' ? newToken() : null
  const isKnown = hashes.has(name)
  hashes.set(name, token?.hash ?? (await hashOf(await askPassword(name))))
  keep(
    file,
    kind.text(hashes),
    isKnown ? `${name} was in ${file} already: what was there before is replaced` : `${name} was saved in ${file}`,
  )
  if (token !== null) process.stdout.write(`${token.token}\n`)
}

interface Kind {
  readonly file: string
  readonly read: (text: string) => ReadonlyMap<string, string> | Said
  readonly text: (hashes: ReadonlyMap<string, string>) => string
}
const USERS: Kind = { file: 'users.yaml', read: readUsers, text: usersText }
const TOKENS: Kind = { file: 'tokens.yaml', read: readTokens, text: tokensText }

async function open(file: string, kind: Kind, mayBeNew: boolean): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (mayBeNew && error.code === 'ENOENT') return ''
    throw new Ending(EXIT_CONFIG, `${file} cannot be read: ${error.message}`)
  })
  const hashes = kind.read(text)
  if (isSaid(hashes)) throw new Ending(EXIT_CONFIG, `${file}: ${hashes.en}`)
  return hashes
}

/** A daemon may be reading it. */
function keep(file: string, text: string, done: string): void {
  try {
    writeWhole({ path: file, text, mode: 0o600 })
  } catch (error) {
    throw new Ending(EXIT_FAILED, reasonOf(error))
  }
  process.stderr.write(`${done}\n`)
}

async function askPassword(name: string): Promise<string> {
  const isAsked = process.stdin.isTTY === true
  const password = await readLine(isAsked ? `Password for ${name}: ` : '')
  const { min, max } = PASSWORD_CHARS
  if (password.length < min || password.length > max) throw new Ending(EXIT_USAGE, `a password must have ${min} to ${max} characters`)
  if (isCommon(password, name)) throw new Ending(EXIT_USAGE, refusal('common-password').en)
  if (isAsked && (await readLine('Repeat the password: ')) !== password) throw new Ending(EXIT_USAGE, 'the two passwords differ')
  return password
}

/** Reads one line of standard input; a terminal does not echo it. */
async function readLine(prompt: string): Promise<string> {
  process.stderr.write(prompt)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY === true })
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
    lines.once('SIGINT', () => process.exit(1))
  })
  lines.close()
  if (prompt !== '') process.stderr.write('\n')
  return line
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { file: { type: 'string', short: 'f' }, tokens: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    throw new Ending(EXIT_USAGE, `${reasonOf(error)}\n\n${HELP}`)
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof Ending)) throw error
  process.stderr.write(`${error.message.startsWith('Usage') ? '' : 'users: '}${error.message}\n`)
  process.exitCode = error.code
})
