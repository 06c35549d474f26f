/** The night sheet of a store: what a shift manager wants to know of a gaming day, as data. */

import { wallTime } from '../gaming-day.ts'
import { timeOf } from '../queries/answer-rows.ts'
import { countedIn } from '../reports/ask.ts'
import { byRound, roundKey } from '../reports/facts.ts'
import type { Asked, ShiftRows } from '../reports/rows-asked.ts'
import type { TableSection } from '../reports/section.ts'
import { type CountedRows, type DealerSection, dealtAt, reportOf, type ShiftReport } from '../reports/shift-report.ts'
import { poissonInterval } from '../reports/statistics.ts'
import type { Store } from '../store/open.ts'
import { type DealerNight, type NightSheet, NOT_KNOWN, type TableNight, type Unusual } from './form.ts'
import { type BetsOf, hoursOf } from './hours.ts'
import { openMoneyIn } from './open-money.ts'

/** `day` null: a span that is no gaming day. */
export interface AskedNight extends Asked {
  readonly day: string | null
  readonly zone: string
}

/** Fewer rounds say nothing about how often a person errs. */
const ROUNDS_LEAST = 300
const PER = 1000
const HOUR_MS = 3_600_000

/** @throws the store's error when it cannot be read */
export const nightSheet = async (store: Store, asked: AskedNight): Promise<NightSheet> => {
  const counted = await countedIn(store, asked)
  const report = reportOf(counted, asked)
  const { rows } = counted
  const [spots, raised] = [byRound(rows.spots), byRound(rows.raised)]
  const betsOf: BetsOf = ({ round }) => ({ spots: spots.get(roundKey(round)) ?? [], raised: raised.get(roundKey(round)) ?? [] })
  const dealt = rows.tables.map(({ id }) => dealtAt(rows, id, [asked.from, asked.to]))
  return {
    ...{ day: asked.day, from: timeOf(asked.from), to: timeOf(asked.to), zone: asked.zone },
    notCounted: [...report.notCounted],
    tables: report.tables.map((table, at) => tableNight(table, { ...counted, betsOf }, asked, rows.tables[at]?.id ?? 0)),
    dealers: report.dealers.map((dealer) => dealerNight(dealer, roundsUsual(dealer, report, dealt))),
    unusual: [...unusualIn(report)],
    openMoney: await openMoneyIn(store, rows.findings),
    persons: report.persons.map(({ user, commands, refused, byName, findings, silencing, silenced }) => {
      return { user, commands, refused, byName: [...byName], findings, silencing, silenced }
    }),
    notKnown: [...NOT_KNOWN],
  }
}

const perHour = (count: number, hours: number): number | null => (hours > 0 ? count / hours : null)

/** How far the minute hand of a zone is. */
const minuteIn =
  (zone: string) =>
  (at: number): number =>
    Number(wallTime(at, zone).slice(-2))

interface Bets extends CountedRows {
  readonly betsOf: BetsOf
}

const tableNight = (section: TableSection, { rows, facts, betsOf }: Bets, asked: AskedNight, id: number): TableNight => {
  const { property, pit, name, house, currency, exponent, hours, hands, occupancy, money, rounds, findings, wrong, devices, complete } =
    section
  const { staked, houseWon, byRules, theory, deviation, z, unusual, stakedNotSeen, rounds: withTheory } = money.all
  const own = facts.filter(({ table_id }) => table_id === id)
  return {
    ...{ property, pit, table: name, house, currency, exponent, hours, hands, occupancy },
    ...{ rounds: rounds.dealt, roundsPerHour: perHour(rounds.dealt, hours), handsPerHour: perHour(hands, hours) },
    ...{ handle: staked, houseWon, byTheRules: byRules, z, isUnusual: unusual },
    ...(withTheory === 0 ? { theory: null, deviation: null } : { theory, deviation }),
    ...{ roundsNotSeen: rounds.notSeen, stakedNotSeen, findings: findings.total, findingsOpen: findings.open },
    ...{ wrongMoney: wrong.amount, wrongMoneyLeft: wrong.left, devicesUp: devices.up, linkFaults: devices.faults },
    ...{ completeTo: complete.to, heardTo: complete.heard },
    strip: [...hoursOf(own, betsOf, minuteIn(asked.zone))],
    spells: spellsOf(rows, id, asked),
  }
}

/** Within the span. */
const spellsOf = (rows: ShiftRows, table: number, { from, to }: Asked): TableNight['spells'] => {
  const streams = new Set(rows.streams.flatMap(({ id, table_id }) => (table_id === table ? [id] : [])))
  return rows.spells
    .filter(({ stream_id, from_at, to_at }) => streams.has(stream_id) && from_at < to && to_at > from)
    .toSorted((one, other) => one.from_at - other.from_at)
    .map(({ dealer_id, from_at, to_at }) => ({
      ...{ dealer: dealer_id, from: timeOf(Math.max(from, from_at)), to: timeOf(Math.min(to, to_at)) },
    }))
}

/** `usual`: the rounds that its tables deal in the same time. */
const dealerNight = (section: DealerSection, usual: number): DealerNight => {
  const { dealer, currency, exponent, hours, hands, rounds, decisions, findings, wrong } = section
  const interval = rounds.dealt >= ROUNDS_LEAST && decisions > 0 ? poissonInterval(findings.total) : null
  const rateOf = (count: number): number => (count * PER) / decisions
  return {
    ...{ dealer, currency, exponent, hours, rounds: rounds.dealt, hands, roundsPerHour: perHour(rounds.dealt, hours) },
    ...{ pace: usual > 0 ? rounds.dealt / usual : null, decisions, findings: findings.total },
    ...(interval === null
      ? { rate: null, rateFrom: null, rateTo: null }
      : { rate: rateOf(findings.total), rateFrom: rateOf(interval.from), rateTo: rateOf(interval.to) }),
    wrongMoneyLeft: wrong.left,
  }
}

/** What the tables of this currency deal in the time that the dealer dealt at each of them. `dealt`: in the order of the tables. */
const roundsUsual = (
  { dealer, currency }: DealerSection,
  { tables }: ShiftReport,
  dealt: readonly ((dealer: string | null) => number)[],
): number =>
  tables.reduce((sum, table, at) => {
    if (table.currency !== currency || table.hours === 0) return sum
    return sum + ((dealt[at]?.(dealer) ?? 0) / HOUR_MS) * (table.rounds.dealt / table.hours)
  }, 0)

/** Links may fail now and then; below this share of the time somebody should look. */
const UP_LEAST = 0.995

/** Something to look into, no accusation. */
const unusualIn = ({ tables, persons }: ShiftReport): readonly Unusual[] => [
  ...tables.flatMap(({ name, money: { all }, rounds, devices, complete, alarms, rules }): Unusual[] => {
    const told = (what: Unusual['what'], is: boolean, figures: Unusual['figures']): Unusual[] => (is ? [{ what, of: name, figures }] : [])
    return [
      ...told('win', all.unusual, { z: all.z ?? 0, rounds: rounds.dealt }),
      ...told('links', devices.up !== null && devices.up < UP_LEAST, { up: devices.up ?? 0, faults: devices.faults }),
      ...told('records', complete.heard > complete.to, { to: complete.to, heard: complete.heard }),
      ...told('untouched', alarms.untouched > 0, { alarms: alarms.untouched }),
      ...told('rules-changed', rules.length > 1, { sets: rules.length }),
    ]
  }),
  ...persons.flatMap(({ user, flagged, silencing, silenced }): Unusual[] =>
    flagged ? [{ what: 'silenced', of: user, figures: { silencing, silenced } }] : [],
  ),
]
