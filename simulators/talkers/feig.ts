/**
 * Feig OBID i-scan readers on one line, each with its bus address, as they are delivered: CFG5 ONT is 1, so a tag that was told is mute until it leaves the
 * field, or the field is switched off and on. Source: the maker's manual of ID ISC.MR/PR101, CFG5 (p. 31) and its commands.
 */
import { bytes, crc8408, highFirst, lowFirst } from '../../devices/crc16.ts'
import { bytesOf, type ChipTwin, MUTE, type Seen } from './chip-twin.ts'
import { flipped, garbage, whole } from './twin.ts'

const [INVENTORY, RF_RESET, MORE_MODE] = [0xb0, 0x69, 0x80]
const [DONE, NO_TAG, UNKNOWN, MORE] = [0x00, 0x01, 0x80, 0x94]
/** Tags that one answer holds. */
const AT_ONCE = 24

function answer(address: number, data: string): string {
  const body = `\x02${highFirst(data.length + 6)}${bytes(address)}${data}`
  return body + lowFirst(crc8408(body))
}

function inventoried(address: number, tags: readonly Seen[], left: Map<number, readonly Seen[]>): string {
  const [now, later] = [tags.slice(0, AT_ONCE), tags.slice(AT_ONCE)]
  left.set(address, later)
  if (tags.length === 0) return answer(address, bytes(INVENTORY, NO_TAG))
  const records = now.map(({ tag }) => `${bytes(0x03, 0x00)}${bytesOf(tag)}`)
  return answer(address, `${bytes(INVENTORY, later.length > 0 ? MORE : DONE, now.length)}${records.join('')}`)
}

export const FEIG_TWIN: ChipTwin = {
  driver: 'feig',
  serial: 'none',
  begin(antennas, see) {
    const left = new Map<number, readonly Seen[]>()
    /** Tags that were told, by their antennas. */
    const mute = new Map<number, ReadonlySet<string>>()
    return {
      tell: MUTE,
      hear(question) {
        const [address, command, mode] = [question.charCodeAt(3), question.charCodeAt(4), question.charCodeAt(6)]
        const isWhole = question.length >= 7 && lowFirst(crc8408(question.slice(0, -2))) === question.slice(-2)
        if (!isWhole || !antennas.includes(address)) return ''
        if (command === RF_RESET) mute.delete(address)
        if (command !== INVENTORY) return answer(address, bytes(command, command === RF_RESET ? DONE : UNKNOWN))
        if (mode === MORE_MODE) return inventoried(address, left.get(address) ?? [], left)
        const seen = see(address)
        const before = mute.get(address) ?? new Set<string>()
        mute.set(address, new Set(seen.map(({ tag }) => tag)))
        return inventoried(
          address,
          seen.filter(({ tag }) => !before.has(tag)),
          left,
        )
      },
    }
  },
  faults: {
    damaged: { does: 'one bit of the answer is wrong', change: (message, random) => flipped(message, random) },
    dropped: { does: 'the answer never arrives', change: () => '' },
    'tail lost': { does: 'its end is missing', change: (message, random) => message.slice(0, 1 + whole(random, message.length - 1)) },
    'head lost': { does: 'its beginning is missing', change: (message, random) => message.slice(1 + whole(random, message.length - 1)) },
    "another's": {
      does: 'a reader that was not asked answers',
      change: (message) => answer((message.charCodeAt(3) % 200) + 20, message.slice(4, -2)),
    },
    doubled: { does: 'the answer arrives twice', change: (message) => message + message },
    'field fault': {
      does: 'it reports a fault in place of the inventory',
      change: (message) => answer(message.charCodeAt(3), bytes(message.charCodeAt(4), 0x83)),
    },
    noise: { does: 'bytes of noise in front of it', change: (message, random) => garbage(random, 20) + message },
  },
}
