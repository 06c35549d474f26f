/** A program under the watchdog whose event loop stands still: `waits` for 8 s, or `works` for as much processor time; `ready` before that or not. */
import { writeSync } from 'node:fs'
import { startWatchdog } from '../../src/daemon/serve/watchdog.ts'

const STANDS_MS = 8000
const [kind, isReady] = process.argv.slice(2)
const watchdog = startWatchdog({}, { warn: (text) => void process.stderr.write(text) })
if (isReady === 'ready') watchdog.ready('')
// The thread needs a moment to begin.
setTimeout(() => {
  if (kind === 'waits') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDS_MS)
  else while (process.cpuUsage().user < 1000 * STANDS_MS);
  writeSync(1, 'went on\n')
  process.exit(0)
}, 1000)
