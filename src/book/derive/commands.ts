/** The commands people sent, their outcome, and what they did to alarms. */
import { z } from 'zod'
import type { AnyRecord } from './any-record.ts'
import { type Change, put, set } from './change.ts'
import { faultOf, name, nameOrNull, textOrNull } from './forms.ts'
import { type Memory, PENDING_MAX, type PendingCommand } from './memory.ts'
import type { Place, Step } from './rounds.ts'

const command = z.object({
  user: name,
  name,
  correlation: name,
  // Whatever the user sent, within the depth of a message.
  args: z.unknown(),
  error: textOrNull,
})
/** What an alarm's command says besides; of any other form it says nothing. */
const said = z.object({ alarm: nameOrNull.catch(null).default(null), note: textOrNull.catch(null).default(null) })
const SAID_NOTHING = { alarm: null, note: null }

/** A text says why the record cannot be read. */
export const commandGiven = (memory: Memory, record: AnyRecord): Step | string => {
  const read = command.safeParse(record)
  if (!read.success) return faultOf(record.kind, read.error)
  const { n, t } = record
  const { user, name: given, correlation, args, error } = read.data
  const row = put('commands', {
    n,
    at: t,
    user,
    name: given,
    args: args === null || args === undefined ? null : JSON.stringify(args),
    round: null,
    ok: 0,
    error,
  })
  if (error !== null) return [memory, [row]]
  const pending: PendingCommand = {
    key: keyOf(user, correlation),
    n,
    name: given,
    ...(said.safeParse(args).data ?? SAID_NOTHING),
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

export const commandAnswered = (memory: Memory, { user, name: given, correlation, ok, error }: Answer, { n, at, round }: Place): Step => {
  const key = keyOf(user, correlation)
  const asked = memory.pending.find((each) => each.key === key && each.name === given)
  if (asked === undefined) return [memory, []]
  const step = ALARM_STEPS.get(given)
  const changes: readonly Change[] = [
    set('commands', { n: asked.n }, { ok: ok ? 1 : 0, error, round }),
    ...(ok && step !== undefined && asked.alarm !== null
      ? [put('alarm_steps', { n, alarm: asked.alarm, at, step, user, note: asked.note })]
      : []),
  ]
  return [{ ...memory, pending: memory.pending.filter((each) => each !== asked) }, changes]
}
