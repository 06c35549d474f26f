/** The public view of the round (`state/round`), laid out on the felt: whatever is not the same in every reading is marked. */
import { AREAS, type Area } from '../../../devices/scan.ts'
import type { BoxView, HandView, RoundView, SeenCard } from '../../engine/view.ts'
import { moneyText } from '../../procedure/money.ts'
import type { Felt, FeltBox, FeltHand } from './felt.ts'
import { type Line, piece, type Tone } from './line.ts'
import { areaName, countCards, UNSURE } from './words.ts'

const rowName = (area: Area): string => (area === 'main' ? 'bet' : areaName(area))
const LAMMERS = 'lammers'
const ROWS = [...AREAS.map(rowName), LAMMERS]

/** `exponent`: decimals of the table's currency. */
export const feltOf = (view: RoundView, exponent: number): Felt => ({
  rows: ROWS,
  boxes: view.boxes.map((box) => boxOf(box, view, exponent)),
  dealer: dealerOf(view),
})

const boxOf = ({ box, spots, hands }: BoxView, { active: { at } }: RoundView, exponent: number): FeltBox => {
  const stakes = AREAS.flatMap((area) => {
    const amount = spots[area]?.amount ?? 0
    return amount > 0 ? [[rowName(area), moneyText(amount, exponent)] as const] : []
  })
  const lammers = Object.values(spots).reduce((sum, spot) => sum + spot.lammers, 0)
  return {
    box,
    stakes: Object.fromEntries(lammers > 0 ? [...stakes, [LAMMERS, String(lammers)] as const] : stakes),
    hands: hands.filter(({ cards }) => cards.length > 0).map(handOf),
    active: typeof at === 'object' && at?.box === box,
  }
}

/** After the first card that another reading has elsewhere, no card's place is the same in every reading. */
const handOf = ({ cards, total, soft, outcome, certain, alternatives }: HandView): FeltHand => {
  const open = certain ? -1 : cards.findIndex((card, at) => alternatives.some((other) => other[at] !== card))
  return {
    cards: cards.map((card, at) => ({ card, certain: open < 0 || at < open })),
    total: totalLine({ total, soft }, { isNatural: false, certain }),
    result: outcome === null ? [] : [piece(`${outcome}${certain ? '' : '?'}`, OUTCOME_TONES[outcome])],
  }
}

const OUTCOME_TONES: { readonly [outcome in NonNullable<HandView['outcome']>]: Tone } = {
  win: 'gain',
  blackjack: 'gain',
  lose: 'loss',
  surrender: 'loss',
  push: 'plain',
  void: 'faint',
}

interface Count {
  readonly total: number | null
  readonly soft: boolean
}

/** `soft 17`; `17?` if another reading has a different total. */
const totalLine = ({ total, soft }: Count, { isNatural, certain }: { readonly isNatural: boolean; readonly certain: boolean }): Line => {
  if (total === null) return [UNSURE]
  const mark = certain ? [] : [UNSURE]
  if (total > 21) return [piece(`${total}`, 'loss'), ...mark, piece(' bust', 'loss')]
  return [piece(isNatural ? 'blackjack' : `${soft && total < 21 ? 'soft ' : ''}${total}`), ...mark]
}

/** The dealer's first two cards belong to the dealer in every reading; those drawn later may be a player's. */
const DEALT = 2

const dealerOf = ({ dealer, active }: RoundView): FeltHand & { readonly active: boolean } => {
  const { cards, certain } = dealer
  return {
    cards: cards.map((card, at) => ({ card, certain: certain || at < DEALT })),
    total: dealerTotal(cards, certain),
    active: active.at === 'dealer',
  }
}

const dealerTotal = (cards: readonly SeenCard[], certain: boolean): Line => {
  const count = countCards(cards)
  const isNatural = cards.length === DEALT && count.total === 21
  return cards.length === 0 || cards.includes('hidden') ? [] : totalLine(count, { isNatural, certain: certain || cards.length <= DEALT })
}
