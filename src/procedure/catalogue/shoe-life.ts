/**
 * An addition to the contract's catalogue: what a shoe shows over its life, if its tests are switched on (`watches.shoeAlarmRate`). Never
 * proven.
 */
import { needs, practice, type Section } from './row.ts'

const CARDS = needs('cards')

export const SHOE_LIFE = {
  'SHOE-ORDER': {
    severity: 'procedure',
    sure: 'T',
    means:
      'The cards came in an order that hardly any shuffle gives: that of new packs, or of the last shoe. Reported only where `watches.shoeAlarmRate` says how often an honest shoe may be accused; half that rate goes to this code.',
    breaks: 'shuffledBy',
    needs: CARDS,
    seen: 'an order of cards that chance gives one shoe in {count}',
    expected: 'a shoe should be shuffled',
    remedy: 'Shuffle again, and have surveillance look at the shuffle.',
    afterDeal: 'Have surveillance look at the shuffle before {time}, and watch the next one.',
    raised: 'events',
  },
  'SHOE-SHORTAGE': {
    severity: 'procedure',
    sure: 'T',
    means:
      'Over many shoes that were never dealt out, some cards came less often than full packs would give. Reported only where `watches.shoeAlarmRate` is set; half that rate goes to this code.',
    breaks: practice('N.J.A.C. 13:69F-2.2', 'All packs of a shoe are complete and alike.'),
    needs: CARDS,
    seen: '{total} cards have not come once in {count} shoes',
    expected: 'the shoe holds {most} cards',
    remedy: 'Count the packs by rank and suit.',
    afterDeal: 'Count the packs by rank and suit before they are shuffled again, and tell surveillance the time: {time}.',
    raised: 'events',
  },
} as const satisfies Section
