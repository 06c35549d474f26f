/** A screen of rows that is redrawn in place on a terminal: rows that have not changed are not written again. */

const ESC = '\u001b['

/** Switches to the alternate screen without a cursor. The terminal cuts a line that is too long at the edge. */
export const ENTER = `${ESC}?1049h${ESC}?25l${ESC}?7l`
/** Undoes every change to the terminal. Sending it twice does no harm. */
export const LEAVE = `${ESC}0m${ESC}?7h${ESC}?25h${ESC}?1049l`

/**
 * The text that turns one screen into the next, rows from the top. `before` null: the screen's content is unknown, for example after a
 * change of size.
 */
export const frameText = (before: readonly string[] | null, after: readonly string[]): string => {
  const rows = after.flatMap((row, at) => (before !== null && before[at] === row ? [] : [`${ESC}${at + 1};1H${ESC}2K${row}`]))
  return `${before === null ? `${ESC}0m${ESC}2J` : ''}${rows.join('')}`
}
