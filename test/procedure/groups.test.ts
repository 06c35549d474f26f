/** Errors of which one was made: one group, one alarm, and what becomes of it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { usualSpots } from '../../simulators/device/options.ts'
import { playErring } from '../../simulators/table/errors/erring.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { asOneOf, type Deviation, SEARCHED } from '../../src/engine/deviation.ts'
import { initialTable } from '../../src/engine/state/table-state.ts'
import type { Alarm } from '../../src/procedure/alarms.ts'
import { CATALOGUE } from '../../src/procedure/catalogue/index.ts'
import { questionOf, questionText } from '../../src/procedure/catalogue/questions.ts'
import type { FindingData } from '../../src/procedure/finding.ts'
import { initialJudge, type JudgeState, judge, type Said } from '../../src/procedure/judge.ts'
import type { FindingCode } from '../../src/rules/house/finding-code.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import { alarmData } from '../../src/wire/alarm.ts'
import { DATA_SCHEMAS } from '../../src/wire/schemas.ts'
import { configFor, daemonFor, hearPlay } from '../daemon/pipeline/heard-play.ts'
import { BASE_MS, CHIPS, contextFor, LIMITS } from '../engine/table-play.ts'
import { FBE, INGO, NEXT } from './reading-scenario.ts'
import { teller } from './scene.ts'

const context = { ...contextFor('gld', HOUSES.gld.rules), overridden: [], devices: [] }

const error = (code: FindingCode, box: number | null, more: Partial<Deviation> = {}): Deviation => ({
  code,
  grade: 'proven',
  box,
  hand: null,
  spot: box === null ? null : `${box}.main`,
  expected: { amount: 1000 },
  seen: { amount: 500 },
  counter: null,
  cause: 'spots:SP-7/12/221',
  detectedAfter: 0,
  ...more,
})
const SHORT = error('PAY-SHORT', 2)
const UNPAID = error('WINNER-UNPAID', 3)
const CAPPED = error('BET-CAPPED', 4)

const likely = (deviation: Deviation): Deviation => ({ ...deviation, grade: 'likely', counter: { code: 'change-handed' } })
const oneOf = (...rivals: readonly (readonly [Deviation, number])[]): readonly Deviation[] => asOneOf('main-1', rivals)

interface Told {
  readonly state: JudgeState
  readonly said: readonly Said[]
  readonly findings: readonly FindingData[]
  readonly alarms: readonly Alarm[]
}

/** The sets of deviations of one round, one after another. */
const told = (...sets: readonly (readonly Deviation[])[]): Told => {
  const table = initialTable()
  let state = initialJudge()
  let said: readonly Said[] = []
  for (const deviations of sets) {
    const sight = { observation: null, events: [], before: table, after: { ...table, now: BASE_MS } }
    ;[state, said] = judge(state, { ...sight, deviations: [{ round: '1-1', deviations }] }, context)
  }
  return { state, said, findings: state.findings.standing.map(({ finding }) => finding), alarms: state.alarms.open }
}

const shownBy = ({ alarms }: Told): readonly string[] =>
  alarms.map(({ alarm, state, severity, code, grounds, group }) =>
    [alarm, state, severity, code, grounds?.grade, ...(group?.lines.map(({ finding }) => finding) ?? [])].join(' '),
  )

describe('an error that would stop the game', () => {
  /** Codes of the alarms that show at once. */
  const atOnce = (...deviations: readonly Deviation[]): readonly string[] => {
    const table = initialTable()
    const sight = {
      observation: { kind: 'tick', at: BASE_MS, cause: '' } as const,
      events: [],
      before: table,
      after: { ...table, now: BASE_MS },
    }
    const [state] = judge(initialJudge(), { ...sight, deviations: [{ round: '1-1', deviations }] }, { ...context, alarmHoldMs: 4000 })
    return state.alarms.open.map(({ code }) => code)
  }

  it('is an alarm at once though it is only likely, unless another likely error explains its box', () => {
    const other = (box: number) => likely(error('PAY-OVER', box))
    assert.deepEqual(atOnce(likely(CAPPED)), ['BET-CAPPED'])
    assert.deepEqual(atOnce(other(4), likely(CAPPED)), [])
    assert.deepEqual(atOnce(likely(CAPPED), other(4)), [])
    assert.deepEqual(atOnce(other(2), likely(CAPPED)), ['BET-CAPPED'])
    assert.deepEqual(atOnce(other(4), CAPPED), ['BET-CAPPED'])
  })
})

describe('a group', () => {
  it('is findings that name each other, the likeliest first, and ask one question', () => {
    const { findings } = told(oneOf([SHORT, 1], [UNPAID, 0.5]))
    assert.deepEqual(
      findings.map(({ finding, grade, group, rivals, question }) => ({ finding, grade, group, rivals, question })),
      [
        ['PAY-SHORT-1', 'WINNER-UNPAID-1'],
        ['WINNER-UNPAID-1', 'PAY-SHORT-1'],
      ].map(([finding, rival]) => ({
        ...{ finding, grade: 'one-of', group: 'PAY-SHORT-1', rivals: [rival] },
        question: 'Was box 2 underpaid?',
      })),
    )
    assert.deepEqual(
      findings.map(({ counterReading }) => counterReading),
      ['WINNER-UNPAID at box 3 instead', 'PAY-SHORT at box 2 instead'],
    )
    for (const finding of findings) assert.equal(DATA_SCHEMAS['finding.raised'].omit({ roundKey: true }).safeParse(finding).success, true)
  })

  it('is one alarm with its errors as lines', () => {
    const group = told(oneOf([SHORT, 1], [UNPAID, 0.5]))
    assert.deepEqual(shownBy(group), ['pay-short-1 unacknowledged money PAY-SHORT one-of PAY-SHORT-1 WINNER-UNPAID-1'])
    const [alarm] = group.alarms.map(alarmData)
    assert.equal(alarm?.group?.question, 'Was box 2 underpaid?')
    assert.match(alarm?.group?.lines[1]?.text ?? '', /^Box 3: /)
  })

  it('is as grave as the gravest of those at least a third as likely as the first, and that one comes first', () => {
    const near = told(oneOf([SHORT, 1], [CAPPED, 0.34]))
    assert.deepEqual(shownBy(near), ['bet-capped-1 unacknowledged stop BET-CAPPED one-of BET-CAPPED-1 PAY-SHORT-1'])
    const far = told(oneOf([SHORT, 1], [CAPPED, 0.3]))
    assert.deepEqual(shownBy(far), ['pay-short-1 unacknowledged money PAY-SHORT one-of PAY-SHORT-1 BET-CAPPED-1'])
  })

  it('keeps its alarm when one of it is proven, whichever', () => {
    const both = oneOf([SHORT, 1], [UNPAID, 0.5])
    assert.deepEqual(shownBy(told(both, [SHORT])), ['pay-short-1 unacknowledged money PAY-SHORT proven'])
    const other = told(both, [UNPAID])
    assert.deepEqual(shownBy(other), ['pay-short-1 unacknowledged money WINNER-UNPAID proven'])
    assert.equal(other.alarms[0]?.grounds?.finding, 'WINNER-UNPAID-1')
    assert.deepEqual(
      other.said.map((event) => ('finding' in event.data ? `${event.type} ${event.data.finding}` : event.type)),
      ['finding.changed WINNER-UNPAID-1', 'finding.withdrawn PAY-SHORT-1'],
    )
  })

  it('keeps its name when it grows or loses its first', () => {
    const rest = told(oneOf([SHORT, 1], [UNPAID, 0.5]), oneOf([UNPAID, 1], [CAPPED, 0.1]))
    assert.deepEqual(shownBy(rest), ['pay-short-1 unacknowledged money WINNER-UNPAID one-of WINNER-UNPAID-1 BET-CAPPED-1'])
    assert.deepEqual(new Set(rest.findings.map(({ group }) => group)), new Set(['PAY-SHORT-1']))
  })

  it('takes the alarms of what was only likely before, and gives them back where it falls apart', () => {
    const both = oneOf([SHORT, 1], [UNPAID, 0.5])
    const apart = [likely(SHORT), likely(UNPAID)]
    assert.equal(told(apart).alarms.length, 2)
    assert.deepEqual(shownBy(told(apart, both)), ['pay-short-1 unacknowledged money PAY-SHORT one-of PAY-SHORT-1 WINNER-UNPAID-1'])
    assert.deepEqual(
      told(both, apart).alarms.map(({ alarm, grounds }) => `${alarm} ${grounds?.grade}`),
      ['pay-short-1 likely', 'winner-unpaid-1 likely'],
    )
  })

  it('is withdrawn as a whole', () => {
    const gone = told(oneOf([SHORT, 1], [UNPAID, 0.5]), [])
    assert.deepEqual(gone.findings, [])
    assert.deepEqual(shownBy(gone), ['pay-short-1 returned money PAY-SHORT one-of PAY-SHORT-1 WINNER-UNPAID-1'])
    assert.deepEqual(
      gone.said.map(({ type }) => type),
      ['finding.withdrawn', 'finding.withdrawn'],
    )
  })

  it('is told only as likely where one of its errors cannot be told at this table', () => {
    const { findings } = told(oneOf([SHORT, 1], [error('DEAL-MISPLACED', 1), 0.5]))
    assert.deepEqual(
      findings.map(({ code, grade, group, rivals }) => [code, grade, group, rivals.length].join(' ')),
      ['PAY-SHORT likely  0'],
    )
  })
})

describe('the question of a group', () => {
  it('asks for the result of the box where that tells them apart, else for what was done', () => {
    const asked = (...codes: readonly (readonly [FindingCode, number | null])[]) => {
      const question = questionOf(codes.map(([code, box]) => ({ code, box })))
      return question && questionText(question)
    }
    assert.equal(asked(['TOOK-WINNER', 4], ['WINNER-UNPAID', 2]), 'Did box 4 win?')
    assert.equal(asked(['PAID-LOSER', 1], ['PAID-PUSH', 1]), 'Did box 1 lose?')
    assert.equal(asked(['WINNER-UNPAID', 1], ['PAY-SHORT', 1]), 'Did box 1 win and go unpaid?')
    assert.equal(asked(['BUST-NOT-TAKEN', 4], ['DEALER-HIT-17', null]), 'Was box 4 bust?')
  })

  it('is known for every error that readings are searched for', () => {
    assert.deepEqual(
      [...SEARCHED].filter((code) => CATALOGUE[code].question === undefined),
      [],
    )
  })
})

describe('a round that two single errors explain', () => {
  // Split eights: 18 ties and 19 wins. A bet is taken and as much laid beside the other: the tied one was taken, or the win never paid.
  const words = `1=1000 8D 9H 8C +2000 >1.1 1=2000 +2000 TH +2000 >1.2 4H 7H +2000 >dealer 9D +2000 >- +3000 1=1000 +3000 1=2000 +3000 1=0 ${NEXT}`

  it('is told as one of them, each with the other as its rival', () => {
    const findings = new Map<string, FindingData>()
    for (const { type, data } of teller(INGO).tell(words).said) {
      if (type === 'finding.raised' || type === 'finding.changed') findings.set(data.finding, data)
      if (type === 'finding.withdrawn') findings.delete(data.finding)
    }
    const [first, second, ...others] = [...findings.values()].filter(({ severity }) => severity !== 'info')
    assert.deepEqual([first?.grade, second?.grade, others.length], ['one-of', 'one-of', 0])
    assert.deepEqual([first?.rivals, second?.rivals], [[second?.finding], [first?.finding]])
    assert.ok(first?.group === second?.group && findings.has(first?.group ?? ''), 'the group is called as one of them')
    assert.match(first?.question ?? '', /box 1/)
  })
})

describe('chips that are a double without a card, or a payment too early', () => {
  const split = '1=1500 2=1500 9S KD 7H 9D KS +1000 >1.1 +2000 1=1500,FBx1 +-800 3S +700 1=3000,FBx1 +-900 >1.2 +-400'
  const words = `${split} 3H +6500 JH 1=3000 >2.1 +3000 >dealer AD >- +2000 2=3000 1=0 +3000 2=0 +3000 tick tick`
  const { said, findings } = teller(FBE).tell(words)

  it('are told as one of them, and by no number, hand or word that the other has not', () => {
    const grades = new Set(findings.map(({ code, grade }) => `${code} ${grade}`))
    assert.deepEqual([...grades], ['PAY-BEFORE-DEALER-DONE one-of', 'DOUBLE-NO-CARD one-of', 'BET-CAPPED one-of'])
    const [closed] = said.flatMap((each) => (each.type === 'round.closed' ? [each.data] : []))
    const [box] = closed?.boxes ?? []
    assert.deepEqual(
      box?.hands.map(({ cards, certain }) => [cards.join(' '), certain]),
      [
        ['9S 3S', false],
        ['9D 3H JH', true],
      ],
    )
    const { staked, due, moved, best } = box?.spots.main ?? assert.fail()
    assert.deepEqual(
      { staked, due, moved, best },
      { staked: null, due: null, moved: null, best: { staked: 3000, due: -3000, moved: -3000 } },
    )
    assert.deepEqual(closed?.net, { house: null, best: 1500, from: 0, to: 1500 })
    const doubles = said.filter(({ type }) => type === 'hand.doubled')
    assert.deepEqual(
      doubles.filter(({ data }) => 'certain' in data && data.certain),
      [],
    )
  })
})

describe('a stake left after a bust that a wrong deal would explain as well', () => {
  it('is told as likely only beside what is no error of the round, also before the settlement has confirmed the deal', () => {
    const house = 'sevens-prizes'
    const table = { rules: HOUSES[house].rules, limits: LIMITS, chips: CHIPS, boxes: 7, spots: usualSpots(house) }
    const play = playErring({ ...table, pointer: false, random: seededRandom(1) }, { codes: ['BUST-NOT-TAKEN'], share: 1 })
    const actions = [play.next().value, play.next().value].flatMap((round) => round.actions)
    const told: string[] = []
    hearPlay(actions, daemonFor(configFor({ ...table, house, spotLagMs: 1500, chipEvidence: 'payouts' })), ({ said }) => {
      for (const each of said)
        if (each.type === 'finding.raised') told.push(`${each.data.code} ${each.data.grade}: ${each.data.counterReading}`)
    })
    assert.ok(told.length > 2, told.join())
    assert.deepEqual(
      told.filter((each) => /likely: .* instead$/.test(each)),
      [],
    )
  })
})
