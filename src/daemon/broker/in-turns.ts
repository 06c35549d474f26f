/**
 * Spreads bursts of work over turns of the event loop, so that cards, acknowledgements and timers get their turn in between. Keeps the
 * order.
 */
import type { Schedule } from './goodbye.ts'

/**
 * `atOnce` a turn, at least 1; work within that limit is not delayed. The queue holds whatever the gate before it lets through, so a
 * caller that gives more than `atOnce` a turn for ever fills memory.
 */
export const inTurns = <T>(atOnce: number, work: (each: T) => void, schedule: Schedule): ((each: T) => void) => {
  let waiting: T[] = []
  let left = atOnce
  let isPlanned = false
  const plan = () => {
    if (!isPlanned) schedule(turn, 0)
    isPlanned = true
  }
  function turn() {
    isPlanned = false
    const now = waiting.slice(0, atOnce)
    waiting = waiting.slice(atOnce)
    left = atOnce - now.length
    for (const each of now) work(each)
    if (left < atOnce) plan()
  }
  return (each) => {
    if (left > 0) {
      left -= 1
      work(each)
    } else waiting.push(each)
    plan()
  }
}
