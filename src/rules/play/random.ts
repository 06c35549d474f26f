/**
 * Seeded randomness for simulations: sfc32 (Chris Doty-Humphrey's small fast counter, 128 bits of state), uniform in [0, 1) with 32 bits.
 */
import type { Random } from './shoe.ts'

const WARM_UP = 16

/** `seed`: any integer; `stream`: an independent sequence of the same seed, one for each worker. */
export const seededStream = (seed: number, stream: number): Random => {
  let a = seed | 0
  let b = stream | 0
  let c = 0x9e3779b9 | 0
  let counter = 1
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4294967296
  }
  for (let round = 0; round < WARM_UP; round++) next()
  return next
}
