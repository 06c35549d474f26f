/**
 * Feig OBID i-scan readers for ISO 15693, on one line: each has its own bus address, which is the number of its antenna in the configuration. The
 * driver asks one after the other, and takes only an answer that has the address it asked. As delivered (CFG5 ONT = 1) a tag that was told stays mute
 * until it leaves the field. So the field is switched off and on before each inventory.
 *
 *   reset     02 LEN LEN ADR 69 CRC CRC
 *   question  02 LEN LEN ADR B0 01 MODE CRC CRC             MODE 00, or 80 for more of the same inventory
 *   answer    02 LEN LEN ADR CMD STATUS [COUNT {TYPE DSFID UID*8}] CRC CRC
 *
 * LEN counts every byte, high byte first; CRC 8408 over all bytes before it, low byte first. STATUS 00 done, 01 no tag, 84 done with a warning of the
 * field, 94 there is more; with any other, as 83, the inventory is not whole.
 *
 * Public sources: FEIG's manuals of ID ISC.MR/PR101 (p. 31, CFG5 ONT; factory framing 8E1; answers within 3 s) and MR102 (p. 49, CFG16); its SDK for
 * Linux as third parties publish it (host commands, inventory); the checksum by its worked example `02 00 09 FF B0 01 00 18 43`.
 */
import { type Cut, frames, type Heard } from '../../firmware-bridge/dialect.ts'
import { ASK_TICK_MS, asked } from '../asked.ts'
import { bytes, crc8408, hexOf, highFirst, lowFirst } from '../crc16.ts'
import type { Given } from '../driver.ts'
import { type Sighting, type ToldLevels, tagBoard } from '../tag-board.ts'
import type { Talker } from '../talker.ts'
import { TALKS_ONLY } from '../traits.ts'

const STX = 0x02
/** Shortest answer, and the longest: 255 tags. */
const [ANSWER_MIN, ANSWER_MAX] = [8, 8 + 1 + 255 * 10]
const [INVENTORY, RF_RESET] = [0xb0, 0x69]
const COMMANDS: readonly number[] = [INVENTORY, RF_RESET]
const [DONE, NO_TAG, WARNING, MORE] = [0x00, 0x01, 0x84, 0x94]
const WITH_TAGS: readonly number[] = [DONE, WARNING, MORE]
const ISO_15693 = 0x03
/** Type, DSFID, UID. */
const RECORD = 10
const [EVERY_MS, ANSWER_MS] = [0, 3000]
/** Two readers on a line that give no answer hold up the others so long, and they are still there. */
const AWAY_MS = 2 * ANSWER_MS + 1000
/** Answers to one inventory: one that goes on beyond it has no end. */
const PARTS_MAX = 512

const cut: Cut = (held, at) => {
  if (held.charCodeAt(at) !== STX) {
    const next = held.indexOf(String.fromCharCode(STX), at)
    return { end: next < 0 ? held.length : next, what: 'no-frame' }
  }
  if (held.length < at + 5) return null
  const length = (held.charCodeAt(at + 1) << 8) | held.charCodeAt(at + 2)
  const isAnswer = length >= ANSWER_MIN && length <= ANSWER_MAX && COMMANDS.includes(held.charCodeAt(at + 4))
  if (!isAnswer) return { end: at + 1, what: 'no-frame' }
  const end = at + length
  if (held.length < end) return null
  return { end, what: 'frame', fits: () => lowFirst(crc8408(held.slice(at, end - 2))) === held.slice(end - 2, end) }
}

/** A frame for an address. Pure. */
export function encodeFeig(address: number, data: string): string {
  const body = `${bytes(STX)}${highFirst(data.length + 6)}${bytes(address)}${data}`
  return `${body}${lowFirst(crc8408(body))}`
}

const inventory = (address: number, mode = 0): string => encodeFeig(address, bytes(INVENTORY, 0x01, mode))
const reset = (address: number): string => encodeFeig(address, bytes(RF_RESET))

/** The tags of an answer; null: it holds something that is none. */
function tagsOf(data: string): readonly Sighting[] | null {
  const records = data.slice(1)
  if (data.length === 0 || records.length !== data.charCodeAt(0) * RECORD) return null
  const tags: Sighting[] = []
  for (let at = 0; at < records.length; at += RECORD) {
    if (records.charCodeAt(at) !== ISO_15693) return null
    tags.push({ tag: hexOf(records.slice(at + 2, at + RECORD)), rssi: null })
  }
  return tags
}

function reader({ chips, antennas }: Given, told: ToldLevels) {
  const board = tagBoard({ chips, antennas }, told)
  /** Of the answers to this inventory so far. */
  let before: readonly Sighting[] = []
  let parts = 0
  /** What is asked now; null: nothing yet. */
  let command: number | null = null
  const line = asked({
    antennas: [...antennas.keys()],
    question(address) {
      command = RF_RESET
      return reset(address)
    },
    ...{ everyMs: EVERY_MS, answerMs: ANSWER_MS, board, givenUp: () => begin() },
  })
  const failed = (why: string, nowMs: number): readonly Heard[] => {
    line.failed(why, nowMs)
    clear()
    return [{ kind: 'idle' }]
  }
  const ask = (text: string, nowMs: number): readonly Heard[] => {
    command = INVENTORY
    return [{ kind: 'idle' }, ...line.again(text, nowMs)]
  }

  const mean = (frame: string, nowMs: number): readonly Heard[] => {
    const [address, answered, status] = [frame.charCodeAt(3), frame.charCodeAt(4), frame.charCodeAt(5)]
    if (answered !== command || address !== line.antenna) return [{ kind: 'repeat' }]
    const code = `status ${status.toString(16).padStart(2, '0').toUpperCase()}`
    if (answered === RF_RESET)
      return status === DONE ? ask(inventory(address), nowMs) : failed(`it does not switch its field off and on (${code})`, nowMs)
    const tags = status === NO_TAG ? [] : WITH_TAGS.includes(status) ? tagsOf(frame.slice(6, -2)) : null
    if (tags === null) return failed(`it could not take the inventory (${code})`, nowMs)
    before = [...before, ...tags]
    if (status === MORE && ++parts >= PARTS_MAX) return failed('its inventory has no end', nowMs)
    if (status === MORE) return ask(inventory(address, 0x80), nowMs)
    const all = before
    clear()
    line.answered(nowMs)
    return board.inventory(address, all, nowMs)
  }
  let read = frames(cut, ANSWER_MAX, mean)
  const clear = (): void => {
    before = []
    parts = 0
    command = null
  }
  const begin = (): void => {
    read = frames(cut, ANSWER_MAX, mean)
    clear()
  }
  return (given: Uint8Array, nowMs: number): readonly Heard[] => {
    if (given.length > 0) line.bytes(nowMs)
    return [...read(given, nowMs), ...line.due(nowMs)]
  }
}

export const FEIG: Talker = {
  name: 'feig',
  role: 'spots',
  baudRate: 38_400,
  parity: 'even',
  origin: {
    delivered: '38400 8E1; CFG5 ONT = 1: a tag that was told is mute until it leaves',
    answer: 'opened as 8E1; the field is switched off and on before each inventory',
    rests: "maker's manuals ID ISC.MR/PR101 (p. 31), MR102 (p. 49); maker's SDK",
    differs: 'CFG16 PER-RESET-TIME of newer readers, 200 ms',
  },
  traits: {
    ...TALKS_ONLY,
    what: 'chip readers for ISO 15693 (Feig OBID i-scan), asked in turn',
    checksum: 'CRC-16',
    losses: 'level',
    lateMs: 600,
    chipFile: 'required',
    antennas: { most: 16, eachMs: 300 },
    setUp: [
      'Give each reader on the line its own bus address, from 1: the number of its antenna in the configuration.',
      'Leave it at 38400 8E1, as it is delivered, in ISO host mode, ISO 15693 with anticollision, and in no scan mode: it is asked.',
      'CFG5 ONT may stay at 1, as it is delivered: the driver switches the field off and on before each inventory. Newer readers (MR102) hold a tag back for CFG16 PER-RESET-TIME, 200 ms as delivered: set it to the shortest time.',
      'Keep the antennas apart: a chip that two of them see equally well counts nowhere, and is told.',
    ],
  },
  dialect: (given) => {
    const told: ToldLevels = new Map()
    return { damageLoses: false, tickMs: ASK_TICK_MS, silentMs: AWAY_MS, reader: () => reader(given, told) }
  },
}
