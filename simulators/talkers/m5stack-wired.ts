/** An rfid-poker reader on an M5Stack, over six packs with tags. */
import { encodeM5Stack } from '../../devices/dialects/m5stack-wired.ts'
import { type Card, RANKS, SUITS } from '../../devices/scan.ts'
import { garbage, type Twin, type Voice, whole } from './twin.ts'

const SERIAL = 'atom-shoe-01'
const PACKS = 6
/** A tag that no card file has. */
const STRANGE = '04FFFFFFFFFF'

const uidOf = (card: number, pack: number): string =>
  `04A1B2${pack.toString(16).padStart(2, '0')}C3${card.toString(16).padStart(2, '0')}`.toUpperCase()

const TAGS: ReadonlyMap<Card, readonly string[]> = new Map(
  RANKS.flatMap((rank, r) =>
    SUITS.map((suit, s) => [`${rank}${suit}`, Array.from({ length: PACKS }, (_, pack) => uidOf(r * 4 + s, pack + 1))] as const),
  ),
)

function begin(): Voice {
  let seq = 1
  /** How often each card was dealt: of the next pack each time. */
  const dealt = new Map<string, number>()
  return (scan) => {
    if (scan.kind !== 'card') return null
    const own = scan.card === '??' ? [STRANGE] : (TAGS.get(scan.card) ?? [])
    const before = dealt.get(scan.card) ?? 0
    dealt.set(scan.card, before + 1)
    return encodeM5Stack(SERIAL, ++seq, own[before % own.length] ?? STRANGE)
  }
}

export const M5STACK_WIRED_TWIN: Twin = {
  driver: 'm5stack-wired',
  serial: SERIAL,
  hello: `ets Jul 29 2019 12:21:46\r\n# starting\r\n{"type":"boot","ts":"T+1234","device_id":"${SERIAL}","seq":1,"fw_version":"2811b6f","reason":"power_on"}\r\n`,
  begin,
  tags: TAGS,
  faults: {
    dropped: { does: 'it never arrives', change: () => '', fate: 'told lost' },
    doubled: { does: 'the line arrives twice', change: (line) => line + line, fate: 'heard' },
    'head lost': { does: 'its beginning is missing', change: (line, random) => line.slice(1 + whole(random, 60)), fate: 'told lost' },
    'tail lost': { does: 'its end is missing', change: (line, random) => `${line.slice(0, 1 + whole(random, 80))}\r\n`, fate: 'told lost' },
    'torn before': { does: 'a torn line is glued to it', change: (line) => line.slice(0, 40) + line, fate: 'heard' },
    'strange tag': { does: 'a tag that no file names', change: (line) => line.replace('04A1B2', '04FFFF'), fate: 'unread' },
    comment: { does: 'a comment comes in front of it', change: (line) => `# scanning\r\n${line}`, fate: 'heard' },
    noise: {
      does: 'a line of noise in front of it',
      change: (line, random) => `${garbage(random, 60).replace(/[{}]/g, '~')}\r\n${line}`,
      fate: 'heard',
    },
  },
}
