/** What somebody probably meant who knows cables and not YAML: `did you mean ...?`; null: nobody knows. Pure. */
import * as z from 'zod'
import { RULE_NAMES } from '../../rules/house/catalogue.ts'
import { isCurrency } from '../../rules/house/currency.ts'
import { nearest } from '../../rules/house/nearest.ts'
import { asIs, type Said } from '../../words/text.ts'
import { hint } from './allowed.ts'
import { withoutLogins } from './problems.ts'
import { bare, CURRENCY, docOf, ID, type KeyDoc, tableSchema } from './schema.ts'

type Shape = Readonly<Record<string, z.ZodType>>
const mean = (what: string): Said => hint('mean', { what })

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
export function keyHint(at: readonly PropertyKey[], value: unknown, group: z.ZodType | null, root: z.ZodType): Said | null {
  const name = String(at.at(-1))
  if (value === null && name.includes(':')) return hint('colon', { text: name.replace(':', ': ') })
  if (value === null && /^\d+$/.test(name)) return hint('comma')
  const known = Object.keys(shapeOf(group))
  if (known.includes('keyFile') && OF_THE_DRIVER.test(name)) return hint('of-driver')
  const other = OTHER_NAMES.find(([names, has]) => known.includes(has) && names.test(name))
  if (other !== undefined) return mean(other[2])
  const lower = name.toLowerCase()
  const begun = lower.length < 3 ? undefined : known.find((each) => each.toLowerCase().startsWith(lower))
  if (begun !== undefined) return mean(begun)
  const near = nearest(name, known)
  const elsewhere = near?.toLowerCase() === lower ? [] : placesOf(lower, root, '').filter(({ en }) => en !== name)
  const [first, ...rest] = elsewhere
  if (first !== undefined) return hint('wrong-group', { places: rest.reduce((one, other) => hint('or', { one, other }), first) })
  const longer = near ?? known.find((each) => each.length >= 3 && lower.startsWith(each.toLowerCase()))
  return longer === undefined ? null : mean(longer)
}

/** Where in the file a key of that name would be right: `display.port`. */
function placesOf(lower: string, schema: z.ZodType, prefix: string): readonly Said[] {
  const own = Object.entries(shapeOf(schema)).flatMap(([name, inner]) => [
    ...(name.toLowerCase() === lower ? [prefix === '' ? hint('at-margin', { name }) : asIs(`${prefix}${name}`)] : []),
    ...placesOf(lower, inner, `${prefix}${name}.`),
  ])
  const rule = schema === tableSchema ? RULE_NAMES.find((name) => name.toLowerCase() === lower) : undefined
  return rule === undefined ? own : [...own, asIs(`rules.${rule}`)]
}

/** For a value of the wrong kind. `name`: its key. */
export function kindHint(name: string, value: unknown, expected: string, schema: z.ZodType | null): Said | null {
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
      return Object.keys(shape).length > 0 ? hint('dashes') : null
    case 'number':
    case 'int':
      if (typeof value !== 'string' || !/\d/.test(value)) return null
      return schema !== null && docOf(schema)?.unit === 'minor units' ? hint('digits-minor') : hint('digits')
    case 'boolean':
      if (/^(yes|on|y)$/i.test(String(value))) return mean('true')
      return /^(no|off|n)$/i.test(String(value)) ? mean('false') : null
    case 'string':
      if (Array.isArray(value)) return name === 'url' ? hint('urls') : null
      return value !== null && typeof value !== 'object' ? hint('quotes') : null
    default:
      return null
  }
}

/** One value where a group is wanted: the key that it most likely is. */
function groupHint(name: string, value: unknown, shape: Shape): Said | null {
  if (typeof value === 'number') return Object.hasOwn(shape, 'port') ? mean(`${name}: { port: ${value} }`) : null
  if (typeof value !== 'string') return null
  if (Object.hasOwn(shape, 'url')) return mean(`${name}: { url: ${addressOf(value, 'mqtt')} }`)
  if (Object.hasOwn(shape, 'users'))
    return value.includes('://') ? mean(`mqtt: { url: ${withoutLogins(value)} }`) : mean(`${name}: { users: ${value} }`)
  const [, host, port] = /^(?:\w+:\/\/)?([\w.-]+)(?::(\d+))?\/?$/.exec(value) ?? []
  if (!Object.hasOwn(shape, 'port') || host === undefined) return null
  return mean(`${name}: { ${/^\d+$/.test(host) ? `port: ${host}` : `host: ${host}${port === undefined ? '' : `, port: ${port}`}`} }`)
}

const addressOf = (text: string, scheme: string): string => (text.includes('://') ? withoutLogins(text) : `${scheme}://${text}`)

/** For an address without a scheme, which has no login in it. `scheme`: `mqtt:` */
export const schemeHint = (url: string, scheme: string): Said | null =>
  /^[\w.-]+(:\d+)?$/.test(url) ? mean(addressOf(url, scheme.replace(':', ''))) : null

/** For text in a form that is not allowed. */
export function formHint(value: unknown, form: Pick<KeyDoc, 'range'> | null): Said | null {
  if (typeof value !== 'string') return null
  if (/[“”„‟‘’]/.test(value)) return hint('typographic')
  if (form?.range === ID.range) {
    const id = value
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
    return id === '' || id.length > 32 ? null : mean(id)
  }
  const sign = SIGNS[value.trim()] ?? value.trim().toUpperCase()
  return form?.range === CURRENCY && isCurrency(sign) ? mean(sign) : null
}

const SIGNS: { readonly [sign: string]: string } = { '€': 'EUR', '£': 'GBP', $: 'USD', '¥': 'JPY', euro: 'EUR', Euro: 'EUR' }
