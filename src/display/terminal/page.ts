/** A page that may be longer than the screen: one part of it is shown, and the row below it says which. */
import { type Line, piece } from '../../base/terminal/line.ts'

export const SCROLLS = ['up', 'down', 'page-up', 'page-down', 'home', 'end'] as const
export type Scroll = (typeof SCROLLS)[number]

/** Rows for lines; a long page needs one for what it says of itself. */
const roomFor = (count: number, rows: number): number => (count > rows ? Math.max(1, rows - 1) : rows)
const within = (from: number, count: number, rows: number): number => Math.max(0, Math.min(from, count - roomFor(count, rows)))

/** Exactly `rows` lines, from the line `from` on. */
export const pageLines = (lines: readonly Line[], from: number, rows: number): readonly Line[] => {
  const room = roomFor(lines.length, rows)
  const first = within(from, lines.length, rows)
  const shown = lines.slice(first, first + room)
  if (room < rows)
    return [...shown, [piece(`lines ${first + 1} to ${first + room} of ${lines.length}: arrows and Page Down scroll`, 'faint')]]
  return [...shown, ...Array.from({ length: rows - shown.length }, (): Line => [])].slice(0, Math.max(0, rows))
}

/** The first line to show after this key. */
export const scrolled = (from: number, by: Scroll, count: number, rows: number): number => {
  const now = within(from, count, rows)
  // One line of the page before stays in sight.
  const page = Math.max(1, roomFor(count, rows) - 1)
  const to: { readonly [S in Scroll]: number } = {
    up: now - 1,
    down: now + 1,
    'page-up': now - page,
    'page-down': now + page,
    home: 0,
    end: count,
  }
  return within(to[by], count, rows)
}
