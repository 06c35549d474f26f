/** `npm run measure -- figures`: plays simulated rounds of the houses and compares their results with the exact figures. */
import { availableParallelism } from 'node:os'
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { progressText } from '../../../src/base/terminal/progress.ts'
import { playGames } from '../../../src/rules/figures/crew.ts'
import { isOutside } from '../../../src/rules/figures/figure.ts'
import { type Game, gamesOf } from '../../../src/rules/figures/games.ts'
import { type Options, ROUNDS_DEFAULT, readOptions } from '../../../src/rules/figures/options.ts'
import { reportOf, reportText } from '../../../src/rules/figures/report.ts'
import { HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import { chartLines } from '../../../src/rules/strategy/chart.ts'
import { strategyOf } from '../../../src/rules/strategy/strategy.ts'

const EXIT_OUTSIDE = 1

const HELP = `Usage: npm run measure -- figures [options]

Simulates rounds of every house, played with the best decisions for its rules, and prints the average result of each bet, its standard error
(s.e.), and how far the simulation is from the exact figures. Takes about a minute.

      --house HOUSE   only this house
      --rounds N      rounds of each game (${ROUNDS_DEFAULT}); four times as many halve the standard errors
      --seed S        seed of the cards, a whole number (1); the same seed gives the same figures, whatever the number of threads
      --workers N     threads (2, or 1 on a machine with one core)
      --json          print one JSON object instead of the page
      --chart HOUSE   print the best decisions for this house, without a simulation
  -h, --help          show this text

Examples
  npm run measure -- figures
  npm run measure -- figures --house gld --rounds 50000000
  npm run -s measure -- figures --json --seed 7 > figures.json
  npm run measure -- figures --chart ingo

Figures go to standard output, progress to standard error.
Exit codes: 0 every figure within 3 s.e. and every table above 0.1 %; ${EXIT_OUTSIDE} one is not, which can also happen by chance
(try another seed), or the run failed; ${EXIT_USAGE} wrong usage
Houses: ${HOUSE_IDS.join(', ')}
`

/** At a terminal a bar that is redrawn in place; elsewhere one line per quarter. */
function progressOf(total: number): { readonly step: (done: number, game: Game) => void; readonly end: () => void } {
  const start = performance.now()
  const { stderr } = process
  let quarter = 0
  const step = (done: number, { id }: Game): void => {
    const text = progressText(done, total, id, performance.now() - start)
    if (stderr.isTTY) stderr.write(`\r${text}\u001b[K`)
    else if (Math.floor((4 * done) / total) > quarter) {
      quarter = Math.floor((4 * done) / total)
      stderr.write(`figures: ${text}\n`)
    }
  }
  const end = (): void => void (stderr.isTTY && stderr.write('\r\u001b[K'))
  return { step, end }
}

const tenths = (value: number): number => Math.round(value * 10) / 10

async function figures({ house, rounds, seed, workers, json }: Options): Promise<number> {
  const games = gamesOf(house)
  const start = performance.now()
  const progress = progressOf(games.length * rounds)
  const played = await playGames({ games, rounds, seed, workers, onProgress: progress.step }).finally(progress.end)
  const seconds = tenths((performance.now() - start) / 1000)
  const { user, system } = process.cpuUsage()
  const processorSeconds = tenths((user + system) / 1_000_000)
  const report = reportOf(seed, rounds, played)
  const text = json
    ? `${JSON.stringify({ ...report, workers, seconds, processorSeconds }, null, 2)}\n`
    : `${reportText(report)}\n${seconds} s with ${workers} thread${workers === 1 ? '' : 's'}, ${processorSeconds} s of processor time\n`
  process.stdout.write(text)
  return [...report.figures, ...report.tables].some(isOutside) ? EXIT_OUTSIDE : 0
}

async function main(): Promise<number> {
  const asked = readOptions(process.argv.slice(2), availableParallelism())
  switch (asked.what) {
    case 'help':
      process.stdout.write(HELP)
      return 0
    case 'wrong':
      process.stderr.write(`figures: ${asked.why}\n\n${HELP}`)
      return EXIT_USAGE
    case 'chart':
      process.stdout.write(`${chartLines(strategyOf(HOUSES[asked.house].rules)).join('\n')}\n`)
      return 0
    case 'figures':
      return figures(asked.options)
  }
}

// A reader that closes early (`| head`) has all it wants.
process.stdout.on('error', () => process.exit(0))
try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`figures: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = EXIT_OUTSIDE
}
