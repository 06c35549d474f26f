/** A card comes: whose it is, at once or once the cards held for a decision have stood for the lag (`state/held.ts`). */
import { isOverUnread, withCard } from '../accounts/card-owner.ts'
import { beginning, withOneMore } from '../accounts/edges.ts'
import { begunWith } from '../accounts/leftovers.ts'
import type { TableContext } from '../context.ts'
import { textAt } from '../evidence/round.ts'
import { isStray } from '../evidence/table-signs.ts'
import type { Observation, ObservationOf } from '../observation.ts'
import { decidedAt, HELD_MAX } from '../state/held.ts'
import { cardRead } from '../state/late-line.ts'
import { candidatesOf, opened, withCandidates } from '../state/open-round.ts'
import { isOpen, type OpenTable, type Step, type TableState } from '../state/table-state.ts'
import { announce, lostAfter, openAloud, spoil, spoilLost, type Voice, voiceFor } from '../words/say.ts'
import { close, closeIfOver } from './closing.ts'
import { settle } from './settle.ts'

type HearsCard = (state: TableState, observation: ObservationOf<'card'>, voice: Voice) => TableState

type Kinds = readonly Observation['kind'][]
/** What decides at once whose a held card is; anything else may come meanwhile. */
const DECIDES: Kinds = ['cut-card', 'shoe', 'badge', 'shuffler', 'key', 'command', 'missing', 'identity', 'incident', 'start']

/** Decides whose the held cards are once the first has stood for the lag, or when something comes that decides it at once. */
export const withHeldDecided = (before: TableState, { kind, at }: Pick<Observation, 'kind' | 'at'>, context: TableContext): Step => {
  const [first] = before.held
  if (!first || (at < decidedAt(first, context) && !DECIDES.includes(kind) && before.held.length < HELD_MAX)) return [before, []]
  let state: TableState = { ...before, now: Math.max(before.now, decidedAt(first, context)), held: [] }
  const events = before.held.flatMap((card) => {
    const voice = voiceFor(card, context)
    state = onCard(state, card, voice)
    return voice.events
  })
  const [after, later] = withHeldDecided(state, { kind, at }, context)
  return [{ ...after, now: Math.min(after.now, Math.max(before.now, at)) }, [...events, ...later]]
}

/** The card is one more of the open round, or burned, or the first of the next. */
export const onCard: HearsCard = (told, observation, voice) => {
  const { card, at } = observation
  const { context } = voice
  if (told.held.length > 0) return { ...told, held: [...told.held, observation] }
  // In the time that has passed, what the spots showed may have become certain.
  const state = closeIfOver(told, null, voice)
  if (isOpen(state) && state.shoe.discards === 'loaded') return withFirstDiscard(state, observation, voice)
  if (state.shoe.burnDue > 0) {
    const closed = close(state, 'next-card', voice)
    voice.say('card.dealt', { card, n: 1, to: 'burn', certain: true }, null)
    return { ...closed, shoe: { ...closed.shoe, burnDue: state.shoe.burnDue - 1, burned: cardRead(observation) } }
  }
  if (isOpen(state) && isStray(state.current.round, at, context.spotLagMs)) return onCard(leaveStray(state, voice), observation, voice)
  const { grown, taken } = withCard(state, cardRead(observation), voice)
  if (taken === 'undecided') return { ...grown, held: [observation] }
  if (taken) return settle(announce({ ...grown, current: taken }, card, voice), voice)
  // If an incomplete round is unsettled or lacks a card, its end is unknown: this card may have been its last.
  const spoiled = grown.current?.round.incomplete ?? null
  const unsure =
    grown.current !== null && spoiled !== null && spoiled.code !== 'before-bets' && !isOverUnread(grown.current, at, voice.context)
  const over = close(grown, 'next-card', voice)
  const closed = unsure ? { ...over, lost: over.lost ?? { code: 'end-unseen' } } : over
  const { reliefBurns } = closed.shoe
  if (reliefBurns > 0) {
    voice.say('card.dealt', { card, n: 1, to: 'burn', certain: true }, null)
    return { ...closed, shoe: { ...closed.shoe, reliefBurns: reliefBurns - 1 } }
  }
  return beginRound(closed, observation, voice)
}

/** The discards were loaded within the round. Their first card may be burned, whatever the house does with a new shoe. */
const withFirstDiscard = (before: OpenTable, observation: ObservationOf<'card'>, voice: Voice): TableState => {
  const { card } = observation
  const burned = candidatesOf(before.current)
  const played = burned.map(({ round, after }) => ({ round: withOneMore(round, cardRead(observation), voice.context), after }))
  const isUsual = voice.context.rules.burn > 0
  if (isUsual) voice.say('card.dealt', { card, n: 1, to: 'burn', certain: false }, null)
  const shoe = { ...before.shoe, discards: null, burnDue: 0 }
  const current = withCandidates(before.current, isUsual ? [...burned, ...played] : [...played, ...burned])
  return settle(announce({ ...before, shoe, current }, card, voice), voice)
}

const leaveStray = (state: OpenTable, voice: Voice): TableState => {
  const { round, said } = state.current
  if (said.has('opened')) return close(spoil(state, { code: 'bets-taken-back' }, voice), 'next-card', voice)
  round.cards.forEach((_, at) => {
    voice.say('card.dealt', { card: textAt(round, at), n: at + 1, to: null, certain: false }, null)
  })
  return { ...state, current: null, lost: lostAfter(state) }
}

const beginRound: HearsCard = (state, observation, voice) => {
  // Bets were laid since, so it is the first card of a round.
  if (state.lost?.code === 'found-empty' && [...state.levels.values()].some(({ amount }) => amount > 0))
    return beginRound({ ...state, lost: null }, observation, voice)
  const rounds = state.rounds + 1
  const first = cardRead(observation)
  const accounts = begunWith(state, beginning(state, first), first, voice.context)
  const open = withCandidates(
    opened(accounts[0]),
    accounts.map((round) => ({ round, after: [] })),
  )
  const current = { ...open, unsure: state.unsettledEnd ? ({ code: 'unsure-start' } as const) : null }
  const dealer = state.dealer.change === 'named' ? { ...state.dealer, change: null } : state.dealer
  const shoe = { ...state.shoe, burned: null, fresh: null }
  const begun = { ...spoilLost({ ...state, shoe, rounds, dealer, current }, voice), lost: null }
  return settle(announce(openAloud(begun, voice), observation.card, voice), voice)
}
