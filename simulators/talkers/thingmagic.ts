/** A ThingMagic M6E that reads by itself. */
import { bytes } from '../../devices/crc16.ts'
import { encodeSighting, encodeThingMagic } from '../../devices/dialects/thingmagic.ts'
import { bytesOf, type ChipTwin, MUTE } from './chip-twin.ts'
import { flipped, garbage, whole } from './twin.ts'

const LIFE_MS = 1000
const SIGN_OF_LIFE = encodeThingMagic('', 0x0400)

export const THINGMAGIC_TWIN: ChipTwin = {
  driver: 'thingmagic',
  serial: 'none',
  begin(antennas, see) {
    let livedAtMs = Number.NEGATIVE_INFINITY
    return {
      hear: MUTE,
      tell(nowMs) {
        const seen = antennas.flatMap((antenna) => see(antenna).map(({ tag, rssi }) => encodeSighting(antenna, bytesOf(tag), rssi)))
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
