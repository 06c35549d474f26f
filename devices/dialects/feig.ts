/**
 * Feig OBID i-scan readers for ISO 15693, on one line: each has its own bus address, which is the number of its antenna in the configuration. The
 * driver asks one after the other for an inventory, and takes only an answer that has the address it asked.
 *
 *   question  02 LEN LEN ADR B0 01 MODE CRC CRC             MODE 00, or 80 for more of the same inventory
 *   answer    02 LEN LEN ADR B0 STATUS [COUNT {TYPE DSFID UID*8}] CRC CRC
 *
 * LEN counts every byte, high byte first; CRC 8408 over all bytes before it, low byte first. STATUS 00 done, 01 no tag, 94 there is more.
 *
 * Public sources: FEIG's own SDK for Linux as third parties publish it (host commands, inventory); the checksum by its worked example
 * `02 00 09 FF B0 01 00 18 43`.
 */
import { type Cut, frames, type Heard } from '../../firmware-bridge/dialect.ts'
import { ASK_TICK_MS, asked, SILENT_MS } from '../asked.ts'
import { bytes, crc8408, hexOf, highFirst, lowFirst } from '../crc16.ts'
import type { Given } from '../driver.ts'
import { type Sighting, type ToldLevels, tagBoard } from '../tag-board.ts'
import type { Talker } from '../talker.ts'
import { TALKS_ONLY } from '../traits.ts'

const STX = 0x02
/** Shortest answer, and the longest: 255 tags. */
const [ANSWER_MIN, ANSWER_MAX] = [8, 8 + 1 + 255 * 10]
const INVENTORY = 0xb0
const [DONE, NO_TAG, MORE] = [0x00, 0x01, 0x94]
const ISO_15693 = 0x03
/** Type, DSFID, UID. */
const RECORD = 10
const [EVERY_MS, ANSWER_MS] = [30, 400]

const cut: Cut = (held, at) => {
  if (held.charCodeAt(at) !== STX) {
    const next = held.indexOf(String.fromCharCode(STX), at)
    return { end: next < 0 ? held.length : next, what: 'no-frame' }
  }
  if (held.length < at + 3) return null
  const length = (held.charCodeAt(at + 1) << 8) | held.charCodeAt(at + 2)
  if (length < ANSWER_MIN || length > ANSWER_MAX) return { end: at + 1, what: 'no-frame' }
  if (held.length < at + length) return null
  const body = held.slice(at, at + length - 2)
  return lowFirst(crc8408(body)) === held.slice(at + length - 2, at + length)
    ? { end: at + length, what: 'frame' }
    : { end: at + 1, what: 'crc' }
}

/** A frame for an address. Pure. */
export function encodeFeig(address: number, data: string): string {
  const body = `${bytes(STX)}${highFirst(data.length + 6)}${bytes(address)}${data}`
  return `${body}${lowFirst(crc8408(body))}`
}

const question = (address: number, mode = 0): string => encodeFeig(address, bytes(INVENTORY, 0x01, mode))

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
  const line = asked({ antennas: [...antennas.keys()], question, everyMs: EVERY_MS, answerMs: ANSWER_MS, givenUp: () => begin() })
  /** Of the answers before, as long as there is more. */
  let before: readonly Sighting[] = []
  let parts = 0

  const mean = (frame: string, nowMs: number): readonly Heard[] => {
    const [address, command, status] = [frame.charCodeAt(3), frame.charCodeAt(4), frame.charCodeAt(5)]
    if (command !== INVENTORY || address !== line.antenna) return [{ kind: 'repeat' }]
    const tags = status === NO_TAG ? [] : status === DONE || status === MORE ? tagsOf(frame.slice(6, -2)) : null
    if (tags === null) {
      line.answered(nowMs)
      before = []
      parts = 0
      return [{ kind: 'trouble', text: `antenna ${address}: it could not take the inventory (status ${status.toString(16)})` }]
    }
    before = [...before, ...tags]
    if (status === MORE && ++parts < PARTS_MAX) return [{ kind: 'idle' }, ...line.again(question(address, 0x80), nowMs)]
    const all = before
    before = []
    parts = 0
    line.answered(nowMs)
    return board.inventory(address, all, nowMs)
  }
  let read = frames(cut, ANSWER_MAX, mean)
  const begin = (): void => {
    read = frames(cut, ANSWER_MAX, mean)
    before = []
    parts = 0
  }
  return (given: Uint8Array, nowMs: number): readonly Heard[] => [...read(given, nowMs), ...line.due(nowMs)]
}

/** Answers to one inventory. */
const PARTS_MAX = 8

export const FEIG: Talker = {
  name: 'feig',
  role: 'spots',
  baudRate: 38_400,
  traits: {
    ...TALKS_ONLY,
    what: 'chip readers for ISO 15693 (Feig OBID i-scan), asked in turn',
    checksum: 'CRC-16',
    losses: 'level',
    lateMs: 600,
    chipFile: 'required',
    antennas: { most: 16, eachMs: 200 },
    setUp: [
      'Give each reader on the line its own bus address, from 1: the number of its antenna in the configuration.',
      'Set 38400 8N1, ISO host mode, ISO 15693 with anticollision, and no scan mode: it is asked.',
      'Keep the antennas apart: a chip that two of them see equally well counts nowhere, and is told.',
    ],
  },
  dialect: (given) => {
    const told: ToldLevels = new Map()
    return { damageLoses: false, tickMs: ASK_TICK_MS, silentMs: SILENT_MS, reader: () => reader(given, told) }
  },
}
