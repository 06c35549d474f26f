/**
 * A state as JSON text and back, for any plain values a station keeps. What JSON cannot express goes into an object with the one key `$`.
 * There is no list of fields, so a new one is saved like the others; a value that would not come back the same is refused.
 *
 *   Map {1 => 'a'}   {"$":["map",[[1,"a"]]]}        Set {1}   {"$":["set",[1]]}
 *   -0, NaN, 7n      {"$":["number","-0"]} ...      {$: 1}    {"$":["object",[["$",1]]]}
 *   the same again   {"$":["same",3]}
 *
 * An object that occurs in several places of the state is written once and is one object again afterwards: objects are counted from 0 as
 * they are finished, and further occurrences refer to that number.
 */

/** Deeper than any state; anything deeper must be circular. */
const DEPTH_MAX = 64

/** One line. @throws TypeError that names the place of a value that cannot be kept */
export const stateText = (state: unknown): string => JSON.stringify(new Writer().plain(state))

/** @throws TypeError if the text was not made by `stateText`, SyntaxError if it is not JSON */
export const parseState = (text: string): unknown => new Reader().value(JSON.parse(text))

class Writer {
  /** The keys that lead to the value. */
  readonly #place: unknown[] = ['state']
  readonly #numbers = new Map<object, number>()

  plain(value: unknown): unknown {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0) ? value : { $: ['number', Object.is(value, -0) ? '-0' : String(value)] }
      case 'undefined':
        return { $: ['undefined'] }
      case 'bigint':
        return { $: ['bigint', String(value)] }
      case 'object':
        return value === null ? null : this.#known(value)
      case 'function':
      case 'symbol':
        return this.#refuse(`is a ${typeof value}, which cannot be kept`)
    }
  }

  #known(value: object): unknown {
    const number = this.#numbers.get(value)
    if (number !== undefined) return { $: ['same', number] }
    const plain = this.#object(value)
    this.#numbers.set(value, this.#numbers.size)
    return plain
  }

  #object(value: object): unknown {
    const prototype: unknown = Object.getPrototypeOf(value)
    const keys = Reflect.ownKeys(value)
    if (Array.isArray(value) && prototype === Array.prototype) {
      // Its elements, `length`, and nothing else.
      if (keys.length !== value.length + 1) this.#refuse('is a list with holes or keys, which cannot be kept')
      return value.map((each, index) => this.#within(index, each))
    }
    if (prototype === Map.prototype && keys.length === 0) {
      const entries = [...(value as Map<unknown, unknown>)]
      return { $: ['map', entries.map(([key, each]) => [this.#within('key', key), this.#within(key, each)])] }
    }
    if (prototype === Set.prototype && keys.length === 0) {
      return { $: ['set', [...(value as Set<unknown>)].map((each) => this.#within('each', each))] }
    }
    if (prototype !== Object.prototype) this.#refuse('is neither a plain object nor a list, Map or Set, and cannot be kept')
    const entries = keys.map((key): [string, unknown] => {
      const property = Object.getOwnPropertyDescriptor(value, key)
      const isPlain = typeof key === 'string' && property?.enumerable && 'value' in property
      return isPlain ? [key, this.#within(key, property.value)] : this.#refuse('is no plain property and cannot be kept', key)
    })
    return Object.hasOwn(value, '$') ? { $: ['object', entries] } : Object.fromEntries(entries)
  }

  #within(key: unknown, value: unknown): unknown {
    if (this.#place.length > DEPTH_MAX) this.#refuse('is too deep to be kept')
    this.#place.push(key)
    const plain = this.plain(value)
    this.#place.pop()
    return plain
  }

  #refuse(why: string, ...inside: readonly unknown[]): never {
    throw new TypeError(`${[...this.#place, ...inside].map(String).join('.')} ${why}`)
  }
}

class Reader {
  readonly #finished: object[] = []

  value(plain: unknown): unknown {
    if (typeof plain !== 'object' || plain === null) return plain
    if (Array.isArray(plain)) return this.#finish(plain.map((each) => this.value(each)))
    if (!Object.hasOwn(plain, '$') || !('$' in plain))
      return this.#finish(Object.fromEntries(Object.entries(plain).map(([key, each]) => [key, this.value(each)])))
    if (!Array.isArray(plain.$)) throw new TypeError('a value is marked with $ and no list')
    return this.#marked(plain.$)
  }

  #marked([kind, content]: readonly unknown[]): unknown {
    switch (kind) {
      case 'map':
        return this.#finish(new Map(listOf(content).map((pair) => this.#pair(pair))))
      case 'set':
        return this.#finish(new Set(listOf(content).map((each) => this.value(each))))
      case 'object':
        return this.#finish(Object.fromEntries(listOf(content).map((pair) => this.#entry(pair))))
      case 'same':
        return this.#finished[Number(content)] ?? refuse('an object is named that was not written')
      case 'number':
        return Number(content)
      case 'bigint':
        return BigInt(String(content))
      case 'undefined':
        return undefined
      default:
        return refuse(`a value is marked as ${String(kind)}, which is not known`)
    }
  }

  #finish<T extends object>(value: T): T {
    this.#finished.push(value)
    return value
  }

  #pair(pair: unknown): [unknown, unknown] {
    const [key, each] = listOf(pair)
    return [this.value(key), this.value(each)]
  }

  #entry(pair: unknown): [string, unknown] {
    const [key, each] = listOf(pair)
    return [String(key), this.value(each)]
  }
}

const refuse = (why: string): never => {
  throw new TypeError(why)
}

const listOf = (content: unknown): readonly unknown[] => (Array.isArray(content) ? content : refuse('a list is missing'))
