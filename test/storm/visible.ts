/** P6, both ways: every fault shows by one of its signs within 5 s, and no sign of trouble is without a fault. */
import { STEADY_MS } from '../../src/procedure/alarms.ts'
import { HOST_ALARMS } from '../../src/wire/host-alarms.ts'
import { FAULTS, type FaultName, type FaultRow, raisesOf } from './faults.ts'
import type { Sign } from './signs.ts'

/** A fault that befell the table, virtual ms. */
export interface Struck {
  readonly name: string
  readonly atMs: number
  /** It can be seen from then on. */
  readonly fromMs: number
  readonly toMs: number
  readonly device?: string
}

export interface Shown {
  readonly struck: readonly Struck[]
  readonly signs: readonly Sign[]
  /** When the disk refused a record first. */
  readonly refusals: readonly number[]
  /** Until when the storm was watched. */
  readonly endMs: number
}

const VISIBLE_MS_MAX = 5000
/** A device says who it is again, the broker is asked again, records that waited are written. */
const AFTERMATH_MS = 15_000
/** What was not seen of a round is told of at its end, or at the end of the next. */
const ROUNDS_MS = 180_000
/** Signs that last; all others are of a moment. */
const LASTING = /^(down|alarm):/
const TROUBLE = /^(down|alarm|incident|missing):/
const HOST: ReadonlySet<string> = new Set(HOST_ALARMS.map((alarm) => `alarm:${alarm}`))

/** While no daemon runs, no disk takes a record, or no broker a message, what would be told there waits. */
const BLINDING: readonly string[] = ['F8 kill', 'F9 power', 'F10 disk'] satisfies FaultName[]
const DEAFENING: readonly string[] = ['F12 broker-away', 'F13 broker-killed', 'F15 broker-mute'] satisfies FaultName[]

const overlaps = (one: Struck, fromMs: number, toMs: number): boolean => one.atMs <= toMs && one.toMs >= fromMs

const isShown = (names: readonly string[], fromMs: number, toMs: number, signs: readonly Sign[]): boolean =>
  names.some((name) => {
    const own = signs.filter(({ what }) => what === name)
    if (own.some(({ atMs, isOn }) => isOn && atMs >= fromMs && atMs <= toMs)) return true
    return LASTING.test(name) && own.findLast(({ atMs }) => atMs < fromMs)?.isOn === true
  })

/** Faults that nobody could see in time. */
export const unseen = ({ struck, signs, refusals, endMs }: Shown): readonly string[] => {
  const missing: string[] = []
  const look = (name: string, shows: readonly string[], fromMs: number) => {
    const toMs = fromMs + VISIBLE_MS_MAX
    if (toMs <= endMs && !isShown(shows, fromMs, toMs, signs)) missing.push(`${name} at ${fromMs} ms: no ${shows.join(', ')} within 5 s`)
  }
  for (const fault of struck) {
    const row: FaultRow | undefined = FAULTS[fault.name as FaultName]
    if (row === undefined || row.shows.length === 0 || fault.toMs - fault.atMs <= row.hiddenMsMax) continue
    const hiding = row.shows.includes('birth') ? [...BLINDING, ...DEAFENING] : BLINDING
    const isBlind = struck.some(
      (other) => other !== fault && hiding.includes(other.name) && overlaps(other, fault.atMs, fault.fromMs + VISIBLE_MS_MAX),
    )
    if (isBlind) continue
    const { device } = fault
    // A device that is shown as away is looked at, whatever else befalls it.
    const also = device === undefined ? [] : [`down:${device}`]
    look(fault.name, [...row.shows.map((sign) => sign.replace('{device}', device ?? '')), ...also], fault.fromMs)
  }
  // Its record comes when the disk takes it; until then its alarm is shown at the broker alone.
  const hiding = struck.filter(({ name }) => name !== 'F10 disk' && [...BLINDING, ...DEAFENING].includes(name))
  for (const atMs of refusals)
    if (!hiding.some((each) => overlaps(each, atMs - AFTERMATH_MS, atMs + VISIBLE_MS_MAX))) look('F10 disk', ['alarm:journal'], atMs)
  return missing
}

/** Signs of trouble that no fault explains. */
export const uncaused = ({ struck, signs }: Shown): readonly string[] => {
  const on = new Set<string>()
  const over = new Map<string, number>()
  const without: string[] = []
  for (const { atMs, what, isOn } of signs) {
    // The journal has the end of its cause; the alarm stands a little longer, and a birth meanwhile says it again.
    if (isOn && !on.has(what) && atMs - (over.get(what) ?? Number.NEGATIVE_INFINITY) <= STEADY_MS) continue
    const isNew = isOn && TROUBLE.test(what) && !on.has(what)
    if (isOn && LASTING.test(what)) on.add(what)
    else if (on.delete(what)) over.set(what, atMs)
    if (!isNew) continue
    const afterMs = what.startsWith('alarm:') && !HOST.has(what) ? ROUNDS_MS : AFTERMATH_MS
    const isCaused = struck.some(
      (fault) => raisesOf(fault.name).some((raised) => what.startsWith(raised)) && overlaps(fault, atMs - afterMs, atMs),
    )
    if (!isCaused) without.push(`${what} at ${atMs} ms, and no fault that raises it`)
  }
  return without
}
