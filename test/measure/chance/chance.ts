/** `npm run measure -- chance`: what the book's reports show for honest evenings by chance alone, and how often they find a planted pattern. */

import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { betsAgainstCount } from '../../../src/book/reports/bets-and-count.ts'
import { FLAGS_BY_CHANCE, settlementPatterns } from '../../../src/book/reports/patterns.ts'
import { normalBelow } from '../../../src/book/reports/statistics.ts'
import { theoryOf } from '../../../src/book/reports/theory.ts'
import { P_MIN } from '../../../src/rules/figures/figure.ts'
import { fitOf } from '../../../src/rules/figures/statistics.ts'
import { tableText } from '../../../src/rules/figures/table-text.ts'
import { HOUSE_IDS, type HouseId } from '../../../src/rules/house/house.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import { runCommand } from '../long/command.ts'
import { type OptionTable, optionLines, type Said } from '../long/options.ts'
import { luckOf } from './evenings.ts'
import { countedOn, type Floor, settledOn } from './floor.ts'

const EXIT_OUTSIDE = 1
const BINS = 20

const OPTIONS: OptionTable = {
  evenings: { value: 'N', range: [100, 100_000], usual: '1000', does: 'evenings of each house and of each floor' },
  rounds: { value: 'N', range: [20, 10_000], usual: '300', does: 'rounds of an evening' },
  house: { value: 'ID', words: HOUSE_IDS, does: 'only this house' },
  seed: { value: 'S', range: [0, 4_000_000], usual: '1', does: 'seed of the cards and the errors' },
}

const HELP = `Usage: npm run measure -- chance [options]

Plays honest evenings and checks the book's reports on them: is the win spread around the theoretical win like a standard normal z, and how often is
an honest floor flagged? Then it plants a dealer who overpays one box, and a player who bets by the count, and counts how often they are found.

${optionLines(OPTIONS)}

Examples
  npm run measure -- chance
  npm run measure -- chance --house gld --evenings 5000 --seed 7

Exit codes: 0 each z fits its normal spread (chi-square, p above ${P_MIN}) and honest floors are flagged no more often than stated; ${EXIT_OUTSIDE} otherwise;
${EXIT_USAGE} wrong usage
`

interface Run {
  readonly evenings: number
  readonly rounds: number
  readonly seed: number
}

interface Row {
  readonly cells: readonly string[]
  readonly fits: boolean
}

const luckRows = (house: HouseId, { evenings, rounds, seed }: Run): readonly Row[] => {
  const { rules } = HOUSES[house]
  const luck = luckOf({ rules, theory: theoryOf(rules), evenings, rounds, seed })
  return (['all', 'main'] as const).map((bets) => {
    const z = luck.map((each) => each[bets])
    const mean = z.reduce((sum, each) => sum + each, 0) / z.length
    const deviation = Math.sqrt(z.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (z.length - 1))
    const bins = Array.from({ length: BINS }, () => 0)
    for (const each of z) {
      const bin = Math.min(BINS - 1, Math.floor(normalBelow(each) * BINS))
      bins[bin] = (bins[bin] ?? 0) + 1
    }
    const { chiSquare, p } = fitOf(
      bins,
      bins.map(() => 1 / BINS),
    )
    const unusual = z.filter((each) => Math.abs(each) > 3).length
    const numbers = [mean.toFixed(3), deviation.toFixed(3), String(unusual), chiSquare.toFixed(1), p.toFixed(3)]
    return { cells: [house, bets === 'all' ? 'all bets' : 'main bets', ...numbers], fits: p > P_MIN }
  })
}

const ALONE = { tables: 1, boxes: 5, dealers: 1, oneIn: 400, seen: 0.8, protested: 0.5, unlike: 1, collusion: null } as const
/**
 * `honest`: nobody should be flagged. `holds`: the stated bound applies, because dealers and boxes are equally or almost equally prone to
 * errors.
 */
const FLOORS: readonly { readonly name: string; readonly floor: Omit<Floor, 'rounds'>; readonly holds: boolean }[] = [
  { name: 'honest, one table, one dealer', floor: ALONE, holds: true },
  { name: 'honest, four tables, four dealers each', floor: { ...ALONE, tables: 4, dealers: 4 }, holds: true },
  { name: 'honest, dealers and boxes unlike by up to 2', floor: { ...ALONE, tables: 4, dealers: 4, unlike: 2 }, holds: false },
  { name: 'one in 40 planted, one table, one dealer', floor: { ...ALONE, collusion: 40 }, holds: false },
  { name: 'one in 40 planted, four tables, a dealer each', floor: { ...ALONE, tables: 4, collusion: 40 }, holds: false },
  { name: 'one in 40 planted, dealer there a quarter of it', floor: { ...ALONE, tables: 4, dealers: 4, collusion: 40 }, holds: false },
]

/** The most flags a run may have: with the stated bound, chance exceeds this once in a thousand runs. */
const flagsMost = (evenings: number): number => {
  const mean = evenings * FLAGS_BY_CHANCE
  return mean + 3.1 * Math.sqrt(mean) + 2
}

const floorRow = ({ name, floor, holds }: (typeof FLOORS)[number], { evenings, rounds, seed }: Run): Row => {
  let [boxes, dealers, found] = [0, 0, 0]
  for (let evening = 0; evening < evenings; evening++) {
    const patterns = settlementPatterns(settledOn({ ...floor, rounds }, seed, evening))
    const flagged = patterns.boxes.filter((each) => each.flagged)
    const planted = flagged.filter(({ dealer, box }) => floor.collusion !== null && dealer === 'd0-0' && box === 't0/1').length
    found += planted
    boxes += flagged.length - planted
    dealers += patterns.dealers.filter((each) => each.flagged).length
  }
  const rate = (count: number): string => (count / evenings).toFixed(4)
  const power = floor.collusion === null ? '' : `${((100 * found) / evenings).toFixed(1)} %`
  return { cells: [name, rate(boxes), rate(dealers), power], fits: !holds || Math.max(boxes, dealers) <= flagsMost(evenings) }
}

const countRow = ({ evenings, seed }: Run): Row => {
  let [flags, found] = [0, 0]
  for (let evening = 0; evening < evenings; evening++) {
    flags += betsAgainstCount(countedOn(false, seed, evening)).filter((each) => each.flagged).length
    if (betsAgainstCount(countedOn(true, seed, evening)).some(({ box, flagged }) => flagged && box === 't/1')) found++
  }
  const cells = ['bets by the count, 24 shoes', (flags / evenings).toFixed(4), '', `${((100 * found) / evenings).toFixed(1)} %`]
  return { cells, fits: flags <= flagsMost(evenings) }
}

const print = (rows: readonly (readonly string[])[], toTheLeft: number): void =>
  void process.stdout.write(`${tableText(rows, toTheLeft)}\n`)

function compareWithChance({ of, number }: Said): number {
  const run: Run = { evenings: number('evenings'), rounds: number('rounds'), seed: number('seed') }
  const [house] = of('house')
  process.stdout.write(`z of the win in ${run.evenings} evenings of ${run.rounds} rounds, seed ${run.seed}\n`)
  const luck = HOUSE_IDS.filter((id) => house === undefined || id === house).flatMap((id) => luckRows(id, run))
  print([['house', 'of', 'mean', 'deviation', 'beyond 3', 'chi-square', 'p'], ...luck.map(({ cells }) => cells)], 2)
  process.stdout.write(`\nFlags a report by chance, at most ${FLAGS_BY_CHANCE} of a kind, and how often what was planted is found\n`)
  const floors = [...FLOORS.map((floor) => floorRow(floor, run)), countRow(run)]
  print([['floor', 'boxes', 'dealers', 'found'], ...floors.map(({ cells }) => cells)], 1)
  return [...luck, ...floors].every(({ fits }) => fits) ? 0 : EXIT_OUTSIDE
}

process.exitCode = await runCommand({ name: 'chance', options: OPTIONS, help: HELP, run: compareWithChance }, process.argv.slice(2))
