/** Where two JSON values differ, as text for a person. Pure. */

const FIELDS_MAX = 4
const DEPTH_MAX = 6
const PATH_CHARS_MAX = 80

/** Paths of fields that differ, `envelope.data.net.house`: at most 4, each cut to 80 characters. */
export const differingFields = (one: unknown, other: unknown): readonly string[] =>
  [...differing(one, other, [])].slice(0, FIELDS_MAX).map((path) => path.join('.').slice(0, PATH_CHARS_MAX))

function* differing(one: unknown, other: unknown, path: readonly string[]): Generator<readonly string[]> {
  if (JSON.stringify(one) === JSON.stringify(other)) return
  if (path.length >= DEPTH_MAX || !isObject(one) || !isObject(other)) {
    yield path
    return
  }
  for (const field of new Set([...Object.keys(one), ...Object.keys(other)]))
    yield* differing(fieldOf(one, field), fieldOf(other, field), [...path, field])
}

type Fields = Readonly<{ [field: string]: unknown }>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const fieldOf = (fields: Fields, field: string): unknown => (Object.hasOwn(fields, field) ? fields[field] : undefined)
