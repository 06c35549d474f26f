/**
 * `npm run measure -- differ --against COMMIT`: runs the same captures through the engine of another commit and through this one, line by line, and
 * says where they differ and which of them is closer to the truth.
 */
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { EXIT_FAILED, runCommand, WrongUsage } from '../long/command.ts'
import { commitGiven } from '../long/git.ts'
import { type OptionTable, optionLines, type Said } from '../long/options.ts'
import { share, WORKERS_DEFAULT, WORKERS_MAX } from '../long/pool.ts'
import { progressOf } from '../long/progress.ts'
import { changes, firstDifference, SCORES, type Score, scoreOf, VERDICTS, type Verdict, verdictOf } from './compare.ts'
import type { Heard } from './hear.ts'
import { type Asked, type Case, casesOf, STREAM_NAMES, type StreamName } from './streams.ts'
import { hearingOf } from './tree.ts'

const OPTIONS: OptionTable = {
  against: { value: 'COMMIT', does: 'the commit to compare with: a hash, a branch, a tag, HEAD~3' },
  streams: {
    value: 'LIST',
    words: STREAM_NAMES,
    several: true,
    usual: STREAM_NAMES.join(),
    does: `which play to compare: ${STREAM_NAMES.join(', ')}`,
  },
  rounds: { value: 'N', range: [0, 1_000_000], usual: '2000', does: 'rounds of the soak, and half as many with sensor faults' },
  plays: { value: 'N', range: [0, 1000], usual: '1', does: 'plays of each error in each house' },
  evenings: {
    value: 'N',
    range: [0, 1000],
    usual: '5',
    does: 'evenings of 40 rounds in which people make a mistake in one round of seven',
  },
  seed: { value: 'S', range: [0, 4_000_000], usual: '1', does: 'seed for everything random' },
  most: { value: 'N', range: [0, 10_000], usual: '20', does: 'maximum number of differences of each kind to print' },
  workers: { value: 'N', range: [1, WORKERS_MAX], usual: `${WORKERS_DEFAULT}`, does: 'number of processes' },
}

const HELP = `Usage: npm run measure -- differ --against COMMIT [options]

Runs the same captures through the engine of COMMIT and through this one, and compares the output and the five best readings after every line. If they
differ, the play itself decides which one is closer to the truth. Fields that only one of the two has are ignored.

${optionLines(OPTIONS)}

Examples
  npm run measure -- differ --against HEAD
  npm run measure -- differ --against HEAD~20 --streams errors --plays 5 --seed 7

The table goes to standard output, progress to standard error.
Exit codes: 0 nothing is worse; ${EXIT_FAILED} something is worse; ${EXIT_USAGE} wrong usage
`

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Cases that lie in memory at once. */
const CHUNK = 100

function* chunks(cases: Iterable<Case>): Generator<readonly Case[]> {
  let chunk: Case[] = []
  for (const each of cases) {
    chunk.push(each)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

const hearAll = async (module: URL | string, jobs: readonly Case[], workers: number): Promise<readonly Heard[]> => {
  const heard: Heard[] = []
  const onResult = (result: Heard, index: number): void => {
    heard[index] = result
  }
  await share<Case, Heard>({ module, jobs, workers, onResult })
  return heard
}

const EXCERPT = 300
const clipped = (text: string): string => (text.length > EXCERPT ? `${text.slice(0, EXCERPT)} ...` : text)

/** What is printed of one difference: how to make it again, what changed, and the first words that differ. */
const told = (
  stream: StreamName,
  { name }: Case,
  verdict: Verdict,
  before: readonly [Heard, Score],
  after: readonly [Heard, Score],
): string => {
  const difference = firstDifference(before[0], after[0])
  const { worse, better } = changes(before[1], after[1])
  const changed = [...worse, ...better].map((score) => `${score} ${before[1][score]} -> ${after[1][score]}`).join(', ')
  const words = difference ? `\n    line ${difference.line}\n    - ${clipped(difference.before)}\n    + ${clipped(difference.after)}` : ''
  return `${verdict}: ${stream}, ${name}: ${changed || 'nothing that is counted'}${words}`
}

interface Options extends Asked {
  readonly hash: string
  readonly streams: readonly StreamName[]
  readonly most: number
  readonly workers: number
}

async function differ({ hash, streams, most, workers, ...asked }: Options): Promise<number> {
  const other = await hearingOf(hash)
  const own = new URL('./hear.ts', import.meta.url)
  const shares = [Math.max(1, Math.floor(workers / 2)), Math.max(1, Math.ceil(workers / 2))] as const
  const rows: string[] = []
  const printed = new Map<Verdict, number>()
  let isWorse = false
  for (const stream of streams) {
    const counts = new Map<Verdict, number>()
    const sums = [{}, {}] as [{ [score: string]: number }, { [score: string]: number }]
    const progress = progressOf(`differ ${stream}`, [...casesOf(stream, asked)].length)
    let done = 0
    for (const cases of chunks(casesOf(stream, asked))) {
      const [before, after] = await Promise.all([hearAll(other, cases, shares[0]), hearAll(own, cases, shares[1])])
      for (const [at, each] of cases.entries()) {
        const heard = [before[at] as Heard, after[at] as Heard] as const
        const scores = [scoreOf(heard[0], each), scoreOf(heard[1], each)] as const
        for (const score of SCORES) for (const side of [0, 1] as const) sums[side][score] = (sums[side][score] ?? 0) + scores[side][score]
        const verdict = verdictOf(firstDifference(...heard), ...scores)
        counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
        isWorse ||= verdict === 'worse' || verdict === 'better and worse'
        const seen = printed.get(verdict) ?? 0
        printed.set(verdict, seen + 1)
        if (verdict !== 'same' && seen < most) {
          progress.end()
          say(told(stream, each, verdict, [heard[0], scores[0]], [heard[1], scores[1]]))
        }
        progress.step(++done, `${counts.get('worse') ?? 0} worse`)
      }
    }
    progress.end()
    const total = SCORES.map((score) => `${sums[0][score] ?? 0} -> ${sums[1][score] ?? 0}`)
    rows.push(`| ${[stream, done, ...VERDICTS.map((verdict) => counts.get(verdict) ?? 0), ...total].join(' | ')} |`)
  }
  say(`\nthis tree beside ${hash}, seed ${asked.seed}`)
  say(`| stream | captures | ${[...VERDICTS, ...SCORES].join(' | ')} |`)
  say(`|${'---|'.repeat(2 + VERDICTS.length + SCORES.length)}`)
  for (const row of rows) say(row)
  return isWorse ? EXIT_FAILED : 0
}

function compareWith({ of, number }: Said): Promise<number> {
  const [against] = of('against')
  if (against === undefined) throw new WrongUsage('--against is missing')
  return differ({
    ...{ hash: commitGiven(against), streams: of('streams') as readonly StreamName[], seed: number('seed'), rounds: number('rounds') },
    ...{ plays: number('plays'), evenings: number('evenings'), most: number('most'), workers: number('workers') },
  })
}

process.exitCode = await runCommand({ name: 'differ', options: OPTIONS, help: HELP, run: compareWith }, process.argv.slice(2))
