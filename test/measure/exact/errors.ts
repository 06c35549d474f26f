/** Rounds with one error in the settlement: what the engine's search says of them beside the enumerator, counted by error and by difference. */
import { type Difference, ERROR_KINDS, ERROR_SEEDS_A_ROUND, type ErrorsResult, NOT_LISTED } from '../../engine/exact-errors.ts'
import { share } from '../long/pool.ts'
import { progressOf } from '../long/progress.ts'
import { jobsOf, type SeedSteps } from './jobs.ts'

/** Rounds of one job. */
const JOB_ROUNDS = 5
/** Seeds of one kind lie so far apart from those of the next, and within a kind those of one run from those of the next seed. */
const SEED_STEPS: SeedSteps = { kind: 2 ** 22, run: 2 ** 16, round: ERROR_SEEDS_A_ROUND }
/** Of each kind of difference so many are printed. */
const SHOWN_MAX = 3

interface Sum {
  compared: number
  beyond: number
  sayings: number
  differ: number
}
const NONE: Sum = { compared: 0, beyond: 0, sayings: 0, differ: 0 }

const add = (sum: Sum, { compared, beyond, sayings, differences }: ErrorsResult): Sum => ({
  compared: sum.compared + compared,
  beyond: sum.beyond + beyond,
  sayings: sum.sayings + sayings,
  differ: sum.differ + differences.length,
})

const lineOf = (name: string, { compared, beyond, sayings, differ }: Sum): string =>
  `| ${name} | ${compared} | ${beyond} | ${sayings} | ${differ} |`

/** By what one has and the other lacks, the most frequent first. */
const differencesText = (differences: readonly Difference[]): string => {
  const classes = [...new Set(differences.map((each) => each.class))].map((name) => ({
    name,
    texts: differences.flatMap((each) => (each.class === name ? [each.text] : [])),
  }))
  return classes
    .toSorted((one, other) => other.texts.length - one.texts.length)
    .map(({ name, texts }) => [`${texts.length} times ${name}`, ...texts.slice(0, SHOWN_MAX).map((text) => `  ${text}`)].join('\n'))
    .join('\n\n')
}

/** True: no difference. Counts go to standard output. */
export async function compareErrorRounds(rounds: number, seed: number, workers: number): Promise<boolean> {
  const jobs = jobsOf(ERROR_KINDS, rounds, JOB_ROUNDS, seed, SEED_STEPS)
  const sums = new Map<string, Sum>()
  const differences: Difference[] = []
  const unknown = new Set<string>(NOT_LISTED)
  let all = NONE
  let done = 0
  const progress = progressOf('exact', jobs.length)
  const onResult = (result: ErrorsResult, index: number): void => {
    const code = jobs[index]?.kind.code ?? ''
    sums.set(code, add(sums.get(code) ?? NONE, result))
    all = add(all, result)
    differences.push(...result.differences)
    for (const lacking of result.unknown) unknown.add(lacking)
    progress.step(++done, `${all.compared} rounds with an error, ${all.differ} differ`)
  }
  await share({ module: new URL('./errors-work.ts', import.meta.url), jobs, workers, onResult }).finally(progress.end)
  const rows = [...sums].map(([code, sum]) => lineOf(code, sum))
  process.stdout.write(`| error | rounds | beyond the enumerator | moments compared | differ |\n|---|---|---|---|---|\n`)
  process.stdout.write(`${[...rows, lineOf('all', all)].join('\n')}\n\nthe enumerator lacks ${[...unknown].sort().join(', ')}\n`)
  process.stdout.write(`\n${differences.length === 0 ? 'no difference' : differencesText(differences)}\n`)
  return differences.length === 0
}
