/** An RDM6300, and the badges of three dealers; one of them has a spare badge. */
import { encodeRdm6300 } from '../../devices/dialects/rdm6300.ts'
import type { BadgeTwin } from './badge-twin.ts'
import { flipped, garbage, whole } from './twin.ts'

/** Where the digits of the badge's number are. */
const [FIRST, DIGITS] = [1, 10]

/** The same bit is wrong in two of its bytes, so the checksum fits. */
function twoErrors(message: string, random: () => number): string {
  const number = Buffer.from(message.slice(FIRST, FIRST + DIGITS), 'hex')
  const bytes = number.length
  const [one, bit] = [whole(random, bytes), 1 << whole(random, 8)]
  const other = (one + 1 + whole(random, bytes - 1)) % bytes
  for (const at of [one, other]) number[at] = (number[at] ?? 0) ^ bit
  return message.slice(0, FIRST) + number.toString('hex').toUpperCase() + message.slice(FIRST + DIGITS)
}

export const RDM6300_TWIN: BadgeTwin = {
  driver: 'rdm6300',
  serial: 'none',
  say: encodeRdm6300,
  everyMs: 220,
  badges: new Map([
    ['d-17', ['0A0012D687', '0A0012D6C4']],
    ['d-18', ['0A003F5B21']],
    ['d-19', ['4B00DA0291']],
  ]),
  faults: {
    damaged: { does: 'one bit of it is wrong', change: (message, random) => flipped(message, random) },
    'two errors': { does: 'two bytes are wrong, and the checksum fits', change: twoErrors },
    dropped: { does: 'nothing of it arrives', change: () => '' },
    doubled: { does: 'it arrives twice', change: (message) => message + message },
    'head lost': { does: 'its beginning is missing', change: (message, random) => message.slice(1 + whole(random, message.length - 1)) },
    'tail lost': { does: 'its end is missing', change: (message, random) => message.slice(0, whole(random, message.length)) },
    noise: { does: 'bytes of noise in front of it', change: (message, random) => garbage(random, 20) + message },
  },
}

/** The same number with another checksum and end: two digits more than the number stand before the end of what an RDM6300 says. */
const ending =
  (tail: (sum: string) => string) =>
  (badge: string): string => {
    const message = encodeRdm6300(badge)
    return `${message.slice(0, FIRST + DIGITS)}${tail(message.slice(FIRST + DIGITS, -1))}\x03`
  }

/** Readers of its kind that people have. Sources: captures at github.com/esphome/issues#3610 and github.com/esphome/esphome#13753. */
export const RDM6300_OTHERS: { readonly [kind: string]: BadgeTwin } = {
  'one raw byte as checksum': { ...RDM6300_TWIN, say: ending((sum) => Buffer.from(sum, 'hex').toString('latin1')) },
  'ID-12 and ID-20, CR LF before the end': { ...RDM6300_TWIN, say: ending((sum) => `${sum}\r\n`) },
}
