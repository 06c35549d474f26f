/** The progress of a long command, in words and as a bar. Pure: the caller knows the clock. */

/** `####....`: fills as much of `width` as is done. */
export const barText = (done: number, total: number, width: number): string =>
  '#'.repeat(Math.floor((width * done) / Math.max(1, total))).padEnd(width, '.')

/** One line with a percentage and the time left; `elapsedMs`: so far. */
export function progressText(done: number, total: number, label: string, elapsedMs: number): string {
  const seconds = Math.ceil((elapsedMs * (total - done)) / Math.max(1, done) / 1000)
  return `${barText(done, total, 24)} ${String(Math.floor((100 * done) / Math.max(1, total))).padStart(3)} %  ${label}, ${seconds} s to go`
}
