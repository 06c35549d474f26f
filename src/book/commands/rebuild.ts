/** `npm run book -- rebuild`: the derived tables anew from the records, where newer software derives more or they are doubted. */
import { EXIT_FAILED, EXIT_USAGE } from '../../ending.ts'
import { print, readArgs } from '../../offline.ts'
import { rederive } from '../store/rederive.ts'
import { CONFIG_USUAL, withStore } from './shared.ts'

const HELP = `Usage: npm run book -- rebuild [options]

Makes all derived tables (shoes, rounds, hands, spots, findings, alarms, commands, devices, dealers) anew from the records, one journal after the
other, each in one transaction: whoever reads meanwhile sees the former rows. The records themselves are not touched. An embedded store must not be
in use: stop its book first.

  -c, --config FILE   the book's configuration (default ${CONFIG_USUAL})
  -h, --help          show this text

Examples
  npm run book -- rebuild
  npm run book -- rebuild --config /etc/table/book.yaml

Exit codes: 0 done; ${EXIT_USAGE} wrong usage; ${EXIT_FAILED} the store cannot be used
`

export const rebuild = async (args: readonly string[]): Promise<number> => {
  const options = { config: { type: 'string', short: 'c', default: CONFIG_USUAL }, help: { type: 'boolean', short: 'h' } } as const
  const { values } = readArgs({ args: [...args], options }, HELP)
  if (values.help) {
    await print(HELP)
    return 0
  }
  await withStore(values.config, (store) =>
    rederive(store, ({ stream, records }) => void process.stderr.write(`${stream}: ${records} records\n`)),
  )
  return 0
}
