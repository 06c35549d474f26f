/** `npm run test:cluster`: the shipped daemon and book on a cluster of three RabbitMQ nodes, which are killed during play. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const HERE = dirname(fileURLToPath(import.meta.url))
/** Later than the test's own limit, whose message says more. */
const LATER_MS = 15_000
const START_MS_MAX = 110_000
const ROUND_MS_MAX = 15_000
const ROUNDS_USUAL = 4
/** Limit for anything the test waits for. */
const FAIL_MS = '45000'
const EXIT_USAGE = 64

const HELP = `Usage: npm run test:cluster -- [options]

Starts three RabbitMQ nodes on this machine (Debian: apt-get install rabbitmq-server), plays rounds on simulated devices, and
kills a node in the middle of each round but the first: the book's, the daemon's, or that of both. Nothing may be lost, nothing of
what was told may differ from the journal, and the book must hold every record of it once. Takes about a minute and a half.

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
const msMax = START_MS_MAX + ROUND_MS_MAX * Number(rounds ?? ROUNDS_USUAL) + LATER_MS
const child = spawn(
  process.execPath,
  [
    ...['--import', 'tsx', '--import', './test/mortal.mjs', '--test', `--test-timeout=${msMax}`, '--test-reporter', 'spec'],
    join(HERE, 'cluster.real.ts'),
  ],
  {
    cwd: dirname(dirname(HERE)),
    stdio: 'inherit',
    env: { FAIL_MS, ...process.env, ...(rounds === undefined ? {} : { ROUNDS: rounds }), ...(seed === undefined ? {} : { SEED: seed }) },
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'))
const [code] = await once(child, 'exit')
process.exit(code ?? 1)
