/**
 * Bee-Tek style shoe: ASCII records at 9600 8N1, ` [Game]<Card:4S> ` or ` [Manual Burn Cards]<Card:H3> `, with spaces around them and sometimes a line
 * end; two neighbours share their space. ` [Game]<Game> ` is a card that it could not read: a position all the same. Alarms and warnings stand
 * among the cards, in the order in which things happened.
 *
 * An alarm `E3 Card Not Read` says that a card was not read. Whether `<Game>` comes for the same card as well is not known, so it counts as
 * something lost, not as a card.
 *
 * Public source: a monitor for this shoe whose patterns and setup guide are on GitHub ("Bee-Tek Card Shoe Monitor": records, `10` for a ten,
 * alarms, warnings, the mode "Manual Burn Cards").
 */
import { type Cut, frames, type Heard } from '../../firmware-bridge/dialect.ts'
import { type Card, RANKS, type Scan, SUITS } from '../scan.ts'
import { cardEvent, type Talker } from '../talker.ts'
import { TALKS_ONLY } from '../traits.ts'

const RECORD_MAX = 80
const RECORD = /^(?:\[(?:Game|GameAlarm|Manual Burn Cards)\]<[^<>[\]\r\n]{1,48}>|<W0x[0-9A-F]{2}>)$/i
const CARD = /<Card:(?:(10|[2-9TJQKA])([CDHS])|([CDHS])(10|[2-9TJQKA]))>$/i
const NOT_READ = /\]<Game>$/i
const ALARM = /<Alarm:([^>]+)>$/i
const WARNING = /^(?:\[[A-Za-z ]+\])?<(W0x[0-9A-F]{2})>$/i

const isSpace = (sign: string | undefined): boolean => sign === ' ' || sign === '\r' || sign === '\n' || sign === '\t'

/** A record ends at its `>`. Whatever precedes the beginning of the next one is none. */
const cut: Cut = (held, at) => {
  let end = at
  while (isSpace(held[end])) end++
  if (end > at) return { end, what: 'gap' }
  const closed = held.indexOf('>', at)
  if (closed >= 0 && RECORD.test(held.slice(at, closed + 1))) return { end: closed + 1, what: 'frame' }
  const next = nextStart(held, at + 1)
  if (closed < 0) {
    // The beginning of another record shows that this one is torn; otherwise its end may be on its way.
    const other = held.indexOf('[', at + 1)
    if (other >= 0) return { end: other, what: 'torn' }
    return held[at] === '[' || held[at] === '<' ? null : { end: next < 0 ? held.length : next, what: 'no-frame' }
  }
  return { end: next < 0 || next > closed ? closed + 1 : next, what: 'torn' }
}

/** Where the next record may begin. In `[Game]<Card:4S>` that is the bracket: a `<` behind a `]` belongs to it. */
function nextStart(held: string, from: number): number {
  const [square, angle] = [held.indexOf('[', from), held.indexOf('<', from)]
  const own = angle > 0 && held[angle - 1] === ']' ? -1 : angle
  return square < 0 || (own >= 0 && own < square) ? own : square
}

const rankOf = (text: string): string => (text === '10' ? 'T' : text.toUpperCase())

/** Pure. */
function decode(record: string): readonly Heard[] {
  const [, rank, suit, suitFirst, rankLast] = CARD.exec(record) ?? []
  const card = RANKS.flatMap((r) => SUITS.map((s): Card => `${r}${s}`)).find(
    (one) => one === `${rankOf(rank ?? rankLast ?? '')}${(suit ?? suitFirst ?? '').toUpperCase()}`,
  )
  if (card !== undefined) return [{ kind: 'event', event: cardEvent(card), raw: record }]
  if (NOT_READ.test(record)) return [{ kind: 'event', event: cardEvent('??'), raw: record }]
  const alarm = ALARM.exec(record)?.[1]
  if (alarm !== undefined) {
    const trouble: Heard = { kind: 'trouble', text: `alarm ${alarm.replace(/[^\x20-\x7e]/g, '?')}` }
    return /^E3\b|card not read/i.test(alarm) ? [trouble, { kind: 'lost', count: 1 }] : [trouble]
  }
  const warning = WARNING.exec(record)?.[1]
  if (warning !== undefined) return [{ kind: 'trouble', text: `warning ${warning}` }]
  // Well formed, but no word that is known: it may have been a card.
  return [{ kind: 'damage', why: 'torn', sample: record }]
}

/** The record for a scan; null: it has no word for it. Pure. */
export const encodeBeeTek = (scan: Scan): string | null =>
  scan.kind !== 'card' ? null : scan.card === '??' ? ' [Game]<Game> ' : ` [Game]<Card:${scan.card}> `

export const BEE_TEK: Talker = {
  name: 'bee-tek',
  role: 'shoe',
  baudRate: 9600,
  origin: {
    delivered: '9600 8N1, the mode of the game with the rules of baccarat',
    answer: 'the diagnostic mode "Manual Burn Cards" is chosen at the shoe (set-up)',
    rests: "somebody's client: Bee-Tek Card Shoe Monitor on GitHub",
    differs: 'whether `<Game>` and alarm E3 come for the same card',
  },
  traits: {
    ...TALKS_ONLY,
    what: 'card shoe that reads the cards (Bee-Tek style)',
    lateMs: 250,
    setUp: [
      'Turn its key to the diagnostic mode and choose "Manual Burn Cards": then every card is sent, without the rules of baccarat.',
      'Its port is RS-232: use an RS-232 adapter, not one with logic levels.',
    ],
  },
  dialect: () => ({ damageLoses: true, reader: () => frames(cut, RECORD_MAX, decode) }),
}
