/** Every invariant notices a state in which it does not hold, and none objects to what a table comes to. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { initialCore, stepCore } from '../../../src/daemon/stations/core.ts'
import { assertInvariants } from '../../../src/daemon/stations/invariants.ts'
import { type Deviation, instead } from '../../../src/engine/deviation.ts'
import { answered, fullOf } from '../../../src/engine/errors/answers.ts'
import type { Reading, Solution } from '../../../src/engine/lattice/reading.ts'
import type { OpenRound } from '../../../src/engine/state/open-round.ts'
import { NO_SHOE } from '../../../src/engine/state/shoe.ts'
import type { TableState } from '../../../src/engine/state/table-state.ts'
import type { JudgeState } from '../../../src/procedure/judge.ts'
import { playRecords } from './records.ts'

const SEED = 1

interface Open {
  readonly table: TableState & { readonly current: OpenRound }
  readonly judge: JudgeState
}

const { records, context } = playRecords('gld', 3, 2, SEED)

/** In play, with a hand behind it that has taken cards. */
const openState = (): Open => {
  let state = initialCore()
  for (const record of records) {
    ;[state] = stepCore(state, record, context)
    const { current } = state.table
    const best = current && fullOf(current, context.table)?.best
    if (current && best?.stories.some(({ hands }) => hands.some(({ positions }) => positions.length > 2)))
      return { table: { ...state.table, current }, judge: state.judge }
  }
  assert.fail(`seed ${SEED}: nobody takes a third card`)
}
const open = openState()
const { current } = open.table

type Changed = Partial<Open['table']>
const tableWith = (change: Changed): Open => ({ ...open, table: { ...open.table, ...change } })
const roundWith = (change: Partial<OpenRound['round']>): Open =>
  tableWith({ current: { ...current, round: { ...current.round, ...change } } })

/** The open round, had it been read as these. */
const readAs = (change: { readonly [name in keyof Solution]?: unknown }): Open => {
  const { full } = current
  const solution = fullOf(current, context.table)
  assert.ok(full && solution, 'it was read')
  const { count, over, exposed, best } = solution
  const told = { count, over, exposed, best, kBest: () => [best], agreesOn: () => false, ...change } as unknown as Solution
  return tableWith({ current: { ...current, full: answered({ ...full }, told, context.table) } })
}

const bestWith = (positions: readonly number[]): Reading => {
  const best = fullOf(current, context.table)?.best
  assert.ok(best, 'it has a reading')
  const [story, ...others] = best.stories
  const [hand, ...hands] = story?.hands ?? []
  assert.ok(story && hand, 'and that a hand')
  return { ...best, stories: [{ ...story, hands: [{ ...hand, positions }, ...hands] }, ...others] }
}

const found = (change: Partial<Deviation>): Deviation => ({
  ...{ code: 'BJ-SHORT', grade: 'proven', box: 1, hand: 1, spot: null, expected: {}, seen: {} },
  ...{ counter: null, cause: '', detectedAfter: 0 },
  ...change,
})
const withErrors = (...deviations: readonly Deviation[]): Open => tableWith({ deviations: new Map([[current.round.id, deviations]]) })

const standing = (finding: string, change: Partial<JudgeState['findings']['standing'][number]['finding']> = {}) => {
  const data = { finding, code: 'BJ-SHORT', grade: 'proven', group: null, rivals: [], counterReading: null, ...change }
  return { finding: data } as unknown as JudgeState['findings']['standing'][number]
}
const withFindings = (...all: readonly ReturnType<typeof standing>[]): Open => ({
  ...open,
  judge: { ...open.judge, findings: { ...open.judge.findings, raised: { 'BJ-SHORT': 2 }, standing: all } },
})

const oneOf = { grade: 'one-of', counter: instead(null), oneOf: { group: 'main-1', weight: 1 } } as const
const before = current.round.cards[0] ?? assert.fail('it has a card')

const BROKEN: readonly (readonly [state: Open, says: RegExp])[] = [
  [readAs({ kBest: () => [bestWith([0, 0])] }), /a card has one owner in each reading: card 1/],
  [readAs({ kBest: () => [bestWith([99])] }), /no cards but those of its round: card 100/],
  [readAs({ kBest: () => [bestWith([])], agreesOn: (box: number, hand: number) => box + hand === 0 }), /all readings agree on .* hand 1/],
  [readAs({ count: 1, over: 2 }), /no more readings are over .* of 1 readings 2 are over/],
  [tableWith({ shoe: { ...NO_SHOE, cardsOut: -1 } }), /no count is below zero: cardsOut is -1/],
  [tableWith({ levels: new Map([['1.main', { amount: -5, lammers: 0, rev: 1 }]]) }), /no spot and no rack .*: 1\.main/],
  [tableWith({ rack: [{ at: 0, amount: -1 }] }), /no spot and no rack .*: rack/],
  [roundWith({ moves: new Map([['2.main', [{ at: 0, amount: 5, lammers: -1, cause: '' }]]]) }), /no spot and no rack .*: 2\.main/],
  [roundWith({ boxes: [1, 1] }), /boxes of the table, each once/],
  [roundWith({ boxes: [8] }), /boxes of the table, each once/],
  [roundWith({ cards: [...current.round.cards, { ...before, at: before.at - 1 }] }), /in the order of time/],
  [withErrors(found({ cause: 'shoe:X/1/1' })), /rests on lines of that round.*: BJ-SHORT/],
  [withErrors(found({ box: 8 })), /at a box of the table: BJ-SHORT/],
  [withErrors(found({ counter: instead(null) })), /proven has no other story/],
  [withErrors(found({ ...oneOf, grade: 'likely' }), found(oneOf)), /is in no group; of a group is/],
  [withErrors(found(oneOf)), /at least two members.*: 1-1 main-1/],
  [withFindings(standing('BJ-SHORT-1', { group: 'BJ-SHORT-1', rivals: ['BJ-SHORT-2'] })), /is in no group; of a group is/],
  [
    withFindings(standing('BJ-SHORT-1', { grade: 'one-of', counterReading: 'another', group: 'BJ-SHORT-1', rivals: ['BJ-SHORT-2'] })),
    /at least two members.*: BJ-SHORT-1/,
  ],
  [withFindings(standing('BJ-SHORT-1'), standing('BJ-SHORT-1')), /no id is given twice: BJ-SHORT-1/],
  [withFindings(standing('BJ-SHORT-3')), /no id is given twice: BJ-SHORT-3/],
  [tableWith({ rounds: 0 }), /no id is given twice/],
]

describe('what must hold of every state', () => {
  it('holds of a round in play', () => assertInvariants(open, context.table))

  for (const [state, says] of BROKEN) {
    it(`is seen not to: ${says.source}`, () => assert.throws(() => assertInvariants(state, context.table), says))
  }

  it('is asserted behind every line where the configuration says so, and a line where it does not hold is an internal error', () => {
    const [record] = records
    assert.ok(record, 'something was heard')
    const watched = (invariants: boolean) => ({ ...context, judge: { ...context.judge, watches: { payOrder: false, invariants } } })
    const impossible = { ...initialCore(), table: { ...initialCore().table, shoe: { ...NO_SHOE, cardsOut: -1 } } }
    const tick = { n: 1, t: 1, kind: 'tick' } as const
    assert.match(stepCore(impossible, tick, watched(true))[1].fault ?? '', /^Error, /)
    assert.equal(stepCore(impossible, tick, watched(false))[1].fault, undefined)
  })
})
