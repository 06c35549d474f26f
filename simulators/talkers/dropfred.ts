/** The esp-rfid-playing-cards reader on its serial port. */
import { encodeDropfred } from '../../devices/dialects/dropfred.ts'
import { garbage, type Twin } from './twin.ts'

export const DROPFRED_TWIN: Twin = {
  driver: 'dropfred',
  serial: 'none',
  hello: 'rfid-playing-card 0.1\r\n',
  begin: () => encodeDropfred,
  faults: {
    'card line lost': { does: 'only that the card has gone arrives', change: () => '255\r\n', fate: 'told lost' },
    'line end lost': {
      does: 'two numbers arrive as one line',
      change: (text) => text.replace('\r\n', ''),
      fate: 'told lost',
      takesNext: true,
    },
    doubled: { does: 'the lines of the card arrive twice', change: (text) => text.replace(/(\d+\r\n)/, '$1$1'), fate: 'heard' },
    joker: { does: 'a card that is not of the deck', change: () => '16\r\n255\r\n', fate: 'unread' },
    'too quick': { does: 'the card passes between two looks', change: () => '', fate: 'unseen' },
    noise: {
      does: 'a line of noise in place of the card',
      change: (_text, random) => `~${garbage(random, 20).replace(/[\r\n]/g, '~')}\r\n255\r\n`,
      fate: 'told lost',
    },
  },
}
