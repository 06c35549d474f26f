/** The one thing to look at when several errors explain the evidence: asked of the first of them, so that a yes leaves it and a no clears it. */
import type { Deviation } from '../../engine/deviation.ts'
import type { FindingCode } from '../../house/finding-code.ts'

/** What the chips were moved against. */
const RESULTS: { readonly [C in FindingCode]?: 'win' | 'lose' | 'tie' } = {
  'LOSER-NOT-TAKEN': 'lose',
  'PAID-LOSER': 'lose',
  'PAID-PUSH': 'tie',
  'TOOK-PUSH': 'tie',
  'TOOK-WINNER': 'win',
  'WINNER-UNPAID': 'win',
}

const RESULT_QUESTIONS = {
  win: 'Did box {box} win?',
  lose: 'Did box {box} lose?',
  tie: 'Did box {box} tie with the dealer?',
} as const

/** What was done, asked so that a yes is the error. */
export const QUESTIONS: { readonly [C in FindingCode]?: string } = {
  'ABSENT-RULE': "Was the absent player's hand on box {box} played against the house rule?",
  'BET-CAPPED': 'Did a player add chips to the bet of box {box}?',
  'BET-LATE': 'Was the bet of box {box} laid after the first card?',
  'BET-LEFT-OVER': 'Was the lost bet of box {box} left on the layout?',
  'BET-MOVED': 'Did a player move another bet to box {box}?',
  'BET-PINCHED': 'Did a player take chips off the bet of box {box}?',
  'BJ-CARDS-LEFT-MAIN-TAKEN': 'Was the Push 22 bet of box {box} taken with its blackjack?',
  'BJ-LOST-TO-21': 'Did box {box} have a blackjack?',
  'BJ-ON-SPLIT': 'Was a split hand of box {box} paid as a blackjack?',
  'BJ-OVER': 'Was the blackjack of box {box} paid too much?',
  'BJ-PAID-TOO-EARLY': 'Was the blackjack of box {box} paid while the dealer could still tie it?',
  'BJ-PUSHED-ON-22': 'Did box {box} have a blackjack that was not paid?',
  'BJ-SHORT': 'Was the blackjack of box {box} paid too little?',
  'BJ-V-BJ-PAID': 'Was the blackjack of box {box} paid although the dealer had one?',
  'BJ-V-BJ-TAKEN': 'Did both box {box} and the dealer have a blackjack?',
  'BURN-AT-DEALER-CHANGE': 'Was a card burned when the dealer changed?',
  'BURN-EXTRA': 'Was one card too many burned?',
  'BURN-MISSING': 'Was the card dealt that should have been burned?',
  'BUST-NOT-TAKEN': 'Was box {box} bust?',
  'CO-BETTOR-SKIPPED': 'Was one bettor of box {box} passed over?',
  'CO-BETTOR-SPLIT-SHARE': "Was the other bettor's stake settled with the second hand of box {box}?",
  'DEAL-BOX-SKIPPED': 'Did box {box} get no cards?',
  'DEAL-DEALER-CARD-MISSED': 'Did the dealer miss his own card in the deal?',
  'DEAL-EMPTY-BOX': 'Were cards dealt to box {box} without a bet?',
  'DEAL-EXTRA-CARD': 'Was an extra card dealt that went to nobody?',
  'DEAL-HOLE-ORDER': "Was the dealer's first card the one dealt face up?",
  'DEAL-ONE-CARD-HAND': 'Did box {box} get only one card in the deal?',
  'DEAL-SECOND-DEALER-CARD-EARLY': 'Did the dealer take his second card in the deal?',
  'DEALER-DREW-EARLY': 'Did the dealer draw before the last player had finished?',
  'DEALER-DREW-NEEDLESSLY': 'Was every hand over before the dealer drew?',
  'DEALER-HIT-17': 'Did the dealer draw on 17 or more?',
  'DEALER-NO-DRAW-FOR-SIDE': 'Was a Push 22 bet open when the dealer did not draw?',
  'DEALER-SOFT17': 'Did the dealer have a soft 17?',
  'DEALER-STOOD-UNDER-17': 'Did the dealer stand below 17?',
  'DEALER-TOTAL-MISREAD': 'Did the dealer call the wrong total?',
  'DEALER22-PAID': 'Was box {box} paid although the dealer had 22?',
  'DEALER22-TAKEN': 'Was the bet of box {box} taken although the dealer had 22?',
  'DOUBLE-AMOUNT': 'Was the double of box {box} more or less than its bet?',
  'DOUBLE-LATE': 'Did box {box} double after its third card?',
  'DOUBLE-NO-CARD': 'Did box {box} double and get no card?',
  'DOUBLE-ON-BJ': 'Did box {box} double on a blackjack?',
  'DOUBLE-TOTAL': 'Did box {box} double on a total that may not be doubled?',
  'DOUBLE-TWO-CARDS': 'Did box {box} get two cards on its double?',
  'EVEN-AFTER-DRAW': 'Did box {box} get even money after the dealer had drawn?',
  'EVEN-NOT-ALLOWED': 'Did box {box} get even money?',
  'FB-CHARGED': 'Did box {box} pay for a bet that is free?',
  'FB-LOSS-CHARGED': 'Were chips taken for the free bet of box {box}?',
  'FB-PAID-TOKEN-VALUE': 'Was the free bet of box {box} paid more or less than the bet?',
  'FB-PUSH-PAID': 'Was the free bet of box {box} paid on a tie?',
  'FB-TOKEN-EARLY': 'Was the lammer of box {box} taken before its hand was settled?',
  'FB-TOKEN-INELIGIBLE-DOUBLE': 'Did box {box} get a free double that it may not have?',
  'FB-TOKEN-INELIGIBLE-SPLIT': 'Did box {box} get a free split that it may not have?',
  'FB-TOKEN-MISSING': 'Did box {box} double or split free without a lammer?',
  'FB-TOKEN-NOT-REMOVED': 'Was the lammer of box {box} left on the layout?',
  'FB-WIN-UNPAID': 'Was the free bet of box {box} left unpaid?',
  'HIT-ON-21': 'Did box {box} get a card on 21?',
  'INS-MISPAID': 'Was the insurance of box {box} paid wrongly?',
  'INS-NOT-TAKEN': 'Was the lost insurance of box {box} left on the layout?',
  'INS-TAKEN-WRONGLY': 'Was the insurance of box {box} taken although it won?',
  'INS-UNRESOLVED-ALL-BUST': 'Was insurance open when the dealer did not draw?',
  'LIVE-TAKEN-AS-BUST': 'Was the bet of box {box} taken although it was not bust?',
  'LOSER-NOT-TAKEN': 'Was the lost bet of box {box} left on the layout?',
  'P22-MISPAID': 'Was the Push 22 bet of box {box} paid the wrong amount?',
  'P22-OVER-29': 'Was the hand of box {box} above 29?',
  'P22-PAID-WRONGLY': 'Was the Push 22 bet of box {box} paid without a 22?',
  'P22-TAKEN-EARLY': "Was the Push 22 bet of box {box} taken before the dealer's hand was complete?",
  'P22-UNPAID': 'Was the Push 22 bet of box {box} left unpaid on a 22?',
  'PAID-DOUBLE-SINGLE': 'Was the double of box {box} paid once instead of twice?',
  'PAID-LOSER': 'Was box {box} paid although it lost?',
  'PAID-PUSH': 'Was box {box} paid on a tie?',
  'PAST-POSTED': "Did chips come to the bet of box {box} after the dealer's last card?",
  'PAY-BEFORE-DEALER-DONE': 'Was box {box} paid before the dealer had finished?',
  'PAY-OVER': 'Was box {box} paid more than it won?',
  'PAY-SHORT': 'Was box {box} paid less than it won?',
  'PAY-TOPPED-UP': 'Did the dealer pay box {box} twice?',
  'PEEK-FALSE': 'Did the dealer announce a blackjack that he did not have?',
  'PEEK-MISSED': 'Did play go on although the dealer had a blackjack?',
  'PLAY-ORDER': 'Did box {box} play before its turn?',
  'POG-LOST-HAND-UNPAID': 'Was the Pot of Gold bet of box {box} left unpaid?',
  'POG-MISPAID': 'Was the Pot of Gold bet of box {box} paid the wrong amount?',
  'POG-ON-DEALER-BJ': 'Was the Pot of Gold bet of box {box} left although the dealer had a blackjack?',
  'POG-TAKEN-WRONGLY': 'Was the Pot of Gold bet of box {box} taken from a hand that may still have a free bet?',
  'POG-TOKEN-COUNT': 'Is the number of lammers at the Pot of Gold bet of box {box} wrong?',
  'PRIZE-EARLY': 'Was the prize of box {box} paid before the round was over?',
  'PRIZE-MISSED': 'Was a prize for box {box} left unpaid?',
  'PRIZE-ON-LOSER': 'Did box {box} get a prize although it did not win?',
  'PRIZE-WRONG-TIER': 'Was box {box} paid the wrong prize for its sevens?',
  'SPLIT-ACE-DOUBLE': 'Did box {box} double on a split ace?',
  'SPLIT-ACE-EXTRA-CARD': 'Did box {box} get a second card on a split ace?',
  'SPLIT-ACES-TOO-MANY': 'Did box {box} split its aces too often?',
  'SPLIT-AMOUNT': 'Was the second bet for the split of box {box} more or less than the first?',
  'SPLIT-DEAL-ORDER': 'Were the split hands of box {box} dealt in the wrong order?',
  'SPLIT-NOT-PAIR': 'Did box {box} split cards that are not a pair?',
  'SPLIT-TOO-MANY': 'Did box {box} split too often?',
  'STAND-ON-11': 'Did box {box} stand on 11 or less?',
  'SURRENDER-AMOUNT': 'Was more or less than half taken at the surrender of box {box}?',
  'SURRENDER-DEALER-BJ': 'Did box {box} surrender against a blackjack?',
  'SURRENDER-LATE': 'Did box {box} surrender too late?',
  'SURRENDER-NONE': 'Did box {box} surrender?',
  'SURRENDER-VS-ACE': 'Did box {box} surrender against an ace?',
  'TAKE-PARTIAL': 'Was only part of the lost bet of box {box} taken?',
  'TOOK-PUSH': 'Was the bet of box {box} taken on a tie?',
  'TOOK-WINNER': 'Was the bet of box {box} taken although it won?',
  'WINNER-UNPAID': 'Was box {box} left unpaid although it won?',
}

/** What tells an error that stands alone from the story in which nobody erred. */
const ALONE: { readonly [C in FindingCode]?: string } = {
  'DEAL-EMPTY-BOX': 'Was cash or a coupon on box {box}?',
}

type Asked = Pick<Deviation, 'code' | 'box'>

const resultOf = ({ code }: Asked): 'win' | 'lose' | 'tie' | null => RESULTS[code] ?? null

const actOf = (code: FindingCode): string => QUESTIONS[code] ?? 'What was done wrong at box {box}?'

/** What tells the first of these from the others; null: there are none. The result, where no other at that box goes by the same one. */
export const questionOf = ([first, ...others]: readonly Asked[]): string | null => {
  if (first === undefined) return null
  const result = resultOf(first)
  const isPlain = others.every((other) => other.box !== first.box || (resultOf(other) !== null && resultOf(other) !== result))
  const template = result !== null && isPlain ? RESULT_QUESTIONS[result] : actOf(first.code)
  return atBox(template, first)
}

const atBox = (template: string, { box }: Asked): string => template.replaceAll('{box}', String(box ?? '?'))

/** The same of an error without rivals, against the story in which nobody erred; null: nothing would tell. */
export const questionAlone = (asked: Asked): string | null => {
  const template = ALONE[asked.code]
  if (template !== undefined) return atBox(template, asked)
  return QUESTIONS[asked.code] === undefined ? null : questionOf([asked])
}
