/**
 * Commands from `cmd/{user}/{name}`: the only way anything comes in over MQTT. Pure; nothing here throws on what was sent.
 *
 *   RawCommand -> decode -> ignored | refused | valid -> answer (remembered) -> reply, journal record, effect
 *
 * No command changes a recorded fact (P7).
 */

import type { Message } from './envelope.ts'
import type { ReplyData } from './payloads.ts'
import { baseTopic, isId, type TableName } from './topics.ts'

/** As the client received it. */
export interface RawCommand {
  readonly topic: string
  readonly payload: Uint8Array
  readonly retain: boolean
  /** MQTT 5 properties. */
  readonly responseTopic?: string
  readonly correlationData?: Uint8Array
}

export type Effect = 'snapshot'

/** Every name the tree knows. `effect` null: known, not served by this version. */
const COMMANDS: { readonly [name: string]: { readonly effect: Effect | null } } = {
  snapshot: { effect: 'snapshot' },
  replay: { effect: null },
  'alarm-ack': { effect: null },
  'alarm-shelve': { effect: null },
  'alarm-close': { effect: null },
  'round-void': { effect: null },
  'card-name': { effect: null },
  'card-move': { effect: null },
  absent: { effect: null },
  dealer: { effect: null },
}

/** The largest command has a few fields and a note; more is refused unread. */
export const COMMAND_BYTES_MAX = 4096
/** Arguments are flat; some room for lists. */
const DEPTH_MAX = 4
const CORRELATION = /^[\x21-\x7e]{1,64}$/
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype']

export interface CommandContext {
  readonly table: TableName
  /** Host clock, Unix ms. */
  readonly nowMs: number
  /** The present `rev` of what a command names (an alarm); null when there is no such thing. */
  readonly revOf?: (name: string, args: Readonly<{ [argument: string]: unknown }>) => number | null
}

/** `journal`: the body of its journal record; null for a repetition. `reply`: null where nobody asked for one or may get one. */
export type CommandResult =
  | { readonly kind: 'ignored'; readonly reason: string }
  | {
      readonly kind: 'answered'
      readonly reply: Message | null
      readonly effect: Effect | null
      readonly journal: {
        readonly kind: 'command'
        readonly user: string
        readonly name: string
        readonly correlation: string
        readonly args: unknown
        readonly error: string | null
      } | null
    }

interface Decoded {
  readonly user: string
  readonly name: string
  /** '' when it has none. */
  readonly correlation: string
  readonly replyTo: string | null
  readonly args: Readonly<{ [argument: string]: unknown }> | null
  /** Why it is refused; null when it is valid. */
  readonly error: string | null
}

/** Station of its own: one command in, its answer out. `answers` is the only memory. */
export function answerCommand(raw: RawCommand, context: CommandContext, answers: AnswerBook): CommandResult {
  const at = commandPlace(raw.topic, context.table)
  if (at === null) return { kind: 'ignored', reason: 'its topic is no cmd/{user}/{name} of this table' }
  if (raw.retain) return { kind: 'ignored', reason: 'it was retained: nobody sends it now' }
  const command = decode(raw, at, context)
  const { user, name, correlation } = command
  const known = correlation === '' ? undefined : answers.find(user, correlation)
  if (known !== undefined) return { kind: 'answered', reply: replyMessage(command.replyTo, known), effect: null, journal: null }
  const error = command.error ?? refusalOf(command, context)
  const answer: ReplyData = { correlation, ok: error === null, error }
  if (correlation !== '') answers.remember(user, answer)
  return {
    kind: 'answered',
    reply: replyMessage(command.replyTo, answer),
    effect: error === null ? (COMMANDS[name]?.effect ?? null) : null,
    journal: { kind: 'command', user, name, correlation, args: command.args, error },
  }
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
    return { ...nothing, error: `malformed: ${raw.payload.length} bytes, a command has at most ${COMMAND_BYTES_MAX}` }
  }
  const parsed = parsePayload(raw.payload)
  if (typeof parsed === 'string') return { ...nothing, error: `malformed: ${parsed}` }
  const { correlation: inPayload, replyTo: toPayload, expires, ...args } = parsed
  const correlation = raw.correlationData === undefined ? (inPayload ?? '') : textOf(raw.correlationData)
  if (typeof correlation !== 'string' || (correlation !== '' && !CORRELATION.test(correlation))) {
    return { ...nothing, error: 'malformed: correlation is no text of 1 to 64 printable ASCII characters' }
  }
  const head = { ...at, correlation, args }
  const replyTo = raw.responseTopic ?? toPayload ?? null
  const fault = replyTo === null ? null : replyFault(replyTo, at.user, context.table)
  if (fault !== null) return { ...head, replyTo: null, error: fault }
  const valid = { ...head, replyTo: replyTo as string | null }
  return { ...valid, error: expiryFault(expires, context.nowMs) }
}

/** The object, or what is wrong. An empty payload is a command without arguments. */
function parsePayload(payload: Uint8Array): { readonly [key: string]: unknown } | string {
  if (payload.length === 0) return {}
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(payload)
    if (depthOf(text) > DEPTH_MAX) return `nested deeper than ${DEPTH_MAX}`
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no JSON object'
    const key = forbiddenKey(value)
    return key === null ? (value as { readonly [key: string]: unknown }) : `the key ${key} is not allowed`
  } catch {
    return 'it is no JSON in UTF-8'
  }
}

/** Depth of brackets outside strings, found before the parser sees them. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (inString) {
      if (char === '\\') i += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth)
    else if (char === '}' || char === ']') depth -= 1
  }
  return deepest
}

function forbiddenKey(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = FORBIDDEN_KEYS.includes(key) ? key : forbiddenKey(inner)
    if (found !== null) return found
  }
  return null
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** A reply goes to the user whose command it is, whatever the command says. */
function replyFault(replyTo: unknown, user: string, table: TableName): string | null {
  const prefix = `casino/v1/${table.property}/reply/`
  const [owner, client, ...more] = typeof replyTo === 'string' && replyTo.startsWith(prefix) ? replyTo.slice(prefix.length).split('/') : []
  if (owner === undefined || client === undefined || more.length > 0 || !isId(client))
    return `malformed: replyTo is no ${prefix}{user}/{client}`
  return owner === user ? null : 'refused: the response topic belongs to another user'
}

function expiryFault(expires: unknown, nowMs: number): string | null {
  if (expires === undefined) return null
  const at = typeof expires === 'string' ? Date.parse(expires) : expires
  if (typeof at !== 'number' || !Number.isFinite(at)) return 'malformed: expires is no time (Unix ms or ISO 8601)'
  return at < nowMs ? `expired: it was valid until ${expires}` : null
}

function refusalOf(command: Decoded, context: CommandContext): string | null {
  const { name, args, correlation } = command
  if (!Object.hasOwn(COMMANDS, name)) return `unknown: there is no command ${name}; known are ${Object.keys(COMMANDS).join(', ')}`
  if (args?.rev !== undefined) {
    const rev = context.revOf?.(name, args) ?? null
    if (rev !== args.rev) return `stale: rev ${JSON.stringify(args.rev)} is not the present one (${rev ?? 'it does not exist'})`
  }
  if (COMMANDS[name]?.effect == null) return `not served: this version of the table does not carry out ${name}; nothing was changed`
  // Without a name to be known by, a repetition could not be told from a second command; a snapshot does no harm twice.
  return correlation === '' && name !== 'snapshot' ? 'malformed: correlation is missing' : null
}

function replyMessage(replyTo: string | null, answer: ReplyData): Message | null {
  if (replyTo === null) return null
  const { correlation, ok, error } = answer
  return { topic: replyTo, payload: JSON.stringify({ correlation, ok, error }), qos: 1, retain: false, expirySeconds: null, type: 'reply' }
}

/** Answers given, so that a repeated (user, correlation) gets the same one without a second effect. */
export interface AnswerBook {
  find(user: string, correlation: string): ReplyData | undefined
  remember(user: string, answer: ReplyData): void
}

/**
 * Answers kept a user, and users kept: repetitions come within seconds, so a full minute of a busy user is enough. Beyond it the
 * oldest is forgotten, the user's own first: nobody can push out another's answers but by 64 logins.
 */
export const ANSWERS_MAX = { perUser: 128, users: 64 } as const

export function answerBook(): AnswerBook {
  const users = new Map<string, Map<string, ReplyData>>()
  return {
    find: (user, correlation) => users.get(user)?.get(correlation),
    remember: (user, answer) => {
      const own = users.get(user) ?? new Map<string, ReplyData>()
      // Moved to the end: the user who is heard from least is forgotten first.
      users.delete(user)
      users.set(user, own)
      own.set(answer.correlation, answer)
      forgetOldest(own, ANSWERS_MAX.perUser)
      forgetOldest(users, ANSWERS_MAX.users)
    },
  }
}

function forgetOldest<K, V>(map: Map<K, V>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return
    map.delete(key)
  }
}
