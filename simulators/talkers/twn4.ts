/** An Elatec TWN4: it names one tag at a time, of several the next one each time. */
import { bytes, crc8408, lowFirst } from '../../devices/crc16.ts'
import { bytesOf, type ChipTwin, MUTE } from './chip-twin.ts'
import { flipped, garbage, whole } from './twin.ts'

const ISO_15693 = 0x82

function answer(payload: string): string {
  const head = lowFirst(payload.length + 2)
  return `${head}${payload}${lowFirst(crc8408(head + payload))}`
}

export const TWN4_TWIN: ChipTwin = {
  driver: 'twn4',
  serial: 'none',
  begin(_antennas, see) {
    let turn = 0
    return {
      tell: MUTE,
      hear(question) {
        // This one's checksum covers the length, and it does not answer any other.
        if (question.length !== 7 || lowFirst(crc8408(question.slice(0, 5))) !== question.slice(5)) return ''
        const tags = see(1)
        const tag = tags[turn++ % Math.max(1, tags.length)]
        if (tag === undefined) return answer(bytes(0, 0))
        const id = bytesOf(tag.tag)
        return answer(`${bytes(0, 1, ISO_15693, id.length * 8, id.length)}${id}`)
      },
    }
  },
  faults: {
    damaged: { does: 'one bit of the answer is wrong', change: (message, random) => flipped(message, random) },
    dropped: { does: 'the answer never arrives', change: () => '' },
    'tail lost': { does: 'its end is missing', change: (message, random) => message.slice(0, 1 + whole(random, message.length - 1)) },
    refused: { does: 'it answers with an error code', change: () => answer(bytes(3)) },
    noise: { does: 'bytes of noise in front of it', change: (message, random) => garbage(random, 12) + message },
  },
}
