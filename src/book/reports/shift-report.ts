/** The shift report: tables, their pits and their dealers over one span of time, as data. Pure; `queries.ts` fetches the rows. */
import { commandsByPerson, type PersonsCommands } from './commands.ts'
import { dealtMs, type Stretch } from './dealt-time.ts'
import { factsOf, type RoundFacts, roundKey } from './facts.ts'
import { UNKNOWN_THEN } from './in-force.ts'
import { deviceTime } from './links.ts'
import { moneyText, shareText } from './money-text.ts'
import type { Asked, AskedShoe, AskedTable, ShiftRows } from './rows-asked.ts'
import { type Counted, type RulesSection, type Section, sectionOf, type TableSection } from './section.ts'
import type { TableRules } from './table-rules.ts'
import { type Known, knownIn, type Then } from './then.ts'
import type { Theory } from './theory.ts'

/** A dealer of several currencies has a section for each, and each has its own name. */
export interface DealerSection extends Section {
  readonly dealer: string
}

export interface ShiftReport {
  /** What the report leaves out, for a person, a line each: its first page begins with them. */
  readonly notCounted: readonly string[]
  readonly asked: Asked
  readonly tables: readonly TableSection[]
  readonly pits: readonly Section[]
  /** By name; leaves out rounds without a named dealer. */
  readonly dealers: readonly DealerSection[]
  /** What people ordered at these tables. */
  readonly persons: readonly PersonsCommands[]
}

/** What a report is made from: the rows of its span, the rounds as they are counted, and what was known of their tables. */
export interface CountedRows {
  readonly rows: ShiftRows
  readonly facts: readonly RoundFacts[]
  readonly known: Known
}

/** `theoryOf`: gives the value of the bets under a table's rules; called once per description. */
export const countedRows = (rows: ShiftRows, theoryOf: (told: TableRules) => Theory): CountedRows => {
  const known = knownIn(rows, theoryOf)
  return { rows, known, facts: factsOf(rows, (round, table) => known(table, round.opened_at, round.rules_sha256)) }
}

export const reportOf = ({ rows, facts, known }: CountedRows, asked: Asked): ShiftReport => {
  const part = partOf(rows, facts, known, asked)
  return {
    notCounted: rows.notCounted,
    asked,
    tables: rows.tables.map((table) => tableSection(table, rows, asked, { part, facts, known })),
    pits: [...groups(rows.tables, ({ pit }) => pit)].map(([pit, tables]) => sectionOf(part('pit', pit, tables, {}))),
    dealers: [...new Set(facts.flatMap(({ round }) => round.dealer_id ?? []))]
      .sort()
      .flatMap((dealer) =>
        [...groups(rows.tables, () => dealer)].map(([name, tables]) => ({
          ...sectionOf(part('dealer', name, tables, { dealer })),
          dealer,
        })),
      )
      .filter(({ rounds }) => rounds.dealt > 0),
    persons: commandsByPerson(rows),
  }
}

/** What the amounts of a table are in. */
const moneyOf = ({ currency }: AskedTable): string => currency ?? 'currency not known'

/** Groups tables by key and currency, because amounts in two currencies are never added. */
const groups = (tables: readonly AskedTable[], keyOf: (table: AskedTable) => string): ReadonlyMap<string, readonly AskedTable[]> => {
  const several = new Set(tables.map(moneyOf)).size > 1
  const found = new Map<string, AskedTable[]>()
  for (const table of tables) {
    const key = several ? `${keyOf(table)} (${moneyOf(table)})` : keyOf(table)
    found.set(key, [...(found.get(key) ?? []), table])
  }
  return found
}

/** What a section is about besides its tables: one dealer, or the rounds under one set of rules and their stretch of time. */
interface Of {
  readonly dealer?: string
  readonly rounds?: ReadonlySet<RoundFacts>
  readonly span?: Stretch
}
/** How long a dealer dealt at a table within the span, ms, or for null, how long the table was open. */
export const dealtAt = ({ streams, activities, spells }: ShiftRows, table: number, span: Stretch): ((dealer: string | null) => number) => {
  const own = new Set(streams.flatMap(({ id, table_id }) => (table_id === table ? [id] : [])))
  const isThere = ({ stream_id }: { readonly stream_id: number }): boolean => own.has(stream_id)
  return dealtMs({ activities: activities.filter(isThere), spells: spells.filter(isThere) }, span)
}

type Part = (of: Section['of'], name: string, tables: readonly AskedTable[], about: Of) => Counted

const partOf = (rows: ShiftRows, facts: readonly RoundFacts[], known: Known, asked: Asked): Part => {
  const tableOf = new Map(rows.streams.map(({ id, table_id }) => [id, table_id]))
  const packs = ({ stream_id, loaded_at }: AskedShoe): number | null => {
    const decks = known(tableOf.get(stream_id) ?? 0, loaded_at, null).told?.rules.decks
    return decks === undefined ? null : decks * 52
  }
  const dealt = new Map(rows.tables.map(({ id }) => [id, dealtAt(rows, id, [asked.from, asked.to])]))
  return (of, name, tables, { dealer = null, rounds, span }) => {
    const ids = new Set(tables.map(({ id }) => id))
    const streams = new Set(rows.streams.flatMap(({ id, table_id }) => (ids.has(table_id) ? [id] : [])))
    const isOwn = ({ stream_id }: { readonly stream_id: number }): boolean => streams.has(stream_id)
    const byDealer = (id: string | null): boolean => dealer === null || id === dealer
    const inSpan = (at: number): boolean => span === undefined || (at >= span[0] && at <= span[1])
    const names = rounds === undefined ? null : new Set([...rounds].map(({ round }) => roundKey(round)))
    const findings = rows.findings.filter(
      (each) =>
        isOwn(each) &&
        byDealer(each.dealer_id) &&
        // What was judged under other rules is no dealer's error.
        (dealer === null || each.other_rules === 0) &&
        (names === null || names.has(`${each.stream_id}/${each.round}`)),
    )
    const alarms = new Set(findings.map(({ stream_id, group_id, finding }) => `${stream_id}/${(group_id ?? finding).toLowerCase()}`))
    const [first] = tables
    // A report of one dealer counts only his time at a table.
    const by = dealer ?? asked.dealer
    const voids = rows.rounds.filter(
      (round) => round.state === 'void' && isOwn(round) && byDealer(round.dealer_id) && inSpan(round.opened_at),
    )
    // A shoe belongs to no dealer.
    const shoes = dealer === null ? rows.shoes.filter((shoe) => isOwn(shoe) && inSpan(shoe.loaded_at)) : []
    return {
      ...{ of, name, currency: first?.currency ?? null, exponent: first?.exponent ?? 0 },
      facts: facts.filter((each) => ids.has(each.table_id) && byDealer(each.round.dealer_id) && (rounds?.has(each) ?? true)),
      voids: voids.length,
      dealtMs: tables.reduce((sum, { id }) => sum + ((span === undefined ? dealt.get(id) : dealtAt(rows, id, span))?.(by) ?? 0), 0),
      shoes: shoes.map((shoe) => ({ ...shoe, cards: packs(shoe) })),
      findings,
      steps: rows.steps.filter((step) => alarms.has(`${step.stream_id}/${step.alarm}`)),
    }
  }
}

interface Parts {
  readonly part: Part
  readonly facts: readonly RoundFacts[]
  readonly known: Known
}

const thenOf = ({ known }: Parts, { round, table_id }: RoundFacts): Then => known(table_id, round.opened_at, round.rules_sha256)

/** A section for each set of rules under which the table's rounds were played, if there are several. */
const rulesSections = (table: AskedTable, parts: Parts): readonly RulesSection[] => {
  const sets = new Map<string, RoundFacts[]>()
  for (const each of parts.facts) {
    if (each.table_id !== table.id) continue
    const key = each.told?.rulesSha256 ?? ''
    sets.set(key, [...(sets.get(key) ?? []), each])
  }
  if (sets.size < 2) return []
  return [...sets.values()].map((rounds) => {
    const from = Math.min(...rounds.map(({ round }) => round.opened_at))
    const to = Math.max(...rounds.map(({ round }) => round.closed_at ?? round.opened_at))
    const [first] = rounds
    const house = first === undefined ? null : thenOf(parts, first).house
    const name = `${table.name}, ${house ?? UNKNOWN_THEN}`
    return { ...sectionOf(parts.part('rules', name, [table], { rounds: new Set(rounds), span: [from, to] })), house, from, to }
  })
}

const tableSection = (table: AskedTable, rows: ShiftRows, { from, to }: Asked, parts: Parts): TableSection => {
  const section = sectionOf(parts.part('table', table.name, [table], {}))
  const streams = rows.streams.filter(({ table_id }) => table_id === table.id)
  const ids = new Set(streams.map(({ id }) => id))
  // A table that began a new journal continues in the stream heard last.
  const newest = streams.toSorted((one, other) => other.last_at - one.last_at)[0]
  const until = Math.min(to, newest?.last_at ?? to)
  const events = rows.devices.filter(({ stream_id }) => ids.has(stream_id))
  const thens = parts.facts.filter(({ table_id }) => table_id === table.id).map((each) => thenOf(parts, each))
  const houses = [...new Set(thens.map(({ house }) => house ?? UNKNOWN_THEN))]
  const whys = [...new Set(thens.flatMap(({ why }) => why ?? []))]
  const whole = {
    ...section,
    property: table.property,
    pit: table.pit,
    house: houses.length === 0 ? null : houses.join(', then '),
    devices: deviceTime(events, from, until),
    complete: { to: newest?.complete_to ?? 0, heard: newest?.heard_to ?? 0 },
    noTheory: whys.length === 0 ? null : whys.join('; '),
    rules: rulesSections(table, parts),
  }
  return { ...whole, line: morningLine(whole) }
}

const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')
const counted = (count: number, one: string): string => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`

export const notSeenText = (rounds: number, stakes: number, exponent: number): string =>
  `${counted(rounds, 'round')} not seen in full, stakes ${moneyText(stakes, exponent)}`

/** `bj07: 612 rounds, 598 told complete, 4 findings (1 open), devices up 99.98 %, book complete to record 48,211` */
const morningLine = ({ name, rounds, money, exponent, findings, devices, complete }: Omit<TableSection, 'line'>): string => {
  const links = devices.up === null ? 'devices not heard of' : `devices up ${shareText(devices.up, 2)}`
  const missing = complete.heard > complete.to ? ` of ${grouped(complete.heard)}` : ''
  return [
    `${name}: ${counted(rounds.dealt, 'round')}`,
    `${grouped(rounds.complete)} told complete`,
    ...(rounds.lagging > 0 ? [`${grouped(rounds.lagging)} told while the table was behind its devices`] : []),
    ...(rounds.notSeen > 0 ? [notSeenText(rounds.notSeen, money.all.stakedNotSeen, exponent)] : []),
    `${counted(findings.total, 'finding')} (${grouped(findings.open)} open)`,
    links,
    `book complete to record ${grouped(complete.to)}${missing}`,
  ].join(', ')
}
