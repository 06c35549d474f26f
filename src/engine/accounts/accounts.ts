/** Rounds with several accounts: reports what all accounts share, and the likeliest account if one has to be reported. */

import type { TableContext } from '../context.ts'
import { withDoubts } from '../deviation.ts'
import { closingOf, roundEnded } from '../errors/answers.ts'
import { dealtAs, readEnding } from '../errors/errors.ts'
import type { Round } from '../evidence/round.ts'
import { nodesOf } from '../lattice/question.ts'
import {
  candidatesOf,
  type Ending,
  everyEnding,
  isDealtOtherwise,
  lacksCards,
  type OpenRound,
  opened,
  type Rival,
  withCandidates,
} from '../state/open-round.ts'
import { isOpen, type OpenTable, type TableState } from '../state/table-state.ts'
import { announceDeal, openAloud, spoil, spoilLost, type Voice } from '../words/say.ts'
import { kept } from '../workspace.ts'
import { closeWith } from './closing-report.ts'
import { nextId, revived } from './edges.ts'
import { withTurned } from './hole-card-turn.ts'
import { likeliest, likeliestOpen, usualPauseMs } from './likeliest.ts'
import { alive, beginningsIn, cutBefore, firstOf, isAlive, isBehindUnsettled, lastShared } from './rival.ts'
import { ROUND_ENDS } from './round-end.ts'

/** The most accounts that are followed at the same time. */
const ACCOUNTS_MAX = 64
/** The most nodes in all lattices but the largest. A round of seven boxes has some hundreds of nodes; this many take about 40 ms a card. */
const ACCOUNTS_NODES_MAX = 6000
/** The most rounds in a row whose end is unknown. */
const UNTOLD_MAX = 16

/** Drops the accounts that no longer fit, and reports the round ends that all the others share. */
export const narrowed = (state: OpenTable, voice: Voice): TableState => {
  const { current, now } = state
  const left = alive(candidatesOf(current), now, voice.context)
  // No account explains the evidence, but the open round with one error may.
  if (left.length === 0) return decided(state, voice, revived(state, [], current.round, voice.context)[0])
  return withAccounts({ ...state, current: doubtedIn(state, left, current.round, voice.context) }, left, voice)
}

/** Would cards dealt to a box without a bet make the newest cards this round's? That error explains too much to be followed. */
export const isDealtToNobody = (round: Round, now: number, context: TableContext): boolean =>
  dealtAs('DEAL-EMPTY-BOX', round, { context, now, asked: 'any', strict: true }) !== null

/**
 * Marks the open round as unproven in two cases. Either the account in which it has an error is gone, although cards to a box without a bet
 * would still let it go on. Or that account is the only one left, and only such cards explain it; then somebody may just as well have erred
 * in the round that may have begun. `round`: the open round with the newest card.
 */
export const doubtedIn = ({ current, now }: OpenTable, left: readonly Rival[], round: Round, context: TableContext): OpenRound => {
  const [only, ...others] = left
  const isLast = only?.round.erringSince && others.length === 0 && current.rivals.length > 0
  if (isLast && !isAlive(only.round, now, context)) return unsureOf(current, 'unsure-account')
  const isGone = Boolean(round.erringSince) && left.every((each) => !each.round.erringSince)
  return isGone && isDealtToNobody(round, now, context) ? unsureOf(current, 'one-more-card') : current
}

/** The round marked as unsure. If it already is, the same object is returned, so that it is not read again. */
const unsureOf = (current: OpenRound, code: 'one-more-card' | 'unsure-account', leftOut: OpenRound['leftOut'] = [undefined]): OpenRound => {
  const isOther = current.unsure !== null && current.unsure.code !== code
  const all = [...new Set([...current.leftOut, ...(isOther ? [undefined] : leftOut)])]
  return current.unsure?.code === code && all.length === current.leftOut.length ? current : { ...current, unsure: { code }, leftOut: all }
}

/** Picks one account if none fits the evidence, or if there are too many: `erring` (the open round with an error), else the likeliest. */
export const decided = (state: OpenTable, voice: Voice, erring?: Rival): TableState => {
  const { current } = state
  const all = candidatesOf(current)
  if (all.length === 1) return withAccounts(state, all, voice)
  const taken = erring ?? likeliestOpen(all, usualPauseMs(current.round, voice.context), voice.context)
  const others = all.filter((each) => each !== taken && (erring === undefined || each.round !== current.round))
  const leftOut = others.map((each) => begunIn(current.round, taken, each))
  // The choice puts in doubt both what is reported of the ended rounds and the round that is open afterwards.
  const told = withAccounts(doubted(state, leftOut), [taken], voice)
  return isOpen(told) ? doubted(told, leftOut) : told
}

/**
 * The first card of the round that this account begins within the open one, if the open one was picked; undefined: another kind of account.
 */
const begunIn = (round: Round, taken: Rival, { round: next, after }: Rival): string | undefined => {
  const isWithin =
    after.length > 0 && after.every(({ before, after: earlier }) => earlier.length === 0 && firstOf(before) === firstOf(round))
  return taken.after.length === 0 && isWithin ? firstOf(next) : undefined
}

const doubted = (state: OpenTable, leftOut: OpenRound['leftOut']): OpenTable => ({
  ...state,
  current: unsureOf(state.current, 'unsure-account', leftOut),
})

/**
 * While the hole card was face down, the newest card may have been this round's by the rules; now that it is turned, it may be so by an
 * error. The same is true of the last movement, if every account that is left follows a round left unsettled. `turned`: the open round
 * with its hole card turned.
 */
const withErring = (state: OpenTable, turned: OpenRound, context: TableContext): OpenRound => {
  const left = alive(candidatesOf(turned), state.now, context)
  const isErredInAll = left.every(isBehindUnsettled)
  const goesOn = turned.goesOn || (state.current.goesOn && isErredInAll)
  const erring = left.length > 0 ? revived({ ...state, current: { ...turned, goesOn } }, left, turned.round, context) : []
  return erring.length > 0 ? withCandidates(turned, [...erring, ...left]) : turned
}

const BEYOND = { code: 'too-many-beginnings' } as const

const withAccounts = (state: OpenTable, left: readonly Rival[], voice: Voice): TableState => {
  const { current } = state
  if (!isBounded(left, voice.context)) return decided({ ...spoil(state, BEYOND, voice), lost: BEYOND }, voice)
  const known = withCandidates(current, left)
  const turned = withTurned(known, state.now, voice.context)
  if (turned !== known) return narrowed({ ...state, current: withErring(state, turned, voice.context) }, voice)
  const first = lastShared(left)
  const accounts = cutBefore(left, first)
  if (first === firstOf(current.round)) {
    const next = withCandidates(current, accounts)
    const isSame = next.round === current.round && next.goesOn === current.goesOn && next.rivals.length === current.rivals.length
    return isSame ? state : { ...state, current: next }
  }
  const endings = everyEnding(left.flatMap(({ after }) => after))
  // The round that all accounts share is still open in one, or has ended in all. The longest of its ends has every card it may have had.
  const open = left.find(({ round }) => firstOf(round) === first)
  const ended = endings.filter(({ before }) => firstOf(before) === first)
  const [longest] = ended.toSorted((one, other) => other.before.cards.length - one.before.cards.length)
  const round = open?.round ?? longest?.before
  const after = open?.after ?? longest?.after
  if (!round || !after) return state
  const told = tellEnded(state, after, false, voice)
  const begun = beginAs({
    ...told,
    shoe: { ...told.shoe, fresh: null },
    current: withCandidates({ ...opened(round), unsure: told.unsettledEnd ? ({ code: 'unsure-start' } as const) : null }, accounts),
  })
  const kept = { ...spoilLost(begun, voice), lost: null }
  return announceDeal(openAloud(kept, voice), voice)
}

const isBounded = (left: readonly Rival[], context: TableContext): boolean => {
  // If there is one account, all of it but its open round is reported at once.
  if (left.length === 1) return true
  const known = new Map<Ending, number>()
  if (left.length > ACCOUNTS_MAX || left.some(({ after }) => after.some((ending) => untold(ending, known) > UNTOLD_MAX))) return false
  const nodes = left.map(({ round }) => nodesOf(round, context))
  return nodes.reduce((sum, each) => sum + each, 0) - Math.max(0, ...nodes) <= ACCOUNTS_NODES_MAX
}

/** How many rounds in a row have an unknown end, including this one. */
const untold = (ending: Ending, known = new Map<Ending, number>()): number =>
  kept(known, ending, () => 1 + Math.max(0, ...ending.after.map((each) => untold(each, known))))

/** Gives the open round the next number. */
const beginAs = (state: OpenTable): OpenTable => {
  const { current } = state
  return { ...state, rounds: state.rounds + 1, current: { ...current, round: { ...current.round, id: nextId(state) } } }
}

/** Reports the rounds of the likeliest of these accounts, all of which have ended. `open`: in other accounts one is still open. */
export const tellEnded = (state: OpenTable, ends: readonly Ending[], open: boolean, voice: Voice): TableState => {
  const { current } = state
  const shared = beginningsIn(ends)
  const every = everyEnding(ends)
  const { endings } = likeliest(ends, usualPauseMs(current.round, voice.context), voice.context)
  const goingOn = open ? candidatesOf(current).map(({ round }) => round) : []
  // An account that was left out may share nothing with these.
  const isOneOfMore = current.unsure?.code === 'unsure-account'
  let table: TableState = state
  for (const [index, ending] of endings.entries()) {
    const { before, closing, closedAt, ended, deviations } = asSettled(ending, current, voice.context)
    const first = firstOf(before)
    const others = every.filter((other) => other !== ending && firstOf(other.before) === first)
    const isOther = open || !shared.includes(first) || isDealtOtherwise(before, others)
    const accounts = { goesOn: true, rivals: [], others, doubted: isOneOfMore || isOther, waiting: [] }
    // An unread card may be this round's if it is in any account.
    const spoiled = [before, ...others.map((other) => other.before), ...goingOn.filter((round) => firstOf(round) === first)]
    const unread = spoiled.find(({ incomplete }) => incomplete !== null)?.incomplete ?? null
    const isFirst = index === 0
    const round = { ...before, incomplete: isFirst && lacksCards(current) ? current.round.incomplete : unread }
    const told: OpenRound = isFirst ? { ...current, round } : opened(round)
    const begun = { ...table, current: { ...told, ...accounts } }
    const aloud = announceDeal(openAloud(isFirst ? begun : beginBehind(begun, current, voice), voice), voice)
    const complete = aloud.current?.round.incomplete === null
    // If the round ended elsewhere in another account, how it ended here accuses nobody, unless it is the likelier end.
    const isWrong = ending.closing.by === 'settled wrongly'
    const likely = isWrong ? (deviations?.map((each) => withDoubts(each, { reason: { code: 'unsure-account' } })) ?? null) : null
    const errors = isOther || others.length > 0 ? likely : deviations
    table = closeWith(aloud, { ended, solution: closing, complete, errors, closedAt, nextMayBeOwn: true }, voice)
  }
  return table
}

/** Begins the round that follows `before`. If `before` lacks a card, its end was not seen, so the new round is incomplete. */
const beginBehind = (state: OpenTable, before: OpenRound, voice: Voice): TableState => {
  const begun = spoilLost(beginAs(state), voice)
  return lacksCards(before) ? spoil(begun, { code: 'end-unseen' }, voice) : begun
}

/**
 * Reads a round that ended unsettled with the reports up to its end. Those within the lag after it count as well if they settle the round.
 */
const asSettled = (ending: Ending, current: OpenRound, context: TableContext) => {
  const { closedAt, ended, unsettled } = ending
  const before = roundEnded(ending, context)
  const left = { before, closedAt, ended, closing: closingOf(ending, context) }
  if (!unsettled) return { ...left, deviations: [] }
  const readUntil = (until: number) => {
    const moves = new Map([...current.round.moves].map(([spot, levels]) => [spot, levels.filter(({ at }) => at <= until)]))
    return readEnding({ ...ending.before, moves }, until, ROUND_ENDS[ended].errors, context)
  }
  const late = readUntil(closedAt + context.spotLagMs)
  const told = late?.deviations?.length === 0 ? late : readUntil(closedAt)
  return told ? { ...left, before: told.round, closing: told.solution, deviations: told.deviations } : { ...left, deviations: null }
}
