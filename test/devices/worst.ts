/** Bytes that cost a driver the most: beginnings of frames as close as they can stand, each with the longest length, and its own messages without end. */
import { Buffer } from 'node:buffer'
import { encodeAngelEye } from '../../devices/dialects/angel-eye.ts'
import { encodeFeig } from '../../devices/dialects/feig.ts'
import { encodeThingMagic } from '../../devices/dialects/thingmagic.ts'
import { NOTHING_GIVEN, type Talker } from '../../devices/talker.ts'
import { latenessOf } from '../../devices/traits.ts'
import { READ_BYTES } from '../../firmware-bridge/connection.ts'
import { summed } from '../../firmware-bridge/dialect.ts'
import { initialListener, type ListenerInput, stepListener } from '../../firmware-bridge/listener.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { sighting } from '../../simulators/talkers/thingmagic.ts'
import { garbage } from '../../simulators/talkers/twin.ts'

const hex = (text: string): string => Buffer.from(text.replaceAll(' ', ''), 'hex').toString('latin1')

/** A text that is said again and again. */
const ANY: readonly string[] = [
  ...['02 09 F0', '00', '0A', '0D 0A', 'FF', '41', '02', '05', '03', '24', '7B', '5B', '3C', '3E', '2A'].map(hex),
  ...['{\n', '[<>', '$\n', '$C 1 1 5S*\n', '0\n', ' '],
]
const OWN: { readonly [driver: string]: readonly string[] } = {
  feig: [hex('02 09 FF 01 B0'), hex('02 00 3B 01 B0 00 05'), encodeFeig(1, hex('B0 01')), encodeFeig(2, hex('69 00'))],
  rr3036: [hex('FF 00'), hex('04 00'), hex('04 00 0E 00 00')],
  thingmagic: [hex('FF FF 22'), hex('FF FF'), encodeThingMagic('', 0x0400), encodeThingMagic('', 0x0505), sighting(1, 'ABCDEFGH', -40)],
  twn4: [hex('30 00'), hex('03 00 00'), '0000\r', '000180200466CF4DC2\r'],
  dropfred: ['8\n', '8\n9\n', 'rfid-playing-card 1\n8\n9\n', '255\n'],
  barcode: ['1010\r', '10101010\n', '~\n'],
  'bee-tek': [' [Game]<Card:4S> ', '[Game]<', '[Game]<x>', '<W0x', '[GameAlarm]<Alarm:E3> '],
  'angel-eye': [hex('05 31'), hex('05 31 41 03'), encodeAngelEye(0x31, { kind: 'card', card: 'KS' }) ?? '', hex('05 31 41 41 41 41 41')],
  'm5stack-wired': ['{"seq":1}\n', '{"seq":1,"type":"card","device_id":"a","card_uid":"0400000001"}\n', '#\n', '{"seq":'],
  rdm6300: [`\x02${'0'.repeat(12)}\x03`, '\x0200', hex('02 30 30 03')],
}

export const worstOf = ({ name }: Talker): readonly string[] => [...ANY, ...(OWN[name] ?? [])]

export interface Cost {
  readonly bytes: number
  /** Bytes that entered checksums. */
  readonly summed: number
  readonly ms: number
  /** The longest that one read took, but for the two longest: another process may have taken their time. */
  readonly readMs: number
}

/** So many bytes of a text, or of noise, for a driver, in reads as large as they come. */
export function costOf(talker: Talker, text: string | { readonly seed: number }, bytes: number): Cost {
  const antennas = new Map([[1, '1.main' as const]])
  const dialect = talker.dialect({ ...NOTHING_GIVEN, antennas })
  let state = initialListener({ name: talker.name, serial: 'none', dialect, lateMs: latenessOf(talker.traits, 1) })
  let nowMs = 1000
  const step = (said: { readonly kind: 'opened' | 'tick' } | { readonly kind: 'data'; readonly bytes: Uint8Array }): void => {
    state = stepListener(state, { ...said, nowMs, wallMs: nowMs, listenedMs: nowMs } as ListenerInput)[0]
  }
  const random = seededRandom(typeof text === 'string' ? 1 : text.seed)
  const next = typeof text === 'string' ? () => text.repeat(Math.ceil(READ_BYTES / text.length)) : () => garbage(random, 2 * READ_BYTES)
  const before = summed.bytes
  step({ kind: 'opened' })
  let fed = 0
  const took: number[] = []
  while (fed < bytes) {
    const chunk = Buffer.from(next(), 'latin1').subarray(0, READ_BYTES)
    nowMs += 10
    const from = performance.now()
    step({ kind: 'data', bytes: chunk })
    step({ kind: 'tick' })
    took.push(performance.now() - from)
    fed += chunk.length
  }
  return {
    bytes: fed,
    summed: summed.bytes - before,
    ms: took.reduce((sum, each) => sum + each, 0),
    readMs: took.sort((a, b) => b - a)[2] ?? 0,
  }
}
