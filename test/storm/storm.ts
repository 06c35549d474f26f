/** `npm run storm`: whole evenings of faults in virtual time, each repeated by one number. */
import { EXIT_USAGE } from '../../src/ending.ts'
import { type OptionTable, optionLines, readWords } from '../long/options.ts'
import { share, WORKERS_DEFAULT, WORKERS_MAX } from '../long/pool.ts'
import type { Job, Outcome } from './simulate.ts'

const EXIT_FAILED = 1

const OPTIONS: OptionTable = {
  seed: { value: 'N', range: [0, 4_000_000], usual: '1', does: 'the first seed' },
  seeds: { value: 'N', range: [1, 1_000_000], usual: '20', does: 'how many seeds are played' },
  rounds: { value: 'N', range: [1, 10_000], usual: '3', does: 'rounds that each seed plays' },
  workers: { value: 'N', range: [1, WORKERS_MAX], usual: `${WORKERS_DEFAULT}`, does: 'processes' },
}

const HELP = `Usage: npm run storm -- [options]

Plays tables in virtual time while devices, disk, broker and power fail, and checks the promises: nothing lost, nothing doubled, nobody accused.

${optionLines(OPTIONS)}

Examples
  npm run storm -- --seeds 200
  npm run storm -- --seed 17 --seeds 1

Exit codes: 0 every promise was kept; ${EXIT_FAILED} one was broken; ${EXIT_USAGE} wrong usage
`

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const tell = ({ seed, rounds, faults, broken }: Outcome): void => {
  say(
    `seed ${seed}: ${broken
      .map(({ promise, what }) => `${promise}: ${what}`)
      .join('; ')
      .slice(0, 600)}`,
  )
  for (const fault of faults) say(`  ${fault}`)
  say(`  again: npm run storm -- --seed ${seed} --seeds 1 --rounds ${rounds}`)
}

const run = async (words: readonly string[]): Promise<number> => {
  const read = readWords(OPTIONS, words)
  if (read.what === 'help') {
    say(HELP)
    return 0
  }
  if (read.what === 'wrong') {
    process.stderr.write(`storm: ${read.why}; --help lists the options\n`)
    return EXIT_USAGE
  }
  const number = (name: string): number => Number(read.of(name)[0])
  const startMs = performance.now()
  const outcomes: Outcome[] = []
  const jobs = Array.from({ length: number('seeds') }, (_, index): Job => ({ seed: number('seed') + index, rounds: number('rounds') }))
  const onResult = (outcome: Outcome) => {
    outcomes.push(outcome)
    if (outcome.broken.length > 0) tell(outcome)
  }
  await share<Job, Outcome>({ module: new URL('./simulate.ts', import.meta.url), jobs, workers: number('workers'), onResult })
  const sum = (count: (outcome: Outcome) => number): number => outcomes.reduce((total, each) => total + count(each), 0)
  const of = (promise: string): number => sum(({ broken }) => broken.filter((each) => each.promise === promise).length)
  say(
    `${outcomes.length} seeds, ${sum(({ rounds }) => rounds)} rounds, ${sum(({ faults }) => faults.length)} faults, ${sum(({ records }) => records)} ` +
      `records: lost ${of('P1')}, not in the book ${of('P3')}, wrong verdicts ${of('P4')}, other ${of('P2') + of('P7') + of('P8')}; ${Math.round((performance.now() - startMs) / 1000)} s`,
  )
  return outcomes.some(({ broken }) => broken.length > 0) ? EXIT_FAILED : 0
}

process.exitCode = await run(process.argv.slice(2))
