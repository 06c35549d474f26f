/** Which alarm is chosen in the list, whatever happens to the list around it. Pure. */
import { type HeardAlarm, keyOf } from './floor.ts'
import type { Listed } from './ranking.ts'

export const alarmKey = (alarm: Pick<HeardAlarm, 'table' | 'alarm'>): string => `${keyOf(alarm.table)}/${alarm.alarm}`

export interface Choice {
  readonly listed: Listed
  /** Its place in the list; null: the list does not have it, or no longer. */
  readonly at: number | null
  /** Its last place in the list. */
  readonly wasAt: number
  /** It is no longer open. It is shown as it was last heard of, and nothing can be done to it. */
  readonly isGone: boolean
}

interface Listing {
  readonly shown: readonly Listed[]
  /** Those that the filter leaves out, or that another alarm suppresses, as well. */
  readonly all: readonly HeardAlarm[]
  /** null: nobody has chosen, so it is the first one. */
  readonly key: string | null
  readonly last: Choice | null
}

export function chosenIn({ shown, all, key, last }: Listing): Choice | null {
  const at = key === null ? 0 : shown.findIndex(({ alarm }) => alarmKey(alarm) === key)
  const listed = shown[at]
  if (listed !== undefined) return { listed, at, wasAt: at, isGone: false }
  if (key === null) return null
  const known = last !== null && alarmKey(last.listed.alarm) === key ? last : null
  const wasAt = known?.wasAt ?? 0
  const open = all.find((alarm) => alarmKey(alarm) === key)
  if (open !== undefined) return { listed: { alarm: open, under: [] }, at: null, wasAt, isGone: false }
  if (known === null) return null
  return { listed: { alarm: { ...known.listed.alarm, state: 'closed' }, under: [] }, at: null, wasAt, isGone: true }
}
