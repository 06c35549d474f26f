/** Catalogue 2.10: the rack. */
import { later, NOTE_LATER, needs, practice, type Section } from './row.ts'

const RACK = needs('payouts', 'rack')
const NO_CASH = 'Cash is not sensed: chips sold for it leave the rack in the same way.'

export const RACK_SECTION = {
  'FLOAT-IMBALANCE': {
    severity: 'stop',
    sure: 'S',
    means:
      "During the settlement the rack changed by a different amount from the spots. Only value counts, and only where it is clear which moves were the dealer's; colour changes do not count.",
    breaks: practice('field', 'Chips of a settlement move between rack and spots.'),
    needs: RACK,
    amount: 'difference',
    seen: 'the rack changed by {moved}[ ({changes})]',
    expected: 'the spots account for {due}',
    remedy: 'Count the rack: it is out by {more}. Have surveillance look at it.',
    afterDeal: 'Count the rack: it is out by {more}. Ask surveillance for the round at {time}.',
    raised: 'events',
  },
  'FLOAT-UNEXPLAINED-OUT': {
    severity: 'stop',
    sure: 'S',
    means: 'Chips left the rack for a spot outside a settlement.',
    breaks: practice('Singapore Conduct of Gaming Regs r.14', 'Chips leave the rack to pay, to sell and to change only.'),
    needs: RACK,
    seen: '{moved} left the rack',
    expected: 'nothing was to be paid',
    remedy: 'Stop the game.',
    afterDeal: 'Count the rack, and ask surveillance for the round at {time}.',
    raised: { closed: NO_CASH },
  },
  'CHANGE-UNEQUAL': {
    severity: 'money',
    sure: 'S',
    means: 'Chips were exchanged for others of another value.',
    breaks: practice('field', 'An exchange is of equal value.'),
    needs: RACK,
    seen: '{moved} given out',
    expected: '{due} taken in',
    remedy: 'Correct the exchange.',
    afterDeal: later('correct the exchange'),
    raised: { closed: NO_CASH },
  },
  'FILL-DURING-ROUND': {
    severity: 'procedure',
    sure: 'S',
    means:
      'During a round more than the maximum bet came into the rack or left it with no spot being settled. Chips that leave may have been sold for cash, so then it is only likely.',
    breaks: practice('field', 'Fills and credits wait for the end of a round.'),
    needs: RACK,
    seen: 'the rack changed by {moved} during the round[ ({changes})]',
    expected: 'fills and credits wait for the end of a round',
    remedy: 'Note it.',
    afterDeal: NOTE_LATER,
    raised: 'events',
  },
  'TRAY-TOKEN-MIX': {
    severity: 'procedure',
    sure: 'S',
    means: 'A chip lies among the lammers of the rack, or a lammer among the chips.',
    breaks: practice('field', 'Lammers and chips have their own places in the rack.'),
    needs: RACK,
    seen: 'a chip lies in the wrong place',
    expected: 'lammers and chips lie apart',
    remedy: 'Put it where it belongs.',
    afterDeal: `Put it where it belongs. ${NOTE_LATER}`,
    raised: { closed: 'The rack is one spot in TLP/1; where in it a chip lies is not told.' },
  },
} as const satisfies Section
