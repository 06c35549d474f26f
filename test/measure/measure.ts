/** `npm run measure -- NAME`: one table of all measurements. Each runs in this process, with the words behind its name as its arguments. */
import { EXIT_USAGE } from '../../src/base/process/exit-codes.ts'

interface Measurement {
  /** Beside this file. */
  readonly program: string
  readonly does: string
}

const MEASUREMENTS: { readonly [name: string]: Measurement } = {
  accuracy: {
    program: 'accuracy/accuracy.ts',
    does: 'how much is reported of rounds, with and without errors, and how much of it is right',
  },
  bench: { program: 'bench/bench.ts', does: 'latency, memory and start of the daemon, and what a line costs the engine' },
  'bench-book': { program: 'bench/book.ts', does: 'how fast the book keeps records and finds rounds' },
  chance: { program: 'chance/chance.ts', does: "how often chance alone looks like a pattern in the book's reports" },
  differ: { program: 'differ/differ.ts', does: 'the output of this engine and of another commit, line by line; needs git' },
  drivers: { program: 'drivers/drivers.ts', does: "the drivers of other makers' devices: faults, noise, nothing made up" },
  evening: { program: 'evening/evening.ts', does: 'the alarms of evenings in which people err' },
  exact: { program: 'exact/exact.ts', does: 'the engine and the enumerator over any number of rounds' },
  faults: { program: 'faults/faults.ts', does: 'lines, kills, brokers and disks that fail, in virtual time and on the real process' },
  figures: { program: 'figures/figures.ts', does: "the houses' theoretical figures against millions of rounds played" },
  'leave-out': { program: 'accuracy/leave-out.ts', does: 'who is accused of an error that the engine does not know' },
  mutants: { program: 'mutants/mutants.ts', does: 'in how many of forty small mutations of the sources a test fails' },
  pictures: { program: '../display/page/pictures.ts', does: 'draws the pictures of the documentation; needs a Chromium' },
  roles: { program: 'roles/roles.ts', does: 'what a reader of the discards adds' },
  size: { program: 'size/size.ts', does: 'how much there is to read in the sources; needs git' },
  soak: { program: 'soak/soak.ts', does: 'rounds without an error: nobody may be accused' },
  storm: { program: 'storm/storm.ts', does: 'whole evenings of faults in virtual time' },
}

const width = Math.max(...Object.keys(MEASUREMENTS).map((name) => name.length))
const HELP = `Usage: npm run measure -- NAME [options]

Measures what the documentation reports. Each name has options of its own and a page about them: npm run measure -- NAME --help

${Object.entries(MEASUREMENTS)
  .map(([name, { does }]) => `  ${name.padEnd(width)}   ${does}`)
  .join('\n')}
  ${'-h, --help'.padEnd(width)}   show this text

Examples
  npm run measure -- soak --rounds 5000
  npm run -s measure -- accuracy --json > accuracy.json

Exit codes: 0 measured; others: see the measurement's page; ${EXIT_USAGE} no such measurement
`

const [name = '--help'] = process.argv.slice(2)
const asked = MEASUREMENTS[name]
if (asked !== undefined) {
  // The program finds its arguments where Node would have put them.
  process.argv.splice(2, 1)
  await import(new URL(asked.program, import.meta.url).href)
} else if (name === '--help' || name === '-h') process.stdout.write(HELP)
else {
  process.stderr.write(`measure: there is no ${name}\n\n${HELP}`)
  process.exitCode = EXIT_USAGE
}
