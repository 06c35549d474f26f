/**
 * An Elatec TWN4 in each of its forms: it names one tag at a time, of several the next one each time. Source: Elatec's manual of the simple protocol, 1.3.
 * The checksum does not cover the length: `04 00 00 05 15 A7`.
 */
import { bytes, crc8408, lowFirst } from '../../devices/crc16.ts'
import { bytesOf, type ChipTwin, type ChipVoice, MUTE, type Seen } from './chip-twin.ts'
import { flipped, garbage, whole } from './twin.ts'

const ISO_15693 = 0x82
const SEARCH = '\x05\x00\x28'

/** A payload as it stands on the line. */
type Form = (payload: string) => string
const withCrc: Form = (payload) => `${lowFirst(payload.length + 2)}${payload}${lowFirst(crc8408(payload))}`
const plain: Form = (payload) => `${lowFirst(payload.length)}${payload}`
const ascii: Form = (payload) => `${Buffer.from(payload, 'latin1').toString('hex').toUpperCase()}\r`

const begin =
  (form: Form) =>
  (_antennas: readonly number[], see: (antenna: number) => readonly Seen[]): ChipVoice => {
    let turn = 0
    /** In ASCII everything up to a CR is one question. */
    let line = ''
    return {
      tell: MUTE,
      hear(question) {
        line = form === ascii ? line + question : question
        const asked = line
        if (line.endsWith('\r')) line = ''
        if (asked !== form(SEARCH)) return ''
        const tags = see(1)
        const tag = tags[turn++ % Math.max(1, tags.length)]
        if (tag === undefined) return form(bytes(0, 0))
        const id = bytesOf(tag.tag)
        return form(`${bytes(0, 1, ISO_15693, id.length * 8, id.length)}${id}`)
      },
    }
  }

export const TWN4_TWIN: ChipTwin = {
  driver: 'twn4',
  serial: 'none',
  begin: begin(withCrc),
  faults: {
    damaged: { does: 'one bit of the answer is wrong', change: (message, random) => flipped(message, random) },
    dropped: { does: 'the answer never arrives', change: () => '' },
    'tail lost': { does: 'its end is missing', change: (message, random) => message.slice(0, 1 + whole(random, message.length - 1)) },
    refused: { does: 'it answers with an error code', change: () => withCrc(bytes(3)) },
    noise: { does: 'bytes of noise in front of it', change: (message, random) => garbage(random, 12) + message },
  },
}

/** As many are delivered, and without a checksum. */
export const TWN4_OTHERS: { readonly [form: string]: ChipTwin } = {
  'ASCII, as it is delivered': { ...TWN4_TWIN, begin: begin(ascii) },
  'binary without CRC': { ...TWN4_TWIN, begin: begin(plain) },
}
