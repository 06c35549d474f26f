/** `npm run measure -- bench-book`: measures the book, one part at a time. Measurements for people: a machine under load makes them worse. */
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { benchQueries } from './book-queries.ts'
import { benchSink } from './book-sink.ts'

interface Part {
  readonly means: string
  /** Resolves to the exit code. */
  readonly run: (words: readonly string[]) => Promise<number>
}

const PARTS: { readonly [part: string]: Part } = {
  queries: { means: 'how long queries and the shift report take with a million rounds', run: benchQueries },
  sink: { means: 'two hundred tables at live pace and in bursts, and the night of one that was away', run: benchSink },
}

const HELP = `Usage: npm run measure -- bench-book PART [options]

Measures the book and prints each figure next to its goal. PART --help shows the options of a part.

${Object.entries(PARTS)
  .map(([part, { means }]) => `  ${part.padEnd(19)} ${means}`)
  .join('\n')}
  -h, --help          show this text

Examples
  npm run measure -- bench-book queries --rounds 100000
  npm run measure -- bench-book sink --seconds 30
  npm run measure -- bench-book sink --postgres

Exit codes: 0 measured; ${EXIT_USAGE} wrong usage
`

const [first = '', ...rest] = process.argv.slice(2)
const part = Object.hasOwn(PARTS, first) ? PARTS[first] : undefined
if (part !== undefined) process.exitCode = await part.run(rest)
else if (first === '--help' || first === '-h') process.stdout.write(HELP)
else {
  process.stderr.write(`bench:book: ${first === '' ? 'a part is needed' : `there is no part ${first}`}\n\n${HELP}`)
  process.exitCode = EXIT_USAGE
}
