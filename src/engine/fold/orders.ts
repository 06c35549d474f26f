/**
 * Orders from people, by a key at the table or by a remote command: who is away, who deals, what an unread card was, and the floor's
 * rulings (`rulings.ts`). The result of a command is reported before its effects.
 */

import { type StateKind, stateType, stateWords } from '../../../devices/scan.ts'
import { cardCode } from '../../rules/game/cards.ts'
import type { Shuffler } from '../../rules/house/shuffler.ts'
import { answerOf } from '../../rules/refusals.ts'
import { voided } from '../accounts/closing-report.ts'
import { readAs } from '../accounts/hole-card-turn.ts'
import { absentIn } from '../accounts/rival.ts'
import type { TableContext } from '../context.ts'
import type { TableEventData } from '../event.ts'
import { dealerPositions, isUnbet } from '../evidence/round.ts'
import { withNamed } from '../lattice/growth.ts'
import { deviceOf, type ObservationOf } from '../observation.ts'
import { isTurned } from '../state/hole-mask.ts'
import { candidatesOf, type OpenRound, withCandidates } from '../state/open-round.ts'
import { isContinuous, isOpen, isOvertaken, type OpenTable, type TableState } from '../state/table-state.ts'
import { announceDeal, spoil, type Voice } from '../words/say.ts'
import { phaseOf } from '../words/table-views.ts'
import { closeIfOver, reread } from './closing.ts'
import { type CommandOf, commandFault, type TableCommand, tableCommand, withNewest } from './command.ts'
import { reviseNoted } from './revise.ts'
import { positionOf, roundsWith, withBurned, withDead, withNote, withPlaced, withUndone } from './rulings.ts'

/** Another dealer has taken over. A late pointer was a habit of the dealer before, whose round may be over by now. */
const relieved = (before: TableState, isBegun: boolean, voice: Voice): TableState => {
  const state = closeIfOver(before, null, voice)
  const dealer = { ...state.dealer, pointsLate: false }
  // What is burned at a relief may be the card with which the round began.
  if (isBegun) return spoil({ ...state, dealer }, { code: 'relieved-before' }, voice)
  const shoe = { ...state.shoe, fresh: state.shoe.fresh ?? 'relief', reliefBurns: voice.context.rules.burnAtDealerChange }
  return { ...state, dealer, shoe }
}

const isBegunSince = ({ current }: TableState, at: number): boolean => current === null || current.round.openedAt > at

export const onKey = (state: TableState, observation: ObservationOf<'key'>, voice: Voice): TableState => {
  const { press } = observation
  const box = 'box' in press ? press.box : null
  voice.say('key.pressed', { key: press.key, box }, state.current?.round.id ?? null)
  const isLate = isOvertaken(state, observation)
  // The cards since then may be another round's.
  if (press.key === 'void') return isLate ? spoil(state, { code: 'end-unseen' }, voice) : voided(state, { code: 'voided-at-table' }, voice)
  if (press.key === 'relief') {
    if (state.dealer.change === 'named') return state
    const after = relieved(state, isLate && isBegunSince(state, observation.at), voice)
    // The key does not say who has taken over: until somebody names him, nobody is named.
    return dealtBy(after, null, 'key', voice.context)
  }
  if (box === null) return state
  return press.key === 'absent' ? foundAbsent(state, box, voice) : foundPresent(state, box)
}

/**
 * Somebody has taken over, and it is known who. `isBegun`: a round has begun since. If the key told of it, or somebody else was named by mistake, the card that is
 * burned for it is burned once.
 */
const takenOver = (state: TableState, changed: TableEventData['dealer.changed'], isBegun: boolean, voice: Voice): TableState => {
  voice.say('dealer.changed', changed, state.current?.round.id ?? null)
  const after = state.dealer.change === null ? relieved(state, isBegun, voice) : state
  return dealtBy(after, changed.dealer, 'named', voice.context)
}

/** A dealer has shown his badge: he takes over, unless he deals already. */
export const onBadge = (state: TableState, observation: ObservationOf<'badge'>, voice: Voice): TableState => {
  const { dealer, at } = observation
  if (dealer === state.dealer.id) return state
  const isBegun = isOvertaken(state, observation) && isBegunSince(state, at)
  return takenOver(state, { dealer, user: deviceOf(observation) }, isBegun, voice)
}

/** Which cards are left is unknown from here on. */
const dealtFrom = (state: TableState, shuffler: Shuffler): TableState => ({
  ...state,
  floor: { ...state.floor, shuffler },
  shoe: { ...state.shoe, seen: null },
})

/** A device beside the play tells its state. A machine that shuffles is believed as the floor is: from now on cards are dealt from a shoe, or from it. */
export const onState = (state: TableState, observation: ObservationOf<StateKind>, voice: Voice): TableState => {
  const data = { device: deviceOf(observation), ...stateWords(observation) }
  voice.say(stateType(observation.kind), data, state.current?.round.id ?? null)
  if (observation.kind !== 'shuffler') return state
  const { mode } = observation
  return isContinuous(state, voice.context) === (mode === 'continuous') ? state : dealtFrom(state, mode)
}

const foundPresent = (state: TableState, box: number): TableState => ({
  ...state,
  absent: new Set([...state.absent].filter((each) => each !== box)),
})

/** rulings: `absent` holds from then on. A box that has not played yet plays by the house's rule, unless the cards show otherwise. */
const foundAbsent = (before: TableState, box: number, voice: Voice): TableState => {
  const state = { ...before, absent: new Set([...before.absent, box]) }
  const { current, now } = state
  if (!current) return state
  const known = candidatesOf(current)
  const found = known.flatMap(({ round, after }) => absentIn(round, box, now, voice.context).map((each) => ({ round: each, after })))
  if (found.length === known.length && found.every(({ round }, at) => round === known[at]?.round)) return state
  return reread({ ...state, current: withCandidates(current, found) }, voice)
}

/** A command: its result is reported, then its effects. */
export const onCommand = (state: TableState, observation: ObservationOf<'command'>, voice: Voice): TableState => {
  const { user, name, correlation, args, unverified } = observation
  const command = observation.error === null ? tableCommand(name, args, state.current) : null
  if (command === null) return state
  const fault = commandFault(state, command, voice.context)
  const round = command.name === 'bet-note' ? notedRound(state, command.box, voice.context) : (state.current?.round.id ?? null)
  const isMade = fault === null && REVERSIBLE.has(command.name) && round === state.current?.round.id
  const ruled = isMade ? { ...state, floor: { ...state.floor, ruled: (state.floor.ruled ?? 0) + 1 } } : state
  const ruling = isMade && isOpen(ruled) ? { ruling: newestRuling(ruled) } : {}
  voice.say('command.answered', { user, name, correlation, ...answerOf(fault), ...ruling, ...(unverified ? { unverified } : {}) }, round)
  return fault === null ? (CARRIED[command.name] as Carries<TableCommand['name']>)(ruled, command, user, voice) : state
}

/** Rulings on the open round that can be taken back; of the others each has a command that says the opposite. */
const REVERSIBLE: ReadonlySet<TableCommand['name']> = new Set(['card-move', 'card-burn', 'hand-dead', 'bet-note'])
const newestRuling = ({ floor, current }: OpenTable): string => `${current.round.id}/${floor.ruled ?? 0}`

type Carries<N extends TableCommand['name']> = (state: TableState, command: CommandOf<N>, user: string, voice: Voice) => TableState

/** What each command does. Those on a card or a hand are refused while no round is open. */
const CARRIED: { readonly [N in TableCommand['name']]: Carries<N> } = {
  'round-void': (state, _, user, voice) => voided(state, { code: 'voided-by', user }, voice),
  absent: (state, { box }, _, voice) => foundAbsent(state, box, voice),
  present: (state, { box }, user, voice) => {
    voice.say('floor.ruled', { ruling: 'present', box, user }, state.current?.round.id ?? null)
    return foundPresent(state, box)
  },
  dealer: (state, { id }, user, voice) => takenOver(state, { dealer: id, user }, false, voice),
  'card-name': (state, command, user, voice) => (isOpen(state) ? nameCard(state, command, user, voice) : state),
  // The plate changes from the next round on. The limits of side bets and of a box stay as they were.
  limits: (state, { min, max, unit, keep }, user, voice) => {
    voice.say('floor.ruled', { ruling: 'limits', min, max, unit, keep, user }, state.current?.round.id ?? null)
    const before = state.floor.plate?.limits ?? voice.context.limits
    return { ...state, floor: { ...state.floor, plate: { limits: { ...before, min, max, unit }, keep, before } } }
  },
  shuffler: (state, { mode }, user, voice) => {
    voice.say('floor.ruled', { ruling: 'shuffler', mode, user }, state.current?.round.id ?? null)
    return dealtFrom(state, mode)
  },
  'bet-note': (state, { box, note }, user, voice) => {
    const { last } = state
    const round = notedRound(state, box, voice.context)
    voice.say('floor.ruled', { ruling: 'bet-note', box, ...note, user }, round)
    if (isOpen(state) && round === state.current.round.id)
      return reread({ ...state, current: withNote(state, { id: newestRuling(state), box, ...note }, voice.context) }, voice)
    if (last !== null && round === last.round.id) return reviseNoted({ ...state, last }, box, note, voice)
    return { ...state, floor: { ...state.floor, notes: new Map(state.floor.notes).set(box, note) } }
  },
  // The round is told again as it is without the ruling.
  'ruling-undo': (state, { ruling }, user, voice) => {
    voice.say('floor.ruled', { ruling: 'undo', of: ruling, user }, state.current?.round.id ?? null)
    return isOpen(state) ? retold(state, withUndone(state, ruling, voice.context), 0, voice) : state
  },
  'card-move': (state, command, user, voice) => {
    if (!isOpen(state)) return state
    const { seq, box, hand } = command
    const { round } = state.current
    voice.say('card.moved', { seq, n: positionOf(round, seq) + 1, box, hand, user }, round.id)
    const placed = withPlaced(state, { ...command, id: newestRuling(state) }, voice.context)
    return placed ? retold(state, placed, 0, voice) : state
  },
  'card-burn': (state, { seq }, user, voice) => {
    if (!isOpen(state)) return state
    const { round } = state.current
    const position = positionOf(round, seq)
    voice.say('floor.ruled', { ruling: 'card-burn', seq, n: position + 1, user }, round.id)
    const left = withBurned(state, seq, newestRuling(state), voice.context)
    return left === null ? voided(state, { code: 'only-card-burned' }, voice) : retold(state, left, position, voice)
  },
  'hand-dead': (state, { box, hand }, user, voice) => {
    if (!isOpen(state)) return state
    voice.say('floor.ruled', { ruling: 'hand-dead', box, hand, user }, state.current.round.id)
    return reread({ ...state, current: withDead(state, { id: newestRuling(state), box, hand }, voice.context) }, voice)
  },
}

/**
 * The round to which a note of money on a box belongs. It is the open round, unless that is being settled and the box needs no bet in it.
 * Otherwise it is the last round, if cards came to the box without a bet and the round may still be revised. null: the next round.
 */
const notedRound = ({ current, last }: TableState, box: number, context: TableContext): string | null => {
  if (current !== null && (isUnbet(current.round, box) || phaseOf(current, context) !== 'settling')) return current.round.id
  return last !== null && isUnbet(last.round, box) ? last.round.id : null
}

/** Reports again where the cards from this position on lie: they moved up, or lie elsewhere. */
const retold = (state: TableState, current: OpenRound, position: number, voice: Voice): TableState => {
  const isTold = (key: string): boolean => !key.startsWith('card/') || Number(key.slice('card/'.length)) < position
  const said = new Set([...current.said].filter(isTold))
  return reread(announceDeal({ ...state, current: { ...current, said } }, voice), voice)
}

/**
 * Who deals from now on. A supervisor may type the name after the first card, so the open round is his as well, unless it is being settled.
 */
const dealtBy = (before: TableState, dealerId: string | null, change: 'named' | 'key', context: TableContext): TableState => {
  const state = { ...before, dealer: { ...before.dealer, id: dealerId, change } }
  const { current } = state
  if (!current) return state
  const own = phaseOf(current, context) === 'settling' ? current.round : null
  const dealt = candidatesOf(current).map((each) => (each.round === own ? each : { ...each, round: { ...each.round, dealerId } }))
  return { ...state, current: withCandidates(current, dealt) }
}

/** From here on the unread card is the one named. The round stays incomplete, because the shoe did not read the card. */
export const nameCard = (state: OpenTable, { seq, card }: Named, user: string, voice: Voice): TableState => {
  const { context } = voice
  const holders = roundsWith(state.current, seq)
  const isHidden = holders.some((round) => !isTurned(round, context) && positionOf(round, seq) === dealerPositions(round, context).hole)
  const n = Math.max(...holders.map((round) => positionOf(round, seq))) + 1
  voice.say('card.named', { seq, n, card: isHidden ? 'hidden' : card, user }, state.current.round.id)
  const current = readAs(state, (round) => withNamed(round, positionOf(round, seq), cardCode(card)), context)
  const floor = { ...state.floor, named: withNewest(state.floor.named, seq, card) }
  return reread(announceDeal({ ...state, floor, current }, voice), voice)
}

export type Named = Pick<CommandOf<'card-name'>, 'seq' | 'card'>
