/**
 * ThingMagic M6E family (UHF), listened to while it reads by itself: a message for each tag it sees, several times a second, with antenna and strength,
 * and one a second to say that it is there. Messages of a quarter of a second are one inventory; it is closed by a message only, so silence
 * never looks like empty spots.
 *
 *   FF LEN 22 STATUS STATUS DATA*LEN CRC CRC     byte 12 strength, 13 antenna (low half: receiving), 27 bits of PC, EPC and its CRC, 31 the EPC
 *
 * STATUS 0400 with no data is the sign of life. CRC over all bytes from LEN on, high byte first (`crc16.ts`).
 *
 * Public source: the SparkFun library for simultaneous readers (message, offsets, checksum with worked examples), as copied in
 * github.com/paulvha/ThingMagic.
 */
import { type Cut, frames, type Heard } from '../../firmware-bridge/dialect.ts'
import { SILENT_MS } from '../asked.ts'
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
const [AT_OPTION, AT_RSSI, AT_ANTENNA, AT_EMBEDDED] = [5, 12, 13, 24]
const IS_TAG = 0x10
const SIGN_OF_LIFE = 0x0400
/** PC word and checksum of the EPC. */
const AROUND_EPC = 4
const WINDOW_MS = 250
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
  return highFirst(crc1021(held.slice(at + 1, end - 2))) === held.slice(end - 2, end)
    ? { end, what: 'frame' }
    : { end: at + 1, what: 'crc' }
}

const wordAt = (text: string, at: number): number => (text.charCodeAt(at) << 8) | text.charCodeAt(at + 1)

/** The antenna and the tag of a message; null: it is no sighting. */
function sightingOf(frame: string): { readonly antenna: number; readonly sighting: Sighting } | null {
  if (frame.length < AT_EMBEDDED + FRAME || frame.charCodeAt(AT_OPTION) !== IS_TAG) return null
  const at = AT_EMBEDDED + 2 + Math.ceil(wordAt(frame, AT_EMBEDDED) / 8) + 1
  const epc = wordAt(frame, at) / 8 - AROUND_EPC
  const end = at + 2 + 2 + epc
  if (!(epc >= 4 && epc <= 32 && end + 2 <= frame.length - 2)) return null
  const sighting = { tag: hexOf(frame.slice(at + 4, end)), rssi: frame.charCodeAt(AT_RSSI) - 256 }
  return { antenna: frame.charCodeAt(AT_ANTENNA) & 0x0f, sighting }
}

function reader({ chips, antennas }: Given, told: ToldLevels) {
  const board = tagBoard({ chips, antennas }, told)
  let seen = new Map<number, Map<string, Sighting>>()
  let beganAtMs: number | null = null

  const closed = (nowMs: number): readonly Heard[] => {
    beganAtMs ??= nowMs
    const windows = Math.min(1 + EMPTY_MAX, Math.floor((nowMs - beganAtMs) / WINDOW_MS))
    if (windows === 0) return []
    beganAtMs = nowMs
    const heard: Heard[] = []
    for (let left = windows - 1; left >= 0; left--) {
      const before = seen
      seen = new Map()
      for (const antenna of antennas.keys())
        heard.push(...board.inventory(antenna, [...(before.get(antenna)?.values() ?? [])], nowMs - left * WINDOW_MS))
    }
    return heard
  }
  return frames(cut, FRAME_MAX, (frame, nowMs) => {
    const [operation, status] = [frame.charCodeAt(2), wordAt(frame, 3)]
    if (operation !== READING) return [{ kind: 'idle' }]
    if (status === SIGN_OF_LIFE) return [{ kind: 'idle' }, ...closed(nowMs)]
    if (status !== 0) return [{ kind: 'trouble', text: `fault ${status.toString(16).padStart(4, '0')}` }]
    const found = sightingOf(frame)
    const heard = closed(nowMs)
    if (found !== null) {
      const field = seen.get(found.antenna) ?? new Map<string, Sighting>()
      const before = field.get(found.sighting.tag)
      const isWeaker = before?.rssi != null && before.rssi > (found.sighting.rssi ?? 0)
      seen.set(found.antenna, isWeaker ? field : field.set(found.sighting.tag, found.sighting))
    }
    return [{ kind: 'idle' }, ...heard]
  })
}

/** A message of the reader. Pure. */
export function encodeThingMagic(data: string, status = 0): string {
  const body = `${bytes(data.length, READING)}${highFirst(status)}${data}`
  return `${bytes(HEAD)}${body}${highFirst(crc1021(body))}`
}

/** A tag that is seen: its EPC as bytes. Pure. */
export const encodeSighting = (antenna: number, epc: string, rssi: number): string =>
  encodeThingMagic(
    `${bytes(IS_TAG, 0, 0x1b, 1, 0xff, 1, 1, rssi + 256, (antenna << 4) | antenna, 0x0e, 0x16, 0x40, 0, 0, 1, 0x27, 0, 0, 5, 0, 0, 0x0f)}${highFirst((epc.length + AROUND_EPC) * 8)}${bytes(0x30, 0)}${epc}${bytes(0x45, 0xe9)}`,
  )

export const THINGMAGIC: Talker = {
  name: 'thingmagic',
  role: 'spots',
  baudRate: 115_200,
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
      'Have it read by itself after power-on, on all antennas in use, with antenna and strength in each message and its sign of life (autonomous reading).',
      'UHF reaches far: lower its power until a chip is seen by one antenna only. One that two of them see equally well counts nowhere, and is told.',
    ],
  },
  dialect: (given) => {
    const told: ToldLevels = new Map()
    return { damageLoses: false, silentMs: SILENT_MS, reader: () => reader(given, told) }
  },
}
