/** `npm run book`: the property's book. Without a verb it runs as a service; a verb queries or repairs its store. */

import { print, runCommand } from '../base/process/command-line.ts'
import { Ending, EXIT_CONFIG, EXIT_FAILED, EXIT_SECOND, EXIT_USAGE } from '../base/process/exit-codes.ts'
import { backupBook, restoreBook } from './commands/backup.ts'
import { exportRecords } from './commands/export.ts'
import { incidents } from './commands/incidents.ts'
import { query } from './commands/query.ts'
import { rebuild } from './commands/rebuild.ts'
import { run as report } from './commands/report.ts'
import { run } from './commands/run.ts'
import { trustKey } from './commands/trust-key.ts'

interface Verb {
  readonly means: string
  /** Resolves to the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>
}

/** One row per verb. */
const VERBS: { readonly [verb: string]: Verb } = {
  query: { means: 'lists rounds by time, dealer, box or finding', run: query },
  report: { means: 'prints the shift report, patterns, or what a sensor would have bought', run: report },
  rebuild: { means: 'rebuilds the derived tables from the records', run: rebuild },
  export: { means: 'prints the records of a table and a span of time as JSON Lines', run: exportRecords },
  backup: { means: 'writes the book to a file, while it runs', run: backupBook },
  restore: { means: 'puts a back-up in its place', run: restoreBook },
  incidents: { means: 'lists the incidents that stand, and closes those that were looked at', run: incidents },
  'trust-key': { means: 'confirms the key of a table, or lists the keys of all', run: trustKey },
}

const HELP = `Usage: npm run book -- --config book.yaml
       npm run book -- VERB [options]

Keeps the records of all tables of a property: it subscribes to every table's journal, stores each record once, requests what it missed, and tells
each table how much is stored. book.example.yaml explains every key of the configuration.

${Object.entries(VERBS)
  .map(([verb, { means }]) => `  ${verb.padEnd(19)} ${means}`)
  .join('\n')}
  -c, --config FILE   the book's configuration (default book.yaml)
      --check         report every problem of the configuration, and start nothing
  -h, --help          show this text; VERB --help shows that of a verb

Examples
  npm run book -- --config book.yaml --check
  npm run book -- --config book.yaml
  npm run -s book -- query --table bj07 --from 22:00 --to 02:00 --code BET-CAPPED

Exit codes: 0 done, or stopped by a signal; ${EXIT_USAGE} wrong usage; ${EXIT_FAILED} the store or the port cannot be used; ${EXIT_SECOND} another book
of this name is running; ${EXIT_CONFIG} bad configuration
`

await runCommand(async (args) => {
  const [first = '', ...rest] = args
  if (first === '-h' || first === '--help') {
    await print(HELP)
    return 0
  }
  if (first.startsWith('-') || first === '') return run(args, HELP)
  const verb = Object.hasOwn(VERBS, first) ? VERBS[first] : undefined
  if (verb === undefined)
    throw new Ending(EXIT_USAGE, `there is no verb ${first}; the verbs are ${Object.keys(VERBS).join(', ')}\n\n${HELP}`)
  return verb.run(rest)
})
