/**
 * The process of `check.ts`: reads the whole embedded store and looks for damage. It only reads, while the book goes on and can end it. Plain
 * JavaScript, because Node starts it without a compiler. Exit codes: 0 whole, 1 damaged (standard output says how), 2 it cannot be checked.
 */
import Database from 'libsql'

const [, , path] = process.argv
const FAULTS_SHOWN = 3
const CODES = /^SQLITE_(CORRUPT|NOTADB|IOERR)/

const ended = (code, stream, text) => {
  process.exitCode = code
  stream.write(text)
}

try {
  const database = new Database(path, { readonly: true })
  const rows = database.prepare(`pragma quick_check(${FAULTS_SHOWN})`).all()
  database.close()
  const said = rows.map((row) => Object.values(row)[0]).join('; ')
  if (said !== 'ok') ended(1, process.stdout, said)
} catch (error) {
  const isDamage = CODES.test(String(error?.code ?? ''))
  ended(isDamage ? 1 : 2, isDamage ? process.stdout : process.stderr, String(error?.message ?? error))
}
