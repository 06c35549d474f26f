/** What a watch sees at each step: one observation, and the table before and after it. It objects to what these prove by themselves. */

import type { TableConfig, Watches } from '../config/table-config.ts'
import type { TableContext } from '../engine/context.ts'
import { fullOf } from '../engine/errors/answers.ts'
import type { TableEvent } from '../engine/event.ts'
import { isDealt, isPointed, type Round } from '../engine/evidence/round.ts'
import { dealLength } from '../engine/game/deal.ts'
import { readRound } from '../engine/lattice/question.ts'
import type { OpenRound } from '../engine/state/open-round.ts'
import type { TableState } from '../engine/state/table-state.ts'
import type { FindingCode } from '../house/finding-code.ts'
import type { RuleName } from '../house/rules.ts'
import type { Observation } from '../observation.ts'
import type { Objection } from './lifecycle.ts'

export interface JudgeContext extends TableContext {
  /** Rules that the table's configuration sets. */
  readonly overridden: readonly RuleName[]
  readonly devices: readonly Pick<TableConfig['devices'][number], 'name' | 'role'>[]
  /** Left out: none of them. */
  readonly watches?: Watches | undefined
  /** Minor units; left out: the smallest chip. */
  readonly rackTolerance?: number | undefined
}

export interface Sight {
  /** null: the input ended. */
  readonly observation: Observation | null
  readonly events: readonly TableEvent[]
  readonly before: TableState
  readonly after: TableState
}

/** Lines of cards or chips are gone for good: what is known since may be less than what was said. */
export const isLoss = (observation: Observation | null): boolean =>
  (observation?.kind === 'missing' && observation.playing) ||
  (observation?.kind === 'identity' && observation.playing && !observation.continued)

/**
 * Some reading needs no further card: what comes now may be of the next round. Where no reading fits at all there is an error in the round,
 * and nobody knows how far it has come.
 */
export const mayBeOver = (current: OpenRound, { now }: TableState, context: JudgeContext): boolean => {
  const { round, rivals } = current
  if (rivals.length > 0 || (fullOf(current, context)?.over ?? 0) > 0) return true
  if (!isDealt(round, context) || isBegunInDeal(round, context)) return isPlayed(round)
  const reader = { context, now, knowsHole: true, asked: 'over' } as const
  return readRound(round, reader).count > 0 || readRound(round, { ...reader, asked: 'any' }).count === 0
}

/** The pointer rests during a deal: somebody played when the round's first card came, so that it is none, or a card of the deal is missing. */
const isPlayed = (round: Round): boolean => isBegunInPlay(round) || isPointed(round)

/** The pointer rests during a deal: it named somebody before the last card of this one, so that the deal was another. */
const isBegunInDeal = (round: Round, { rules }: JudgeContext): boolean => {
  const last = round.cards[dealLength(rules, round.boxes.length) - 1]
  return last !== undefined && round.pointer.some(({ at, place }) => at >= round.openedAt && at < last.at && place !== 'none')
}

/** Its first card came while the pointer named a hand or the dealer: it is a card too many of the round before. */
export const isBegunInPlay = ({ pointer, openedAt }: Round): boolean =>
  (pointer.findLast(({ at }) => at <= openedAt)?.place ?? 'none') !== 'none'

/** One fact, proven; what is left out belongs to the whole table. */
export const proven = (code: FindingCode, round: string | null, fact: Partial<Objection>): Objection => ({
  code,
  round,
  grade: 'proven',
  box: null,
  hand: null,
  spot: null,
  expected: {},
  seen: {},
  counterReading: null,
  cause: '',
  detectedAfter: 0,
  ...fact,
})
