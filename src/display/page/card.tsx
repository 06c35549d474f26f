/** One card, drawn around its centre. */
import type { SeenCard } from '../../engine/view.ts'
import type { Footing } from '../../wire/account/account.ts'
import { rankText } from '../../wire/account/text.ts'
import { CARD } from './geometry.ts'

const SUITS: { readonly [suit: string]: string } = {
  S: 'M12 1.500C9 7 3.500 9.500 3.500 14.200a4.300 4.300 0 0 0 7.300 2.900C10.600 19.300 9.800 21 8.300 22.500h7.400c-1.500-1.500-2.300-3.200-2.500-5.400a4.300 4.300 0 0 0 7.300-2.900C20.500 9.500 15 7 12 1.500z',
  H: 'M12 21.800C6.500 17 2.500 13.300 2.500 8.600A5 5 0 0 1 12 6.200a5 5 0 0 1 9.500 2.400C21.500 13.300 17.500 17 12 21.800z',
  D: 'M12 1.500L20 12l-8 10.500L4 12z',
  C: 'M12 2a4.300 4.300 0 0 1 3.600 6.700A4.400 4.400 0 1 1 13.200 16c.2 2.500 1 4.700 2.700 6.500H8.100c1.700-1.800 2.500-4 2.700-6.500A4.400 4.400 0 1 1 8.400 8.700 4.300 4.300 0 0 1 12 2z',
}

/** Of the corner, where its rank begins. */
const RANK_LEFT = 6
const TEN_WIDTH_MAX = 34

/** A ten whose second figure is covered is read as an ace. */
const tenFitted = (seen: number) => ({
  textLength: Math.max(1, Math.min(TEN_WIDTH_MAX, seen - RANK_LEFT - 2)),
  lengthAdjust: 'spacingAndGlyphs',
})

interface CardProps {
  readonly card: SeenCard
  readonly x: number
  readonly y: number
  readonly footing?: Footing
  /** How much of its width other cards leave to be seen. */
  readonly seen?: number
}

export function Card({ card, x, y, footing = 'certain', seen = CARD.width }: CardProps) {
  const [left, top] = [-CARD.width / 2, -CARD.height / 2]
  const at = `translate(${x.toFixed(1)} ${y.toFixed(1)})`
  if (card === 'hidden') {
    return (
      <g class="card card-back" transform={at}>
        <rect x={left} y={top} width={CARD.width} height={CARD.height} rx="7" />
        <rect class="card-lattice" x={left + 6} y={top + 6} width={CARD.width - 12} height={CARD.height - 12} rx="4" />
      </g>
    )
  }
  if (card === '??') {
    return (
      <g class={`card card-unread ${footing}`} transform={at}>
        <rect x={left} y={top} width={CARD.width} height={CARD.height} rx="7" />
        <text class="card-rank" x={left + 9} y={top + 34}>
          ??
        </text>
      </g>
    )
  }
  const [rank = '', suit = ''] = card
  return (
    <g class={`card suit-${suit} ${footing}`} transform={at}>
      <rect x={left} y={top} width={CARD.width} height={CARD.height} rx="7" />
      <text class={`card-rank rank-${rank}`} x={left + RANK_LEFT} y={top + 34} {...(rank === 'T' ? tenFitted(seen) : {})}>
        {rankText(rank)}
      </text>
      <path class="card-pip" d={SUITS[suit]} transform={`translate(${left + RANK_LEFT} ${top + 42}) scale(0.92)`} />
      {seen < CARD.width ? null : <path class="card-suit" d={SUITS[suit]} transform={`translate(${left + 31} ${top + 56}) scale(1.55)`} />}
    </g>
  )
}
