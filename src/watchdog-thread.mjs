/**
 * The thread of `watchdog.ts`: kills the process if its event loop has not turned for `looksMax` checks in a row. It counts checks, not
 * time, so a machine that was suspended does not count as stalled. Nor does a process that is waiting for a processor: after a restart
 * it would have to do the same work again and would be no faster. Plain JavaScript, because a worker loads it without a compiler.
 */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

const { shared, lookMs, looksMax } = workerData
const [TURNS, END] = [0, 1]
const view = new Int32Array(shared)
const STANDARD_ERROR = 2

/** Shares of the checked time. Below the first a process stands still, above the second it runs in circles, in between it waits its turn. */
const [STANDING, RUNNING] = [0.05, 0.8]
/** However busy the machine is, wait at most this many times `looksMax`. */
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
    // Nobody can read the message; that the process ended says enough.
  }
  // A process whose event loop is stuck runs no signal handler.
  process.kill(process.pid, 'SIGKILL')
}
