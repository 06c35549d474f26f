/** A changing set of deviations of a round becomes findings that are raised, changed and withdrawn under the same id. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeFolded } from '../../src/daemon/stations/core.ts'
import type { Deviation } from '../../src/engine/deviation.ts'
import type { RoundResult, TableEvent } from '../../src/engine/event.ts'
import { initialTable } from '../../src/engine/state/table-state.ts'
import { initialJudge, type JudgeState, judge, type Said } from '../../src/procedure/judge.ts'
import type { FindingCode } from '../../src/rules/house/finding-code.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import { encodeEvent } from '../../src/wire/envelope.ts'
import { envelopeSchema } from '../../src/wire/schemas.ts'
import { BASE_MS, contextFor } from '../engine/table-play.ts'
import { teller } from './scene.ts'

const contextOfCore = teller({ house: 'gld' }).context
const context = { ...contextFor('gld', HOUSES.gld.rules), overridden: [], devices: [] }

const short = (more: Partial<Deviation> = {}): Deviation => ({
  code: 'BJ-SHORT',
  grade: 'proven',
  box: 3,
  hand: 1,
  spot: '3.main',
  expected: { amount: 3000, base: 2000, ratio: [3, 2] },
  seen: { amount: 2000 },
  counter: null,
  cause: 'spots:SP-7/12/221',
  detectedAfter: 0,
  ...more,
})

const closing = (round: string, type: 'round.closed' | 'round.revised' = 'round.closed'): TableEvent =>
  ({ type, at: BASE_MS, round, cause: 'x:X/1/9', data: { round, boxes: [], findings: [] } as unknown as RoundResult }) as TableEvent

interface Told {
  readonly state: JudgeState
  readonly said: readonly Said[]
}

/** One step: the deviations of a round, and what was concluded meanwhile. */
const step = (before: JudgeState, round: string, deviations: readonly Deviation[] | null, events: readonly TableEvent[] = []): Told => {
  const table = initialTable()
  const sight = { observation: null, events, before: table, after: table }
  const [state, said] = judge(before, { ...sight, ...(deviations ? { deviations: [{ round, deviations }] } : {}) }, context)
  return { state, said }
}

const lineOf = (said: Said): string => {
  if (said.type === 'round.closed' || said.type === 'round.revised') return `${said.type} ${said.data.findings.join(' ')}`
  return 'data' in said && 'finding' in said.data ? `${said.type} ${said.data.finding} ${said.data.grade} ${said.data.seen}` : said.type
}
const linesOf = ({ said }: Told): readonly string[] => said.map(lineOf)

const REMEDY = 'Leave the cards out. Bring the whole payment back and pay 30.00.'

describe('what puts an error right in the next round', () => {
  const found = (code: FindingCode, box = 3): Deviation => short({ code, box, spot: `${box}.main`, expected: { amount: 2000 }, seen: {} })
  const left = step(initialJudge(), '1-1', [found('LOSER-NOT-TAKEN')], [closing('1-1')])

  it('is no finding: the dealer takes the bet that he forgot', () => {
    assert.deepEqual(linesOf(step(left.state, '1-2', [found('BET-PINCHED')])), [])
  })

  it('is one at another box, and in the round after that', () => {
    assert.match(linesOf(step(left.state, '1-2', [found('BET-PINCHED', 2)])).join(), /^finding\.raised BET-PINCHED-1 /)
    const later = step(left.state, '1-2', [], [closing('1-2')])
    assert.match(linesOf(step(later.state, '1-3', [found('BET-PINCHED')])).join(), /^finding\.raised BET-PINCHED-1 /)
  })
})

describe('the life of a finding', () => {
  it('is raised once, changed when it is told otherwise, withdrawn when it is gone, under one id', () => {
    const raised = step(initialJudge(), '1-1', [short({ grade: 'likely', counter: { code: 'change-handed' } })])
    assert.deepEqual(linesOf(raised), ['finding.raised BJ-SHORT-1 likely paid 20.00'])
    const again = step(raised.state, '1-1', [
      short({ grade: 'likely', counter: { code: 'change-handed' }, cause: 'spots:SP-7/12/222', detectedAfter: 3 }),
    ])
    assert.deepEqual(linesOf(again), [], 'evidence that grew is no change')
    const changed = step(again.state, '1-1', [short()])
    assert.deepEqual(linesOf(changed), ['finding.changed BJ-SHORT-1 proven paid 20.00'])
    const gone = step(changed.state, '1-1', [])
    assert.deepEqual(linesOf(gone), ['finding.withdrawn BJ-SHORT-1 proven paid 20.00'])
    assert.deepEqual(linesOf(step(gone.state, '1-1', [], [closing('1-1')])), ['round.closed '])
    assert.deepEqual(
      linesOf(step(gone.state, '1-1', [short()])),
      ['finding.raised BJ-SHORT-2 proven paid 20.00'],
      'ids are never used again',
    )
  })

  it('carries the clause, the words and the evidence, and fits its schema', () => {
    const [event] = step(initialJudge(), '1-1', [short()]).said
    assert.ok(event !== undefined && event.type === 'finding.raised', 'raised')
    const { data } = event
    assert.deepEqual(data.clause, HOUSES.gld.table.blackjackPay.clause)
    assert.deepEqual([data.expected, data.remedy, data.evidence], ['due 30.00 (3 to 2 on 20.00)', REMEDY, ['spots:SP-7/12/221']])
    const encoded = encodeEvent({ property: 'demo', pit: 'p1', table: 'bj07' }, { stream: 'q3kf9abc', sequence: 1 }, event)
    assert.ok(encoded.ok, 'encoded')
    assert.ok(envelopeSchema('finding.raised').safeParse(JSON.parse(encoded.message.payload)).success, encoded.message.payload)
  })

  it('becomes an alarm in money, with a sentence of what to do', () => {
    const { alarms } = step(initialJudge(), '1-1', [short()]).state
    assert.deepEqual(
      alarms.open.map((alarm) => [alarm.remedy, alarm.text.endsWith(`. ${REMEDY}`)]),
      [[REMEDY, true]],
    )
  })

  it('tells equal errors of one hand apart by their number', () => {
    const two = step(initialJudge(), '1-1', [short(), short()])
    assert.equal(two.said.length, 2)
    assert.deepEqual(linesOf(step(two.state, '1-1', [short()])), ['finding.withdrawn BJ-SHORT-2 proven paid 20.00'])
  })

  it('is raised before its round closes, and the closing names all that stand in that round alone', () => {
    const first = step(initialJudge(), '1-1', [short({ box: 1, spot: '1.main' })])
    const other = step(first.state, '1-2', [short({ box: 2, spot: '2.main' })])
    const deviations = [short({ box: 1, spot: '1.main' }), short({ code: 'PAID-PUSH' })]
    const closed = step(other.state, '1-1', deviations, [closing('1-1')])
    assert.deepEqual(linesOf(closed), ['finding.raised PAID-PUSH-1 proven paid 20.00', 'round.closed BJ-SHORT-1 PAID-PUSH-1'])
    assert.deepEqual(linesOf(step(closed.state, '1-2', null, [closing('1-2')])), ['round.closed BJ-SHORT-2'])
  })

  it('may still change when its round is revised, and is forgotten some rounds later', () => {
    let { state } = step(initialJudge(), '1-1', [short()], [closing('1-1')])
    const revised = step(state, '1-1', [], [closing('1-1', 'round.revised')])
    assert.deepEqual(linesOf(revised), ['finding.withdrawn BJ-SHORT-1 proven paid 20.00', 'round.revised '])
    for (let round = 2; round < 200; round++) state = step(state, `1-${round}`, [short()], [closing(`1-${round}`)]).state
    assert.ok(state.findings.standing.length <= 3 && state.findings.closed.length <= 3, 'what is kept is bounded')
    assert.equal(state.findings.raised['BJ-SHORT'], 199)
  })

  it('comes from the table that the fold hands on: the sets that changed, and they alone', () => {
    const core = { ...contextOfCore, judge: context }
    const record = { n: 1, t: BASE_MS, kind: 'tick' } as const
    const observation = { kind: 'tick', at: BASE_MS, cause: '' } as const
    const [empty, one] = [initialTable(), { ...initialTable(), deviations: new Map([['1-1', [short()]]]) }]
    const folded = { record, observation, events: [] }
    const [first, raised] = judgeFolded(initialJudge(), { ...folded, before: empty, table: one }, core)
    assert.deepEqual(raised.said.map(lineOf), ['finding.raised BJ-SHORT-1 proven paid 20.00'])
    const [, same] = judgeFolded(first, { ...folded, before: one, table: one }, core)
    assert.deepEqual(same.said, [])
    const [, gone] = judgeFolded(first, { ...folded, before: one, table: empty }, core)
    assert.deepEqual(gone.said, [], 'a round that is closed keeps what was found in it')
    const none = { ...one, deviations: new Map([['1-1', []]]) }
    assert.deepEqual(judgeFolded(first, { ...folded, before: one, table: none }, core)[1].said.map(lineOf), [
      'finding.withdrawn BJ-SHORT-1 proven paid 20.00',
    ])
  })

  it('is not told again by the readings where an event has proven it', () => {
    const observation = { kind: 'card', card: '??', at: BASE_MS, cause: 'shoe:X/1/1' } as const
    const table = initialTable()
    const sight = { observation, events: [], before: table, after: table }
    const [first] = judge(initialJudge(), sight, context)
    const unread = short({ code: 'CARD-UNREADABLE', box: null, hand: null, spot: null })
    const again = { ...sight, observation: null, deviations: [{ round: null, deviations: [unread] }] }
    assert.deepEqual(judge(first, again, context)[1], [])
  })

  it('is never raised where the table cannot have or see it', () => {
    for (const code of ['POG-MISPAID', 'SPLIT-RESULT-SWAPPED', 'DEAL-MISPLACED', 'P22-UNPAID'] as const)
      assert.deepEqual(step(initialJudge(), '1-1', [short({ code })]).said, [], code)
    const blind = { ...context, chipEvidence: 'busts' } as const
    const table = initialTable()
    const sight = { observation: null, events: [], before: table, after: table, deviations: [{ round: '1-1', deviations: [short()] }] }
    assert.deepEqual(judge(initialJudge(), sight, blind)[1], [])
  })
})

describe('what is to be done', () => {
  const alarmOf = ({ state }: Told) =>
    state.alarms.open.map(({ remedy, text, rev }) => ({ remedy, rev, ends: text.endsWith(remedy ?? '?') }))
  const opened = { type: 'round.opened', at: BASE_MS, round: '1-2', cause: 'x:X/1/9', data: {} } as unknown as TableEvent

  it('is another matter once the next round is dealt: the alarm says so, under a new rev, and the finding is no other', () => {
    const raised = step(initialJudge(), '1-1', [short()])
    assert.deepEqual(alarmOf(raised), [{ remedy: REMEDY, rev: 1, ends: true }])
    const dealt = step(raised.state, '1-1', [short()], [opened])
    const [after, ...others] = alarmOf(dealt)
    assert.match(after?.remedy ?? '', /^The next round is out\. Back this one up from the discards.* then pay the missing 10\.00\.$/)
    assert.deepEqual([after?.rev, after?.ends, others], [2, true, []])
    assert.deepEqual(linesOf(dealt), ['round.opened'])
    assert.deepEqual(alarmOf(step(dealt.state, '1-2', null, [opened])), [after], 'it is said once')
  })

  it('stays that when the round is revised, though the table is empty again', () => {
    const likely = short({ grade: 'likely', counter: { code: 'change-handed' } })
    let { state } = step(initialJudge(), '1-1', [likely], [closing('1-1')])
    state = step(state, '1-2', [short({ box: 1, spot: '1.main' })], [opened, closing('1-2')]).state
    const revised = step(state, '1-1', [short()], [closing('1-1', 'round.revised')])
    const [told] = revised.said
    assert.ok(told?.type === 'finding.changed', 'it is proven now')
    assert.match(told.data.remedy ?? '', /^The next round is out\./)
    const remedies = revised.state.alarms.open.map(({ round, remedy }) => `${round} ${remedy?.slice(0, 22)}`)
    assert.deepEqual(remedies, ['1-1 The next round is out.', '1-2 Hold the next deal. Le'])
  })

  it('is that from the first where the error is seen under the cards of the next round', () => {
    const words = '1=1000 2=1000 TS TH TD 9S 8S +2000 >1.1 >2.1 >dealer KD +2000 >- +3000 1=0 +3000 2C 7C 3C 6C 5D +2000 >1.1 +3000 tick'
    const found = teller({ house: 'ingo' })
      .tell(words)
      .findings.find(({ code }) => code === 'LOSER-NOT-TAKEN')
    assert.match(found?.remedy ?? '', /^The next round is out\. .* take 10\.00\.$/)
  })
})

describe('what is found again', () => {
  const SHORT = '1=1000 TS TD KS +2000 >1.1 +2000 >dealer 9D +2000 >- +3000 1=1500 +3000 1=0 +3000 tick'
  const RIGHT = '1=1000 TS TD 9S +2000 >1.1 +2000 >dealer KD +2000 >- +3000 1=0 +3000 tick'
  const LEFT = '1=1000 2=1000 TS TH TD 9S 8S +2000 >1.1 >2.1 >dealer KD +2000 >- +3000 1=0 +3000 1=1000 2C 7C 3C +3000 tick tick'

  it('is not raised anew where its round is long over, when a stake left in another round is taken', () => {
    const { tell } = teller({ house: 'ingo', boxes: 2 })
    for (const words of [SHORT, RIGHT, RIGHT, RIGHT, LEFT]) tell(words)
    const { findings, said } = tell('2=0 +3000 tick')
    assert.deepEqual(
      findings.map(({ finding, round }) => `${finding} ${round}`),
      ['PAY-SHORT-1 1-1', 'LOSER-NOT-TAKEN-1 1-5'],
    )
    assert.ok(
      said.some((each) => each.type === 'finding.changed' && each.data.finding === 'LOSER-NOT-TAKEN-1' && each.data.corrected),
      'the stake that was left is put right',
    )
  })

  it('is one alarm, though it was taken back meanwhile', () => {
    const raised = step(initialJudge(), '1-1', [short()])
    const taken = step(raised.state, '1-1', [])
    const again = step(taken.state, '1-1', [short()])
    assert.deepEqual(linesOf(again), ['finding.raised BJ-SHORT-2 proven paid 20.00'])
    const alarms = ({ state }: Told) => state.alarms.open.map(({ alarm, state: is }) => `${alarm} ${is}`)
    assert.deepEqual([taken, again].map(alarms), [['bj-short-1 returned'], ['bj-short-2 unacknowledged']])
    const renamed = step(again.state, '1-1', [short({ code: 'PAY-SHORT' })])
    assert.deepEqual(alarms(renamed), ['pay-short-1 unacknowledged'], 'nor by another name')
  })
})
