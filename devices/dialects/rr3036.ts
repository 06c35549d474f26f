/**
 * RR3036 desk reader for ISO 15693 on USB, for laboratories and dealer schools. It has one antenna. The driver switches its field on, chooses the
 * protocol and asks for an inventory again and again.
 *
 *   question  LEN ADR CMD STATE CRC CRC              LEN = what follows it
 *   answer    LEN ADR STATUS {DSFID UID*8} CRC CRC
 *
 * Commands 00/02 field on, 00/06 ISO 15693, 01/06 inventory. STATUS 0E no tag; 0A, 0B the inventory is incomplete, so it is no level; 05, 1F the
 * field is off or another protocol chosen. CRC 8408 over all bytes before it, low byte first. A frame has no sign of its beginning: its length and
 * checksum must fit.
 *
 * Public source: github.com/545ch4/RR3036, lib/RR3036/connection.rb (commands, status codes, records of nine bytes, checksum).
 */
import { type Cut, frames, type Heard } from '../../firmware-bridge/dialect.ts'
import { ASK_TICK_MS, asked, SILENT_MS } from '../asked.ts'
import { bytes, crc8408, hexOf, lowFirst } from '../crc16.ts'
import type { Given } from '../driver.ts'
import { LOST, type Sighting, type ToldLevels, tagBoard } from '../tag-board.ts'
import type { Talker } from '../talker.ts'
import { TALKS_ONLY } from '../traits.ts'

const [ANSWER_MIN, ANSWER_MAX] = [5, 256]
const RECORD = 9
/** As it is delivered. */
const ADDRESS = 0
const DONE = 0x00
const NO_TAG = 0x0e
/** The field is off, or it speaks another protocol: it was switched off meanwhile. */
const NOT_READY: readonly number[] = [0x05, 0x1f]
const [EVERY_MS, ANSWER_MS] = [100, 1000]

const cut: Cut = (held, at) => {
  const length = held.charCodeAt(at) + 1
  if (held.length < at + 2) return null
  if (length < ANSWER_MIN || held.charCodeAt(at + 1) !== ADDRESS) return { end: at + 1, what: 'no-frame' }
  const end = at + length
  if (held.length < end) return null
  return { end, what: 'frame', fits: () => lowFirst(crc8408(held.slice(at, end - 2))) === held.slice(end - 2, end) }
}

/** With its length and checksum. Pure. */
function encodeRr3036(data: string): string {
  const body = `${bytes(data.length + 2)}${data}`
  return `${body}${lowFirst(crc8408(body))}`
}

const [FIELD_ON, PROTOCOL, INVENTORY] = [bytes(ADDRESS, 0x00, 0x02), bytes(ADDRESS, 0x00, 0x06), bytes(ADDRESS, 0x01, 0x06)].map(
  encodeRr3036,
) as [string, string, string]

/** null: it is no list of tags. */
function tagsOf(data: string): readonly Sighting[] | null {
  if (data.length === 0 || data.length % RECORD !== 0) return null
  return Array.from({ length: data.length / RECORD }, (_, at) => ({
    tag: hexOf(data.slice(at * RECORD + 1, (at + 1) * RECORD)),
    rssi: null,
  }))
}

function reader({ chips, antennas }: Given, told: ToldLevels) {
  const board = tagBoard({ chips, antennas }, told)
  /** What it has still to be told before the next inventory. */
  let preparing: readonly string[] = [FIELD_ON, PROTOCOL]
  const line = asked({
    antennas: [...antennas.keys()],
    question: () => preparing[0] ?? INVENTORY,
    everyMs: EVERY_MS,
    answerMs: ANSWER_MS,
    board,
    givenUp: () => begin(),
  })

  const mean = (frame: string, nowMs: number): readonly Heard[] => {
    const { antenna } = line
    if (antenna === null) return [{ kind: 'repeat' }]
    const [status, data] = [frame.charCodeAt(2), frame.slice(3, -2)]
    const code = `status ${status.toString(16).padStart(2, '0').toUpperCase()}`
    if (preparing.length > 0) {
      line.failed(`it is not ready (${code})`, nowMs)
      if (status === DONE) preparing = preparing.slice(1)
      return [{ kind: 'idle' }]
    }
    const tags = status === NO_TAG ? [] : status === DONE ? tagsOf(data) : null
    if (tags !== null) {
      line.answered(nowMs)
      return board.inventory(antenna, tags, nowMs)
    }
    line.failed(`it could not take the whole inventory (${code})`, nowMs)
    if (!NOT_READY.includes(status)) return [{ kind: 'idle' }]
    preparing = [FIELD_ON, PROTOCOL]
    board.blind(antenna)
    return [{ kind: 'trouble', text: 'it was switched off meanwhile' }, LOST]
  }
  let read = frames(cut, ANSWER_MAX, mean)
  const begin = (): void => {
    read = frames(cut, ANSWER_MAX, mean)
  }
  return (given: Uint8Array, nowMs: number): readonly Heard[] => {
    if (given.length > 0) line.bytes(nowMs)
    return [...read(given, nowMs), ...line.due(nowMs)]
  }
}

export const RR3036: Talker = {
  name: 'rr3036',
  role: 'spots',
  baudRate: 19_200,
  origin: {
    delivered: '19200 8N1, address 0, field off',
    answer: 'the field is switched on and ISO 15693 chosen at each opening',
    rests: "somebody's client: github.com/545ch4/RR3036",
    differs: 'more tags than an answer holds are no level',
  },
  traits: {
    ...TALKS_ONLY,
    what: 'desk reader of chips for ISO 15693 (RR3036), asked',
    checksum: 'CRC-16',
    losses: 'level',
    lateMs: 2000,
    chipFile: 'required',
    antennas: { most: 1, eachMs: 0 },
    setUp: [
      'It senses one spot, antenna 1: for a laboratory or a dealer school, a reader and a port for each spot.',
      'Leave its address at 0, as it is delivered.',
      'Its inventory takes longer the more chips lie there; one that it calls incomplete is no level.',
    ],
  },
  dialect: (given) => {
    const told: ToldLevels = new Map()
    return { damageLoses: false, tickMs: ASK_TICK_MS, silentMs: SILENT_MS, reader: () => reader(given, told) }
  },
}
