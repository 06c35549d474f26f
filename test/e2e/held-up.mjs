/** Loaded before the daemon: a computer with too much else to do. Its event loop turns, but most of the time it waits. */
const EVERY_MS = 350
const HELD_MS = 300
const cell = new Int32Array(new SharedArrayBuffer(4))

setInterval(() => Atomics.wait(cell, 0, 0, HELD_MS), EVERY_MS).unref()
