/**
 * The felt in text, as the dealer sees it: box 1 at the dealer's left hand, the cards of a hand in a column, the dealer's own at the
 * bottom.
 *
 *              box 1  box 2
 *   bet         5.00  10.00
 *                 4♠     Q♣
 *                 7♣    10♥
 *   total         11     20
 *              dealer  10♣ ##
 */
import { AREAS } from '../../../devices/scan.ts'
import { type Line, padded, piece, widthOf } from '../../base/terminal/line.ts'
import { moneyText } from '../../procedure/money.ts'
import { type BoxAccount, type DealerAccount, facesOf, type HandAccount, shownCards } from '../../wire/account/account.ts'
import { areaText, outcomeText, placeText } from '../../wire/account/text.ts'
import { cardsLine, heldLine, laidLine, OUTCOME_TONES } from './pieces.ts'

export interface Felt {
  readonly boxes: readonly BoxAccount[]
  readonly dealer: DealerAccount
  /** Decimals of the table's currency. */
  readonly exponent: number
  /** Keeps room for the mark at the hand in play. */
  readonly isLive: boolean
  /** Boxes whose player is away. */
  readonly away?: ReadonlySet<number>
}

const INDENT = 2
const GAP = 2
const HAND_GAP = 1

const AWAY = 'player'
const LAMMERS = 'lammers'
const ROWS = [AWAY, ...AREAS.map((area) => areaText(area)), LAMMERS]

/** The stakes on a box by row: what was bet in the round, if it is over, otherwise what lies there. */
export const stakesOf = ({ exponent, away }: Felt, { box, spots }: BoxAccount): ReadonlyMap<string, string> => {
  const stakes = new Map<string, string>()
  if (away?.has(box)) stakes.set(AWAY, 'away')
  for (const { area, amount, result } of spots) {
    const staked = result === null || result.best.staked === 0 ? amount : result.best.staked
    const mark = result !== null && result.best.staked > 0 && result.staked === null ? '?' : ''
    if (staked > 0) stakes.set(areaText(area), `${moneyText(staked, exponent)}${mark}`)
  }
  const lammers = spots.reduce((sum, spot) => sum + spot.lammers, 0)
  if (lammers > 0) stakes.set(LAMMERS, String(lammers))
  return stakes
}

const handsIn = ({ hands }: BoxAccount): readonly HandAccount[] => hands.filter(({ cards }) => cards.length > 0)
const totalLine = (hand: HandAccount): Line => heldLine(facesOf(hand), hand, hand.certain)
const resultLine = ({ outcome, certain }: HandAccount): Line =>
  outcome === null ? [] : [piece(`${outcomeText(outcome)}${certain ? '' : '?'}`, OUTCOME_TONES[outcome])]

/** `10♠ 4♥ = 14 wins`. */
export const handLine = (hand: HandAccount): Line => {
  const [total, result] = [totalLine(hand), resultLine(hand)]
  return [
    ...laidLine(shownCards(hand)),
    ...(total.length === 0 ? [] : [piece(' = '), ...total]),
    ...(result.length === 0 ? [] : [piece(' '), ...result]),
  ]
}

export const dealersLine = (dealer: DealerAccount): Line => {
  const total = heldLine(facesOf(dealer), dealer, dealer.certain)
  return [...laidLine(dealer.cards), ...(total.length === 0 ? [] : [piece(' = '), ...total])]
}

const cardLine = (hand: HandAccount, at: number): Line => {
  const laid = shownCards(hand)[at]
  return laid === undefined ? [] : cardsLine([laid.card])
}

const handWidth = (hand: HandAccount): number =>
  Math.max(widthOf(totalLine(hand)), widthOf(resultLine(hand)), ...shownCards(hand).map(({ card }) => widthOf(cardsLine([card]))))
const handsWidth = (box: BoxAccount): number => {
  const hands = handsIn(box)
  return hands.reduce((sum, hand) => sum + handWidth(hand), HAND_GAP * Math.max(0, hands.length - 1))
}

export const isActive = ({ hands }: BoxAccount): boolean => hands.some(({ active }) => active)
export const headOf = (box: BoxAccount): string => `${isActive(box) ? '>' : ''}${placeText({ box: box.box, hand: null })}`
const boxWidth = (felt: Felt, box: BoxAccount): number =>
  Math.max(
    placeText({ box: box.box, hand: null }).length + (felt.isLive ? 1 : 0),
    handsWidth(box),
    ...[...stakesOf(felt, box).values()].map((text) => [...text].length),
  )

const rowsIn = (felt: Felt, boxes: readonly BoxAccount[]): readonly string[] =>
  ROWS.filter((row) => boxes.some((box) => stakesOf(felt, box).has(row)))

/** One row of boxes if they fit, otherwise as many rows as needed. */
export const feltLines = (felt: Felt, columns: number): Line[] => {
  const label = Math.max('dealer'.length, ...rowsIn(felt, felt.boxes).map((row) => row.length)) + INDENT + GAP
  const rows: BoxAccount[][] = [[]]
  let used = label
  for (const box of felt.boxes) {
    const width = boxWidth(felt, box) + GAP
    if (used + width > columns && rows.at(-1)?.length) {
      rows.push([])
      used = label
    }
    rows.at(-1)?.push(box)
    used += width
  }
  return [...rows.flatMap((boxes) => rowLines(felt, boxes, label)), dealerLine(felt.dealer, label)]
}

const rowLines = (felt: Felt, boxes: readonly BoxAccount[], label: number): Line[] => {
  const lay = (name: string, cellsOf: (box: BoxAccount) => Line): Line => [
    ...padded([piece(`${' '.repeat(INDENT)}${name}`, 'faint')], label),
    ...boxes.flatMap(cellsOf),
  ]
  const one = (name: string, text: (box: BoxAccount) => Line): Line =>
    lay(name, (box) => [...padded(text(box), boxWidth(felt, box), 'before'), piece(' '.repeat(GAP))])
  const each = (name: string, text: (hand: HandAccount) => Line, isOpen: (hand: HandAccount) => boolean = () => false): Line =>
    lay(name, (box) => [
      piece(' '.repeat(boxWidth(felt, box) - handsWidth(box))),
      ...handsIn(box).flatMap((hand, at, hands) => [
        ...padded(text(hand), handWidth(hand), 'before'),
        ...padded(isOpen(hand) ? [piece('?', 'alarm')] : [], at < hands.length - 1 ? HAND_GAP : GAP),
      ]),
      // A box that has no card yet.
      piece(handsIn(box).length === 0 ? ' '.repeat(GAP) : ''),
    ])
  const hands = boxes.flatMap(handsIn)
  const tallest = Math.max(0, ...hands.map((hand) => shownCards(hand).length))
  return [
    one('', (box) => [piece(headOf(box), 'strong')]),
    ...rowsIn(felt, boxes).map((row) => one(row, (box) => [piece(stakesOf(felt, box).get(row) ?? '')])),
    ...Array.from({ length: tallest }, (_, at) =>
      each(
        '',
        (hand) => cardLine(hand, at),
        (hand) => shownCards(hand)[at]?.footing === 'maybe',
      ),
    ),
    each('total', totalLine),
    ...(hands.some(({ outcome }) => outcome !== null) ? [each('result', resultLine)] : []),
  ]
}

const dealerLine = (dealer: DealerAccount, label: number): Line => [
  ...padded([piece(' '.repeat(INDENT - (dealer.active ? 1 : 0))), piece(`${dealer.active ? '>' : ''}dealer`, 'strong')], label),
  piece(dealer.cards.length === 0 ? 'no card yet' : '', 'faint'),
  ...dealersLine(dealer),
]
