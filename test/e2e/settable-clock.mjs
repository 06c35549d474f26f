/** Loaded before the daemon: with every SIGUSR2 the machine's wall clock, as the process sees it, is set a minute back. */
const { now } = Date
const STEP_MS = -60_000
let aheadMs = 0

Date.now = () => now() + aheadMs
process.on('SIGUSR2', () => {
  aheadMs += STEP_MS
})
