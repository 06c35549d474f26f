/**
 * The felt in text, as the dealer sees it: box 1 at the dealer's left hand, the cards of a hand in a column, the dealer's own at the
 * bottom.
 *
 *              box 1  box 2
 *   bet         5.00  10.00
 *                 4♠     Q♣
 *                 7♣     T♥
 *   total         11     20
 *              dealer  T♣ ##
 */
import type { SeenCard } from '../../engine/view.ts'
import { type Line, padded, piece, widthOf } from './line.ts'
import { cardsLine } from './words.ts'

export interface FeltHand {
  /** `certain` false: some reading has the card elsewhere. */
  readonly cards: readonly { readonly card: SeenCard; readonly certain: boolean }[]
  /** `18`, `soft 17`, `?`. */
  readonly total: Line
  /** The outcome of the hand. */
  readonly result?: Line
}

export interface FeltBox {
  readonly box: number
  /** The stakes on the box, by row name; rows are drawn in the order of `Felt.rows`. */
  readonly stakes: { readonly [row: string]: string }
  readonly hands: readonly FeltHand[]
  /** One of the box's hands is in play. If any box has this field, every box keeps room for the mark. */
  readonly active?: boolean
}

export interface Felt {
  readonly rows: readonly string[]
  readonly boxes: readonly FeltBox[]
  readonly dealer: FeltHand & { readonly active?: boolean }
}

const INDENT = 2
const GAP = 2
const HAND_GAP = 1

const handWidth = ({ cards, total, result = [] }: FeltHand): number => Math.max(widthOf(total), widthOf(result), cards.length > 0 ? 2 : 0)
const handsWidth = ({ hands }: FeltBox): number =>
  hands.reduce((sum, hand) => sum + handWidth(hand), HAND_GAP * Math.max(0, hands.length - 1))
export const headOf = ({ box, active }: FeltBox): string => `${active ? '>' : ''}box ${box}`
const boxWidth = (box: FeltBox): number =>
  Math.max(
    headOf({ ...box, active: box.active !== undefined }).length,
    handsWidth(box),
    ...Object.values(box.stakes).map((text) => [...text].length),
  )

/** One row of boxes if they fit, otherwise as many rows as needed. */
export const feltLines = (felt: Felt, columns: number): Line[] => {
  const label = Math.max('dealer'.length, ...felt.rows.filter((row) => isUsed(row, felt.boxes)).map((row) => row.length)) + INDENT + GAP
  const rows: FeltBox[][] = [[]]
  let used = label
  for (const box of felt.boxes) {
    const width = boxWidth(box) + GAP
    if (used + width > columns && rows.at(-1)?.length) {
      rows.push([])
      used = label
    }
    rows.at(-1)?.push(box)
    used += width
  }
  return [...rows.flatMap((boxes) => rowLines(felt, boxes, label)), dealerLine(felt.dealer, label)]
}

const isUsed = (row: string, boxes: readonly FeltBox[]): boolean => boxes.some(({ stakes }) => stakes[row] !== undefined)

/** The content of a cell, and the mark after it in the gap. */
interface Cell {
  readonly text: Line
  readonly mark: boolean
}

const plain = (text: Line): Cell => ({ text, mark: false })

const laid = ({ text, mark }: Cell, width: number, gap: number): Line => [
  ...padded(text, width, 'before'),
  ...padded(mark ? [piece('?', 'alarm')] : [], gap),
]

const rowLines = ({ rows }: Felt, boxes: readonly FeltBox[], label: number): Line[] => {
  const lay = (name: string, cellsOf: (box: FeltBox) => Line): Line => [
    ...padded([piece(`${' '.repeat(INDENT)}${name}`, 'faint')], label),
    ...boxes.flatMap(cellsOf),
  ]
  const one = (name: string, textOf: (box: FeltBox) => Line): Line => lay(name, (box) => laid(plain(textOf(box)), boxWidth(box), GAP))
  const each = (name: string, cellOf: (hand: FeltHand) => Cell): Line =>
    lay(name, (box) => [
      piece(' '.repeat(boxWidth(box) - handsWidth(box))),
      ...box.hands.flatMap((hand, at) => laid(cellOf(hand), handWidth(hand), at < box.hands.length - 1 ? HAND_GAP : GAP)),
      // A box that has no card yet.
      piece(box.hands.length === 0 ? ' '.repeat(GAP) : ''),
    ])
  const tallest = Math.max(0, ...boxes.flatMap(({ hands }) => hands.map(({ cards }) => cards.length)))
  return [
    one('', (box) => [piece(headOf(box), 'strong')]),
    ...rows.filter((row) => isUsed(row, boxes)).map((row) => one(row, ({ stakes }) => [piece(stakes[row] ?? '')])),
    ...Array.from({ length: tallest }, (_, at) =>
      each('', ({ cards }) => {
        const card = cards[at]
        return card === undefined ? plain([]) : { text: cardsLine([card.card]), mark: !card.certain }
      }),
    ),
    each('total', ({ total }) => plain(total)),
    ...(boxes.some(({ hands }) => hands.some(({ result = [] }) => result.length > 0))
      ? [each('result', ({ result = [] }) => plain(result))]
      : []),
  ]
}

const dealerLine = ({ cards, total, active }: Felt['dealer'], label: number): Line => [
  ...padded([piece(' '.repeat(INDENT - (active ? 1 : 0))), piece(`${active ? '>' : ''}dealer`, 'strong')], label),
  piece(cards.length === 0 ? 'no card yet' : '', 'faint'),
  ...cards.flatMap(({ card, certain }, at) => [piece(at > 0 ? ' ' : ''), ...cardsLine([card]), piece(certain ? '' : '?', 'alarm')]),
  ...(cards.length === 0 || total.length === 0 ? [] : [piece(' = ')]),
  ...total,
]
