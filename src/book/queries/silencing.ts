/**
 * Commands after which something of a round is no longer judged, with the findings that stood there when each was given. The store answers in
 * one question, the same in both kinds.
 */
import type { Db } from './page.ts'

/** Command -> it is about one box of its round. */
const SILENCING: ReadonlyMap<string, boolean> = new Map([
  ['hand-dead', true],
  ['round-void', false],
  ['card-move', false],
  ['card-burn', false],
])
export const isSilencing = (name: string): boolean => SILENCING.has(name)

const HOUR_MS = 3_600_000
/** More than so many in an hour by one person, each where a finding stood, are told. */
export const SILENCED_AN_HOUR = 2
/** More than so many are told whatever stood there: what is ordered before an error is made leaves no finding. */
export const SILENCING_AN_HOUR = 6

export interface Silencing {
  readonly stream_id: number
  readonly n: number
  readonly at: number
  readonly user: string
  /** Ids of the findings that stood on its round, or on its box, when it was given. */
  readonly findings: readonly string[]
}

interface Asked {
  /** Of these journals; null: of all. */
  readonly streams: readonly number[] | null
  /** Unix ms, both included. */
  readonly from: number
  readonly to: number
  /** null: of everybody. */
  readonly user: string | null
}

/** In the order in which they were given. */
export async function silencingsIn(db: Pick<Db, 'selectFrom'>, { streams, from, to, user }: Asked): Promise<readonly Silencing[]> {
  const rows = await db
    .selectFrom('commands')
    .leftJoin('findings', (join) =>
      join
        .onRef('findings.stream_id', '=', 'commands.stream_id')
        .onRef('findings.round', '=', 'commands.round')
        .onRef('findings.raised_at', '<=', 'commands.at')
        .on('findings.severity', '!=', 'info')
        .on((is) => is.or([is('findings.withdrawn_at', 'is', null), is('findings.withdrawn_at', '>=', is.ref('commands.at'))])),
    )
    .select(['commands.stream_id', 'commands.n', 'commands.at', 'commands.user', 'commands.name', 'commands.args'])
    .select(['findings.finding', 'findings.box'])
    .where('commands.name', 'in', [...SILENCING.keys()])
    .where('commands.ok', '=', 1)
    .where('commands.at', '>=', from)
    .where('commands.at', '<=', to)
    .$if(streams !== null, (query) => query.where('commands.stream_id', 'in', streams ?? []))
    .$if(user !== null, (query) => query.where('commands.user', '=', user ?? ''))
    .orderBy('commands.at')
    .orderBy('commands.stream_id')
    .orderBy('commands.n')
    .execute()
  const found = new Map<string, Omit<Silencing, 'findings'> & { readonly findings: string[] }>()
  for (const { stream_id, n, at, user, name, args, finding, box } of rows) {
    const key = `${stream_id}/${n}`
    const known = found.get(key) ?? { stream_id, n, at, user, findings: [] }
    found.set(key, known)
    const isThere = SILENCING.get(name) !== true || box === null || box === boxIn(args)
    if (finding !== null && isThere) known.findings.push(finding)
  }
  return [...found.values()]
}

const boxIn = (args: string | null): unknown => (args === null ? null : (JSON.parse(args) as { readonly box?: unknown } | null)?.box)

/** The most of these times, in order, that lie within one hour. */
export const mostInAnHour = (times: readonly number[]): number => {
  let [most, first] = [0, 0]
  for (const [last, at] of times.entries()) {
    while ((times[first] ?? at) < at - HOUR_MS) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}

/** What to tell of a person's commands up to this time; null: nothing. */
export async function silencedText(db: Pick<Db, 'selectFrom'>, user: string, at: number): Promise<string | null> {
  const all = await silencingsIn(db, { streams: null, from: at - HOUR_MS, to: at, user })
  const silenced = all.filter(({ findings }) => findings.length > 0)
  if (silenced.length <= SILENCED_AN_HOUR && all.length <= SILENCING_AN_HOUR) return null
  const names = [...new Set(silenced.flatMap(({ findings }) => findings))].slice(0, FINDINGS_NAMED)
  return `${user} gave ${all.length} commands within an hour after which something of a round is not judged any more, ${silenced.length} of them where a finding stood${names.length === 0 ? '' : ` (${names.join(', ')})`}. Look at these rounds on tape, and ask who uses this login: npm run -s book -- report`
}
const FINDINGS_NAMED = 8
