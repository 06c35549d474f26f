/** F24: what the watchdog's thread ends. Real processes whose event loop does not turn. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'

const THREAD = new URL('../../../src/daemon/serve/watchdog-thread.mjs', import.meta.url).href
const [LOOK_MS, LOOKS_MAX] = [50, 10]

/** `burn(ms)`: of processor time; `rest(ms)`: without any. Both leave the event loop no turn. */
const processThat = (does: string): string => `
  import { Worker } from 'node:worker_threads'
  const workerData = { shared: new SharedArrayBuffer(12), lookMs: ${LOOK_MS}, looksMax: ${LOOKS_MAX} }
  new Worker(new URL('${THREAD}'), { workerData, execArgv: [] })
  const turns = new Int32Array(workerData.shared)
  // The thread loads its module while the event loop turns, as in a program that stalls later.
  await new Promise((resolve) => setInterval(() => Atomics.add(turns, 0, 1) === ${LOOKS_MAX} && resolve(), ${LOOK_MS}))
  const cell = new Int32Array(new SharedArrayBuffer(4))
  const rest = (ms) => Atomics.wait(cell, 0, 0, ms)
  const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
  const burn = (ms) => { for (const from = used(); used() - from < ms; ); }
  ${does}
  process.exit(0)`

const ROWS = [
  { name: 'one that stands still', does: 'rest(20_000)', ended: [null, 'SIGKILL'] },
  { name: 'one that runs in circles', does: 'burn(20_000)', ended: [null, 'SIGKILL'] },
  // A third of the time, as on a machine with much else to do.
  { name: 'one that hardly gets a processor', does: 'for (let n = 0; n < 500; n++) { burn(10); rest(30) }', ended: [null, 'SIGKILL'] },
]

for (const { name, does, ended } of ROWS) {
  test(`${name}`, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', processThat(does)], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (bytes: Buffer) => {
      said += bytes
    })
    assert.deepEqual(await once(child, 'exit'), ended, said)
  })
}
