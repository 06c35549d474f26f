/** A bar code scanner over the cards. */
import { encodeBarcode } from '../../devices/dialects/barcode.ts'
import type { Twin } from './twin.ts'

export const BARCODE_TWIN: Twin = {
  driver: 'barcode',
  serial: 'none',
  hello: '',
  begin: () => encodeBarcode,
  faults: {
    'line end lost': { does: 'two codes arrive as one line', change: (text) => text.trimEnd(), fate: 'told lost', takesNext: true },
    'head lost': {
      does: 'the first digits are missing',
      change: (text, random) => text.slice(1 + Math.floor(random() * 3)),
      fate: 'told lost',
    },
    'tail lost': {
      does: 'the last digits are missing',
      change: (text, random) => `${text.slice(0, 1 + Math.floor(random() * 3))}\r\n`,
      fate: 'told lost',
    },
    noise: { does: 'a byte that is no text comes with it', change: (text) => `\x80${text}`, fate: 'told lost' },
    'no read': { does: 'the scanner reads nothing and says nothing', change: () => '', fate: 'unseen' },
    'line feed alone': { does: 'another line end, as other models have it', change: (text) => text.replace('\r', ''), fate: 'heard' },
  },
}
