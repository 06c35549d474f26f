/** The money that is wrong by a finding: for every code that has any, how it comes of what was due and what was moved. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { amountOf } from '../../src/procedure/catalogue/amount.ts'
import { CATALOGUE } from '../../src/procedure/catalogue/index.ts'
import type { Figures } from '../../src/rules/game/error-figures.ts'
import { FINDING_CODES, type FindingCode } from '../../src/rules/house/finding-code.ts'

interface Way {
  readonly how: string
  readonly codes: readonly FindingCode[]
  /** Of 30.00 due and 20.00 moved on a bet of 5.00. */
  readonly amount: number
}

const DUE = 3000
const MOVED = 2000
const BET = 500

const WAYS: readonly Way[] = [
  {
    how: 'a payment due less the one seen, either way',
    amount: DUE - MOVED,
    codes: [
      ...(['PAY-SHORT', 'PAY-OVER', 'PAID-DOUBLE-SINGLE', 'BJ-SHORT', 'BJ-OVER', 'BJ-ON-SPLIT', 'EVEN-NOT-ALLOWED'] as const),
      ...(['EVEN-AFTER-DRAW', 'INS-MISPAID', 'P22-MISPAID', 'POG-MISPAID', 'PRIZE-WRONG-TIER', 'FB-WIN-UNPAID'] as const),
      'FB-PAID-TOKEN-VALUE',
    ],
  },
  {
    how: 'what was expected less what was seen, either way',
    amount: DUE - MOVED,
    codes: [
      ...(['TAKE-PARTIAL', 'FB-LOSS-CHARGED', 'FB-PUSH-PAID', 'CO-BETTOR-SKIPPED', 'CO-BETTOR-SPLIT-SHARE', 'FLOAT-IMBALANCE'] as const),
      ...([
        'BET-OVER-MAX',
        'BOX-OVER-MAX',
        'BET-CAPPED',
        'BET-PINCHED',
        'PAST-POSTED',
        'SIDE-LATE',
        'DOUBLE-AMOUNT',
        'SPLIT-AMOUNT',
      ] as const),
      ...(['INS-OVER', 'INS-NOT-HALF', 'INS-TABLE-OVER', 'SURRENDER-DEALER-BJ', 'SURRENDER-AMOUNT'] as const),
    ],
  },
  { how: 'what is missing to a limit, or goes beyond it', amount: DUE - MOVED, codes: ['SIDE-LIMIT'] },
  {
    how: 'all that was due',
    amount: DUE,
    codes: ['WINNER-UNPAID', 'BJ-PUSHED-ON-22', 'BJ-NOT-PAID-AT-ONCE', 'PRIZE-MISSED', 'ROUND-NOT-CLOSED'],
  },
  {
    how: 'all that was moved, or lies there',
    amount: MOVED,
    codes: [
      ...(['PAID-PUSH', 'TOOK-PUSH', 'DEALER22-PAID', 'DEALER22-TAKEN', 'BJ-V-BJ-PAID', 'BJ-V-BJ-TAKEN', 'BJ-PAID-TOO-EARLY'] as const),
      ...(['PAY-BEFORE-DEALER-DONE', 'PRIZE-ON-LOSER', 'LOSER-NOT-TAKEN', 'BUST-NOT-TAKEN', 'LIVE-TAKEN-AS-BUST'] as const),
      ...(['BET-LEFT-OVER', 'BET-MOVED', 'INS-NOT-TAKEN', 'P22-TAKEN-EARLY', 'BJ-CARDS-LEFT-MAIN-TAKEN', 'POG-NOT-PICKED-UP'] as const),
      ...(['POG-TAKEN-WRONGLY', 'POG-ON-DEALER-BJ', 'FB-CHARGED', 'FB-DEAD-WAGER-RETURNED', 'BET-LATE', 'SIDE-NO-MAIN'] as const),
      ...(['INS-NO-ACE', 'INS-LATE', 'INS-ON-BJ', 'DOUBLE-TOTAL', 'DOUBLE-LATE', 'DOUBLE-ON-BJ', 'SPLIT-NOT-PAIR', 'SPLIT-LATE'] as const),
      ...(['SPLIT-TOO-MANY', 'SPLIT-ACES-TOO-MANY', 'SPLIT-ACE-DOUBLE', 'DOUBLE-AFTER-SPLIT', 'FB-TOKEN-INELIGIBLE-SPLIT'] as const),
      ...(['FB-TOKEN-INELIGIBLE-DOUBLE', 'SURRENDER-NONE', 'SURRENDER-VS-ACE', 'SURRENDER-LATE'] as const),
    ],
  },
  {
    how: 'what was moved and what was due together: it went the wrong way',
    amount: MOVED + DUE,
    codes: ['PAID-LOSER', 'TOOK-WINNER', 'BJ-LOST-TO-21', 'INS-TAKEN-WRONGLY', 'P22-UNPAID', 'POG-LOST-HAND-UNPAID'],
  },
  { how: 'the payment and the bet that was not taken', amount: MOVED + BET, codes: ['P22-PAID-WRONGLY', 'P22-OVER-29'] },
]

/** Grave for the money, and yet nobody can say how much of it is wrong. */
const UNKNOWN: readonly (readonly [why: string, codes: readonly FindingCode[]])[] = [
  [
    'the cards are wrong, and what they will cost is open',
    ['SHOE-EXHAUSTED', 'PEEK-MISSED', 'DOUBLE-TWO-CARDS', 'DOUBLE-NO-CARD', 'SPLIT-ACE-EXTRA-CARD', 'SPLIT-NO-CARD'],
  ],
  [
    'the hands of the deal are others',
    [
      'DEAL-EMPTY-BOX',
      'DEAL-BOX-SKIPPED',
      'DEAL-ONE-CARD-HAND',
      'DEAL-SECOND-DEALER-CARD-EARLY',
      'DEAL-HOLE-ORDER',
      'DEAL-DEALER-CARD-MISSED',
      'DEAL-MISPLACED',
    ],
  ],
  [
    "the dealer's hand is another, and with it every result",
    [
      'DEALER-STOOD-UNDER-17',
      'DEALER-HIT-17',
      'DEALER-SOFT17',
      'DEALER-NO-DRAW-FOR-SIDE',
      'DEALER-DREW-EARLY',
      'DEALER-TOTAL-MISREAD',
      'INS-UNRESOLVED-ALL-BUST',
    ],
  ],
  ['lammers have no value', ['FB-TOKEN-MISSING', 'POG-TOKEN-COUNT']],
  ['the sum is the same', ['SPLIT-RESULT-SWAPPED']],
  ['it is never raised', ['CHANGE-UNEQUAL']],
]

const FIGURES: { readonly expected: Figures; readonly seen: Figures } = { expected: { amount: DUE }, seen: { amount: MOVED, base: BET } }

describe('the money that is wrong', () => {
  for (const { how, codes, amount } of WAYS) {
    it(`is ${how}: ${codes.join(', ')}`, () => {
      for (const code of codes) assert.equal(amountOf(CATALOGUE[code], FIGURES), amount, code)
    })
  }

  it('comes of every rule that a row names, and every grave code without one has the reason', () => {
    const ways = WAYS.flatMap(({ codes }) => codes)
    assert.equal(new Set(ways).size, ways.length)
    const rules = new Set(ways.map((code) => CATALOGUE[code].amount))
    const unknown = UNKNOWN.flatMap(([, codes]) => codes)
    for (const code of FINDING_CODES) {
      const { amount, severity } = CATALOGUE[code]
      if (amount !== undefined) assert.ok(rules.has(amount), `${code}: no row of WAYS shows "${amount}"`)
      else if (severity === 'money')
        assert.ok(unknown.includes(code), `${code} is about money: its row needs an amount, or a reason in UNKNOWN`)
    }
    for (const code of unknown) assert.equal(amountOf(CATALOGUE[code], FIGURES), null, code)
  })

  it('is all the more where chips were taken instead of paid', () => {
    const seen = { amount: MOVED, taken: MOVED }
    assert.equal(amountOf(CATALOGUE['INS-MISPAID'], { expected: { amount: DUE }, seen }), DUE + MOVED)
  })

  it('is what is left over where steps are asked for', () => {
    const expected = { amount: 500, case: 'in-steps' } as const
    assert.equal(amountOf(CATALOGUE['SIDE-LIMIT'], { expected, seen: { amount: 1200 } }), 200)
  })

  it('is null where a figure is not known', () => {
    assert.equal(amountOf(CATALOGUE['PAY-SHORT'], { expected: { amount: DUE }, seen: {} }), null)
    assert.equal(amountOf(CATALOGUE['ROUND-NOT-CLOSED'], { expected: {}, seen: {} }), null)
  })
})
