/** Seeded random numbers: the same seed plays the same table. */

/** Uniform in [0, 1), period 2^32 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function between(random: () => number, least: number, most: number): number {
  return least + random() * (most - least)
}

/** `items` must not be empty. */
export function oneOf<T>(random: () => number, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T
}

export function shuffled<T>(random: () => number, items: readonly T[]): T[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const kept = result[last] as T
    result[last] = result[other] as T
    result[other] = kept
  }
  return result
}

/** How long people take for something: log-normal with this median, limited to [least, most]. */
interface Pace {
  readonly medianMs: number
  readonly spread: number
  readonly leastMs: number
  readonly mostMs: number
}

export function humanMs(random: () => number, { medianMs, spread, leastMs, mostMs }: Pace): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.round(Math.min(mostMs, Math.max(leastMs, medianMs * Math.exp(spread * normal))))
}
