/**
 * The thread of `watchdog.ts`: kills the process if its event loop has not turned for `looksMax` checks in a row, whatever the reason. It
 * counts checks, not time, so a machine that was suspended does not count as stalled. While the program starts, it must also have used as much
 * of the processor meanwhile: who gets little of it is slow, not stalled. Plain JavaScript, because a worker loads it without a
 * compiler.
 */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

const { shared, lookMs, looksMax } = workerData
const [TURNS, END, STARTING] = [0, 1, 2]
const view = new Int32Array(shared)
const STANDARD_ERROR = 2

/** Of all threads of the process, ms. */
const usedMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let turns = -1
let still = 0
let turnedMs = 0
while (Atomics.wait(view, END, 0, lookMs) === 'timed-out') {
  const now = Atomics.load(view, TURNS)
  still = now === turns ? still + 1 : 0
  turns = now
  if (still === 0) turnedMs = usedMs()
  if (still < looksMax || (Atomics.load(view, STARTING) === 1 && usedMs() - turnedMs < looksMax * lookMs)) continue
  try {
    const seconds = Math.round((still * lookMs) / 1000)
    writeSync(STANDARD_ERROR, `watchdog: the program has not answered for ${seconds} s; it is ended so that it can be started again\n`)
  } catch {
    // Nobody can read the message; that the process ended says enough.
  }
  // A process whose event loop is stuck runs no signal handler.
  process.kill(process.pid, 'SIGKILL')
}
