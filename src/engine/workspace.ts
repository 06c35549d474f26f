/**
 * The engine's cache of results. The output does not depend on it: with an empty workspace the same observations give the same output, only
 * later. Each table has its own, which travels in its `TableContext`; no module keeps anything.
 */
import { Work } from './work.ts'

/**
 * The caches. Each is keyed by an object and lets go of what it keeps once nobody else holds that object, so it is bounded by the rounds
 * and accounts that the table's state holds. If several things are kept by one object, the row says how many.
 */
export type CacheName =
  /** Who gets which card of the deal, by the house's rules: one for each number of boxes, and a few more for deals that went wrong. */
  | 'deal plans'
  /** Event times of cards, by the list of them. */
  | 'card times'
  /** The list of cards that was one shorter, by the list. That list's own shorter one is let go, so that no chain of them is kept. */
  | 'shorter cards'
  /** Cards as they are read in other ways, by the list: one for each kind of up card it may have. */
  | 'variants'
  /** Cards as a misdeal has them, by the list as they came: one for each way in which the deal may have gone wrong. */
  | 'misdealt cards'
  /** Lattices, by the cards they took: with chips, without, undecided, and one for each error that changes how hands may be played. */
  | 'lattices'
  /** The numbers 0, 1, 2 and so on, by the body of a lattice: at most twice as many as that has edges. */
  | 'numbers'
  /** A lattice as one section, by the lattice. */
  | 'whole sections'
  /** What the chips say about finished boxes, by the lattice: only for the newest evidence, one for each way to read it. */
  | 'finished boxes'
  /** What follows from the evidence of a round, whatever the question, by the round. */
  | 'evidence'
  /** Questions put to lattices, by the cards if only these count: some dozens. */
  | 'questions'
  /** Readings, by the round, or by its cards if only these count: one for each question, some dozens. */
  | 'readings'
  /** How far errors were searched for, by the round: one for each way to read it, with the readings of every error that is possible. */
  | 'searches'
  /**
   * What came of reading a round as the state says it was read, by how it was read: one for each open round and each end that it may have
   * had.
   */
  | 'answers'

export class Workspace {
  /** What the searches for errors cost, and what is left for them. */
  readonly work = new Work()
  readonly #caches = new Map<CacheName, WeakMap<object, unknown>>()

  cache(name: CacheName): WeakMap<object, unknown> {
    return kept(this.#caches, name, () => new WeakMap())
  }
}

/** Whatever carries a workspace, as the table's context does. */
export interface AtWork {
  readonly workspace: Workspace
}

/** Access to one cache, for the module that fills it. */
export const cacheOf =
  <Key extends object, Value>(name: CacheName) =>
  ({ workspace }: AtWork): WeakMap<Key, Value> =>
    workspace.cache(name) as WeakMap<Key, Value>

/** What keeps values by keys: a map, or a weak one. */
interface Keeping<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** What is kept by this key. If nothing is kept yet, `make` makes it. */
export const kept = <Key, Value>(cache: Keeping<Key, Value>, key: Key, make: (key: Key) => NoInfer<Value>): Value => {
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = make(key)
  cache.set(key, made)
  return made
}

/** The map kept by this key, for caches that keep several things by one. */
export const mapIn = <Key extends object, Name, Value>(cache: WeakMap<Key, Map<Name, Value>>, key: Key): Map<Name, Value> =>
  kept(cache, key, () => new Map())
