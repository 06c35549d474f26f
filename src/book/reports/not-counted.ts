/**
 * What a report leaves out, for its first page: records that wait for somebody to vouch for their journal, and the time that two journals of
 * one table share.
 */
import { headOf } from '../store/heads.ts'
import type { Store } from '../store/open.ts'
import { allSharedTimes, isIn, leftOutOf, type SharedTime } from '../store/shared-time.ts'
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
  const lines = waiting.map(({ text }) => text)
  for (const shared of await allSharedTimes(store)) {
    const table = tables.find(({ id }) => id === shared.one.table_id)
    if (table === undefined) continue
    const sums: string[] = []
    for (const { id, stream } of leftOutOf(shared)) {
      const asked = await roundsIn(store, id, shared, { from, to })
      if (asked.length > 0) sums.push(await sumText(store, table, stream, asked))
    }
    if (sums.length > 0) lines.push(sharedLine(table, shared, sums))
  }
  const out = await store.selectFrom('rounds').select(['stream_id', 'round']).where('left_out', '=', 1).execute()
  return { rounds: new Set(out.map(({ stream_id, round }) => `${stream_id}/${round}`)), lines }
}

/** Those that a sum over the span would otherwise have. */
const roundsIn = (store: Store, stream: number, shared: SharedTime, { from, to }: Span) =>
  store
    .selectFrom('rounds')
    .select(['staked', 'staked_sides', 'house_won'])
    .where('stream_id', '=', stream)
    .where('left_out', '=', 1)
    .where((is) => isIn(is, [shared]))
    .where('closed_at', 'is not', null)
    .where('state', '!=', 'void')
    .where('opened_at', '>=', from)
    .where('opened_at', '<', to)
    .execute()

type Round = Awaited<ReturnType<typeof roundsIn>>[number]

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
