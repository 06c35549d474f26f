/**
 * Findings that may be proven in addition to, or instead of, an error that was made: the same fact under another name, or an immediate
 * consequence. Any other proven finding above `info` is a wrong accusation.
 */
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'

interface Consequence {
  readonly code: FindingCode
  readonly because: string
}

const one = (because: string, ...codes: readonly FindingCode[]): readonly Consequence[] => codes.map((code) => ({ code, because }))

const LIES = 'A lost bet that nobody took lies there for the next round, or is taken up by its player.'
const COUNTED = 'The chips that were moved against the rules are paid and taken like a bet.'
const SAME_CARD = 'One card more, or another order of the same cards: who got it depends on the reading.'
const SHORT_DEAL = 'One card fewer in the deal: which box or hand lacks it depends on the reading.'
const RESULT = 'The result of the hand is another one than the chips were moved by.'
const LATE = 'Where a bet lies since the last round the card looks like the first of the deal, and bets behind it are late.'
const FREE = 'A free bet is paid in one sum with the bet it lies on.'

export const CONSEQUENCES: { readonly [C in FindingCode]?: readonly Consequence[] } = {
  'PAY-TOPPED-UP': one(
    'Its player collects the first part: until the rest comes he was paid short.',
    'PAY-SHORT',
    'FB-PAID-TOKEN-VALUE',
    'BJ-SHORT',
    'PAID-DOUBLE-SINGLE',
  ),
  'LOSER-NOT-TAKEN': one(LIES, 'BET-LEFT-OVER'),
  'BET-LEFT-OVER': [
    ...one(LIES, 'LOSER-NOT-TAKEN'),
    ...one('The next bet lies on it: the spot shows both, above a maximum.', 'BET-OVER-MAX', 'BOX-OVER-MAX'),
  ],
  'TAKE-PARTIAL': one(LIES, 'BET-LEFT-OVER'),
  'ROUND-NOT-CLOSED': [
    ...one(
      'Nothing of the round is settled: its losers lie, its winners and side bets wait, and the next bets lie on top.',
      'BET-LEFT-OVER',
      'LOSER-NOT-TAKEN',
      'WINNER-UNPAID',
      'INS-NOT-TAKEN',
      'P22-UNPAID',
      'PRIZE-MISSED',
      'FB-TOKEN-NOT-REMOVED',
      'FB-WIN-UNPAID',
      'BJ-PUSHED-ON-22',
      'BUST-NOT-TAKEN',
      'FLOAT-IMBALANCE',
      'BET-UNDER-MIN',
      'BET-OVER-MAX',
      'BOX-OVER-MAX',
    ),
    ...one('A natural paid before play lies there with what it won, which is no whole bet.', 'BET-WRONG-UNIT'),
  ],
  'CO-BETTOR-SKIPPED': one('A co-bettor passed over is a winner unpaid.', 'WINNER-UNPAID'),
  'CO-BETTOR-SPLIT-SHARE': one(RESULT, 'PAID-LOSER', 'PAID-PUSH', 'TOOK-WINNER', 'TOOK-PUSH', 'WINNER-UNPAID', 'LOSER-NOT-TAKEN'),
  'DEALER-TOTAL-MISREAD': one(
    RESULT,
    'PAID-LOSER',
    'PAID-PUSH',
    'TOOK-WINNER',
    'TOOK-PUSH',
    'WINNER-UNPAID',
    'LOSER-NOT-TAKEN',
    'FB-WIN-UNPAID',
    'FB-PUSH-PAID',
  ),
  'LIVE-TAKEN-AS-BUST': one(
    'A hand swept in play is a winner or a tie taken; the cards after the last bet are cards without one.',
    'TOOK-WINNER',
    'TOOK-PUSH',
    'WINNER-UNPAID',
    'SCAN-NO-BETS',
  ),
  'PAY-BEFORE-DEALER-DONE': one(
    'What was paid early is taken back where the hand does not win.',
    'PAID-LOSER',
    'PAID-PUSH',
    'PAY-TOPPED-UP',
  ),
  'BJ-PAID-TOO-EARLY': one('What was paid early is taken back where the dealer equals it.', 'BJ-V-BJ-PAID'),
  'EVEN-NOT-ALLOWED': one('A natural paid 1:1 is a short payment of it.', 'BJ-SHORT', 'BJ-PAID-TOO-EARLY', 'BJ-V-BJ-PAID'),
  'EVEN-AFTER-DRAW': one('A natural paid 1:1 is a short payment of it.', 'BJ-SHORT'),
  'BJ-SHORT': one('A natural paid 1:1 is a short payment of it.', 'EVEN-NOT-ALLOWED'),
  'ABSENT-WIN-LEFT': [
    ...one('The bet that lies there gets no cards in the next round.', 'DEAL-BOX-SKIPPED'),
    ...one('With what it won it is no whole bet.', 'BET-WRONG-UNIT'),
  ],
  'BJ-NOT-PAID-AT-ONCE': [
    ...one('A natural that is never paid is a winner unpaid.', 'WINNER-UNPAID'),
    ...one('A natural that still waits makes the dealer draw, who would not have had to.', 'DEALER-DREW-NEEDLESSLY'),
  ],
  'DEALER-DREW-NEEDLESSLY': one('With every bet taken the card is one without bets.', 'SCAN-NO-BETS'),
  'BJ-ON-SPLIT': one('3:2 on a hand that is due 1:1 is too much.', 'PAY-OVER'),
  'FB-WIN-UNPAID': one(FREE, 'WINNER-UNPAID', 'PAY-SHORT', 'PAID-DOUBLE-SINGLE'),
  'FB-PAID-TOKEN-VALUE': one(FREE, 'PAY-OVER', 'PAY-SHORT'),
  'PAY-SHORT': one(FREE, 'FB-WIN-UNPAID', 'FB-PAID-TOKEN-VALUE'),
  'PAY-OVER': one(FREE, 'FB-PAID-TOKEN-VALUE', 'FB-PUSH-PAID'),
  'WINNER-UNPAID': one(FREE, 'FB-WIN-UNPAID'),
  'FB-LOSS-CHARGED': one(FREE, 'TOOK-WINNER', 'TOOK-PUSH'),
  'FB-PUSH-PAID': one(FREE, 'PAID-PUSH', 'DEALER22-PAID'),
  'FB-TOKEN-MISSING': one('Without its lammer a free double or split looks like a hit, and its win like too much.', 'PAY-OVER'),
  'FB-TOKEN-EARLY': one('A hand whose lammer is gone looks as if it had none.', 'FB-TOKEN-MISSING', 'PAY-OVER'),
  'FB-DEAD-WAGER-RETURNED': one('A lost bet given back was not taken.', 'LOSER-NOT-TAKEN', 'BUST-NOT-TAKEN'),
  'P22-OVER-29': one('It is paid though it lost.', 'P22-PAID-WRONGLY'),
  'P22-TAKEN-EARLY': one('A Push 22 bet that won was taken.', 'P22-UNPAID'),
  'BJ-CARDS-LEFT-MAIN-TAKEN': one('A Push 22 bet that won was taken.', 'P22-UNPAID', 'P22-TAKEN-EARLY'),
  'POG-TAKEN-WRONGLY': one('A Pot of Gold bet that won was taken.', 'POG-LOST-HAND-UNPAID', 'POG-MISPAID'),
  'PRIZE-EARLY': one('The prize of a box that loses later was paid to a loser.', 'PRIZE-ON-LOSER', 'PRIZE-WRONG-TIER'),
  'PRIZE-MISSED': one('A prize is paid in one sum with the bet.', 'PAY-SHORT'),
  'PRIZE-WRONG-TIER': one('A prize is paid in one sum with the bet.', 'PAY-SHORT', 'PAY-OVER'),
  'INS-UNRESOLVED-ALL-BUST': one('Insurance that nothing decided was taken.', 'INS-TAKEN-WRONGLY'),
  'DEALER-DREW-EARLY': one(SAME_CARD, 'DEAL-SECOND-DEALER-CARD-EARLY', 'DEAL-EXTRA-CARD'),
  'DEAL-SECOND-DEALER-CARD-EARLY': one(SAME_CARD, 'DEALER-DREW-EARLY', 'DEAL-EXTRA-CARD'),
  'PEEK-MISSED': one('Bets raised against a natural are lost with the rest.', 'DOUBLE-ON-BJ'),
  'DOUBLE-TWO-CARDS': one(SAME_CARD, 'HIT-ON-21', 'DEALER-HIT-17'),
  'DOUBLE-NO-CARD': one(SAME_CARD, 'DOUBLE-LATE', 'BET-CAPPED'),
  'DOUBLE-LATE': one(COUNTED, 'BET-CAPPED', 'DOUBLE-TWO-CARDS'),
  'DOUBLE-AMOUNT': one(COUNTED, 'BET-CAPPED', 'SPLIT-AMOUNT'),
  'SPLIT-AMOUNT': one(COUNTED, 'BET-CAPPED', 'DOUBLE-AMOUNT'),
  'BET-CAPPED': [
    ...one(COUNTED, 'DOUBLE-AMOUNT', 'SPLIT-AMOUNT'),
    ...one('Where no card comes behind it and it is settled as it lies, it was laid behind the last card.', 'PAST-POSTED'),
  ],
  'BET-MOVED': one('It leaves one bet, and comes to another one.', 'BET-CAPPED', 'BET-PINCHED'),
  'BET-PINCHED': one('Chips that leave a bet look like a surrender of another part.', 'SURRENDER-AMOUNT', 'SURRENDER-NONE', 'TAKE-PARTIAL'),
  'SPLIT-NOT-PAIR': one('A second stake on two cards is a double or a split.', 'DOUBLE-TOTAL', 'DOUBLE-TWO-CARDS'),
  'SPLIT-ACE-EXTRA-CARD': one(SAME_CARD, 'DEALER-HIT-17'),
  'DEAL-EMPTY-BOX': one(SAME_CARD, 'DEAL-EXTRA-CARD'),
  'DEAL-HOLE-ORDER': one('By the order of the deal no ace is up when insurance is laid.', 'INS-NO-ACE'),
  'DEAL-EXTRA-CARD': one(SAME_CARD, 'BURN-EXTRA', 'DEALER-DREW-EARLY', 'DEAL-SECOND-DEALER-CARD-EARLY'),
  'DEAL-BOX-SKIPPED': one(SHORT_DEAL, 'DEAL-ONE-CARD-HAND', 'DEAL-DEALER-CARD-MISSED'),
  'DEAL-ONE-CARD-HAND': one(SHORT_DEAL, 'DEAL-DEALER-CARD-MISSED', 'DEAL-BOX-SKIPPED'),
  'DEAL-DEALER-CARD-MISSED': one(SHORT_DEAL, 'DEAL-ONE-CARD-HAND', 'DEAL-BOX-SKIPPED'),
  'BURN-MISSING': one(
    'The first card of the deal is taken for the burn card: the deal is one short.',
    'DEAL-ONE-CARD-HAND',
    'DEAL-DEALER-CARD-MISSED',
  ),
  'BURN-EXTRA': [
    ...one('A card more leaves the shoe before the deal.', 'SCAN-NO-BETS', 'DEAL-EXTRA-CARD'),
    ...one(LATE, 'BET-LATE', 'SIDE-LATE'),
  ],
  'BURN-AT-DEALER-CHANGE': [
    ...one('A card more leaves the shoe before the bets.', 'SCAN-NO-BETS', 'BURN-EXTRA'),
    ...one(LATE, 'BET-LATE', 'SIDE-LATE'),
  ],
  'SCAN-NO-BETS': one('A card more leaves the shoe before the bets.', 'BURN-EXTRA'),
  'BET-OVER-MAX': one('A bet over its maximum exceeds that of the box, too.', 'BOX-OVER-MAX'),
  'BOX-TOO-MANY-PLAYERS': one(
    'The bet of a player too many counts in the sum of the box, and nobody settles it.',
    'BOX-OVER-MAX',
    'BET-LEFT-OVER',
    'CO-BETTOR-SKIPPED',
    'CO-BETTOR-SPLIT-SHARE',
  ),
  'SIDE-NO-MAIN': one('A side bet that belongs to no hand is settled by nobody.', 'P22-UNPAID', 'POG-NOT-PICKED-UP'),
  'SIDE-LATE': one('A side bet that counts for nobody is settled by nobody.', 'P22-UNPAID', 'POG-NOT-PICKED-UP'),
  'INS-NO-ACE': one('Insurance that may not lie goes back to its player.', 'INS-NOT-TAKEN'),
  'INS-LATE': [
    ...one('Insurance that may not lie goes back to its player, or is settled as it lies.', 'INS-NOT-TAKEN'),
    ...one('With what is insured already it is too much, or it is not in the steps of the line.', 'INS-TABLE-OVER', 'INS-UNIT'),
  ],
  'INS-UNIT': one('A step of another size may be over the half as well.', 'INS-OVER'),
  'INS-ON-BJ': one('Insurance on the one box that may not be insured exceeds half of all the others.', 'INS-TABLE-OVER'),
  'INS-TABLE-OVER': one('A line for all bets may be on a box that may not be insured.', 'INS-ON-BJ', 'INS-OVER'),
  'FILL-DURING-ROUND': one('The rack gained what no spot gave.', 'FLOAT-IMBALANCE'),
}
