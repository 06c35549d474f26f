/** The shift report: tables, their pits and their dealers over one span of time, as data. Pure; `queries.ts` fetches the rows. */
import { dealtMs } from './dealt-time.ts'
import { type Basis, factsOf, type RoundFacts } from './facts.ts'
import { deviceTime } from './links.ts'
import { shareText } from './money-text.ts'
import type { Asked, AskedTable, ShiftRows } from './rows-asked.ts'
import { type Counted, type Section, sectionOf, type TableSection } from './section.ts'
import { type TableRules, tableRules } from './table-rules.ts'
import type { Theory } from './theory.ts'

export interface ShiftReport {
  /** What the report leaves out, for a person, a line each: its first page begins with them. */
  readonly notCounted: readonly string[]
  readonly asked: Asked
  readonly tables: readonly TableSection[]
  readonly pits: readonly Section[]
  /** By name; leaves out rounds without a named dealer. */
  readonly dealers: readonly Section[]
}

/** `theoryOf`: gives the value of the bets under a table's rules; called once per table. */
export const reportOf = (rows: ShiftRows, asked: Asked, theoryOf: (told: TableRules) => Theory): ShiftReport => {
  const tables = rows.tables.map((table): KnownTable => ({ ...table, told: tableRules(table.described) }))
  // Once per table, not per round, because the theory is looked up by a digest of all rules.
  const bases = new Map(tables.map(({ id, told }) => [id, basisFor(told, theoryOf)]))
  const basisOf = (table: number): Basis => bases.get(table) ?? NO_BASIS
  const facts = factsOf(rows, basisOf)
  const part = partOf(rows, facts, tables, asked)
  return {
    notCounted: rows.notCounted,
    asked,
    tables: tables.map((table) => tableSection(table, rows, asked, part)),
    pits: [...groups(rows.tables, ({ pit }) => pit)].map(([pit, tables]) => sectionOf(part('pit', pit, tables, null))),
    dealers: [...new Set(facts.flatMap(({ round }) => round.dealer_id ?? []))]
      .sort()
      .flatMap((dealer) => [...groups(rows.tables, () => dealer)].map(([name, tables]) => sectionOf(part('dealer', name, tables, dealer))))
      .filter(({ rounds }) => rounds.dealt > 0),
  }
}

/** `told`: the rules of the table, or why they are not known. */
interface KnownTable extends AskedTable {
  readonly told: TableRules | string
}

const NO_BASIS: Basis = { told: null, theory: null }

const basisFor = (told: TableRules | string, theoryOf: (told: TableRules) => Theory): Basis =>
  typeof told === 'object' ? { told, theory: theoryOf(told) } : NO_BASIS

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

type Part = (of: Section['of'], name: string, tables: readonly AskedTable[], dealer: string | null) => Counted

const partOf = (rows: ShiftRows, facts: readonly RoundFacts[], known: readonly KnownTable[], asked: Asked): Part => {
  const ofTable = (table: number): TableRules | null => {
    const told = known.find(({ id }) => id === table)?.told
    return typeof told === 'object' ? told : null
  }
  const tableOf = new Map(rows.streams.map(({ id, table_id }) => [id, table_id]))
  const packs = (stream: number): number | null => {
    const decks = ofTable(tableOf.get(stream) ?? 0)?.rules.decks
    return decks === undefined ? null : decks * 52
  }
  const dealt = new Map(
    rows.tables.map(({ id }) => {
      const isThere = ({ stream_id }: { readonly stream_id: number }): boolean => tableOf.get(stream_id) === id
      const there = { activities: rows.activities.filter(isThere), spells: rows.spells.filter(isThere) }
      return [id, dealtMs(there, [asked.from, asked.to])]
    }),
  )
  return (of, name, tables, dealer) => {
    const ids = new Set(tables.map(({ id }) => id))
    const streams = new Set(rows.streams.flatMap(({ id, table_id }) => (ids.has(table_id) ? [id] : [])))
    const isOwn = ({ stream_id }: { readonly stream_id: number }): boolean => streams.has(stream_id)
    const byDealer = (id: string | null): boolean => dealer === null || id === dealer
    const findings = rows.findings.filter((finding) => isOwn(finding) && byDealer(finding.dealer_id))
    const alarms = new Set(findings.map(({ stream_id, group_id, finding }) => `${stream_id}/${(group_id ?? finding).toLowerCase()}`))
    const [first] = tables
    // A report of one dealer counts only his time at a table.
    const by = dealer ?? asked.dealer
    return {
      of,
      name,
      currency: first?.currency ?? null,
      exponent: first?.exponent ?? 0,
      facts: facts.filter(({ table_id, round }) => ids.has(table_id) && byDealer(round.dealer_id)),
      voids: rows.rounds.filter((round) => round.state === 'void' && isOwn(round) && byDealer(round.dealer_id)).length,
      dealtMs: tables.reduce((sum, { id }) => sum + (dealt.get(id)?.(by) ?? 0), 0),
      boxesOf: (table) => ofTable(table)?.boxes ?? null,
      // A shoe belongs to no dealer.
      shoes: dealer === null ? rows.shoes.filter(isOwn).map((shoe) => ({ ...shoe, cards: packs(shoe.stream_id) })) : [],
      findings,
      steps: rows.steps.filter((step) => alarms.has(`${step.stream_id}/${step.alarm}`)),
    }
  }
}

const tableSection = (table: KnownTable, rows: ShiftRows, { from, to }: Asked, part: Part): TableSection => {
  const section = sectionOf(part('table', table.name, [table], null))
  const streams = rows.streams.filter(({ table_id }) => table_id === table.id)
  const ids = new Set(streams.map(({ id }) => id))
  // A table that began a new journal continues in the stream heard last.
  const newest = streams.toSorted((one, other) => other.last_at - one.last_at)[0]
  const until = Math.min(to, newest?.last_at ?? to)
  const events = rows.devices.filter(({ stream_id }) => ids.has(stream_id))
  const whole = {
    ...section,
    property: table.property,
    pit: table.pit,
    house: table.house,
    devices: deviceTime(events, from, until),
    complete: { to: newest?.complete_to ?? 0, heard: newest?.heard_to ?? 0 },
    noTheory: typeof table.told === 'string' ? table.told : null,
  }
  return { ...whole, line: morningLine(whole) }
}

const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')
const counted = (count: number, one: string): string => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`

/** `bj07: 612 rounds, 598 told complete, 4 findings (1 open), devices up 99.98 %, book complete to record 48,211` */
const morningLine = ({ name, rounds, findings, devices, complete }: Omit<TableSection, 'line'>): string => {
  const links = devices.up === null ? 'devices not heard of' : `devices up ${shareText(devices.up, 2)}`
  const missing = complete.heard > complete.to ? ` of ${grouped(complete.heard)}` : ''
  return [
    `${name}: ${counted(rounds.dealt, 'round')}`,
    `${grouped(rounds.complete)} told complete`,
    ...(rounds.lagging > 0 ? [`${grouped(rounds.lagging)} told while the table was behind its devices`] : []),
    `${counted(findings.total, 'finding')} (${grouped(findings.open)} open)`,
    links,
    `book complete to record ${grouped(complete.to)}${missing}`,
  ].join(', ')
}
