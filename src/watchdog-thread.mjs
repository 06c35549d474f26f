/**
 * The thread of `watchdog.ts`: ends the process when its event loop has not turned for `looksMax` looks in a row. Looks are counted, not
 * time, so that a machine that was suspended has not stalled. A process that waits for a processor has not stalled either: what it
 * would be ended for it would do again after its restart, and no sooner. Plain JavaScript, for a worker loads it without a compiler.
 */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

const { shared, lookMs, looksMax } = workerData
const [TURNS, END] = [0, 1]
const view = new Int32Array(shared)
const STANDARD_ERROR = 2

/** Of the time of the looks. Below the first it stands still, above the second it runs in circles, and between them it has to share the processor. */
const [STANDING, RUNNING] = [0.05, 0.8]
/** So many times `looksMax` at most, however busy the machine is. */
const PATIENCE = 12

const usedMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const isStarved = (used) => used > STANDING * looksMax * lookMs && used < RUNNING * looksMax * lookMs

let turns = -1
let still = 0
let usedBefore = usedMs()
while (Atomics.wait(view, END, 0, lookMs) === 'timed-out') {
  const now = Atomics.load(view, TURNS)
  if (now !== turns) usedBefore = usedMs()
  still = now === turns ? still + 1 : 0
  turns = now
  if (still < looksMax || (still < PATIENCE * looksMax && isStarved(usedMs() - usedBefore))) continue
  try {
    const seconds = Math.round((still * lookMs) / 1000)
    writeSync(STANDARD_ERROR, `watchdog: the program has not answered for ${seconds} s; it is ended so that it can be started again\n`)
  } catch {
    // Nobody reads it; the end says enough.
  }
  // A process that does not turn runs no handler.
  process.kill(process.pid, 'SIGKILL')
}
