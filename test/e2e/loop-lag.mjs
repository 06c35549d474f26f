/**
 * Loaded before the daemon: from one SIGUSR2 to the next it notes how long the event loop was held up at most, and then says so on standard error.
 * Of each turn the lesser of the clock's time and the processor's counts: that other processes had the cores is no fault of the daemon.
 */
import { readFileSync, writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const EVERY_MS = 5
const STDERR = 2
/** Its first number: how long the main thread has run, ns. */
const RUN_TIME = '/proc/self/schedstat'

if (isMainThread) process.once('SIGUSR2', measure)

function measure() {
  let worstMs = 0
  let wallMs = performance.now()
  let cpuMs = processorMs()
  const turn = () => {
    const [nextWallMs, nextCpuMs] = [performance.now(), processorMs()]
    worstMs = Math.max(worstMs, Math.min(nextWallMs - wallMs, nextCpuMs - cpuMs))
    wallMs = nextWallMs
    cpuMs = nextCpuMs
  }
  const turning = setInterval(turn, EVERY_MS).unref()
  process.once('SIGUSR2', () => {
    clearInterval(turning)
    process.once('SIGUSR2', measure)
    writeSync(STDERR, `event loop held up for ${worstMs.toFixed(1)} ms at most\n`)
  })
}

/** Of the main thread alone: while others of the process run, the loop turns. Where the kernel does not say it, of all of them. */
function processorMs() {
  const ranMs = mainThreadMs()
  if (ranMs > 0) return ranMs
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** 0: the kernel keeps no account. */
function mainThreadMs() {
  try {
    return Number.parseInt(readFileSync(RUN_TIME, 'latin1'), 10) / 1_000_000
  } catch {
    return 0
  }
}
