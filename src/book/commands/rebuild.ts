/**
 * `npm run book -- rebuild`: recomputes the derived tables from the records, after an update that derives more or if the tables are in
 * doubt.
 */

import { print, readArgs } from '../../base/process/command-line.ts'
import { EXIT_FAILED, EXIT_USAGE } from '../../base/process/exit-codes.ts'
import { askRebuild } from '../store/asking.ts'
import { isPostgres, otherBook, type Store } from '../store/open.ts'
import { type Rederived, rederive } from '../store/rederive.ts'
import { askOrDo, CONFIG_USUAL, readBookConfig } from './shared.ts'

const HELP = `Usage: npm run book -- rebuild [options]

Rebuilds all derived tables (shoes, rounds, hands, spots, findings, alarms, commands, devices, dealers) from the records, one journal after the
other, each in one transaction: until it is done, readers see the old rows. The records themselves are not touched. A running book with an embedded
store does it itself, between two batches. With PostgreSQL, stop the book first.

  -c, --config FILE   the book's configuration (default ${CONFIG_USUAL})
  -h, --help          show this text

Examples
  npm run book -- rebuild
  npm run book -- rebuild --config /etc/blackjack-book/book.yaml

Exit codes: 0 done; ${EXIT_USAGE} wrong usage; ${EXIT_FAILED} the store cannot be used, or a running book holds it
`

export const rebuild = async (args: readonly string[]): Promise<number> => {
  const options = { config: { type: 'string', short: 'c', default: CONFIG_USUAL }, help: { type: 'boolean', short: 'h' } } as const
  const { values } = readArgs({ args: [...args], options }, HELP)
  if (values.help) {
    await print(HELP)
    return 0
  }
  const { store: place } = readBookConfig(values.config)
  const told = ({ stream, records }: Rederived): void => void process.stderr.write(`${stream}: ${records} records\n`)
  await askOrDo(
    place,
    () => askRebuild(place, told),
    (store) => rebuildHere(store, place, told),
  )
  return 0
}

async function rebuildHere(store: Store, place: string, told: (done: Rederived) => void): Promise<void> {
  const other = isPostgres({ store: place }) ? await otherBook(store) : null
  if (other !== null)
    throw new Error(
      `${other} uses this database: a book that runs, or another of its commands. Stop it, or wait for its end, and run rebuild again`,
    )
  await rederive(store, told)
}
