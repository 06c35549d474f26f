/**
 * Commands from `cmd/{user}/{name}`: the only input over MQTT. Pure; no input makes it throw.
 *
 *   RawCommand -> decode -> ignored
 *                           refused   -> reply, journal record
 *                           snapshot, replay -> reply, journal record, effect
 *                           valid     -> journal record -> folded, judged -> `command.answered` -> reply
 *
 * The result of a valid command is decided where the table is held, from the journal, so that a replay decides the same. Answers are
 * remembered. No command changes a recorded fact (P7).
 */

import type * as z from 'zod'
import { answerOf, isRefusalCode, refusal } from '../rules/refusals.ts'
import type { AnswerBook } from './answer-book.ts'
import { parsePayload, textOf } from './command-payload.ts'
import { COMMANDS } from './command-rows.ts'
import type { Message } from './envelope.ts'
import type { ReplyData } from './payloads.ts'
import type { CommandBody } from './record.ts'
import type { Replay, Span } from './replay.ts'
import type { Seconding } from './seconding.ts'
import { baseTopic, isId, type TableName } from './topics.ts'

/** As the client received it. */
export interface RawCommand {
  readonly topic: string
  readonly payload: Uint8Array
  readonly retain: boolean
  /** MQTT 5 properties. */
  readonly responseTopic?: string
  readonly correlationData?: Uint8Array
  /** Its user has sent more than the limit: it is refused, whatever it is. */
  readonly isBeyondRate?: boolean
}

/** What to publish again, for commands that are carried out at once because they change nothing. */
export type Effect = 'snapshot' | Replay

/** The largest command has a few fields and a note; a larger payload is refused unread. */
export const COMMAND_BYTES_MAX = 4096
const CORRELATION = /^[\x21-\x7e]{1,64}$/

export interface CommandContext {
  readonly table: TableName
  /** Host clock, Unix ms. */
  readonly nowMs: number
  /** This table's broker does not verify who its users are. */
  readonly isClaimed?: boolean
  /** The journal accepts no records now: no command is carried out that it could not hold. */
  readonly isFull?: boolean
  /** Where what silences a verdict needs a second person; left out: it does not. */
  readonly seconding?: Seconding | undefined
  /** Which part of a span that user gets, or why he gets nothing. Left out: no journal is at hand, so nobody gets anything. */
  readonly replay?: (user: string, asked: Span) => Span | string
}

/** `journal`: null for a repetition, and while the journal is full. `reply`: null where nobody asked for one or may get one. `waiting`: the answer is still to come. */
export type CommandResult =
  | { readonly kind: 'ignored'; readonly reason: string }
  | { readonly kind: 'answered'; readonly reply: Message | null; readonly effect: Effect | null; readonly journal: CommandBody | null }
  | { readonly kind: 'waiting'; readonly journal: CommandBody | null }

interface Decoded {
  readonly user: string
  readonly name: string
  /** '' if it has none. */
  readonly correlation: string
  readonly replyTo: string | null
  readonly args: Readonly<{ [argument: string]: unknown }> | null
  /** Why it is refused, as words or as the code of a refusal; null if it is valid. */
  readonly error: string | null
}

/** Takes one command; returns its answer, or the record whose folding will bring one. `answers` is the only memory. */
export function answerCommand(raw: RawCommand, context: CommandContext, answers: AnswerBook): CommandResult {
  const at = commandPlace(raw.topic, context.table)
  if (at === null) return { kind: 'ignored', reason: "its topic is not this table's cmd/{user}/{name}" }
  if (raw.retain) return { kind: 'ignored', reason: 'it is a retained message, not one that somebody is sending now' }
  const command = decode(raw, at, context)
  const { user, name, correlation } = command
  if (raw.isBeyondRate === true) return refusedByRate(command, raw.payload.length, context)
  const known = correlation === '' ? undefined : answers.find(user, correlation)
  if (known !== undefined) return { kind: 'answered', reply: replyMessage(command.replyTo, known), effect: null, journal: null }
  if (correlation !== '' && answers.awaits(user, correlation)) {
    answers.await(user, correlation, command.replyTo)
    return { kind: 'waiting', journal: null }
  }
  const read = command.error === null ? seconded(command, readArgs(command, context), context) : command.error
  const error = typeof read !== 'string' ? null : read
  const isCarriedOutAtOnce = name === 'snapshot' || name === 'replay'
  if (context.isFull && error === null && !isCarriedOutAtOnce) {
    // Not remembered, so that it is carried out if it is sent again once the disk accepts records.
    return {
      kind: 'answered',
      reply: replyMessage(command.replyTo, { correlation, ...answerTo('journal-full') }),
      effect: null,
      journal: null,
    }
  }
  const journal = context.isFull ? null : recordOf(command, read, raw.payload.length, context.isClaimed === true)
  if (error === null && !isCarriedOutAtOnce) {
    answers.await(user, correlation, command.replyTo)
    return { kind: 'waiting', journal }
  }
  const span = typeof read === 'string' || name !== 'replay' ? null : (read as unknown as Span)
  const answer: ReplyData = { correlation, ...answerTo(error), ...span }
  if (correlation !== '') answers.remember(user, answer)
  const effect = error !== null ? null : span === null ? 'snapshot' : { user, ...span }
  return { kind: 'answered', reply: replyMessage(command.replyTo, answer), effect, journal }
}

/** With the person who gave it first, where two are needed; or why it is not carried out yet. */
function seconded(command: Decoded, read: Args | string, { seconding, nowMs, isFull }: CommandContext): Args | string {
  const { name, user, correlation, args } = command
  if (typeof read === 'string' || seconding === undefined || isFull || COMMANDS[name]?.silences === undefined) return read
  const second = seconding.second({ name, user, correlation, args: read, second: args?.second }, nowMs)
  return typeof second === 'string' ? second : { ...read, second }
}

/** Not remembered, so that it is carried out if it is sent again later. */
function refusedByRate(command: Decoded, bytes: number, context: CommandContext): CommandResult {
  const { replyTo, correlation } = command
  const journal = context.isFull ? null : recordOf(command, 'too-many', bytes, context.isClaimed === true)
  return { kind: 'answered', reply: replyMessage(replyTo, { correlation, ...answerTo('too-many') }), effect: null, journal }
}

/** `said`: a refusal's code, or words for a program that made a mistake; null: it is carried out. */
const answerTo = (said: string | null): Pick<ReplyData, 'ok' | 'error' | 'why'> =>
  said !== null && !isRefusalCode(said) ? { ok: false, error: said } : answerOf(said && refusal(said as 'too-many'))

/** Length of a reason in the journal, which does not repeat what was sent, or could have been. */
const REASON_LENGTH_MAX = 120

function recordOf(command: Decoded, read: Args | string, bytes: number, isClaimed: boolean): CommandBody {
  const { user, name, correlation } = command
  const claimed = isClaimed ? ({ unverified: true } as const) : {}
  const head = { kind: 'command', user, name, correlation } as const
  return typeof read === 'string'
    ? { ...head, args: null, error: answerTo(read).error?.slice(0, REASON_LENGTH_MAX) ?? null, bytes, ...claimed }
    : { ...head, args: read, error: null, ...claimed }
}

/** The result of a command that waited: remembers it and returns the replies to all who asked. */
export function settleCommand(user: string, answer: ReplyData, answers: AnswerBook): readonly Message[] {
  const asked = answers.settle(user, answer)
  return asked.flatMap((replyTo) => replyMessage(replyTo, answer) ?? [])
}

function commandPlace(topic: string, table: TableName): { readonly user: string; readonly name: string } | null {
  const prefix = `${baseTopic(table)}/cmd/`
  if (!topic.startsWith(prefix)) return null
  const [user, name, ...more] = topic.slice(prefix.length).split('/')
  if (user === undefined || name === undefined || more.length > 0 || !isId(user) || !isId(name)) return null
  return { user, name }
}

function decode(raw: RawCommand, at: { readonly user: string; readonly name: string }, context: CommandContext): Decoded {
  const nothing = { ...at, correlation: '', replyTo: null, args: null }
  if (raw.payload.length > COMMAND_BYTES_MAX) {
    return { ...nothing, error: `malformed: the payload has ${raw.payload.length} bytes; a command may have at most ${COMMAND_BYTES_MAX}` }
  }
  const parsed = parsePayload(raw.payload)
  if (typeof parsed === 'string') return { ...nothing, error: `malformed: ${parsed}` }
  const { correlation: inPayload, replyTo: toPayload, expires, ...args } = parsed
  const correlation = raw.correlationData === undefined ? (inPayload ?? '') : textOf(raw.correlationData)
  if (typeof correlation !== 'string' || (correlation !== '' && !CORRELATION.test(correlation))) {
    return { ...nothing, error: 'malformed: correlation must be 1 to 64 printable ASCII characters' }
  }
  const head = { ...at, correlation, args }
  const replyTo = raw.responseTopic ?? toPayload ?? null
  const fault = replyTo === null ? null : replyFault(replyTo, at.user, context.table)
  if (fault !== null) return { ...head, replyTo: null, error: fault }
  const valid = { ...head, replyTo: replyTo as string | null }
  return { ...valid, error: expiryFault(expires, context.nowMs) }
}

/** A reply goes only to the user who sent the command, whatever the command says. */
function replyFault(replyTo: unknown, user: string, table: TableName): string | null {
  const prefix = `casino/v1/${table.property}/reply/`
  const [owner, client, ...more] = typeof replyTo === 'string' && replyTo.startsWith(prefix) ? replyTo.slice(prefix.length).split('/') : []
  if (owner === undefined || client === undefined || more.length > 0 || !isId(client))
    return `malformed: replyTo must be ${prefix}{user}/{client}`
  return owner === user ? null : 'refused: the response topic belongs to another user'
}

function expiryFault(expires: unknown, nowMs: number): string | null {
  if (expires === undefined) return null
  const at = typeof expires === 'string' ? Date.parse(expires) : expires
  if (typeof at !== 'number' || !Number.isFinite(at)) return 'malformed: expires must be a time (Unix ms or ISO 8601)'
  return at < nowMs ? `expired: it was valid until ${expires}` : null
}

type Args = Readonly<{ [argument: string]: unknown }>

/** The arguments in the command's form, those of a replay as the journal can serve them; or why the command is refused. */
function readArgs(command: Decoded, { replay }: CommandContext): Args | string {
  const { name, args, correlation } = command
  const row = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (row === undefined) return `unknown: there is no command ${name}; the commands are ${Object.keys(COMMANDS).join(', ')}`
  // Without a correlation a repetition could not be told from a second command; a repeated snapshot does no harm.
  if (correlation === '' && name !== 'snapshot') return 'malformed: correlation is missing'
  const read = row.form.safeParse(args ?? {})
  const [issue] = read.error?.issues ?? []
  if (issue !== undefined) return `malformed: ${issue.path.join('.') || 'arguments'}: ${faultText(issue).slice(0, FAULT_LENGTH_MAX)}`
  if (name !== 'replay') return (read.data ?? {}) as Args
  if (replay === undefined) return 'refused: there is no journal to replay'
  const given = replay(command.user, read.data as Span)
  return typeof given === 'string' ? given : { ...given }
}

/** In words of ours; `docs/commands.md` has the form of every argument. */
function faultText(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
    case 'too_big': {
      const [is, bound] = issue.code === 'too_small' ? ['less', issue.minimum] : ['more', issue.maximum]
      return `is ${is} than the ${bound}${issue.origin === 'string' ? ' characters' : ''} allowed`
    }
    case 'invalid_type':
      return `must be a ${issue.expected === 'int' ? 'whole number' : issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.join(' or ')}`
    case 'unrecognized_keys':
      return `has no ${issue.keys.join(', ')}`
    default:
      return 'has not the form that docs/commands.md gives'
  }
}

/** Length of a fault's text. */
const FAULT_LENGTH_MAX = 160

function replyMessage(replyTo: string | null, answer: ReplyData): Message | null {
  if (replyTo === null) return null
  const { correlation, ok, error, why, ruling, fromSeq, toSeq } = answer
  return {
    topic: replyTo,
    payload: JSON.stringify({ correlation, ok, error, why, ruling, fromSeq, toSeq }),
    qos: 1,
    retain: false,
    expirySeconds: null,
    type: 'reply',
  }
}
