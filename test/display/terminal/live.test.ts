/** The live table without a terminal: what stands where at any size, and that drawing over gives what drawing anew would give. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clean, lineText } from '../../../src/base/terminal/line.ts'
import { frameText } from '../../../src/display/terminal/frame.ts'
import { blankLive, hear, type Live } from '../../../src/display/terminal/live.ts'
import { liveLines } from '../../../src/display/terminal/live-lines.ts'
import type { SaidData } from '../../../src/wire/payloads.ts'
import { readMessage } from '../../../src/wire/receive.ts'
import { anyUnit } from '../../any-unit.ts'
import { card, payload, ROUND, TIME } from '../../demo/messages.ts'
import { agreedNet } from '../../wire/money.ts'
import { emulator } from './emulator.ts'

const NOW = Date.parse(TIME)

function liveOf(payloads: readonly string[], from = blankLive('A table', ['http://127.0.0.1:8080/'])): Live {
  return payloads.reduce((live, each) => {
    const received = readMessage(each)
    assert.ok(received.ok, `not read: ${JSON.stringify(received)}`)
    return received.envelope === null ? live : hear(live, received.envelope)
  }, from)
}

const drawn = (live: Live, columns: number, rows: number, nowMs = NOW): string[] =>
  liveLines(live, { columns, rows }, nowMs).map((line) => lineText(line, false, columns))

type Boxes = SaidData['state.round']['boxes']

const round = (boxes: Boxes, changed: Partial<SaidData['state.round']> = {}): string =>
  payload('state.round', {
    round: ROUND,
    rev: 1,
    asOf: TIME,
    phase: 'playing',
    shoe: 1,
    dealerId: null,
    complete: true,
    readings: 3,
    cards: [],
    dealer: { cards: ['TC', 'hidden'], total: null, certain: false },
    boxes,
    active: { at: { box: 2, hand: 1 }, certain: true },
    ...changed,
  })

const hand = (cards: Boxes[number]['hands'][number]['cards'], changed: Partial<Boxes[number]['hands'][number]> = {}) => ({
  hand: 1,
  cards,
  total: 12,
  soft: false,
  actions: [],
  outcome: null,
  certain: true,
  alternatives: [],
  ...changed,
})

const BOXES: Boxes = [
  {
    box: 1,
    spots: { main: { amount: 2000, lammers: 1 }, p22: { amount: 500, lammers: 0 } },
    hands: [
      hand(['8S', '3D', 'KC'], { total: 21, certain: false, alternatives: [['8S', '3D']] }),
      hand(['8H', 'QD', '5C'], { hand: 2, total: 23, outcome: 'lose' }),
    ],
  },
  { box: 2, spots: { main: { amount: 1250, lammers: 0 } }, hands: [hand(['AS', '6H'], { total: 17, soft: true })] },
]

const device = (name: string, changed: Partial<SaidData['state.device']>): string =>
  payload('state.device', {
    device: name,
    up: true,
    reason: null,
    serial: 'SH-00412',
    boot: 1,
    firmware: '2.3.1',
    lastHeartbeat: TIME,
    errors: {},
    ringFill: 3,
    ringSize: 512,
    clockOffsetMs: 1,
    ...changed,
  })

const PLAY = [
  payload('round.opened', { round: ROUND, shoe: 1, openedAt: TIME, boxes: [1, 2] }),
  card('KC', 8, { box: 1, hand: 1 }, false),
  round(BOXES),
  payload('state.table', { open: true, shoe: 1, dealerId: null, cardsOut: 34, cutCardSeen: true, occupied: [1, 2], openAlarms: 2 }),
  device('shoe', { errors: { crc: 2, malformed: 1 } }),
  device('spots', { up: false, reason: 'no valid line for 3 s', serial: 'SP-00007' }),
]

test('felt, facts, events and devices stand where a person looks for them', () => {
  assert.equal(
    drawn(liveOf(PLAY), 80, 24).join('\n'),
    `A table                                                   http://127.0.0.1:8080/
1-1 playing · 2 alarms · 3 readings · shoe 1, 34 cards dealt, cut card out
────────────────────────────────────────────────────────────────────────────────
                 box 1   >box 2
  bet            20.00    12.50
  Push 22         5.00
  lammers            1
            8♠      8♥       A♠
            3♦      Q♦       6♥
            K♣?     5♣
  total    21? 23 bust  soft 17
  result         loses
  dealer   10♣ ##
────────────────────────────────────────────────────────────────────────────────
1-1 opens  shoe 1
  box 1 hand 1?   8♠ 3♦ + K♣ = 21?






────────────────────────────────────────────────────────────────────────────────
shoe up 3 bad │ spots down no valid line for 3 s`,
  )
})

const BROKER = 'broker mqtt://127.0.0.1:1883'
const DISPLAY = 'display http://127.0.0.1:8080/'

test('the address of the display stands on every terminal that has room for it, that of the broker where there is more', () => {
  const titleAt = (columns: number, title = 'Ten recorded rounds of a live table'): string =>
    drawn(blankLive(title, [DISPLAY, BROKER]), columns, 24)[0] ?? ''
  assert.match(titleAt(120), new RegExp(`^Ten recorded rounds of a live table +${DISPLAY}  ${BROKER}$`))
  assert.match(titleAt(80), new RegExp(`^Ten recorded rounds of a live table +${DISPLAY}$`))
  assert.match(titleAt(80, 'A title that is longer than anybody would expect of a title'), new RegExp(`…  ${DISPLAY}$`))
  assert.equal(titleAt(40), 'Ten recorded rounds of a live table')
})

test('what is broken into lines keeps its columns at 80 and at 120, also after a change of size', () => {
  const bets = [1, 2, 3, 4, 5, 6, 7].map((box) => payload('bet.placed', { box, area: 'main', amount: 100_00 }))
  const live = liveOf([payload('round.opened', { round: ROUND, shoe: 1, openedAt: TIME, boxes: [1, 7] }), ...bets, round(BOXES)])
  const opening = (columns: number): string[] => {
    const rows = drawn(live, columns, 30)
    const at = rows.findIndex((row) => row.startsWith('1-1 opens'))
    return rows.slice(at, at + 2)
  }
  assert.deepEqual(opening(80), [
    '1-1 opens  shoe 1  box 1 100.00  box 2 100.00  box 3 100.00  box 4 100.00',
    '                   box 5 100.00  box 6 100.00  box 7 100.00',
  ])
  assert.deepEqual(opening(120), [
    '1-1 opens  shoe 1  box 1 100.00  box 2 100.00  box 3 100.00  box 4 100.00  box 5 100.00  box 6 100.00  box 7 100.00',
    '',
  ])
})

test('the key that ends it stands beside the devices where there is room; an answer to a key takes their place', () => {
  const live = { ...liveOf(PLAY), keys: 'q ends' }
  assert.match(drawn(live, 80, 24).at(-1) ?? '', /^shoe up 3 bad │ spots down no valid line for 3 s +q ends$/)
  assert.equal(drawn(live, 52, 24).at(-1), 'shoe up 3 bad │ spots down no valid line for 3 s')
  assert.equal(drawn({ ...live, answer: 'Key 2 does nothing here' }, 80, 24).at(-1), 'Key 2 does nothing here')
})

test('where there is little room the play comes first: the dealer, the box in play, the newest event', () => {
  const live = liveOf(PLAY)
  assert.deepEqual(drawn(live, 40, 9), [
    '1-1 playing · 2 alarms · 3 readings',
    'dealer  10♣ ##',
    'box 1   8♠ 3♦ K♣? = 21?  20.00',
    '        8♥ Q♦ 5♣ = 23 bust loses',
    '>box 2  A♠ 6♥ = soft 17  12.50',
    '1-1 opens  shoe 1',
    '  box 1 hand 1?   8♠ 3♦ + K♣ = 21?',
    '',
    'shoe up │ spots down',
  ])
  assert.deepEqual(drawn(live, 24, 6), [
    '1-1 playing · 2 alarms',
    'dealer  10♣ ##',
    '>box 2  A♠ 6♥ = soft 17…',
    '… 2 more',
    'box 1 hand 1? 8♠ 3♦ + K♣',
    'shoe up │ spots down',
  ])
  assert.deepEqual(drawn(live, 8, 1), ['shoe up…'])
})

test('a closed round leaves its results on the felt and one line among the events', () => {
  const closed: SaidData['round.closed'] = {
    round: ROUND,
    house: 'free-bet-european',
    shoe: 1,
    dealerId: null,
    openedAt: TIME,
    closedAt: TIME,
    ended: 'next-bet',
    complete: true,
    readings: 1,
    dealer: { cards: ['TC', '7H'], total: 17, blackjack: false, bust: false, certain: true },
    boxes: [],
    findings: [],
    net: agreedNet(-2500),
  }
  const boxes = [{ ...(BOXES[1] as Boxes[number]), hands: [hand(['AS', 'KH'], { total: 21, soft: true, outcome: 'blackjack' })] }]
  const live = liveOf([
    ...PLAY,
    payload('round.closed', closed),
    round(boxes, { phase: 'closed', dealer: { cards: ['TC', '7H'], total: 17, certain: true }, active: { at: null, certain: true } }),
  ])
  const rows = drawn(live, 80, 24)
  assert.ok(rows.includes('  result  blackjack'), rows.join('\n'))
  assert.ok(rows.includes('  dealer  10♣ 7♥ = 17'), rows.join('\n'))
  assert.deepEqual(
    rows.filter((row) => row.includes('closed')),
    ['1-1 closed · 2 alarms · 3 readings · shoe 1, 34 cards dealt, cut card out', '1-1 closed by the next bet  1 reading  house -25.00'],
  )
})

test('a device that says nothing is told to be silent, and for how long', () => {
  const live = liveOf(PLAY)
  assert.match(drawn(live, 120, 24, NOW + 2900).at(-1) ?? '', /^shoe up [^s]*3 bad │/)
  assert.match(drawn(live, 120, 24, NOW + 7900).at(-1) ?? '', /^shoe up SH-00412, ring 3\/512, 3 bad silent 7 s │/)
  assert.equal(drawn(live, 44, 24, NOW + 7900).at(-1), 'shoe up silent 7 s │ spots down silent 7 s')
})

test('what nobody has to act on is dim, everything else is not', () => {
  const finding = (severity: 'info' | 'money') =>
    liveLines(
      liveOf([
        payload('finding.raised', {
          finding: 'BJ-SHORT-1',
          code: 'BJ-SHORT',
          grade: 'proven',
          severity,
          round: ROUND,
          dealerId: null,
          box: 3,
          hand: 1,
          spot: '3.main',
          corrected: false,
          amount: 1000,
          clause: { document: '000', section: '3', says: 'blackjack pays 3 to 2' },
          expected: 'pay 3000',
          seen: 'paid 2000',
          remedy: 'pay 1000 more',
          group: null,
          rivals: [],
          question: null,
          evidence: [],
          counterReading: null,
          detectedAfter: 0,
        }),
      ]),
      // Where there is room for alarms, these tell of it.
      { columns: 100, rows: 12 },
      NOW,
    ).find((line) => line.some(({ text }) => text.includes('BJ-SHORT')))
  const tones = (severity: 'info' | 'money') => [
    ...new Set(
      finding(severity)
        ?.filter(({ text }) => text.trim() !== '')
        .map(({ tone }) => tone),
    ),
  ]
  assert.deepEqual(tones('info'), ['faint'])
  assert.deepEqual(tones('money'), ['alarm', 'plain'])
})

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** Tables of up to twelve boxes, with whatever words devices and brokers may say. */
const anyLive = fc
  .record({
    said: fc.string({ unit: anyUnit, maxLength: 120 }),
    boxes: fc.array(
      fc.record({
        amount: fc.integer({ min: 0, max: 1_000_000_000 }),
        hands: fc.array(fc.array(fc.constantFrom('AS', 'TD', '??', 'hidden', '5C'), { maxLength: 12 }), { maxLength: 4 }),
        certain: fc.boolean(),
      }),
      { maxLength: 12 },
    ),
    devices: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ said, boxes, devices }) =>
    liveOf(
      [
        payload('device.incident', { device: said, code: said, text: said }),
        round(
          boxes.map(({ amount, hands, certain }, at) => ({
            box: at + 1,
            spots: { main: { amount, lammers: 0 } },
            hands: hands.map((cards, index) => hand(cards as never, { hand: index + 1, certain, alternatives: [[]] })),
          })),
        ),
        ...Array.from({ length: devices }, (_, at) => device(`d${at}`, { reason: said, up: at % 2 === 0 })),
      ],
      blankLive(said, [said]),
    ),
  )

test('at every size there are just as many lines as rows, none wider than the terminal, and none moves the cursor', () => {
  const size = fc.record({ columns: fc.integer({ min: 1, max: 220 }), rows: fc.integer({ min: 1, max: 70 }) })
  const check = fc.property(anyLive, size, (live, { columns, rows }) => {
    const lines = drawn(live, columns, rows)
    assert.equal(lines.length, rows, `seed ${seed}`)
    for (const line of lines) {
      assert.ok([...line].length <= columns, `seed ${seed}: ${line}`)
      assert.equal(line.replace(/[─│]/g, '.'), clean(line.replace(/[─│]/g, '.')), `seed ${seed}`)
    }
  })
  fc.assert(check, { seed, numRuns: 150 })
})

test('drawing over what stands there gives the screen that drawing anew gives, also after a change of size', () => {
  const sizes = fc.array(fc.record({ columns: fc.integer({ min: 1, max: 120 }), rows: fc.integer({ min: 1, max: 40 }), live: anyLive }), {
    minLength: 2,
    maxLength: 5,
  })
  const check = fc.property(sizes, (steps) => {
    const terminal = emulator(steps[0]?.columns ?? 1, steps[0]?.rows ?? 1)
    terminal.write('\u001b[?1049h\u001b[?7l')
    for (const [at, { columns, rows, live }] of steps.entries()) {
      if (at > 0) terminal.resize(columns, rows)
      const [first, second] = [drawn(blankLive('', []), columns, rows), drawn(live, columns, rows)]
      const overwritten = frameText(first, second)
      terminal.write(frameText(null, first))
      terminal.write(overwritten)
      assert.deepEqual(
        terminal.screen(),
        second.map((row) => row.trimEnd()),
        `seed ${seed}`,
      )
      assert.equal(frameText(second, second), '', 'what stands there is not written again')
    }
  })
  fc.assert(check, { seed, numRuns: 60 })
})
