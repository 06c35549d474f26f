/** The hours of one table, as its strip shows them. Pure. */
import { firstBets, type RoundFacts } from '../reports/facts.ts'
import type { AskedSpot, RaisedHand } from '../reports/rows-asked.ts'
import type { Hour } from './form.ts'

const QUARTER_MS = 900_000

/** The bets of one round. */
export type BetsOf = (round: RoundFacts) => { readonly spots: readonly AskedSpot[]; readonly raised: readonly RaisedHand[] }

/**
 * `minutesPast`: how far the minute hand of the zone is at that time. Hours begin where it shows :00, so that zones with half and quarter
 * hours have theirs; every zone is off by whole quarters of an hour.
 */
export const hoursOf = (facts: readonly RoundFacts[], betsOf: BetsOf, minutesPast: (at: number) => number): readonly Hour[] => {
  const found = new Map<number, RoundFacts[]>()
  for (const each of facts) {
    const quarter = Math.floor(each.round.opened_at / QUARTER_MS) * QUARTER_MS
    const from = quarter - minutesPast(quarter) * 60_000
    const own = found.get(from)
    if (own) own.push(each)
    else found.set(from, [each])
  }
  return [...found].sort(([one], [other]) => one - other).map(([from, own]) => hourOf(from, own, betsOf))
}

const total = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0)

const hourOf = (from: number, facts: readonly RoundFacts[], betsOf: BetsOf): Hour => {
  const told = facts.flatMap(({ told: rules, round }) => (rules === null ? [] : [{ dealt: round.boxes, ...rules }]))
  const bets = facts.flatMap((each) => {
    const { spots, raised } = betsOf(each)
    const main = each.told === null ? [] : firstBets(spots, raised, each.told.limits)
    return main.flatMap(([bet = 0]) => (bet > 0 ? [bet] : []))
  })
  const expected = facts.flatMap(({ expected: is }) => is ?? [])
  const won = facts.flatMap(({ bets: { main, p22, pog, ins } }) => [main.houseWon, p22.houseWon, pog.houseWon, ins.houseWon])
  return {
    from: new Date(from).toISOString(),
    rounds: facts.length,
    occupancy: told.length === 0 ? null : total(told.map(({ dealt }) => dealt)) / total(told.map(({ boxes }) => boxes)),
    firstBet: bets.length === 0 ? null : total(bets) / bets.length,
    minimum: told.length === 0 ? null : Math.min(...told.map(({ limits }) => limits.min)),
    houseWon: total(won),
    theory: expected.length === 0 ? null : total(expected.map(({ all }) => all.win)),
    deviation: expected.length === 0 ? null : Math.sqrt(total(expected.map(({ all }) => all.variance))),
  }
}
