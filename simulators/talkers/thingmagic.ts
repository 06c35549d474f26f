/**
 * A ThingMagic M6E that reads by itself, with the metadata that the maker's library asks for by default (0FFF). Source: MercuryAPI, metadata flags and
 * the order of their values; a message captured with the SparkFun library for the values themselves.
 */
import { bytes, highFirst } from '../../devices/crc16.ts'
import { encodeThingMagic } from '../../devices/dialects/thingmagic.ts'
import { bytesOf, type ChipTwin, MUTE } from './chip-twin.ts'
import { flipped, garbage, whole } from './twin.ts'

const LIFE_MS = 1000
const SIGN_OF_LIFE = encodeThingMagic('', 0x0400)

/** The metadata of every flag up to `flags`, in the order of their bits; no embedded data, protocol Gen2. */
export function sighting(antenna: number, epc: string, rssi: number, flags = 0x0fff): string {
  const values = [
    bytes(1),
    bytes(rssi + 256),
    bytes((antenna << 4) | antenna),
    bytes(0x0e, 0x16, 0x40),
    bytes(0, 0, 1, 0x27),
    bytes(0, 0x81),
  ]
  const more = [bytes(5), bytes(0, 0), bytes(0x0f), bytes(4), bytes(0), bytes(1), bytes(0, 7)]
  const metadata = [...values, ...more].filter((_, bit) => (flags & (1 << bit)) !== 0).join('')
  const words = bytes(epc.length * 4, 0)
  return encodeThingMagic(
    `${bytes(0x10, 0, 0x1b)}${highFirst(flags)}${bytes(1)}${metadata}${highFirst((epc.length + 4) * 8)}${words}${epc}${bytes(0x45, 0xe9)}`,
  )
}

export const THINGMAGIC_TWIN: ChipTwin = {
  driver: 'thingmagic',
  serial: 'none',
  begin(antennas, see) {
    let livedAtMs = Number.NEGATIVE_INFINITY
    return {
      hear: MUTE,
      tell(nowMs) {
        const seen = antennas.flatMap((antenna) => see(antenna).map(({ tag, rssi }) => sighting(antenna, bytesOf(tag), rssi)))
        const isDue = nowMs - livedAtMs >= LIFE_MS
        if (isDue) livedAtMs = nowMs
        return seen.join('') + (isDue ? SIGN_OF_LIFE : '')
      },
    }
  },
  faults: {
    damaged: { does: 'one bit of it is wrong', change: (message, random) => flipped(message, random) },
    dropped: { does: 'nothing of it arrives', change: () => '' },
    'tail lost': { does: 'its end is missing', change: (message, random) => message.slice(0, whole(random, message.length)) },
    fault: { does: 'it reports a fault as well', change: (message) => encodeThingMagic('', 0x0504) + message },
    statistics: {
      does: 'a message about its temperature comes with it',
      change: (message) => encodeThingMagic(bytes(0, 1, 0x1f, 2, 0x82, 0, 0x82, 0, 1, 26)) + message,
    },
    noise: { does: 'bytes of noise in front of it', change: (message, random) => garbage(random, 20) + message },
  },
}
