/**
 * Station 3, decode: one driver per device. A driver knows the device's serial line and how to keep a link to it, and has a pure pair that
 * turns one journaled line body into a Scan and back. TLP/1 devices carry their own sequence numbers. For a device without any, the driver
 * numbers what it receives, and writes its own line bodies, from which it can read seq and time back.
 */
import type { ConnectDeps, ConnectOptions, LinkConnection } from '../firmware-bridge/connect.ts'
import type { DeviceRole } from './roles.ts'
import type { Card, ChipStack, Rejected, Scan, SpotId } from './scan.ts'
import type { Traits } from './traits.ts'

/** One line of a device, decoded. `t`: the device's own clock, ms; event time is `t` + the journal's offset. */
export interface DecodedLine {
  readonly seq: number
  readonly t: number
  readonly scan: Scan
}

/** What a link needs to know; the driver adds the role and the speed. `paths`: where the device may be, its own path first. */
export type DriverOptions = Omit<ConnectOptions, 'role' | 'baudRate' | 'parity'> & Partial<Given>

/** What the table's configuration says of a device of another maker, besides its port; empty where it says nothing. */
export interface Given {
  /** Cards by their codes or tags, in the spelling of `tagOf`. */
  readonly cards: CardFile
  /** Chips by their tags, in the same spelling. */
  readonly chips: ChipFile
  /** Dealers by the numbers of their badges, in the same spelling. */
  readonly badges: BadgeFile
  /** The spots of its antennas, by their numbers. */
  readonly antennas: ReadonlyMap<number, SpotId>
}

export type CardFile = ReadonlyMap<string, Card>
export type ChipFile = ReadonlyMap<string, ChipStack['value']>
/** The dealer's id by the badge. */
export type BadgeFile = ReadonlyMap<string, string>

/** The id of an ISO 15693 tag begins with E0; some readers tell it from its other end. */
const BACKWARDS = /^(?!E0)[0-9A-F]{14}E0$/

/** One spelling for a code or a tag: `04 0e:3b` is `040E3B`, and `8967452301 0104e0` is `E004010123456789`. */
export function tagOf(text: string): string {
  const tag = text.replaceAll(/[\s:._-]/g, '').toUpperCase()
  return BACKWARDS.test(tag) ? (tag.match(/../g) ?? []).reverse().join('') : tag
}

export interface Driver {
  /** As in the table's configuration, `tlp`. */
  readonly name: string
  readonly role: DeviceRole
  /** Bits per second. */
  readonly baudRate: number
  /** @default none */
  readonly parity?: 'even'
  readonly traits: Traits
  /** Pure; never throws. Rejected: the line is not in this device's language, or its role may not send it. */
  readonly decodeLine: (body: string) => DecodedLine | Rejected
  /** The exact inverse for everything this role can send; null for anything else. */
  readonly encodeLine: (line: DecodedLine) => string | null
  /** Opens nothing until somebody subscribes to the reports. */
  readonly connect: (options: DriverOptions, deps: ConnectDeps) => LinkConnection
}
