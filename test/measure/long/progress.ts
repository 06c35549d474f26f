/** Reports on standard error how far a long measurement is: on a terminal as a bar that is redrawn, elsewhere as one line per tenth. */
import { progressText } from '../../../src/base/terminal/progress.ts'

export interface Progress {
  readonly step: (done: number, label: string) => void
  readonly end: () => void
}

export function progressOf(name: string, total: number): Progress {
  const start = performance.now()
  const { stderr } = process
  let tenth = 0
  const step = (done: number, label: string): void => {
    const text = progressText(done, total, label, performance.now() - start)
    if (stderr.isTTY) stderr.write(`\r${text}\u001b[K`)
    else if (Math.floor((10 * done) / total) > tenth) {
      tenth = Math.floor((10 * done) / total)
      stderr.write(`${name}: ${text}\n`)
    }
  }
  return { step, end: () => void (stderr.isTTY && stderr.write('\r\u001b[K')) }
}
