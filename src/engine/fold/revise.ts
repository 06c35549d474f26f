/**
 * A closed round is kept until the next one closes, and read again when late evidence of it comes: a spot may report up to its lag after
 * what happened, the pointer may follow, a line that was given up may arrive after all. If the result changes, `round.revised` reports it
 * with the data of `round.closed`.
 */
import type { TableContext } from '../context.ts'
import { endingOf, paidInstead } from '../errors/errors.ts'
import type { BoxResult, RoundResult, SpotResult } from '../event.ts'
import { isDealt, type Round } from '../evidence/round.ts'
import type { BetNote } from '../evidence/rulings.ts'
import { MOVES_MAX, withAbsent } from '../lattice/growth.ts'
import { type RoundLine, withLine } from '../state/late-line.ts'
import { type ClosedRound, opened } from '../state/open-round.ts'
import { withRack } from '../state/rack.ts'
import { errorsOf, POINTER_MOVES_MAX, type TableState, withDeviations } from '../state/table-state.ts'
import { type ClosingRound, roundResult } from '../words/result.ts'
import type { Voice } from '../words/say.ts'
import { viewOf } from '../words/table-views.ts'
import { noted } from './rulings.ts'

/** Reads the closed round again with a line that came after it closed. */
export const revise = (state: TableState, line: RoundLine, voice: Voice): TableState => {
  const { last } = state
  return last && mayTell(last, line, state, voice.context) ? readWith(state, last, [line], voice) : state
}

/** Takes in the late lines that waited for the round to close. */
export const reviseClosed = (before: TableState, state: TableState, voice: Voice): TableState => {
  const { last } = state
  if (!last || last.round.id === before.last?.round.id || (last.waiting.length === 0 && !isFilled(last))) return state
  const own = last.waiting.filter((line) => mayTell(last, line, state, voice.context))
  return readWith({ ...state, last: { ...last, waiting: [] } }, last, own, voice)
}

/** A gap has been filled. If that was all that the closed round lacked, it is read again. */
export const reviseFilled = (state: TableState, voice: Voice): TableState =>
  state.last && isFilled(state.last) ? readWith(state, state.last, [], voice) : state

/** The rack has risen: chips that left a spot of the closed round may have gone there. */
export const reviseByRack = (state: TableState, at: number, voice: Voice): TableState =>
  state.last && at <= state.last.at + voice.context.spotLagMs ? readWith(state, state.last, [], voice) : state

/** The floor notes money that no sensor saw on a box of the closed round. So nobody dealt to an empty box. */
export const reviseNoted = (state: TableState & { readonly last: ClosedRound }, box: number, note: BetNote, voice: Voice): TableState => {
  const { id } = state.last.round
  const last = { ...state.last, round: noted(state.last.round, { id: '', box, ...note }, voice.context) }
  const left = errorsOf(state, id).filter((each) => !(each.code === 'DEAL-EMPTY-BOX' && each.box === box))
  return readWith(withDeviations({ ...state, last }, id, left), last, [], voice)
}

const isFilled = ({ reasons, result }: ClosedRound): boolean => reasons.length === 0 && !result.complete

/** Reads the closed round with these lines, and reports it again if its data differ. */
const readWith = (state: TableState, last: ClosedRound, own: readonly RoundLine[], voice: Voice): TableState => {
  const round = own.reduce(withLine, last.round)
  const isOwn = own.every(({ at }) => at <= last.at)
  const kept = isOwn ? { ...state, last: { ...last, round } } : state
  const ending = last.reasons.length === 0 ? readAgain(last, round, isOwn, voice.context) : null
  if (!ending) return kept
  const { ended } = last.result
  const closedAt = Date.parse(last.result.closedAt)
  const told = roundResult({ ...ending, closedAt, ended, complete: true }, voice.context)
  const result = withRack(told, ending.round, state.rack, voice.context)
  // A line from after this round closed is its own only if it settles something. Otherwise it is the next round's alone.
  if (!isOwn && !settles(last.result, result)) return kept
  if (JSON.stringify(result) === JSON.stringify(last.result)) return { ...state, last: { ...last, round } }
  voice.say('round.revised', result, round.id)
  const rev = state.rev + 1
  const view = viewOf(opened(ending.round), { ...state, rev }, voice.context, ending.solution)
  return { ...state, rev, closed: view, last: { ...last, round, result } }
}

/** May this line be evidence of the closed round at all? */
const mayTell = ({ round, at: closedAt, result }: ClosedRound, line: RoundLine, state: TableState, context: TableContext): boolean => {
  const { at } = line
  switch (line.kind) {
    case 'card':
      return at >= round.openedAt && at <= closedAt
    case 'spot': {
      if (!round.boxes.includes(Number(line.spot.split('.')[0])) || (round.moves.get(line.spot)?.length ?? 0) >= MOVES_MAX) return false
      // Below payouts, nothing after the close says anything about the round. If all is settled, nothing is left to learn.
      const isOpen = context.chipEvidence === 'payouts' && result.boxes.some(({ spots }) => Object.values(spots).some(isUnsettled))
      return at <= closedAt || (isOpen && at <= closedAt + context.spotLagMs)
    }
    case 'pointer':
      if (round.unpointed || round.pointer.length >= POINTER_MOVES_MAX || at < round.openedAt) return false
      // The pointer rests while the next round is dealt.
      return at <= closedAt || (at <= closedAt + context.pointerLagMs && !(state.current && isDealt(state.current.round, context)))
  }
}

const isUnsettled = ({ best: { due, moved } }: Pick<SpotResult, 'best'>): boolean => due !== moved

type AsClosed = Pick<ClosingRound, 'round' | 'solution' | 'ways'>

/** An incomplete round gets its verdict only if all evidence fits. So does a round with lines from after its close. */
const readAgain = ({ result }: ClosedRound, evidence: Round, isOwn: boolean, context: TableContext): AsClosed | null => {
  const round = withAbsent({ ...evidence, incomplete: null }, evidence.absent)
  if (!isDealt(round, context)) return null
  const now = Date.parse(result.closedAt)
  const solution = endingOf(round, now, context, isOwn && result.complete ? 'at-all' : 'all-evidence')
  return solution && !solution.overflow ? { round, solution, ways: paidInstead(round, { context, now, asked: 'resolved' }).ways } : null
}

/** Every spot whose result has changed is now settled. */
const settles = (before: RoundResult, after: RoundResult): boolean =>
  after.boxes.every(({ spots }, at) =>
    Object.entries(spots).every(([area, { best }]) => !isUnsettled({ best }) || movedOf(before, at, area) === best.moved),
  )

const movedOf = ({ boxes }: RoundResult, at: number, area: string): number | null | undefined =>
  boxes[at]?.spots[area as keyof BoxResult['spots']]?.best.moved
