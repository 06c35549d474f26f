/**
 * What a report leaves out, for its first page: records that wait for somebody to vouch for their journal, and the time that two journals of
 * one table share.
 */
import { headOf } from '../store/heads.ts'
import type { Store } from '../store/open.ts'
import { allSharedTimes, leftOutOf, type SharedTime } from '../store/shared-time.ts'
import { waitingJournals } from '../store/waiting.ts'
import { moneyText } from './money-text.ts'
import type { AskedTable } from './rows-asked.ts'

export interface NotCounted {
  /** Rounds that have no part in any sum, as `roundKey` names them. */
  readonly rounds: ReadonlySet<string>
  /** For a person, a line each. */
  readonly lines: readonly string[]
}

interface Span {
  readonly from: number
  readonly to: number
}

export async function notCounted(store: Store, tables: readonly AskedTable[], { from, to }: Span): Promise<NotCounted> {
  const ids = new Set(tables.map(({ id }) => id))
  const waiting = (await waitingJournals(store)).filter((each) => ids.has(each.tableId) && each.from < to && each.to >= from)
  const rounds = new Set<string>()
  const lines = waiting.map(({ text }) => text)
  for (const shared of await allSharedTimes(store)) {
    const table = tables.find(({ id }) => id === shared.one.table_id)
    if (table === undefined) continue
    const sums: string[] = []
    for (const { id, stream } of leftOutOf(shared)) {
      const own = await roundsIn(store, id, shared)
      for (const { round } of own) rounds.add(`${id}/${round}`)
      const asked = own.filter((round) => isCounted(round) && round.opened_at >= from && round.opened_at < to)
      if (asked.length > 0) sums.push(await sumText(store, table, stream, asked))
    }
    if (sums.length > 0) lines.push(sharedLine(table, shared, sums))
  }
  return { rounds, lines }
}

/** Rounds that began or ended in the time that is shared, by the times of their first and last records. */
const roundsIn = (store: Store, stream: number, { from, to }: SharedTime) =>
  store
    .selectFrom('rounds')
    .innerJoin('records as first', (on) => on.onRef('first.stream_id', '=', 'rounds.stream_id').onRef('first.n', '=', 'rounds.first_n'))
    .innerJoin('records as last', (on) => on.onRef('last.stream_id', '=', 'rounds.stream_id').onRef('last.n', '=', 'rounds.last_n'))
    .select(['rounds.round', 'state', 'opened_at', 'closed_at', 'staked', 'staked_sides', 'house_won'])
    .where('rounds.stream_id', '=', stream)
    .where(({ eb, fn }) => eb(fn.coalesce('first.heard_at', 'first.t'), '<=', to))
    .where(({ eb, fn }) => eb(fn.coalesce('last.heard_at', 'last.t'), '>=', from))
    .execute()

type Round = Awaited<ReturnType<typeof roundsIn>>[number]

/** Otherwise it would have no part in the sums of the report either. */
const isCounted = ({ closed_at, state }: Round): boolean => closed_at !== null && state !== 'void'

const sumText = async (store: Store, { property, pit, name, exponent, currency }: AskedTable, stream: string, rounds: readonly Round[]) => {
  const head = await headOf(store, { property, pit, table: name }, stream)
  const sum = (of: (round: Round) => number | null): number => rounds.reduce((all, round) => all + (of(round) ?? 0), 0)
  const money = (amount: number): string => `${moneyText(amount, exponent ?? 0)}${currency === null ? '' : ` ${currency}`}`
  const signed = head === null ? 'the book has signed nothing of it' : `the book signed record ${head.seq}, hash ${head.hash}`
  return `${stream}: ${rounds.length} rounds, handle ${money(sum(({ staked, staked_sides }) => (staked ?? 0) + (staked_sides ?? 0)))}, house won ${money(sum(({ house_won }) => house_won))} (${signed})`
}

const timeText = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 19)

const sharedLine = ({ pit, name }: AskedTable, { one, other, from, to, counts }: SharedTime, sums: readonly string[]): string => {
  const what = `${pit}/${name}: journals ${one.stream} and ${other.stream} share the time ${timeText(from)} to ${timeText(to)} UTC`
  const why =
    counts === null
      ? `neither counts for it until a person names one: npm run book -- trust-key ${pit}/${name} --journal NAME`
      : `a person has named ${counts} for it`
  return `${what}; ${why}. Left out: ${sums.join('; ')}`
}
