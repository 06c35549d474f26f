/**
 * Is a parsed value a journal record? The check is written by hand, because every record of a long journal passes through it at each start.
 * One row per kind: field -> what it must be.
 */
import type { JournalRecord, RecordBody } from '../../wire/record.ts'

type Field =
  | 'text'
  | 'count'
  | 'number'
  | 'flag'
  | 'number-or-null'
  | 'text-or-null'
  | 'any'
  | 'envelope'
  | 'true-or-absent'
  | 'text-or-absent'
  | 'count-or-absent'
  | 'words-or-null'
  | 'texts'
  | 'texts-or-absent'
  | 'digests'
  | 'kept'
  | 'heads'
  | 'object-or-absent'

const HEAD = {
  stream: 'text',
  property: 'text',
  pit: 'text',
  table: 'text',
  house: 'text',
  rulesSha256: 'text',
  publicKey: 'text-or-absent',
} as const

const FIELDS: { readonly [K in RecordBody['kind']]: Readonly<{ [field: string]: Field }> } = {
  head: HEAD,
  start: { boot: 'count', software: 'text', code: 'text-or-absent', rulesSha256: 'text' },
  line: {
    device: 'text',
    serial: 'text',
    boot: 'count',
    seq: 'count',
    offset: 'number-or-null',
    line: 'text',
    late: 'true-or-absent',
    foreign: 'texts-or-absent',
  },
  missing: { device: 'text', serial: 'text', boot: 'count', from: 'count', to: 'count' },
  identity: { device: 'text', serial: 'text', boot: 'count', firmware: 'text', continued: 'flag', unheard: 'true-or-absent' },
  incident: { device: 'text', code: 'text', text: 'text', line: 'text-or-absent' },
  link: { device: 'text', up: 'flag', reason: 'text' },
  host: { alarm: 'text', words: 'words-or-null' },
  clock: { stepMs: 'number' },
  tick: {},
  checkpoint: { covers: 'count', sha256: 'text' },
  seal: { covers: 'count', hash: 'text', at: 'text', signature: 'text', kept: 'kept', end: 'true-or-absent' },
  config: { sha256: 'text', keys: 'digests', changed: 'texts', terms: 'object-or-absent' },
  accepted: { reason: 'text', doubts: 'texts', heads: 'heads' },
  base: { ...HEAD, hash: 'text', chain: 'text', state: 'text' },
  released: { to: 'count' },
  command: {
    user: 'text',
    name: 'text',
    correlation: 'text',
    args: 'any',
    error: 'text-or-null',
    bytes: 'count-or-absent',
    unverified: 'true-or-absent',
  },
  event: { envelope: 'envelope' },
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

const CHECKS: { readonly [F in Field]: (value: unknown) => boolean } = {
  text: isText,
  count: isCount,
  number: Number.isFinite,
  flag: (value) => typeof value === 'boolean',
  'number-or-null': (value) => value === null || Number.isFinite(value),
  'text-or-null': (value) => value === null || typeof value === 'string',
  any: () => true,
  envelope: (value) => isObject(value) && typeof value.id === 'string' && typeof value.sequence === 'string',
  'true-or-absent': (value) => value === undefined || value === true,
  'count-or-absent': (value) => value === undefined || isCount(value),
  'text-or-absent': (value) => value === undefined || typeof value === 'string',
  'words-or-null': (value) =>
    value === null || (isObject(value) && ['code', 'text', 'remedy'].every((key) => typeof value[key] === 'string')),
  texts: (value) => Array.isArray(value) && value.every(isText),
  'texts-or-absent': (value) => value === undefined || CHECKS.texts(value),
  digests: (value) => isObject(value) && Object.values(value).every(isText),
  kept: (value) => isObject(value) && isCount(value.head) && isCount(value.state),
  'object-or-absent': (value) => value === undefined || isObject(value),
  heads: (value) => Array.isArray(value) && value.every((head) => isObject(head) && isCount(head.seq) && isText(head.hash)),
}

const ROWS = new Map(Object.entries(FIELDS).map(([kind, fields]) => [kind, Object.entries(fields)]))

/** Whether this version of the software writes such records. */
export const isRecordKind = (kind: string): boolean => ROWS.has(kind)

export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** null if it is a record, otherwise what is wrong with it. */
export function recordFault(value: unknown): string | null {
  if (!isObject(value)) return 'it is not a JSON object'
  if (!Number.isSafeInteger(value.n) || (value.n as number) < 1) return 'n is not a record number'
  if (!Number.isFinite(value.t)) return 't is not a time in Unix ms'
  if (value.m !== undefined && !Number.isFinite(value.m)) return 'm is not a time in Unix ms'
  const rows = typeof value.kind === 'string' ? ROWS.get(value.kind) : undefined
  if (rows === undefined) return `kind ${JSON.stringify(value.kind)?.slice(0, 40)} is not known in this version`
  for (const [field, check] of rows) {
    if (!CHECKS[check](value[field])) return `${field} of a ${value.kind} record has the wrong type (${check} expected)`
  }
  return null
}

export function asRecord(value: { readonly [key: string]: unknown }): JournalRecord {
  const { synced: _synced, crc: _crc, ...record } = value
  return record as unknown as JournalRecord
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
