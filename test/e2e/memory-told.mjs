/**
 * Loaded before the daemon, with `loop-lag.mjs`: at each SIGPWR it collects its garbage and says on standard error what it holds then, in
 * bytes: V8's heap and what lies beside it, and what of it is resident.
 */
import { writeSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
import './loop-lag.mjs'

const STDERR = 2

if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  let times = 0
  process.on('SIGPWR', async () => {
    // What is collected first may have held more, beside the heap.
    for (let turn = 0; turn < 3; turn++) {
      collect()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { heapUsed, external, rss } = process.memoryUsage()
    writeSync(STDERR, `memory ${++times}: ${heapUsed + external} held, ${rss} resident\n`)
  })
}
