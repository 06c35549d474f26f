/** Beside the contract's catalogue: what a shoe shows over its life where its tests are asked for (`watches.shoeAlarmRate`). Never proven. */
import { needs, practice, type Section } from './row.ts'

const CARDS = needs('cards')

export const SHOE_LIFE = {
  'SHOE-ORDER': {
    severity: 'procedure',
    sure: 'T',
    means:
      'The cards came in an order that hardly any shuffle gives: that of new packs, or of the shoe before. Looked for only where `watches.shoeAlarmRate` is given, which says how often an honest shoe is accused; half of it falls to this code.',
    breaks: 'shuffledBy',
    needs: CARDS,
    seen: 'an order that chance gives one shoe in {count}',
    expected: 'a shuffled shoe',
    remedy: 'Shuffle anew; look at the recordings of the shuffle.',
    raised: 'events',
  },
  'SHOE-SHORTAGE': {
    severity: 'procedure',
    sure: 'T',
    means:
      'Over many shoes, none of them dealt to its end, some cards never came as often as complete packs would bring them. Looked for only where `watches.shoeAlarmRate` is given; half of the false alarms it allows fall to this code.',
    breaks: practice('N.J.A.C. 13:69F-2.2', 'All packs of a shoe are complete and alike.'),
    needs: CARDS,
    seen: '{total} of the cards never came in {count} shoes',
    expected: '{most} cards in the shoe',
    remedy: 'Count the packs by rank and suit.',
    raised: 'events',
  },
} as const satisfies Section
