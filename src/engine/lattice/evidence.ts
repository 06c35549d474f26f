/** What follows from the evidence of a round, whatever the question. */

import { isClosedByDraw, isInsuranceOffered } from '../../rules/game/insurance.ts'
import { mayHaveNatural } from '../../rules/game/up-card.ts'
import type { TableContext } from '../context.ts'
import type { Timeline } from '../evidence/chips.ts'
import { HUMAN_MS } from '../evidence/human-times.ts'
import {
  chipContext,
  dealOf,
  insuranceTimeline,
  isHoleMasked,
  isPointed,
  type Round,
  rankAt,
  restsOn,
  spotOf,
  suitAt,
  timelineOf,
  unreadRanks,
} from '../evidence/round.ts'
import { tracksOf } from '../evidence/spot-track.ts'
import { alikeRanks, upRankOf } from '../evidence/unknown-dealer-cards.ts'
import { cacheOf, kept } from '../workspace.ts'
import { unseenChoices } from './unseen-choices.ts'

const gathered = (round: Round, context: TableContext) => {
  const { boxes, cards, misdeal } = round
  const { workspace, without, rules, money, chipEvidence, spotLagMs, collectAfter } = context
  const { owners, hole } = dealOf(round, context)
  const mains = boxes.map((_, index) => toldTracks(round, index, context))
  const insured = boxes.map((box) => insuranceTimeline(round, box, context).moves.some(({ amount }) => amount > 0))
  const upRank = upRankOf(round, context)
  return {
    workspace,
    without,
    rules,
    money,
    evidence: chipEvidence,
    spotLagMs,
    /** Players may collect as soon as their own box is settled. */
    collectAtOnce: collectAfter === 'box-settled',
    /** Position of the first card after the initial deal. */
    dealLength: owners.length,
    /**
     * Event time at which the dealer, by an error, had a second card face up before all had played: it came in the deal or between the players'
     * cards. null: he had none.
     */
    secondAt: misdeal?.early ? (misdeal.drewAt ?? cards[owners.length - 1]?.at ?? null) : null,
    /** The dealer's turn begins at no earlier position: after a card that he drew too early a player has had one. */
    turnFrom: playedBehind(round),
    /** Are the cards at these positions the same, by what was read? */
    isSameCard: (one: number, other: number) => cards[one]?.code === cards[other]?.code,
    /** The rank of each card; null if it was not read, or lies face down, wherever the deal may have put it. */
    ranks: cards.map((_, position) => (position === hole && isHoleMasked(round) ? null : rankAt(round, position))),
    /** Suit of the round's card at a position; null if it was not read. */
    suitAt: suitAt(round),
    upRank,
    /** Ranks that the up card may have and that play alike. */
    upRanks: alikeRanks(round, context),
    /** What an unread card may be. */
    unreadRanks: unreadRanks(round, context),
    unseen: unseenChoices(upRank, context),
    /** What may have lain on the main spots, by box index. */
    mains,
    /** By box index. */
    insured,
    insuranceOpen: insuranceOpen(upRank, insured.includes(true), context),
    /** Insurance lies on some line, and when the dealer began decides what of it was laid in time. */
    insuredByDraw: insured.includes(true) && isClosedByDraw(rules),
    /** What the chips of a box are matched against once no more evidence is awaited, by box index. */
    chips: boxes.map((box) => chipContext(round, box, context, Number.POSITIVE_INFINITY)),
    sideBetsOpen: boxes.some((box) => timelineOf(round, spotOf(box, 'p22'), spotLagMs).base.amount > 0),
    isPointedAt: isPointed(round),
    /** Event times, in order, after which something of the evidence is there, or can no longer be corrected or pointed at. */
    restsAt: restsOf(round, context),
    /** All that the spots say if nothing after the first card is followed: whether something moved, and who is insured. */
    unfollowed: `${mains.flat().some(({ moves }) => moves.length > 0)}/${insured.join()}`,
  }
}

/**
 * What may have lain on the main spot of a box by what it reported, the likeliest first. If chips are not followed, nothing depends on them.
 */
export const toldTracks = (round: Round, index: number, { spotLagMs, chipEvidence }: TableContext): readonly Timeline[] => {
  const timeline = timelineOf(round, spotOf(round.boxes[index] ?? 0, 'main'), spotLagMs)
  if (chipEvidence === 'bets') return [timeline]
  // If bust stakes may wait, one can be taken as another stake is laid. The level is then the same as before, and its chips were seen in
  // part.
  const last = round.cards.at(-1)?.at ?? 0
  // Once the dealer settles, what comes to an empty spot is the next bet.
  const isSettled = (from: number, to: number): boolean =>
    round.boxes.some(
      (box, other) =>
        other !== index && (round.moves.get(spotOf(box, 'main')) ?? []).some(({ at }) => at > Math.max(from, last) && at < to),
    )
  const rests = restsOn(round, spotLagMs)
  const hides = (from: number, to: number): boolean => to - from <= HUMAN_MS.covered && rests(from, to) && !isSettled(from, to)
  return tracksOf(timeline, { lagMs: spotLagMs, rests, keepsBack: chipEvidence === 'stakes', hides })
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

/** It is the same whatever is asked. */
export type Evidence = Readonly<ReturnType<typeof gathered>>

const evidenceIn = cacheOf<Round, Evidence>('evidence')

export const evidenceOf = (round: Round, context: TableContext): Evidence =>
  kept(evidenceIn(context), round, () => gathered(round, context))
