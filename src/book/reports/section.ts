/** A report's section about a table, a pit or a dealer: sums over rounds and findings. Pure; the same for all three. */
import { ALARM_HOLD_MS } from '../../base/config/schema.ts'
import { isDealersMoney } from '../../procedure/catalogue/amount.ts'
import { CATALOGUE } from '../../procedure/catalogue/index.ts'
import type { BetFacts, Expected, RoundFacts } from './facts.ts'
import type { DeviceTime } from './links.ts'
import type { AskedFinding, AskedShoe, AskedStep } from './rows-asked.ts'
import { type Interval, medianOf, poissonInterval, quantileOf } from './statistics.ts'
import { BETS, type Bet } from './theory.ts'

/** A result beyond this many standard deviations is called unusual; chance alone causes one in 370. */
const UNUSUAL_Z = 3
const PER = 1000
const HOUR_MS = 3_600_000

/**
 * The house's money, minor units. The theory and `byRulesThere` cover only the rounds in `rounds`, whose rules and results are known.
 * `houseWon` is the sum over all bets of all rounds that were seen to move; `byRules` leaves out bets whose result is not known. null: that is
 * all of them.
 */
export interface Money extends Omit<BetFacts, 'houseWon' | 'byRules'> {
  readonly houseWon: number | null
  readonly byRules: number | null
  readonly rounds: number
  readonly byRulesThere: number
  readonly theory: number
  readonly deviation: number
  /** null: nothing was at stake. */
  readonly z: number | null
  readonly unusual: boolean
}

export interface FindingCount {
  readonly code: string
  readonly count: number
  /** Per 1,000 decisions; null if there were no decisions. */
  readonly rate: number | null
  /** 95 %, exact for a Poisson count (Garwood). */
  readonly interval: Interval | null
}

export interface Section {
  readonly of: 'table' | 'rules' | 'pit' | 'dealer'
  readonly name: string
  /** ISO 4217; null: unknown. Amounts in two currencies are never added. */
  readonly currency: string | null
  readonly exponent: number
  readonly rounds: {
    readonly dealt: number
    /** Rounds closed with every hand, outcome and amount known in at least one reading, while the table kept up with its devices. */
    readonly complete: number
    /** Rounds closed while the table was behind its devices. */
    readonly lagging: number
    readonly oneReading: number
    readonly revised: number
    readonly incomplete: number
    /** Rounds with a bet whose chips nobody saw move; `money` has the stakes of these bets. */
    readonly notSeen: number
    readonly void: number
  }
  readonly hands: number
  readonly decisions: number
  /** How long the tables were open, or the dealer dealt, without long pauses (`dealt-time.ts`). */
  readonly hours: number
  /** Boxes dealt as a share of the tables' boxes, 0 to 1; null if no table published how many it has. */
  readonly occupancy: number | null
  readonly shoes: {
    /** Shoes that ended. */
    readonly ended: number
    /** Share of their cards that was dealt; null: none ended, or nobody knows how many cards a shoe has. */
    readonly penetration: number | null
    /** The same of the shoes that have not ended. */
    readonly running: number | null
  }
  readonly money: { readonly [B in Bet | 'all']: Money }
  readonly findings: {
    readonly total: number
    readonly open: number
    readonly withdrawn: number
    /** Judged under other rules than those of their round; not counted for a dealer. */
    readonly otherRules: number
    readonly byCode: readonly FindingCount[]
  }
  /**
   * Money that dealers paid or took wrongly according to the findings; a group counts by the likeliest of its findings that stand. Likely findings are
   * kept apart, because it is unknown whether they are errors.
   */
  readonly wrong: {
    /** Put right and left together. */
    readonly amount: number | null
    readonly putRight: number | null
    readonly left: number | null
    readonly likely: number | null
    /** Errors of an unknown amount, which no sum has a part in. A sum of nothing but these is null. */
    readonly unknown: number
  }
  /** Time from raised to acknowledged, seconds. */
  readonly acknowledged: {
    readonly count: number
    readonly medianSeconds: number | null
    readonly nineInTenSeconds: number | null
  }
  /** Every alarm is one of the three. */
  readonly alarms: {
    /** Somebody acknowledged, shelved or closed it. */
    readonly touched: number
    /** What it was about was withdrawn or put right before the table showed it to anybody (`alarmHoldMs`). */
    readonly neverShown: number
    readonly untouched: number
  }
}

export interface TableSection extends Section {
  readonly property: string
  readonly pit: string
  readonly house: string | null
  readonly devices: DeviceTime
  /** `to`: the book has every record up to this one. `heard`: the highest record it has heard of. */
  readonly complete: { readonly to: number; readonly heard: number }
  /** Why rounds of it have no expectation; null: all have one. */
  readonly noTheory: string | null
  /** Its rounds by the rules under which they were played, oldest first; empty: it was one set of rules. */
  readonly rules: readonly RulesSection[]
  /** The evening in one line. */
  readonly line: string
}

export interface RulesSection extends Section {
  /** null: the rules of that time are unknown. */
  readonly house: string | null
  /** When the first of its rounds opened and the last closed, Unix ms. */
  readonly from: number
  readonly to: number
}

interface CountedShoe extends AskedShoe {
  /** Number of cards in the whole shoe, from the table's rules; null: unknown. */
  readonly cards: number | null
}

/** Everything that a section counts, already selected. */
export interface Counted {
  readonly of: Section['of']
  readonly name: string
  readonly currency: string | null
  readonly exponent: number
  readonly facts: readonly RoundFacts[]
  readonly voids: number
  /** How long the tables were open, or the dealer dealt. */
  readonly dealtMs: number
  readonly shoes: readonly CountedShoe[]
  readonly findings: readonly AskedFinding[]
  readonly steps: readonly AskedStep[]
}

const total = <T>(list: readonly T[], of: (each: T) => number): number => list.reduce((sum, each) => sum + of(each), 0)

const NOTHING: Expected = { win: 0, variance: 0 }
const betFacts = ({ bets }: RoundFacts, bet: Bet | 'all'): BetFacts =>
  bet === 'all' ? BETS.reduce((sum, each) => joined(sum, bets[each]), NO_BETS) : bets[bet]
const NO_BETS: BetFacts = { bets: 0, staked: 0, houseWon: 0, notSeen: 0, stakedNotSeen: 0, byRules: 0, notKnown: 0 }
const joined = (one: BetFacts, other: BetFacts): BetFacts => ({
  bets: one.bets + other.bets,
  staked: one.staked + other.staked,
  houseWon: one.houseWon + other.houseWon,
  notSeen: one.notSeen + other.notSeen,
  stakedNotSeen: one.stakedNotSeen + other.stakedNotSeen,
  byRules: one.byRules + other.byRules,
  notKnown: one.notKnown + other.notKnown,
})

/** A sum of which nothing is known is no 0. */
const sumOf = (sum: number, all: number, unknown: number): number | null => (unknown > 0 && unknown === all ? null : sum)

const moneyOf = (facts: readonly RoundFacts[], bet: Bet | 'all'): Money => {
  const known = facts.filter(({ expected }) => expected !== null)
  const own = facts.map((each) => betFacts(each, bet)).reduce(joined, NO_BETS)
  const expected = known.map((each) => each.expected?.[bet] ?? NOTHING)
  const byRulesThere = total(known, (each) => betFacts(each, bet).byRules)
  const theory = total(expected, ({ win }) => win)
  const deviation = Math.sqrt(
    Math.max(
      0,
      total(expected, ({ variance }) => variance),
    ),
  )
  const z = deviation > 0 ? (byRulesThere - theory) / deviation : null
  const { bets, houseWon, notSeen, byRules, notKnown } = own
  const sums = { houseWon: sumOf(houseWon, bets, notSeen), byRules: sumOf(byRules, bets, notKnown) }
  return { ...own, ...sums, rounds: known.length, byRulesThere, theory, deviation, z, unusual: z !== null && Math.abs(z) > UNUSUAL_Z }
}

const occupancyOf = (facts: readonly RoundFacts[]): number | null => {
  const known = facts.flatMap(({ told, round }) => (told === null ? [] : [{ dealt: round.boxes, boxes: told.boxes }]))
  return known.length === 0 ? null : total(known, ({ dealt }) => dealt) / total(known, ({ boxes }) => boxes)
}

const shoesOf = (shoes: readonly CountedShoe[]): Section['shoes'] => {
  const ended = shoes.filter(({ ended_at }) => ended_at !== null)
  const share = (counted: readonly CountedShoe[]): number | null => {
    const known = counted.flatMap(({ cards_out: out, cards }) => (out === null || cards === null || cards === 0 ? [] : [out / cards]))
    return known.length === 0 ? null : total(known, (each) => each) / known.length
  }
  return { ended: ended.length, penetration: share(ended), running: share(shoes.filter(({ ended_at }) => ended_at === null)) }
}

const OPEN_STEPS: readonly string[] = ['raised', 'acknowledged', 'shelved', 'returned']
/** The id of an alarm: that of its group, if there is one, in lower case. */
const alarmOf = ({ stream_id, group_id, finding }: AskedFinding): string => `${stream_id}/${(group_id ?? finding).toLowerCase()}`

const stepsByAlarm = (steps: readonly AskedStep[]): ReadonlyMap<string, readonly AskedStep[]> => {
  const found = new Map<string, AskedStep[]>()
  for (const step of steps) {
    const key = `${step.stream_id}/${step.alarm}`
    found.set(key, [...(found.get(key) ?? []), step])
  }
  return found
}

const findingsOf = (findings: readonly AskedFinding[], steps: readonly AskedStep[], decisions: number): Section['findings'] => {
  const standing = findings.filter(({ withdrawn_at }) => withdrawn_at === null)
  const told = stepsByAlarm(steps)
  const codes = new Map<string, number>()
  for (const { code } of standing) codes.set(code, (codes.get(code) ?? 0) + 1)
  const rate = (count: number): number => (count * PER) / decisions
  return {
    total: standing.length,
    open: standing.filter((finding) => OPEN_STEPS.includes(told.get(alarmOf(finding))?.at(-1)?.step ?? 'none')).length,
    withdrawn: findings.length - standing.length,
    otherRules: findings.filter(({ other_rules }) => other_rules === 1).length,
    byCode: [...codes]
      .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
      .map(([code, count]) => {
        const { from, to } = poissonInterval(count)
        const known = decisions > 0
        return { code, count, rate: known ? rate(count) : null, interval: known ? { from: rate(from), to: rate(to) } : null }
      }),
  }
}

/** A bet over the maximum is a finding about money, but nobody was paid wrongly by it. */
export const isDealersError = ({ code, severity }: Pick<AskedFinding, 'code' | 'severity'>): boolean =>
  severity === 'money' && Object.hasOwn(CATALOGUE, code) && isDealersMoney(CATALOGUE[code as keyof typeof CATALOGUE])

const wrongOf = (findings: readonly AskedFinding[]): Section['wrong'] => {
  const counted = findings.filter((finding) => finding.withdrawn_at === null && finding.counts === 1 && isDealersError(finding))
  const sure = counted.filter(({ grade }) => grade !== 'likely')
  const amountIn = (own: readonly AskedFinding[]): number | null => {
    const known = own.flatMap(({ amount_wrong }) => amount_wrong ?? [])
    return sumOf(
      total(known, (each) => each),
      own.length,
      own.length - known.length,
    )
  }
  return {
    amount: amountIn(sure),
    putRight: amountIn(sure.filter(({ corrected }) => corrected === 1)),
    left: amountIn(sure.filter(({ corrected }) => corrected === 0)),
    likely: amountIn(counted.filter(({ grade }) => grade === 'likely')),
    unknown: sure.filter(({ amount_wrong }) => amount_wrong === null).length,
  }
}

const NINE_IN_TEN = 0.9

const waitsIn = (steps: readonly AskedStep[]): readonly number[] =>
  [...stepsByAlarm(steps).values()].flatMap((own) => {
    const raised = own.find(({ step }) => step === 'raised')
    const done = own.find(({ step, at }) => step === 'acknowledged' && at >= (raised?.at ?? 0))
    return raised === undefined || done === undefined ? [] : [(done.at - raised.at) / 1000]
  })

const acknowledgedOf = (steps: readonly AskedStep[]): Section['acknowledged'] => {
  const waits = waitsIn(steps)
  return { count: waits.length, medianSeconds: medianOf(waits), nineInTenSeconds: quantileOf(waits, NINE_IN_TEN) }
}

const TOUCHES: readonly string[] = ['acknowledged', 'shelved', 'closed']

/** The table shows at once what is proven or stops the game, and everything else a little later, unless it has ended by then. */
const endedUnshown = (about: readonly AskedFinding[], raisedAt: number): boolean =>
  about.every(({ grade, severity, corrected, changed_at, withdrawn_at }) => {
    const endedAt = withdrawn_at ?? (corrected === 1 ? changed_at : null)
    return grade !== 'proven' && severity !== 'stop' && endedAt !== null && endedAt - raisedAt < ALARM_HOLD_MS
  })

const alarmsOf = (findings: readonly AskedFinding[], steps: readonly AskedStep[]): Section['alarms'] => {
  const about = new Map<string, AskedFinding[]>()
  for (const finding of findings) about.set(alarmOf(finding), [...(about.get(alarmOf(finding)) ?? []), finding])
  const counts = { touched: 0, neverShown: 0, untouched: 0 }
  for (const [alarm, own] of stepsByAlarm(steps)) {
    const raised = own.find(({ step }) => step === 'raised')
    if (raised === undefined) continue
    if (own.some(({ step }) => TOUCHES.includes(step))) counts.touched++
    else if (endedUnshown(about.get(alarm) ?? [], raised.at)) counts.neverShown++
    else counts.untouched++
  }
  return counts
}

export const sectionOf = (counted: Counted): Section => {
  const { of, name, currency, exponent, facts, voids, dealtMs, shoes, findings, steps } = counted
  const decisions = total(facts, ({ round }) => round.decisions)
  const inState = (state: string): number => facts.filter(({ round }) => round.state === state).length
  const money = Object.fromEntries([...BETS, 'all' as const].map((bet) => [bet, moneyOf(facts, bet)])) as Section['money']
  return {
    of,
    name,
    currency,
    exponent,
    rounds: {
      dealt: facts.length + voids,
      complete: facts.filter(({ round }) => round.state === 'closed' && round.lagging === 0).length,
      lagging: facts.filter(({ round }) => round.lagging === 1).length,
      oneReading: facts.filter(({ round }) => round.readings === 1).length,
      revised: facts.filter(({ round }) => round.revised === 1).length,
      incomplete: inState('incomplete'),
      notSeen: facts.filter(({ isSeen }) => !isSeen).length,
      void: voids,
    },
    hands: total(facts, ({ round }) => round.hands),
    decisions,
    hours: dealtMs / HOUR_MS,
    occupancy: occupancyOf(facts),
    shoes: shoesOf(shoes),
    money,
    findings: findingsOf(findings, steps, decisions),
    wrong: wrongOf(findings),
    acknowledged: acknowledgedOf(steps),
    alarms: alarmsOf(findings, steps),
  }
}
