/**
 * A driver of a device that only talks, from its row. The link numbers and dates what it says (`firmware-bridge/listener.ts`) and journals it as a
 * TLP/1 event with the device's own words behind it, so a journal is read without the card file, and shows what was really sent:
 *
 *   C 17 1764200000123 4S < [Game]<Card:4S>
 */
import { connectListener } from '../firmware-bridge/connect-listener.ts'
import type { Dialect, Happening, Heard } from '../firmware-bridge/dialect.ts'
import { RAW_MARK } from '../firmware-bridge/listener.ts'
import type { CardFile, Driver, Given } from './driver.ts'
import type { DeviceRole } from './roles.ts'
import { type ScannedCard, UNREAD } from './scan.ts'
import { decodeLine, encodeLine } from './tlp.ts'
import { latenessOf, type Traits } from './traits.ts'

/** A device as its maker delivers it, and what its driver rests on. */
export interface Origin {
  readonly delivered: string
  /** What the program does about it, or the technician. */
  readonly answer: string
  /** Maker's manual, code of the device, captured frame, or somebody's client, and where it is. */
  readonly rests: string
  /** In which it is known to differ, or nobody knows; null: in nothing. */
  readonly differs: string | null
}

export interface Talker {
  readonly name: string
  readonly role: DeviceRole
  readonly baudRate: number
  readonly parity?: 'even'
  readonly origin: Origin
  readonly traits: Traits
  /** One for a connection, which remembers over its openings what it has said. */
  readonly dialect: (given: Given) => Dialect
}

export const cardEvent = (card: ScannedCard): Happening => ({ kind: 'card', card })

/** A card with a tag, of which the device knows that it is one card. */
export function taggedCard(cards: CardFile, tag: string, raw: string): Heard {
  const card = cards.get(tag)
  return card === undefined ? { kind: 'event', event: cardEvent(UNREAD), raw, tag } : { kind: 'event', event: cardEvent(card), raw }
}

export const NOTHING_GIVEN: Given = { cards: new Map(), chips: new Map(), badges: new Map(), antennas: new Map() }

export function listeningDriver({ dialect, origin: _origin, ...row }: Talker): Driver {
  const { name, role, baudRate, parity, traits } = row
  return {
    ...row,
    decodeLine: (body) => {
      const end = body.indexOf(RAW_MARK)
      return decodeLine(role, end < 0 ? body : body.slice(0, end))
    },
    encodeLine: (line) => encodeLine(role, line),
    connect: ({ paths, serial, resume = null, ...said }, deps) => {
      const given = { ...NOTHING_GIVEN, ...said }
      const lateMs = latenessOf(traits, given.antennas.size)
      return connectListener({ name, paths, baudRate, parity, serial, resume, dialect: dialect(given), lateMs }, deps)
    },
  }
}
