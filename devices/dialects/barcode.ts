/**
 * Cards with a bar code, read by a scanner on a serial line (or a USB scanner set to a virtual COM port). Each read is the text of the code
 * and a line end. Playing cards for scanning shoes have four digits: suit 1 spades, 2 hearts, 3 clubs, 4 diamonds, then the rank as three
 * digits, 010 ace to 130 king. Other codes are translated by the card file.
 *
 * Public sources: the line: Handheld 3220 user guide, "Serial Interface Message String"; Metrologic, "RS232 Interface" (baud rates, suffix). The
 * four digits: third-party descriptions of scanned decks.
 */
import { damaged, type Heard, lines } from '../../firmware-bridge/dialect.ts'
import { type CardFile, tagOf } from '../driver.ts'
import { type Card, RANKS, type Scan, SUITS } from '../scan.ts'
import { cardEvent, type Talker } from '../talker.ts'
import { TALKS_ONLY } from '../traits.ts'

const LINE_MAX = 48
/** What a scanner may send as a code: letters, digits and a few signs. */
const CODE = /^[A-Za-z0-9./+$% -]+$/
const SUIT_DIGITS = 'SHCD'

const digitsOf = (card: Card): string => {
  const [rank, suit] = [RANKS.findIndex((one) => card.startsWith(one)), SUITS.find((one) => card.endsWith(one))]
  return `${SUIT_DIGITS.indexOf(suit ?? 'S') + 1}${String((rank + 1) * 10).padStart(3, '0')}`
}

/** The code of every card. */
const STANDARD: CardFile = new Map(
  RANKS.flatMap((rank) => SUITS.map((suit): [string, Card] => [digitsOf(`${rank}${suit}`), `${rank}${suit}`])),
)

/**
 * A read: the card, or why there is none. Exact match only. `lengths`: of the codes in the card file. A code is told to people only if it is
 * as long as those: a damaged one, or two without the line end between them, may name a face-down card. Pure.
 */
function decode(line: string, cards: CardFile, lengths: ReadonlySet<number>): readonly Heard[] {
  const code = line.trim()
  const tag = tagOf(code)
  const card = cards.get(tag) ?? STANDARD.get(code)
  if (card !== undefined) return [{ kind: 'event', event: cardEvent(card), raw: line }]
  if (!CODE.test(code)) return [damaged('foreign-bytes', line)]
  return lengths.has(tag.length)
    ? [
        { kind: 'unknown', tag },
        { kind: 'lost', count: 1 },
      ]
    : [damaged('torn', line)]
}

/** The line for a scan; null: the device cannot say it. Pure. */
export const encodeBarcode = (scan: Scan): string | null =>
  scan.kind === 'card' && scan.card !== '??' ? `${digitsOf(scan.card)}\r\n` : null

export const BARCODE: Talker = {
  name: 'barcode',
  role: 'shoe',
  baudRate: 9600,
  origin: {
    delivered: '9600 8N1; some add a prefix or an identifier of the symbol',
    answer: 'they are set off, and each code ends in CR or LF (set-up)',
    rests: "Handheld 3220 user guide; Metrologic's RS232 page; the four digits: somebody's scanner daemon (code)",
    differs: 'whether each deck has these four digits; other codes go into the card file',
  },
  traits: {
    ...TALKS_ONLY,
    what: 'bar code scanner over the cards',
    lateMs: 250,
    cardFile: 'optional',
    setUp: [
      'Set the scanner to 9600 8N1 and a line end (CR, LF or both) after each code, without prefix, symbol identifier or length.',
      'Set it to read a code again only when another one, or none, was in front of it: the driver takes two equal codes for two cards, because a fast dealer deals two equal cards in half a second.',
    ],
  },
  dialect: ({ cards }) => {
    const lengths = new Set([...cards.keys()].map((tag) => tag.length))
    return { damageLoses: true, reader: () => lines(LINE_MAX, (line) => decode(line, cards, lengths)) }
  },
}
