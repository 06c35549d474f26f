/**
 * Alarms after ISA-18.2, as one pure state machine. Facts about an alarm are stored; its state follows from them:
 *
 *   its condition   seen by a person   state             leaves by
 *   holds           no                 unacknowledged    acknowledge, shelve, close, its condition ends
 *   holds           yes                acknowledged      shelve, close, its condition ends
 *   ended           no                 returned          acknowledge, close
 *   ended           yes                closed
 *   whatever, put aside until a time   shelved           that time, by itself
 *   whatever, behind another alarm     suppressed        the other closes
 *
 * A finding that is not proven and does not stop the game is held back for a while before it becomes an alarm: when later evidence
 * withdraws a finding, it usually does so at once.
 *
 * An alarm waits behind another if the loss of a device causes it (unless it stops the game), and all alarms of a round wait behind the
 * most serious one. A fault that comes and goes is over only when it has stayed away for a while. Time is that of the observations.
 */
import type { Facts } from '../rules/facts.ts'
import { type Refusal, refusal } from '../rules/refusals.ts'
import type { AlarmFacts } from './facts.ts'
import type { AlarmGroup, FindingData, SEVERITIES } from './finding.ts'
import type { SaidAt } from './standing.ts'

export const ALARM_STATES = ['unacknowledged', 'acknowledged', 'returned', 'shelved', 'suppressed', 'closed'] as const
export type AlarmState = (typeof ALARM_STATES)[number]

/** What a finding rests on. */
export type Grounds = Pick<
  FindingData,
  'finding' | 'grade' | 'question' | 'asked' | 'amount' | 'clause' | 'evidence' | 'counterReading' | 'counter'
>

/** What an alarm is about. */
export interface Condition {
  /** The id of a finding or of a group in lower case, or a fault's own. */
  readonly alarm: string
  readonly code: string
  readonly severity: (typeof SEVERITIES)[number]
  readonly round: string | null
  readonly box: number | null
  readonly text: string
  readonly remedy: string | null
  /** What the two say, as data; null: other software wrote them, and said none. */
  readonly facts: AlarmFacts | Facts | null
  /** The words once its round is over and once the next is dealt; null: they stay as they are. */
  readonly later: Omit<SaidAt, 'open'> | null
  /** null: a fault, which rests on no finding. */
  readonly grounds: Grounds | null
  /** The errors one of which was made, including the alarm's own; null: a single error, or a fault. */
  readonly group: AlarmGroup | null
  /** The alarm of the device's loss that caused it; null: none. */
  readonly causedBy: string | null
  /** A finding is closed by a person, a fault by its end. An incident has no end to be seen, so it is over once somebody has seen it. */
  readonly kind: 'finding' | 'fault' | 'incident'
}

export interface Alarm extends Condition {
  readonly state: AlarmState
  /** Rises with every change; commands on the alarm name it. */
  readonly rev: number
  /** Event time it was raised, Unix ms. */
  readonly since: number
  readonly holds: boolean
  readonly isSeen: boolean
  /** Its condition is away, and has ended if it is still away at this event time. */
  readonly endsAt: number | null
  /** Shelved until, Unix ms. */
  readonly until: number | null
  /** The alarm that suppresses it. */
  readonly behind: string | null
  /** Who changed it last, and the note he left. */
  readonly user: string | null
  readonly note: string | null
  /** The user's name is only claimed. */
  readonly unverified?: true | undefined
}

/** A condition that is no alarm yet. */
export interface Held {
  readonly condition: Condition
  /** Event time it was raised, Unix ms. */
  readonly since: number
  /** When it becomes an alarm. */
  readonly until: number
}

export interface AlarmBook {
  readonly now: number
  /** In the order raised. */
  readonly held: readonly Held[]
  /** In the order raised. */
  readonly open: readonly Alarm[]
  /** Closed last. Their topics are to be emptied, and a fault that comes again continues its count. */
  readonly closed: readonly { readonly alarm: string; readonly rev: number }[]
}

export const NO_ALARMS: AlarmBook = { now: 0, held: [], open: [], closed: [] }

/** Nobody looks at a table with more open alarms than this; the oldest of the least severity is dropped. */
export const OPEN_MAX = 128
const CLOSED_MAX = 32
/** A fault that is away for less than this has not ended. */
export const STEADY_MS = 5000
export const SHELVED_MINUTES_MAX = 30
const MINUTE_MS = 60_000

const GRAVITY: readonly Condition['severity'][] = ['stop', 'money', 'procedure', 'info']
const gravity = ({ severity }: Condition): number => GRAVITY.indexOf(severity)

const stateOf = (alarm: Omit<Alarm, 'state'>): AlarmState => {
  const holds = alarm.kind === 'incident' ? !alarm.isSeen : alarm.holds
  if (!holds && alarm.isSeen) return 'closed'
  if (alarm.until !== null) return 'shelved'
  if (alarm.behind !== null) return 'suppressed'
  if (!holds) return 'returned'
  return alarm.isSeen ? 'acknowledged' : 'unacknowledged'
}

const changed = (alarm: Alarm, change: Partial<Alarm>): Alarm => {
  const next = { ...alarm, ...change }
  return { ...next, state: stateOf(next), rev: alarm.rev + 1 }
}

const replace = (book: AlarmBook, id: string, change: (alarm: Alarm) => Alarm): AlarmBook => ({
  ...book,
  open: book.open.map((alarm) => (alarm.alarm === id ? change(alarm) : alarm)),
})

const find = ({ open }: AlarmBook, id: string): Alarm | undefined => open.find(({ alarm }) => alarm === id)

/** What a person reads about it; more evidence alone does not make it another alarm. */
const wordsOf = ({ code, severity, text, remedy, grounds, group }: Condition): string =>
  JSON.stringify([code, severity, text, remedy, grounds && { ...grounds, evidence: null }, group])

/** The condition holds. If its alarm is open already, it has other words now, or is back after it had ended. */
export const raiseAlarm = (book: AlarmBook, condition: Condition, at: number): AlarmBook => {
  const known = find(book, condition.alarm)
  if (known) {
    const isBack = !known.holds
    const isSame = wordsOf(known) === wordsOf(condition)
    if (isSame && !isBack && known.endsAt === null) return book
    // A fault that was away too briefly to have ended is still the same one.
    if (isSame && !isBack) return replace(book, known.alarm, (alarm) => ({ ...alarm, endsAt: null }))
    return tidy(
      replace(book, known.alarm, (alarm) =>
        changed(alarm, { ...condition, holds: true, endsAt: null, isSeen: isBack ? false : alarm.isSeen }),
      ),
    )
  }
  const before = book.closed.find(({ alarm }) => alarm === condition.alarm)
  const blank = { holds: true, isSeen: false, endsAt: null, until: null, behind: null, user: null, note: null, since: at }
  const alarm: Alarm = { ...condition, ...blank, state: 'unacknowledged', rev: (before?.rev ?? 0) + 1 }
  return tidy({ ...book, open: [...book.open, alarm], closed: book.closed.filter((each) => each !== before) })
}

const withoutHeld = (book: AlarmBook, id: string): AlarmBook => {
  const held = book.held.filter(({ condition }) => condition.alarm !== id)
  return held.length === book.held.length ? book : { ...book, held }
}

/**
 * It becomes an alarm at once if it is proven, stops the game or is one already; otherwise at its time. `isRivalled`: another error explains the same chips, so nobody stops the game for this one at once.
 */
export const holdAlarm = (book: AlarmBook, raised: Held, isRivalled = false): AlarmBook => {
  const { condition, since: at } = raised
  const { alarm, severity, grounds } = condition
  const { since, until } = book.held.find((each) => each.condition.alarm === alarm) ?? raised
  const others = withoutHeld(book, alarm)
  const isUrgent = (severity === 'stop' && !isRivalled) || grounds?.grade === 'proven'
  if (isUrgent || until <= at || find(book, alarm)) return raiseAlarm(others, condition, since)
  return { ...others, held: [...others.held, { condition, since, until }].slice(-OPEN_MAX) }
}

/** Changes the words of an open alarm. Whether it holds, and who has seen it, stays as it is. */
export const retold = (book: AlarmBook, condition: Condition): AlarmBook =>
  replace(book, condition.alarm, (alarm) => changed(alarm, condition))

/** It is an alarm, or will be one. */
export const isRaised = (book: AlarmBook, id: string): boolean =>
  find(book, id) !== undefined || book.held.some(({ condition }) => condition.alarm === id)

/** What was held back until now becomes an alarm. */
const release = (book: AlarmBook, now: number): AlarmBook => {
  const due = book.held.filter(({ until }) => until <= now)
  return due.reduce((open, { condition, since }) => raiseAlarm(withoutHeld(open, condition.alarm), condition, since), book)
}

/** The input ended, so whatever waits is shown. */
export const releaseAll = (book: AlarmBook): AlarmBook => release(book, Number.POSITIVE_INFINITY)

/** From now on other words say what to do about these rounds. */
const toldAs = (book: AlarmBook, stage: 'over' | 'past', isOf: (round: string | null) => boolean): AlarmBook => {
  const words = ({ round, text, later }: Condition): Partial<Condition> | null =>
    later === null || !isOf(round) || later[stage].text === text ? null : { ...later[stage], later: stage === 'past' ? null : later }
  return {
    ...book,
    held: book.held.map((each) => ({ ...each, condition: { ...each.condition, ...words(each.condition) } })),
    open: book.open.map((alarm) => {
      const told = words(alarm)
      return told === null ? alarm : changed(alarm, told)
    }),
  }
}
/** A round is over: what is wrong in it can be put right before the next deal, and nothing is played on. */
export const roundOver = (book: AlarmBook, over: string): AlarmBook => toldAs(book, 'over', (round) => round === over)
/** A round is dealt where the one before lay. */
export const nextDealt = (book: AlarmBook, dealt: string | null): AlarmBook => toldAs(book, 'past', (round) => round !== dealt)

/** The condition is over. `steady`: only if it stays over for a while. */
export const endAlarm = (before: AlarmBook, id: string, at: number, steady: boolean): AlarmBook => {
  const book = withoutHeld(before, id)
  const known = find(book, id)
  if (!known?.holds || (steady && known.endsAt !== null)) return book
  if (steady) return replace(book, id, (alarm) => ({ ...alarm, endsAt: at + STEADY_MS }))
  return tidy(replace(book, id, (alarm) => changed(alarm, { holds: false, endsAt: null })))
}

/** The alarm is part of another from now on, so nobody has to deal with it by itself. */
export const dropAlarm = (before: AlarmBook, id: string): AlarmBook => {
  const book = withoutHeld(before, id)
  return find(book, id)
    ? tidy(replace(book, id, (alarm) => changed(alarm, { holds: false, isSeen: true, endsAt: null, until: null })))
    : book
}

/** Time passed: faults that stayed away have ended, shelved alarms are back, and what was held back is shown. */
export const passTime = (before: AlarmBook, at: number): AlarmBook => {
  const now = Math.max(before.now, at)
  const book = release(before, now)
  const isDue = ({ endsAt, until }: Alarm): boolean => (endsAt !== null && endsAt <= now) || (until !== null && until <= now)
  if (!book.open.some(isDue)) return now === book.now ? book : { ...book, now }
  const open = book.open.map((alarm) => {
    const hasEnded = alarm.endsAt !== null && alarm.endsAt <= now
    const isBack = alarm.until !== null && alarm.until <= now
    return isDue(alarm)
      ? changed(alarm, { ...(hasEnded ? { holds: false, endsAt: null } : {}), ...(isBack ? { until: null } : {}) })
      : alarm
  })
  return tidy({ ...book, now, open })
}

/** When something changes by the passing of time alone, Unix ms; null: nothing waits. */
export const nextAlarmTime = ({ open, held }: AlarmBook): number | null => {
  const ends = open.flatMap(({ endsAt, until }) => [endsAt, until].filter((time) => time !== null))
  const times = [...ends, ...held.map(({ until }) => until)]
  return times.length > 0 ? Math.min(...times) : null
}

export type AlarmOrder = {
  readonly alarm: string
  readonly rev: number
  readonly user: string
  readonly note: string | null
  readonly unverified?: true
} & ({ readonly what: 'ack' | 'close' } | { readonly what: 'shelve'; readonly minutes: number })

/** What a person does to an alarm; `fault`: why he may not. */
export const orderAlarm = (
  book: AlarmBook,
  order: AlarmOrder,
  at: number,
): { readonly book: AlarmBook; readonly fault: Refusal | null } => {
  const known = find(book, order.alarm)
  const refused = (fault: Refusal) => ({ book, fault })
  if (!known) return refused(refusal('no-alarm', { alarm: order.alarm }))
  if (known.rev !== order.rev) return refused(refusal('stale-rev', { given: order.rev, rev: known.rev }))
  const already = refusal(ALREADY[known.state] ?? 'alarm-acknowledged', { alarm: known.alarm })
  const { user, note, unverified } = order
  const done = (change: Partial<Alarm>) => ({
    book: tidy(replace(book, known.alarm, (alarm) => changed(alarm, { user, note, unverified, ...change }))),
    fault: null,
  })
  switch (order.what) {
    case 'ack':
      if (known.state !== 'unacknowledged' && known.state !== 'returned') return refused(already)
      return done({ isSeen: true })
    case 'shelve':
      if (known.state === 'shelved' || known.state === 'suppressed') return refused(already)
      return done({ until: Math.max(book.now, at) + Math.min(order.minutes, SHELVED_MINUTES_MAX) * MINUTE_MS })
    case 'close':
      if (known.kind === 'fault' && known.holds) return refused(refusal('alarm-persists', { alarm: known.alarm }))
      return done({ holds: false, isSeen: true, until: null })
  }
}

const ALREADY: { readonly [S in AlarmState]?: 'alarm-shelved' | 'alarm-suppressed' } = {
  shelved: 'alarm-shelved',
  suppressed: 'alarm-suppressed',
}

/** After every change: settles what is behind what and what is closed, and keeps the bound on open alarms. */
const tidy = (book: AlarmBook): AlarmBook => {
  const isOpen = (id: string): boolean => book.open.some(({ alarm, state }) => alarm === id && state !== 'closed')
  // An incident caused by a loss is seen together with it.
  const isSeenWith = ({ kind, causedBy, behind }: Alarm): boolean =>
    kind === 'incident' && behind !== null && behind === causedBy && !isOpen(behind)
  const kept = withinBound(book.open.filter((alarm) => alarm.state !== 'closed' && !isSeenWith(alarm)))
  const gone = book.open.filter((alarm) => !kept.includes(alarm)).map(({ alarm, rev }) => ({ alarm, rev }))
  const open = kept.map((alarm) => {
    const behind = behindOf(alarm, kept)
    return behind === alarm.behind ? alarm : changed(alarm, { behind })
  })
  return { ...book, open, closed: [...book.closed, ...gone].slice(-CLOSED_MAX) }
}

const withinBound = (open: readonly Alarm[]): readonly Alarm[] => {
  if (open.length <= OPEN_MAX) return open
  const least = Math.max(...open.map(gravity))
  const at = open.findIndex((alarm) => gravity(alarm) === least)
  return withinBound(open.toSpliced(at, 1))
}

/**
 * The device's loss while it is open; else the gravest alarm of its round, the first of these, unless somebody has seen this one already.
 */
const behindOf = (alarm: Alarm, open: readonly Alarm[]): string | null => {
  if (alarm.causedBy !== null && alarm.severity !== 'stop' && open.some((other) => other.alarm === alarm.causedBy)) return alarm.causedBy
  if (alarm.round === null || alarm.isSeen) return null
  const others = open.filter((other) => other.round === alarm.round && other.holds)
  const root = others.reduce<Alarm | null>((best, other) => (best === null || gravity(other) < gravity(best) ? other : best), null)
  return root === null || root.alarm === alarm.alarm ? null : root.alarm
}

/** How many alarms a person has to deal with. */
export const openAlarms = ({ open }: AlarmBook): number => open.filter(({ state }) => state !== 'suppressed').length
