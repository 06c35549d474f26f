/** The patterns as lines for a person. Pure text. */
import { CORRELATION_LEAST } from './bets-and-count.ts'
import { fixed } from './money-text.ts'
import type { Patterns } from './pattern-rows.ts'

const SHOWN = 5
/** Says how many are left out here. */
const more = (all: number): readonly string[] => (all > SHOWN ? [`  and ${all - SHOWN} more, less remarkable; --form json has all`] : [])
const flag = (flagged: boolean): string => (flagged ? '  FLAGGED' : '')
/** A probability, corrected for the number of comparisons. */
const chance = (p: number): string => (p < 0.0001 ? 'less than 0.0001' : p.toFixed(4))

export const patternLines = ({ settlement, bets }: Patterns): readonly string[] => {
  const { settled, comparisons, byChance } = settlement
  return [
    'Something to look into, no accusation. Each chance is that of so much or more by chance anywhere in this report.',
    '',
    `Overpayments by one dealer to one box: ${settled} settled boxes of certain money, ${comparisons.boxes} pairs compared; by chance at most ${byChance} flags`,
    ...settlement.boxes
      .slice(0, SHOWN)
      .map(
        ({ dealer, box, settled: own, overpaid, expected, p, flagged }) =>
          `  ${dealer} at ${box}: ${overpaid} of ${own} overpaid, ${fixed(expected, 2)} expected, chance ${chance(p)}${flag(flagged)}`,
      ),
    ...more(settlement.boxes.length),
    '',
    `Errors that go one way: ${comparisons.dealers} dealers compared; by chance at most ${byChance} flags`,
    ...settlement.dealers
      .slice(0, SHOWN)
      .map(
        ({ dealer, over, under, othersShare, p, flagged }) =>
          `  ${dealer}: ${over} too much, ${under} too little${othersShare === null ? '' : `; others ${fixed(100 * othersShare, 0)} % too much`}, chance ${chance(p)}${flag(flagged)}`,
      ),
    ...more(settlement.dealers.length),
    '',
    `Bets that follow the count, of shoes that are over: ${bets.filter(({ p }) => p !== null).length} boxes compared; by chance at most ${byChance} flags, and none below a correlation of ${CORRELATION_LEAST}`,
    ...bets
      .slice(0, SHOWN)
      .map(
        ({ box, rounds, shoes, least, most, correlation, p, flagged }) =>
          `  ${box}: ${rounds} rounds of ${shoes} shoes, bets 1 to ${fixed(most / least, 1)}, correlation ${fixed(correlation, 2) || 'none'}, ${p === null ? 'too few shoes' : `chance ${chance(p)}`}${flag(flagged)}`,
      ),
    ...more(bets.length),
  ]
}
