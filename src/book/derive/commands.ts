/** The commands people sent, their outcome, and what they did to alarms. */
import type { AnyRecord } from './any-record.ts'
import { type Change, put, set } from './change.ts'
import { type Memory, PENDING_MAX, type PendingCommand } from './memory.ts'
import type { Place, Step } from './rounds.ts'

const NAME_MAX = 160
const NOTE_MAX = 4000
const textOf = (value: unknown, max: number): string | null => (typeof value === 'string' ? value.slice(0, max) : null)

export const commandGiven = (memory: Memory, record: AnyRecord): Step => {
  const { n, t, args } = record
  const user = textOf(record.user, NAME_MAX) ?? ''
  const name = textOf(record.name, NAME_MAX) ?? ''
  const error = textOf(record.error, NOTE_MAX)
  const row = put('commands', {
    n,
    at: t,
    user,
    name,
    args: args === null || args === undefined ? null : JSON.stringify(args),
    ok: 0,
    error,
  })
  if (error !== null) return [memory, [row]]
  const said = (typeof args === 'object' && args !== null ? args : {}) as Readonly<{ [argument: string]: unknown }>
  const pending: PendingCommand = {
    key: keyOf(user, textOf(record.correlation, NAME_MAX) ?? ''),
    n,
    name,
    alarm: textOf(said.alarm, NAME_MAX),
    note: textOf(said.note, NOTE_MAX),
  }
  return [{ ...memory, pending: [...memory.pending, pending].slice(-PENDING_MAX) }, [row]]
}

const keyOf = (user: string, correlation: string): string => `${user}/${correlation}`

/** Command -> the step it adds to its alarm. */
const ALARM_STEPS: ReadonlyMap<string, string> = new Map([
  ['alarm-ack', 'acknowledged'],
  ['alarm-shelve', 'shelved'],
  ['alarm-close', 'closed'],
])

interface Answer {
  readonly user: string
  readonly name: string
  readonly correlation: string
  readonly ok: boolean
  readonly error: string | null
}

export const commandAnswered = (memory: Memory, { user, name, correlation, ok, error }: Answer, { n, at }: Place): Step => {
  const key = keyOf(user, correlation)
  const asked = memory.pending.find((each) => each.key === key && each.name === name)
  if (asked === undefined) return [memory, []]
  const step = ALARM_STEPS.get(name)
  const changes: readonly Change[] = [
    set('commands', { n: asked.n }, { ok: ok ? 1 : 0, error }),
    ...(ok && step !== undefined && asked.alarm !== null
      ? [put('alarm_steps', { n, alarm: asked.alarm, at, step, user, note: asked.note })]
      : []),
  ]
  return [{ ...memory, pending: memory.pending.filter((each) => each !== asked) }, changes]
}
