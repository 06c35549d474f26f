import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { COLUMNS, clean } from '../../src/base/terminal/line.ts'
import type { SaidData } from '../../src/wire/payloads.ts'
import { readMessage } from '../../src/wire/receive.ts'
import { anyUnit } from '../any-unit.ts'
import { agreedNet, agreedSpot } from '../wire/money.ts'
import { card, payload, printed, ROUND, TIME, view } from './messages.ts'

const one = (box: number, hand = 1) => ({ box, hand })

const CLOSED: SaidData['round.closed'] = {
  round: ROUND,
  house: 'free-bet-european',
  shoe: 1,
  dealerId: null,
  openedAt: TIME,
  closedAt: TIME,
  ended: 'next-card',
  complete: true,
  readings: 2,
  dealer: { cards: ['TC', '7H', '5D'], total: 22, blackjack: false, bust: true, certain: true },
  boxes: [
    {
      box: 1,
      hands: [
        {
          hand: 1,
          cards: ['8S', '3D', 'KC'],
          total: 21,
          soft: false,
          blackjack: false,
          bust: false,
          actions: ['free-split', 'hit'],
          outcome: 'push',
          certain: true,
          share: 1,
        },
        {
          hand: 2,
          cards: ['8H', '4C', 'QD'],
          total: 22,
          soft: false,
          blackjack: false,
          bust: true,
          actions: ['hit'],
          outcome: 'lose',
          certain: false,
          share: 0.75,
        },
      ],
      spots: { main: agreedSpot(2000, -2000, -1500), p22: agreedSpot(500, 5500, 5500) },
    },
    {
      box: 3,
      hands: [
        {
          hand: 1,
          cards: ['AS', 'KH'],
          total: 21,
          soft: true,
          blackjack: true,
          bust: false,
          actions: [],
          outcome: 'blackjack',
          certain: true,
          share: 1,
        },
      ],
      spots: { main: agreedSpot(1250, 1875, 1875), ins: agreedSpot(0, 0, 0) },
    },
  ],
  findings: ['BET-WRONG-UNIT-1'],
  net: agreedNet(-5375),
}

test('a round is printed card by card, decision by decision, and as a table when it closes', () => {
  const lines = printed([
    payload('shoe.loaded', { shoe: 1 }),
    payload('round.opened', { round: ROUND, shoe: 1, openedAt: TIME, boxes: [1, 3] }),
    payload('bet.placed', { box: 1, area: 'main', amount: 2000 }),
    payload('bet.placed', { box: 1, area: 'p22', amount: 500 }),
    payload('bet.placed', { box: 3, area: 'main', amount: 1250 }),
    card('8S', 1, one(1)),
    view([], { 1: [], 3: [] }),
    payload('finding.raised', {
      finding: 'BET-WRONG-UNIT-1',
      code: 'BET-WRONG-UNIT',
      grade: 'proven',
      severity: 'procedure',
      round: ROUND,
      dealerId: null,
      box: 3,
      hand: null,
      spot: '3.main',
      corrected: false,
      amount: null,
      clause: { document: '000', section: '1', says: 'bets keep to the steps' },
      expected: 'bets go in steps of 5.00',
      seen: 'bet 12.50',
      remedy: 'The round stands. Have the bet corrected for the next one.',
      group: null,
      rivals: [],
      question: null,
      evidence: [],
      counterReading: null,
      detectedAfter: 0,
    }),
    card('AS', 2, one(3)),
    view([], { 1: [], 3: [] }),
    card('TC', 3, 'dealer'),
    view(['TC'], { 1: [], 3: [] }),
    card('8H', 4, one(1)),
    card('KH', 5, one(3)),
    view(['TC', 'hidden'], { 1: [['8S', '8H']], 3: [['AS', 'KH']] }),
    payload('insurance.placed', { box: 1, amount: 1000, certain: true }),
    // The split shows with its first card.
    card('3D', 7, one(1, 1), false),
    payload('hand.split', { box: 1, hand: 1, free: true, certain: true }),
    view(['TC', 'hidden'], { 1: [['8S', '3D'], ['8H']], 3: [['AS', 'KH']] }),
    card('KC', 8, one(1, 1)),
    view(['TC', 'hidden'], { 1: [['8S', '3D', 'KC'], ['8H']], 3: [['AS', 'KH']] }),
    card('4C', 9, one(1, 2)),
    card('QD', 10, one(1, 2)),
    payload('hand.busted', { box: 1, hand: 2, total: 22, certain: true }),
    payload('chips.taken', { box: 1, area: 'main', amount: 2000, certain: false }),
    view(['TC', 'hidden'], {
      1: [
        ['8S', '3D', 'KC'],
        ['8H', '4C', 'QD'],
      ],
      3: [['AS', 'KH']],
    }),
    // Said in one breath: the hole card and what the dealer drew on it.
    card('5D', 11, 'dealer', false),
    card('7H', 6, 'dealer'),
    view(['TC', '7H', '5D'], { 1: [], 3: [] }),
    card('2C', 12, null, false),
    view(['TC', '7H', '5D'], { 1: [], 3: [] }),
    payload('hand.stood', { box: 1, hand: 1, total: 21, certain: true }),
    payload('chips.paid', { box: 1, area: 'p22', amount: 5500, certain: true }),
    payload('chips.paid', { box: 3, area: 'main', amount: 1875, certain: true }),
    view(['TC', '7H', '5D'], { 1: [], 3: [] }),
    payload('round.closed', CLOSED),
  ])
  assert.deepEqual(
    lines.join('\n'),
    `· shoe 1 loaded

1-1 opens  shoe 1  box 1 20.00  box 1 Push 22 5.00  box 3 12.50
! BET-WRONG-UNIT-1 proven, procedure. Box 3: bet 12.50; bets go in steps of 5.00. The round stands.
                   Have the bet corrected for the next one. (000 1)
  dealer          10♣
  box 1           8♠ 8♥ = 16
  box 3           A♠ K♥ = blackjack
    box 1 insures 10.00   box 1 splits free
  box 1 hand 1?   8♠ + 3♦ = 11?
  box 1 hand 1    8♠ 3♦ + K♣ = 21
  box 1 hand 2    8♥ + 4♣ Q♦ = 22 bust
    box 1 hand 2 busts with 22   box 1 taken 20.00?
  dealer          10♣ 7♥ = 17  hole card
  dealer?         10♣ 7♥ + 5♦ = 22? bust
  box ?           2♣
    box 1 stands on 21   box 1 Push 22 paid 55.00   box 3 paid 18.75
1-1 closed by the next card  2 readings, 1 finding  house -53.75
  box  hand  cards     total  played           outcome         staked     due   moved
    1     1  8♠ 3♦ K♣     21  free split, hit  pushes           20.00  -20.00  -15.00  !
          2  8♥ 4♣ Q♦    22?  hit              loses (bust) ?
             Push 22                                             5.00  +55.00  +55.00
    3        A♠ K♥        21                   blackjack        12.50  +18.75  +18.75
  dealer  10♣ 7♥ 5♦ = 22  bust`,
  )
})

test('a likely finding tells what it may be instead, and again only when that is not all that changed', () => {
  const finding = {
    ...({ finding: 'PAY-SHORT-1', code: 'PAY-SHORT', round: ROUND, dealerId: null, box: 1, hand: 1, spot: '1.main' } as const),
    severity: 'money',
    corrected: false,
    amount: 400,
    clause: { document: '003', section: 'Playing the game', says: 'winners are paid even money' },
    ...{ expected: 'due 30.00', seen: 'paid 26.00', remedy: 'Bring the whole payment back and pay 30.00.', evidence: [], detectedAfter: 0 },
    ...{ group: null, rivals: [], question: null },
  } as const
  const likely = { ...finding, grade: 'likely', counterReading: 'BET-CAPPED at box 1 instead' } as const
  const lines = printed([
    payload('finding.raised', likely),
    payload('finding.changed', { ...likely, counterReading: 'PAID-LOSER at box 1 instead' }),
    payload('finding.changed', { ...finding, grade: 'proven', counterReading: null }),
    payload('finding.withdrawn', { ...finding, grade: 'proven', counterReading: null }),
  ])
  assert.deepEqual(lines, [
    '! PAY-SHORT-1 likely, money. Box 1: paid 26.00, due 30.00; or BET-CAPPED at box 1 instead.',
    '! PAY-SHORT-1 now proven, money. Box 1: paid 26.00, due 30.00. Bring the whole payment back and pay',
    '              30.00. (003 Playing the game)',
    '! PAY-SHORT-1 withdrawn',
  ])
})

test('what happens beside the play is one short line each', () => {
  const lines = printed([
    payload('status', { state: 'stopped' }),
    payload('device.link', { device: 'shoe', up: false, reason: 'silent for 2500 ms' }),
    payload('cards.missing', { device: 'shoe', from: 3, to: 5 }),
    payload('round.incomplete', { round: ROUND, reason: 'card 16 of the round could not be read' }),
    payload('shoe.cut-card', { shoe: 1, cardsOut: 200 }),
    payload('key.pressed', { key: 'absent', box: 3 }),
    '',
  ])
  assert.deepEqual(lines, [
    '· table stopped',
    '· shoe disconnected: silent for 2500 ms',
    '! shoe: events 3 to 5 are missing',
    '! round 1-1 is incomplete: card 16 of the round could not be read',
    '· cut card after 200 cards: the last round of this shoe',
    '· key absent for box 3',
  ])
})

test('colour adds escape sequences only, and no line ends in spaces', () => {
  const payloads = [payload('round.closed', CLOSED)]
  const escapes = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g')
  const coloured = printed(payloads, true)
  assert.match(coloured.join('\n'), escapes)
  const plain = printed(payloads)
  assert.deepEqual(
    coloured.map((line) => line.replace(escapes, '').trimEnd()),
    plain,
  )
  for (const line of plain) assert.equal(line, line.trimEnd())
})

test('no line is wider than a hundred columns, whatever stands in the message', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000_000 })
  const text = fc.string({ unit: anyUnit, maxLength: 300 })
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const messages = fc.record({ text, amount, boxes: fc.integer({ min: 1, max: 12 }), cards: fc.integer({ min: 1, max: 21 }) })
  const check = fc.property(messages, ({ text: said, amount: staked, boxes, cards }) => {
    const hand = {
      ...CLOSED.boxes[0]?.hands[0],
      cards: Array(cards).fill('AS'),
      actions: Array(cards)
        .fill('hit')
        .flatMap((hit) => [hit, 'double']),
    }
    const spot = agreedSpot(staked, -staked, null)
    const box = { box: 1, hands: [hand, hand], spots: { main: spot, pog: spot } }
    const lines = printed([
      payload('device.incident', { device: said, code: said, text: said }),
      payload('round.opened', { round: said, shoe: staked, openedAt: TIME, boxes: [1] }),
      ...Array.from({ length: boxes }, (_, at) => payload('bet.placed', { box: at + 1, area: 'main3', amount: staked })),
      payload('round.closed', { ...CLOSED, round: said, boxes: [box] } as SaidData['round.closed']),
    ])
    for (const line of lines) {
      assert.ok([...line].length <= COLUMNS, line)
      assert.equal(line, clean(line), 'nothing that moves the cursor')
    }
  })
  fc.assert(check, { seed, numRuns: 200 })
})

test('a message that is none is named, not shown and not thrown on', () => {
  const refused = (text: string): string => {
    const received = readMessage(text)
    return received.ok ? 'read' : received.reason
  }
  assert.match(refused('{'), /not an envelope of a known type/)
  assert.match(refused('null'), /not an envelope/)
  assert.match(refused('{"type":"toString"}'), /not an envelope/)
  assert.match(refused('{"type":"card.dealt"}'), /card\.dealt: /)
  assert.match(refused(card('1X', 1, 'dealer')), /card\.dealt: data\.card/)
  assert.match(refused(JSON.stringify({ type: 'status', pad: 'x'.repeat(70_000) })), /larger than 65536 bytes/)
  fc.assert(fc.property(fc.string({ unit: anyUnit }), (text) => text === '' || refused(text) !== 'read'))
})
