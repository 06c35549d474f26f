/**
 * The share of rounds that can have a single reading at all, measured independently of this program, and the share that this program
 * reaches: first under the same conditions, then with one more circumstance of a real table at a time.
 */
import type { Cell } from './cells.ts'

/** By boxes in play. Source: contract, reconstruction, ceilings. */
export const CEILINGS: Readonly<Record<number, number>> = { 1: 0.93, 3: 0.75, 5: 0.61, 7: 0.48 }

export const CONDITIONS = `The ceilings hold for players who hit and stand alone and nobody on 11 or less, a dealer without a hole card who stands on soft 17, no
pointer; known are the cards in order, the dealer's rule, the instants at which busts are taken, and the result of every box. The line below
them has just these: house ingo with \`mustDrawTo: 11\`, all chips sensed and told at once, the round read when its last stake was settled, the
result of every box known. Each further line takes something away; the rows by house compare with the last line at most, for there players
also split, double, surrender and take even money, and every house has its own rules.`

export interface Step {
  readonly name: string
  readonly cell: Omit<Cell, 'boxes'>
}

const SAME: Omit<Cell, 'boxes'> = {
  ...{ house: 'ingo', rules: { mustDrawTo: 11 }, sensors: 'payouts', play: 'hit-stand', spotLagMs: 0, until: 'results' },
}

export const STEPS: readonly Step[] = [
  { name: 'the same conditions', cell: SAME },
  {
    name: 'results as the chips tell them: the last loss may be a bust, a lost hand or a push taken back',
    cell: { ...SAME, until: 'settled' },
  },
  { name: 'chips told up to 1.5 s late, the round read when it closed', cell: { ...SAME, spotLagMs: 1500, until: 'closed' } },
  { name: 'anybody may stand on anything', cell: { ...SAME, spotLagMs: 1500, until: 'closed', rules: {} } },
]
