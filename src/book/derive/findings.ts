/** Findings, and the alarms that they raise. */
import type { AlarmStepRow } from '../rows.ts'
import { type Change, keep, put, set } from './change.ts'
import { daysWith } from './days.ts'
import type { FindingData, KnownEvent } from './events.ts'
import { GROUPS_MAX, type Group, type Memory } from './memory.ts'
import { dayOfRound, isOver, type Place, type Step } from './rounds.ts'

type FindingEvent = Extract<KnownEvent, { readonly data: FindingData }>

/** A finding whose first record is missing is kept as well: the row is made of the first that is heard of it. */
export const findingTold = (before: Memory, { type, data, raw }: FindingEvent, { n, at, isCaused }: Place): Step => {
  const { finding, code, grade, severity, round, box, hand, spot, amount, group, dealerId } = data
  const corrected = data.corrected === true ? (1 as const) : (0 as const)
  const { memory, ranks } = grouped(before, data)
  const group_rank = ranks.get(finding) ?? null
  const about = { code, grade, severity, round, box, hand, spot, amount, group_id: group, group_rank, dealer_id: dealerId }
  const now = { ...about, data: JSON.stringify(raw) }
  // The table gives 0 for what was put right.
  const wrong = corrected === 1 ? {} : { amount_wrong: amount }
  const first = {
    finding,
    ...now,
    amount_wrong: null,
    ...wrong,
    raised_at: at,
    changed_at: null,
    withdrawn_at: null,
    corrected,
    other_rules: 0 as const,
  }
  // No device and no person has brought it about: it is what the software that has just started makes of an old round.
  const isOther = before.isStarting && !isCaused && round !== null && isOver(before, round)
  const other = isOther ? { other_rules: 1 as const } : {}
  const beside = [
    // A search for this box and amount looks on the day on which the finding's round opened.
    ...(round === null ? [] : daysWith(dayOfRound(memory, round), { boxes: box === null ? [] : [box], amounts: [amount] })),
    ...[...ranks].flatMap(([other, rank]) => (other === finding ? [] : [set('findings', { finding: other }, { group_rank: rank })])),
  ]
  const alarm = (group ?? finding).toLowerCase()
  const alarmStep = (step: string): readonly Change[] =>
    severity === 'info'
      ? []
      : [put('alarm_steps', { n, alarm, at, step, user: null, note: null } satisfies Omit<AlarmStepRow, 'stream_id'>)]
  switch (type) {
    case 'finding.raised': {
      // The findings of a group are one alarm, and the first of them raises it.
      const isRaised = before.groups.some(({ id, isRaised }) => id === group && isRaised)
      const groups = memory.groups.map((each) => (each.id === group ? { ...each, isRaised: true } : each))
      return [{ ...memory, groups }, [put('findings', { ...first, ...other }), ...beside, ...(isRaised ? [] : alarmStep('raised'))]]
    }
    case 'finding.changed': {
      const change = { changed_at: at, corrected, ...other }
      const row = keep('findings', { ...first, ...change }, { ...now, ...wrong, ...change })
      return [memory, [row, ...beside, ...(corrected === 1 ? alarmStep('returned') : [])]]
    }
    case 'finding.withdrawn': {
      const row = keep('findings', { ...first, ...other, withdrawn_at: at }, { ...now, ...other, withdrawn_at: at })
      return [memory, [row, ...beside, ...alarmStep('withdrawn')]]
    }
  }
}

type InGroup = Pick<FindingData, 'finding' | 'group' | 'rivals'>

/** The places that are new in the finding's group, its own always among them. */
const grouped = (memory: Memory, data: InGroup): { readonly memory: Memory; readonly ranks: ReadonlyMap<string, number> } => {
  if (data.group === null) return { memory, ranks: new Map() }
  const known: Group = memory.groups.find(({ id }) => id === data.group) ?? { id: data.group, order: [], isRaised: false }
  const order = orderWith(known.order, data)
  const ranks = new Map(order.map((finding, rank) => [finding, rank] as const))
  for (const [finding, rank] of ranks) if (known.order[rank] === finding && finding !== data.finding) ranks.delete(finding)
  const groups = [...memory.groups.filter((each) => each !== known), { ...known, order: [...order] }].slice(-GROUPS_MAX)
  return { memory: { ...memory, groups }, ranks }
}

/**
 * The order of a group by what one of its findings says: its rivals are in order, without itself. What its rivals said before tells where it
 * stands among them. The finding that gave the group its id was the likeliest when the group was made.
 */
export const orderWith = (before: readonly string[], { finding, group, rivals }: InGroup): readonly string[] => {
  const at = before.indexOf(finding)
  if (at < 0) return finding === group ? [finding, ...rivals] : [...rivals, finding]
  const behind = before.slice(at + 1)
  const next = rivals.findIndex((rival) => behind.includes(rival))
  return rivals.toSpliced(next < 0 ? rivals.length : next, 0, finding)
}
