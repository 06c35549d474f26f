/** The generated parts of docs/protocol.md: limits and times of the host, and one checksum calculated bit by bit. */
import { PENDING_BYTES_MAX } from '../../../firmware-bridge/connection.ts'
import {
  DISBELIEF_MS,
  DRIFT_MAX,
  EXCHANGE_MS,
  FIRST_MS,
  FIRST_SAMPLES,
  FUTURE_MS,
  REPEAT_MS,
  SAMPLES_MAX,
  SETTLED_SAMPLES,
} from '../../../firmware-bridge/device-clock.ts'
import { BODY_CHARS_MAX, ENDLESS_BYTES, formatLine, LINE_BYTES_MAX, SAMPLE_CHARS_MAX } from '../../../firmware-bridge/line.ts'
import { OVERDUE_MS, SILENCE_MS_MAX, UNNAMED_MS_MAX } from '../../../firmware-bridge/link.ts'
import { RIGHT_MS } from '../../../firmware-bridge/link-clock.ts'
import { ACK_MS, DOUBT_MS, IDENTIFY_MS, SNAPSHOT_MS, SNAPSHOTS_MAX } from '../../../firmware-bridge/link-order.ts'
import { PROOF_MS, PROOF_TRIES, PROVE_AGAIN_MS } from '../../../firmware-bridge/link-proof.ts'
import { REOPEN_MS_MAX, REOPEN_MS_MIN } from '../../../firmware-bridge/port.ts'
import { ASK_AT_MS, ASKED_MAX, GIVE_UP_MS, HELD_MAX, RECENT_MAX } from '../../../firmware-bridge/sequence.ts'
import { BOX_MAX, HAND_MAX } from '../../../firmware-bridge/tlp.ts'
import { table } from './markdown.ts'

const ms = (value: number): string => `${value} ms`
const bytes = (value: number): string => `${value} bytes`

const SIZES: readonly (readonly [what: string, most: string, beyond: string])[] = [
  ['a line, `$` and LF included', bytes(LINE_BYTES_MAX), 'counted as `too-long`, not read'],
  ['BODY', `${BODY_CHARS_MAX} characters`, 'the same'],
  ['bytes without an LF', bytes(ENDLESS_BYTES), 'cut there and counted as `endless`; reading continues after the last `$`'],
  ['sample kept of a bad line', bytes(SAMPLE_CHARS_MAX), 'the rest is dropped'],
  ['early lines held behind a gap', String(HELD_MAX), 'the highest is dropped and requested again: the device still has it'],
  ['events requested at once', String(ASKED_MAX), 'the rest is requested when these have come'],
  ['contents remembered, to tell a repetition from a conflict', String(RECENT_MAX), 'an older one counts as a repetition'],
  ['bytes written that the device has not read', bytes(PENDING_BYTES_MAX), 'the device does not read: the port is closed and opened again'],
  ['box in a spot or a pointer', String(BOX_MAX), 'a bad line'],
  ['hand in a pointer', String(HAND_MAX), 'a bad line'],
]

const REQUESTS = ASK_AT_MS.map((at) => (at === 0 ? 'at once' : `after ${at} ms`)).join(', ')

const TIMES: readonly (readonly [what: string, when: string, device: string])[] = [
  [
    'no valid line comes',
    `after ${ms(SILENCE_MS_MAX)} the port is closed and opened again`,
    'send `HB` every second, even when nothing happens',
  ],
  [
    '`?ID` gets no `HI`',
    `sends it again every ${ms(IDENTIFY_MS)}; after ${ms(SILENCE_MS_MAX)} the port is closed and opened again`,
    'answer at once, also in the middle of a round',
  ],
  [
    'the table waits to learn that nothing more happened, or other lines come but neither `HB` nor events',
    `sends \`?ID\`, at most every ${ms(IDENTIFY_MS)}; a heartbeat is overdue after ${ms(OVERDUE_MS)}`,
    'name the newest event in `hi`, as in `HB`',
  ],
  [
    'neither `HB`, `HI` nor an event comes, only other lines',
    `after ${ms(UNNAMED_MS_MAX)} the port is closed and opened again`,
    'send `HB` every second; a line that damages most of them needs repair',
  ],
  [
    'events are missing',
    `\`RS\` ${REQUESTS}; given up after ${ms(GIVE_UP_MS)}`,
    `answer within ${ms(ASK_AT_MS[1])}, with the lines or with \`NK range\``,
  ],
  [
    'events of the spot board are given up',
    `\`SNAP\`, at most every ${ms(SNAPSHOT_MS)}, and up to ${SNAPSHOTS_MAX} times until an event comes`,
    'send every spot again, the empty ones too',
  ],
  [
    'a `HI` that contradicts what is known',
    `asks again and accepts it if the answer is the same ${ms(DOUBT_MS)} later`,
    'answer every `?ID` with its current state',
  ],
  [
    'a challenge gets no `CR`',
    `asks with another nonce after ${ms(PROOF_MS)}, ${PROOF_TRIES} times in all; then the device is not believed`,
    `answer within ${ms(PROOF_MS)}, also in the middle of a round`,
  ],
  [
    'a device with a key',
    `is challenged at every start, boot and connection, and every ${ms(PROVE_AGAIN_MS)}`,
    'keep the key where nobody can read it out',
  ],
  ['acknowledgements', `at least ${ms(ACK_MS)} apart, each for all events up to it`, 'forget acknowledged events and no others'],
  [
    'time exchange',
    `${FIRST_SAMPLES} of them ${ms(FIRST_MS)} apart, then one every ${ms(EXCHANGE_MS)}`,
    'answer `TS` before anything else that is waiting',
  ],
  [
    '`TS` gets no answer',
    `sends it again after ${ms(REPEAT_MS)}; after ${ms(SILENCE_MS_MAX)} without any the port is closed and opened again`,
    'answer only the newest number',
  ],
  [
    'offset of the clock',
    `from the shortest round trip of the last ${SAMPLES_MAX}; an answer ${ms(DISBELIEF_MS)} away from \`HI\` and \`HB\`, or one that contradicts the one before, needs a second one that confirms it`,
    'use one clock for `HI`, `HB`, `TS` and events; it never goes back within a boot',
  ],
  [
    'the device has kept events while no host listened',
    `they are dated by the offset from before, of the same boot; without one they wait until ${SETTLED_SAMPLES} exchanges agree. A device that answers none of them is opened again after ${ms(SILENCE_MS_MAX)}`,
    'answer `TS` also right after `HI`',
  ],
  [
    'an event from the future',
    `more than ${ms(FUTURE_MS)}: dated by the clock before the boot, or by its arrival`,
    'keep the original time of the events in the ring',
  ],
  [
    'an event above the `hi` of the last `HI` or `HB` is older than that line',
    'dated by its arrival',
    'give `seq` and `t` in the same order',
  ],
  [
    `the clock stands still, jumps, or is out by more than ${DRIFT_MAX * 100} %`,
    `asks who it is, and says \`clock-fault\` if no reboot explains it; events are dated by their arrival until nothing has been wrong for ${ms(RIGHT_MS)}`,
    'use a clock that counts milliseconds as long as the device runs',
  ],
  ['the port cannot be opened', `tries again every ${REOPEN_MS_MIN} to ${ms(REOPEN_MS_MAX)} until it opens`, 'keep the events'],
]

const POLYNOMIAL = 0xedb88320
const hex = (value: number): string => (value >>> 0).toString(16).toUpperCase().padStart(8, '0')
const CRC_BODY = '?ID'

/** Every step of one checksum calculation. */
function crcSteps(body: string): string {
  let crc = 0xffffffff
  const rows: string[] = [`start            ${hex(crc)}`]
  for (const char of body) {
    const code = char.charCodeAt(0)
    crc = (crc ^ code) >>> 0
    rows.push('', `xor ${code.toString(16).toUpperCase()}  '${char}'      ${hex(crc)}`)
    for (let bit = 1; bit <= 8; bit++) {
      const isSet = (crc & 1) === 1
      crc = (isSet ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1) >>> 0
      rows.push(`  bit ${bit}: ${isSet ? '1, xor' : '0     '}  ${hex(crc)}`)
    }
  }
  crc = ~crc >>> 0
  rows.push('', `inverted         ${hex(crc)}`, `the line         ${formatLine(body).trimEnd()}`)
  return rows.join('\n')
}

export const protocolBlocks = (): { readonly [block: string]: string } => ({
  sizes: table(['what', 'at most', 'beyond it'], SIZES),
  times: table(['when', 'the host', 'so the device should'], TIMES),
  crc: `\`\`\`text\n${crcSteps(CRC_BODY)}\n\`\`\``,
})
