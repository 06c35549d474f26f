/**
 * Checks what comes over MQTT field by field before believing it. A display reads what it shows and ignores the rest, so it can still read
 * a newer table's messages. Lists and texts are bounded.
 */
import { AREAS, RANKS, SUITS } from '../../../devices/scan.ts'

/** Returns its argument as a `T`. @throws Malformed */
export type Decoder<T> = (value: unknown) => T

export class Malformed extends Error {}

export const TEXT_MAX = 2000

const refuse = (wanted: string): never => {
  throw new Malformed(`is no ${wanted}`)
}

export const text: Decoder<string> = (value) => (typeof value === 'string' && value.length <= TEXT_MAX ? value : refuse('text'))
export const number: Decoder<number> = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : refuse('number'))
export const count: Decoder<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : refuse('count')
export const yesNo: Decoder<boolean> = (value) => (typeof value === 'boolean' ? value : refuse('true or false'))
export const time: Decoder<string> = (value) => (Number.isNaN(Date.parse(text(value))) ? refuse('time') : (value as string))

export const word = <const T extends string>(words: readonly T[]): Decoder<T> => {
  const known: ReadonlySet<unknown> = new Set(words)
  return (value) => (known.has(value) ? (value as T) : refuse(`one of ${words.join(', ')}`))
}

export const orNull =
  <T>(inner: Decoder<T>): Decoder<T | null> =>
  (value) =>
    value === null ? null : inner(value)

/** For fields that an older table leaves out. */
export const orAbsent =
  <T>(inner: Decoder<T>): Decoder<T | null> =>
  (value) =>
    value === null || value === undefined ? null : inner(value)

export const list =
  <T>(inner: Decoder<T>, max: number): Decoder<readonly T[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length > max) return refuse(`list of at most ${max}`)
    return value.map(inner)
  }

const record = (value: unknown): { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as { readonly [key: string]: unknown }) : refuse('group')

export const group = <T extends object>(shape: { readonly [K in keyof T]-?: Decoder<T[K]> }): Decoder<T> => {
  const fields = Object.entries(shape) as readonly (readonly [string, Decoder<unknown>])[]
  return (value) => {
    const given = record(value)
    const read: { [key: string]: unknown } = {}
    for (const [key, inner] of fields) read[key] = inner(given[key])
    return read as T
  }
}

/** Only keys from `keys`; any of them may be missing. */
export const perKey = <K extends string, T>(keys: readonly K[], inner: Decoder<T>): Decoder<{ readonly [key in K]?: T }> => {
  return (value) => {
    const given = record(value)
    const read: { [key in K]?: T } = {}
    for (const key of keys) if (given[key] !== undefined) read[key] = inner(given[key])
    return read
  }
}

/** Any keys, at most `max`. */
export const named = <T>(inner: Decoder<T>, max: number): Decoder<ReadonlyMap<string, T>> => {
  return (value) => {
    const entries = Object.entries(record(value))
    if (entries.length > max) return refuse(`group of at most ${max} keys`)
    return new Map(entries.map(([key, each]) => [key, inner(each)]))
  }
}

const CARDS = RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}` as const))
export const scannedCard = word([...CARDS, '??'])
export const seenCard = word([...CARDS, '??', 'hidden'])
export const area = word(AREAS)

/** No currency has more decimals. */
export const EXPONENT_MAX = 4
export const exponent: Decoder<number> = (value) => Math.min(count(value), EXPONENT_MAX)
