/** A Bee-Tek style shoe. */
import { encodeBeeTek } from '../../devices/dialects/bee-tek.ts'
import { garbage, type Twin, whole } from './twin.ts'

export const BEE_TEK_TWIN: Twin = {
  driver: 'bee-tek',
  serial: 'none',
  hello: '\r\n',
  begin: () => encodeBeeTek,
  faults: {
    'failed read': { does: 'the card could not be read', change: () => ' [Game]<Game> ', fate: 'unread' },
    'not read alarm': {
      does: 'an alarm stands in place of the card',
      change: () => ' [GameAlarm]<Alarm:E3 Card Not Read> ',
      fate: 'told lost',
    },
    'alarm before': {
      does: 'another alarm comes in front of the card',
      change: (text) => ` [Game]<Alarm:E1 Cover Open> ${text}`,
      fate: 'heard',
    },
    warning: { does: 'a warning comes in front of the card', change: (text) => ` <W0x01> ${text}`, fate: 'heard' },
    'burn mode': { does: 'the word of the other mode', change: (text) => text.replace('Game', 'Manual Burn Cards'), fate: 'heard' },
    'suit first': {
      does: 'suit and rank the other way round',
      change: (text) => text.replace(/<Card:(.)(.)>/, '<Card:$2$1>'),
      fate: 'heard',
    },
    'ten in digits': { does: 'a ten is 10', change: (text) => text.replace(/:T/, ':10'), fate: 'heard' },
    'no spaces': { does: 'without the spaces, as neighbours share them', change: (text) => text.trim(), fate: 'heard' },
    'line end': { does: 'a line end behind it', change: (text) => `${text}\r\n`, fate: 'heard' },
    'head lost': {
      does: 'the beginning is missing',
      change: (text, random) => text.trim().slice(2 + whole(random, 12)),
      fate: 'told lost',
    },
    'tail lost': { does: 'the end is missing', change: (text, random) => text.trim().slice(0, 1 + whole(random, 14)), fate: 'told lost' },
    noise: {
      does: 'bytes of noise in front of it',
      change: (text, random) => `${garbage(random, 20).replace(/[\s<>[\]]/g, '~')}${text}`,
      fate: 'heard',
    },
  },
}
