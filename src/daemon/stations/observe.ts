/** Station 4, observe: a journal record becomes the Observation the fold sees, or nothing. Pure. */
import type { DecodedLine } from '../../../devices/driver.ts'
import type { RoleRow } from '../../../devices/roles.ts'
import type { Rejected } from '../../../devices/scan.ts'
import type { Observation, Playing } from '../../engine/observation.ts'
import type { JournalRecord } from '../../wire/record.ts'

/** Decodes one line of the named device; Rejected if no such device is configured. */
export type LineDecoder = (device: string, line: string) => DecodedLine | Rejected

/** What the fold needs to know about the table's devices. */
export interface DeviceBook {
  readonly decode: LineDecoder
  /** What a round rests on. */
  readonly tells: (device: string) => RoleRow['tells']
}

/** `shoe:SH-00412/57/1905` */
export const lineName = (record: { readonly device: string; readonly serial: string; readonly boot: number }, seq: number): string =>
  `${record.device}:${record.serial}/${record.boot}/${seq}`

/** null: the record means nothing to the fold. */
export const observationOf = (record: JournalRecord, { decode, tells }: DeviceBook): Observation | null => {
  // Table time. Older journals, written before it existed, have only the wall clock's time.
  const { t, m: at = t } = record
  switch (record.kind) {
    case 'line': {
      const decoded = decode(record.device, record.line)
      const cause = lineName(record, record.seq)
      if ('kind' in decoded) return { ...decoded, at, cause }
      return { ...decoded.scan, at: decoded.t + (record.offset ?? 0), cause, ...marksOf(record) }
    }
    case 'missing': {
      const { device, from, to } = record
      const playing = lackedWithout(tells(device))
      // No round lacks anything.
      if (playing === null) return null
      const cause = `${lineName(record, from)} ${lineName(record, to)}`
      return { kind: 'missing', device, playing, from, to, at, cause }
    }
    case 'identity': {
      const { device, serial, boot, firmware, continued, unheard } = record
      const playing = lackedWithout(tells(device))
      return {
        kind: 'identity',
        device,
        serial,
        deviceBoot: boot,
        firmware,
        continued,
        playing,
        at,
        cause: '',
        ...(unheard ? { unheard } : {}),
      }
    }
    case 'incident':
      return { kind: 'incident', device: record.device, code: record.code, text: record.text, at, cause: '' }
    case 'link':
      return {
        kind: 'link',
        device: record.device,
        playing: missedWhileAway(tells(record.device)),
        up: record.up,
        reason: record.reason,
        at,
        cause: '',
      }
    case 'host':
      return { kind: 'host', alarm: record.alarm, words: record.words, at, cause: '' }
    case 'start':
      return { kind: 'start', boot: record.boot, software: record.software, at, cause: '' }
    case 'command': {
      const { user, name, correlation, args, error, unverified } = record
      const claimed = unverified ? { unverified } : {}
      return { kind: 'command', user, name, correlation, args, error, ...claimed, at, cause: '' }
    }
    case 'tick':
      return { kind: 'tick', at: record.to ?? at, cause: '' }
    case 'head':
    case 'clock':
    case 'event':
    case 'checkpoint':
    case 'seal':
    case 'config':
    case 'accepted':
    case 'base':
    case 'released':
      return null
  }
}

const marksOf = ({ late, foreign }: Extract<JournalRecord, { kind: 'line' }>): Pick<Observation, 'late' | 'foreign'> => ({
  ...(late ? { late } : {}),
  ...(foreign ? { foreign } : {}),
})

/** What a round lacks once lines of the device are lost for good. */
const lackedWithout = (tells: RoleRow['tells']): Playing => (tells === 'aside' ? null : tells === 'play')

/** What it lacks while the device is away. Orders come once it is back, dated as they were given. */
const missedWhileAway = (tells: RoleRow['tells']): Playing => (tells === 'orders' ? null : lackedWithout(tells))
