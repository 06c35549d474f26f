/**
 * Whatever condition a reader of cards or badges is in, it is told right, as a card that was not read or as a loss within 3 s, or people hear of it; and
 * no card and no badge is told that was not there. Those of readers of chips: `blind-conditions.ts`. Together they are sixty.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAngelEye } from '../../devices/dialects/angel-eye.ts'
import { encodeM5Stack } from '../../devices/dialects/m5stack-wired.ts'
import { encodeRdm6300 } from '../../devices/dialects/rdm6300.ts'
import { TALKERS } from '../../devices/registry.ts'
import type { LinkReport } from '../../firmware-bridge/link-state.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { badgeBench, badgeTwinOf } from './badges-conforming.ts'
import { BLIND } from './blind-conditions.ts'
import { listen, twinOf } from './conforming.ts'

const SEED = Number(process.env.SEED ?? 1)
const LOSS_MS = 3000
const [CONDITIONS, DRIVERS] = [60, 10]

const talkerNamed = (name: string) => TALKERS.find((each) => each.name === name) ?? assert.fail(name)

interface Condition {
  /** What arrives, a message each 300 ms. */
  readonly says: readonly string[]
  /** The cards, or the dealers, that may be told of it. */
  readonly told: readonly string[]
  /** `lost`: a loss is told; `unread`: a card that was not read; `heard of`: a person is told; `right`: all there was is told. */
  readonly as: 'lost' | 'unread' | 'heard of' | 'right'
}
const lost = (...says: readonly string[]): Condition => ({ says, told: [], as: 'lost' })
const unread = (...says: readonly string[]): Condition => ({ says, told: ['??'], as: 'unread' })
const heardOf = (...says: readonly string[]): Condition => ({ says, told: [], as: 'heard of' })
const right = (told: readonly string[], ...says: readonly string[]): Condition => ({ says, told, as: 'right' })

/** Its next number after the card before it is 0x32. */
const angelEye = (seq: number, data: string): string => {
  const body = `${String.fromCharCode(seq)}${data}\x03`
  const bcc = [...body].reduce((xor, sign) => xor ^ sign.charCodeAt(0), 0)
  return `\x05${body}${bcc.toString(16).toUpperCase().padStart(2, '0')}`
}
const eyeCard = (seq: number, card: 'KH' | '4S'): string => encodeAngelEye(seq, { kind: 'card', card }) ?? ''
const damaged = (message: string): string => message.replace(/.$/, (sign) => (sign === '0' ? '1' : '0'))

const ATOM = 'atom-shoe-01'
const [KING = ''] = twinOf('m5stack-wired').tags?.get('KS') ?? []
const m5 = (seq: number, more: object): string => `${JSON.stringify({ type: 'card', ts: 'T+1', device_id: ATOM, seq, ...more })}\r\n`

/** The first message makes the device known; what it says stands in no condition. */
const BEFORE: { readonly [driver: string]: readonly string[] } = {
  barcode: ['4100\r\n'],
  'bee-tek': [' [Game]<Card:4S> '],
  'angel-eye': [eyeCard(0x31, '4S')],
  'm5stack-wired': [encodeM5Stack(ATOM, 1, twinOf('m5stack-wired').tags?.get('4S')?.[0] ?? '')],
  dropfred: ['rfid-playing-card 0.1\r\n', '20\r\n', '255\r\n'],
}

const SHOES: { readonly [driver: string]: { readonly [condition: string]: Condition } } = {
  barcode: {
    'half a code': lost('21\r\n'),
    'two codes in one': lost('21304100\r\n'),
    'the code of something else': lost('4006381333931\r\n'),
    'its factory default for a code that it cannot read': lost('NR\r\n'),
    'another speed': lost('\x80\xf8\xfe\x00\x80\xf8\r\n'),
  },
  'bee-tek': {
    'alarm E3, a card was not read': lost(' [GameAlarm]<Alarm:E3 Card Not Read> '),
    'alarm E7, a jam': heardOf(' [GameAlarm]<Alarm:E7 Jam> '),
    'a warning': heardOf(' <W0x01> '),
    'a card that it could not read': unread(' [Game]<Game> '),
    'a card that there is not': lost(' [Game]<Card:1X> '),
    'half a record': lost(' [Game]<Card:4', ' [Game]<Game'),
    'two cards at once': right(['KH', '9D'], ' [Game]<Card:KH> [Game]<Card:9D> '),
  },
  'angel-eye': {
    'fault 1, it could not read a card': lost(angelEye(0x32, 'E\xc1')),
    'fault 6, a card of another kind': lost(angelEye(0x32, 'E\xc6')),
    'fault 2, one card too many': heardOf(angelEye(0x32, 'E\xc2')),
    'a fault that nobody knows': heardOf(angelEye(0x32, 'E\xff')),
    'a card with a code that there is not': unread(angelEye(0x32, 'd\x80\xff')),
    'it has started again': lost(angelEye(0x31, 'S\x80')),
    'a frame damaged three times': lost(
      damaged(eyeCard(0x32, 'KH')),
      damaged(eyeCard(0x32, 'KH')),
      damaged(eyeCard(0x32, 'KH')),
      angelEye(0x33, 'P'),
    ),
    'as it is delivered, each frame three times': right(['KH'], eyeCard(0x32, 'KH'), eyeCard(0x32, 'KH'), eyeCard(0x32, 'KH')),
  },
  'm5stack-wired': {
    'a tag that no file names': unread(encodeM5Stack(ATOM, 2, '04 0e 3b d2 28')),
    'a number that is left out': lost(encodeM5Stack(ATOM, 3, KING).replace('card_uid', 'card_none')),
    'an error of its own': heardOf(m5(2, { type: 'error', code: 'rfid_timeout' })),
    'it has started again': lost(m5(1, { type: 'boot', fw_version: '1', reason: 'power_on' })),
    'another device on its line': heardOf(encodeM5Stack('AA:BB', 2, KING)),
    'a tag that is muted to nothing': unread(m5(2, { card_uid: '' })),
  },
  dropfred: {
    'a joker': unread('0\r\n255\r\n'),
    'a value of no card': lost('99\r\n'),
    'the same again without a pause': { says: ['33\r\n', '33\r\n'], told: ['AS'], as: 'lost' },
    'half a line': lost('3x\r\n'),
    'it has started again': lost('rfid-playing-card 0.1\r\n'),
  },
}

/** What was told, and whether a loss or a fault was, within the time after the last byte. */
function readAs({ told, as }: Condition, reports: readonly LinkReport[]): void {
  const cards = reports.flatMap((each) => (each.kind === 'line' && each.message.kind === 'card' ? [each.message.card] : []))
  const names = reports.flatMap((each) => (each.kind === 'line' && each.message.kind === 'badge' ? [each.message.dealer] : []))
  // With a loss a card may be told that was not read, and one that was.
  const made = [...cards, ...names].filter((each) => as !== 'lost' || (each !== '??' && !told.includes(each)))
  assert.deepEqual(made, as === 'lost' ? [] : told, JSON.stringify(reports))
  const kinds = reports.map(({ kind }) => kind)
  if (as === 'lost') assert.ok(kinds.includes('missing'), `no loss is told: ${JSON.stringify(reports)}`)
  if (as === 'heard of')
    assert.ok(kinds.includes('incident') || kinds.includes('missing'), `nobody hears of it: ${JSON.stringify(reports)}`)
  if (as === 'right') assert.ok(!kinds.includes('missing'), `a loss is told: ${JSON.stringify(reports)}`)
}

for (const [name, conditions] of Object.entries(SHOES))
  for (const [condition, own] of Object.entries(conditions))
    test(`${name}: ${condition}: ${own.as} (SEED=${SEED})`, () => {
      const ear = listen(talkerNamed(name), twinOf(name))
      const random = seededRandom(SEED)
      for (const text of BEFORE[name] ?? []) {
        ear.pass(1000)
        ear.hear(text, random)
      }
      const from = ear.reports.length
      for (const text of own.says) {
        ear.pass(300)
        ear.hear(text, random)
      }
      ear.pass(LOSS_MS - 300)
      readAs(own, ear.reports.slice(from))
    })

const [[dealer, [badge = '']], [other, [second = '']]] = [...badgeTwinOf('rdm6300').badges] as unknown as readonly [
  readonly [string, readonly string[]],
  readonly [string, readonly string[]],
]
const BADGES: { readonly [condition: string]: Condition } = {
  'a badge that no file names': heardOf(encodeRdm6300('FF00000000')),
  'a wrong checksum, then the badge': right([dealer], `${damaged(encodeRdm6300(badge).slice(0, -1))}\x03`, encodeRdm6300(badge)),
  'half a message, then another badge': right([other], encodeRdm6300(badge).slice(0, 7), encodeRdm6300(second)),
  'two badges at once': { says: [badge, second, badge, second].map(encodeRdm6300), told: [dealer], as: 'heard of' },
  'no badge at all: bytes of another reader': right([], '7E 00 01\r\n', '1234567890\r\n'),
}
for (const [condition, own] of Object.entries(BADGES))
  test(`rdm6300: ${condition}: ${own.as} (SEED=${SEED})`, () => {
    const reader = badgeBench(talkerNamed('rdm6300'), SEED)
    for (const text of own.says) {
      reader.pass(300)
      reader.hear(text)
    }
    reader.pass(LOSS_MS - 300)
    readAs(own, reader.reports)
  })

test(`${CONDITIONS} conditions, and each of the ${DRIVERS} drivers has some`, () => {
  const all = { ...BLIND, ...SHOES, rdm6300: BADGES }
  assert.deepEqual(Object.keys(all).sort(), TALKERS.map(({ name }) => name).sort())
  // Silence is one more of each reader of chips.
  const count = Object.values(all).reduce((sum, conditions) => sum + Object.keys(conditions).length, Object.keys(BLIND).length)
  assert.ok(count >= CONDITIONS, `${count} conditions`)
  assert.equal(Object.keys(all).length, DRIVERS)
})
