/**
 * A round may end without a sign: nothing was due, no bet changed. Then a card may belong to the open round or begin the next, and every
 * account of it is kept: rounds that may be the open one, each with the ends of the rounds that may have been before it. Ways to the same
 * first card meet in one round, as readings do in a lattice.
 */
import type { SpotId } from '../../../devices/scan.ts'
import type { TableContext } from '../context.ts'
import { endedBy, resolvedReading } from '../errors/answers.ts'
import { erred } from '../errors/errors.ts'
import { RANK_OF_TWO } from '../errors/ways-to-err.ts'
import {
  codeRead,
  dealtHand,
  isContradicted,
  isDealt,
  isDown,
  isHoleMasked,
  isPointed,
  isPointing,
  type Round,
  type RoundCard,
} from '../evidence/round.ts'
import { steadyTimeline, uncovered } from '../evidence/steady.ts'
import { isBetOnAnew, isOddlyRaised, isStray, laidSince } from '../evidence/table-signs.ts'
import { CUT_OFF } from '../evidence/work.ts'
import { rankOf, UNKNOWN } from '../game/cards.ts'
import { addCard, openRound, withAbsent } from '../lattice/growth.ts'
import { isReadable, type Reader, readRound } from '../lattice/question.ts'
import { masked } from '../state/hole-mask.ts'
import type { HowRead } from '../state/how-read.ts'
import { candidatesOf, type Ending, lacksCards, type OpenRound, type Rival } from '../state/open-round.ts'
import type { TableState } from '../state/table-state.ts'

/**
 * The round in which the player of this box was found to be away: as it was where he has played, by the house's rule where he has not; both
 * where the round may be over, for then he may be away from the next one on.
 */
export const absentIn = (round: Round, box: number, now: number, context: TableContext): readonly Round[] => {
  const index = round.boxes.indexOf(box)
  if (round.absent.has(box) || round.wasOver !== undefined || index < 0) return [round]
  const known = byTheRule(round, box)
  if (!isDealt(round, context)) return [known]
  if (dealtHand(round, index, context).ended !== null) return [round]
  // What a hand covers for a moment tells nothing of what he did, unless it was taken.
  const shown = [round, uncovered(round, now, context.spotLagMs)].flatMap((way) => (way ? [mayBeAway(way, box, now, context)] : []))
  if (!shown.includes('away')) return [round]
  if (shown.includes('played')) return [round, known]
  return [...(resolvedReading(round, now, context) ? [{ ...round, wasOver: now }] : []), known]
}

const byTheRule = (round: Round, box: number): Round => withAbsent(round, new Set([...round.absent, box]))

/** Has he played, or is he away, by these levels? null: no reading fits them. */
const mayBeAway = (round: Round, box: number, now: number, context: TableContext): 'played' | 'away' | null => {
  const reader = { context, now, knowsHole: true, asked: 'any' } as const
  const { over, count, untouched } = readRound(round, reader)
  if (count > 0 && (over >= count || (untouched[round.boxes.indexOf(box)] ?? 0) === 0)) return 'played'
  return readRound(byTheRule(round, box), reader).count > 0 ? 'away' : null
}

/** A round before it ended with its stakes unsettled. */
export const isBehindUnsettled = ({ after }: Rival): boolean => after.some(({ unsettled }) => unsettled === true)

/** Of these accounts the ones that what came since allows. */
export const alive = (accounts: readonly Rival[], now: number, context: TableContext): readonly Rival[] => {
  const isDealing = accounts.some((each) => isBehindUnsettled(each) && !isDealt(each.round, context))
  return accounts.filter(({ round }) => isAlive(round, now, context, isDealing))
}

/**
 * Has it a reading, or one with an error, or would if chips that may be hidden for a moment lay there? While it is dealt, it has if bets lie
 * on the table, or may yet be told of, and none is touched; what is laid on another box is the next round's. `isDealing`: where it was left unsettled the next one is still being dealt.
 */
export const isAlive = (round: Round, now: number, context: TableContext, isDealing = false): boolean => {
  if (isContradicted(round, context.pointerLagMs)) return false
  return isDealt(round, context)
    ? mayBeRead(round, { context, now, knowsHole: true, asked: 'any', strict: true, sides: true }, isDealing)
    : mayBeDealt(round, now, context)
}

const mayBeDealt = (round: Round, now: number, { boxes, spotLagMs }: TableContext): boolean => {
  const own = [...round.moves.keys()].filter((spot) => round.boxes.includes(Number(spot.split('.')[0])))
  return (
    !isStray(round, now, spotLagMs) &&
    !isBetOnAnew(round, boxes, now, spotLagMs) &&
    own.every((spot) => isStill(round, spot, now, spotLagMs))
  )
}

/** Nothing has moved there, but chips that may be hidden for a moment. */
const isStill = (round: Round, spot: SpotId, now: number, spotLagMs: number): boolean => {
  const { base, moves } = steadyTimeline(round, spot, spotLagMs)
  return moves.every(
    ({ at, amount, lammers }) => spotLagMs > 0 && now - at <= spotLagMs && amount <= base.amount && lammers <= base.lammers,
  )
}

const mayBeRead = (round: Round, reader: Reader, isDealing: boolean): boolean => {
  if (hasReading(round, reader, isDealing)) return true
  const under = uncovered(round, reader.now, reader.context.spotLagMs)
  return under !== null && hasReading(under, reader, isDealing)
}

const hasReading = (round: Round, reader: Reader, isDealing: boolean): boolean => {
  if (!round.erring) return isReadable(round, reader)
  const found = erred(round, reader, RANK_OF_TWO - 1)
  if (found === CUT_OFF) return true
  // Cards to a box without a bet would explain the next deal as well: that is left to stand only till it is dealt, and where nobody bet on it.
  const mayBeNobodys = isDealing && laidSince(round, reader.context.boxes, reader.now, reader.context.spotLagMs) === 0
  return found?.deviations.some(({ code }) => mayBeNobodys || code !== 'DEAL-EMPTY-BOX') === true
}

/** How the round may have ended before this card, one with an error by that. The pointer leaves the dealer before the settlement. */
const endedBefore = ({ round, after }: Rival, { now }: TableState, card: RoundCard, context: TableContext): readonly Ending[] => {
  if (isPointing(round)) return []
  const closing = endedBy('settled', round, now, context)
  if (closing) return [{ before: round, closing, closedAt: card.at, ended: 'next-card', after }]
  const erring = round.erring ? endedBy('one error', round, now, context) : null
  return erring ? [{ before: round, closing: erring, closedAt: card.at, ended: 'next-card', unsettled: true, after }] : []
}

/** With one more card, that lies face down where it is dealt so. */
export const withOneMore = (round: Round, card: RoundCard, context: TableContext): Round => masked(addCard(round, card, context), context)

/** Rounds that may be the open one after this card; none: no account can use it. `round`: the open one with the card. */
export const candidatesWith = (
  state: TableState,
  current: OpenRound,
  round: Round,
  card: RoundCard,
  context: TableContext,
): readonly Rival[] => {
  const { now } = state
  const before = candidatesOf(current)
  const grown = before.map(({ round: open, after }) => ({
    round: open === current.round ? round : withOneMore(open, card, context),
    after,
  }))
  const left = alive(grown, now, context)
  // The only one there is, and it is over: what follows is no matter of accounts.
  if (before.length === 1 && left.length === 0) return []
  // A card burned at a relief comes between two rounds.
  const mayEnd = before.filter((each) => each.round !== current.round || !lacksCards(current))
  const endings = state.reliefBurns > 0 ? [] : mayEnd.flatMap((each) => endedBefore(each, state, card, context))
  if (endings.length === 0) return left
  const begun = openRound(beginning(state, card), card, context)
  return begun.boxes.length > 0 ? [...left, { round: begun, after: endings }] : left
}

/** How it has ended: by the rules, as far as it is settled, or settled with one error. null: it has not. Where the pointer was left is an error, too. */
const endOf = (round: Round, now: number, context: TableContext): HowRead | null =>
  endedBy('over', round, now, context) ?? (isPointing(round) ? null : endedBy('one error', round, now, context))

/** Can a card of a next round be this one's by an error? Where the pointer is in use it tells whose the card is, unless it was left where it was. */
const mayErr = ({ away, reliefBurns }: TableState, { round, misdealt }: OpenRound, { chipEvidence }: TableContext): boolean =>
  round.incomplete === null &&
  misdealt === null &&
  away.size === 0 &&
  reliefBurns === 0 &&
  chipEvidence === 'payouts' &&
  (!isPointed(round) || isPointing(round))

/**
 * The open round, where by the rules it cannot use this card and only accounts are left in which it had ended before: it may have gone on, and
 * somebody erred with this card. What moves next tells. `left`: these accounts.
 */
export const revived = (
  state: TableState,
  current: OpenRound,
  left: readonly Rival[],
  round: Round,
  context: TableContext,
): readonly Rival[] => {
  const isDead = left.every(({ after }) => after.length > 0) && current.goesOn && !current.round.erring
  if (!isDead || !mayErr(state, current, context)) return []
  const erring: Round = { ...round, erring: true }
  return isAlive(erring, state.now, context) ? [{ round: erring, after: [] }] : []
}

/**
 * A card after the end of a round of which stakes still wait, were settled wrongly, or have chips on them that are no bet for the next: somebody
 * erred, as a dealer who draws one too many, or the next round began so. What moves next tells; where no bet lies and none shows within the lag,
 * it is this one's. None: it is no such card.
 */
export const candidatesErring = (
  state: TableState,
  current: OpenRound,
  round: Round,
  card: RoundCard,
  context: TableContext,
): readonly Rival[] => {
  const { now } = state
  if (!mayErr(state, current, context)) return []
  const closing = endOf(current.round, now, context)
  // Whether it is settled as due may hang on what lies face down.
  const isSettled = !isHoleMasked(current.round) && resolvedReading(current.round, now, context) !== null
  if (closing === null || (isSettled && !isOddlyRaised(current.round, context))) return []
  const erring: Round = { ...round, erring: true }
  const begun = openRound(beginning(state, card), card, context)
  if (!isAlive(erring, now, context)) return []
  const ending: Ending = { before: current.round, closing, closedAt: card.at, ended: 'next-card', unsettled: true, after: [] }
  return [
    { round: erring, after: [] },
    { round: begun, after: [ending] },
  ]
}

/** `card`: its first, counted among those seen already. */
export const beginning = (state: TableState, card: RoundCard) => ({
  id: `${state.boot}-${state.rounds + 1}`,
  shoe: state.shoe,
  dealerId: state.dealer,
  openedAt: card.at,
  seen: seenBefore(state, card),
  levels: state.levels,
  pointer: state.pointer,
  pointerLate: state.pointerLate,
  absent: state.absent,
  burned: state.burned ?? undefined,
  fresh: state.fresh,
})

/** Cards of this shoe known before this one: neither it nor what lies face down. */
const seenBefore = ({ seen, current }: TableState, card: RoundCard): readonly number[] | null => {
  // Several accounts may have the same card face down.
  const down = new Map([[card.cause, codeRead(card)]])
  for (const { round } of current ? candidatesOf(current) : [])
    for (const each of round.cards) if (isDown(each)) down.set(each.cause, codeRead(each))
  return [...down.values()].reduce<readonly number[] | null>(
    (known, code) => (known === null || code === UNKNOWN ? known : known.with(rankOf(code), (known[rankOf(code)] ?? 1) - 1)),
    seen,
  )
}

// --- what accounts share ---------------------------------------------------------------------------------------------------------

/** Where a round began: the device line of its first card. */
export const firstOf = ({ cards }: Round): string | undefined => cards[0]?.cause

type Firsts = readonly (string | undefined)[]

const sharedOf = (lists: readonly Firsts[]): Firsts => (lists[0] ?? []).filter((first) => lists.every((list) => list.includes(first)))

/** First cards of rounds that every account has which ends in one of these, the earliest first. */
export const beginningsIn = (endings: readonly Ending[], known = new Map<Ending, Firsts>()): Firsts =>
  sharedOf(
    endings.map((ending) => {
      const firsts = known.get(ending) ?? [...beginningsIn(ending.after, known), firstOf(ending.before)]
      known.set(ending, firsts)
      return firsts
    }),
  )

/** The last first card to which every account comes. */
export const lastShared = (rivals: readonly Rival[]): string | undefined =>
  sharedOf(rivals.map(({ round, after }) => [...beginningsIn(after), firstOf(round)])).at(-1)

/** The accounts from this first card on. */
export const cutBefore = (rivals: readonly Rival[], first: string | undefined): readonly Rival[] => {
  const known = new Map<Ending, Ending>()
  const cut = (ending: Ending): Ending => {
    const made = known.get(ending) ?? { ...ending, after: firstOf(ending.before) === first ? [] : ending.after.map(cut) }
    known.set(ending, made)
    return made
  }
  return rivals.map(({ round, after }) => ({ round, after: firstOf(round) === first ? [] : after.map(cut) }))
}
