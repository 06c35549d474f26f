/**
 * Lammers in impossible places (docs/findings.md, "Free bets and Pot of Gold"): still there at the next first card, or on a spot without a
 * hand. Judged when the spots' lag is past.
 */

import { AREAS, type SpotId } from '../../devices/scan.ts'
import { verdict } from '../engine/deviation.ts'
import type { RoundResult } from '../engine/event.ts'
import type { Round } from '../engine/evidence/round.ts'
import { MAINS, spotOf } from '../engine/facts/open-round.ts'
import { isBegun, spotsOf } from '../engine/facts/spots.ts'
import { candidatesOf } from '../engine/state/open-round.ts'
import type { Outcome } from '../rules/game/outcome.ts'
import { sharedOutcome } from '../rules/game/settle.ts'
import type { Objection } from './lifecycle.ts'
import { type JudgeContext, proven, type Watch } from './watch.ts'

export interface LammerWatch {
  /** The round that closed last. */
  readonly closed: string | null
  /** What the hands of its boxes came to, where all of a box came to the same. */
  readonly ended: readonly { readonly box: number; readonly outcome: Outcome }[]
  /** The round whose beginning was looked at last. */
  readonly looked: string | null
  /** Spots objected to in it. */
  readonly said: readonly SpotId[]
}

export const LAMMER_WATCH: Watch<LammerWatch> = {
  initial: { closed: null, ended: [], looked: null, said: [] },
  step(before, sight, context) {
    const { events, after, settledBefore } = sight
    const result = events.findLast((event) => event.type === 'round.closed')
    const { closed, ended } = result ? { closed: result.round, ended: endsOf(result.data) } : before
    const { current, away } = after
    const state = { ...before, closed, ended }
    // A line that is lost or still to come may have reported their removal.
    if (!current?.said.has('opened') || current.round.incomplete !== null || away.size > 0) return [state, []]
    const { round } = current
    if (!isBegun(round, after, context)) return [state, []]
    const lying = before.looked === round.id ? [] : leftLying(round, state, context)
    const left = lying.map((each) => verdict(each, current.unsure))
    const said = before.looked === round.id ? before.said : []
    // The next round may have begun already, with other boxes. The lammer is out of place only if it is so in every account.
    const isOut = (spot: SpotId): boolean =>
      candidatesOf(current).every(
        (account) => account.round === round || onNoHand(account.round, settledBefore, context).some((each) => each.spot === spot),
      )
    const strange = onNoHand(round, settledBefore, context).filter(({ spot }) => spot !== null && !said.includes(spot) && isOut(spot))
    const spots = [...said, ...strange.flatMap(({ spot }) => spot ?? [])]
    return [{ closed, ended, looked: round.id, said: spots }, [...left, ...strange]]
  },
}

const endsOf = ({ boxes }: RoundResult): LammerWatch['ended'] =>
  boxes.flatMap(({ box, hands }) => {
    const outcome = sharedOutcome(hands.map((hand) => hand.outcome))
    return outcome ? [{ box, outcome }] : []
  })

const everySpot = ({ boxes }: JudgeContext): readonly { readonly box: number; readonly spot: SpotId; readonly isMain: boolean }[] =>
  Array.from({ length: boxes }, (_, index) => index + 1).flatMap((box) =>
    AREAS.map((area) => ({ box, spot: spotOf(box, area), isMain: MAINS.includes(area) })),
  )

/** 000 §4.1 l.164-170, 001 l.82-100: a lammer goes when its hand is settled. The finding belongs to the round in which it was laid. */
const leftLying = (round: Round, { closed, ended }: LammerWatch, context: JudgeContext): readonly Objection[] =>
  everySpot(context).flatMap(({ box, spot }) => {
    const { lammers } = spotsOf(round, context).stood(spot).base
    if (lammers === 0) return []
    const outcome = ended.find((each) => each.box === box)?.outcome
    const seen = { count: lammers, ...(outcome ? { case: outcome } : {}) }
    return [proven('FB-TOKEN-NOT-REMOVED', closed, { box, spot, cause: round.cards[0]?.cause ?? '', seen })]
  })

/** A box that bet late may be dealt in all the same, and the readings then report it. */
const isBetOn = (round: Round, box: number, context: JudgeContext): boolean =>
  MAINS.some((area) => {
    const { base, moves } = spotsOf(round, context).stood(spotOf(box, area))
    return (moves.at(-1) ?? base).amount > 0
  })

/**
 * 001 l.21, 000 l.156: it lies with the bet of its hand, or in front of the Pot of Gold, and never on another side spot or an empty box.
 */
const onNoHand = (round: Round, settledBefore: number, context: JudgeContext): readonly Objection[] => {
  if (round.moves.size === 0 || !spotsOf(round, context).haveItsBoxes()) return []
  return everySpot(context).flatMap(({ box, spot, isMain }) => {
    const move = round.moves.get(spot)?.at(-1)
    if (!move || move.lammers === 0 || move.at >= settledBefore) return []
    const isHere = (round.boxes.includes(box) || isBetOn(round, box, context)) && (isMain || spot.endsWith('.pog'))
    return isHere ? [] : [proven('FB-TOKEN-SPOT', round.id, { box, spot, cause: move.cause, seen: { count: move.lammers } })]
  })
}
