/** A closed round as a table: one line per hand, and one more for each side bet. */

import { clean, clipped, type Line, padded, piece, widthOf } from '../../base/terminal/line.ts'
import type { SpotResult } from '../../engine/event.ts'
import { type Account, type BoxAccount, facesOf, type HandAccount } from '../../wire/account/account.ts'
import { actionsText, areaText, countText, endedText, outcomeText, totalText } from '../../wire/account/text.ts'
import { amountLine, cardsLine, gainLine, netLine, OUTCOME_TONES } from './pieces.ts'

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
export const closedLines = (account: Account, what: 'closed' | 'revised', exponent: number): Line[] => {
  const { end, readings, complete } = account
  if (end === null) return []
  const title = `${what}${what === 'closed' && end.ended !== null ? endedText(end.ended) : ''}`
  const facts = [
    countText(readings, 'reading'),
    ...(complete ? [] : ['incomplete']),
    ...(end.findings.length === 0 ? [] : [countText(end.findings.length, 'finding')]),
  ]
  const head = [
    piece(`${clean(end.round)} ${title}`, 'strong'),
    piece(`  ${facts.join(', ')}`),
    piece('  house '),
    ...netLine(end.net, exponent),
  ]
  return [head, ...tableLines(rowsOf(account, exponent)), dealerLine(account)].map((line) => clipped(line))
}

const dealerLine = ({ dealer }: Account): Line => {
  const said = dealer.blackjack ? '  blackjack' : dealer.bust ? '  bust' : ''
  const total = `${dealer.total ?? '?'}${dealer.certain || dealer.total === null ? '' : '?'}`
  return [piece('  dealer  '), ...cardsLine(facesOf(dealer)), piece(` = ${total}${said}`)]
}

const rowsOf = ({ boxes }: Account, exponent: number): Row[] =>
  boxes.flatMap((box) => [
    ...box.hands.map((hand, index) => handRow(box, hand, index === 0, exponent)),
    ...box.spots.flatMap(({ area, result }): Row[] => {
      if (area === 'main' || result === null || (result.best.staked === 0 && !result.best.due && !result.best.moved)) return []
      return [[[], [], [piece(areaText(area), 'faint')], [], [], [], ...spotCells(result, exponent)]]
    }),
  ])

/** Chips lie on a box, so the line of its first hand shows the sum for all its hands. */
const handRow = ({ box, hands, spots }: BoxAccount, hand: HandAccount, isFirst: boolean, exponent: number): Row => {
  const main = spots.find(({ area }) => area === 'main')?.result ?? null
  return [
    isFirst ? [piece(String(box))] : [],
    hands.length > 1 ? [piece(String(hand.hand))] : [],
    cardsLine(facesOf(hand)),
    [piece(totalText(hand)), piece(hand.certain || hand.total === null ? '' : '?', 'faint')],
    [piece(actionsText(hand.actions))],
    [outcomePiece(hand), piece(hand.certain ? '' : ' ?', 'faint')],
    ...(isFirst && main !== null ? spotCells(main, exponent) : []),
  ]
}

const outcomePiece = ({ outcome, bust }: HandAccount) => {
  if (outcome === null) return piece(bust ? outcomeText('bust') : '-', 'faint')
  const text = outcomeText(outcome)
  return piece(outcome === 'lose' && bust ? `${text} (${outcomeText('bust')})` : text, OUTCOME_TONES[outcome])
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
