/**
 * `npm run measure -- exact`: the long form of `test/engine/exact.test.ts`. It plays any number of random small rounds of every house and every kind
 * of sensor, and compares the engine's readings and hands with those of an enumerator that shares only the house rules with it.
 */

import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { type ExactResult, KINDS, kindText, SEEDS_A_ROUND } from '../../engine/exact-rounds.ts'
import { EXIT_FAILED, runCommand } from '../long/command.ts'
import { type OptionTable, optionLines, type Said } from '../long/options.ts'
import { share, WORKERS_DEFAULT, WORKERS_MAX } from '../long/pool.ts'
import { progressOf } from '../long/progress.ts'
import { compareErrorRounds } from './errors.ts'
import { jobsOf, type SeedSteps } from './jobs.ts'

/** Rounds of one job. */
const JOB_ROUNDS = 50
/** Seeds of one kind lie so far apart from those of the next, and within a kind those of one run from those of the next seed. */
const SEED_STEPS: SeedSteps = { kind: 2 ** 27, run: 2 ** 21, round: SEEDS_A_ROUND }

const OPTIONS: OptionTable = {
  rounds: { value: 'N', range: [0, 5_000_000], usual: '20000', does: 'rounds without an error to compare, spread evenly over all kinds' },
  errors: { value: 'N', range: [0, 100_000], usual: '0', does: 'rounds with one error in the settlement' },
  seed: { value: 'S', range: [0, 60], usual: '1', does: 'seed of all rounds' },
  workers: { value: 'N', range: [1, WORKERS_MAX], usual: `${WORKERS_DEFAULT}`, does: 'number of processes' },
}

const HELP = `Usage: npm run measure -- exact [options]

Compares the number of readings and the possible states of each hand with those of a slow enumerator: after every card from the last one of the deal,
and at the end of the round. One to three boxes, at most 16 cards; every house, every kind of sensor, and some rules that no house has.
With --errors it also plays rounds in which the dealer settles one bet wrongly. After every card and every chip it then compares whether a story
without an error is left and, if not, which errors the stories with one error contain, and which error all of these stories contain.

${optionLines(OPTIONS)}

Examples
  npm run measure -- exact
  npm run measure -- exact --rounds 200000 --seed 7
  npm run measure -- exact --rounds 0 --errors 5000

The count goes to standard output, progress to standard error.
Exit codes: 0 no difference; ${EXIT_FAILED} there are differences, some of which are printed; ${EXIT_USAGE} wrong usage
`

interface Sum {
  compared: number
  sayings: number
}

/** True: no difference. */
async function compareRounds(rounds: number, seed: number, workers: number): Promise<boolean> {
  const jobs = jobsOf(KINDS, rounds, JOB_ROUNDS, seed, SEED_STEPS)
  const sums = new Map<string, Sum>(KINDS.map((kind) => [kindText(kind), { compared: 0, sayings: 0 }]))
  const wrong: string[] = []
  const progress = progressOf('exact', jobs.length)
  let done = 0
  const onResult = (result: ExactResult, index: number): void => {
    const kind = jobs[index]?.kind
    const sum = kind && sums.get(kindText(kind))
    if (sum) {
      sum.compared += result.compared
      sum.sayings += result.sayings
    }
    if (result.wrong !== null) wrong.push(result.wrong)
    progress.step(++done, `${[...sums.values()].reduce((all, { compared }) => all + compared, 0)} rounds, ${wrong.length} differ`)
  }
  await share({ module: new URL('./work.ts', import.meta.url), jobs, workers, onResult }).finally(progress.end)
  const rows = [...sums].map(([text, { compared, sayings }]) => `| ${text} | ${compared} | ${sayings} |`)
  const all = [...sums.values()].reduce((sum, each) => ({ compared: sum.compared + each.compared, sayings: sum.sayings + each.sayings }))
  process.stdout.write(
    `| rounds of | rounds | moments compared |\n|---|---|---|\n${rows.join('\n')}\n| all | ${all.compared} | ${all.sayings} |\n`,
  )
  process.stdout.write(`\n${wrong.length === 0 ? 'no difference' : wrong.join('\n\n')}\n`)
  return wrong.length === 0
}

async function compare({ number }: Said): Promise<number> {
  const [rounds, errors, seed, workers] = [number('rounds'), number('errors'), number('seed'), number('workers')]
  const isSame = rounds === 0 || (await compareRounds(rounds, seed, workers))
  const isSameBesideErrors = errors === 0 || (await compareErrorRounds(errors, seed, workers))
  return isSame && isSameBesideErrors ? 0 : EXIT_FAILED
}

process.exitCode = await runCommand({ name: 'exact', options: OPTIONS, help: HELP, run: compare }, process.argv.slice(2))
