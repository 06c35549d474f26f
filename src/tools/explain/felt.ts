/** The felt of a round: as it was dealt, and at the end by the best reading. */
import { AREAS, type Area } from '../../../devices/scan.ts'
import type { Felt, FeltBox, FeltHand } from '../../display/terminal/felt.ts'
import { type Line, piece } from '../../display/terminal/line.ts'
import { areaName, countCards, UNSURE } from '../../display/terminal/words.ts'
import type { TableContext } from '../../engine/context.ts'
import type { RoundResult } from '../../engine/event.ts'
import { dealerPositions, dealtHand, type Round, spotOf, textAt, timelineOf } from '../../engine/evidence/round.ts'
import type { Readings } from '../../engine/round-readings.ts'
import type { SeenCard } from '../../engine/view.ts'
import { moneyText } from '../../procedure/money.ts'
import type { Hand } from '../../rules/game/hand.ts'
import { placesOf } from './fallen.ts'

const rowName = (area: Area): string => (area === 'main' ? 'bet' : areaName(area))
const LAMMERS = 'lammers'
const PLAYER = 'player'
const ROWS = [PLAYER, ...AREAS.map(rowName), LAMMERS]

/** `18`, `soft 17`, `23 bust`, `18?` where another reading has other cards there; nothing while a card lies face down. */
const totalLine = (cards: readonly SeenCard[], isNatural: boolean, isOpen: boolean): Line => {
  const { total, soft } = countCards(cards)
  if (cards.length === 0 || cards.includes('hidden')) return []
  if (total === null) return [piece('?', 'faint')]
  const mark = isOpen ? [UNSURE] : []
  if (total > 21) return [piece(`${total}`, 'loss'), ...mark, piece(' bust', 'loss')]
  return [piece(isNatural ? 'blackjack' : `${soft && total < 21 ? 'soft ' : ''}${total}`), ...mark]
}

/** `isOpen`: another reading has other cards there. */
const handOf = (cards: FeltHand['cards'], isNatural: boolean, isOpen = false): FeltHand => ({
  cards,
  total: totalLine(
    cards.map(({ card }) => card),
    isNatural,
    isOpen,
  ),
})

/** Chips on the spots of a box at the first card. */
const stakesAt = (round: Round, box: number, { spotLagMs, exponent }: TableContext): FeltBox['stakes'] =>
  Object.fromEntries(
    AREAS.flatMap((area) => {
      const { base } = timelineOf(round, spotOf(box, area), spotLagMs)
      return base.amount > 0 ? [[rowName(area), moneyText(base.amount, exponent)]] : []
    }),
  )

const awayAt = (round: Round, box: number): FeltBox['stakes'] => (round.absent.has(box) ? { [PLAYER]: 'away' } : {})

/** All value staked in the round, including doubles and splits. */
const stakedIn = ({ boxes, complete }: RoundResult, index: number, exponent: number): FeltBox['stakes'] =>
  Object.fromEntries(
    Object.entries(boxes[index]?.spots ?? {}).flatMap(([area, { staked, best }]) =>
      best.staked > 0 ? [[rowName(area as Area), `${moneyText(best.staked, exponent)}${complete && staked === null ? '?' : ''}`]] : [],
    ),
  )

/** After the initial deal, as far as it got; the hole card lies face down. */
export const dealtFelt = (round: Round, context: TableContext): Felt => {
  const { all, hole } = dealerPositions(round, context)
  const dealer = all.filter((position) => position < round.cards.length)
  return {
    rows: ROWS,
    boxes: round.boxes.map((box, index) => {
      const hand = dealtHand(round, index, context)
      return {
        box,
        stakes: { ...stakesAt(round, box, context), ...awayAt(round, box) },
        hands: hand.positions.length === 0 ? [] : [handOf(sure(round, hand.positions), hand.ended === 'natural')],
      }
    }),
    dealer: handOf(
      dealer.map((position) => ({ card: position === hole ? 'hidden' : textAt(round, position), certain: true })),
      false,
    ),
  }
}

const sure = (round: Round, positions: readonly number[]): FeltHand['cards'] =>
  positions.map((position) => ({ card: textAt(round, position), certain: true }))

/** By the best reading; marks a card that lies elsewhere in another reading. Without a result the hole card stays hidden. */
export const lastFelt = (round: Round, readings: Readings, result: RoundResult | null, context: TableContext): Felt => {
  const isTurned = result !== null || readings.knowsHole
  const { all, hole } = dealerPositions(round, context)
  const { best, count } = readings
  const run = best?.dealer
  const drawn = run ? Array.from({ length: run.drawn }, (_, at) => run.end - run.drawn + at) : []
  const dealer = [...all.filter((position) => position < round.cards.length), ...drawn].map((position) => ({
    card: position === hole && !isTurned ? ('hidden' as const) : textAt(round, position),
    certain: !drawn.includes(position) || (placesOf(round, readings, position)[0]?.count ?? 0) === count,
  }))
  return {
    rows: ROWS,
    boxes: round.boxes.map((box, index) => {
      const hands: readonly Hand[] = best?.stories[index]?.hands ?? [dealtHand(round, index, context)]
      const lammers = hands.reduce((sum, hand) => sum + hand.lammers, 0)
      return {
        box,
        stakes: {
          ...stakesAt(round, box, context),
          ...(result ? stakedIn(result, index, context.exponent) : {}),
          ...(lammers > 0 ? { [LAMMERS]: `${lammers}` } : {}),
          ...awayAt(round, box),
        },
        hands: hands.map((hand, at) =>
          handOf(
            hand.positions.map((position) => ({
              card: textAt(round, position),
              certain: count > 0 && holdsAlways(readings, index, at, position),
            })),
            hand.ended === 'natural',
            !isAlways(readings, index, at, hand.positions),
          ),
        ),
      }
    }),
    dealer: handOf(
      dealer,
      dealer.length === 2 && isTurned && countCards(dealer.map(({ card }) => card)).total === 21,
      readings.dealers.some(({ run: other }) => other.drawn !== run?.drawn || other.end !== run.end),
    ),
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
