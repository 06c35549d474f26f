/**
 * Which devices may not be believed, and what a person is asked because of it.
 *
 *   a port says the serial number of another port's device ──> that link asks its own (firmware-bridge/link-trust.ts)
 *   both have said it: incident `cloned-serial` ─────────────> alarm, until a person has confirmed the true one
 */
import type { Observable, Subscription } from 'rxjs'
import type { LinkConnection } from '../../firmware-bridge/connect.ts'
import type { DeviceConfig } from '../config/table-config.ts'
import type { JournalRecord } from '../journal/record.ts'
import type { AlarmBook } from '../procedure/alarms.ts'
import { clonedWords, namedDevice } from '../wire/host-alarms.ts'
import type { Heard } from './catch-up.ts'
import type { Telling } from './host-watch.ts'

/**
 * Names of the devices that were not believed when the daemon stopped, by the alarm that still asks for them. One that has another
 * serial number in the configuration by now is another device.
 */
export const doubtedBefore = ({ open }: AlarmBook, devices: readonly DeviceConfig[]): ReadonlySet<string> => {
  const asked = open.find(({ alarm, holds }) => alarm === 'cloned-serial' && holds)?.text ?? ''
  return new Set(devices.filter((device) => asked.includes(namedDevice(device))).map(({ name }) => name))
}

export interface DeviceTrustOptions {
  readonly devices: readonly DeviceConfig[]
  readonly links: ReadonlyMap<string, Pick<LinkConnection, 'heardElsewhere' | 'confirm'>>
  readonly reports$: Observable<Heard>
  /** As `doubtedBefore` has them. */
  readonly doubted: ReadonlySet<string>
}

export interface DeviceTrust {
  /** A record has come to the end of the pipe: it may be a person's word. */
  written(record: JournalRecord): void
  readonly watching: Subscription
}

export const watchTrust = ({ devices, links, reports$, doubted }: DeviceTrustOptions, { tell, warn }: Telling): DeviceTrust => {
  const cloned = new Set(doubted)
  const say = (): void => {
    const named = devices.filter(({ name }) => cloned.has(name)).map(namedDevice)
    const words = named.length === 0 ? null : clonedWords(named)
    tell('cloned-serial', words)
    if (words !== null) warn(`${words.text} ${words.remedy}`)
  }
  const hear = ({ device, report }: Heard): void => {
    if (report.kind === 'stranger') {
      const owner = devices.find(({ name, serial }) => serial === report.serial && name !== device)
      if (owner !== undefined) links.get(owner.name)?.heardElsewhere()
    } else if (report.kind === 'incident' && report.code === 'cloned-serial') {
      cloned.add(device)
      say()
    }
  }
  return {
    written(record) {
      const device = confirmedIn(record)
      if (device === null || !cloned.delete(device)) return
      // A link whose other device still answers says at once that nothing is settled.
      links.get(device)?.confirm()
      say()
    },
    watching: reports$.subscribe(hear),
  }
}

/** The device that a person says is the true one; null: the record is no such word. */
const confirmedIn = (record: JournalRecord): string | null => {
  if (record.kind !== 'command' || record.name !== 'device-confirm' || record.error !== null) return null
  const { device } = (record.args ?? {}) as { readonly device?: unknown }
  return typeof device === 'string' ? device : null
}
