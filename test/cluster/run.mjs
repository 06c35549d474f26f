/** `npm run test:cluster`: the daemon, as it is shipped, on a cluster of three RabbitMQ nodes that are killed while it plays. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const HERE = dirname(fileURLToPath(import.meta.url))
/** Three nodes take half a minute to start, and each kill some seconds. */
const MS_MAX = 1_800_000
const EXIT_USAGE = 64

const HELP = `Usage: npm run test:cluster -- [options]

Starts three RabbitMQ nodes on this machine (Debian: apt-get install rabbitmq-server), plays rounds on simulated devices, and
kills the node the daemon is connected to in the middle of each second round. Nothing may be lost, and nothing of what was
told may differ from the journal. Takes about a minute.

      --rounds N      rounds played                          [4]
      --seed N        of the rounds and the moments          [31]
  -h, --help          show this text

Examples
  npm run test:cluster
  npm run test:cluster -- --rounds 40 --seed 5

Exit codes: 0 all held, or RabbitMQ is not installed (it says so); 1 something did not; 64 wrong options
`

let options
try {
  options = parseArgs({
    options: { rounds: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  }).values
} catch (error) {
  process.stderr.write(`test:cluster: ${error.message}\n\n${HELP}`)
  process.exit(EXIT_USAGE)
}
if (options.help) {
  process.stdout.write(HELP)
  process.exit(0)
}
const { rounds, seed } = options
const child = spawn(
  process.execPath,
  [
    ...['--import', 'tsx', '--import', './test/mortal.mjs', '--test', `--test-timeout=${MS_MAX}`, '--test-reporter', 'spec'],
    join(HERE, 'cluster.real.ts'),
  ],
  {
    cwd: dirname(dirname(HERE)),
    stdio: 'inherit',
    env: { ...process.env, ...(rounds === undefined ? {} : { ROUNDS: rounds }), ...(seed === undefined ? {} : { SEED: seed }) },
  },
)
const [code] = await once(child, 'exit')
process.exit(code ?? 1)
