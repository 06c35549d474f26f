/** The felt at the end of the round as an inline SVG, by the table's result. What not every reading contains is dashed. Pure. */

import { moneyText } from '../../procedure/money.ts'
import {
  type Account,
  type BoxAccount,
  type DealerAccount,
  type HandAccount,
  type LaidCard,
  shownCards,
} from '../../wire/account/account.ts'
import { areaText, cardText, heldText, outcomeText } from '../../wire/account/text.ts'
import { escaped } from '../markup.ts'
import { type BoxPlace, CARD, type CardSpot, type FeltLayout, fanStep, fanWidth, halfMoon, handSpots } from '../page/geometry.ts'

/** A table of the usual size is drawn even if fewer boxes played. */
const BOXES_USUAL = 7
/** Space around the outline. */
const MARGIN = 14

export const feltSvg = (account: Account, exponent: number): string => {
  const layout = halfMoon(Math.max(BOXES_USUAL, ...account.boxes.map(({ box }) => box)), false)
  const boxes = account.boxes.map((box) => boxSvg(box, layout, exponent)).join('')
  const empty = layout.places
    .filter(({ box }) => account.boxes.every((each) => each.box !== box))
    .map(emptySvg)
    .join('')
  const view = `${-MARGIN} 0 ${layout.width + 2 * MARGIN} ${layout.height + MARGIN}`
  return `<svg class="felt" role="img" aria-label="The felt at the end of the round" viewBox="${view}"><path class="cloth" d="${layout.outline()}"/>${dealerSvg(account.dealer, layout)}${empty}${boxes}</svg>`
}

const text = (x: number, y: number, said: string, of = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${of === '' ? '' : ` class="${of}"`}>${escaped(said)}</text>`

/** Rank above suit: in a close fan little more than a card's corner is visible. */
const faceSvg = (face: string, left: number, top: number): string =>
  (face.match(/10|./gu) ?? [])
    .map((sign, at) => `<text x="${(left + 14).toFixed(1)}" y="${top + 26 + at * 24}">${escaped(sign)}</text>`)
    .join('')

const cardSvg = ({ card, footing }: LaidCard, x: number): string => {
  const of = `card${/[HD]$/.test(card) ? ' red' : ''}${footing === 'certain' ? '' : ' open'}`
  const [left, top] = [x - CARD.width / 2, -CARD.height / 2]
  return `<g class="${of}"><rect x="${left.toFixed(1)}" y="${top}" width="${CARD.width}" height="${CARD.height}" rx="7"/>${faceSvg(cardText(card), left, top)}</g>`
}

const fanSvg = (cards: readonly LaidCard[], isNarrow: boolean): string => {
  const [step, width] = [fanStep(cards.length, isNarrow), fanWidth(cards.length, isNarrow)]
  return cards.map((card, at) => cardSvg(card, (CARD.width - width) / 2 + at * step)).join('')
}

const handSvg = (hand: HandAccount, { x, y, scale }: CardSpot, isNarrow: boolean): string => {
  const { certain, outcome } = hand
  const said = `${heldText(hand)}${outcome === null ? '' : `, ${outcomeText(outcome)}`}${certain ? '' : ' ?'}`
  return `<g transform="translate(${x} ${y}) scale(${scale})">${fanSvg(shownCards(hand), isNarrow)}${text(0, CARD.height / 2 + 22, said, 'total')}</g>`
}

const boxSvg = ({ box, hands, spots }: BoxAccount, { places }: FeltLayout, exponent: number): string => {
  const place = places[box - 1]
  if (place === undefined) return ''
  const isNarrow = hands.length > 1
  const held = handSpots(hands.length, isNarrow).map((spot, at) => {
    const hand = hands[at]
    return hand === undefined ? '' : handSvg(hand, spot, isNarrow)
  })
  const { cards, bet, scale } = place
  const amounts = spots.flatMap(({ area, result }) =>
    result === null || result.best.staked === 0
      ? []
      : [`${area === 'main' ? '' : `${areaText(area)} `}${moneyText(result.best.staked, exponent)}${result.staked === null ? '?' : ''}`],
  )
  return `<g transform="translate(${cards.x.toFixed(1)} ${cards.y.toFixed(1)}) scale(${scale})">${held.join('')}</g>${circle(place)}${amounts
    .map((amount, at) => text(bet.x, bet.y + (at === 0 ? 6 : 24 + at * 18), amount, 'bet'))
    .join('')}${text(bet.x, bet.y - 50, `box ${box}`, 'tag')}`
}

const circle = ({ bet }: BoxPlace): string => `<circle class="spot" cx="${bet.x.toFixed(1)}" cy="${bet.y.toFixed(1)}" r="42"/>`
const emptySvg = (place: BoxPlace): string => circle(place)

const dealerSvg = (dealer: DealerAccount, { dealer: { x, y } }: FeltLayout): string => {
  const said = `dealer ${heldText({ ...dealer, soft: false })}${dealer.certain || dealer.total === null ? '' : ' ?'}`
  return `<g transform="translate(${x} ${y})">${fanSvg(dealer.cards, false)}${text(0, CARD.height / 2 + 22, said, 'total')}</g>`
}
