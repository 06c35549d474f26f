/** The account of one round: its observations, one step each, with what each ruled out and what it made certain; then what is left. */
import type { PointerPlace, SpotId } from '../../../devices/scan.ts'
import type { TableContext } from '../../engine/context.ts'
import type { RoundResult } from '../../engine/event.ts'
import { dealerPositions, dealtHand, type Round } from '../../engine/evidence/round.ts'
import type { Observation } from '../../engine/observation.ts'
import { addMove } from '../../engine/readings.ts'
import { closingReadings, endedUnseen, type Readings, readingsOf } from '../../engine/round-readings.ts'
import { isTurned, unmasked } from '../../engine/state/hole-mask.ts'
import type { TableState } from '../../engine/state/table-state.ts'
import type { FindingEvent } from '../../procedure/finding.ts'
import { type DealOwner, dealOwners } from '../../rules/game/deal.ts'
import { reasonText } from '../../rules/reasons.ts'
import type { Followed, RoundSummary, Seen } from './chronicle.ts'
import { type Certain, certainOf, type Fallen, fallenOf, newlyCertain, type Place, placesOf } from './fallen.ts'

/** What lay on a spot. */
export interface Level {
  readonly amount: number
  readonly lammers: number
}

/** `lammer`: a lammer was taken off; `player`: the player collected, or bet for the next round. */
export type Moved = 'stake' | 'take' | 'pay' | 'lammer' | 'player'

/**
 * Two stories of where a round ended. `may-be-next`: the card may have opened the next round, although this one can still use it;
 * `goes-on`: it did not. `may-be-before`, reported for the next round: the card may also belong to the round before; `before-ended`: it did
 * not.
 */
export type RivalNote = 'may-be-next' | 'goes-on' | 'may-be-before' | 'before-ended'

/** What was ruled out because nothing more came in time; `pointer`: where the pointer stayed, null if none is in use. */
export interface Waited {
  readonly readings: number
  readonly fallen: readonly Fallen[]
  readonly pointer: PointerPlace | null
}

export interface Step {
  /** null: the input ended. */
  readonly observation: Observation | null
  /** Event time since the round opened, ms. Chips may be reported after a later event, and lines of two devices may cross. */
  readonly sinceMs: number
  /** What was known of the table before: for a spot its content; for a card of this round its position and its owner. */
  readonly level: Level | null
  readonly position: number | null
  /** The card belongs to the initial deal. */
  readonly owner: DealOwner | null
  readonly before: number | null
  readonly after: number | null
  /** Time had passed since the line before, and that alone ruled something out. */
  readonly waited: Waited | null
  readonly fallen: readonly Fallen[]
  readonly certain: Certain
  /** For a card in play: where it may lie. */
  readonly places: readonly Place[]
  /** What a movement of chips on a main spot was, by the best reading. */
  readonly moved: Moved | null
  /** From this step on the hole card is no longer secret. */
  readonly turnsHole: boolean
  /** No reading fits all the evidence any more, or one does again. */
  readonly way: Readings['way'] | null
  readonly rival: RivalNote | null
  readonly incomplete: string | null
  readonly closes: 'closed' | 'void' | null
  readonly findings: readonly FindingEvent[]
}

export interface Account {
  readonly summary: RoundSummary
  readonly end: Followed['end']['kind']
  /** All the evidence the round closed with, or has so far. */
  readonly round: Round
  readonly steps: readonly Step[]
  readonly result: RoundResult | null
  /** null: the deal was never completed. */
  readonly left: Readings | null
  /** Further readings, in which the round ended with another card, or a player found to be absent had played. */
  readonly otherwise: number
  readonly context: TableContext
}

interface Sight {
  readonly round: Round
  readonly now: number
  readonly isTurned: boolean
  readonly readings: Readings | null
  /** Whether the story of the next round also exists, or this story exists alongside that of the round before. */
  readonly role: 'alone' | 'with-next' | 'beside-before'
}

const NOTHING: Certain = { claims: [], results: [] }

export const accountOf = ({ summary, seen, end }: Followed, context: TableContext): Account => {
  const sights = seen.map(({ after }) => sightOf(after, summary, context))
  const last = seen.at(-1)
  const closing = end.kind === 'closed' && last ? closingSight(last, summary, context) : null
  const final = closing ?? sights.findLast((sight) => sight !== null) ?? null
  const first = seen[0] && sightOf(seen[0].before, summary, context)
  const round = end.kind === 'unseen' ? end.round : final?.round
  if (!round) throw new Error(`round ${summary.id} was never opened`)
  let known: Certain | null = null
  let before = first ?? null
  const steps = seen.map((each, index) => {
    const isLast = index === seen.length - 1
    const after = isLast && closing ? closing : (sights[index] ?? null)
    const certain: Certain = after?.readings ? certainOf(after.round, after.readings) : NOTHING
    const step = stepOf(
      { each, before, after, round, certain: newlyCertain(known, certain), summary, closes: isLast && !!closing },
      context,
    )
    if (after?.readings) known = certain
    before = after
    return step
  })
  const left = end.kind === 'unseen' ? endedUnseen(end.closing) : (final?.readings ?? null)
  const otherwise = left && summary.result ? Math.max(0, summary.result.readings - left.count) : 0
  return { summary, end: end.kind, round, steps, result: summary.result, left, otherwise, context }
}

/** The round in this state of the table: open, or the one that may have begun alongside the open one. */
const sightOf = (state: TableState, { id, openedAt }: RoundSummary, context: TableContext): Sight | null => {
  const { current, now } = state
  const opened = Date.parse(openedAt)
  const isThis = (round: Round): boolean => round.id === id && round.openedAt === opened
  if (current && isThis(current.round)) {
    const { round, rivals } = current
    const known = isTurned(round, context)
    return {
      round,
      now,
      isTurned: known,
      readings: readingsOf(round, { now, context }),
      role: rivals.length > 0 ? 'with-next' : 'alone',
    }
  }
  // Its number is known only once it is certain that it began.
  const round = current?.rivals.find((rival) => rival.round.openedAt === opened)?.round
  if (!round) return null
  const known = isTurned(round, context)
  return { round, now, isTurned: known, readings: readingsOf(round, { now, context }), role: 'beside-before' }
}

/** Includes the observation that closed the round, as far as it belongs to the round. */
const closingSight = ({ before, after, observation }: Seen, summary: RoundSummary, context: TableContext): Sight | null => {
  const sight = sightOf(before, summary, context)
  if (!sight) return null
  const { now } = after
  const round = withLast(unmasked(sight.round, context), before, observation, context)
  const complete = (summary.result?.complete ?? false) && !summary.void
  return { round, now, isTurned: true, readings: closingReadings(round, complete, { now, context }), role: 'alone' }
}

const withLast = (round: Round, { levels }: TableState, observation: Observation | null, context: TableContext): Round => {
  if (!observation || observation.late) return round
  if (observation.kind === 'pointer')
    return round.unpointed ? round : { ...round, pointer: [...round.pointer, { at: observation.at, place: observation.place }] }
  if (observation.kind !== 'spot' || observation.spot === 'rack') return round
  const { spot, at, amount, cause } = observation
  const lammers = lammersOf(observation)
  const known = levels.get(spot)
  return known?.amount === amount && known.lammers === lammers && known.rev === observation.rev
    ? round
    : addMove(round, spot, { at, amount, lammers, cause }, context)
}

type SpotSeen = Extract<Observation, { kind: 'spot' }>

export const lammersOf = ({ chips }: SpotSeen): number => chips.reduce((sum, { value, count }) => sum + (value === 'FB' ? count : 0), 0)

interface StepInput {
  readonly each: Seen
  readonly before: Sight | null
  readonly after: Sight | null
  /** The whole round: it knows every box. */
  readonly round: Round
  readonly certain: Certain
  readonly summary: RoundSummary
  readonly closes: boolean
}

const stepOf = ({ each, before, after, round, certain, summary, closes }: StepInput, context: TableContext): Step => {
  const { observation, said } = each
  const from = before?.readings ?? null
  const to = after?.readings ?? null
  const cards = before?.round.cards.length ?? 0
  const waited = before && after && from ? waitedFor(before, from, after.now, context) : null
  const isCard = observation?.kind === 'card' && (after?.round.cards.length ?? 0) > cards
  const position = isCard ? cards : null
  const owner = position === null ? null : (dealOwners(context.rules, round.boxes.length)[position] ?? null)
  const own = said.filter((event) => event.round === summary.id)
  const start = waited?.after ?? from
  const broken = !(summary.result?.complete ?? true)
  return {
    observation,
    sinceMs: (observation?.at ?? each.after.now) - round.openedAt,
    level: observation?.kind === 'spot' ? levelOf(each.before, observation.spot) : null,
    position,
    owner,
    before: from?.readings ?? null,
    after: to?.readings ?? null,
    waited: waited && { readings: waited.after.readings, fallen: waited.fallen, pointer: before ? pointerOf(before.round) : null },
    fallen: start && to && after ? fallenOf(after.round, start, to, cards) : [],
    certain,
    places: position !== null && owner === null && to && after ? placesOf(after.round, to, position) : [],
    moved:
      observation?.kind === 'spot' && after && context.chipEvidence !== 'bets'
        ? movedOf(observation, levelOf(each.before, observation.spot), after, context)
        : null,
    turnsHole: before?.isTurned === false && after?.isTurned === true && !(closes && broken) && dealerPositions(round, context).hole >= 0,
    way: to && to.way !== (from?.way ?? 'all') ? to.way : null,
    rival: after && !closes ? rivalNote(before?.role ?? 'alone', after.role) : null,
    incomplete: own.flatMap(({ type, data }) => (type === 'round.incomplete' ? [reasonText(data.why, 'en')] : []))[0] ?? null,
    closes: closes ? (summary.void ? 'void' : 'closed') : null,
    findings: own.filter((event): event is FindingEvent => event.type.startsWith('finding.')),
  }
}

const movedOf = ({ spot, amount }: SpotSeen, level: Level, { round, readings }: Sight, context: TableContext): Moved | null => {
  const [box, area] = spot.split('.')
  const index = round.boxes.indexOf(Number(box))
  const best = readings?.best
  if (area !== 'main' || index < 0 || !best) return null
  const settled = best.settlements[index]?.kinds.at(-1)
  if (best.dues !== null) return settled ?? null
  const isNatural = dealtHand(round, index, context).ended === 'natural'
  if (amount < level.amount) return isNatural ? 'player' : 'take'
  return isNatural ? 'pay' : 'stake'
}

const levelOf = ({ levels }: TableState, spot: SpotId): Level => levels.get(spot) ?? { amount: 0, lammers: 0 }

const rivalNote = (before: Sight['role'], after: Sight['role']): RivalNote | null => {
  if (before === after) return null
  if (after === 'alone') return before === 'with-next' ? 'goes-on' : 'before-ended'
  return after === 'with-next' ? 'may-be-next' : 'may-be-before'
}

const pointerOf = ({ pointer, openedAt }: Round): PointerPlace | null => pointer.findLast(({ at }) => at >= openedAt)?.place ?? null

/** What the time before a line ruled out by itself. null if nothing, or if the evidence would then have to be relaxed. */
const waitedFor = (before: Sight, from: Readings, now: number, context: TableContext) => {
  if (now <= before.now) return null
  const after = readingsOf(before.round, { now, context })
  if (!after || after.count === 0 || after.way !== from.way) return null
  const fallen = fallenOf(before.round, from, after, before.round.cards.length)
  return fallen.length > 0 ? { after, fallen } : null
}
