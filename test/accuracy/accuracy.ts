/**
 * `npm run accuracy`: plays simulated rounds of every house through the engine, without a pointer, and counts how much it could say. The
 * main game with seeded players of whom some play oddly; every chip sensed. Nothing here is a test: it measures.
 */
import { parseArgs } from 'node:util'
import type { RoundResult } from '../../src/engine/event.ts'
import { barText } from '../../src/figures/progress.ts'
import { HOUSE_IDS, HOUSES } from '../../src/house/index.ts'
import { boxLine, closedRounds, contextFor, foldActions, playedRounds } from '../engine/table-play.ts'

const HELP = `Usage: npm run accuracy -- [options]

  --rounds N    rounds a house and number of boxes, 10 to 100000 (400)
  --boxes LIST  numbers of boxes (1,3,7)
  --seed N      seed of the play (11)
  -h, --help    this text

Columns: rounds with one reading; hands whose cards and outcome every reading shares; of those, right; rounds whose best reading is the truth.
`

interface Score {
  rounds: number
  one: number
  best: number
  hands: number
  certain: number
  certainRight: number
}

const scoreOf = (closed: readonly RoundResult[], truths: ReturnType<typeof playedRounds>): Score => {
  const score: Score = { rounds: 0, one: 0, best: 0, hands: 0, certain: 0, certainRight: 0 }
  closed.forEach((result, index) => {
    const truth = truths[index]?.truth
    if (!truth) return
    score.rounds++
    if (result.readings === 1) score.one++
    if (result.boxes.map(boxLine).join() === truth.boxes.map(boxLine).join()) score.best++
    result.boxes.forEach((box, at) => {
      box.hands.forEach((hand, nth) => {
        const played = truth.boxes[at]?.hands[nth]
        score.hands++
        if (!hand.certain) return
        score.certain++
        if (played && played.cards.join() === hand.cards.join() && played.outcome === hand.outcome) score.certainRight++
      })
    })
  })
  return score
}

const percent = (part: number, whole: number): string => `${((part / Math.max(1, whole)) * 100).toFixed(1)} %`

const main = (): number => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '400' },
      boxes: { type: 'string', default: '1,3,7' },
      seed: { type: 'string', default: '11' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const rounds = Number(values.rounds)
  const boxes = values.boxes.split(',').map(Number)
  if (
    !Number.isInteger(rounds) ||
    rounds < 10 ||
    rounds > 100_000 ||
    boxes.some((each) => !Number.isInteger(each) || each < 1 || each > 7)
  ) {
    process.stderr.write(`--rounds is 10 to 100000, --boxes a list of 1 to 7\n\n${HELP}`)
    return 64
  }
  process.stdout.write(
    '| house | boxes | one reading | hands certain | certain and right | best reading right |\n|---|---|---|---|---|---|\n',
  )
  const jobs = HOUSE_IDS.flatMap((house) => boxes.map((each) => ({ house, boxes: each })))
  for (const [index, job] of jobs.entries()) {
    process.stderr.write(`\r${barText(index, jobs.length, jobs.length)} ${job.house}, ${job.boxes} boxes`.padEnd(70))
    const { rules } = HOUSES[job.house]
    const played = playedRounds(rounds, Number(values.seed), rules, { boxes: job.boxes })
    const events = foldActions(
      played.flatMap((round) => round.actions),
      contextFor(job.house, rules),
    )
    const score = scoreOf(closedRounds(events), played)
    const cells = [
      percent(score.one, score.rounds),
      percent(score.certain, score.hands),
      percent(score.certainRight, score.certain),
      percent(score.best, score.rounds),
    ]
    process.stderr.write(`\r${' '.repeat(70)}\r`)
    process.stdout.write(`| ${job.house} | ${job.boxes} | ${cells.join(' | ')} |\n`)
  }
  return 0
}

process.exitCode = main()
