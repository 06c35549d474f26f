/**
 * A state as JSON text and back, for whatever plain values a station keeps: what JSON cannot say goes into an object with the one key
 * `$`. There is no list of fields, so a new one is kept like the others; a value that would not come back the same is refused.
 *
 *   Map {1 => 'a'}   {"$":["map",[[1,"a"]]]}        Set {1}   {"$":["set",[1]]}
 *   -0, NaN, 7n      {"$":["number","-0"]} ...      {$: 1}    {"$":["object",[["$",1]]]}
 */

/** Deeper than any state; what goes on beyond it goes round in a circle. */
const DEPTH_MAX = 64

/** One line. @throws TypeError that names the place of a value that cannot be kept */
export const stateText = (state: unknown): string => JSON.stringify(toPlain(state, ['state']))

/** @throws TypeError where the text was not made by `stateText`, SyntaxError where it is no JSON */
export const parseState = (text: string): unknown => fromPlain(JSON.parse(text))

/** `place`: the keys that lead to the value; the same list all the way down. */
type Place = unknown[]

const refuse = (place: Place, why: string): never => {
  throw new TypeError(`${place.map(String).join('.')} ${why}`)
}

const toPlain = (value: unknown, place: Place): unknown => {
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
      return value === null ? null : objectToPlain(value, place)
    case 'function':
    case 'symbol':
      return refuse(place, `is a ${typeof value}, which cannot be kept`)
  }
}

const within = (key: unknown, value: unknown, place: Place): unknown => {
  if (place.length > DEPTH_MAX) refuse(place, 'is too deep to be kept')
  place.push(key)
  const plain = toPlain(value, place)
  place.pop()
  return plain
}

const objectToPlain = (value: object, place: Place): unknown => {
  const prototype: unknown = Object.getPrototypeOf(value)
  const keys = Reflect.ownKeys(value)
  if (Array.isArray(value) && prototype === Array.prototype) {
    // All its elements, `length`, and nothing else.
    if (keys.length !== value.length + 1) refuse(place, 'is a list with holes or keys, which cannot be kept')
    return value.map((each, index) => within(index, each, place))
  }
  if (prototype === Map.prototype && keys.length === 0) {
    const entries = [...(value as Map<unknown, unknown>)]
    return { $: ['map', entries.map(([key, each]) => [within('key', key, place), within(key, each, place)])] }
  }
  if (prototype === Set.prototype && keys.length === 0) {
    return { $: ['set', [...(value as Set<unknown>)].map((each) => within('each', each, place))] }
  }
  if (prototype !== Object.prototype) refuse(place, 'is neither a plain object nor a list, Map or Set, and cannot be kept')
  const entries = keys.map((key): [string, unknown] => {
    const property = Object.getOwnPropertyDescriptor(value, key)
    const isPlain = typeof key === 'string' && property?.enumerable && 'value' in property
    return isPlain ? [key, within(key, property.value, place)] : refuse([...place, key], 'is no plain property and cannot be kept')
  })
  return Object.hasOwn(value, '$') ? { $: ['object', entries] } : Object.fromEntries(entries)
}

const fromPlain = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(fromPlain)
  if (!Object.hasOwn(value, '$') || !('$' in value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fromPlain(each)]))
  if (!Array.isArray(value.$)) throw new TypeError('a value is marked with $ and no list')
  const [kind, content] = value.$ as readonly unknown[]
  switch (kind) {
    case 'map':
      return new Map(listOf(content).map(pairOf))
    case 'set':
      return new Set(listOf(content).map(fromPlain))
    case 'object':
      return Object.fromEntries(listOf(content).map(pairOf))
    case 'number':
      return Number(content)
    case 'bigint':
      return BigInt(String(content))
    case 'undefined':
      return undefined
    default:
      throw new TypeError(`a value is marked as ${String(kind)}, which is not known`)
  }
}

const listOf = (content: unknown): readonly unknown[] => {
  if (!Array.isArray(content)) throw new TypeError('a list is missing')
  return content
}

const pairOf = (pair: unknown): [never, unknown] => {
  const [key, each] = listOf(pair)
  return [fromPlain(key) as never, fromPlain(each)]
}
