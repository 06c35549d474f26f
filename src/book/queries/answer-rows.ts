/** Turns the store's rows into the forms of the answers. Pure. */
import type { BookTables, FindingRow, HandRow, RoundRow, SpotRow } from '../rows.ts'
import type { AlarmStep, FindingFull, FindingLine, RoundFull, RoundSummary } from './answers.ts'

export const timeOf = (ms: number): string => new Date(ms).toISOString()
export const timeOrNull = (ms: number | null): string | null => (ms === null ? null : timeOf(ms))

/** The columns of a round's summary; the others are large. */
export const SUMMARY_COLUMNS = [
  'round',
  'shoe',
  'number',
  'opened_at',
  'closed_at',
  'dealer_id',
  'boxes',
  'hands',
  'state',
  'ended',
  'readings',
  'certain',
  'lagging',
  'left_out',
  'house_won',
  'house_won_certain',
  'bets_not_seen',
  'staked_not_seen',
  'by_the_rules',
  'bets_not_known',
  'net',
  'net_best',
  'net_from',
  'net_to',
  'staked',
  'staked_sides',
  'revised',
] as const satisfies readonly (keyof RoundRow)[]

export type SummaryRow = Pick<RoundRow, (typeof SUMMARY_COLUMNS)[number]>

export function roundSummary(stream: string, row: SummaryRow, findings: readonly FindingRow[]): RoundSummary {
  return {
    stream,
    round: row.round,
    key: `${stream}/${row.round}`,
    shoe: row.shoe,
    number: row.number,
    openedAt: timeOf(row.opened_at),
    closedAt: timeOrNull(row.closed_at),
    dealerId: row.dealer_id,
    boxes: row.boxes,
    hands: row.hands,
    state: row.state as RoundSummary['state'],
    ended: row.ended,
    readings: row.readings,
    certain: row.certain === 1,
    complete: row.state === 'closed' && row.lagging === 0,
    lagging: row.lagging === 1,
    leftOut: row.left_out === 1,
    revised: row.revised === 1,
    net: { house: row.net, best: row.net_best, from: row.net_from, to: row.net_to },
    houseWon: {
      best: row.house_won,
      certain: row.house_won_certain,
      notSeen: row.bets_not_seen,
      stakedNotSeen: row.staked_not_seen,
    },
    byTheRules: { best: row.by_the_rules, notKnown: row.bets_not_known },
    staked: row.staked,
    stakedSides: row.staked_sides,
    findings: findings.map(findingLine),
  }
}

function findingLine(row: FindingRow): FindingLine {
  const { finding, code, box, amount } = row
  return {
    finding,
    code,
    grade: row.grade as FindingLine['grade'],
    severity: row.severity as FindingLine['severity'],
    box,
    amount,
    withdrawn: row.withdrawn_at !== null,
    corrected: row.corrected === 1,
    otherRules: row.other_rules === 1,
  }
}

export function fullFinding(stream: string, row: FindingRow): FindingFull {
  return {
    ...findingLine(row),
    stream,
    round: row.round,
    key: row.round === null ? null : `${stream}/${row.round}`,
    hand: row.hand,
    spot: row.spot,
    group: row.group_id,
    dealerId: row.dealer_id,
    raisedAt: timeOf(row.raised_at),
    changedAt: timeOrNull(row.changed_at),
    withdrawnAt: timeOrNull(row.withdrawn_at),
    data: parsed(row.data),
  }
}

const words = (joined: string): string[] => (joined === '' ? [] : joined.split(' '))

export function fullHand({ box, hand, cards, total, actions, outcome, certain, share }: HandRow): RoundFull['hands'][number] {
  const told = { cards: words(cards), total, actions: words(actions), outcome, certain: certain === 1 }
  return { box, hand, ...told, share: share === null ? null : share / 1000 }
}

export function fullSpot(row: SpotRow): RoundFull['spots'][number] {
  const { box, area, staked, due, moved, certain } = row
  const best = { staked: row.best_staked, due: row.best_due, moved: row.best_moved }
  return { box, area, staked, due, moved, best, certain: certain === 1 }
}

export function alarmStep({ n, alarm, at, step, user, note }: BookTables['alarm_steps']): AlarmStep {
  return { n, alarm, at: timeOf(at), step: step as AlarmStep['step'], user, note }
}

/** Parses JSON that the sink checked before storing it. */
export const parsed = (json: string): Record<string, unknown> => JSON.parse(json) as Record<string, unknown>

/** The object that a field of a record holds, or nothing: the sink checked no more of a record than its number, time and kind. */
export const objectIn = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
