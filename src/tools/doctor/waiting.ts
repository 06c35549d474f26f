/** Shows on standard error what the doctor is waiting for: one line that is overwritten at a terminal, a single sentence elsewhere. */
import { progressText } from '../../daemon/process/progress.ts'

export interface Waiting {
  /** An empty text: this one is done. */
  readonly step: (name: string, text: string) => void
  readonly end: () => void
}

const REDRAW_MS = 200

export function waiting(watchMs: number, isLong: boolean): Waiting {
  const { stderr } = process
  const startMs = performance.now()
  const steps = new Map<string, string>()
  const draw = (): void => {
    const elapsedMs = Math.min(performance.now() - startMs, watchMs)
    const told = [...steps].map(([name, text]) => `${name} ${text}`).join('; ')
    const text = `${progressText(Math.round(elapsedMs), watchMs, 'listening', elapsedMs)}  ${told}`
    stderr.write(`\r${text.slice(0, Math.max(10, (stderr.columns ?? 80) - 1))}\u001b[K`)
  }
  if (isLong && !stderr.isTTY) stderr.write(`doctor: listening to the devices for ${Math.round(watchMs / 1000)} s\n`)
  const timer = isLong && stderr.isTTY ? setInterval(draw, REDRAW_MS) : null
  return {
    step: (name, text) => {
      if (text === '') steps.delete(name)
      else steps.set(name, text)
    },
    end: () => {
      if (timer === null) return
      clearInterval(timer)
      stderr.write('\r\u001b[K')
    },
  }
}
