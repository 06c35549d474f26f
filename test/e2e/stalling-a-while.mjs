/** Loaded before the daemon: with every SIGUSR2 its event loop stands still for longer than a device may be silent. */
const STALL_MS = 3600
const cell = new Int32Array(new SharedArrayBuffer(4))

process.on('SIGUSR2', () => {
  Atomics.wait(cell, 0, 0, STALL_MS)
})
