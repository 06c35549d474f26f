/** What follows from the evidence of a round, whatever the question. */

import { isClosedByDraw, isInsuranceOffered } from '../../rules/game/insurance.ts'
import { mayHaveNatural } from '../../rules/game/up-card.ts'
import type { TableContext } from '../context.ts'
import {
  chipContext,
  dealOf,
  insuranceTimeline,
  isHoleMasked,
  isPointed,
  type Round,
  rankAt,
  spotOf,
  suitAt,
  timelineOf,
  unreadRanks,
} from '../evidence/round.ts'
import { alikeRanks, upRankOf } from '../evidence/unknown-dealer-cards.ts'
import { cacheOf, kept } from '../workspace.ts'
import { mainTracks } from './error-effects.ts'
import { unseenChoices } from './unseen-choices.ts'

const gathered = (round: Round, context: TableContext) => {
  const { boxes, cards, misdeal } = round
  const { workspace, without, rules, money, chipEvidence, spotLagMs, collectAfter } = context
  const { owners, hole } = dealOf(round, context)
  const mains = boxes.map((_, index) => mainTracks(round, index, null, context))
  const insured = boxes.map((box) => insuranceTimeline(round, box, context).moves.some(({ amount }) => amount > 0))
  const upRank = upRankOf(round, context)
  return {
    workspace,
    without,
    rules,
    money,
    evidence: chipEvidence,
    spotLagMs,
    collectAtOnce: collectAfter === 'box-settled',
    dealLength: owners.length,
    // A second card that came too early, in the deal or between the players' cards.
    secondAt: misdeal?.early ? (misdeal.drewAt ?? cards[owners.length - 1]?.at ?? null) : null,
    turnFrom: playedBehind(round),
    isSameCard: (one: number, other: number) => cards[one]?.code === cards[other]?.code,
    /** The rank of each card; null if it was not read, or lies face down, wherever the deal may have put it. */
    ranks: cards.map((_, position) => (position === hole && isHoleMasked(round) ? null : rankAt(round, position))),
    suitAt: suitAt(round),
    upRank,
    upRanks: alikeRanks(round, context),
    unreadRanks: unreadRanks(round, context),
    unseen: unseenChoices(upRank, context),
    /** What may have lain on the main spots, by box index. */
    mains,
    /** By box index. */
    insured,
    insuranceOpen: insuranceOpen(upRank, insured.includes(true), context),
    insuredByDraw: insured.includes(true) && isClosedByDraw(rules),
    /** What the chips of a box are matched against once no more evidence is awaited, by box index. */
    chips: boxes.map((box) => chipContext(round, box, { context, now: Number.POSITIVE_INFINITY })),
    sideBetsOpen: boxes.some((box) => timelineOf(round, spotOf(box, 'p22'), spotLagMs).base.amount > 0),
    isPointedAt: isPointed(round),
    /** Event times, in order, after which something of the evidence is there, or can no longer be corrected or pointed at. */
    restsAt: restsOf(round, context),
    /** All that the spots say if nothing after the first card is followed: whether something moved, and who is insured. */
    unfollowed: `${mains.flat().some(({ moves }) => moves.length > 0)}/${insured.join()}`,
  }
}

/** Insurance is sensed with the stakes. */
const insuranceOpen = (upRank: number, insured: boolean, { rules, chipEvidence, spots }: TableContext): boolean | 'unseen' => {
  if (chipEvidence !== 'bets') return insured && mayHaveNatural(upRank)
  return isInsuranceOffered(upRank, rules) && spots.includes('ins') ? 'unseen' : false
}

/**
 * The earliest position of the dealer's turn if he drew a card too early, between the players' cards: a player must have had a card after
 * it. 0 if he did not, or if the pointer is in use and shows who played when.
 */
const playedBehind = (round: Round): number => {
  const { code, drewAt } = round.misdeal ?? {}
  return drewAt === undefined || code !== 'DEALER-DREW-EARLY' || isPointed(round)
    ? 0
    : round.cards.filter(({ at }) => at < drewAt).length + 1
}

const restsOf = ({ cards, moves, pointer }: Round, { spotLagMs, pointerLagMs }: TableContext): readonly number[] => {
  const levels = [...moves.values()].flat()
  const told = [...cards, ...levels].flatMap(({ at }) => [at - 1, at + spotLagMs])
  const pointed = pointer.length > 0 ? cards.map(({ at }) => at + pointerLagMs - 1) : []
  return [...told, ...pointed].sort((one, other) => one - other)
}

const evidenceIn = cacheOf<Round, ReturnType<typeof gathered>>('evidence')

export const evidenceOf = (round: Round, context: TableContext): ReturnType<typeof gathered> =>
  kept(evidenceIn(context), round, () => gathered(round, context))
