/** `npm run measure -- mutants`: breaks one thing at a time in a copy of the sources, and counts in how many cases a test fails. */
import { resolve } from 'node:path'
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { EXIT_FAILED, runCommand } from '../long/command.ts'
import { type OptionTable, optionLines, type Said } from '../long/options.ts'
import { faultOf, MUTANTS, type Mutant } from './rows.ts'
import { type Copy, copyOf, type Ran, ROOT } from './tree.ts'

/** At most one in so many may survive: four of forty. */
const ONE_IN = 10
/** Of a run that cannot be judged, this much of the end of what it said. */
const END_CHARS = 1000

const OPTIONS: OptionTable = {
  only: { value: 'N,N', range: [1, MUTANTS.length], several: true, does: 'only these rows' },
  all: { does: 'for each row the whole default run, not only the tests of its folder and the evenings' },
  tree: { value: 'DIR', does: 'mutants of another checkout, to compare its tests with these; there `npm test -- WORDS` runs to its end' },
}

const HELP = `Usage: npm run measure -- mutants [options]

Makes ${MUTANTS.length} small mutations of the sources (test/measure/mutants/rows.ts), one at a time, in a copy of the tree, and runs the tests of the mutated folder
and the evenings. A mutant is caught if a test fails that does not fail without it: at the end the files that failed run once more without a mutant.

${optionLines(OPTIONS)}

Variables: DAY=2026-11-29 repeats what rotates that day.

The table (Markdown) goes to standard output, what is being done to standard error.

Examples
  npm run measure -- mutants
  npm run measure -- mutants --only 29,30 --all
  npm run measure -- mutants --tree ../before

Exit codes: 0 at least nine in ten were caught; ${EXIT_FAILED} fewer were, or the run failed; ${EXIT_USAGE} wrong usage
`

/** `end`: what became of it, if it is not caught. */
interface Tried {
  readonly number: number
  readonly mutant: Mutant
  readonly ran: Ran
  readonly end: string | null
}

const say = (text: string): void => void process.stderr.write(`mutants: ${text}\n`)

const isFailing = ({ code, failed, others }: Ran): boolean => code !== 0 && failed.length + others.length > 0

const endOf = (ran: Ran): string | null => {
  if (ran.code === 0) return 'SURVIVED'
  return isFailing(ran) ? null : 'NOT RUN'
}

const caughtBy = ({ ran: { failed, others } }: Tried): string => [...failed, ...others].join(', ')

/** Files that fail by themselves prove nothing. What failed without the name of a file is asked for by the words of its row. */
async function confirmed(tried: readonly Tried[], copy: Copy): Promise<readonly Tried[]> {
  const caught = tried.filter(({ end }) => end === null)
  const words = [...new Set(caught.flatMap(({ ran, mutant }) => (ran.failed.length > 0 ? ran.failed : mutant.words)))]
  if (words.length === 0) return tried
  say(`without a mutant: ${words.join(' ')}`)
  const ran = await copy.run(words, null)
  if (ran.code !== 0) say(`without a mutant fails: ${[...ran.failed, ...ran.others].join(', ') || ran.text.slice(-END_CHARS)}`)
  const isSound = ({ failed }: Ran): boolean => ran.code === 0 || (isFailing(ran) && failed.some((file) => !ran.failed.includes(file)))
  return tried.map((each) => (each.end === null && !isSound(each.ran) ? { ...each, end: `FAILS WITHOUT IT: ${caughtBy(each)}` } : each))
}

function page(tried: readonly Tried[]): string {
  const lines = tried.map((each) => {
    const { number, mutant, ran, end } = each
    return `| ${number} | ${mutant.file} | ${mutant.what} | ${end ?? caughtBy(each)} | ${ran.seconds.toFixed(1)} |`
  })
  const caught = tried.filter(({ end }) => end === null).length
  return ['| row | file | broken | caught by | s |', '|---|---|---|---|---|', ...lines, '', `${caught} of ${tried.length} caught`, ''].join(
    '\n',
  )
}

async function measure({ of, has }: Said): Promise<number> {
  const tree = resolve(of('tree')[0] ?? ROOT)
  const only = of('only').map(Number)
  const rows = MUTANTS.map((mutant, at) => ({ mutant, number: at + 1 })).filter(({ number }) => only.length === 0 || only.includes(number))
  const faults = rows.flatMap(({ mutant, number }) => {
    const fault = faultOf(mutant, tree)
    return fault === null ? [] : [`row ${number} (${mutant.what}): ${fault}`]
  })
  for (const fault of faults) say(fault)
  if (faults.length > 0) return EXIT_FAILED
  const copy = copyOf(tree, has('tree'))
  const tried: Tried[] = []
  for (const { mutant, number } of rows) {
    say(`${tried.length + 1}/${rows.length}, row ${number}: ${mutant.what}`)
    const ran = await copy.run(has('all') ? [] : mutant.words, mutant)
    const one = { number, mutant, ran, end: endOf(ran) }
    tried.push(one)
    say(`  ${one.end ?? `caught by ${caughtBy(one)}`}, ${ran.seconds.toFixed(1)} s`)
    if (one.end === 'NOT RUN') say(ran.text.slice(-END_CHARS))
  }
  const all = await confirmed(tried, copy)
  process.stdout.write(page(all))
  const survived = all.filter(({ end }) => end !== null).length
  return survived * ONE_IN <= all.length ? 0 : EXIT_FAILED
}

process.exitCode = await runCommand({ name: 'mutants', options: OPTIONS, help: HELP, run: measure }, process.argv.slice(2))
