/** `npm run book -- trust-key`: a person says which key is a table's, or sees which keys the book knows. */

import { reasonOf } from '../../daemon/journal/errors.ts'
import { print, readArgs } from '../../daemon/process/command-line.ts'
import { Ending, EXIT_FAILED, EXIT_USAGE } from '../../daemon/process/exit-codes.ts'
import { tableText } from '../../rules/figures/table-text.ts'
import type { TableKeyRow } from '../rows.ts'
import { askTrust } from '../store/asking.ts'
import { type Confirming, confirmKey } from '../store/keys.ts'
import { openStore, type Store, StoreFault, StoreHeld } from '../store/open.ts'
import { CONFIG_USUAL, readBookConfig, readStore } from './shared.ts'

const HELP = `Usage: npm run book -- trust-key TABLE FINGERPRINT [options]
       npm run -s book -- trust-key

Confirms the key of a table. The first key that a table names becomes its key: compare its fingerprint with the one that the table printed at its
first start (npm run verify prints it too), and confirm it. From then on a journal that names another key is reported (KEY-CHANGED); its seals
prove nothing, and the book countersigns and acknowledges nothing of it, until a person confirms the new key with this command. A table whose key is
confirmed never loses its place in the book. Without arguments the command lists the key of each table. The book may be running; it uses the new
key within seconds.

  TABLE               bj07, or p1/bj07 with its pit, which a table that the book does not know yet needs
  FINGERPRINT         16 hexadecimal digits, as 12ab-34cd-56ef-7890

  -c, --config FILE   the book's configuration (default ${CONFIG_USUAL})
      --ahead         the table does not sign with this key yet; until it does, nothing more from it is countersigned
  -h, --help          show this text

Examples
  npm run book -- trust-key bj07 12ab-34cd-56ef-7890
  npm run -s book -- trust-key

Exit codes: 0 done; ${EXIT_USAGE} wrong usage; ${EXIT_FAILED} nothing was changed: the table or the key is unknown, or the store cannot be used
`

const OPTIONS = {
  config: { type: 'string', short: 'c', default: CONFIG_USUAL },
  ahead: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const

export const trustKey = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = readArgs({ args: [...args], options: OPTIONS, allowPositionals: true }, HELP)
  if (values.help) {
    await print(HELP)
    return 0
  }
  const [table, fingerprint, ...more] = positionals
  if (table === undefined) {
    await print(await readStore(values.config, keysText))
    return 0
  }
  if (fingerprint === undefined || more.length > 0) throw new Ending(EXIT_USAGE, `a TABLE and a FINGERPRINT are needed\n\n${HELP}`)
  const { property, store: place } = readBookConfig(values.config)
  const confirming: Confirming = { property, table, fingerprint, isAhead: values.ahead }
  const store = await openStore({ store: place }).catch((error: unknown) => {
    if (error instanceof StoreHeld) return null
    throw error instanceof StoreFault ? new Ending(EXIT_FAILED, `book: ${error.message}`) : error
  })
  try {
    await print(`${store === null ? await askTrust(place, confirming) : await confirmKey(store, confirming, Date.now())}\n`)
  } catch (error) {
    throw new Ending(EXIT_FAILED, `book: ${reasonOf(error)}`)
  } finally {
    await store?.destroy()
  }
  return 0
}

const HOW: { readonly [how in TableKeyRow['how']]: string } = {
  first: 'the first that the table named; nobody has confirmed it',
  known: 'known to the book since before it kept keys',
  person: 'confirmed by a person',
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
