/**
 * The terms of a table that judge or count, as a `config` record states them: a regulator reads from the journal by what a round was judged.
 * Files, ports, keys and brokers are left out.
 */
import { DRIVERS } from '../../../devices/registry.ts'
import type { SpotId } from '../../../devices/scan.ts'
import type { DeviceConfig, TableTerms } from '../../rules/table.ts'

type JudgedDevice = Pick<DeviceConfig, 'name' | 'driver' | 'role' | 'serial' | 'antennas'>

export interface JudgedTerms extends Omit<TableTerms, 'property' | 'pit' | 'table' | 'devices'> {
  readonly devices: readonly JudgedDevice[]
}

/** What each key must be; `?`: it may be left out. */
const KEYS: {
  readonly [K in keyof Required<JudgedTerms>]: 'text' | 'number' | 'number?' | 'flag?' | 'text?' | 'list' | 'object' | 'object?'
} = {
  house: 'text',
  rules: 'object',
  overridden: 'list',
  currency: 'text',
  limits: 'object',
  chips: 'list',
  rounding: 'text',
  boxes: 'number',
  spots: 'list',
  spotLagMs: 'number',
  chipEvidence: 'text',
  pointerLagMs: 'number',
  collectAfter: 'text',
  devices: 'list',
  alarmHoldMs: 'number?',
  mayLoseCards: 'flag?',
  cardApartMs: 'number?',
  shuffler: 'text?',
  rackTolerance: 'number?',
  watches: 'object?',
}

const IS = {
  text: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => Number.isFinite(value),
  flag: (value: unknown) => typeof value === 'boolean',
  list: (value: unknown) => Array.isArray(value),
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
} as const

export const judgedTerms = (terms: TableTerms): JudgedTerms => {
  const devices = terms.devices.map(({ name, driver, role, serial, antennas }) => ({ name, driver, role, serial, antennas }))
  const stated = Object.keys(KEYS).map((key) => [key, key === 'devices' ? devices : terms[key as keyof JudgedTerms]])
  // As JSON has it: what is left out is not there.
  return JSON.parse(JSON.stringify(Object.fromEntries(stated))) as JudgedTerms
}

/** null: it states none, as in journals that hold digests only, or not all that is needed. */
export const termsFrom = (stated: unknown): JudgedTerms | null => {
  if (!IS.object(stated)) return null
  const terms = stated as Readonly<Record<string, unknown>>
  const isRight = ([key, kind]: readonly [string, string]): boolean => {
    const value = terms[key]
    return (kind.endsWith('?') && value === undefined) || IS[kind.replace('?', '') as keyof typeof IS](value)
  }
  if (!Object.entries(KEYS).every(isRight)) return null
  const known = terms as unknown as JudgedTerms
  // Lines of a driver that this software does not know mean nothing to it.
  return {
    ...known,
    devices: known.devices.filter(({ driver, role }) => DRIVERS.some((each) => each.name === driver && each.role === role)),
  }
}

/** `3.main`, `rack`: does the table sense this spot? */
export const isOnTable = (spot: SpotId, { boxes, spots }: Pick<JudgedTerms, 'boxes' | 'spots'>): boolean => {
  const [box, area = box] = spot.split('.')
  return spots.some((each) => each === area) && (area === 'rack' || Number(box) <= boxes)
}
