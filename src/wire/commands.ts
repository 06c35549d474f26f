/**
 * Commands from `cmd/{user}/{name}`: the only way anything comes in over MQTT. Pure; nothing here throws on what was sent.
 *
 *   RawCommand -> decode -> ignored
 *                           refused   -> reply, journal record
 *                           snapshot, replay -> reply, journal record, effect
 *                           valid     -> journal record -> folded, judged -> `command.answered` -> reply
 *
 * What a valid command comes to is decided where the table is held, from the journal, so that a replay decides the same. Answers are
 * remembered. No command changes a recorded fact (P7).
 */
import { z } from 'zod'
import { RANKS, SUITS } from '../../devices/scan.ts'
import { NOTE_KINDS } from '../engine/evidence/rulings.ts'
import { SHUFFLERS } from '../house/shuffler.ts'
import { SHELVED_MINUTES_MAX } from '../procedure/alarms.ts'
import type { AnswerBook } from './answer-book.ts'
import type { Message } from './envelope.ts'
import type { ReplyData } from './payloads.ts'
import { askedSpan, REPLAY_RECORDS_MAX, type Replay, type Span } from './replay.ts'
import { baseTopic, isId, type TableName } from './topics.ts'

/** As the client received it. */
export interface RawCommand {
  readonly topic: string
  readonly payload: Uint8Array
  readonly retain: boolean
  /** MQTT 5 properties. */
  readonly responseTopic?: string
  readonly correlationData?: Uint8Array
  /** Its user has sent more than are looked at: it is refused whatever it is. */
  readonly isBeyondRate?: boolean
}

/** Of commands that are carried out at once, because they change nothing: what is to be published again. */
export type Effect = 'snapshot' | Replay

const rev = z.int().min(0)
const alarm = { alarm: z.string().regex(/^[a-z0-9-]{1,64}$/), rev, note: z.string().max(400).exactOptional() }
const onRound = { rev: rev.exactOptional() }
const seq = z.int().min(0)
const box = z.int().min(1).max(99)
const hand = z.int().min(1).max(4)
/** As the configuration's amounts: 10 million major units. */
const AMOUNT_MAX = 1_000_000_000
const stake = z.int().min(1).max(AMOUNT_MAX)
const card = z.enum(RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}` as const)))

interface CommandRow {
  /** Of its arguments; others beside them are ignored. */
  readonly form: z.ZodType
  /** The same for people. */
  readonly args: string
  readonly means: string
}

/** Every name the tree knows. */
export const COMMANDS: { readonly [name: string]: CommandRow } = {
  snapshot: { form: z.object({}), args: '', means: 'Publishes status, describe and all retained state again.' },
  replay: {
    form: askedSpan,
    args: '`fromSeq`, `toSeq`',
    means: `Sends these records of the journal again, at most ${REPLAY_RECORDS_MAX.toLocaleString('en')} of them: see Replay. For an audit sink only.`,
  },
  'alarm-ack': { form: z.object(alarm), args: '`alarm`, `rev`, `note`?', means: 'Acknowledges the alarm: somebody has seen it.' },
  'alarm-shelve': {
    form: z.object({ ...alarm, minutes: z.int().min(1).max(SHELVED_MINUTES_MAX) }),
    args: `\`alarm\`, \`rev\`, \`minutes\` 1-${SHELVED_MINUTES_MAX}, \`note\`?`,
    means: 'Shelves the alarm; it returns by itself when the time is up.',
  },
  'alarm-close': {
    form: z.object(alarm),
    args: '`alarm`, `rev`, `note`?',
    means: 'Closes the alarm, unless it is a fault that still persists.',
  },
  'round-void': { form: z.object(onRound), args: '`rev`?', means: 'Declares the open round void: all bets are returned.' },
  'card-name': {
    form: z.object({ card, seq, ...onRound }),
    args: '`card` as `KS`, `seq` of its device line, `rev`?',
    means: 'Names a card of the open round that could not be read; the round stays incomplete.',
  },
  'card-move': {
    form: z.object({ seq, box, hand, ...onRound }),
    args: '`seq` of its device line, `box`, `hand` 1-4, `rev`?',
    means: 'Says where a card of the open round lies. Refused where no reading of the round can have it there.',
  },
  'card-burn': {
    form: z.object({ seq, ...onRound }),
    args: '`seq` of its device line, `rev`?',
    means: 'Says that a card of the open round was burned: it belongs to no hand.',
  },
  'bet-note': {
    form: z.object({ box, kind: z.enum(NOTE_KINDS), amount: z.int().min(1).max(AMOUNT_MAX), ...onRound }),
    args: `\`box\`, \`kind\` ${NOTE_KINDS.join(' or ')}, \`amount\` in minor units, \`rev\`?`,
    means:
      'Says that money no sensor sees plays on a box: in the open round; once that is being settled or has closed in the one in which cards came to the box without a bet, else in the next one. `command.answered` carries that round, and none where it is the next. The chips of the box are not followed in that round.',
  },
  'hand-dead': {
    form: z.object({ box, hand, ...onRound }),
    args: '`box`, `hand` 1-4, `rev`?',
    means: "Declares a hand of the open round dead. What happens to the box's chips in that round is no longer judged.",
  },
  limits: {
    form: z.object({ min: stake, max: stake, unit: stake, keep: z.array(box).max(99).default([]), ...onRound }),
    args: '`min`, `max`, `unit` in minor units, `keep`? boxes that may go on by the limits before, `rev`?',
    means: 'Changes the limits of the main bets from the next round on.',
  },
  shuffler: {
    form: z.object({ mode: z.enum(SHUFFLERS), ...onRound }),
    args: `\`mode\` ${SHUFFLERS.join(' or ')}, \`rev\`?`,
    means: 'Says what deals the cards from now on. With `continuous` no card is counted and there is no cut card.',
  },
  absent: {
    form: z.object({ box, ...onRound }),
    args: '`box`, `rev`?',
    means: "Marks the box's player as absent from now on, like the key at the table.",
  },
  present: {
    form: z.object({ box, ...onRound }),
    args: '`box`, `rev`?',
    means: "Marks the box's player as present again, like the key at the table.",
  },
  dealer: {
    form: z.object({ id: z.string().regex(/^[\w.-]{1,64}$/), ...onRound }),
    args: '`id`, 1-64 letters, digits, `_` `.` `-`, `rev`?',
    means: 'Names the dealer who deals from now on, like the key for a change of dealer.',
  },
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
  /** Nobody proves who he is to this table's broker. */
  readonly isClaimed?: boolean
  /** The journal takes no records now: nothing is carried out that it could not hold. */
  readonly isFull?: boolean
  /** What of a span that user gets, or why he gets nothing. Left out: no journal is at hand, so nobody gets anything. */
  readonly replay?: (user: string, asked: Span) => Span | string
}

/** The body of its journal record. `error` null: valid; what became of it stands in a `command.answered` behind it. */
export interface CommandRecord {
  readonly kind: 'command'
  readonly user: string
  readonly name: string
  readonly correlation: string
  /** As the command's form knows them; null of one that is refused: whoever sends nonsense fills no journal. */
  readonly args: unknown
  readonly error: string | null
  /** Of the payload, where it is refused. */
  readonly bytes?: number
  /** The user's name is only claimed. */
  readonly unverified?: true
}

/** `journal`: null for a repetition, and while the journal is full. `reply`: null where nobody asked for one or may get one. `waiting`: the answer is still to come. */
export type CommandResult =
  | { readonly kind: 'ignored'; readonly reason: string }
  | { readonly kind: 'answered'; readonly reply: Message | null; readonly effect: Effect | null; readonly journal: CommandRecord | null }
  | { readonly kind: 'waiting'; readonly journal: CommandRecord | null }

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

/** One command in; its answer out, or the record whose folding will bring one. `answers` is the only memory. */
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
  const read = command.error === null ? readArgs(command, context) : command.error
  const error = typeof read !== 'string' ? null : read
  const isCarriedOutAtOnce = name === 'snapshot' || name === 'replay'
  if (context.isFull && error === null && !isCarriedOutAtOnce) {
    // Not remembered: sent again when the disk takes records, it is carried out.
    return {
      kind: 'answered',
      reply: replyMessage(command.replyTo, { correlation, ok: false, error: JOURNAL_FULL }),
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
  const answer: ReplyData = { correlation, ok: error === null, error, ...span }
  if (correlation !== '') answers.remember(user, answer)
  const effect = error !== null ? null : span === null ? 'snapshot' : { user, ...span }
  return { kind: 'answered', reply: replyMessage(command.replyTo, answer), effect, journal }
}

/** Not remembered: sent again later, it is carried out. */
function refusedByRate(command: Decoded, bytes: number, context: CommandContext): CommandResult {
  const { replyTo, correlation } = command
  const journal = context.isFull ? null : recordOf(command, BEYOND_RATE, bytes, context.isClaimed === true)
  return { kind: 'answered', reply: replyMessage(replyTo, { correlation, ok: false, error: BEYOND_RATE }), effect: null, journal }
}

const BEYOND_RATE = 'refused: too many commands in this second; what you send until it is over is ignored, so send it again later'
const JOURNAL_FULL = 'refused: the journal accepts no records now, so no command can be carried out; nothing was changed'
/** Of a reason, in the journal: what was sent, or could have been, is not repeated there. */
const REASON_LENGTH_MAX = 120

function recordOf(command: Decoded, read: Args | string, bytes: number, isClaimed: boolean): CommandRecord {
  const { user, name, correlation } = command
  const claimed = isClaimed ? ({ unverified: true } as const) : {}
  const head = { kind: 'command', user, name, correlation } as const
  return typeof read === 'string'
    ? { ...head, args: null, error: read.slice(0, REASON_LENGTH_MAX), bytes, ...claimed }
    : { ...head, args: read, error: null, ...claimed }
}

/** What became of a command that waited: remembered, and the replies to all who asked for it. */
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

/** The object, or what is wrong. An empty payload is a command without arguments. */
function parsePayload(payload: Uint8Array): { readonly [key: string]: unknown } | string {
  if (payload.length === 0) return {}
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(payload)
    if (depthOf(text) > DEPTH_MAX) return `the payload is nested more than ${DEPTH_MAX} levels deep`
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'the payload is not a JSON object'
    const key = forbiddenKey(value)
    return key === null ? (value as { readonly [key: string]: unknown }) : `the key ${key} is not allowed`
  } catch {
    return 'the payload is not JSON in UTF-8'
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

/** The arguments its form knows, those of a replay as the journal can serve them; or why it is refused. */
function readArgs(command: Decoded, { replay }: CommandContext): Args | string {
  const { name, args, correlation } = command
  const row = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (row === undefined) return `unknown: there is no command ${name}; the commands are ${Object.keys(COMMANDS).join(', ')}`
  // Without a name to be known by, a repetition could not be told from a second command; a snapshot does no harm twice.
  if (correlation === '' && name !== 'snapshot') return 'malformed: correlation is missing'
  const read = row.form.safeParse(args ?? {})
  const [issue] = read.error?.issues ?? []
  if (issue !== undefined) return `malformed: ${issue.path.join('.') || 'arguments'}: ${issue.message.slice(0, FAULT_LENGTH_MAX)}`
  if (name !== 'replay') return (read.data ?? {}) as Args
  if (replay === undefined) return 'refused: there is no journal to replay'
  const given = replay(command.user, read.data as Span)
  return typeof given === 'string' ? given : { ...given }
}

/** Of what a schema has to say. */
const FAULT_LENGTH_MAX = 160

function replyMessage(replyTo: string | null, answer: ReplyData): Message | null {
  if (replyTo === null) return null
  const { correlation, ok, error, fromSeq, toSeq } = answer
  return {
    topic: replyTo,
    payload: JSON.stringify({ correlation, ok, error, fromSeq, toSeq }),
    qos: 1,
    retain: false,
    expirySeconds: null,
    type: 'reply',
  }
}
