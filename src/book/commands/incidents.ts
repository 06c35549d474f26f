/** `npm run book -- incidents`: what the book reported and nobody has looked at yet, and a person's word that he has. */
import { userInfo } from 'node:os'
import { print, readArgs } from '../../base/process/command-line.ts'
import { Ending, EXIT_FAILED, EXIT_USAGE } from '../../base/process/exit-codes.ts'
import { standingIncidents } from '../store/looked-at.ts'
import type { Store } from '../store/open.ts'
import { CONFIG_USUAL, readStore, sayTo } from './shared.ts'

const HELP = `Usage: npm run -s book -- incidents
       npm run book -- incidents --close N[,N]

Lists the incidents of the book that stand, the oldest first; docs/book.md says what each means and what to do. After you have looked at one, close
it: it stays in the store with your name and the time, and no figure counts it any more. One that reports what is still so (GAP, TWO-TABLES, a
journal that waits for a word) closes itself when that has changed. The book may be running.

  -c, --config FILE   the book's configuration (default ${CONFIG_USUAL})
      --close N[,N]   these were looked at
  -h, --help          show this text

Examples
  npm run -s book -- incidents
  npm run book -- incidents --close 12,13

Exit codes: 0 done; ${EXIT_USAGE} wrong usage; ${EXIT_FAILED} nothing was changed: a number is unknown or its incident stands, or the store cannot be used
`

const OPTIONS = {
  config: { type: 'string', short: 'c', default: CONFIG_USUAL },
  close: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const NUMBERS = /^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$/

export const incidents = async (args: readonly string[]): Promise<number> => {
  const { values } = readArgs({ args: [...args], options: OPTIONS }, HELP)
  if (values.help) await print(HELP)
  else if (values.close === undefined) await print(await readStore(values.config, standingText))
  else await close(values.config, values.close)
  return 0
}

async function close(config: string, given: string): Promise<void> {
  if (!NUMBERS.test(given)) throw new Ending(EXIT_USAGE, `--close takes the numbers of incidents, as 12 or 12,13, and not ${given}`)
  const numbers = [...new Set(given.split(',').map(Number))]
  await print(`${await sayTo(config, { incidents: numbers, by: userInfo().username })}\n`)
}

const standingText = async (store: Store): Promise<string> => {
  const standing = await standingIncidents(store)
  if (standing.length === 0) return 'No incident stands.\n'
  return standing
    .map(({ number, at, table, code, text }) => `${number}  ${new Date(at).toISOString()}  ${table ?? '-'}  ${code}: ${text}\n`)
    .join('')
}
