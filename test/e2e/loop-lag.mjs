/**
 * Loaded before the daemon: from one SIGUSR2 to the next it notes how long the event loop was held up at most, and then says so on standard error.
 * Of each turn the lesser of the clock's time and the processor's counts: that other processes had the cores is no fault of the daemon.
 */
import { writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const EVERY_MS = 5
const STDERR = 2

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

function processorMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
