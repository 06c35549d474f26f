/** What a person does to an alarm: a command to the alarm's table, and the table's answer. */
import { type Signal, signal } from '@preact/signals'
import { topicName } from '../wire/topics.ts'
import { Malformed } from './decode.ts'
import type { HeardAlarm } from './floor.ts'
import type { Link } from './link.ts'
import { readReply } from './messages.ts'
import type { AlarmAct } from './ranking.ts'

export type Answer = { readonly kind: 'sent' | 'done' | 'unanswered' | 'offline' } | { readonly kind: 'refused'; readonly error: string }

export interface Sent {
  readonly alarm: HeardAlarm
  readonly act: AlarmAct
  readonly answer: Answer
}

export interface Commands {
  /** The newest act and its outcome. */
  readonly last: Signal<Sent | null>
  act(alarm: HeardAlarm, act: AlarmAct, as: { readonly user: string; readonly note: string; readonly minutes: number | null }): void
  /** A message from `casino/v1/{property}/reply/{user}/{client}`. */
  reply(payload: string): void
}

/** A command is valid for this long; afterwards nothing can happen any more. */
export const ANSWER_MS_MAX = 10_000

export function createCommands(link: Link): Commands {
  const last = signal<Sent | null>(null)
  const waiting = new Map<string, { readonly sent: Sent; readonly late: ReturnType<typeof setTimeout> }>()
  let sentCount = 0

  const answer = (correlation: string, answered: Answer): void => {
    const found = waiting.get(correlation)
    if (found === undefined) return
    clearTimeout(found.late)
    waiting.delete(correlation)
    last.value = { ...found.sent, answer: answered }
  }

  return {
    last,
    act(alarm, act, { user, note, minutes }) {
      const topic = topicName(alarm.table, 'cmd/{user}/{name}', user, act)
      const replyTo = topicName(alarm.table, 'reply/{user}/{client}', user, link.clientId)
      const sent: Sent = { alarm, act, answer: { kind: 'sent' } }
      if (topic === null || replyTo === null) return
      // Subscribes each time, so that the broker's refusal prompts a person to log in.
      link.hear([replyTo])
      const correlation = `${link.clientId}-${++sentCount}`
      const payload = {
        correlation,
        replyTo,
        expires: Date.now() + ANSWER_MS_MAX,
        alarm: alarm.alarm,
        rev: alarm.rev,
        ...(note === '' ? {} : { note }),
        ...(minutes === null ? {} : { minutes }),
      }
      if (!link.publish(topic, JSON.stringify(payload))) {
        last.value = { ...sent, answer: { kind: 'offline' } }
        return
      }
      const late = setTimeout(() => answer(correlation, { kind: 'unanswered' }), ANSWER_MS_MAX)
      waiting.set(correlation, { sent, late })
      last.value = sent
    },
    reply(payload) {
      try {
        const { correlation, ok, error } = readReply(payload)
        answer(correlation, ok ? { kind: 'done' } : { kind: 'refused', error: error ?? '' })
      } catch (error) {
        // A malformed reply is ignored. The act stays unanswered, and the display says so in time.
        if (!(error instanceof Malformed)) throw error
      }
    },
  }
}
