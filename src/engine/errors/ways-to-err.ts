/** Every single way to err that the evidence of a round leaves worth a question, the least rare first. */

import type { DealerFault } from '../../rules/game/dealer.ts'
import { FAULT_CODES } from '../../rules/game/dealer-faults.ts'
import { PLAY_ERROR_NAMES, type PlayErrorName } from '../../rules/game/hand.ts'
import { isLookedFor } from '../../rules/game/looked-for.ts'
import { isOddDouble, mayShow, NEVER_TAKEN, PLAY_ERRORS, type PlayError } from '../../rules/game/play-errors.ts'
import { checksUnder } from '../../rules/game/up-card.ts'
import { RARITY } from '../../rules/house/rarity.ts'
import { changesIn, isPaidAndTaken } from '../evidence/chips.ts'
import { dealerPositions, dealtHand, isHoleMasked, type Round, rankAt } from '../evidence/round.ts'
import { RIGHT } from '../lattice/error-effects.ts'
import { hasStandIn } from '../lattice/growth.ts'
import type { Reader } from '../lattice/question.ts'
import { type DealersError, ORDINARY } from '../lattice/reading.ts'
import { type Misdealt, misdealsOf, reordersOf, straysInPlay, turnsOf } from './misdeals.ts'
import { faultIn, hasPaidBust } from './rarity.ts'
import { mainAt, tamperingsIn } from './tamperings.ts'
import type { Way } from './way.ts'

/** Every question worth asking about one kind of error. What it brought is kept for all kinds that ask it. */
export type Ask = (round: Round, reader: Reader) => readonly (DealersError | Misdealt)[]

/** One kind of error, and how rare it is at least. */
export interface Kind {
  readonly ask: Ask
  readonly rarity: number
  /** Worth asking only beside ways like this. @default any */
  readonly beside?: (way: Way) => boolean
  /** Which of its ways count. @default all */
  readonly counts?: (way: Way) => boolean
}

const FAULTS: readonly DealerFault[] = ['stood', 'drew', 'needless', 'no-draw']

/** One error, with nothing put right as well: that would be another one. */
const ERRED: DealersError = { ...RIGHT, mended: false }
/** One stake was settled wrongly, and nobody decided as few players do. */
export const SETTLED_WRONGLY = { error: { ...ERRED, settling: 1 }, ...ORDINARY }
const faulty = (fault: DealerFault): DealersError => ({ ...ERRED, fault })

/** What may have gone wrong with the check under his up card, if there is one. A hole card that has not been turned proves nothing. */
const checks = (round: Round, { context }: Reader): readonly DealersError[] => {
  const up = rankAt(round, dealerPositions(round, context).up)
  const isChecked = !isHoleMasked(round) && up !== null && checksUnder(up, context.rules)
  if (!isChecked) return []
  const faults: readonly DealerFault[] = ['unchecked', ...(context.chipEvidence === 'payouts' ? (['falsely-checked'] as const) : [])]
  return faults.flatMap((fault) => (FAULT_CODES[fault].every((code) => isLookedFor(code, context)) ? [faulty(fault)] : []))
}

/** Below `payouts` no settlement is followed. */
const isSettlementSeen = ({ context }: Reader): boolean => context.chipEvidence === 'payouts'

/** This many errors in the settlement of main bets, at whichever boxes. */
const settling =
  (errors: number): Ask =>
  (_, reader) =>
    isSettlementSeen(reader) ? [{ ...ERRED, settling: errors }] : []

/** Most amounts tried for chips that are no whole bet. There are never more than a few. */
const ODD_MAX = 4

/**
 * Play errors that can be made at the box of an absent player, and those that can be made if another bettor of the box may draw or stand
 * for him (000 §1 l.47).
 */
const OF_THE_ABSENT: ReadonlySet<PlayErrorName> = new Set(['ABSENT-RULE', 'BUST-NOT-TAKEN'])
const OF_A_STAND_IN: ReadonlySet<PlayErrorName> = new Set(['HIT-ON-21', 'STAND-ON-11', 'BUST-NOT-TAKEN'])

const playErrorsAt = (round: Round, index: number, reader: Reader): readonly PlayError[] => {
  const { rules, chipEvidence } = reader.context
  const dealt = dealtHand(round, index, reader.context)
  const timeline = mainAt(round, index, reader)
  const changes = changesIn(timeline)
  const bet = timeline.base.amount
  const raises = changes.filter(({ change }) => change > 0).map(({ change }) => change)
  const falls = changes.filter(({ change }) => change < 0).map(({ change }) => -change)
  const added = changes.some(({ lammersMore }) => lammersMore > 0)
  const box = round.boxes[index] ?? 0
  const isAway = round.absent.has(box)
  const ofTheAway = hasStandIn(round, box, reader.context) ? OF_A_STAND_IN : OF_THE_ABSENT
  const isWorth = (name: PlayErrorName): boolean => {
    if (!isLookedFor(name, reader.context)) return false
    // The house's rule or another bettor plays for him.
    if (isAway && !ofTheAway.has(name)) return false
    if (name.startsWith('FB-TOKEN-INELIGIBLE')) return added
    if (name.startsWith('SURRENDER')) return falls.length > 0
    if (name === 'ABSENT-RULE') return isAway
    if (name === 'LIVE-TAKEN-AS-BUST') return changes.some(({ change, amount }) => change < 0 && amount > 0)
    return PLAY_ERRORS[name].needs !== 'stakes' || raises.length > 0 || added
  }
  return PLAY_ERROR_NAMES.filter((name) => mayShow(name, dealt, rules, chipEvidence) && isWorth(name)).flatMap(
    (name): readonly PlayError[] => {
      if (!PLAY_ERRORS[name].odd) return [{ box: index, name, units: null }]
      const seen = [...new Set(name === 'SURRENDER-AMOUNT' ? falls : raises)]
      const units = seen.filter((amount) => amount !== bet && amount < 2 * bet).map((amount) => amount / bet)
      const odd = name === 'DOUBLE-AMOUNT' ? units.filter((added) => isOddDouble(added, rules)) : units
      return odd.slice(0, ODD_MAX).map((added) => ({ box: index, name, units: added }))
    },
  )
}

const playErrors: Ask = (round, reader) => {
  const all = round.boxes.flatMap((_, index) => playErrorsAt(round, index, reader))
  return all.length > 0 ? [{ ...ERRED, playErrors: all }] : []
}

const tamperings: Ask = (round, reader) => tamperingsIn(round, reader).map((tampering) => ({ ...ERRED, tampering }))

/** A bust stake that was overlooked and left for good, so that its player picked it up: that is no second mistake. */
const leftForGood: Ask = (round, reader) => {
  const all = round.boxes.flatMap((_, index) => playErrorsAt(round, index, reader)).filter(({ name }) => name === 'BUST-NOT-TAKEN')
  const left = all.map((each): PlayError => ({ ...each, units: NEVER_TAKEN }))
  return isSettlementSeen(reader) && left.length > 0 ? [{ ...ERRED, playErrors: left }] : []
}

const misdeals: Ask = (round, { context }) => misdealsOf(round, context)
const turns: Ask = (round, { context }) => turnsOf(round, context)
const strays: Ask = (round, { context }) => straysInPlay(round, context)
const reorders: Ask = (round, { context }) => reordersOf(round, context)

/** An error by the dealer or in play. */
const usual: Ask = (round, reader) => [...FAULTS.map(faulty), ...checks(round, reader), ...playErrors(round, reader)]
const misread: Ask = (round, reader) => (isSettlementSeen(reader) && round.boxes.length > 1 ? [faulty('misread')] : [])
/** He stopped too soon and settled by a total on which he stands: one mistake, but two rules are broken. */
const misreadShort: Ask = (_, reader) => (isSettlementSeen(reader) ? [faulty('misread-short')] : [])
/** Chips were paid and taken at one spot after the last card: the dealer may have put something right. */
const mayBeMended = (round: Round, index: number, reader: Reader): boolean =>
  isPaidAndTaken(mainAt(round, index, reader), round.cards.at(-1)?.at ?? 0)
/** The same error, beside something that the dealer put right. */
const mended =
  (ask: Ask): Ask =>
  (round, reader) =>
    isSettlementSeen(reader) && round.boxes.some((_, index) => mayBeMended(round, index, reader))
      ? ask(round, reader).map((error) => ('misdeal' in error ? error : { ...error, mended: true }))
      : []
const settledAndFault: Ask = (_, reader) =>
  isSettlementSeen(reader) ? FAULTS.map((fault): DealersError => ({ ...ERRED, settling: 1, fault })) : []

const settledTwice = settling(2)

const { settledWrongly, erred, beside, another } = RARITY

/** One error in the settlement that has no row. */
export const unnamed: Kind = {
  ask: (_, reader) => (isSettlementSeen(reader) ? [{ ...ERRED, settling: 1, unnamed: true }] : []),
  rarity: settledWrongly,
}

/** What may have gone wrong, the least rare first. */
export const KINDS: readonly Kind[] = [
  // What the dealer put right costs nothing.
  { ask: () => [RIGHT], rarity: 0 },
  { ask: settling(1), rarity: settledWrongly },
  { ask: usual, rarity: erred },
  { ask: tamperings, rarity: erred },
  { ask: misdeals, rarity: erred },
  { ask: misread, rarity: erred },
  { ask: turns, rarity: erred },
  // A dealer who seems to have skipped his own hand may have dealt cards to nobody; the card that bust a hand may never have been its own.
  { ask: reorders, rarity: beside, beside: ({ solution }) => faultIn(solution) === 'stood' },
  { ask: strays, rarity: beside, beside: hasPaidBust },
  // A dealer who draws or stops where he may not is rarer than one who settles two hands of a box wrongly.
  {
    ask: settledTwice,
    rarity: beside,
    beside: ({ solution }) => faultIn(solution) != null,
    counts: ({ errors }) => errors.every(({ box }) => box === errors[0]?.box),
  },
  { ask: leftForGood, rarity: RARITY.leftForGood },
  { ask: reorders, rarity: RARITY.otherOrder },
  { ask: misreadShort, rarity: RARITY.stoppedShort },
  { ask: mended(settling(1)), rarity: settledWrongly + another },
  { ask: settledTwice, rarity: settledWrongly + another },
  { ask: mended(usual), rarity: erred + another },
  { ask: mended(tamperings), rarity: erred + another },
  { ask: settledAndFault, rarity: erred + another },
  { ask: settling(3), rarity: settledWrongly + 2 * another },
  { ask: settling(4), rarity: settledWrongly + 3 * another },
]
