/** What a movement of chips was, by the likeliest reading; reported with the line that showed it. */
import type { Area, SpotId } from '../../../devices/scan.ts'
import { UNKNOWN } from '../../rules/game/cards.ts'
import { mayMoveEarly } from '../../rules/game/hand.ts'
import { inChips, payout } from '../../rules/game/settle.ts'
import type { TableContext } from '../context.ts'
import { fullOf } from '../errors/answers.ts'
import type { TableEventType } from '../event.ts'
import { dealtHand, insuranceTimeline, MAINS, type Round, spotOf, timelineOf } from '../evidence/round.ts'
import type { Reading, Solution } from '../lattice/reading.ts'
import { spotNumbers } from '../lattice/spots.ts'
import type { OpenRound } from '../state/open-round.ts'
import type { OpenTable } from '../state/table-state.ts'
import { coveredReadings, isSingle, type Voice } from './say.ts'

/** A spot of a box of the round, by its index, that showed `before`, and shows `amount` now; minor units. */
interface Change {
  readonly round: Round
  readonly index: number
  readonly area: Area
  readonly before: number
  readonly amount: number
}

type Word = Extract<TableEventType, 'chips.paid' | 'chips.taken' | 'insurance.placed'>

/** Exactly what insurance pays came to insurance that lay there: the dealer has turned a natural, or somebody laid that much more. */
const isPaidSo = ({ area, before, amount }: Change, { rules, money }: TableContext): boolean =>
  area === 'ins' && before > 0 && rules.insurance !== 'none' && amount - before === payout(before, rules.insurance.pays, money)

/** While play goes on the dealer takes what is lost. The bet of a natural is paid at once, and of a surrendered bet he takes a part. */
const inPlay = (change: Change, full: Solution, context: TableContext): Word | null => {
  const { round, index, area, before, amount } = change
  if (area === 'ins' && amount > before) return isPaidSo(change, context) ? 'chips.paid' : 'insurance.placed'
  const isMain = MAINS.includes(area)
  // A natural may be paid, and a hand given up, before play has come to its box.
  const played = full.best?.stories[index]?.hands ?? []
  const hands = !isMain ? [] : played.length > 0 ? played : [full.givenUp(index) ?? dealtHand(round, index, context)]
  const isGivenUp = hands[0]?.ended === 'surrender'
  const mayBePaid = mayMoveEarly(hands) && !isGivenUp
  // If payments are not followed its bet may have been paid unseen, and what moves is its player's.
  if (mayBePaid && context.chipEvidence !== 'payouts') return null
  if (amount > before) return mayBePaid ? 'chips.paid' : null
  const { base } = timelineOf(round, spotOf(round.boxes[index] ?? 0, area), context.spotLagMs)
  const staked = hands.reduce((sum, { ended, real }) => (ended === 'bust' ? sum : sum + inChips(real, base.amount)), 0)
  // What lies there from then on is its player's to collect.
  const isDone = (mayBePaid && before > staked) || (isGivenUp && before < base.amount)
  return isDone ? null : 'chips.taken'
}

/** For spots other than the holder's main bet: chips move towards what the spot is due, and what comes then is its player's. */
const asDue = ({ round, index, area, before, amount }: Change, reading: Reading, context: TableContext): Word | null => {
  const { staked, due } = spotNumbers(round, index, reading, context)[area] ?? { staked: 0, due: null }
  if (due === null) return null
  if (amount > before) return due > 0 && before >= staked && before < staked + due ? 'chips.paid' : null
  return due < 0 && before <= staked && before > staked + due ? 'chips.taken' : null
}

const wordFor = (change: Change, full: Solution, context: TableContext): Word | null => {
  const { round, index, area } = change
  const reading = full.best
  if (reading === null) return null
  // A lost bet that waits on the insurance line belongs to the main spot.
  if (area === 'ins' && insuranceTimeline(round, round.boxes[index] ?? 0, context).moves.length === 0) return null
  // What other spots are due depends on the dealer's hand, whether or not a main bet waits for it.
  const isDue = reading.dues !== null || reading.dealer?.done === true
  if (isDue && context.chipEvidence !== 'payouts') return null
  if (area !== 'main' && isDue) return asDue(change, { ...reading, dues: reading.dues ?? [] }, context)
  if (reading.dues === null) return inPlay(change, full, context)
  const kind = reading.settlements[index]?.kinds.at(-1)
  if (kind === 'pay') return 'chips.paid'
  return kind === 'take' ? 'chips.taken' : null
}

/** Is there one reading? With an unread card it must also be the same for every rank, because that card may decide which bet has won. */
const isSame = (current: OpenRound, full: Solution): boolean =>
  isSingle(current, full) && (full.count === 1 || current.round.cards.every(({ code }) => code !== UNKNOWN))

/** Reports the movement, as certain only if no hand may lie over chips. */
export const sayChips = (state: OpenTable, spot: SpotId, { before, amount }: Pick<Change, 'before' | 'amount'>, voice: Voice): void => {
  const { current } = state
  const { context } = voice
  const [boxText = '', area = 'main'] = spot.split('.') as [string, Area]
  const { round, isCovered } = current
  const box = Number(boxText)
  const index = round.boxes.indexOf(box)
  const full = fullOf(current, context)
  const reading = full?.best
  if (index < 0 || !reading || before === amount || context.chipEvidence === 'bets') return
  // In the story a hand lies over this bet.
  if (isCovered && amount < before && MAINS.includes(area)) return
  const shown: Change = { round, index, area, before, amount }
  const word = wordFor(shown, full, context)
  const mayBeEither = reading.dues === null && isPaidSo(shown, context)
  const certain = !isCovered && isSame(current, full) && !mayBeEither && coveredReadings(state, context).length === 0
  const told = { box, amount: Math.abs(amount - before), certain }
  if (word === 'insurance.placed') voice.say(word, told, round.id)
  else if (word !== null) voice.say(word, { ...told, area }, round.id)
}
