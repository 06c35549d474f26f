/** What the fold reports: the TableEvents of one observation, each conclusion once, as soon as every reading contains it. */

import type { ScannedCard } from '../../../devices/scan.ts'
import { isSameReason, type Reason, type ReasonCode } from '../../rules/reasons.ts'
import type { TableContext } from '../context.ts'
import { closingOf } from '../errors/answers.ts'
import type { CardPlace, TableEvent, TableEventData, TableEventType } from '../event.ts'
import { dealOf, isDealt, isUnbet, MAINS, type Round, spotOf, textAt, timelineOf } from '../evidence/round.ts'
import { mayHideBox, uncoveredWays } from '../evidence/steady-levels.ts'
import { readRound } from '../lattice/question.ts'
import type { Solution } from '../lattice/reading.ts'
import type { Observation } from '../observation.ts'
import { isTurned } from '../state/hole-mask.ts'
import { type BoxFact, candidatesOf, type Fact, isUnsure, type OpenRound, withCandidates } from '../state/open-round.ts'
import { commonFacts, factsOf, isoTime } from './result.ts'

/** Collects the events of one observation under their common head. */
export interface Voice {
  readonly events: readonly TableEvent[]
  say<T extends TableEventType>(type: T, data: TableEventData[T], round: string | null): void
}

export const voiceFor = ({ at, cause }: Pick<Observation, 'at' | 'cause'>): Voice => {
  const events: TableEvent[] = []
  return {
    events,
    say: (type, data, round) => {
      events.push({ type, at, round, cause, data } as TableEvent)
    },
  }
}

const saying = (current: OpenRound, keys: readonly string[]): OpenRound =>
  keys.length === 0 ? current : { ...current, said: new Set([...current.said, ...keys]) }

/** They follow from the evidence so far, and may not hold with more of it. */
const FOLLOWS: ReadonlySet<ReasonCode> = new Set(['ended-early', 'no-ending', 'too-many-readings'])

/** Most reasons kept; one more stands for all others. */
const REASONS_MAX = 32

const withReason = (reasons: readonly Reason[], reason: Reason): readonly Reason[] => {
  const known: Reason = reasons.length < REASONS_MAX ? reason : { code: 'more-reasons' }
  return FOLLOWS.has(reason.code) || reasons.some((each) => isSameReason(each, known)) ? reasons : [...reasons, known]
}

/** The round cannot get a complete verdict any more. This is reported once. */
export const spoil = <S extends { readonly current: OpenRound | null }>(state: S, reason: Reason, voice: Voice): S => {
  const { current } = state
  if (!current) return state
  const { round } = current
  const reasons = withReason(current.reasons, reason)
  return sayIncomplete({ ...state, current: { ...current, reasons, round: { ...round, incomplete: round.incomplete ?? reason } } }, voice)
}

/** Reports that the round gets no complete verdict: once, and not while the card that spoils it may be the next round's. */
export const sayIncomplete = <S extends { readonly current: OpenRound | null }>(state: S, voice: Voice): S => {
  const { current } = state
  if (!current?.said.has('opened') || current.said.has('incomplete')) return state
  const { round, rivals, reasons } = current
  if (round.incomplete === null || (rivals.length > 0 && reasons.length === 0)) return state
  voice.say('round.incomplete', { round: round.id, why: round.incomplete }, round.id)
  return { ...state, current: saying(current, ['incomplete']) }
}

/** Cards that were no round leave what was not heard to the next. */
export const lostAfter = ({ current, lost }: { readonly current: OpenRound | null; readonly lost: Reason | null }): Reason | null =>
  current?.round.incomplete?.code === 'unheard' ? current.round.incomplete : lost

/** What was lost before the round began may belong to it. */
export const spoilLost = <S extends { readonly current: OpenRound | null; readonly lost: Reason | null }>(state: S, voice: Voice): S =>
  state.lost === null ? state : spoil(state, state.lost, voice)

/** Reports that the round is open and what lies on it, once its boxes are known. */
export const openAloud = <S extends { readonly current: OpenRound | null }>(state: S, context: TableContext, voice: Voice): S => {
  const { current } = state
  if (!current || current.round.boxes.length === 0 || current.said.has('opened')) return state
  const { round } = current
  voice.say('round.opened', { round: round.id, shoe: round.shoe, openedAt: isoTime(round.openedAt), boxes: round.boxes }, round.id)
  for (const box of round.boxes) {
    for (const area of [...MAINS, 'p22', 'pog'] as const) {
      const { base } = timelineOf(round, spotOf(box, area), context.spotLagMs)
      if (base.amount > 0) voice.say('bet.placed', { box, area, amount: base.amount }, round.id)
    }
  }
  return sayIncomplete({ ...state, current: saying(current, ['opened']) }, voice)
}

/** An unread card spoils the round. Any card of the initial deal is reported as soon as it is dealt, unless it lies face down. */
export const announce = <S extends { readonly current: OpenRound | null; readonly now: number }>(
  before: S,
  card: ScannedCard,
  context: TableContext,
  voice: Voice,
): S => {
  return announceDeal(card === '??' ? withUnread(before, voice) : before, context, voice)
}

/**
 * Spoils the round in which the unread card may lie, in each of its accounts. A round that has ended in all of them does not have the card.
 */
const withUnread = <S extends { readonly current: OpenRound | null }>(state: S, voice: Voice): S => {
  const { current } = state
  if (!current) return state
  const reasonIn = ({ cards }: Round): Reason => ({ code: 'card-unread', card: cards.length })
  if (current.rivals.length === 0) return spoil(state, reasonIn(current.round), voice)
  const spoiled = candidatesOf(current).map(({ round, after }) => ({
    round: { ...round, incomplete: round.incomplete ?? reasonIn(round) },
    after,
  }))
  return { ...state, current: withCandidates(current, spoiled) }
}

/**
 * Reports the cards of the initial deal that are not reported yet: all of them if the round's boxes became known late. Later cards wait for
 * readings.
 */
export const announceDeal = <S extends { readonly current: OpenRound | null; readonly now: number }>(
  state: S,
  context: TableContext,
  voice: Voice,
): S => {
  const { current } = state
  if (!current?.said.has('opened')) return state
  const { round, said } = current
  const keys: string[] = []
  const { owners, hole } = dealOf(round, context)
  for (let at = 0; at < Math.min(round.cards.length, owners.length); at++) {
    const key = `card/${at}`
    if (said.has(key) || at === hole) continue
    keys.push(key)
    const mayBeOthers = mayHideBox(round, context.boxes, state.now, context.spotLagMs) || mayBeBetBefore(round, at, state.now, context)
    const certain = !isUnsure(current) && !mayBeOthers
    voice.say('card.dealt', { card: textAt(round, at), n: at + 1, to: dealtTo(round, at, context), certain }, round.id)
  }
  return keys.length > 0 ? { ...state, current: saying(current, keys) } : state
}

/**
 * A bet from before the first card may be reported up to the lag after it. If its box is dealt before this card's, that box has this card.
 */
const mayBeBetBefore = (round: Round, position: number, now: number, context: TableContext): boolean => {
  const { boxes, openedAt } = round
  if (now >= openedAt + context.spotLagMs) return false
  const isFirst = position < boxes.length
  const dealtBefore = isFirst ? (boxes[position] ?? 0) - 1 : context.boxes
  return boxes.filter((box) => box <= dealtBefore).length < dealtBefore
}

const dealtTo = (round: Round, position: number, context: TableContext): CardPlace => {
  const owner = dealOf(round, context).owners[position]
  if (!owner) return null
  return owner.box === 'dealer' ? 'dealer' : { box: round.boxes[owner.box] ?? 0, hand: 1 }
}

/** The round's readings if chips that have been gone from a bet for less than the lag lie under a hand, for each way that has readings. */
export const coveredReadings = ({ round }: OpenRound, now: number, context: TableContext): readonly Solution[] => {
  const ways = isDealt(round, context) ? uncoveredWays(round, now, context.spotLagMs) : []
  return ways.map((under) => readRound(under, { context, now, asked: 'any' })).filter(({ count }) => count > 0)
}

/** There is one reading, no other account of where the round began or ended, and no card that it may lack. */
export const isSingle = (current: OpenRound, full: Solution | null): boolean =>
  full?.isSingle === true && !full.isPartial && current.others.length === 0 && !isUnsure(current)

/**
 * Somebody erred: what was reported as certain and is no longer in every reading is reported again, as uncertain. It may become certain
 * again.
 */
export const takeBack = (current: OpenRound, full: Solution, voice: Voice): OpenRound => {
  if (full.count === 0 || current.certain.length === 0) return current
  const { round, certain } = current
  const isGone = ({ box, fact: { hand, happened } }: BoxFact): boolean => !full.contains(round.boxes.indexOf(box), hand - 1, happened)
  const gone = certain.filter(isGone)
  if (gone.length === 0) return current
  for (const each of gone) sayFact(each, false, round.id, voice)
  const keys = new Set(gone.map(({ box, fact }) => saidAs(box, fact)))
  return {
    ...current,
    certain: certain.filter((each) => !gone.includes(each)),
    said: new Set([...current.said].filter((key) => !keys.has(key))),
  }
}

/**
 * Everything that all readings share and was not said yet: places of cards, decisions, the turned hole card. `full`: the readings. `alike`: those
 * with as few errors, where somebody may have erred in several ways.
 */
export const sayCertain = (
  current: OpenRound,
  full: Solution | null,
  now: number,
  context: TableContext,
  voice: Voice,
  alike: readonly Solution[] = [],
): OpenRound => {
  const { round, said, others } = current
  if (!full) return current
  // Read at most once, and only if there is something to report.
  let read: readonly Solution[] | undefined
  const covered = (): readonly Solution[] => {
    read ??= [...coveredReadings(current, now, context), ...alike]
    return read
  }
  const keys = [...sayHole(current, context, voice), ...sayPlaces(current, full, covered, context, voice)]
  const isShared = (index: number, { hand, happened }: Fact): boolean => {
    const accounts = [...others.map((ending) => closingOf(ending, context)), ...covered()]
    return accounts.every((each) => each.contains(index, hand - 1, happened))
  }
  const agreed =
    full.count === 0 || isUnsure(current)
      ? []
      : round.boxes.flatMap((box, index) =>
          commonFacts(round, full, index, (fact) => !said.has(saidAs(box, fact)), context).flatMap((fact) =>
            isShared(index, fact) ? [{ box, fact }] : [],
          ),
        )
  const told = sayFacts(current, agreed, true, voice)
  return saying({ ...current, certain: [...current.certain, ...agreed] }, [...keys, ...told])
}

/** At the close: reports what is still unreported, as the best reading has it. */
export const sayRest = (
  current: OpenRound,
  full: Solution | null,
  complete: boolean,
  now: number,
  context: TableContext,
  voice: Voice,
): OpenRound => {
  const heard = sayCertain(current, full, now, context, voice)
  const { round } = heard
  const stories = full?.best?.stories ?? []
  const rest = stories.flatMap((story, index) => factsOf(round, story).map((fact) => ({ box: round.boxes[index] ?? 0, fact })))
  return complete ? saying(heard, sayFacts(heard, rest, false, voice)) : heard
}

const saidAs = (box: number, { key }: Fact): string => `${box}/${key}`

const sayFacts = (current: OpenRound, facts: readonly BoxFact[], certain: boolean, voice: Voice): readonly string[] => {
  const keys: string[] = []
  for (const { box, fact } of facts) {
    const key = saidAs(box, fact)
    if (current.said.has(key)) continue
    keys.push(key)
    sayFact({ box, fact }, certain, current.round.id, voice)
  }
  return keys
}

const sayFact = ({ box, fact }: BoxFact, certain: boolean, round: string, voice: Voice): void => {
  const head = { box, hand: fact.hand, certain }
  if (fact.type === 'hand.doubled' || fact.type === 'hand.split') voice.say(fact.type, { ...head, free: fact.free }, round)
  else if (fact.type === 'hand.surrendered') voice.say(fact.type, head, round)
  else voice.say(fact.type, { ...head, total: fact.total }, round)
}

/** Reports each card in play with its place in the best reading, as soon as it is dealt. */
const sayPlaces = (
  current: OpenRound,
  full: Solution | null,
  covered: () => readonly Solution[],
  context: TableContext,
  voice: Voice,
): readonly string[] => {
  const { round, said, rivals, others } = current
  const keys: string[] = []
  // Cards that may be the next round's wait until it is known whose they are.
  const own = rivals.length > 0 ? others.map(({ before }) => before.cards.length) : []
  const end = Math.min(round.cards.length, ...own)
  for (let position = dealOf(round, context).owners.length; position < end; position++) {
    const key = `card/${position}`
    if (said.has(key)) continue
    keys.push(key)
    const to = placeOf(round, full, position)
    const isAgreed = (way: Solution): boolean => way.isSingle && isSamePlace(to, placeOf(round, way, position))
    const isOwned = to !== null && (typeof to === 'string' || !isUnbet(round, to.box))
    const certain = isOwned && isSingle(current, full) && covered().every(isAgreed)
    voice.say('card.dealt', { card: textAt(round, position), n: position + 1, to, certain }, round.id)
  }
  return keys
}

const isSamePlace = (one: CardPlace, other: CardPlace): boolean => {
  if (one === null || other === null || typeof one === 'string' || typeof other === 'string') return one === other
  return one.box === other.box && one.hand === other.hand
}

const placeOf = (round: Round, solution: Solution | null, position: number): CardPlace => {
  const best = solution?.best
  if (!best) return null
  for (const [index, story] of best.stories.entries()) {
    const hand = story.hands.findIndex((each) => each.positions.includes(position))
    if (hand >= 0) return { box: round.boxes[index] ?? 0, hand: hand + 1 }
  }
  const { dealer } = best
  return dealer && position >= dealer.end - dealer.drawn && position < dealer.end ? 'dealer' : null
}

/** The hole card is no secret once it is turned. */
const sayHole = (current: OpenRound, context: TableContext, voice: Voice): readonly string[] => {
  const { round, said } = current
  const { hole } = dealOf(round, context)
  if (hole < 0 || hole >= round.cards.length || !isTurned(round, context) || said.has('hole')) return []
  voice.say('card.dealt', { card: textAt(round, hole), n: hole + 1, to: 'dealer', certain: !isUnsure(current) }, round.id)
  return ['hole']
}
