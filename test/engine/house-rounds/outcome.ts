/** What a round came to, in the words in which a hard round states it: the form in which every party's account is compared. */
import type { Card } from '../../../devices/scan.ts'
import type { HardBox, HardRound } from './hard-round.ts'

export interface Outcome {
  /** `TS 6D 6C = 22`. */
  readonly dealer: string
  /** By box number. */
  readonly boxes: Readonly<Record<string, { readonly hands: readonly string[]; readonly due: HardBox['due'] }>>
  readonly net: number
}

export const wordsOf = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter((word) => word !== '')

/** The cards of the round in shoe order; bars part them for the eye alone. */
export const cardsOf = (round: Pick<HardRound, 'cards'>): readonly Card[] => wordsOf(round.cards.replaceAll('|', ' ')) as Card[]

const PIPS: { readonly [rank: string]: number } = { A: 1, T: 10, J: 10, Q: 10, K: 10 }

/** Best total. */
export const totalOf = (cards: readonly string[]): number => {
  const low = cards.reduce((sum, card) => sum + (PIPS[card.charAt(0)] ?? Number(card.charAt(0))), 0)
  return low <= 11 && cards.some((card) => card.startsWith('A')) ? low + 10 : low
}

/** `8H 3C TS: free-split free-double -> push`. */
export const handLine = (cards: readonly string[], actions: readonly string[], outcome: string | null | undefined): string =>
  `${cards.join(' ')}:${actions.map((action) => ` ${action}`).join('')} -> ${outcome}`

/** The round as its author settled it. */
export const settledByHand = ({ dealer, boxes, net }: HardRound): Outcome => ({
  dealer,
  boxes: Object.fromEntries(Object.entries(boxes).map(([number, { hands, due }]) => [number, { hands, due }])),
  net,
})

/** Without the moments: a fold tells only what falls due over the round. */
export const withoutMoments = ({ dealer, boxes, net }: Outcome): Outcome => ({
  dealer,
  boxes: Object.fromEntries(
    Object.entries(boxes).map(([number, { hands, due }]) => {
      const sums = Object.entries(due).map(([area, { before = 0, inPlay = 0, after = 0 }]) => [area, { after: before + inPlay + after }])
      return [number, { hands, due: Object.fromEntries(sums) }]
    }),
  ),
  net,
})

/** The same with keys in order and no word of what is nothing, for comparison. */
export const comparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, comparable(inner)] as const)
  return Object.fromEntries(entries.filter(([, inner]) => inner !== 0).sort(([a], [b]) => (a < b ? -1 : 1)))
}
