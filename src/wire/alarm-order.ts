/** Which alarm comes first, what stands inside which, and how an alarm came to its end: the same for every screen that lists alarms. Pure. */
import type { AlarmData } from './payloads.ts'

const SEVERITY_RANKS: { readonly [severity in AlarmData['severity']]: number } = { stop: 0, money: 1, procedure: 2, info: 3 }
/**
 * First what stands and nobody has seen; then what somebody sees to, or what has ended without having been seen; last what asks nothing of
 * anybody now.
 */
const TURNS: { readonly [state in AlarmData['state']]: number } = {
  unacknowledged: 0,
  returned: 1,
  acknowledged: 1,
  shelved: 2,
  suppressed: 2,
  closed: 3,
}
const STATE_RANKS: { readonly [state in AlarmData['state']]: number } = {
  unacknowledged: 0,
  returned: 1,
  acknowledged: 2,
  shelved: 3,
  suppressed: 4,
  closed: 5,
}

/** What the order goes by. */
export type Ranked = Pick<AlarmData, 'alarm' | 'severity' | 'state' | 'since'>

/** Somebody has to look at it. */
export const isToDo = ({ state }: Pick<AlarmData, 'state'>): boolean => state === 'unacknowledged' || state === 'returned'

export const byUrgency = (a: Ranked, b: Ranked): number =>
  TURNS[a.state] - TURNS[b.state] ||
  SEVERITY_RANKS[a.severity] - SEVERITY_RANKS[b.severity] ||
  STATE_RANKS[a.state] - STATE_RANKS[b.state] ||
  b.since.localeCompare(a.since) ||
  a.alarm.localeCompare(b.alarm)

/** What the cause of a suppressed alarm is known by. */
type Caused = Ranked & Pick<AlarmData, 'note' | 'round'>

export interface Listed<A> {
  readonly alarm: A
  /** What it suppresses. */
  readonly under: readonly A[]
}

/** From an alarm to its cause, to that one's, and so on: a finding, its round's gravest, a device's loss. More steps go in a circle. */
const CAUSES_MAX = 8

/**
 * One line a cause, the most urgent first: what is suppressed stands inside it; where its cause is not among these, it stands by itself.
 * `isSameTable`: ids are unique within a table alone.
 */
export function byCause<A extends Caused>(alarms: readonly A[], isSameTable: (one: A, other: A) => boolean): readonly Listed<A>[] {
  const under = new Map<A, A[]>()
  for (const alarm of alarms) {
    const root = rootOf(alarm, alarms, isSameTable)
    const behind = under.get(root) ?? []
    under.set(root, root === alarm ? behind : [...behind, alarm])
  }
  return [...under].map(([alarm, behind]) => ({ alarm, under: behind.sort(byUrgency) })).sort((a, b) => byUrgency(a.alarm, b.alarm))
}

function rootOf<A extends Caused>(alarm: A, alarms: readonly A[], isSameTable: (one: A, other: A) => boolean): A {
  let root = alarm
  for (let steps = 0; steps < CAUSES_MAX; steps++) {
    const cause = causeOf(root, alarms, isSameTable)
    if (cause === null) return root
    root = cause
  }
  return alarm
}

const NAMED_CAUSE = /^behind (\S+)$/

/** The alarm its note names. Where a person's note stands there instead: the gravest of its round that is not suppressed itself. */
function causeOf<A extends Caused>(alarm: A, alarms: readonly A[], isSameTable: (one: A, other: A) => boolean): A | null {
  if (alarm.state !== 'suppressed') return null
  const here = alarms.filter((other) => other !== alarm && isSameTable(other, alarm))
  const named = NAMED_CAUSE.exec(alarm.note ?? '')?.[1]
  if (named !== undefined) return here.find((other) => other.alarm === named) ?? null
  return here.filter(({ round, state }) => round !== null && round === alarm.round && state !== 'suppressed').sort(byUrgency)[0] ?? null
}
