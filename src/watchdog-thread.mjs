/**
 * The thread of `watchdog.ts`: ends the process when its event loop has not turned for `looksMax` looks in a row. Looks are counted, not
 * time, so that a machine that was suspended has not stalled. Plain JavaScript, for a worker loads it without a compiler.
 */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

const { shared, lookMs, looksMax } = workerData
const [TURNS, END] = [0, 1]
const view = new Int32Array(shared)
const STANDARD_ERROR = 2

let turns = -1
let still = 0
while (Atomics.wait(view, END, 0, lookMs) === 'timed-out') {
  const now = Atomics.load(view, TURNS)
  still = now === turns ? still + 1 : 0
  turns = now
  if (still < looksMax) continue
  try {
    const seconds = (looksMax * lookMs) / 1000
    writeSync(STANDARD_ERROR, `watchdog: the program has not answered for ${seconds} s; it is ended so that it can be started again\n`)
  } catch {
    // Nobody reads it; the end says enough.
  }
  // A process that does not turn runs no handler.
  process.kill(process.pid, 'SIGKILL')
}
