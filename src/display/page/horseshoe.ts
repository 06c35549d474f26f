/**
 * Where things lie on a felt drawn upright, for a phone: the boxes run down one side, across the end and up the other, in box order.
 * Nothing is smaller than on a large screen's felt. Pure.
 */
import type { BoxPlace, FeltLayout, Point } from './geometry.ts'

const WIDTH = 780
/** Room for the dealer's end, for each row of boxes, and below the last row. */
const ROOM = { dealer: 268, row: 322, end: 12 }
/** The middles of the columns. */
const RIGHT = 642
const MIDDLE = 390
const LEFT = 138
const EDGE = 24

export function horseshoe(boxes: number, dealerBelow: boolean): FeltLayout {
  const aSide = Math.floor(boxes / 2)
  const rows = Math.max(1, aSide)
  const height = ROOM.dealer + rows * ROOM.row + ROOM.end
  // With the dealer at the bottom, the drawing is turned by half a turn.
  const at = (x: number, y: number): Point => (dealerBelow ? { x: WIDTH - x, y: height - y } : { x, y })
  const places = Array.from({ length: boxes }, (_, index): BoxPlace => {
    const isRight = index < aSide
    const isEnd = !isRight && index === aSide && boxes % 2 === 1
    const row = isRight ? index : isEnd ? rows - 1 : boxes - 1 - index
    const x = isRight ? RIGHT : isEnd ? MIDDLE : LEFT
    const y = ROOM.dealer + row * ROOM.row
    const bet = y + 240
    return {
      box: index + 1,
      bet: at(x, bet),
      cards: at(x, y + 82),
      insurance: at(x + 64, bet - 46),
      tag: at(x - 64, bet - 40),
      sides: [at(x + 84, bet + 12), at(x - 84, bet + 12)],
      behind: [at(x + 32, bet + 54), at(x - 32, bet + 54)],
      scale: 1,
    }
  })
  const corner = at(dealerBelow ? 590 : 190, dealerBelow ? 58 : 14)
  const line = at(dealerBelow ? WIDTH - 60 : 60, dealerBelow ? 244 : 254)
  return {
    width: WIDTH,
    height,
    places,
    dealer: at(MIDDLE, 136),
    burned: at(96, 92),
    tray: { ...corner, width: 400, height: 44 },
    outline: (grow = 0) => {
      const inset = EDGE - grow
      const [right, bottom, round] = [WIDTH - inset, height - inset, 60 + grow]
      return `M${inset + round},${inset} H${right - round} Q${right},${inset} ${right},${inset + round} V${bottom - round} Q${right},${bottom} ${right - round},${bottom} H${inset + round} Q${inset},${bottom} ${inset},${bottom - round} V${inset + round} Q${inset},${inset} ${inset + round},${inset} Z`
    },
    pays: `M${line.x},${line.y} H${line.x + WIDTH - 120}`,
    draws: null,
  }
}
