/** The alarms of a table, by the time each was last raised, and what people did with each. */
import { findingFactsSchema } from '../../wire/finding-schema.ts'
import type { FindingRow } from '../rows.ts'
import { parsed } from './answer-rows.ts'
import type { AlarmFull, AlarmStep } from './answers.ts'
import { type Db, newestFirst, type PageAsk, type Slice, type StreamName } from './page.ts'
import { stepsOf } from './round.ts'

export interface AlarmPage {
  readonly alarms: AlarmFull[]
  readonly next: string | null
}

export async function alarmsPage(db: Db, streams: readonly StreamName[], page: PageAsk): Promise<AlarmPage> {
  const { rows, next } = await newestFirst<{ readonly alarm: string }>(streams, page, async ({ id }, slice) => {
    const raised = await raisedIn(db, id, slice)
    return raised.map(({ alarm, at, n }) => ({ alarm, at, tie: String(n) }))
  })
  const told = new Map<string, AlarmFull>()
  for (const stream of streams) {
    const names = rows.filter(({ place }) => place.stream === stream.id).map(({ alarm }) => alarm)
    for (const alarm of await alarmsOf(db, stream, names)) told.set(`${stream.id}/${alarm.alarm}`, alarm)
  }
  return { alarms: rows.flatMap(({ alarm, place }) => told.get(`${place.stream}/${alarm}`) ?? []), next }
}

/** When each alarm was last raised. */
function raisedIn(db: Db, stream: number, { from, to, tie, limit }: Slice) {
  return db
    .selectFrom('alarm_steps as step')
    .select(['step.alarm', 'step.at', 'step.n'])
    .where('step.stream_id', '=', stream)
    .where('step.step', '=', 'raised')
    .where('step.at', '>=', from)
    .where('step.at', '<=', to)
    .$if(tie !== null, (rows) => rows.where((eb) => eb.or([eb('step.at', '<', to), eb('step.n', '<', Number(tie))])))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('alarm_steps as later')
            .select('later.n')
            .whereRef('later.stream_id', '=', 'step.stream_id')
            .whereRef('later.alarm', '=', 'step.alarm')
            .where('later.step', '=', 'raised')
            .whereRef('later.n', '>', 'step.n'),
        ),
      ),
    )
    .orderBy('step.at', 'desc')
    .orderBy('step.n', 'desc')
    .limit(limit)
    .execute()
}

async function alarmsOf(db: Db, stream: StreamName, names: readonly string[]): Promise<readonly AlarmFull[]> {
  if (names.length === 0) return []
  const steps = await stepsOf(db, stream, names)
  const findings = await db
    .selectFrom('findings')
    .selectAll()
    .where('stream_id', '=', stream.id)
    // An alarm has the id of its finding, or of its group's first finding, in lower case.
    .where(
      'finding',
      'in',
      names.map((name) => name.toUpperCase()),
    )
    .execute()
  const about = new Map(findings.map((row) => [row.finding.toLowerCase(), row]))
  return names.map((name) =>
    fullAlarm(
      stream.stream,
      name,
      about.get(name),
      steps.filter(({ alarm }) => alarm === name),
    ),
  )
}

function fullAlarm(stream: string, alarm: string, finding: FindingRow | undefined, steps: AlarmStep[]): AlarmFull {
  const round = finding?.round ?? null
  const { seen = null, facts } = finding === undefined ? {} : parsed(finding.data)
  return {
    stream,
    alarm,
    code: finding?.code ?? null,
    severity: (finding?.severity ?? null) as AlarmFull['severity'],
    round,
    key: round === null ? null : `${stream}/${round}`,
    box: finding?.box ?? null,
    text: typeof seen === 'string' ? seen : null,
    facts: findingFactsSchema.safeParse(facts).data ?? null,
    state: stateBy(steps),
    steps,
  }
}

/** As in `src/procedure/alarms.ts`: an alarm that has ended is closed once somebody has seen it. */
function stateBy(steps: readonly Pick<AlarmStep, 'step'>[]): AlarmFull['state'] {
  const since = steps.slice(steps.findLastIndex(({ step }) => step === 'raised') + 1).map(({ step }) => step)
  const isSeen = since.includes('acknowledged')
  const last = since.at(-1)
  if (last === 'closed') return 'closed'
  if (last === 'withdrawn' || last === 'returned') return isSeen ? 'closed' : 'returned'
  if (last === 'shelved') return 'shelved'
  return isSeen ? 'acknowledged' : 'unacknowledged'
}
