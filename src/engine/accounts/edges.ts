/**
 * How an account goes on from a card: a row for each way. The card is one more of its round, or that had ended and the card is the next one's first.
 * Rows without an error are asked first; those with one open where none of them is left.
 */
import type { TableContext } from '../context.ts'
import { endedBy, resolvedReading } from '../errors/answers.ts'
import { codeRead, isDown, isHoleMasked, isPointed, isPointing, type Round, type RoundCard } from '../evidence/round.ts'
import { NO_RULINGS } from '../evidence/rulings.ts'
import { isOddlyRaised } from '../evidence/table-signs.ts'
import { rankOf, UNKNOWN } from '../game/cards.ts'
import { addCard, openRound } from '../lattice/growth.ts'
import { masked } from '../state/hole-mask.ts'
import type { HowRead } from '../state/how-read.ts'
import { candidatesOf, type Ending, lacksCards, type OpenRound, type Rival } from '../state/open-round.ts'
import { isAnyAway, pointerAt } from '../state/pointer-gone.ts'
import type { TableState } from '../state/table-state.ts'
import { alive, isAlive } from './rival.ts'

/** A card, and the table on which it lies. */
export interface Step {
  readonly state: TableState
  readonly current: OpenRound
  readonly card: RoundCard
  /** The open round with the card. */
  readonly grown: Round
}

interface Edge {
  /** What the card is in an account that goes on so. */
  readonly card: string
  readonly errors: 0 | 1
  /** May the account go on so at all? */
  readonly mayGo: (account: Rival, step: Step, context: TableContext) => boolean
  /** Its round with the card, or how it had ended before the card, if it had. */
  readonly leadsTo: (round: Round, step: Step, context: TableContext) => Round | HowRead | null
}

/** A card burned at a relief comes between two rounds; the pointer leaves the dealer before the settlement. */
const mayHaveEnded: Edge['mayGo'] = ({ round }, { state, current }) =>
  state.reliefBurns === 0 && !isPointing(round) && (round !== current.round || !lacksCards(current))

/** Its stakes still wait, were settled wrongly, or have chips on them that are no bet for the next: a dealer draws one too many, or deals on too soon. */
const mayHaveErred: Edge['mayGo'] = ({ round }, { state, current }, context) => {
  if (!mayErr(state, current, context) || overOf(round, state.now, context) === null) return false
  // Whether it is settled as due may hang on what lies face down.
  const isSettled = !isHoleMasked(round) && resolvedReading(round, state.now, context) !== null
  return !isSettled || isOddlyRaised(round, context)
}

/** How it has ended: by the rules, as far as it is settled, or settled with one error. Where the pointer was left is an error, too. */
const overOf = (round: Round, now: number, context: TableContext): HowRead | null =>
  endedBy('over', round, now, context) ?? (isPointing(round) ? null : endedBy('one error', round, now, context))

const EDGES: readonly Edge[] = [
  {
    card: 'one more of its own',
    errors: 0,
    mayGo: () => true,
    leadsTo: (round, { current, grown, card }, context) => (round === current.round ? grown : withOneMore(round, card, context)),
  },
  {
    card: 'the first behind a round that was settled, where somebody had erred with that error',
    errors: 0,
    mayGo: mayHaveEnded,
    leadsTo: (round, { state: { now } }, context) =>
      endedBy('settled', round, now, context) ?? (round.erring ? endedBy('one error', round, now, context) : null),
  },
  {
    card: 'one too many of its own',
    errors: 1,
    mayGo: mayHaveErred,
    leadsTo: (_, { grown }) => ({ ...grown, erring: true }),
  },
  {
    card: 'the first behind a round that was not settled',
    errors: 1,
    mayGo: mayHaveErred,
    leadsTo: (round, { state }, context) => overOf(round, state.now, context),
  },
]

/** Stakes of it still wait, or somebody erred when they were settled. */
const unsettledBy = ({ by }: HowRead): Pick<Ending, 'unsettled'> => (by === 'settled' ? {} : { unsettled: true })

const isEnd = (led: Round | HowRead): led is HowRead => 'by' in led

/**
 * The accounts after this card by the rows with so many errors. Ways to the same first card meet in one round, as readings do in a lattice. Where the
 * only account there is cannot use the card its round is over: what follows is no matter of accounts.
 */
export const goneOn = (accounts: readonly Rival[], errors: Edge['errors'], step: Step, context: TableContext): readonly Rival[] => {
  const { state, card } = step
  const own: Rival[] = []
  const ends: Ending[] = []
  for (const { mayGo, leadsTo } of EDGES.filter((each) => each.errors === errors)) {
    for (const account of accounts.filter((each) => mayGo(each, step, context))) {
      const { round, after } = account
      const led = leadsTo(round, step, context)
      if (led === null) continue
      if (!isEnd(led)) own.push({ round: led, after })
      else ends.push({ before: round, closing: led, closedAt: card.at, ended: 'next-card', ...unsettledBy(led), after })
    }
  }
  const left = alive(own, state.now, context)
  if (ends.length === 0 || (accounts.length === 1 && left.length === 0)) return left
  const begun = openRound(beginning(state, card), card, context)
  // Where no bet lies it began no round; but for an error one may yet be told of.
  return begun.boxes.length > 0 || errors > 0 ? [...left, { round: begun, after: ends }] : left
}

/** With one more card, that lies face down where it is dealt so. */
export const withOneMore = (round: Round, card: RoundCard, context: TableContext): Round => masked(addCard(round, card, context), context)

/** Can a card of a next round be this one's by an error? Where the pointer is in use it tells whose the card is, unless it was left where it was. */
const mayErr = (state: TableState, { round, misdealt }: OpenRound, { chipEvidence }: TableContext): boolean =>
  round.incomplete === null &&
  misdealt === null &&
  !isAnyAway(state) &&
  state.reliefBurns === 0 &&
  chipEvidence === 'payouts' &&
  (!isPointed(round) || isPointing(round))

/**
 * The open round, where by the rules it cannot use this card and only accounts are left in which it had ended before: it may have gone on, and
 * somebody erred with this card. It is followed beside them, for there is no way back to it once they are told. `left`: these accounts.
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

/** `card`: its first, counted among those seen already. */
export const beginning = (state: TableState, card: RoundCard) => ({
  id: `${state.boot}-${state.rounds + 1}`,
  shoe: state.shoe,
  dealerId: state.dealer,
  openedAt: card.at,
  seen: seenBefore(state, card),
  levels: state.levels,
  ...pointerAt(state, card.at),
  pointerLate: state.pointerLate,
  absent: state.absent,
  burned: state.burned ?? undefined,
  fresh: state.fresh,
  ...(state.notes.size > 0 ? { rulings: { ...NO_RULINGS, notes: state.notes } } : {}),
  ...(state.plate ? { plate: state.plate } : {}),
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
