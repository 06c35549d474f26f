/** One whole round: its result, its findings, and every event of it in journal order. */

import { alarmStep, fullFinding, fullHand, fullSpot, objectIn, parsed, roundSummary, SUMMARY_COLUMNS } from './answer-rows.ts'
import type { RoundFull } from './answers.ts'
import type { Db, StreamName } from './page.ts'
import { findingsOf } from './rounds.ts'

/** Records from a round's first event to its last. The longest round has some hundred; one that is revised late, some thousand. */
const RECORDS_MAX = 20_000
/** Limit for the alarm steps of one round. */
const STEPS_MAX = 1000

export interface RoundName {
  readonly stream: StreamName
  readonly round: string
}

/** null: the book holds no such round. */
export async function roundOf(db: Db, name: RoundName): Promise<RoundFull | null> {
  const { stream, round } = name
  const row = await db
    .selectFrom('rounds')
    .select([...SUMMARY_COLUMNS, 'first_n', 'last_n', 'result'])
    .where('stream_id', '=', stream.id)
    .where('round', '=', round)
    .executeTakeFirst()
  if (row === undefined) return null
  const findings = [...(await findingsOf(db, [name])).values()].flat()
  const alarms = findings.flatMap(({ finding, group_id }) => [finding, group_id ?? finding]).map((id) => id.toLowerCase())
  return {
    summary: roundSummary(stream.stream, row, findings),
    result: row.result === null ? null : parsed(row.result),
    ...(await resultOf(db, name)),
    findings: findings.map((finding) => fullFinding(stream.stream, finding)),
    alarms: await stepsOf(db, stream, [...new Set(alarms)]),
    steps: await eventsOf(db, name, row.first_n, row.last_n),
    ...(await neighboursOf(db, stream, row.number)),
  }
}

async function resultOf(db: Db, { stream: { id }, round }: RoundName): Promise<Pick<RoundFull, 'hands' | 'spots'>> {
  const hands = db.selectFrom('hands').selectAll().where('stream_id', '=', id).where('round', '=', round)
  const spots = db.selectFrom('spots').selectAll().where('stream_id', '=', id).where('round', '=', round)
  return {
    hands: (await hands.orderBy('box').orderBy('hand').execute()).map(fullHand),
    spots: (await spots.orderBy('box').orderBy('area').execute()).map(fullSpot),
  }
}

export async function stepsOf(db: Db, { id }: StreamName, alarms: readonly string[]): Promise<RoundFull['alarms']> {
  if (alarms.length === 0) return []
  const steps = db.selectFrom('alarm_steps').selectAll().where('stream_id', '=', id).where('alarm', 'in', alarms)
  return (await steps.orderBy('n').limit(STEPS_MAX).execute()).map(alarmStep)
}

async function eventsOf(db: Db, { stream: { id }, round }: RoundName, from: number, to: number): Promise<RoundFull['steps']> {
  const records = await db
    .selectFrom('records')
    .select(['n', 'body'])
    .where('stream_id', '=', id)
    .where('n', '>=', from)
    .where('n', '<=', to)
    .where('kind', '=', 'event')
    .orderBy('n')
    .limit(RECORDS_MAX)
    .execute()
  return records.flatMap(({ n, body }) => {
    const envelope = objectIn(parsed(body).envelope)
    return envelope?.round === round ? [{ n, envelope }] : []
  })
}

async function neighboursOf(db: Db, { id, stream }: StreamName, number: number): Promise<Pick<RoundFull, 'previous' | 'next'>> {
  const rounds = db.selectFrom('rounds').select('round').where('stream_id', '=', id)
  const previous = await rounds.where('number', '<', number).orderBy('number', 'desc').limit(1).executeTakeFirst()
  const next = await rounds.where('number', '>', number).orderBy('number').limit(1).executeTakeFirst()
  const keyOf = (row: { readonly round: string } | undefined) => (row === undefined ? null : `${stream}/${row.round}`)
  return { previous: keyOf(previous), next: keyOf(next) }
}
