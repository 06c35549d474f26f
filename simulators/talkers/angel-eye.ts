/** An Angel Eye II-EX style shoe in locked mode. It gets no answer, so it sends most frames more than once. */
import { encodeAngelEye } from '../../devices/dialects/angel-eye.ts'
import { flipped, garbage, type Twin, type Voice, whole } from './twin.ts'

function begin(): Voice {
  let number = 0
  return (scan) => {
    const frame = encodeAngelEye(0x30 + ((number + 1) % 10), scan)
    if (frame !== null) number++
    return frame
  }
}

/** The data of a frame; its beginning, number and checksum are four bytes more. */
const withData = (frame: string, data: string): string => {
  const body = `${frame[1]}${data}\x03`
  const bcc = [...body].reduce((xor, sign) => xor ^ sign.charCodeAt(0), 0)
  return `\x05${body}${bcc.toString(16).toUpperCase().padStart(2, '0')}`
}

export const ANGEL_EYE_TWIN: Twin = {
  driver: 'angel-eye',
  serial: 'none',
  // It stands by.
  hello: '\x050P\x0363',
  begin,
  faults: {
    'three times': { does: 'the frame comes three times', change: (frame) => frame.repeat(3), fate: 'heard' },
    'damaged and repeated': {
      does: 'the first of two sendings is damaged',
      change: (frame, random) => flipped(frame, random, 1) + frame,
      fate: 'heard',
    },
    damaged: { does: 'one bit of it is wrong, and it comes once', change: (frame, random) => flipped(frame, random, 1), fate: 'told lost' },
    dropped: { does: 'it never arrives', change: () => '', fate: 'told lost' },
    'tail lost': { does: 'its end is missing', change: (frame, random) => frame.slice(0, 1 + whole(random, 6)), fate: 'told lost' },
    'head lost': { does: 'its beginning is missing', change: (frame, random) => frame.slice(1 + whole(random, 5)), fate: 'told lost' },
    'no code': { does: 'the card could not be read', change: (frame) => withData(frame, 'd\x80\x80'), fate: 'unread' },
    'cannot read': { does: 'a fault stands in place of the card', change: (frame) => withData(frame, 'E\xc1'), fate: 'told lost' },
    'in a game': { does: 'the shoe is not locked', change: (frame) => withData(frame, `D${frame.slice(3, -3)}`), fate: 'heard' },
    answer: { does: 'an answer to somebody else comes in front of it', change: (frame) => `\x06\x15\x13${frame}`, fate: 'heard' },
    noise: {
      does: 'bytes of noise in front of it',
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these begin a frame.
      change: (frame, random) => garbage(random, 30).replace(/[\x02\x05\x06\x15]/g, '~') + frame,
      fate: 'heard',
    },
  },
}
