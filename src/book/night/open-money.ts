/** Money that was paid or taken wrongly and that nobody has settled yet. It empties as people put it right or close the alarm. */

import { parsed, timeOf } from '../queries/answer-rows.ts'
import { isOpenFinding } from '../queries/findings.ts'
import type { Db } from '../queries/page.ts'
import type { AskedFinding } from '../reports/rows-asked.ts'
import { isDealersError } from '../reports/section.ts'
import type { OpenFinding, OpenMoney } from './form.ts'

/** Of a list that nobody works off, the newest are listed; the sums have all. */
const LISTED_MAX = 500

/** `findings`: those of the report; of a group only the likeliest, and likely ones not at all, because it is unknown whether they are errors. */
export const openMoneyIn = async (db: Db, findings: readonly AskedFinding[]): Promise<OpenMoney> => {
  const owed = new Set(findings.filter((each) => each.counts === 1 && each.grade !== 'likely' && isDealersError(each)).map(keyOf))
  const streams = [...new Set(findings.map(({ stream_id }) => stream_id))]
  if (owed.size === 0) return { findings: [], sums: [] }
  const from = Math.min(...findings.map(({ raised_at }) => raised_at))
  const rows = await db
    .selectFrom('findings')
    .innerJoin('streams', 'streams.id', 'findings.stream_id')
    .innerJoin('tables', 'tables.id', 'streams.table_id')
    .select(['findings.stream_id', 'finding', 'code', 'grade', 'round', 'box', 'amount_wrong', 'dealer_id', 'raised_at', 'data'])
    .select(['streams.stream', 'property', 'pit', 'tables.name as table', 'currency', 'exponent'])
    .where('findings.stream_id', 'in', streams)
    .where('raised_at', '>=', from)
    .where(isOpenFinding)
    .orderBy('raised_at', 'desc')
    .orderBy('finding')
    .execute()
  const open = rows
    .filter((row) => owed.has(keyOf(row)))
    .map(({ stream_id, amount_wrong, dealer_id, raised_at, exponent, grade, data, ...row }): OpenFinding => {
      const told = { amount: amount_wrong, exponent: exponent ?? 0, dealer: dealer_id }
      return { ...row, ...told, grade: grade as OpenFinding['grade'], raisedAt: timeOf(raised_at), data: parsed(data) }
    })
  return { findings: open.slice(0, LISTED_MAX), sums: sumsOf(open) }
}

const keyOf = ({ stream_id, finding }: Pick<AskedFinding, 'stream_id' | 'finding'>): string => `${stream_id}/${finding}`

/** Amounts in two currencies are never added. */
const sumsOf = (open: readonly OpenFinding[]): OpenMoney['sums'] =>
  [...new Set(open.map(({ currency }) => currency))].map((currency) => {
    const own = open.filter((each) => each.currency === currency)
    const known = own.flatMap(({ amount }) => amount ?? [])
    const total = known.reduce((sum, each) => sum + each, 0)
    return { currency, exponent: own[0]?.exponent ?? 0, amount: total, count: own.length, unknown: own.length - known.length }
  })
