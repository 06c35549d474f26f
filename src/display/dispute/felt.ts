/** The felt at the end of the round as an inline SVG, by the table's result. What not every reading contains is dashed. Pure. */

import type { BoxResult, HandResult, RoundResult } from '../../engine/event.ts'
import { moneyText } from '../../procedure/money.ts'
import { escaped } from '../markup.ts'
import { type BoxPlace, CARD, type CardSpot, type FeltLayout, fanStep, fanWidth, halfMoon, handSpots } from '../page/geometry.ts'
import { cardsLine } from '../terminal/words.ts'

/** A table of the usual size is drawn even if fewer boxes played. */
const BOXES_USUAL = 7
/** Space around the outline. */
const MARGIN = 14

export const feltSvg = (result: RoundResult, exponent: number): string => {
  const layout = halfMoon(Math.max(BOXES_USUAL, ...result.boxes.map(({ box }) => box)), false)
  const boxes = result.boxes.map((box) => boxSvg(box, layout, exponent)).join('')
  const empty = layout.places
    .filter(({ box }) => result.boxes.every((each) => each.box !== box))
    .map(emptySvg)
    .join('')
  const view = `${-MARGIN} 0 ${layout.width + 2 * MARGIN} ${layout.height + MARGIN}`
  return `<svg class="felt" role="img" aria-label="The felt at the end of the round" viewBox="${view}"><path class="cloth" d="${layout.outline()}"/>${dealerSvg(result, layout)}${empty}${boxes}</svg>`
}

const text = (x: number, y: number, said: string, of = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${of === '' ? '' : ` class="${of}"`}>${escaped(said)}</text>`

/** Rank above suit: in a close fan little more than a card's corner is visible. */
const faceSvg = (face: string, left: number, top: number): string =>
  [...face].map((sign, at) => `<text x="${(left + 12).toFixed(1)}" y="${top + 26 + at * 24}">${escaped(sign)}</text>`).join('')

const cardSvg = (card: string, x: number, isOpen: boolean): string => {
  const [{ text: face, tone } = { text: card, tone: 'plain' }] = cardsLine([card as never])
  const of = `card${tone === 'red-suit' ? ' red' : ''}${isOpen ? ' open' : ''}`
  const [left, top] = [x - CARD.width / 2, -CARD.height / 2]
  return `<g class="${of}"><rect x="${left.toFixed(1)}" y="${top}" width="${CARD.width}" height="${CARD.height}" rx="7"/>${faceSvg(face, left, top)}</g>`
}

const fanSvg = (cards: readonly string[], isOpen: boolean, isNarrow: boolean): string => {
  const [step, width] = [fanStep(cards.length, isNarrow), fanWidth(cards.length, isNarrow)]
  return cards.map((card, at) => cardSvg(card, (CARD.width - width) / 2 + at * step, isOpen)).join('')
}

const handSvg = ({ cards, certain, total, bust, blackjack, outcome }: HandResult, { x, y, scale }: CardSpot, isNarrow: boolean): string => {
  const held = blackjack ? 'blackjack' : total === null ? '?' : `${total}${bust ? ' bust' : ''}`
  const said = `${held}${outcome === null ? '' : `, ${outcome}`}${certain ? '' : ' ?'}`
  return `<g transform="translate(${x} ${y}) scale(${scale})">${fanSvg(cards, !certain, isNarrow)}${text(0, CARD.height / 2 + 22, said, 'total')}</g>`
}

const boxSvg = ({ box, hands, spots }: BoxResult, { places }: FeltLayout, exponent: number): string => {
  const place = places[box - 1]
  if (place === undefined) return ''
  const isNarrow = hands.length > 1
  const held = handSpots(hands.length, isNarrow).map((spot, at) => {
    const hand = hands[at]
    return hand === undefined ? '' : handSvg(hand, spot, isNarrow)
  })
  const { cards, bet, scale } = place
  const staked = Object.entries(spots).filter(([, { best }]) => best.staked > 0)
  const amounts = staked.map(
    ([area, { staked: known, best }]) =>
      `${area === 'main' ? '' : `${area} `}${moneyText(best.staked, exponent)}${known === null ? '?' : ''}`,
  )
  return `<g transform="translate(${cards.x.toFixed(1)} ${cards.y.toFixed(1)}) scale(${scale})">${held.join('')}</g>${circle(place)}${amounts
    .map((amount, at) => text(bet.x, bet.y + (at === 0 ? 6 : 24 + at * 18), amount, 'bet'))
    .join('')}${text(bet.x, bet.y - 50, `box ${box}`, 'tag')}`
}

const circle = ({ bet }: BoxPlace): string => `<circle class="spot" cx="${bet.x.toFixed(1)}" cy="${bet.y.toFixed(1)}" r="42"/>`
const emptySvg = (place: BoxPlace): string => circle(place)

const dealerSvg = ({ dealer }: RoundResult, { dealer: { x, y } }: FeltLayout): string => {
  const held = dealer.blackjack ? 'blackjack' : dealer.total === null ? '?' : `${dealer.total}${dealer.bust ? ' bust' : ''}`
  const said = `dealer ${held}${dealer.certain || dealer.total === null ? '' : ' ?'}`
  return `<g transform="translate(${x} ${y})">${fanSvg(dealer.cards, !dealer.certain, false)}${text(0, CARD.height / 2 + 22, said, 'total')}</g>`
}
