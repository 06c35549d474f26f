/**
 * Station 7, encode: a conclusion or a state becomes a message. Pure: the same input gives the same bytes, so a replay of the journal gives
 * the messages that the table published. CloudEvents 1.0, structured JSON, keys always in the order below.
 */
import type { TableEvent } from '../engine/event.ts'
import type { FindingEvent } from '../procedure/finding.ts'
import { reasonText } from '../rules/reasons.ts'
import type { EventType, MessageData, MessageType, SaidData, StateData } from './payloads.ts'
import type { LoggedRecord } from './record.ts'
import { keyed, roundKey } from './stream.ts'
import { eventTopic, type TableName, TOPICS, type Topic, topicName } from './topics.ts'
import { inWallTime, type WallStep, wallOf } from './wall.ts'

/** `stream`: the journal's name (`stream.ts`); `sequence`: the stream's last event, for life. */
export interface Stamp {
  readonly stream: string
  readonly sequence: number
  /** In journals older than streams: the daemon's start that published it, which takes the stream's place in the id. */
  readonly issuedIn?: number
  /** When the wall clock was set; left out: never. */
  readonly steps?: readonly WallStep[]
}

export interface Envelope<T extends MessageType = MessageType> {
  readonly specversion: '1.0'
  /** property/pit/table/stream/sequence; a state appends its type, the daemon's start and its count. */
  readonly id: string
  readonly source: string
  readonly type: T
  readonly dataschema: string
  /** Event time as the wall clock showed it, from the journal; never the clock at replay. */
  readonly time: string
  readonly sequence: string
  readonly round?: string
  /** stream/round: unique for ever. */
  readonly roundKey?: string
  /** Device lines it is based on, joined by spaces. */
  readonly cause?: string
  /** A record sent again because a replay was asked for; `last`: the last of its span. */
  readonly historical?: true
  readonly last?: true
  readonly data: MessageData[T]
}

/** `type` is an envelope's, `reply` or `discovery`. `payload` is JSON, empty to remove a retained topic. */
export interface Message {
  readonly topic: string
  readonly payload: string
  readonly qos: 0 | 1
  readonly retain: boolean
  readonly expirySeconds: number | null
  readonly type: MessageType | 'reply' | 'discovery'
  /** The number under which the journal has it, of the event or of the record in `log`; left out: it is in no journal. */
  readonly number?: number
  /** A record of the journal after which its next message comes, if that is known. */
  readonly record?: number
}

/** Topic and payload together; far below every broker's limit, far above the largest round. */
export const MESSAGE_BYTES_MAX = 64 * 1024

/** A message that must not be published. `reason` is for a person; the caller journals it and carries on. */
export interface Refusal {
  readonly type: MessageType | 'reply' | 'discovery'
  readonly id: string
  readonly bytes: number
  readonly reason: string
}

export type Encoded<T extends MessageType = MessageType> =
  | { readonly ok: true; readonly message: Message; readonly envelope: Envelope<T> }
  | { readonly ok: false; readonly refusal: Refusal }

/** A round, shoe, device or system event, or a finding. `stamp.sequence` is the event's own. */
export function encodeEvent(table: TableName, stamp: Stamp, event: TableEvent | FindingEvent): Encoded<EventType> {
  return seal(table, eventTopic(event.type), [], {
    id: idOf(table, stamp),
    stream: stamp.stream,
    steps: stamp.steps ?? [],
    type: event.type,
    at: wallOf(event.at, stamp.steps ?? []),
    sequence: stamp.sequence,
    round: event.round,
    cause: event.cause,
    data: inWords(event),
  })
}

/** The engine keeps why a round is void or incomplete as a code; a consumer reads it as well. */
export const inWords = ({ type, data }: TableEvent | FindingEvent): SaidData[EventType] => {
  if (type !== 'round.void' && type !== 'round.incomplete') return data
  const { round, why } = data
  return { round, reason: reasonText(why, 'en'), why }
}

/** `boot`, the daemon's start, and `counter` distinguish states with one sequence; `at`: wall time, Unix ms. */
export interface StateHead extends Pick<Stamp, 'stream' | 'sequence' | 'steps'> {
  readonly boot: number
  readonly counter: number
  readonly at: number
  readonly round?: string
}

/** Topics that carry state, and the name for their `{...}`. */
export type StatePlace =
  | { readonly topic: 'status' | 'describe' | 'state/table' | 'state/round' | 'state/pace' | 'checkpoint' }
  | { readonly topic: 'state/device/{name}' | 'alarm/{id}'; readonly name: string }

type StateType<P extends StatePlace> = (typeof TOPICS)[P['topic']]['types'][number] & keyof StateData

export function encodeState<P extends StatePlace>(table: TableName, place: P, head: StateHead, data: StateData[StateType<P>]): Encoded {
  const type = TOPICS[place.topic].types[0]
  return seal<MessageType>(table, place.topic, 'name' in place ? [place.name] : [], {
    id: `${idOf(table, head)}/${type}/${head.boot}/${head.counter}`,
    stream: head.stream,
    steps: head.steps ?? [],
    type,
    at: head.at,
    sequence: head.sequence,
    round: head.round ?? null,
    cause: '',
    data,
  })
}

/** The will: what the broker publishes when the table is gone. `at`: when it was given to the broker. */
export function encodeWill(
  table: TableName,
  { instance, ...head }: Omit<StateHead, 'counter'> & { readonly instance?: string },
  conn: number,
): Encoded<'status'> {
  const data = { state: 'lost', ...(instance === undefined ? {} : { instance }), boot: head.boot, conn } as const
  return seal(table, 'status', [], {
    id: `${table.table}/will`,
    stream: head.stream,
    type: 'status',
    at: head.at,
    sequence: head.sequence,
    round: null,
    cause: '',
    data,
  })
}

/** Records have a sequence of their own, their number, so a record of the journal is the same message whenever it is published. */
export function encodeLog(table: TableName, stream: string, record: LoggedRecord): Encoded<'log'> {
  const id = `${placeOf(table)}/${stream}/log/${record.n}`
  return seal(table, 'log', [], { id, stream, type: 'log', at: record.t, sequence: record.n, round: null, cause: '', data: record })
}

/** The same envelope again, marked as historical: an answer to `user`, who asked for a replay. `isLast`: it is the replay's last. */
export function encodeReplayed(
  table: TableName,
  stream: string,
  record: LoggedRecord,
  to: { readonly user: string; readonly isLast: boolean },
) {
  const id = `${placeOf(table)}/${stream}/log/${record.n}`
  const content = { id, stream, type: 'log', at: record.t, sequence: record.n, round: null, cause: '', data: record } as const
  const sealed = seal<'log'>(table, 'replay/{user}', [to.user], { ...content, replayed: to.isLast ? LAST : NOT_LAST })
  if (!sealed.ok) return sealed
  const { number: _inNoOrder, record: _atNoPlace, ...message } = sealed.message
  return { ...sealed, message }
}

const NOT_LAST = { historical: true } as const
const LAST = { historical: true, last: true } as const

/** Removes a retained topic; null if `place` names no topic. */
export function encodeRemoval(table: TableName, place: StatePlace): Message | null {
  const topic = topicName(table, place.topic, ...('name' in place ? [place.name] : []))
  const type = TOPICS[place.topic].types[0]
  return topic === null ? null : { topic, payload: '', qos: 1, retain: true, expirySeconds: null, type }
}

interface Content<T extends MessageType> {
  readonly id: string
  readonly steps?: readonly WallStep[]
  readonly stream: string
  readonly type: T
  readonly at: number
  readonly sequence: number
  readonly round: string | null
  readonly cause: string
  readonly replayed?: Pick<Envelope, 'historical' | 'last'>
  readonly data: SaidData[T]
}

function seal<T extends MessageType>(table: TableName, topic: Topic, names: readonly string[], content: Content<T>): Encoded<T> {
  const { id, type, stream, round } = content
  const { qos, retained, expirySeconds } = TOPICS[topic]
  const name = topicName(table, topic, ...names)
  if (name === null) return { ok: false, refusal: { type, id, bytes: 0, reason: `${names.join('/')} is no name for the topic ${topic}` } }
  const envelope: Envelope<T> = {
    specversion: '1.0',
    id,
    source: `/${placeOf(table)}`,
    type,
    dataschema: `urn:table:${type}:1`,
    time: isoTime(content.at),
    sequence: String(content.sequence),
    ...(round === null ? {} : { round, roundKey: roundKey(stream, round) }),
    ...(content.cause === '' ? {} : { cause: content.cause }),
    ...content.replayed,
    data: (type === 'log' ? content.data : inWallTime(keyed(stream, content.data), content.steps ?? [])) as MessageData[T],
  }
  const payload = JSON.stringify(envelope)
  const bytes = utf8Length(payload) + name.length
  if (bytes > MESSAGE_BYTES_MAX) {
    return { ok: false, refusal: { type, id, bytes, reason: `${bytes} bytes; a message has at most ${MESSAGE_BYTES_MAX}` } }
  }
  const number = retained ? {} : { number: content.sequence, ...(type === 'log' ? { record: content.sequence } : {}) }
  return { ok: true, message: { topic: name, payload, qos, retain: retained, expirySeconds, type, ...number }, envelope }
}

function idOf(table: TableName, { stream, sequence, issuedIn }: Stamp): string {
  return `${placeOf(table)}/${issuedIn ?? stream}/${sequence}`
}

function placeOf({ property, pit, table }: TableName): string {
  return `${property}/${pit}/${table}`
}

const YEAR_9999_MS = 253_402_300_799_999

/** Unix ms -> ISO 8601. A device's clock may say anything: times outside 1970-9999 are set to the nearest bound. */
export function isoTime(at: number): string {
  return new Date(Number.isNaN(at) ? 0 : Math.min(Math.max(at, 0), YEAR_9999_MS)).toISOString()
}

export function utf8Length(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    // A surrogate pair is two units and four bytes.
    if (unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff)) bytes += 2
    else if (unit >= 0x80) bytes += 1
  }
  return bytes
}
