/** The felt of a round: as it was dealt, and at the end by the best reading. */
import { AREAS } from '../../../devices/scan.ts'
import type { Felt } from '../../display/terminal/felt.ts'
import type { TableContext } from '../../engine/context.ts'
import type { RoundResult } from '../../engine/event.ts'
import { dealerPositions, dealtHand, type Round, spotOf, textAt, timelineOf } from '../../engine/evidence/round.ts'
import type { Readings } from '../../engine/round-readings.ts'
import type { Hand } from '../../rules/game/hand.ts'
import type { BoxAccount, HandAccount, LaidCard } from '../../wire/account/account.ts'
import { countOf } from '../../wire/account/placed.ts'
import { placesOf } from './fallen.ts'

/** `isOpen`: another reading has other cards there. */
const handOf = (hand: number, cards: readonly LaidCard[], isNatural: boolean, isOpen = false): HandAccount => {
  const count = countOf(cards.map(({ card }) => card))
  const rest = { actions: [], outcome: null, share: null, alternatives: [], active: false }
  return { hand, cards, ...count, blackjack: isNatural, bust: (count.total ?? 0) > 21, certain: !isOpen, ...rest }
}

const laid = (card: LaidCard['card'], isCertain: boolean): LaidCard => ({ card, footing: isCertain ? 'certain' : 'maybe' })

/** What play has added to a box. */
const AS_DEALT: { readonly lammers: number; readonly result: RoundResult | null } = { lammers: 0, result: null }

/** Chips on the spots of a box at the first card; with a result, all value staked in the round, including doubles and splits. */
const spotsOf = (round: Round, index: number, { spotLagMs }: TableContext, { lammers, result } = AS_DEALT): BoxAccount['spots'] =>
  AREAS.map((area) => {
    const { base } = timelineOf(round, spotOf(round.boxes[index] ?? 0, area), spotLagMs)
    const told = result?.boxes[index]?.spots[area] ?? null
    // How a round that broke off would have ended is nobody's to doubt.
    const staked = told !== null && result?.complete === false ? { ...told, staked: told.best.staked } : told
    return { area, amount: base.amount, lammers: area === 'main' ? lammers : 0, result: staked }
  })

/** After the initial deal, as far as it got; the hole card lies face down. */
export const dealtFelt = (round: Round, context: TableContext): Felt => {
  const { all, hole } = dealerPositions(round, context)
  const dealer = all.filter((position) => position < round.cards.length)
  return {
    boxes: round.boxes.map((box, index) => {
      const { positions, ended } = dealtHand(round, index, context)
      const cards = positions.map((position) => laid(textAt(round, position), true))
      return { box, hands: [handOf(1, cards, ended === 'natural')], spots: spotsOf(round, index, context) }
    }),
    dealer: handOf(
      0,
      dealer.map((position) => laid(position === hole ? 'hidden' : textAt(round, position), true)),
      false,
    ),
    ...around(round, context),
  }
}

const around = ({ absent }: Round, { exponent }: TableContext): Pick<Felt, 'exponent' | 'isLive' | 'away'> => ({
  exponent,
  isLive: false,
  away: new Set(absent.keys()),
})

/** By the best reading; marks a card that lies elsewhere in another reading. Without a result the hole card stays hidden. */
export const lastFelt = (round: Round, readings: Readings, result: RoundResult | null, context: TableContext): Felt => {
  const isTurned = result !== null || !readings.isHoleDown
  const { all, hole } = dealerPositions(round, context)
  const { best, count } = readings
  const run = best?.dealer
  const drawn = run ? Array.from({ length: run.drawn }, (_, at) => run.end - run.drawn + at) : []
  const dealer = [...all.filter((position) => position < round.cards.length), ...drawn].map((position) =>
    laid(
      position === hole && !isTurned ? 'hidden' : textAt(round, position),
      !drawn.includes(position) || (placesOf(round, readings, position)[0]?.count ?? 0) === count,
    ),
  )
  const isNatural = dealer.length === 2 && isTurned && countOf(dealer.map(({ card }) => card)).total === 21
  return {
    boxes: round.boxes.map((box, index) => {
      const hands: readonly Hand[] = best?.stories[index]?.hands ?? [dealtHand(round, index, context)]
      const lammers = hands.reduce((sum, hand) => sum + hand.lammers, 0)
      return {
        box,
        hands: hands.map(({ positions, ended }, at) => {
          const cards = positions.map((position) => laid(textAt(round, position), count > 0 && holdsAlways(readings, index, at, position)))
          return handOf(at + 1, cards, ended === 'natural', !isAlways(readings, index, at, positions))
        }),
        spots: spotsOf(round, index, context, { lammers, result }),
      }
    }),
    dealer: handOf(
      0,
      dealer,
      isNatural,
      readings.dealers.some(({ run: other }) => other.drawn !== run?.drawn || other.end !== run.end),
    ),
    ...around(round, context),
  }
}

/** This hand of the box holds these cards and no others in every reading. */
const isAlways = ({ boxes }: Readings, index: number, at: number, positions: readonly number[]): boolean =>
  (boxes[index] ?? []).every(({ story }) => story.hands[at]?.positions.join() === positions.join())

/** This hand of the box holds the card in every reading; one that still lies as dealt holds what it was dealt. */
const holdsAlways = ({ boxes, untouched, count }: Readings, index: number, at: number, position: number): boolean => {
  const holding = (boxes[index] ?? []).filter(({ story }) => story.hands[at]?.positions.includes(position))
  const dealt = holding.length === 0 || holding.some(({ story }) => position < story.start) ? (untouched[index] ?? 0) : 0
  return holding.reduce((sum, each) => sum + each.count, dealt) === count
}
