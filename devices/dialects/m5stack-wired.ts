/**
 * RFID card readers of the rfid-poker project on an M5Stack, by cable: JSON Lines at 115200 8N1, lines with `#` are comments. Messages `boot`,
 * `card` and `error`, all numbered by `seq` from 1 at each start; `device_id` is a name or the MAC address. A card is told again after
 * 500 ms while it lies there: the same tag twice in a row is one card, for a tag is one card of one deck.
 *
 *   {"type":"card","ts":"T+5678","device_id":"atom-shoe-01","seq":2,"card_uid":"04AABBCCDD11","tech":"MIFARE","rssi":0}
 *
 * Public source: github.com/whywaita/rfid-poker, clients/m5stack-wired/README.md and src/serial_card_handler.cpp, and the architecture of its wired
 * client (200 ms scan, 500 ms cooldown, text of the boot loader among the lines).
 */
import { damaged, type Heard, lines } from '../../firmware-bridge/dialect.ts'
import { type CardFile, tagOf } from '../driver.ts'
import { type Talker, taggedCard } from '../talker.ts'
import { TALKS_ONLY } from '../traits.ts'

const LINE_MAX = 400
/** More are told as so many. */
const LOST_MAX = 512
const UID = /^[0-9A-F]{8,20}$/
const SERIAL = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/
const LOST: Heard = { kind: 'lost', count: 1 }

interface Message {
  readonly type: unknown
  readonly device_id: unknown
  readonly seq: number
  readonly card_uid?: unknown
  readonly code?: unknown
}

/** The message in a line; null: there is none. A torn line in front of it has lost its line end. Pure. */
function decodeM5Stack(line: string): Message | null {
  const text = line.slice(Math.max(0, line.lastIndexOf('{')))
  // A parser that fails costs a hundred times as much as a look.
  if (!text.endsWith('}') || !text.includes('"seq"')) return null
  try {
    const message: unknown = JSON.parse(text)
    if (typeof message !== 'object' || message === null) return null
    const { seq } = message as { readonly seq?: unknown }
    return Number.isSafeInteger(seq) && Number(seq) >= 1 ? (message as Message) : null
  } catch {
    return null
  }
}

/** A device that is named by its MAC address; a configuration has `-` for `:`. */
const serialOf = (id: unknown): string | null => {
  const serial = String(id).replaceAll(':', '-')
  return SERIAL.test(serial) ? serial : null
}

function reader(cards: CardFile) {
  let last: number | null = null
  let lying: string | null = null

  /** What the number says of messages before this one; null: it is this one over again. */
  const gap = ({ seq, type }: Message): readonly Heard[] | null => {
    const before = last
    // Cards may have passed meanwhile, even where it had said nothing but that it starts, under the same number.
    if (type === 'boot' && before !== null) {
      last = seq
      return [{ kind: 'trouble', text: 'it has restarted' }, LOST]
    }
    if (seq === before) return null
    last = seq
    if (before === null || seq === before + 1) return []
    // Otherwise it counts from 1 again.
    return [seq > before ? { kind: 'lost', count: Math.min(seq - before - 1, LOST_MAX) } : LOST]
  }

  const mean = (message: Message, line: string): readonly Heard[] => {
    if (message.type === 'boot') return [{ kind: 'idle' }]
    if (message.type === 'error')
      return [
        {
          kind: 'trouble',
          text: `error ${String(message.code)
            .replace(/[^\w-]/g, '')
            .slice(0, 48)}`,
        },
      ]
    if (message.type !== 'card') return [LOST]
    const tag = tagOf(String(message.card_uid))
    if (!UID.test(tag)) return [{ kind: 'event', event: { kind: 'card', card: '??' }, raw: line }]
    const isLying = tag === lying
    lying = tag
    return [isLying ? { kind: 'repeat' } : taggedCard(cards, tag, `${message.seq} ${tag}`)]
  }

  return lines(LINE_MAX, (line) => {
    if (line.startsWith('#')) return [{ kind: 'idle' }]
    const message = decodeM5Stack(line)
    if (message === null) return [damaged(line.includes('{') ? 'torn' : 'no-frame', line)]
    const serial = serialOf(message.device_id)
    if (serial === null) return [damaged('torn', line)]
    const before = gap(message)
    if (before === null) return [{ kind: 'who', serial }, { kind: 'repeat' }]
    return [{ kind: 'who', serial }, ...before, ...mean(message, line)]
  })
}

/** The line for a card's tag under a number. Pure. */
export const encodeM5Stack = (id: string, seq: number, uid: string): string =>
  `${JSON.stringify({ type: 'card', ts: `T+${seq * 900}`, device_id: id, seq, card_uid: uid, tech: 'MIFARE', rssi: 0 })}\r\n`

export const M5STACK_WIRED: Talker = {
  name: 'm5stack-wired',
  role: 'shoe',
  baudRate: 115_200,
  origin: {
    delivered: '115200 8N1, CLIENT_TYPE of its project',
    answer: 'built with CLIENT_TYPE=board (set-up)',
    rests: 'code of the device: github.com/whywaita/rfid-poker',
    differs: null,
  },
  traits: {
    ...TALKS_ONLY,
    what: 'RFID reader at the mouth of a shoe (rfid-poker on an M5Stack, by cable)',
    identity: 'told',
    lateMs: 300,
    losses: 'numbered',
    repeats: 'a card that still lies there, every 500 ms',
    cardFile: 'required',
    setUp: [
      'Build its firmware with CLIENT_TYPE=board, which sends each card at once, and with a DEVICE_ID, the `serial` of the configuration (of a MAC address, write - for :).',
      'Write the card file: the tags of every card of every deck in use.',
    ],
  },
  dialect: ({ cards }) => ({ damageLoses: false, reader: () => reader(cards) }),
}
