/** The words of alarms by their codes, whatever raises them. */
import type { AlarmRow } from '../procedure/alarm-row.ts'
import { CATALOGUE } from '../procedure/catalogue/index.ts'
import { DEVICE_ALARMS } from '../procedure/device-alarms.ts'
import { catalog } from '../words/catalog.ts'
import type { Text } from '../words/text.ts'
import { HOST_ROWS } from './host-rows.ts'

const FAULTS: { readonly [code: string]: AlarmRow } = { ...DEVICE_ALARMS, ...HOST_ROWS }
catalog('alarm', FAULTS)

/** null: it is a finding's, or none of this version. */
export const faultRow = (code: string): AlarmRow | null => (Object.hasOwn(FAULTS, code) ? (FAULTS[code] ?? null) : null)

/** What every alarm that there can be is called. */
export const ALARM_TITLES: { readonly [code: string]: Text } = Object.fromEntries([
  ...Object.entries(CATALOGUE).flatMap(([code, { title, raised }]) => (typeof raised === 'string' ? [[code, title] as const] : [])),
  ...Object.entries(FAULTS).map(([code, { title }]) => [code, title] as const),
])
