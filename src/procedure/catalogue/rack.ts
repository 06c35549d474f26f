/** Catalogue 2.10: the rack. */
import { needs, practice, type Section } from './row.ts'

const RACK = needs('payouts', 'rack')
const NO_CASH = 'Cash is not sensed: chips sold for it leave the rack just so.'

export const RACK_SECTION = {
  'FLOAT-IMBALANCE': {
    severity: 'stop',
    sure: 'S',
    means:
      "While spots were settled the rack changed by another amount than they did. Judged by value, where it is plain which movements were the dealer's; other chips of the same value may be changed for anybody meanwhile.",
    breaks: practice('field', 'Chips of a settlement move between rack and spots.'),
    needs: RACK,
    seen: 'rack changed by {moved}[ ({text})]',
    expected: '{due} by the spots',
    remedy: 'Count the rack for {more}; look at the recordings.',
    raised: 'events',
  },
  'FLOAT-UNEXPLAINED-OUT': {
    severity: 'stop',
    sure: 'S',
    means: 'Chips left the rack towards a spot outside a settlement.',
    breaks: practice('Singapore Conduct of Gaming Regs r.14', 'Chips leave the rack to pay, to sell and to change only.'),
    needs: RACK,
    seen: '{moved} left the rack',
    expected: 'nothing to pay',
    remedy: 'Stop the game.',
    raised: { closed: NO_CASH },
  },
  'CHANGE-UNEQUAL': {
    severity: 'money',
    sure: 'S',
    means: 'An exchange gave out another value than it took in.',
    breaks: practice('field', 'An exchange is of equal value.'),
    needs: RACK,
    seen: '{moved} given out',
    expected: '{due}',
    remedy: 'Correct it.',
    raised: { closed: NO_CASH },
  },
  'FILL-DURING-ROUND': {
    severity: 'procedure',
    sure: 'S',
    means:
      'More than the highest bet came to the rack within a round, or left it, at no settlement of a spot. What leaves may have been sold for cash: then it is only likely.',
    breaks: practice('field', 'Fills and credits wait for the end of a round.'),
    needs: RACK,
    seen: 'rack changed by {moved} within the round[ ({text})]',
    expected: 'fills between rounds',
    remedy: 'Note it.',
    raised: 'events',
  },
  'TRAY-TOKEN-MIX': {
    severity: 'procedure',
    sure: 'S',
    means: 'A chip lies among the lammers of the rack, or a lammer among the chips.',
    breaks: practice('field', 'Lammers and chips have their own places in the rack.'),
    needs: RACK,
    seen: 'a chip in the wrong place',
    expected: 'lammers and chips apart',
    remedy: 'Put it right.',
    raised: { closed: 'The rack is one spot in TLP/1; where in it a chip lies is not told.' },
  },
} as const satisfies Section
