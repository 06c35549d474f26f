/**
 * Which devices must not be believed, and what a person is asked about them.
 *
 *   a port reports the serial number of another port's device ─> that link asks its own (firmware-bridge/link-trust.ts)
 *   both have reported it: incident `cloned-serial` ──────────> alarm, until a person has confirmed the genuine one
 *   its key is not proven: incident `unproven` ───────────────> alarm, until the link is up (firmware-bridge/link-proof.ts)
 */
import type { Observable, Subscription } from 'rxjs'
import type { LinkConnection } from '../../../firmware-bridge/connect.ts'
import type { AlarmBook } from '../../procedure/alarms.ts'
import type { DeviceConfig } from '../../rules/table.ts'
import { clonedWords, type HostWords, namedDevice, unprovenWords } from '../../wire/host-alarms.ts'
import type { JournalRecord } from '../../wire/record.ts'
import type { Heard } from './catch-up.ts'
import type { Telling } from './host-news.ts'

/**
 * Names of the devices that were not believed when the daemon stopped, taken from the alarm that still asks about them. A device whose
 * serial number has since changed in the configuration is another device, and one that now has a key proves itself.
 */
export const doubtedBefore = ({ open }: AlarmBook, devices: readonly DeviceConfig[]): ReadonlySet<string> => {
  const asked = open.find(({ alarm, holds }) => alarm === 'cloned-serial' && holds)?.text ?? ''
  return new Set(devices.filter((device) => device.keyFile === undefined && asked.includes(namedDevice(device))).map(({ name }) => name))
}

export interface DeviceTrustOptions {
  readonly devices: readonly DeviceConfig[]
  readonly links: ReadonlyMap<string, Pick<LinkConnection, 'heardElsewhere' | 'confirm'>>
  readonly reports$: Observable<Heard>
  /** From `doubtedBefore`. */
  readonly doubted: ReadonlySet<string>
}

export interface DeviceTrust {
  /** A record has reached the end of the pipe: it may be a person's command. */
  written(record: JournalRecord): void
  readonly watching: Subscription
}

export const watchTrust = ({ devices, links, reports$, doubted }: DeviceTrustOptions, { tell }: Pick<Telling, 'tell'>): DeviceTrust => {
  const cloned = new Set(doubted)
  const unproven = new Set<string>()
  const say = (): void => {
    const wordsOf = (names: ReadonlySet<string>, words: (named: readonly string[]) => HostWords): HostWords | null =>
      names.size === 0 ? null : words(devices.filter(({ name }) => names.has(name)).map(namedDevice))
    tell('cloned-serial', wordsOf(cloned, clonedWords))
    tell('unproven-device', wordsOf(unproven, unprovenWords))
  }
  const hear = ({ device, report }: Heard): void => {
    if (report.kind === 'stranger') {
      const owner = devices.find(({ name, serial }) => serial === report.serial && name !== device)
      if (owner !== undefined) links.get(owner.name)?.heardElsewhere()
    } else if (report.kind === 'incident' && (report.code === 'cloned-serial' || report.code === 'unproven')) {
      const names = report.code === 'unproven' ? unproven : cloned
      names.add(device)
      say()
    } else if (report.kind === 'link' && report.up) {
      // The device is believed; and the configuration may have settled something an earlier daemon reported.
      unproven.delete(device)
      say()
    }
  }
  return {
    written(record) {
      const device = confirmedIn(record)
      if (device === null || !cloned.delete(device)) return
      // If the other device still answers, the link reports at once that nothing is settled.
      links.get(device)?.confirm()
      say()
    },
    watching: reports$.subscribe(hear),
  }
}

/** The device a person confirms as genuine; null: the record is no such confirmation. */
const confirmedIn = (record: JournalRecord): string | null => {
  if (record.kind !== 'command' || record.name !== 'device-confirm' || record.error !== null) return null
  const { device } = (record.args ?? {}) as { readonly device?: unknown }
  return typeof device === 'string' ? device : null
}
