/**
 * `npm run measure -- soak`: any number of simulated rounds at mixed tables with a faultless dealer. The truth must be among the readings, whatever is
 * called certain must be true, and nothing above `info` may be reported, whatever the sensors do within their tolerances. Every failure is
 * printed with the command that repeats it.
 */

import { FAULT_NAMES, FAULT_WORDS, faultsIn } from '../../../simulators/table/sensor-faults.ts'
import { FEATURES, type Feature, HABIT_NAMES, habitsIn } from '../../../simulators/table/types.ts'
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { CHIP_EVIDENCE } from '../../../src/rules/table.ts'
import type { Failure } from '../../evenings/judges.ts'
import { EXIT_FAILED, runCommand } from '../long/command.ts'
import { type OptionTable, optionLines, type Said } from '../long/options.ts'
import { share, WORKERS_DEFAULT, WORKERS_MAX } from '../long/pool.ts'
import { progressOf } from '../long/progress.ts'
import { writeCase } from './case-file.ts'
import type { Checked } from './check.ts'
import { type Held, type Overrides, POINTER_LATE_MS, ROUNDS_A_TABLE, type Scene, sceneOf, sceneText } from './scene.ts'
import { SoakTally } from './tally.ts'

/** Share of faultless rounds in which an untrue finding may be reported as likely (rulings.md). */
const LIKELY_MAX = 1 / 1000

const OPTIONS: OptionTable = {
  rounds: { value: 'N', range: [1, 100_000_000], usual: '100000', does: `rounds to play, rounded up to whole tables of ${ROUNDS_A_TABLE}` },
  seed: {
    value: 'S',
    range: [0, 4_000_000],
    usual: '1',
    does: 'seed of all tables; the same seed plays the same tables, whatever the number of workers',
  },
  from: { value: 'N', range: [0, 4_000_000], usual: '0', does: 'number of the first table, to continue where another run ended' },
  house: { value: 'ID', words: HOUSE_IDS, does: 'only this house' },
  boxes: { value: 'N', range: [1, 7], does: 'number of boxes at every table' },
  evidence: {
    value: 'WORD',
    words: CHIP_EVIDENCE,
    does: `how far the sensors follow the chips at all tables: ${CHIP_EVIDENCE.join(', ')}`,
  },
  without: { value: 'LIST', words: FEATURES, several: true, does: `what players never do: ${FEATURES.join(', ')}` },
  faults: {
    value: 'LIST',
    words: FAULT_WORDS,
    several: true,
    does: `sensor faults to simulate: ${FAULT_NAMES.join(', ')}, or all`,
  },
  habits: {
    value: 'LIST',
    words: [...HABIT_NAMES, 'all'],
    several: true,
    does: `people's further habits, at tables with the usual configuration: ${HABIT_NAMES.join(', ')}, or all`,
  },
  rules: { value: 'JSON', does: 'overrides of the house rules at all tables, as in \'{"doubleAmount":"up-to","charlie":5}\'' },
  often: { value: 'N', range: [1, 10], usual: '1', does: 'how many times as often as usual these faults occur' },
  pointer: {
    value: 'WORD',
    words: ['yes', 'late', 'no', 'some'],
    usual: 'some',
    does: 'which tables have a pointer: all (yes), all, with the pointer sometimes late (late), none (no), or one in six (some)',
  },
  cases: { value: 'DIR', usual: 'run/soak', does: 'folder for the tables that fail' },
  most: { value: 'N', range: [0, 10_000], usual: '30', does: 'maximum number of failed tables to write and print' },
  workers: { value: 'N', range: [1, WORKERS_MAX], usual: `${WORKERS_DEFAULT}`, does: 'number of processes' },
}

const HELP = `Usage: npm run measure -- soak [options]

Plays random tables (house, boxes, sensors, lags, players' habits) and compares what the engine reports with what was really played: nobody may be
accused of anything, and everything reported as certain must be true. With --faults the sensors make errors within the table's tolerances.

${optionLines(OPTIONS)}

Examples
  npm run measure -- soak --rounds 5000
  npm run measure -- soak --seed 7 --from 2500 --house ingo --pointer no
  npm run measure -- soak --rounds 5000 --faults all
  npm run measure -- soak --rounds 20000 --habits all

The count goes to standard output, progress to standard error.
Exit codes: 0 nothing failed; ${EXIT_FAILED} something failed; ${EXIT_USAGE} wrong usage
`

interface Options {
  readonly rounds: number
  readonly seed: number
  readonly from: number
  readonly held: Held
  readonly cases: string
  readonly most: number
  readonly workers: number
}

function optionsIn({ of, has, number }: Said): Options {
  const [house, boxes, evidence, pointer, rules] = ['house', 'boxes', 'evidence', 'pointer', 'rules'].map((name) => of(name)[0])
  return {
    ...{ rounds: number('rounds'), seed: number('seed'), from: number('from'), most: number('most'), workers: number('workers') },
    cases: of('cases')[0] ?? '',
    held: {
      ...(house === undefined ? {} : { house: house as (typeof HOUSE_IDS)[number] }),
      ...(boxes === undefined ? {} : { boxes: Number(boxes) }),
      ...(evidence === undefined ? {} : { chipEvidence: evidence as (typeof CHIP_EVIDENCE)[number] }),
      ...(has('without') ? { without: of('without') as readonly Feature[] } : {}),
      ...(has('faults') ? { faults: faultsIn(of('faults')) } : {}),
      ...(has('habits') ? { habits: habitsIn(of('habits')) } : {}),
      ...(rules === undefined ? {} : { rules: JSON.parse(rules) as Overrides }),
      ...(number('often') === 1 ? {} : { often: number('often') }),
      ...(pointer === 'some' ? {} : { pointer: pointer !== 'no', pointerLateMs: pointer === 'late' ? POINTER_LATE_MS : 0 }),
    },
  }
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** The command that repeats one table. */
const repeatOf = (
  { seed, number }: Scene,
  { house, boxes, chipEvidence, without, faults, often, habits, rules, pointer, pointerLateMs }: Held,
): string =>
  [
    `npm run measure -- soak --seed ${seed} --from ${number} --rounds ${ROUNDS_A_TABLE}`,
    house && `--house ${house}`,
    boxes && `--boxes ${boxes}`,
    chipEvidence && `--evidence ${chipEvidence}`,
    without && `--without ${without.join()}`,
    faults && `--faults ${faults.join()}`,
    habits && `--habits ${habits.join()}`,
    rules && `--rules '${JSON.stringify(rules)}'`,
    often !== undefined && `--often ${often}`,
    pointer !== undefined && `--pointer ${pointer ? (pointerLateMs ? 'late' : 'yes') : 'no'}`,
  ]
    .filter(Boolean)
    .join(' ')

function report(scene: Scene, failures: readonly Failure[], options: Options): void {
  const repeat = repeatOf(scene, options.held)
  const path = writeCase(options.cases, scene, failures, repeat)
  say(`seed ${scene.seed}, ${sceneText(scene)}: ${repeat}, ${path}`)
  for (const { round, kind, text, cause } of failures) say(`    round ${round ?? '-'}: ${kind}: ${text}${cause ? `; ${cause}` : ''}`)
}

async function soak(options: Options): Promise<number> {
  const { rounds, seed, from, held, most, workers } = options
  const scenes = Array.from({ length: Math.ceil(rounds / ROUNDS_A_TABLE) }, (_, index) => sceneOf(seed, from + index, held))
  const tally = new SoakTally()
  const progress = progressOf('soak', scenes.length)
  const waiting = new Set(scenes.keys())
  const goOn = (): number => from + Math.min(...waiting, scenes.length)
  let done = 0
  let written = 0
  const stop = (): void => {
    progress.end()
    say(tally.text())
    say(`stopped; to go on: npm run measure -- soak --seed ${seed} --from ${goOn()}`)
    process.exit(EXIT_FAILED)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const onResult = (checked: Checked, index: number): void => {
    waiting.delete(index)
    const scene = scenes[index] as Scene
    tally.add(scene, checked)
    if (checked.failures.length > 0 && written++ < most) {
      progress.end()
      report(scene, checked.failures, options)
    }
    progress.step(++done, `${tally.rounds} rounds, ${tally.failed} failed`)
  }
  await share({ module: new URL('./work.ts', import.meta.url), jobs: scenes, workers, onResult }).finally(progress.end)
  say(tally.text())
  say(`seed ${seed}, tables ${from} to ${from + scenes.length - 1}; the next: --from ${from + scenes.length}`)
  const isFaultless = (held.faults ?? []).length === 0
  return tally.failed > 0 || (isFaultless && tally.likely > Math.max(1, tally.rounds * LIKELY_MAX)) ? EXIT_FAILED : 0
}

process.exitCode = await runCommand(
  { name: 'soak', options: OPTIONS, help: HELP, run: (said) => soak(optionsIn(said)) },
  process.argv.slice(2),
)
