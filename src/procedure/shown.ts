/**
 * Which alarm shows which finding: each finding has its own, and a group shares one, under the id of its first. The findings left of a
 * group keep it.
 *
 *   likely A, likely B   alarms A, B
 *   one of A, B          alarm A with both as lines, B's is gone
 *   B is proven          alarm A shows B
 */
import type { Stage } from './facts.ts'
import { type AlarmGroup, type FindingData, SEVERITIES } from './finding.ts'
import type { FindingAlarm, Findings, SaidFinding, Standing } from './standing.ts'

export interface OnTable {
  /** The round on the table; null: none. */
  readonly onTable: string | null
  /** The round that closes with what is told now; null: none. */
  readonly closing: string | null
}

/** How far a round is; what belongs to none is told as of an open one. */
export const stageOf = (round: string | null, { closed }: Pick<Findings, 'closed'>, { onTable, closing }: OnTable): Stage => {
  if (round === null || onTable === round) return 'open'
  if (onTable !== null) return 'past'
  if ((closing ?? closed.at(-1)) === round) return 'over'
  return closed.includes(round) ? 'past' : 'open'
}

/** Every finding with the alarm that shows it from now on, and every event with what becomes of its alarm. */
export const withAlarms = (
  before: Findings,
  after: Findings,
  said: readonly SaidFinding[],
  table: OnTable,
): readonly [Findings, readonly SaidFinding[]] => {
  const standing = after.standing.map((each) => ({ ...each, alarm: alarmOf(each, after.standing) }))
  const stageNow = ({ round }: Standing): Stage => stageOf(round, after, table)
  const alarmOfEvent = ({ event }: SaidFinding): FindingAlarm | null => alarmBy(event.data.finding, before.standing, standing, stageNow)
  return [{ ...after, standing }, said.map((each) => ({ ...each, alarm: alarmOfEvent(each) }))]
}

const alarmOf = (own: Standing, all: readonly Standing[]): string => {
  if (own.finding.group !== null) return own.finding.group
  if (all.some(({ finding }) => finding.group === own.alarm)) return own.finding.finding
  const left = all.filter(({ finding, alarm }) => finding.group === null && alarm === own.alarm)
  const heir = left.find(({ finding }) => finding.finding === own.alarm) ?? left[0]
  return heir === own ? own.alarm : own.finding.finding
}

const alarmBy = (
  finding: string,
  before: readonly Standing[],
  after: readonly Standing[],
  stageNow: (standing: Standing) => Stage,
): FindingAlarm | null => {
  const isSame = (each: Standing): boolean => each.finding.finding === finding
  const [was, is] = [before.find(isSame), after.find(isSame)]
  const isShown = (id: string, standing: readonly Standing[]): boolean => standing.some(({ alarm }) => alarm === id)
  if (is === undefined) return was && !isShown(was.alarm, after) ? { id: was.alarm, isNew: false, ends: [], shown: null } : null
  const members = after.filter(({ alarm }) => alarm === is.alarm).toSorted((one, other) => one.place.rank - other.place.rank)
  const [first = is] = members
  const ends = (was ? [was.alarm] : is.former).filter((alarm) => alarm !== is.alarm && !isShown(alarm, after))
  const shown = {
    finding: first.finding,
    said: first.words.said,
    stage: stageNow(first),
    severity: gravestOf(members),
    group: groupOf(members),
    isRivalled: isRivalled(first, after),
  }
  return { id: is.alarm, isNew: !isShown(is.alarm, before), ends, shown }
}

const isRivalled = (own: Standing, all: readonly Standing[]): boolean => {
  const isOnlyLikely = ({ finding: { grade, group } }: Standing): boolean => grade === 'likely' && group === null
  const { round, finding } = own
  const isBeside = (other: Standing): boolean => other !== own && other.round === round && other.finding.box === finding.box
  return round !== null && finding.box !== null && isOnlyLikely(own) && all.some((other) => isBeside(other) && isOnlyLikely(other))
}

/** The gravest severity of those that are not far less likely than the likeliest. */
const gravestOf = (members: readonly Standing[]): FindingData['severity'] => {
  const near = members.filter(({ place }) => place.isNear).map(({ finding }) => finding.severity)
  return SEVERITIES.find((severity) => near.includes(severity)) ?? 'info'
}

const groupOf = (members: readonly Standing[]): AlarmGroup | null => {
  const [first] = members
  if (!first || first.finding.group === null) return null
  const lines = members.map(({ finding: { finding, code, box, hand, severity, amount }, words }) => ({
    ...{ finding, code, box, hand, severity, amount },
    ...words.line,
  }))
  const { question, asked = null } = first.finding
  return { question, asked, lines }
}
