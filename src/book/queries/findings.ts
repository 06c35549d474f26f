/** The findings of a table, by the time they were raised. */
import type { ExpressionBuilder } from 'kysely'
import type { BookTables, FindingRow } from '../rows.ts'
import { fullFinding } from './answer-rows.ts'
import type { FindingFull } from './answers.ts'
import { type Db, newestFirst, type PageAsk, type Slice, type StreamName } from './page.ts'
import { dealerIds } from './rounds.ts'

/** A finding must match every filter given. A filter left out matches anything. */
export interface FindingFilter {
  readonly code?: string | undefined
  readonly dealer?: string | undefined
  readonly box?: number | undefined
  /** true: neither withdrawn nor corrected, and nobody has closed its alarm. false: one of these. */
  readonly open?: boolean | undefined
}

export interface FindingPage {
  readonly findings: FindingFull[]
  readonly next: string | null
}

export async function findingsPage(db: Db, streams: readonly StreamName[], filter: FindingFilter, page: PageAsk): Promise<FindingPage> {
  const { rows, next } = await newestFirst<FindingRow & { readonly stream: string }>(streams, page, async (stream, slice) => {
    const found = await findingRows(db, stream, filter, slice)
    return found.map((row) => ({ ...row, stream: stream.stream, at: row.raised_at, tie: row.finding }))
  })
  return { findings: rows.map((row) => fullFinding(row.stream, row)), next }
}

function findingRows(db: Db, { id }: StreamName, filter: FindingFilter, { from, to, tie, limit }: Slice): Promise<FindingRow[]> {
  const { code, dealer, box, open } = filter
  return db
    .selectFrom('findings')
    .selectAll()
    .where('stream_id', '=', id)
    .where('raised_at', '>=', from)
    .where('raised_at', '<=', to)
    .$if(tie !== null, (rows) => rows.where((eb) => eb.or([eb('raised_at', '<', to), eb('finding', '<', tie ?? '')])))
    .$if(code !== undefined, (rows) => rows.where('code', '=', code ?? ''))
    .$if(dealer !== undefined, (rows) => rows.where('dealer_id', 'in', dealerIds(dealer ?? '')))
    .$if(box !== undefined, (rows) => rows.where('box', '=', box ?? 0))
    .$if(open === true, (rows) => rows.where(isOpenFinding))
    .$if(open === false, (rows) => rows.where((eb) => eb.not(isOpenFinding(eb))))
    .orderBy('raised_at', 'desc')
    .orderBy('finding', 'desc')
    .limit(limit)
    .execute()
}

/** Neither withdrawn nor put right, and nobody has closed its alarm. */
export const isOpenFinding = (eb: ExpressionBuilder<BookTables, 'findings'>) => {
  const alarm = eb.fn<string>('lower', [eb.fn.coalesce('findings.group_id', 'findings.finding')])
  const closed = eb
    .selectFrom('alarm_steps')
    .select('alarm_steps.n')
    .whereRef('alarm_steps.stream_id', '=', 'findings.stream_id')
    .where('alarm_steps.alarm', '=', alarm)
    .where('alarm_steps.step', '=', 'closed')
  return eb.and([eb('withdrawn_at', 'is', null), eb('corrected', '=', 0), eb.not(eb.exists(closed))])
}
