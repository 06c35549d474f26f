/** A report's section about a table, a pit or a dealer: sums over rounds and findings. Pure; the same for all three. */
import type { BetFacts, Expected, RoundFacts } from './facts.ts'
import type { DeviceTime } from './links.ts'
import type { AskedFinding, AskedShoe, AskedStep } from './rows-asked.ts'
import { type Interval, medianOf, poissonInterval, quantileOf } from './statistics.ts'
import { BETS, type Bet } from './theory.ts'

/** A result beyond this many standard deviations is called unusual; chance alone causes one in 370. */
const UNUSUAL_Z = 3
const PER = 1000
const HOUR_MS = 3_600_000

/** The house's money, minor units. The theory and `wonThere` cover only the rounds in `rounds`, whose rules and results are known. */
export interface Money extends BetFacts {
  readonly rounds: number
  readonly wonThere: number
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
  readonly of: 'table' | 'pit' | 'dealer'
  readonly name: string
  /** ISO 4217; null: unknown. Amounts in two currencies are never added. */
  readonly currency: string | null
  readonly exponent: number
  readonly rounds: {
    readonly dealt: number
    /** Rounds closed with every hand, outcome and amount known in at least one reading. */
    readonly complete: number
    readonly oneReading: number
    readonly revised: number
    readonly incomplete: number
    readonly void: number
  }
  readonly hands: number
  readonly decisions: number
  /** From the first round to the last, including breaks, summed over tables. */
  readonly hours: number
  /** Boxes dealt as a share of the tables' boxes, 0 to 1; null if no table published how many it has. */
  readonly occupancy: number | null
  readonly shoes: { readonly ended: number; readonly changes: number; readonly penetration: number | null }
  readonly money: { readonly [B in Bet | 'all']: Money }
  readonly findings: {
    readonly total: number
    readonly open: number
    readonly withdrawn: number
    readonly byCode: readonly FindingCount[]
  }
  /**
   * Money that is wrong according to the findings; a group counts by its first finding. Likely findings are kept apart, because it is
   * unknown whether they are errors.
   */
  readonly wrong: {
    readonly amount: number
    readonly putRight: number
    readonly left: number
    readonly likely: number
    readonly unknown: number
  }
  /** Time from raised to acknowledged, seconds. */
  readonly acknowledged: {
    readonly count: number
    readonly medianSeconds: number | null
    readonly nineInTenSeconds: number | null
    readonly never: number
  }
}

export interface TableSection extends Section {
  readonly property: string
  readonly pit: string
  readonly house: string | null
  readonly devices: DeviceTime
  /** `to`: the book has every record up to this one. `heard`: the highest record it has heard of. */
  readonly complete: { readonly to: number; readonly heard: number }
  /** Why its rounds have no expectation; null: they have one. */
  readonly noTheory: string | null
  /** The evening in one line. */
  readonly line: string
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
  /** Number of boxes of a table; null: unknown. */
  readonly boxesOf: (table: number) => number | null
  readonly shoes: readonly CountedShoe[]
  readonly findings: readonly AskedFinding[]
  readonly steps: readonly AskedStep[]
}

const total = <T>(list: readonly T[], of: (each: T) => number): number => list.reduce((sum, each) => sum + of(each), 0)

const NOTHING: Expected = { win: 0, variance: 0 }
const betFacts = ({ bets }: RoundFacts, bet: Bet | 'all'): BetFacts =>
  bet === 'all' ? BETS.reduce((sum, each) => joined(sum, bets[each]), { staked: 0, won: 0, inChips: 0 }) : bets[bet]
const joined = (one: BetFacts, other: BetFacts): BetFacts => ({
  staked: one.staked + other.staked,
  won: one.won + other.won,
  inChips: one.inChips + other.inChips,
})

const moneyOf = (facts: readonly RoundFacts[], bet: Bet | 'all'): Money => {
  const known = facts.filter(({ expected }) => expected !== null)
  const own = facts.map((each) => betFacts(each, bet)).reduce(joined, { staked: 0, won: 0, inChips: 0 })
  const expected = known.map((each) => each.expected?.[bet] ?? NOTHING)
  const wonThere = total(known, (each) => betFacts(each, bet).won)
  const theory = total(expected, ({ win }) => win)
  const deviation = Math.sqrt(
    Math.max(
      0,
      total(expected, ({ variance }) => variance),
    ),
  )
  const z = deviation > 0 ? (wonThere - theory) / deviation : null
  return { ...own, rounds: known.length, wonThere, theory, deviation, z, unusual: z !== null && Math.abs(z) > UNUSUAL_Z }
}

const hoursOf = (facts: readonly RoundFacts[]): number => {
  const spans = new Map<number, readonly [from: number, to: number]>()
  for (const { table_id, round } of facts) {
    const [from, to] = spans.get(table_id) ?? [round.opened_at, round.opened_at]
    spans.set(table_id, [Math.min(from, round.opened_at), Math.max(to, round.closed_at ?? round.opened_at)])
  }
  return total([...spans.values()], ([from, to]) => to - from) / HOUR_MS
}

const occupancyOf = (facts: readonly RoundFacts[], boxesOf: Counted['boxesOf']): number | null => {
  const known = facts.flatMap(({ table_id, round }) => {
    const boxes = boxesOf(table_id)
    return boxes === null ? [] : [{ dealt: round.boxes, boxes }]
  })
  return known.length === 0 ? null : total(known, ({ dealt }) => dealt) / total(known, ({ boxes }) => boxes)
}

const shoesOf = (shoes: readonly CountedShoe[]): Section['shoes'] => {
  const counted = shoes.flatMap(({ cards_out: out, cards }) => (out === null || cards === null || cards === 0 ? [] : [out / cards]))
  return {
    ended: counted.length,
    // The records of the span show no change to the first shoe of each stream, so it does not count as one.
    changes: Math.max(0, shoes.length - new Set(shoes.map(({ stream_id }) => stream_id)).size),
    penetration: counted.length === 0 ? null : total(counted, (each) => each) / counted.length,
  }
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
    byCode: [...codes]
      .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
      .map(([code, count]) => {
        const { from, to } = poissonInterval(count)
        const known = decisions > 0
        return { code, count, rate: known ? rate(count) : null, interval: known ? { from: rate(from), to: rate(to) } : null }
      }),
  }
}

/** The errors of a group count as one error, and its first finding stands for them. */
const isCounted = ({ group_id, finding, withdrawn_at }: AskedFinding): boolean =>
  withdrawn_at === null && (group_id === null || group_id === finding)

const wrongOf = (findings: readonly AskedFinding[]): Section['wrong'] => {
  const counted = findings.filter(isCounted)
  const sure = counted.filter(({ grade }) => grade !== 'likely')
  const amount = total(sure, (each) => each.amount ?? 0)
  const putRight = total(sure, (each) => (each.corrected === 1 ? (each.amount ?? 0) : 0))
  return {
    amount,
    putRight,
    left: amount - putRight,
    likely: total(counted, (each) => (each.grade === 'likely' ? (each.amount ?? 0) : 0)),
    unknown: sure.filter((each) => each.amount === null).length,
  }
}

const NINE_IN_TEN = 0.9

const acknowledgedOf = (steps: readonly AskedStep[]): Section['acknowledged'] => {
  const waits: number[] = []
  let never = 0
  for (const own of stepsByAlarm(steps).values()) {
    const raised = own.find(({ step }) => step === 'raised')
    const done = own.find(({ step, at }) => step === 'acknowledged' && at >= (raised?.at ?? 0))
    if (raised === undefined) continue
    if (done === undefined) never++
    else waits.push((done.at - raised.at) / 1000)
  }
  return { count: waits.length, medianSeconds: medianOf(waits), nineInTenSeconds: quantileOf(waits, NINE_IN_TEN), never }
}

export const sectionOf = (counted: Counted): Section => {
  const { of, name, currency, exponent, facts, voids, boxesOf, shoes, findings, steps } = counted
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
      complete: inState('closed'),
      oneReading: facts.filter(({ round }) => round.readings === 1).length,
      revised: facts.filter(({ round }) => round.revised === 1).length,
      incomplete: inState('incomplete'),
      void: voids,
    },
    hands: total(facts, ({ round }) => round.hands),
    decisions,
    hours: hoursOf(facts),
    occupancy: occupancyOf(facts, boxesOf),
    shoes: shoesOf(shoes),
    money,
    findings: findingsOf(findings, steps, decisions),
    wrong: wrongOf(findings),
    acknowledged: acknowledgedOf(steps),
  }
}
