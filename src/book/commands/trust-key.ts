/** `npm run book -- trust-key`: a person says which key and which journals are a table's, or sees what the book knows of them. */

import { print, readArgs } from '../../base/process/command-line.ts'
import { Ending, EXIT_FAILED, EXIT_USAGE } from '../../base/process/exit-codes.ts'
import { tableText } from '../../rules/figures/table-text.ts'
import type { TableKeyRow } from '../rows.ts'
import type { Store } from '../store/open.ts'
import type { Word } from '../store/person.ts'
import { waitingJournals } from '../store/waiting.ts'
import { CONFIG_USUAL, readBookConfig, readStore, sayTo } from './shared.ts'

const HELP = `Usage: npm run book -- trust-key TABLE FINGERPRINT [--ahead]
       npm run book -- trust-key TABLE --journal NAME | --not-journal NAME
       npm run -s book -- trust-key

Says which key is a table's, and which journals. Until both are confirmed, the book stores what comes, and derives, countersigns and acknowledges
nothing of it. Compare the fingerprint with the one that the table printed at its first start (npm run verify prints it too). The first journal that a
confirmed key seals is the table's; every later one is reported (NEW-JOURNAL) and waits until a person names it. A journal that names another
key is reported (KEY-CHANGED) and waits as well. A table whose key is confirmed never loses its place in the book. Without arguments the command
lists the key of each table, and the journals that wait. The book may be running; it uses what is said within seconds.

  TABLE               bj07, or p1/bj07 with its pit, which a table that the book does not know yet needs
  FINGERPRINT         16 hexadecimal digits, as 12ab-34cd-56ef-7890

  -c, --config FILE   the book's configuration (default ${CONFIG_USUAL})
      --ahead         the table does not sign with this key yet; until it does, nothing more from it is countersigned
      --journal NAME  this journal is the table's, too. Where it shares time with another one (TWO-TABLES), this one counts for that time
      --not-journal NAME
                      this journal is none of the table's: its records stay in the store, and nothing of it counts
  -h, --help          show this text

Examples
  npm run book -- trust-key bj07 12ab-34cd-56ef-7890
  npm run book -- trust-key bj07 --journal q3kf9abc
  npm run -s book -- trust-key

Exit codes: 0 done; ${EXIT_USAGE} wrong usage; ${EXIT_FAILED} nothing was changed: the table, the key or the journal is unknown, or the store cannot be used
`

const OPTIONS = {
  config: { type: 'string', short: 'c', default: CONFIG_USUAL },
  ahead: { type: 'boolean', default: false },
  journal: { type: 'string' },
  'not-journal': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export const trustKey = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = readArgs({ args: [...args], options: OPTIONS, allowPositionals: true }, HELP)
  if (values.help) {
    await print(HELP)
    return 0
  }
  const [table, fingerprint, ...more] = positionals
  const { journal, 'not-journal': notJournal } = values
  if (table === undefined && journal === undefined && notJournal === undefined) {
    await print(await readStore(values.config, trustText))
    return 0
  }
  const said = [fingerprint, journal, notJournal].filter((each) => each !== undefined)
  if (table === undefined || said.length !== 1 || more.length > 0)
    throw new Ending(EXIT_USAGE, `a TABLE and a FINGERPRINT are needed, or a TABLE and --journal or --not-journal\n\n${HELP}`)
  const { property } = readBookConfig(values.config)
  const word: Word =
    fingerprint === undefined
      ? { property, table, journal: journal ?? notJournal ?? '', isOurs: journal !== undefined }
      : { property, table, fingerprint, isAhead: values.ahead }
  await print(`${await sayTo(values.config, word)}\n`)
  return 0
}

const HOW: { readonly [how in TableKeyRow['how']]: string } = {
  first: 'the first that the table named; nobody has confirmed it',
  known: 'known to the book since before it kept keys',
  person: 'confirmed by a person',
  config: "confirmed by the book's configuration",
  owner: 'confirmed by the process that runs both the table and the book',
}

/** The journals that wait, with the commands that say something of them, behind the keys. */
const trustText = async (store: Store): Promise<string> => {
  const waiting = await waitingJournals(store)
  return [await keysText(store), ...waiting.map(({ text }) => `${text}\n`)].join('')
}

/** The newest key of each table, and earlier ones behind it. */
const keysText = async (store: Store): Promise<string> => {
  const rows = await store
    .selectFrom('table_keys')
    .innerJoin('tables', 'tables.id', 'table_keys.table_id')
    .select(['pit', 'name', 'number', 'fingerprint', 'at', 'how'])
    .orderBy('pit')
    .orderBy('name')
    .orderBy('number', 'desc')
    .execute()
  if (rows.length === 0) return 'No table has named a key.\n'
  const seen = new Set<string>()
  const cells = rows.map(({ pit, name, fingerprint, at, how }) => {
    const table = `${pit}/${name}`
    const is = seen.has(table) ? 'former' : 'now'
    seen.add(table)
    return [table, fingerprint, is, new Date(at).toISOString(), HOW[how]]
  })
  return `${tableText([['table', 'key', '', 'since', 'how'], ...cells], 5)}\n`
}
