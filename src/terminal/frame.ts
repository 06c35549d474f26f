/** A screen of rows, drawn over itself on a terminal: what stands there already is not written again. */

const ESC = '\u001b['

/** The other screen, without a cursor; a line that is too long is cut at the edge. */
export const ENTER = `${ESC}?1049h${ESC}?25l${ESC}?7l`
/** Whatever the terminal was told is taken back. Said twice it does no harm. */
export const LEAVE = `${ESC}0m${ESC}?7h${ESC}?25h${ESC}?1049l`

/** Rows as written, from the top. `before` null: nothing is known of what stands there, as after a change of size. */
export const frameText = (before: readonly string[] | null, after: readonly string[]): string => {
  const rows = after.flatMap((row, at) => (before !== null && before[at] === row ? [] : [`${ESC}${at + 1};1H${ESC}2K${row}`]))
  return `${before === null ? `${ESC}0m${ESC}2J` : ''}${rows.join('')}`
}
