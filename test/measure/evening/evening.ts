/** `npm run measure -- evening`: what the pit's display shows of evenings in which people make errors now and then and follow their habits. */
import { HABIT_NAMES, type Habit, habitsIn } from '../../../simulators/table/types.ts'
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { runCommand } from '../long/command.ts'
import { type OptionTable, optionLines, type Said } from '../long/options.ts'
import { share, WORKERS_DEFAULT, WORKERS_MAX } from '../long/pool.ts'
import { progressOf } from '../long/progress.ts'
import type { EveningCounts, EveningJob } from './play.ts'
import { addCounts, eveningPage, NO_COUNTS } from './report.ts'

const OPTIONS: OptionTable = {
  rounds: { value: 'N', range: [1, 10_000], usual: '300', does: 'rounds of an evening' },
  evenings: { value: 'N', range: [1, 10_000], usual: '4', does: 'evenings of each house; the rack and the pointer are present in turn' },
  'one-in': { value: 'N', range: [1, 1000], usual: '40', does: 'an error is attempted in one of N rounds' },
  boxes: { value: 'N', range: [1, 7], usual: '5', does: 'boxes of each table' },
  house: { value: 'ID', words: HOUSE_IDS, does: 'only this house' },
  habits: {
    value: 'LIST',
    words: [...HABIT_NAMES, 'all', 'none'],
    several: true,
    usual: 'all',
    does: `people's habits: ${HABIT_NAMES.join(', ')}, all or none`,
  },
  seed: { value: 'S', range: [0, 4_000_000], usual: '1', does: 'seed of the first evening' },
  workers: { value: 'N', range: [1, WORKERS_MAX], usual: `${WORKERS_DEFAULT}`, does: 'number of processes' },
}

const HELP = `Usage: npm run measure -- evening [options]

Plays evenings in which people make a mistake now and then, and counts the alarms as a person at the pit display sees them: how many errors have an
alarm in the end, how many alarms are withdrawn after they were shown, and how many are about something that nobody did.

${optionLines(OPTIONS)}

Examples
  npm run measure -- evening
  npm run measure -- evening --evenings 40 --seed 7
  npm run measure -- evening --house ingo --rounds 50 --one-in 5

The count goes to standard output, progress to standard error.
Exit codes: 0 counted; ${EXIT_USAGE} wrong usage
`

async function playEvenings({ of, number }: Said): Promise<number> {
  const [house] = of('house')
  const habits = habitsIn(of('habits'))
  const jobs = HOUSE_IDS.filter((id) => house === undefined || id === house).flatMap((id) =>
    Array.from({ length: number('evenings') }, (_, at) =>
      jobOf({ house: id, boxes: number('boxes'), rounds: number('rounds'), oneIn: number('one-in'), habits }, number('seed'), at),
    ),
  )
  const counted: EveningCounts[] = []
  const progress = progressOf('evening', jobs.length)
  let done = 0
  const onResult = (counts: EveningCounts, index: number): void => {
    counted[index] = counts
    progress.step(++done, jobs[index]?.house ?? '')
  }
  await share({ module: new URL('./play.ts', import.meta.url), jobs, workers: number('workers'), onResult }).finally(progress.end)
  process.stdout.write(eveningPage(counted.reduce(addCounts, NO_COUNTS), number('seed')))
  return 0
}

/** Four consecutive evenings cover every combination of rack and pointer. */
const jobOf = (
  table: Pick<EveningJob, 'house' | 'boxes' | 'rounds' | 'oneIn'> & { readonly habits: readonly Habit[] },
  seed: number,
  at: number,
): EveningJob => ({ ...table, rack: at % 2 === 0, pointer: at % 4 >= 2, seed: seed + at })

process.exitCode = await runCommand({ name: 'evening', options: OPTIONS, help: HELP, run: playEvenings }, process.argv.slice(2))
