/**
 * How an account continues from a card, one row for each way: the card is one more of its round, or the round had ended and the card is the
 * first of the next. Rows without an error are asked first. Rows with an error are asked only if no account is left.
 */

import { rankOf, UNKNOWN } from '../../rules/game/cards.ts'
import type { TableContext } from '../context.ts'
import { endedBy, isResolved } from '../errors/answers.ts'
import { codeRead, isDealt, isDown, isHoleMasked, isPointed, isPointing, type Round, type RoundCard } from '../evidence/round.ts'
import { NO_RULINGS } from '../evidence/rulings.ts'
import { isOddlyRaised } from '../evidence/table-signs.ts'
import { addCard, openRound } from '../lattice/growth.ts'
import { type Reader, readRound } from '../lattice/question.ts'
import { isRare, ORDINARY } from '../lattice/reading.ts'
import { NOT_ERRED, readOn } from '../lattice/rungs.ts'
import { masked } from '../state/hole-mask.ts'
import type { HowRead } from '../state/how-read.ts'
import { candidatesOf, type Ending, lacksCards, type OpenRound, type Rival } from '../state/open-round.ts'
import { isAnyAway, pointerAt } from '../state/pointer-gone.ts'
import type { OpenTable, TableState } from '../state/table-state.ts'
import { withoutLeft } from './earlier-end.ts'
import { alive, erringIn, isAlive } from './rival.ts'

/** A card, and the table on which it lies. */
export interface Step {
  readonly state: TableState
  readonly current: OpenRound
  readonly card: RoundCard
  /** The open round with the card. */
  readonly grown: Round
}

interface Edge {
  /** What the card is in an account that continues this way. */
  readonly card: string
  /** 2: where it can only be its own by an error. */
  readonly errors: 0 | 1 | 2
  /** May the account continue this way at all? */
  readonly mayGo: (account: Rival, step: Step, context: TableContext) => boolean
  /** Its round with the card, or how the round had ended before the card; null: it had not ended. */
  readonly leadsTo: (round: Round, step: Step, context: TableContext) => Round | HowRead | null
}

/** A card burned at a relief begins no round. While the pointer stands, no round has ended: it leaves the dealer before the settlement. */
const mayHaveEnded: Edge['mayGo'] = ({ round }, { state, current }) =>
  state.shoe.reliefBurns === 0 && !isPointing(round) && (round !== current.round || !lacksCards(current))

/** Stakes are unsettled, settled wrongly, or hold chips that are no next bet: the dealer drew one too many, or dealt on too soon. */
const mayHaveErred: Edge['mayGo'] = ({ round }, { state, current }, context) => {
  if (!mayErr(state, current, context) || overOf(round, state.now, context) === null) return false
  // Whether it is settled as due may depend on the card that lies face down.
  const isSettled = !isHoleMasked(round) && isResolved(round, state.now, context)
  return !isSettled || isOddlyRaised(round, context)
}

/** A hand took the card, or stood without it, as few players do. */
const isRarelyOwn: Edge['mayGo'] = ({ round }, { state: { now }, current, grown, card }, context) => {
  const own = round === current.round ? grown : withOneMore(round, card, context)
  const reader: Reader = { context, now, asked: 'any', strict: true }
  return isRare(readOn(own, reader, NOT_ERRED)?.solution.best) && readRound(own, { ...reader, ...ORDINARY }).count === 0
}

/** How it has ended: by the rules, settled or not, else with one error, unless a pointer was left standing: that is one already. */
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
      endedBy('settled', round, now, context) ?? (round.erringSince ? endedBy('one error', round, now, context) : null),
  },
  {
    card: 'the first behind a round that was settled with one error, where it would be its own only if somebody played as few do',
    errors: 0,
    mayGo: (account, step, context) =>
      isDealt(account.round, context) && mayErr(step.state, step.current, context) && isRarelyOwn(account, step, context),
    leadsTo: (round, { state }, context) => endedBy('settled wrongly', round, state.now, context),
  },
  {
    card: 'one too many of its own',
    errors: 1,
    mayGo: mayHaveErred,
    leadsTo: (_, { grown }) => erringIn(grown),
  },
  {
    card: 'the first behind a round that was not settled',
    errors: 1,
    mayGo: mayHaveErred,
    leadsTo: (round, { state }, context) => overOf(round, state.now, context),
  },
  {
    card: 'the first behind a round that was settled with one error',
    errors: 2,
    mayGo: (_, { state, current }, context) => mayErr(state, current, context),
    leadsTo: (round, { state }, context) => endedBy('settled wrongly', round, state.now, context),
  },
]

/** Marks an end whose stakes are unsettled, or were settled with an error. */
const unsettledBy = ({ by }: HowRead): Pick<Ending, 'unsettled'> => (by === 'settled' ? {} : { unsettled: true })

const isEnd = (led: Round | HowRead): led is HowRead => 'by' in led

/**
 * The accounts after this card, by the rows with that many errors. Accounts in which the card begins a round meet in that round, as
 * readings meet in a lattice. If the only account cannot use the card, its round is over: then there are no accounts to choose from, and
 * the caller goes on from there.
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
  if (ends.length === 0 || (errors < 2 && accounts.length === 1 && left.length === 0)) return left
  const begun = openRound(beginning(state, card), card, context)
  // Without a bet the card began no round. For an account with an error it may have: the bet may still be reported.
  const next = begun.boxes.length > 0 || errors > 0 ? [{ round: begun, after: ends }] : []
  const beside = ends
    .filter(({ closing: { by } }) => by === 'settled wrongly')
    .flatMap((end) => withoutLeft(end.before, begun, state.now, context).map((round): Rival => ({ round, after: [end] })))
  return [...left, ...next, ...beside]
}

/** The round with one more card, face down if it is dealt face down. */
export const withOneMore = (round: Round, card: RoundCard, context: TableContext): Round => masked(addCard(round, card, context), context)

/** Can a card of the next round be this one's by an error? A pointer in use tells whose the card is, unless it was left standing. */
const mayErr = (state: TableState, { round, misdealt }: OpenRound, { chipEvidence }: TableContext): boolean =>
  round.incomplete === null &&
  misdealt === null &&
  !isAnyAway(state) &&
  state.shoe.reliefBurns === 0 &&
  chipEvidence === 'payouts' &&
  (!isPointed(round) || isPointing(round))

/**
 * The open round with an error, if by the rules it cannot use this card and it had ended before the card in every account that is left. It
 * may have gone on, and somebody erred with this card. It is followed alongside those accounts, because there is no way back to it once
 * they are reported.
 * `left`: those accounts.
 */
export const revived = (state: OpenTable, left: readonly Rival[], round: Round, context: TableContext): readonly Rival[] => {
  const { current } = state
  const isDead = left.every(({ after }) => after.length > 0) && current.goesOn && !current.round.erringSince
  if (!isDead || !mayErr(state, current, context)) return []
  const erring = erringIn(round)
  return isAlive(erring, state.now, context) ? [{ round: erring, after: [] }] : []
}

export const nextId = ({ boot, rounds }: Pick<TableState, 'boot' | 'rounds'>): string => `${boot}-${rounds + 1}`

/** What a new round starts from. `card`: its first card, which the table already counts as seen. */
export const beginning = (state: TableState, card: RoundCard) => ({
  id: nextId(state),
  shoe: state.shoe.number,
  dealerId: state.dealer.id,
  openedAt: card.at,
  seen: seenBefore(state, card),
  levels: state.levels,
  ...pointerAt(state, card.at),
  pointerLate: state.dealer.pointsLate,
  absent: state.absent,
  burned: state.shoe.burned ?? undefined,
  fresh: state.shoe.fresh,
  ...(state.floor.notes.size > 0 ? { rulings: { ...NO_RULINGS, notes: state.floor.notes } } : {}),
  ...(state.floor.plate ? { plate: state.floor.plate } : {}),
})

/** The cards of this shoe known before this one, without this card and without cards that lie face down. */
const seenBefore = ({ shoe, current }: TableState, card: RoundCard): readonly number[] | null => {
  // Several accounts may have the same card face down.
  const down = new Map([[card.cause, codeRead(card)]])
  for (const { round } of current ? candidatesOf(current) : [])
    for (const each of round.cards) if (isDown(each)) down.set(each.cause, codeRead(each))
  return [...down.values()].reduce<readonly number[] | null>(
    (known, code) => (known === null || code === UNKNOWN ? known : known.with(rankOf(code), (known[rankOf(code)] ?? 1) - 1)),
    shoe.seen,
  )
}
