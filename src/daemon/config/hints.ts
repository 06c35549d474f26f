/** What somebody probably meant who knows cables and not YAML, as the end of a sentence: `; did you mean ...?`, or empty. Pure. */
import * as z from 'zod'
import { RULE_NAMES } from '../../rules/house/catalogue.ts'
import { isCurrency } from '../../rules/house/currency.ts'
import { nearest } from '../../rules/house/nearest.ts'
import { withoutLogins } from './problems.ts'
import { bare, docOf, ID, tableSchema } from './schema.ts'

type Shape = Readonly<Record<string, z.ZodType>>
const mean = (text: string): string => `; did you mean ${text}?`

/** The keys of a group, or of the groups in a list; none of anything else. */
export function shapeOf(schema: z.ZodType | null): Shape {
  const inner = schema === null ? null : bare(schema)
  if (inner instanceof z.ZodArray) return shapeOf(inner.element as z.ZodType)
  return inner instanceof z.ZodObject ? (inner.shape as Shape) : {}
}

/** What other programs call a key: the first known one counts. */
const OTHER_NAMES: readonly (readonly [names: RegExp, known: string, advice: string])[] = [
  [/^(host|hostname|port|server|address|broker|ip)$/i, 'urls', 'url: mqtt://HOST:PORT'],
  [/^(user|login|usr)$/i, 'username', 'username'],
  [/^(port|device|tty|com|dev)$/i, 'keyFile', 'path'],
  [/^(sn|serial_?no|serial_?number)$/i, 'keyFile', 'serial'],
  [/^(type|kind)$/i, 'keyFile', 'role'],
  [/^(ip|address|listen|bind)$/i, 'host', 'host'],
  [/^(step|steps|increment)$/i, 'unit', 'unit'],
]
/** What a driver knows by itself. */
const OF_THE_DRIVER = /^(baud|baud_?rate|speed|parity|data_?bits|stop_?bits)$/i

/** For a key that its group does not have. `root`: the schema of the file. */
export function keyHint(at: readonly PropertyKey[], value: unknown, group: z.ZodType | null, root: z.ZodType): string {
  const name = String(at.at(-1))
  if (value === null && name.includes(':')) return `; a space belongs behind the colon: ${name.replace(':', ': ')}`
  if (value === null && /^\d+$/.test(name)) return '; a comma separates entries, so write a number without one: 1000'
  const known = Object.keys(shapeOf(group))
  if (known.includes('keyFile') && OF_THE_DRIVER.test(name)) return '; leave it out, the driver knows it'
  const other = OTHER_NAMES.find(([names, has]) => known.includes(has) && names.test(name))
  if (other !== undefined) return mean(other[2])
  const lower = name.toLowerCase()
  const begun = lower.length < 3 ? undefined : known.find((each) => each.toLowerCase().startsWith(lower))
  if (begun !== undefined) return mean(begun)
  const near = nearest(name, known)
  const elsewhere = near?.toLowerCase() === lower ? [] : placesOf(lower, root, '').filter((place) => place !== name)
  if (elsewhere.length > 0) return `; did you mean ${elsewhere.join(' or ')}? It is in the wrong group`
  const longer = near ?? known.find((each) => each.length >= 3 && lower.startsWith(each.toLowerCase()))
  return longer === undefined ? '' : mean(longer)
}

/** Where in the file a key of that name would be right: `display.port`. */
function placesOf(lower: string, schema: z.ZodType, prefix: string): readonly string[] {
  const own = Object.entries(shapeOf(schema)).flatMap(([name, inner]) => [
    ...(name.toLowerCase() === lower ? [prefix === '' ? `${name} at the left margin` : `${prefix}${name}`] : []),
    ...placesOf(lower, inner, `${prefix}${name}.`),
  ])
  const rule = schema === tableSchema ? RULE_NAMES.find((name) => name.toLowerCase() === lower) : undefined
  return rule === undefined ? own : [...own, `rules.${rule}`]
}

/** For a value of the wrong kind. `name`: its key. */
export function kindHint(name: string, value: unknown, expected: string, schema: z.ZodType | null): string {
  const shape = shapeOf(schema)
  switch (expected) {
    case 'object':
      return groupHint(name, value, shape)
    case 'array':
      if (typeof value === 'string' || typeof value === 'number')
        return mean(
          `${name}: [${String(value)
            .split(/\s*[,;]\s*/)
            .join(', ')}]`,
        )
      return Object.keys(shape).length > 0 ? '; begin each of its entries with "- "' : ''
    case 'number':
    case 'int':
      return typeof value === 'string' && /\d/.test(value)
        ? `; write digits only, without a unit, a separator or quotes${inMinorUnits(schema)}`
        : ''
    case 'boolean':
      if (/^(yes|on|y)$/i.test(String(value))) return mean('true')
      return /^(no|off|n)$/i.test(String(value)) ? mean('false') : ''
    case 'string':
      if (Array.isArray(value)) return name === 'url' ? '; several addresses belong under urls' : ''
      return value !== null && typeof value !== 'object' ? '; put it in quotes if it is meant as text' : ''
    default:
      return ''
  }
}

const inMinorUnits = (schema: z.ZodType | null): string =>
  schema !== null && docOf(schema)?.unit === 'minor units' ? ': for 10.00 EUR write 1000' : ''

/** One value where a group is wanted: the key that it most likely is. */
function groupHint(name: string, value: unknown, shape: Shape): string {
  if (typeof value === 'number') return Object.hasOwn(shape, 'port') ? mean(`${name}: { port: ${value} }`) : ''
  if (typeof value !== 'string') return ''
  if (Object.hasOwn(shape, 'url')) return mean(`${name}: { url: ${addressOf(value, 'mqtt')} }`)
  const [, host, port] = /^(?:\w+:\/\/)?([\w.-]+)(?::(\d+))?\/?$/.exec(value) ?? []
  if (Object.hasOwn(shape, 'port') && host !== undefined)
    return mean(`${name}: { ${/^\d+$/.test(host) ? `port: ${host}` : `host: ${host}${port === undefined ? '' : `, port: ${port}`}`} }`)
  if (!Object.hasOwn(shape, 'users')) return ''
  return value.includes('://') ? mean(`mqtt: { url: ${withoutLogins(value)} }`) : mean(`${name}: { users: ${value} }`)
}

const addressOf = (text: string, scheme: string): string => (text.includes('://') ? withoutLogins(text) : `${scheme}://${text}`)

/** For an address without a scheme, which has no login in it. `scheme`: `mqtt:` */
export const schemeHint = (url: string, scheme: string): string =>
  /^[\w.-]+(:\d+)?$/.test(url) ? mean(addressOf(url, scheme.replace(':', ''))) : ''

/** For text in a form that is not allowed. */
export function formHint(value: unknown, form: { readonly range?: string } | null): string {
  if (typeof value !== 'string') return ''
  if (/[“”„‟‘’]/.test(value)) return '; it has typographic quotes: write plain ones, or none'
  if (form?.range === ID.range) {
    const id = value
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
    return id === '' || id.length > 32 ? '' : mean(id)
  }
  const sign = SIGNS[value.trim()] ?? value.trim().toUpperCase()
  return form?.range?.includes('ISO 4217') && isCurrency(sign) ? mean(sign) : ''
}

const SIGNS: { readonly [sign: string]: string } = { '€': 'EUR', '£': 'GBP', $: 'USD', '¥': 'JPY', euro: 'EUR', Euro: 'EUR' }
