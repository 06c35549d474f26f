/**
 * The one question to ask when several errors explain the evidence. It is about the first of them, so that "yes" confirms that error and
 * "no" rules it out.
 */
import type { Deviation } from '../../engine/deviation.ts'
import type { FindingCode } from '../../rules/house/finding-code.ts'

/** The hand's true result, which the chips contradict if the error was made. */
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
  tie: 'Did box {box} push?',
} as const

/** What was done, asked so that "yes" means the error. */
export const QUESTIONS: { readonly [C in FindingCode]?: string } = {
  'ABSENT-RULE': "Was the absent player's hand on box {box} played against the house rule?",
  'BET-CAPPED': 'Did a player add chips to the bet on box {box}?',
  'BET-LATE': 'Did the bet on box {box} go down after the first card?',
  'BET-LEFT-OVER': 'Was the losing bet on box {box} left down?',
  'BET-MOVED': 'Did a player move another bet to box {box}?',
  'BET-PINCHED': 'Did a player take chips off the bet on box {box}?',
  'BJ-CARDS-LEFT-MAIN-TAKEN': 'Was Push 22 on box {box} taken with its blackjack?',
  'BJ-LOST-TO-21': 'Did box {box} have a blackjack?',
  'BJ-ON-SPLIT': 'Was a split hand on box {box} paid as a blackjack?',
  'BJ-OVER': 'Was the blackjack on box {box} overpaid?',
  'BJ-PAID-TOO-EARLY': 'Was the blackjack on box {box} paid while the dealer could still match it?',
  'BJ-PUSHED-ON-22': 'Did box {box} have a blackjack that was not paid?',
  'BJ-SHORT': 'Was the blackjack on box {box} underpaid?',
  'BJ-V-BJ-PAID': 'Was the blackjack on box {box} paid against a dealer blackjack?',
  'BJ-V-BJ-TAKEN': 'Did both box {box} and the dealer have a blackjack?',
  'BURN-AT-DEALER-CHANGE': 'Was a card burned when the dealer changed?',
  'BURN-EXTRA': 'Was one card too many burned?',
  'BURN-MISSING': 'Was the burn card dealt instead?',
  'BUST-NOT-TAKEN': 'Was box {box} bust?',
  'CO-BETTOR-SKIPPED': 'Was a bettor on box {box} passed over?',
  'CO-BETTOR-SPLIT-SHARE': 'Was the co-bettor on box {box} settled on the second hand?',
  'DEAL-BOX-SKIPPED': 'Was box {box} missed in the deal?',
  'DEAL-DEALER-CARD-MISSED': 'Did the dealer miss himself in the deal?',
  'DEAL-EMPTY-BOX': 'Was box {box} dealt in without a bet?',
  'DEAL-EXTRA-CARD': 'Was an extra card dealt to nobody?',
  'DEAL-HOLE-ORDER': "Was the dealer's first card dealt face up?",
  'DEAL-ONE-CARD-HAND': 'Did box {box} get only one card in the deal?',
  'DEAL-SECOND-DEALER-CARD-EARLY': 'Did the dealer take his second card in the deal?',
  'DEALER-DREW-EARLY': 'Did the dealer draw before the last player had finished?',
  'DEALER-DREW-NEEDLESSLY': 'Was every hand over before the dealer drew?',
  'DEALER-HIT-17': 'Did the dealer draw on 17 or more?',
  'DEALER-NO-DRAW-FOR-SIDE': 'Was a Push 22 bet still open when the dealer did not draw?',
  'DEALER-SOFT17': 'Did the dealer have a soft 17?',
  'DEALER-STOOD-UNDER-17': 'Did the dealer stand below 17?',
  'DEALER-TOTAL-MISREAD': 'Did the dealer call the wrong total?',
  'DEALER22-PAID': 'Was box {box} paid on a dealer 22?',
  'DEALER22-TAKEN': 'Was the bet on box {box} taken on a dealer 22?',
  'DOUBLE-AMOUNT': 'Did the double on box {box} differ from its bet?',
  'DOUBLE-LATE': 'Did box {box} double after its third card?',
  'DOUBLE-NO-CARD': 'Did box {box} double and get no card?',
  'DOUBLE-ON-BJ': 'Did box {box} double on a blackjack?',
  'DOUBLE-TOTAL': 'Did box {box} double on a total that may not double?',
  'DOUBLE-TWO-CARDS': 'Did box {box} get two cards on its double?',
  'EVEN-AFTER-DRAW': 'Did box {box} get even money after the dealer had drawn?',
  'EVEN-NOT-ALLOWED': 'Did box {box} get even money?',
  'FB-CHARGED': 'Did box {box} pay for a bet that is free?',
  'FB-LOSS-CHARGED': 'Were chips taken for the free bet on box {box}?',
  'FB-PAID-TOKEN-VALUE': 'Was the free bet on box {box} paid at other than the bet?',
  'FB-PUSH-PAID': 'Was the free bet on box {box} paid on a push?',
  'FB-TOKEN-EARLY': 'Was the lammer on box {box} taken before its hand was settled?',
  'FB-TOKEN-INELIGIBLE-DOUBLE': 'Did box {box} get a free double that it may not have?',
  'FB-TOKEN-INELIGIBLE-SPLIT': 'Did box {box} get a free split that it may not have?',
  'FB-TOKEN-MISSING': 'Did box {box} double or split free without a lammer?',
  'FB-TOKEN-NOT-REMOVED': 'Was the lammer on box {box} left down?',
  'FB-WIN-UNPAID': 'Was the free bet on box {box} left unpaid?',
  'HIT-ON-21': 'Did box {box} get a card on 21?',
  'INS-MISPAID': 'Was the insurance on box {box} mispaid?',
  'INS-NOT-TAKEN': 'Was the losing insurance on box {box} left down?',
  'INS-TAKEN-WRONGLY': 'Was winning insurance on box {box} taken?',
  'INS-UNRESOLVED-ALL-BUST': 'Was insurance still open when the dealer did not draw?',
  'LIVE-TAKEN-AS-BUST': 'Was the bet on box {box} taken before the hand was bust?',
  'LOSER-NOT-TAKEN': 'Was the losing bet on box {box} left down?',
  'P22-MISPAID': 'Was Push 22 on box {box} paid the wrong amount?',
  'P22-OVER-29': 'Was the hand on box {box} above 29?',
  'P22-PAID-WRONGLY': 'Was Push 22 on box {box} paid without a 22?',
  'P22-TAKEN-EARLY': "Was Push 22 on box {box} taken before the dealer's hand was complete?",
  'P22-UNPAID': 'Was Push 22 on box {box} left unpaid on a 22?',
  'PAID-DOUBLE-SINGLE': 'Was the double on box {box} paid once instead of twice?',
  'PAID-LOSER': 'Was box {box} paid on a losing hand?',
  'PAID-PUSH': 'Was box {box} paid on a push?',
  'PAST-POSTED': "Did chips come to the bet on box {box} after the dealer's last card?",
  'PAY-BEFORE-DEALER-DONE': 'Was box {box} paid before the dealer had finished?',
  'PAY-OVER': 'Was box {box} overpaid?',
  'PAY-SHORT': 'Was box {box} underpaid?',
  'PAY-TOPPED-UP': 'Did the dealer pay box {box} twice?',
  'PEEK-FALSE': 'Did the dealer call a blackjack he did not have?',
  'PEEK-MISSED': 'Did play go on against a dealer blackjack?',
  'PLAY-ORDER': 'Did box {box} play before its turn?',
  'POG-LOST-HAND-UNPAID': 'Was the Pot of Gold bet on box {box} left unpaid?',
  'POG-MISPAID': 'Was the Pot of Gold bet on box {box} paid the wrong amount?',
  'POG-ON-DEALER-BJ': 'Was the Pot of Gold bet on box {box} left down against a dealer blackjack?',
  'POG-TAKEN-WRONGLY': 'Was the Pot of Gold bet on box {box} taken from a hand that may still have a free bet?',
  'POG-TOKEN-COUNT': 'Is the number of lammers at Pot of Gold on box {box} wrong?',
  'PRIZE-EARLY': 'Was the prize on box {box} paid before the round was over?',
  'PRIZE-MISSED': 'Was a prize for box {box} left unpaid?',
  'PRIZE-ON-LOSER': 'Did box {box} get a prize without winning?',
  'PRIZE-WRONG-TIER': 'Was box {box} paid the wrong prize for its sevens?',
  'SPLIT-ACE-DOUBLE': 'Did box {box} double on a split ace?',
  'SPLIT-ACE-EXTRA-CARD': 'Did box {box} get a second card on a split ace?',
  'SPLIT-ACES-TOO-MANY': 'Did box {box} split its aces too often?',
  'SPLIT-AMOUNT': 'Did the second bet of the split on box {box} differ from the first?',
  'SPLIT-DEAL-ORDER': 'Were the split hands on box {box} dealt in the wrong order?',
  'SPLIT-NOT-PAIR': 'Did box {box} split cards that are not a pair?',
  'SPLIT-TOO-MANY': 'Did box {box} split too often?',
  'STAND-ON-11': 'Did box {box} stand on 11 or less?',
  'SURRENDER-AMOUNT': 'Was the surrender on box {box} for anything but half?',
  'SURRENDER-DEALER-BJ': 'Did box {box} surrender against a blackjack?',
  'SURRENDER-LATE': 'Did box {box} surrender too late?',
  'SURRENDER-NONE': 'Did box {box} surrender?',
  'SURRENDER-VS-ACE': 'Did box {box} surrender against an ace?',
  'TAKE-PARTIAL': 'Was only part of the losing bet on box {box} taken?',
  'TOOK-PUSH': 'Was the bet on box {box} taken on a push?',
  'TOOK-WINNER': 'Was the bet on box {box} taken on a winning hand?',
  'WINNER-UNPAID': 'Did box {box} win and go unpaid?',
}

/** Questions that decide between a lone error and the explanation without any error. */
const ALONE: { readonly [C in FindingCode]?: string } = {
  'DEAL-EMPTY-BOX': 'Was cash or a coupon on box {box}?',
}

type Asked = Pick<Deviation, 'code' | 'box'>

const resultOf = ({ code }: Asked): 'win' | 'lose' | 'tie' | null => RESULTS[code] ?? null

const actOf = (code: FindingCode): string => QUESTIONS[code] ?? 'What was done wrong at box {box}?'

/**
 * The question that separates the first of these from the others; null: the list is empty. It asks for the hand's result if no other error
 * at that box has the same one.
 */
export const questionOf = ([first, ...others]: readonly Asked[]): string | null => {
  if (first === undefined) return null
  const result = resultOf(first)
  const isPlain = others.every((other) => other.box !== first.box || (resultOf(other) !== null && resultOf(other) !== result))
  const template = result !== null && isPlain ? RESULT_QUESTIONS[result] : actOf(first.code)
  return atBox(template, first)
}

const atBox = (template: string, { box }: Asked): string => template.replaceAll('{box}', String(box ?? '?'))

/** The question that separates an error without rivals from the explanation without any error; null: no question would. */
export const questionAlone = (asked: Asked): string | null => {
  const template = ALONE[asked.code]
  if (template !== undefined) return atBox(template, asked)
  return QUESTIONS[asked.code] === undefined ? null : questionOf([asked])
}
