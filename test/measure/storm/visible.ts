/** P6, both ways: every fault shows by one of its signs within 5 s, and every sign of trouble has a fault. */
import { STEADY_MS } from '../../../src/procedure/alarms.ts'
import { HOST_ALARMS } from '../../../src/wire/host-alarms.ts'
import { FAULTS, type FaultName, type FaultRow, raisesOf, VISIBLE_MS_MAX } from './faults.ts'
import type { Sign } from './signs.ts'

/** A fault that struck the table, virtual ms. */
export interface Struck {
  readonly name: string
  readonly atMs: number
  /** When it becomes visible. */
  readonly fromMs: number
  readonly toMs: number
  readonly device?: string
}

export interface Shown {
  readonly struck: readonly Struck[]
  readonly signs: readonly Sign[]
  /** When the disk first refused a record. */
  readonly refusals: readonly number[]
  /** When the watch over the storm ended. */
  readonly endMs: number
}

/** Afterwards a device identifies itself again, the broker is tried again, and waiting records are written. */
const AFTERMATH_MS = 15_000
/** What was not seen of a round is reported at its end, or at the end of the next. */
const ROUNDS_MS = 180_000
/** A daemon that starts has published its alarms. */
const BIRTH_MS = 1000
/** Signs that last; all others are momentary. */
const LASTING = /^(down|alarm):/
const TROUBLE = /^(down|alarm|incident|missing):/
const HOST: ReadonlySet<string> = new Set(HOST_ALARMS.map((alarm) => `alarm:${alarm}`))

/** While no daemon runs, the disk takes no records or the broker no messages, reports have to wait. */
const BLINDING: readonly string[] = ['F8 kill', 'F9 power', 'F10 disk'] satisfies FaultName[]
const DEAFENING: readonly string[] = ['F12 broker-away', 'F13 broker-killed', 'F15 broker-mute'] satisfies FaultName[]

const CLOCK: string = 'F18 device-clock' satisfies FaultName
const SPARING: readonly string[] = [
  'F6 reboot',
  'F6 ring-lost',
  'F7 deaf',
  'F7 mute',
  'F4 unplug',
  'F18 device-clock',
] satisfies FaultName[]
const RESTARTS: readonly string[] = ['F6 reboot', 'F6 ring-lost'] satisfies FaultName[]

const overlaps = (one: Struck, fromMs: number, toMs: number): boolean => one.atMs <= toMs && one.toMs >= fromMs

const isShown = (names: readonly string[], fromMs: number, toMs: number, signs: readonly Sign[]): boolean =>
  names.some((name) => {
    const own = signs.filter(({ what }) => what === name)
    if (own.some(({ atMs, isOn }) => isOn && atMs >= fromMs && atMs <= toMs)) return true
    return LASTING.test(name) && own.findLast(({ atMs }) => atMs < fromMs)?.isOn === true
  })

/** Faults that could not be seen in time. */
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
    const { device } = fault
    // A device that is restarting already has nothing left to lose.
    const isUnderWay = (other: Struck): boolean =>
      other.device === device && RESTARTS.includes(other.name) && other.atMs < fault.atMs && other.toMs > fault.atMs
    if (isBlind || (RESTARTS.includes(fault.name) && struck.some(isUnderWay))) continue
    // A device that restarts has a clock that is right again, and one that does not read cannot be asked what its clock shows.
    const isSpared = (other: Struck): boolean =>
      other !== fault &&
      other.device === device &&
      SPARING.includes(other.name) &&
      overlaps(other, fault.fromMs - AFTERMATH_MS, fault.fromMs + VISIBLE_MS_MAX)
    if (fault.name === CLOCK && struck.some(isSpared)) continue
    // A device that is shown as away gets attention, whatever else happens to it.
    const also = device === undefined ? [] : [`down:${device}`]
    look(fault.name, [...row.shows.map((sign) => sign.replace('{device}', device ?? '')), ...also], fault.fromMs)
  }
  // The alarm's record is written once the disk takes it; until then only the broker shows the alarm.
  const hiding = struck.filter(({ name }) => name !== 'F10 disk' && [...BLINDING, ...DEAFENING].includes(name))
  for (const atMs of refusals)
    if (!hiding.some((each) => overlaps(each, atMs - AFTERMATH_MS, atMs + VISIBLE_MS_MAX))) look('F10 disk', ['alarm:journal'], atMs)
  return missing
}

/** An alarm whose cause has ended stands a little longer, and ends only while a daemon runs: the next one publishes it once more. */
const stands = (overMs: number, atMs: number, struck: readonly Struck[]): boolean =>
  atMs <= overMs + STEADY_MS ||
  struck.some((each) => BLINDING.includes(each.name) && overlaps(each, overMs, overMs + STEADY_MS) && atMs <= each.toMs + BIRTH_MS)

/** Signs of trouble that no fault explains. */
export const uncaused = ({ struck, signs }: Shown): readonly string[] => {
  const on = new Set<string>()
  const over = new Map<string, number>()
  const without: string[] = []
  for (const { atMs, what, isOn } of signs) {
    // The journal has recorded the end of the cause. The alarm stands a little longer, and a birth during that time publishes it again.
    const isStanding = stands(over.get(what) ?? Number.NEGATIVE_INFINITY, atMs, struck)
    const isNew = isOn && TROUBLE.test(what) && !on.has(what) && !isStanding
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
