/**
 * ThingMagic M6E family (UHF), listened to while it reads by itself: a message for each tag it sees, several times a second, with antenna and strength,
 * and one a second to say that it is there. Messages of a quarter of a second are one inventory; it is closed by a message only, so silence
 * never looks like empty spots.
 *
 *   FF LEN 22 STATUS STATUS DATA*LEN CRC CRC     5 options, 8-9 metadata flags, 10 what it is, from 11 on the metadata, bits of PC, EPC and its CRC
 *
 * The flags say which metadata are there: by default 0FFF in the maker's library, 01FF in others. STATUS 0400 with no data is the sign of life, any other a
 * fault. CRC over all bytes from LEN on, high byte first (`crc16.ts`).
 *
 * An antenna of which a fault was reported is blind until it sees a tag, or the fault is long past: its chips are not gone.
 *
 * Public sources: the SparkFun library for simultaneous readers (message, checksum with worked examples), as copied in
 * github.com/paulvha/ThingMagic; MercuryAPI (metadata flags and their lengths, in `serial_reader_l3.c`).
 */
import { type Cut, frames, type Heard, type Reader } from '../../firmware-bridge/dialect.ts'
import { SILENT_MS } from '../asked.ts'
import { blindness } from '../blindness.ts'
import { bytes, crc1021, hexOf, highFirst } from '../crc16.ts'
import type { Given } from '../driver.ts'
import { type Sighting, type ToldLevels, tagBoard } from '../tag-board.ts'
import type { Talker } from '../talker.ts'
import { TALKS_ONLY } from '../traits.ts'

const HEAD = 0xff
const READING = 0x22
/** Header, length, operation, status and checksum. */
const FRAME = 7
const FRAME_MAX = FRAME + 255
const [AT_OPTION, AT_FLAGS, AT_METADATA] = [5, 8, 11]
const HAS_METADATA = 0x10
/** What a message of the reading is, at this place with metadata, and at the other without. */
const [AT_KIND, AT_KIND_WITHOUT] = [10, 8]
const [END_OF_READING, TAG, STATISTICS] = [0, 1, 2]
/** Metadata in their order: the flag, the length in bytes. Of embedded data it is followed by the data. */
const [RSSI, ANTENNA, PROTOCOL, EMBEDDED, GEN2_ONLY] = [0x0002, 0x0004, 0x0040, 0x0080, 0x0e00]
const METADATA: readonly (readonly [flag: number, length: number])[] = [
  ...([
    [0x0001, 1],
    [RSSI, 1],
    [ANTENNA, 1],
    [0x0008, 3],
    [0x0010, 4],
    [0x0020, 2],
    [PROTOCOL, 1],
    [EMBEDDED, 2],
  ] as const),
  ...([
    [0x0100, 1],
    [0x0200, 1],
    [0x0400, 1],
    [0x0800, 1],
    [0x1000, 2],
  ] as const),
]
const GEN2 = 0x05
const SIGN_OF_LIFE = 0x0400
/** PC word and checksum of the EPC. */
const [AROUND_EPC, EPC_MAX] = [4, 62]
const WINDOW_MS = 250
/** A fault of the reader as a whole, which is over as soon as it reads; any other may be an antenna's, as 0505. */
const TOO_HOT = 0x0504
/** An antenna that sees nothing is not believed for so long after a fault, and after a message that cannot be read. */
const [DEAF_MS, UPSET_MS] = [30_000, 3000]
const TICK_MS = 250
/** Windows that a message shows to have been empty before it; fewer than make an antenna empty, for the line may have been held up. */
const EMPTY_MAX = 2

const cut: Cut = (held, at) => {
  if (held.charCodeAt(at) !== HEAD) {
    const next = held.indexOf(String.fromCharCode(HEAD), at)
    return { end: next < 0 ? held.length : next, what: 'no-frame' }
  }
  if (held.length < at + 2) return null
  const end = at + FRAME + held.charCodeAt(at + 1)
  if (held.length < end) return null
  return { end, what: 'frame', fits: () => highFirst(crc1021(held.slice(at + 1, end - 2))) === held.slice(end - 2, end) }
}

const wordAt = (text: string, at: number): number => (text.charCodeAt(at) << 8) | text.charCodeAt(at + 1)

/** A tag; `antenna` null: the message does not say it. */
interface Sighted {
  readonly antenna: number | null
  readonly sighting: Sighting
}

/** What a message with metadata tells; null: it cannot be read. Pure. */
function sightingOf(frame: string): Sighted | null {
  const flags = wordAt(frame, AT_FLAGS)
  if (flags >= 0x2000) return null
  let at = AT_METADATA
  const places = new Map<number, number>()
  for (const [flag, length] of METADATA) {
    const protocolAt = places.get(PROTOCOL)
    const isOther = protocolAt !== undefined && frame.charCodeAt(protocolAt) !== GEN2
    if ((flags & flag) === 0 || (isOther && (GEN2_ONLY & flag) !== 0)) continue
    places.set(flag, at)
    at += flag === EMBEDDED ? length + Math.ceil(wordAt(frame, at) / 8) : length
  }
  const epc = wordAt(frame, at) / 8 - AROUND_EPC
  const end = at + 2 + 2 + epc
  // Wrong offsets cannot end where the message does.
  if (!(epc >= 4 && epc <= EPC_MAX && end + 2 === frame.length - 2)) return null
  const [rssiAt, antennaAt] = [places.get(RSSI), places.get(ANTENNA)]
  const sighting = { tag: hexOf(frame.slice(at + 4, end)), rssi: rssiAt === undefined ? null : frame.charCodeAt(rssiAt) - 256 }
  return { antenna: antennaAt === undefined ? null : frame.charCodeAt(antennaAt) & 0x0f, sighting }
}

/** What the antennas see, a quarter of a second after the other. */
function windowsOf({ chips, antennas }: Given, told: ToldLevels) {
  const board = tagBoard({ chips, antennas }, told)
  const all = [...antennas.keys()]
  const blind = blindness(all, board, 'what it reads is damaged on the line')
  let seen = new Map<number, Map<string, Sighting>>()
  let beganAtMs: number | null = null
  /** Until when an antenna that sees nothing may be a deaf one. */
  const deafUntilMs = new Map<number, number>()

  /** Until when it may be too hot to read, unless it reads. */
  let hotUntilMs = Number.NEGATIVE_INFINITY

  const voided = (nowMs: number): void => {
    seen = new Map()
    beganAtMs = nowMs
  }
  const upset = (why: string, deafMs: number, nowMs: number): readonly Heard[] => {
    voided(nowMs)
    for (const antenna of all) {
      blind.failed(antenna, why)
      deafUntilMs.set(antenna, Math.max(deafUntilMs.get(antenna) ?? 0, nowMs + deafMs))
    }
    return [{ kind: 'idle' }]
  }
  const fault = (status: number, nowMs: number): readonly Heard[] => {
    if (status === TOO_HOT) hotUntilMs = nowMs + UPSET_MS
    return upset(`fault ${status.toString(16).padStart(4, '0')}`, status === TOO_HOT ? 0 : DEAF_MS, nowMs)
  }
  const closed = (nowMs: number): readonly Heard[] => {
    beganAtMs ??= nowMs
    const windows = Math.min(1 + EMPTY_MAX, Math.floor((nowMs - beganAtMs) / WINDOW_MS))
    if (windows === 0) return []
    beganAtMs = nowMs
    const heard: Heard[] = []
    for (let left = windows - 1; left >= 0; left--) {
      const before = seen
      seen = new Map()
      for (const antenna of all) {
        const tags = [...(before.get(antenna)?.values() ?? [])]
        if (tags.length > 0) deafUntilMs.delete(antenna)
        if (Math.max(hotUntilMs, deafUntilMs.get(antenna) ?? 0) > nowMs) continue
        blind.whole(antenna, nowMs)
        heard.push(...board.inventory(antenna, tags, nowMs - left * WINDOW_MS))
      }
    }
    return heard
  }
  const sight = ({ antenna = null, sighting }: Sighted): boolean => {
    const whose = antenna ?? (all.length === 1 ? all[0] : undefined)
    if (whose === undefined) return false
    hotUntilMs = Number.NEGATIVE_INFINITY
    const field = seen.get(whose) ?? new Map<string, Sighting>()
    const before = field.get(sighting.tag)
    const isWeaker = before?.rssi != null && before.rssi > (sighting.rssi ?? 0)
    seen.set(whose, isWeaker ? field : field.set(sighting.tag, sighting))
    return true
  }
  return { blind, voided, upset, fault, closed, sight }
}

function reader(given: Given, told: ToldLevels): Reader {
  const { blind, voided, upset, fault, closed, sight } = windowsOf(given, told)
  const mean = (frame: string, nowMs: number): readonly Heard[] => {
    const [operation, status] = [frame.charCodeAt(2), wordAt(frame, 3)]
    if (operation !== READING) return [{ kind: 'idle' }]
    if (status === SIGN_OF_LIFE) return [{ kind: 'idle' }, ...closed(nowMs)]
    if (status !== 0) return fault(status, nowMs)
    const hasMetadata = (frame.charCodeAt(AT_OPTION) & HAS_METADATA) !== 0
    const kind = frame.charCodeAt(hasMetadata ? AT_KIND : AT_KIND_WITHOUT)
    if (kind === STATISTICS) return [{ kind: 'idle' }]
    if (kind === END_OF_READING) return upset('it has stopped reading', DEAF_MS, nowMs)
    const found = kind === TAG && hasMetadata ? sightingOf(frame) : null
    if (found === null) return upset('its messages about tags cannot be read', UPSET_MS, nowMs)
    const heard = closed(nowMs)
    if (!sight(found)) return upset('its messages do not say which antenna saw a tag', UPSET_MS, nowMs)
    return [{ kind: 'idle' }, ...heard]
  }
  const read = frames(cut, FRAME_MAX, mean)
  return (bytes, nowMs) => {
    const heard = read(bytes, nowMs)
    // A tag may have been in what is damaged.
    if (heard.some(({ kind }) => kind === 'damage')) voided(nowMs)
    return [...heard, ...blind.due(nowMs)]
  }
}

/** A message of the reader. Pure. */
export function encodeThingMagic(data: string, status = 0): string {
  const body = `${bytes(data.length, READING)}${highFirst(status)}${data}`
  return `${bytes(HEAD)}${body}${highFirst(crc1021(body))}`
}

export const THINGMAGIC: Talker = {
  name: 'thingmagic',
  role: 'spots',
  baudRate: 115_200,
  origin: {
    delivered: "115200 8N1, silent; metadata 0FFF in the maker's library, 01FF in others",
    answer: 'autonomous reading is set up; the metadata are found by their flags',
    rests: "captured frame: the SparkFun library, github.com/paulvha/ThingMagic; maker's code: MercuryAPI",
    differs: 'which antenna a fault is of: all that see nothing are blind',
  },
  traits: {
    ...TALKS_ONLY,
    what: 'UHF reader of chips (ThingMagic M6E), listened to',
    checksum: 'CRC-16',
    losses: 'level',
    repeats: 'each tag, several times a second',
    // When the last chip has gone, only the signs of life go on, one a second.
    lateMs: 3000,
    chipFile: 'required',
    antennas: { most: 4, eachMs: 0 },
    setUp: [
      'Have it read by itself after power-on, on all antennas in use, with antenna and strength in the metadata of each message and its sign of life (autonomous reading).',
      'UHF reaches far: lower its power until a chip is seen by one antenna only. One that two of them see equally well counts nowhere, and is told.',
    ],
  },
  dialect: (given) => {
    const told: ToldLevels = new Map()
    return { damageLoses: false, tickMs: TICK_MS, silentMs: SILENT_MS, reader: () => reader(given, told) }
  },
}
