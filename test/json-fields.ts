/** Whether a published JSON Schema promises a field: what a consumer elsewhere relies on. */

export interface Schema {
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

/** `path`: names joined by dots, from `data`. It is required, in every form that the data may take. */
export function requiredIn(schema: Schema, path: string): boolean {
  const [name = '', ...rest] = path.split('.')
  if (schema.anyOf !== undefined) return schema.anyOf.every((each) => requiredIn(each, path))
  const inner = schema.properties?.[name]
  if (inner === undefined || !schema.required?.includes(name)) return false
  return rest.length === 0 || requiredIn(inner, rest.join('.'))
}
