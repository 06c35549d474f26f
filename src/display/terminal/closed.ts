/** A closed round as a table: one line per hand, and one more for each side bet. */
import type { BoxResult, HandResult, RoundResult, SpotResult } from '../../engine/event.ts'
import { clean, clipped, type Line, padded, piece, widthOf } from './line.ts'
import { actionsText, amountLine, areaName, cardsLine, ENDED_WORDS, gainLine, netLine, SIDE_AREAS, totalText } from './words.ts'

interface Column {
  readonly head: string
  readonly side: 'before' | 'after'
}

const COLUMNS_SHOWN: readonly Column[] = [
  { head: 'box', side: 'before' },
  { head: 'hand', side: 'before' },
  { head: 'cards', side: 'after' },
  { head: 'total', side: 'before' },
  { head: 'played', side: 'after' },
  { head: 'outcome', side: 'after' },
  { head: 'staked', side: 'before' },
  { head: 'due', side: 'before' },
  { head: 'moved', side: 'before' },
  { head: '', side: 'after' },
]
/** Cards and decisions are cut to this width, because the rest of the line matters more. */
const CELL_COLUMNS_MAX: { readonly [head: string]: number } = { cards: 29, played: 20 }

type Row = readonly Line[]

/** `what` happened to the round. `exponent`: decimals of the table's currency. */
export const closedLines = (result: RoundResult, what: 'closed' | 'revised', exponent: number): Line[] => {
  const { round, ended, readings, complete, findings, net } = result
  const title = what === 'closed' ? `closed ${ENDED_WORDS[ended]}` : what
  const facts = [
    `${readings} reading${readings === 1 ? '' : 's'}`,
    ...(complete ? [] : ['incomplete']),
    ...(findings.length === 0 ? [] : [`${findings.length} finding${findings.length === 1 ? '' : 's'}`]),
  ]
  const head = [piece(`${clean(round)} ${title}`, 'strong'), piece(`  ${facts.join(', ')}`), piece('  house '), ...netLine(net, exponent)]
  return [clipped(head), ...tableLines(rowsOf(result, exponent)), dealerLine(result)].map((line) => clipped(line))
}

const dealerLine = ({ dealer }: RoundResult): Line => {
  const said = dealer.blackjack ? '  blackjack' : dealer.bust ? '  bust' : ''
  const total = dealer.total === null ? '= ?' : `= ${dealer.total}`
  return [piece('  dealer  '), ...cardsLine(dealer.cards), piece(` ${total}${dealer.certain || dealer.total === null ? '' : '?'}${said}`)]
}

const rowsOf = ({ boxes }: RoundResult, exponent: number): Row[] =>
  boxes.flatMap((box) => [
    ...box.hands.map((hand, index) => handRow(box, hand, index === 0, exponent)),
    ...SIDE_AREAS.flatMap((area) => {
      const spot = box.spots[area]
      if (spot === undefined || (spot.best.staked === 0 && !spot.best.due && !spot.best.moved)) return []
      return [[[], [], [piece(areaName(area), 'faint')], [], [], [], ...spotCells(spot, exponent)]]
    }),
  ])

/** Chips lie on a box, so the line of its first hand shows the sum for all its hands. */
const handRow = ({ box, hands, spots }: BoxResult, hand: HandResult, isFirst: boolean, exponent: number): Row => {
  const { main } = spots
  const chips = isFirst && main !== undefined ? spotCells(main, exponent) : []
  return [
    isFirst ? [piece(String(box))] : [],
    hands.length > 1 ? [piece(String(hand.hand))] : [],
    cardsLine(hand.cards),
    [piece(totalText(hand).slice(2)), piece(hand.certain || hand.total === null ? '' : '?', 'faint')],
    [piece(actionsText(hand.actions))],
    [outcomePiece(hand), piece(hand.certain ? '' : ' ?', 'faint')],
    ...chips,
  ]
}

const outcomePiece = ({ outcome, bust }: HandResult) => {
  if (outcome === null) return piece(bust ? 'bust' : '-', 'faint')
  if (outcome === 'lose') return piece(bust ? 'lose (bust)' : 'lose', 'loss')
  return piece(outcome, outcome === 'win' || outcome === 'blackjack' ? 'gain' : 'plain')
}

const spotCells = ({ staked, due, moved, best }: SpotResult, exponent: number): Row => [
  amountLine(staked, best.staked, exponent),
  gainLine(due, best.due, exponent),
  gainLine(moved, best.moved, exponent),
  // Draws attention to chips that did not move as the rules require.
  [piece(best.due !== null && best.moved !== null && best.due !== best.moved ? '!' : '', 'alarm')],
]

/** Each column is only as wide as its contents. */
const tableLines = (rows: readonly Row[]): Line[] => {
  const cut = rows.map((row) => row.map((cell, at) => clipped(cell, CELL_COLUMNS_MAX[COLUMNS_SHOWN[at]?.head ?? ''])))
  const widths = COLUMNS_SHOWN.map(({ head }, at) => Math.max(head.length, ...cut.map((row) => widthOf(row[at] ?? []))))
  const lay = (cells: Row): Line => [
    piece(' '),
    ...COLUMNS_SHOWN.flatMap(({ side }, at) => [piece(' '.repeat(at === 0 ? 1 : 2)), ...padded(cells[at] ?? [], widths[at] ?? 0, side)]),
  ]
  return [lay(COLUMNS_SHOWN.map(({ head }) => [piece(head, 'faint')])), ...cut.map(lay)]
}
