/** What a person orders a table to do: a command, and the table's answer. */
import { effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals'
import type { Refusal } from '../../rules/refusals.ts'
import { type TableName, topicName } from '../../wire/topics.ts'
import { Malformed } from './decode.ts'
import type { HeardAlarm } from './floor.ts'
import type { Link } from './link.ts'
import { readReply } from './messages.ts'
import type { AlarmAct } from './ranking.ts'
import { say } from './say.ts'
import type { Session } from './session.ts'
import { userIdOf } from './user-name.ts'

/** `why` null: its words are all there is. */
interface Refused {
  readonly kind: 'refused'
  readonly error: string
  readonly why: Refusal | null
}

export type Answer = { readonly kind: 'sent' | 'done' | 'unanswered' | 'offline' } | Refused

export interface Sent {
  readonly alarm: HeardAlarm
  readonly act: AlarmAct
  readonly answer: Answer
}

export interface Commands {
  /** The newest act on an alarm and its outcome. */
  readonly last: Signal<Sent | null>
  act(alarm: HeardAlarm, act: AlarmAct, as: { readonly user: string; readonly note: string; readonly minutes: number | null }): void
  /** Sends a command in this user's name. The signal follows its outcome. */
  give(table: TableName, command: string, args: { readonly [name: string]: unknown }, user: string): ReadonlySignal<Answer>
  /** A message from `casino/v1/{property}/reply/{user}/{client}`. */
  reply(payload: string): void
}

/** What a table is told to do, in somebody's name. */
interface Order {
  readonly table: TableName
  readonly command: string
  readonly args: { readonly [name: string]: unknown }
  readonly user: string
}

interface Asked {
  readonly order: Order
  readonly onAnswer: (answer: Answer) => void
  readonly correlation: string
}

/** A command is valid for this long; afterwards nothing can happen any more. */
export const ANSWER_MS_MAX = 10_000

/** Takes the newest order that needs a login, and sends it once somebody has logged in, in his name. */
function heldForLogin(
  link: Link,
  session: Session,
  loginAsked: ReadonlySignal<boolean>,
  send: (order: Order, onAnswer: Asked['onAnswer']) => void,
): (asked: Asked) => void {
  let held: Asked | null = null
  effect(() => {
    const { kind } = link.state.value
    const user = session.user.value
    const isAsked = loginAsked.value
    if (isAsked || kind === 'refused' || held === null) return
    const { order, onAnswer } = held
    // Whoever has cancelled the login has cancelled what needed it.
    if (user === null) held = null
    if (user === null || kind !== 'up') return
    held = null
    untracked(() => send({ ...order, user: userIdOf(user) }, onAnswer))
  })
  return (asked) => {
    held = asked
  }
}

interface Orders {
  send(order: Order, onAnswer: Asked['onAnswer']): void
  answer(correlation: string, answered: Answer): void
}

function sendOrders(link: Link, session: Session, loginAsked: Signal<boolean>): Orders {
  const waiting = new Map<string, { readonly onAnswer: (answer: Answer) => void; readonly late: ReturnType<typeof setTimeout> }>()
  let sentCount = 0
  /** The newest order without an answer. */
  let newest: Asked | null = null

  const hold = heldForLogin(link, session, loginAsked, (order, onAnswer) => send(order, onAnswer))

  const answer = (correlation: string, answered: Answer): void => {
    const found = waiting.get(correlation)
    if (found === undefined) return
    clearTimeout(found.late)
    waiting.delete(correlation)
    found.onAnswer(answered)
  }

  const send = (order: Order, onAnswer: (answer: Answer) => void): void => {
    const { table, command, args, user } = order
    const topic = topicName(table, 'cmd/{user}/{name}', user, command)
    const replyTo = topicName(table, 'reply/{user}/{client}', user, link.clientId)
    if (topic === null || replyTo === null) return
    if (session.onlyWatches.peek()) {
      onAnswer({ kind: 'refused', error: say('login.watching'), why: null })
      hold({ order, onAnswer, correlation: '' })
      loginAsked.value = true
      return
    }
    // Subscribes each time, so that the broker's refusal prompts a person to log in.
    link.hear([replyTo])
    const correlation = `${link.clientId}-${++sentCount}`
    const payload = { correlation, replyTo, expires: Date.now() + ANSWER_MS_MAX, ...args }
    if (!link.publish(topic, JSON.stringify(payload))) {
      onAnswer({ kind: 'offline' })
      return
    }
    const late = setTimeout(() => answer(correlation, { kind: 'unanswered' }), ANSWER_MS_MAX)
    waiting.set(correlation, { onAnswer, late })
    newest = { order, onAnswer, correlation }
    onAnswer({ kind: 'sent' })
  }

  // The broker wants a login before it takes what has just been sent.
  effect(() => {
    if (link.state.value.kind !== 'refused' || newest === null || !waiting.has(newest.correlation)) return
    clearTimeout(waiting.get(newest.correlation)?.late)
    waiting.delete(newest.correlation)
    hold(newest)
  })
  return { send, answer }
}

/** `loginAsked`: becomes true when somebody wants to act on a display that only watches. */
export function createCommands(link: Link, session: Session, loginAsked: Signal<boolean>): Commands {
  const last = signal<Sent | null>(null)
  const { send, answer } = sendOrders(link, session, loginAsked)
  return {
    last,
    act(alarm, act, { user, note, minutes }) {
      const args = { alarm: alarm.alarm, rev: alarm.rev, ...(note === '' ? {} : { note }), ...(minutes === null ? {} : { minutes }) }
      send({ table: alarm.table, command: act, args, user }, (answered) => {
        last.value = { alarm, act, answer: answered }
      })
    },
    give(table, command, args, user) {
      const state = signal<Answer>({ kind: 'sent' })
      send({ table, command, args, user }, (answered) => {
        state.value = answered
      })
      return state
    },
    reply(payload) {
      try {
        const { correlation, ok, error, why } = readReply(payload)
        answer(correlation, ok ? { kind: 'done' } : { kind: 'refused', error: error ?? '', why })
      } catch (error) {
        // A malformed reply is ignored. The act stays unanswered, and the display says so in time.
        if (!(error instanceof Malformed)) throw error
      }
    },
  }
}
