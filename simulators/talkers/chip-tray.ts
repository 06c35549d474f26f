/** Chips with tags: which of them lie where. A level names values and counts; here single chips come and go. */
import type { ChipStack, SpotId } from '../../devices/scan.ts'

type Value = ChipStack['value']

/** Of each value. */
const SUPPLY = 400

export interface ChipTray {
  /** Every chip there is, by its value. */
  readonly tags: ReadonlyMap<Value, readonly string[]>
  /** From now on this lies there: of what lay there as much as possible stays. */
  lay(spot: SpotId, chips: readonly ChipStack[]): void
  at(spot: SpotId): readonly string[]
}

const hex = (number: number, digits: number): string => number.toString(16).toUpperCase().padStart(digits, '0')

export function chipTray(values: readonly number[]): ChipTray {
  const all: readonly Value[] = [...values, 'FB']
  const tags = new Map(
    all.map((value, nth) => [value, Array.from({ length: SUPPLY }, (_, at) => `E00401${hex(nth + 1, 2)}${hex(at * 7919, 8)}`)]),
  )
  const free = new Map([...tags].map(([value, own]) => [value, [...own]]))
  const lying = new Map<SpotId, Map<Value, string[]>>()
  return {
    tags,
    lay(spot, chips) {
      const before = lying.get(spot) ?? new Map<Value, string[]>()
      const after = new Map<Value, string[]>()
      for (const { value, count } of chips) {
        const kept = (before.get(value) ?? []).slice(0, count)
        const more = (free.get(value) ?? []).splice(0, count - kept.length)
        if (kept.length + more.length < count) throw new Error(`no ${count} chips of ${value} are left for ${spot}`)
        after.set(value, [...kept, ...more])
      }
      for (const [value, own] of before) free.get(value)?.push(...own.slice(after.get(value)?.length ?? 0))
      lying.set(spot, after)
    },
    at: (spot) => [...(lying.get(spot)?.values() ?? [])].flat(),
  }
}
