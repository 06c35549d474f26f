/** Drivers of the native devices: TLP/1 messages as Scans. Source: docs/protocol.md, "What the device says". */
import { connectLink } from '../firmware-bridge/connect.ts'
import { decodeBody, encodeBody, isEvent, type TlpEvent } from '../firmware-bridge/tlp.ts'
import { type ChipFile, type DecodedLine, type Driver, tagOf } from './driver.ts'
import { DEVICE_ROLES, type DeviceRole, roleRow } from './roles.ts'
import type { Rejected, Scan } from './scan.ts'
import type { Traits } from './traits.ts'

const BAUD_RATE = 115_200

function reject(reason: string): Rejected {
  return { kind: 'rejected', reason }
}

function scanOf(event: TlpEvent): Scan {
  switch (event.kind) {
    case 'cut':
      return { kind: 'cut-card' }
    case 'key':
      return { kind: 'key', press: 'box' in event ? { key: event.key, box: event.box } : { key: event.key } }
    default: {
      const { seq: _seq, t: _t, ...scan } = event
      return scan
    }
  }
}

/** The message that carries `scan`; the inverse of `decodeScan`. Pure. */
function encodeScan({ seq, t, scan }: DecodedLine): TlpEvent {
  switch (scan.kind) {
    case 'cut-card':
      return { kind: 'cut', seq, t }
    case 'key':
      return { kind: 'key', seq, t, ...scan.press }
    default:
      return { seq, t, ...scan }
  }
}

/** The Scan an event carries; Rejected if the role may not send it. Pure. */
function decodeScan(role: DeviceRole | 'any', event: TlpEvent): Scan | Rejected {
  const isAllowed = role === 'any' || roleRow(role).sends.includes(event.kind)
  return isAllowed ? scanOf(event) : reject(`a ${role} does not send ${event.kind} lines`)
}

/** A journaled or captured TLP/1 body. `any` if the role is unknown. Pure, never throws. */
export function decodeLine(role: DeviceRole | 'any', body: string): DecodedLine | Rejected {
  const message = decodeBody(body)
  if (message.kind === 'malformed') return reject(`invalid ${message.verb} line: ${message.reason}`)
  if (message.kind === 'unknown-verb') return reject('this version does not know its verb')
  if (!isEvent(message)) return reject(`${message.kind} is not an event`)
  const scan = decodeScan(role, message)
  return scan.kind === 'rejected' ? scan : { seq: message.seq, t: message.t, scan }
}

/** The inverse; null: the role does not send it. Pure. */
export function encodeLine(role: DeviceRole, line: DecodedLine): string | null {
  const event = encodeScan(line)
  return roleRow(role).sends.includes(event.kind) ? encodeBody(event) : null
}

const TRAITS: Omit<Traits, 'chipFile'> = {
  what: 'native device',
  standing: 'native',
  resend: 'ring',
  identity: 'asked',
  dated: 'device',
  lateMs: 0,
  checksum: 'CRC-32',
  losses: 'numbered',
  repeats: null,
  mergesEqual: false,
  cardFile: 'none',
  antennas: null,
  badgeFile: 'none',
  setUp: [],
}

const foreignTo =
  (chips: ChipFile) =>
  (event: TlpEvent): readonly string[] =>
    event.kind === 'spot' ? (event.ids ?? []).filter((id) => !chips.has(tagOf(id))) : []

function tlpDriver(role: DeviceRole): Driver {
  return {
    name: 'tlp',
    role,
    baudRate: BAUD_RATE,
    traits: { ...TRAITS, chipFile: roleRow(role).sends.includes('spot') ? 'optional' : 'none' },
    decodeLine: (body) => decodeLine(role, body),
    encodeLine: (line) => encodeLine(role, line),
    connect: ({ cards: _cards, chips, badges: _badges, antennas: _antennas, ...options }, deps) =>
      connectLink({ ...options, role, baudRate: BAUD_RATE, ...(chips === undefined ? {} : { foreignIn: foreignTo(chips) }) }, deps),
  }
}

export const TLP_DRIVERS: readonly Driver[] = DEVICE_ROLES.map(tlpDriver)
