/** `npm run measure -- storm`: whole evenings of faults in virtual time, each repeated by one number. */
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { type OptionTable, optionLines, readWords } from '../long/options.ts'
import { share, WORKERS_DEFAULT, WORKERS_MAX } from '../long/pool.ts'
import type { Job, Outcome } from './simulate.ts'

const EXIT_FAILED = 1
/** More than any run plays. */
const ROUNDS_MAX = 1_000_000
const HOURS_MAX = 1000

const OPTIONS: OptionTable = {
  seed: { value: 'N', range: [0, 4_000_000], usual: '1', does: 'the first seed' },
  seeds: { value: 'N', range: [1, 1_000_000], usual: '20', does: 'number of seeds to play' },
  rounds: {
    value: 'N',
    range: [1, 10_000],
    usual: '3',
    does: 'rounds that each seed plays; with --hours there is no limit unless you give one',
  },
  hours: { value: 'H', range: [1, 1000], does: 'hours of virtual time that each seed plays, however many rounds that is' },
  workers: { value: 'N', range: [1, WORKERS_MAX], usual: `${WORKERS_DEFAULT}`, does: 'number of processes' },
}

const HELP = `Usage: npm run measure -- storm [options]

Plays tables in virtual time while devices, disk, broker and power fail, and checks the promises: nothing is lost, nothing is
duplicated, nobody is accused, nothing piles up, every fault is visible, and no alarm is raised without a fault.

${optionLines(OPTIONS)}

Examples
  npm run measure -- storm --seeds 200
  npm run measure -- storm --seed 17 --seeds 1
  npm run measure -- storm --seed 17 --seeds 1 --hours 6

Exit codes: 0 every promise was kept; ${EXIT_FAILED} one was broken; ${EXIT_USAGE} wrong usage
`

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const TELL_LENGTH_MAX = 600

const tell = ({ seed, faults, broken }: Outcome, words: string): void => {
  const why = broken.map(({ promise, what }) => `${promise}: ${what}`).join('; ')
  say(`seed ${seed}: ${why.slice(0, TELL_LENGTH_MAX)}`)
  for (const fault of faults) say(`  ${fault}`)
  say(`  again: npm run measure -- storm --seed ${seed} --seeds 1 ${words}`)
}

const sumOf = (outcomes: readonly Outcome[], seconds: number): string => {
  const sum = (count: (outcome: Outcome) => number): number => outcomes.reduce((total, each) => total + count(each), 0)
  const broken = (promise: string): number => sum((each) => each.broken.filter((one) => one.promise === promise).length)
  return (
    `${outcomes.length} seeds, ${sum(({ hours }) => hours).toFixed(1)} h of play, ${sum(({ rounds }) => rounds)} rounds, ` +
    `${sum(({ faults }) => faults.length)} faults, ${sum(({ corrupted }) => corrupted)} corrupted lines, ${sum(({ kills }) => kills)} kills, ` +
    `${sum(({ records }) => records)} records: lost ${broken('P1')}, not once in the book ${broken('P3')}, wrong verdicts ${broken('P4')}, ` +
    `other ${['P2', 'P5', 'P6', 'P7', 'P8'].map(broken).reduce((one, other) => one + other)}; ${seconds} s`
  )
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
  const hours = read.has('hours') ? number('hours') : null
  const rounds = hours === null || read.has('rounds') ? number('rounds') : ROUNDS_MAX
  const startMs = performance.now()
  const outcomes: Outcome[] = []
  const jobs = Array.from({ length: number('seeds') }, (_, index): Job => {
    return { seed: number('seed') + index, rounds, hours: hours ?? HOURS_MAX }
  })
  const onResult = (outcome: Outcome) => {
    outcomes.push(outcome)
    if (outcome.broken.length > 0) tell(outcome, hours === null ? `--rounds ${rounds}` : `--hours ${hours}`)
  }
  await share<Job, Outcome>({ module: new URL('./simulate.ts', import.meta.url), jobs, workers: number('workers'), onResult })
  say(sumOf(outcomes, Math.round((performance.now() - startMs) / 1000)))
  return outcomes.some(({ broken }) => broken.length > 0) ? EXIT_FAILED : 0
}

process.exitCode = await run(process.argv.slice(2))
