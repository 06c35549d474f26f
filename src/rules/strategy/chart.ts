/** Prints the best decisions as a page a person can read. Pure text. */

import { ACE, addRank, NO_POINTS, type Points, valueOfRank } from '../game/cards.ts'
import type { Action } from '../game/outcome.ts'
import { SEVEN } from './prizes.ts'
import type { Strategy } from './strategy.ts'

const LETTERS: Readonly<Record<Action, string>> = {
  hit: 'H',
  stand: 'S',
  double: 'D',
  'free-double': 'F',
  split: 'P',
  'free-split': 'Y',
  surrender: 'R',
  'even-money': 'E',
}
const NO_DECISION = '-'

const TWO = 1
/** Two to ten, then the ace. */
const UPS: readonly number[] = [TWO, 2, 3, 4, 5, 6, 7, 8, 9, ACE]
const UP_NAMES = '23456789TA'
const NAMES = 'A23456789T'
const TOTALS: readonly number[] = Array.from({ length: 15 }, (_, i) => i + 5)
const VALUES: readonly number[] = Array.from({ length: 10 }, (_, rank) => rank)

/** The hands that one part of the page covers, and how they are played. */
interface View {
  readonly strategy: Strategy
  readonly title: string
  readonly real: number
  readonly fromSplit: boolean
  /** Rank of the first card, if it matters. */
  readonly first: number | null
  readonly hands: number
}

interface Row {
  readonly name: string
  readonly two: string
  readonly more: string
}

const pointsOf = (ranks: readonly number[]): Points => ranks.reduce(addRank, NO_POINTS)

const cells = (view: View, ranks: readonly number[], points: Points, suited = false): string =>
  UPS.map((up) => view.strategy.decide({ ranks, points, real: view.real, fromSplit: view.fromSplit }, view.hands, up, suited))
    .map((action) => (action === null ? NO_DECISION : LETTERS[action]))
    .join('')

const twoCards = (view: View, first: number, second: number, suited = false): string =>
  cells(view, [first, second], pointsOf([first, second]), suited)

/** Three or more cards with the same points. */
const more = (view: View, points: Points): string => cells(view, [view.first ?? TWO, TWO, TWO], points)

const isHard = (rank: number): boolean => rank !== ACE
/** Two different cards that make a hard total; the first is no seven, unless the view is about sevens. */
function unlike(total: number, view: View): readonly [number, number] | null {
  const firsts = view.first === null ? VALUES.filter((rank) => rank !== SEVEN) : [view.first]
  for (const first of firsts.filter(isHard)) {
    const second = total - valueOfRank(first) - 1
    if (second !== first && isHard(second) && VALUES.includes(second)) return [first, second]
  }
  return null
}

function hardRows(view: View): readonly Row[] {
  return TOTALS.flatMap((total) => {
    const cards = unlike(total, view)
    if (cards === null) return []
    const [first, second] = cards
    return [{ name: `${total}`, two: twoCards(view, first, second), more: more(view, pointsOf(cards)) }]
  })
}

/** A split ace has no decision, so after a split the ace comes second. */
function softRows(view: View): readonly Row[] {
  return VALUES.filter((rank) => isHard(rank) && valueOfRank(rank) < 10 && (view.first ?? rank) === rank).map((rank) => {
    const [first, second] = view.fromSplit || view.first !== null ? [rank, ACE] : [ACE, rank]
    const points = pointsOf([rank, ACE])
    return { name: `A${NAMES[rank]}`, two: twoCards(view, first, second), more: more(view, points) }
  })
}

/** Ten-values are split for money (000 §4.1 l.154, 001 feature 2): no lammer carries them. */
function pairRows(view: View): readonly Row[] {
  if (view.first === null)
    return VALUES.filter((rank) => view.real > 0 || valueOfRank(rank) < 10).map((rank) => ({
      name: `${NAMES[rank]}${NAMES[rank]}`,
      two: twoCards(view, rank, rank),
      more: '',
    }))
  const { first } = view
  return [false, true].map((suited) => ({
    name: suited ? '77 suited' : '77',
    two: twoCards(view, first, first, suited),
    more: '',
  }))
}

/** `cards`: how many cards the hands of the second column have. */
const section = (name: string, rows: readonly Row[], cards: string): readonly string[] => [
  `${name.padEnd(13)}${UP_NAMES}${rows.some((row) => row.more !== '') ? `   ${cards}` : ''}`,
  ...rows.map((row) => `  ${row.name.padEnd(11)}${row.two}${row.more === '' ? '' : `   ${row.more}`}`),
]

const viewLines = (view: View): readonly string[] => {
  // Where so many cards win, a hand one card short of them is played otherwise.
  const cards = view.strategy.rules.charlie === 'none' ? 'three cards or more' : 'three cards; more cards are drawn to more often'
  return [...section('hard', hardRows(view), cards), ...section('soft', softRows(view), cards), ...section('pairs', pairRows(view), cards)]
}

const FIRST = { title: 'first two cards', real: 1, fromSplit: false, first: null, hands: 1 }
const SPLIT = { title: 'hands of a split, two in the box', real: 1, fromSplit: true, first: null, hands: 2 }
const LAMMER = { title: 'hands on a lammer alone, two in the box', real: 0, fromSplit: true, first: null, hands: 2 }
const SEVENS = { title: 'first card a seven', real: 1, fromSplit: false, first: SEVEN, hands: 1 }

/**
 * The chart of a house, line by line. One part covers a box's first hand; others cover split hands if they are played differently, hands
 * carried only by a lammer if splits are free, and hands that begin with a seven if that may win a prize. Up cards go across,
 * hands down; 20 and 21 are left out.
 */
export function chartLines(strategy: Strategy): readonly string[] {
  const { rules } = strategy
  const linesOf = (hands: Omit<View, 'strategy'>): readonly string[] => viewLines({ ...hands, strategy })
  const part = ({ title }: Pick<View, 'title'>, lines: readonly string[]) => ['', title, ...lines]
  const first = linesOf(FIRST)
  const split = linesOf(SPLIT)
  const differs = rules.maxHands > 1 && split.some((line, i) => line !== first[i])
  const parts = [
    ...part(FIRST, first),
    ...(differs ? part(SPLIT, split) : []),
    ...(rules.freeSplit && rules.maxHands > 1 ? part(LAMMER, linesOf(LAMMER)) : []),
    ...(rules.sevens !== 'none' ? part(SEVENS, linesOf(SEVENS)) : []),
  ]
  return [legend(parts), ...parts]
}

/** Explains the letters that occur. */
function legend(lines: readonly string[]): string {
  const marks = [...Object.entries(LETTERS), ['no decision', NO_DECISION]] as const
  const rows = lines.flatMap((line) => line.match(/(?<= {2})[-A-Z]{10}/g) ?? []).join('')
  return marks.flatMap(([meaning, mark]) => (rows.includes(mark) ? [`${mark} ${meaning}`] : [])).join(', ')
}
