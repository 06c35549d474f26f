/**
 * The playing-card reader of dropfred's esp-rfid-playing-cards, set to its serial port: one decimal number a line at 115200 8N1. Each card has its
 * own value in its tag: bits 5-4 suit (0 clubs, 1 hearts, 2 spades, 3 diamonds), bits 3-0 rank (1 ace to 13 king, 0 a joker); 255 is no card. It
 * looks every 250 ms and prints changes only. So an equal card right behind another one is told as one, and the same number twice in a row
 * shows that a line between them is lost.
 *
 * Public source: github.com/dropfred/esp-rfid-playing-cards, README.md (values; 20 is the four of hearts) and rfid-playing-card.cpp (lines, 250 ms).
 */
import { damaged, type Heard, lines, type Reader } from '../../firmware-bridge/dialect.ts'
import { type Card, RANKS, type Scan, type ScannedCard } from '../scan.ts'
import { cardEvent, type Talker } from '../talker.ts'
import { TALKS_ONLY } from '../traits.ts'

const LINE_MAX = 40
const EMPTY = 255
const CARD_VALUES = 64
/** In the order of their codes, from 0. */
const SUIT_CODES = ['C', 'H', 'S', 'D'] as const
const LOST: Heard = { kind: 'lost', count: 1 }

/** The number of a line; null: it is none that the device sends. */
function numberIn(line: string): number | null {
  const value = /^(0|[1-9]\d{0,2})$/.test(line) ? Number(line) : Number.NaN
  return value < CARD_VALUES || value === EMPTY ? value : null
}

/** Pure. */
const cardOf = (value: number): ScannedCard => {
  const [suit, rank] = [SUIT_CODES[value >> 4], RANKS[(value & 0x0f) - 1]]
  return suit === undefined || rank === undefined ? '??' : `${rank}${suit}`
}

function reader(): Reader {
  let last: number | null = null
  // A line may have lost its first digits at the opening, or to what was damaged before it.
  let isTrusted = false
  return lines(LINE_MAX, (line) => {
    if (line.startsWith('rfid-playing-card ')) {
      const wasOn = last !== null
      isTrusted = true
      last = EMPTY
      return wasOn ? [{ kind: 'trouble', text: 'it has restarted' }, LOST] : [{ kind: 'idle' }]
    }
    const value = numberIn(line)
    if (value === null || !isTrusted) {
      isTrusted = value !== null
      last = value
      return [damaged('torn', line)]
    }
    const before = last
    last = value
    if (value === before) return [LOST]
    return [value === EMPTY ? { kind: 'idle' } : { kind: 'event', event: cardEvent(cardOf(value)), raw: line }]
  })
}

const numberOf = (card: Card): number => {
  const [rank, suit] = [RANKS.findIndex((one) => card.startsWith(one)), SUIT_CODES.findIndex((one) => card.endsWith(one))]
  return (suit << 4) | (rank + 1)
}

/** The lines for a card that comes and goes; null: it has no word for the scan. Pure. */
export const encodeDropfred = (scan: Scan): string | null =>
  scan.kind !== 'card' ? null : `${scan.card === '??' ? 0 : numberOf(scan.card)}\r\n${EMPTY}\r\n`

export const DROPFRED: Talker = {
  name: 'dropfred',
  role: 'shoe',
  baudRate: 115_200,
  origin: {
    delivered: '115200 8N1, no serial port',
    answer: 'built with USE_SERIAL (set-up)',
    rests: 'code of the device: github.com/dropfred/esp-rfid-playing-cards',
    differs: 'two equal cards in a row are one',
  },
  traits: {
    ...TALKS_ONLY,
    what: 'RFID reader for cards that carry their own value (esp-rfid-playing-cards)',
    lateMs: 300,
    mergesEqual: true,
    setUp: ['Build its firmware with USE_SERIAL.', 'Pull the cards apart by a third of a second: it looks every 250 ms.'],
  },
  dialect: () => ({ damageLoses: true, reader }),
}
