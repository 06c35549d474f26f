/**
 * Where things lie on the felt, in units of its drawing. A half-moon: the dealer at the straight edge, box 1 at the dealer's left hand, the
 * last box at the right. Pure.
 */

export const FELT = { width: 1600, height: 860 } as const
const CENTRE = { x: 800, y: 74 }
const RADIUS = { x: 776, y: 762 }
/** Degrees from the straight edge to the middle of the first box. */
const EDGE_DEGREES = 15

export interface Point {
  readonly x: number
  readonly y: number
}

export interface BoxPlace {
  readonly box: number
  readonly bet: Point
  readonly cards: Point
  /** Between the cards and the dealer, on the insurance line. */
  readonly insurance: Point
  /** Between the bet and the cards; shows the number of a box that has a bet. */
  readonly tag: Point
  /** Next to the bet, for side bets. */
  readonly sides: readonly [Point, Point]
  /** Behind the bet, for co-bettors. */
  readonly behind: readonly [Point, Point]
  /** Scale of everything drawn for the box; 1 at seven boxes. */
  readonly scale: number
}

/** As shares of the radius. */
const AT = { insurance: 0.44, cards: 0.605, tag: 0.765, bet: 0.835, behind: 0.945 }

/** With the dealer at the bottom, the drawing is turned by half a turn. */
const placed = (share: number, degrees: number, dealerBelow: boolean): Point => {
  const angle = (degrees * Math.PI) / 180
  const x = CENTRE.x + RADIUS.x * share * Math.cos(angle)
  const y = CENTRE.y + RADIUS.y * share * Math.sin(angle)
  return dealerBelow ? { x: FELT.width - x, y: FELT.height - y } : { x, y }
}

export function boxPlaces(boxes: number, dealerBelow: boolean): readonly BoxPlace[] {
  const span = 180 - 2 * EDGE_DEGREES
  const scale = Math.min(1, 7.6 / boxes)
  return Array.from({ length: boxes }, (_, index) => {
    const degrees = boxes === 1 ? 90 : EDGE_DEGREES + (span * index) / (boxes - 1)
    // On the arc, about as far as a side bet is from its bet.
    const beside = 7.2 * scale
    const at = (share: number, turn = 0) => placed(share, degrees + turn, dealerBelow)
    return {
      box: index + 1,
      bet: at(AT.bet),
      cards: at(AT.cards),
      insurance: at(AT.insurance),
      tag: at(AT.tag),
      sides: [at(AT.bet, beside), at(AT.bet, -beside)],
      behind: [at(AT.behind, beside / 2), at(AT.behind, -beside / 2)],
      scale,
    }
  })
}

export const dealerPlace = (dealerBelow: boolean): Point => placed(0.15, 90, dealerBelow)

/** The table's outline, `grow` units outside the felt. */
function outline(dealerBelow: boolean, grow = 0): string {
  const y = dealerBelow ? FELT.height - CENTRE.y : CENTRE.y
  const sign = dealerBelow ? -1 : 1
  const top = y - sign * (52 + grow)
  const [rx, ry] = [RADIUS.x + grow, RADIUS.y + grow]
  const sweep = dealerBelow ? 0 : 1
  return `M${CENTRE.x - rx},${top} H${CENTRE.x + rx} V${y} A${rx},${ry} 0 0 ${sweep} ${CENTRE.x - rx},${y} Z`
}

/** A line of the layout at a share of the radius, from left to right, for text to lie on. */
function arc(share: number, dealerBelow: boolean): string {
  const from = placed(share, dealerBelow ? 10 : 170, dealerBelow)
  const to = placed(share, dealerBelow ? 170 : 10, dealerBelow)
  return `M${from.x},${from.y} A${RADIUS.x * share},${RADIUS.y * share} 0 0 ${dealerBelow ? 1 : 0} ${to.x},${to.y}`
}

export interface CardSpot extends Point {
  readonly scale: number
}

export const CARD = { width: 72, height: 102 } as const
/** How much of a covered card is visible: at least the corner with rank and suit. */
const FAN = 38
/** The width a box has room for; more cards lie closer together. */
const FAN_WIDTH_MAX = 172
/** The width if a box and an adjacent one both have several hands. */
const NARROW_FAN_MAX = 158

export const fanStep = (cards: number, isNarrow = false): number =>
  cards < 2 ? FAN : Math.min(FAN, ((isNarrow ? NARROW_FAN_MAX : FAN_WIDTH_MAX) - CARD.width) / (cards - 1))
export const fanWidth = (cards: number, isNarrow = false): number => CARD.width + Math.max(0, cards - 1) * fanStep(cards, isNarrow)

/**
 * Hands lie side by side, from three on in two rows. If an adjacent box also has several hands, they are drawn smaller, but with all their
 * cards.
 */
const SPLIT = {
  wide: { two: { scale: 0.72, wide: 128, high: 98 }, more: { scale: 0.62, wide: 128, high: 98 } },
  narrow: { two: { scale: 0.54, wide: 88, high: 72 }, more: { scale: 0.5, wide: 82, high: 68 } },
} as const
/** Centres of a box's hands relative to the centre of its cards, in playing order from left to right. */
export function handSpots(hands: number, isNarrow = false): readonly CardSpot[] {
  if (hands <= 1) return [{ x: 0, y: 0, scale: 1 }]
  const { scale, wide, high } = SPLIT[isNarrow ? 'narrow' : 'wide'][hands === 2 ? 'two' : 'more']
  const columns = 2
  const rows = Math.ceil(hands / columns)
  return Array.from({ length: hands }, (_, index) => {
    const row = Math.floor(index / columns)
    const inRow = row === rows - 1 && hands % columns === 1 ? 1 : columns
    return {
      x: inRow === 1 ? 0 : ((index % columns) - 0.5) * wide,
      y: (row - (rows - 1) / 2) * high,
      scale,
    }
  })
}

/** The chip tray in front of the dealer: its corner and its size. */
function tray(dealerBelow: boolean): Point & { readonly width: number; readonly height: number } {
  const [width, height] = [400, 44]
  const y = CENTRE.y - 46
  return { x: CENTRE.x - width / 2, y: dealerBelow ? FELT.height - y - height : y, width, height }
}

/** Where everything lies in one way of drawing the table. */
export interface FeltLayout {
  readonly width: number
  readonly height: number
  readonly places: readonly BoxPlace[]
  readonly dealer: Point
  /** The discard rack, at the dealer's right hand. */
  readonly burned: Point
  readonly tray: ReturnType<typeof tray>
  outline(grow?: number): string
  /** Lines along which the layout's words run; null: there is no room for them. */
  readonly pays: string
  readonly draws: string | null
}

export const halfMoon = (boxes: number, dealerBelow: boolean): FeltLayout => ({
  ...FELT,
  places: boxPlaces(boxes, dealerBelow),
  dealer: dealerPlace(dealerBelow),
  burned: dealerBelow ? { x: FELT.width - 540, y: FELT.height - 82 } : { x: 540, y: 82 },
  tray: tray(dealerBelow),
  outline: (grow = 0) => outline(dealerBelow, grow),
  pays: arc(0.365, dealerBelow),
  draws: arc(dealerBelow ? 0.295 : 0.315, dealerBelow),
})
