import { resolve } from 'node:path'
import * as z from 'zod'
import { DRIVERS } from '../../../devices/registry.ts'
import { latenessOf, type Traits } from '../../../devices/traits.ts'
import { placeOf } from '../../../firmware-bridge/address.ts'
import { houseById } from '../../rules/house/index.ts'
import { nearest } from '../../rules/house/nearest.ts'
import { applyOverrides } from '../../rules/house/overrides.ts'
import type { HouseRules } from '../../rules/house/rules.ts'
import { asIs, joined, type Said } from '../../words/text.ts'
import { allowed, FORMS, hint, UNITS } from './allowed.ts'
import { checkTable, checkTables, journalOf } from './checks.ts'
import { type Fault, rawRecord, type Surroundings } from './fault.ts'
import { formHint, keyHint, kindHint, shapeOf } from './hints.ts'
import { type ConfigProblem, problemOfFile } from './problems.ts'
import { bare, docOf, type KeyDoc, schemaAt, type TableInput, tableSchema } from './schema.ts'
import type { DisplayConfig, MqttConfig, TableConfig } from './table-config.ts'
import { wrong } from './wrong.ts'
import { readYaml, TABLE_EXAMPLE, type YamlSource } from './yaml-source.ts'

export type ConfigRead =
  | { readonly ok: true; readonly tables: readonly TableConfig[] }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] }

/** Most tables that one process may serve: with more, each would get too little time. */
const TABLES_MAX = 32
/** Most problems shown at once; if a file has more, they have one cause. */
const PROBLEMS_MAX = 200

/**
 * Turns a configuration's text into tables ready for use: defaults filled in, paths absolute, overrides applied. Finds all problems at
 * once, each with its path and line; no text makes it throw. Reads other files only through `around`.
 */
export function parseConfig(text: string, around: Surroundings): ConfigRead {
  const read = readYaml(text)
  if (!read.ok) return read
  const { value } = read.source
  if (isOfBook(value)) {
    return { ok: false, problems: [problemOfFile(wrong('of-the-book'), allowed('or-the-book', { example: TABLE_EXAMPLE }))] }
  }
  const { tables, faults } = rawTables(value)
  const results = tables.map(({ at, raw }) => readTable(raw, at, around, tables.length > 1))
  faults.push(...results.flatMap((one) => one.faults))
  if (tables.length > 1)
    faults.push(
      ...checkTables(
        tables.map(({ raw }) => raw),
        around,
      ),
    )
  if (faults.length === 0) return { ok: true, tables: results.flatMap(({ table }) => (table === null ? [] : [table])) }
  const problems = faults.slice(0, PROBLEMS_MAX).map((fault) => problemOfFault(fault, read.source))
  return { ok: false, problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) }
}

/** With its place in the file. Only numbers are shown as they are written: other values may be secrets that the fault leaves out. */
export const problemOfFault = ({ at, value, problem, allowed }: Fault, { lineOf, writtenAt }: YamlSource): ConfigProblem => {
  const written = typeof value === 'number' ? writtenAt(at) : null
  return { ...problemOfFile(problem, allowed, lineOf(at)), path: pathText(at), value, ...(written === null ? {} : { written }) }
}

const isOfBook = (value: unknown): boolean => {
  const root = rawRecord(value) ?? {}
  const has = (name: string) => Object.hasOwn(root, name)
  return ['store', 'http', 'name'].some(has) && !['tables', 'pit', 'table', 'house', 'limits', 'devices'].some(has)
}

/** `devices[1].serial`. */
function pathText(at: readonly PropertyKey[]): string {
  return at.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}${text === '' ? '' : '.'}${String(step)}`),
    '',
  )
}

/** The inverse: `rules.peek[0]` as steps. */
function steps(path: string): PropertyKey[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) => (index === undefined ? step : Number(index)))
}

interface RawTable {
  readonly at: readonly PropertyKey[]
  readonly raw: unknown
}

function rawTables(value: unknown): { readonly tables: readonly RawTable[]; readonly faults: Fault[] } {
  const root = rawRecord(value)
  if (root === null || !Object.hasOwn(root, 'tables')) return { tables: [{ at: [], raw: value }], faults: [] }
  const list = root.tables
  const beside = Object.keys(root).filter((key) => key !== 'tables')
  const faults: Fault[] = beside.map((key) => ({
    at: [key],
    value: undefined,
    problem: wrong('outside-tables'),
    allowed: allowed('only-tables'),
  }))
  if (!Array.isArray(list) || list.length === 0 || list.length > TABLES_MAX) {
    faults.push({ at: ['tables'], value: list, problem: wrong('no-tables'), allowed: allowed('tables', { most: TABLES_MAX }) })
    return { tables: [], faults }
  }
  return { tables: list.map((raw, i) => ({ at: ['tables', i], raw })), faults }
}

interface ReadTable {
  readonly table: TableConfig | null
  readonly faults: readonly Fault[]
}

function readTable(given: unknown, at: readonly PropertyKey[], around: Surroundings, several: boolean): ReadTable {
  const raw = around.purpose === 'replay' && rawRecord(given) !== null ? { devices: [], ...rawRecord(given) } : given
  const parsed = tableSchema.safeParse(raw)
  const faults: Fault[] = parsed.success ? [] : parsed.error.issues.flatMap((issue) => faultsOf(issue, raw))
  const record = rawRecord(raw)
  if (record !== null) faults.push(...checkTable(record, around, several))
  const house = typeof record?.house === 'string' ? houseById(record.house) : null
  const overridden = house === null ? null : applyOverrides(house, record?.rules)
  if (overridden?.ok === false) {
    faults.push(...overridden.problems.map(({ path, value, said }) => ({ at: steps(path), value, ...said })))
  }
  const placed = faults.map((fault) => ({ ...fault, at: [...at, ...fault.at] }))
  if (!parsed.success || overridden?.ok !== true || placed.length > 0) return { table: null, faults: placed }
  const { rules, overridden: names } = overridden
  const collectAfter = parsed.data.collectAfter ?? COLLECT_AFTER[rules.collectWhen]
  return { table: { ...complete(parsed.data, around, several), rules, overridden: names, collectAfter }, faults: placed }
}

/** When players may touch their chips: by default as the house has it. */
const COLLECT_AFTER = {
  'after-the-box-is-paid': 'box-settled',
  'after-the-table-is-paid': 'table-settled',
} as const satisfies { readonly [when in HouseRules['collectWhen']]: TableConfig['collectAfter'] }

function complete(
  input: TableInput,
  { dir, dataDir = dir }: Surroundings,
  several: boolean,
): Omit<TableConfig, 'rules' | 'overridden' | 'collectAfter'> {
  const { rules: _rules, collectAfter: _collectAfter, limits, mqtt, broker, journal, signingKeyFile, display, languages, ...rest } = input
  return {
    ...rest,
    limits: {
      ...limits,
      boxMax: limits.boxMax ?? null,
      sideMin: limits.sideMin ?? null,
      sideMax: limits.sideMax ?? null,
      sideUnit: limits.sideUnit ?? null,
    },
    chips: [...input.chips].sort((a, b) => a - b),
    ...laterBy(input),
    ...(mayLoseCards(input.devices) ? { mayLoseCards: true } : {}),
    devices: input.devices.map(({ keyFile, cardFile, chipFile, badgeFile, ...device }) => ({
      ...device,
      path: placeOf(device.path, (path) => resolve(dir, path)),
      ...(keyFile === undefined ? {} : { keyFile: resolve(dir, keyFile) }),
      ...(cardFile === undefined ? {} : { cardFile: resolve(dir, cardFile) }),
      ...(chipFile === undefined ? {} : { chipFile: resolve(dir, chipFile) }),
      ...(badgeFile === undefined ? {} : { badgeFile: resolve(dir, badgeFile) }),
    })),
    mqtt: mqtt === undefined ? null : mqttOf(mqtt, dir),
    ...(languages === undefined ? {} : { languages: languages.map((path) => resolve(dir, path)) }),
    ...(broker === undefined
      ? {}
      : { broker: { ...broker, ...(broker.users === undefined ? {} : { users: resolve(dir, broker.users) }) } }),
    ...(signingKeyFile === undefined ? {} : { signingKeyFile: resolve(dir, signingKeyFile) }),
    journal: journalOf({ journal, table: input.table }, { dir, dataDir }, several),
    display: display === undefined ? null : displayOf(display, dir),
  }
}

/** Events that are dated by their arrival are late, so what may lie between two devices' events is that much longer. */
function laterBy({ devices, spotLagMs, pointerLagMs }: TableInput): Pick<TableConfig, 'spotLagMs' | 'pointerLagMs'> {
  const lateMs = (role: string): number =>
    Math.max(
      0,
      ...devices.flatMap((device) => {
        const traits = device.role === role ? traitsOf(device) : undefined
        return traits === undefined ? [] : [latenessOf(traits, Object.keys(device.antennas ?? {}).length)]
      }),
    )
  const cards = lateMs('shoe')
  return { spotLagMs: spotLagMs + Math.max(cards, lateMs('spots')), pointerLagMs: pointerLagMs + Math.max(cards, lateMs('pointer')) }
}

function mayLoseCards(devices: TableInput['devices']): boolean {
  const isUnseen = devices.some((device) => device.role === 'shoe' && traitsOf(device)?.losses === 'unseen')
  return isUnseen && !devices.some(({ role }) => role === 'discards')
}

/** undefined: there is no such driver, which is a fault of its own. */
const traitsOf = ({ driver, role }: TableInput['devices'][number]): Traits | undefined =>
  DRIVERS.find((one) => one.name === driver && one.role === role)?.traits

/** With paths absolute. */
function displayOf(display: NonNullable<TableInput['display']>, dir: string): DisplayConfig {
  const files = (['cert', 'key', 'kioskPasswordFile'] as const).flatMap((name) => {
    const file = display[name]
    return file === undefined ? [] : [[name, resolve(dir, file)] as const]
  })
  return { ...display, ...Object.fromEntries(files) }
}

/** As given, with defaults filled in and paths absolute. */
export function mqttOf(mqtt: NonNullable<TableInput['mqtt']>, dir: string): MqttConfig {
  const absolute = (path: string | undefined) => (path === undefined ? null : resolve(dir, path))
  return {
    urls: mqtt.urls ?? (mqtt.url === undefined ? [] : [mqtt.url]),
    protocol: mqtt.protocol,
    ca: absolute(mqtt.ca),
    cert: absolute(mqtt.cert),
    key: absolute(mqtt.key),
    username: mqtt.username ?? null,
    passwordFile: absolute(mqtt.passwordFile),
    ...(mqtt.discovery === undefined ? {} : { discovery: mqtt.discovery }),
  }
}

const SECRET = /pass|secret|token/i

/** `root`: the schema that found the issue. */
export function faultsOf(issue: z.core.$ZodIssue, raw: unknown, root: z.ZodType = tableSchema): readonly Fault[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => strange([...issue.path, key], valueAt(raw, [...issue.path, key]), root))
  const value = valueAt(raw, issue.path)
  const schema = schemaAt(issue.path, root)
  // An entry of a list is explained by its list.
  const explained = [schema, schemaAt(issue.path.slice(0, -1), root)].find((each) => each !== null && docOf(each) !== null) ?? null
  const doc = explained === null ? null : docOf(explained)
  // Of a text in place of a list, the wrong length says nothing.
  if (issue.code === 'too_small' && typeof value === 'string' && schema !== null && bare(schema) instanceof z.ZodArray) return []
  return [
    {
      at: issue.path,
      value,
      problem: problemOf(issue, value, schema),
      allowed: doc === null ? allowed('as-in-example') : allowedOf(doc, explained),
    },
  ]
}

const allowedOf = ({ form, range, unit }: KeyDoc, schema: z.ZodType | null): Said => {
  const keys = Object.keys(shapeOf(schema))
  const kind = form === 'group' && keys.length > 0 ? allowed('group-of', { keys: keys.join(', ') }) : { code: 'form', ...FORMS[form] }
  return joined(kind, typeof range === 'string' ? asIs(range) : (range ?? null), unit === undefined ? null : UNITS[unit])
}

function strange(at: readonly PropertyKey[], value: unknown, root: z.ZodType): Fault {
  if (SECRET.test(String(at.at(-1))) && typeof value !== 'object') {
    return { at, value: undefined, problem: wrong('secret'), allowed: allowed('password-file') }
  }
  const group = schemaAt(at.slice(0, -1), root)
  const keys = asIs(Object.keys(shapeOf(group)).join(', '))
  return { at, value: value ?? undefined, problem: joined(wrong('unknown-key'), keyHint(at, value, group, root)), allowed: keys }
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (value as Record<PropertyKey, unknown>)[step] : undefined,
    raw,
  )
}

function problemOf(issue: z.core.$ZodIssue, value: unknown, schema: z.ZodType | null): Said {
  if (value === undefined) return wrong('missing')
  switch (issue.code) {
    case 'invalid_type': {
      if (value === null) return wrong('no-value')
      const kind = KINDS[issue.expected]
      const told = kind === undefined ? wrong('no-kind', { kind: issue.expected }) : wrong(kind)
      return joined(told, kindHint(String(issue.path.at(-1)), value, issue.expected, schema))
    }
    case 'too_small':
    case 'too_big':
      return wrong(Array.isArray(value) ? 'entry-count' : typeof value === 'string' ? 'text-length' : 'range')
    case 'invalid_value': {
      const meant = typeof value === 'string' ? nearest(value, issue.values.map(String)) : null
      return joined(wrong('unknown-value'), meant === null ? null : hint('mean', { what: meant }))
    }
    case 'invalid_format':
      return joined(wrong('format'), formHint(value, schema === null ? null : docOf(schema)))
    default:
      return joined(wrong('refused'), formHint(value, schema === null ? null : docOf(schema)))
  }
}

const KINDS: { readonly [expected: string]: 'no-group' | 'no-list' | 'no-number' | 'no-integer' | 'no-text' | 'no-boolean' } = {
  object: 'no-group',
  array: 'no-list',
  number: 'no-number',
  int: 'no-integer',
  string: 'no-text',
  boolean: 'no-boolean',
}
