/**
 * What is still to be sent. State (retained) is kept once per topic, always the latest; answers are kept until they are acknowledged,
 * within limits; events and the log are kept until they are acknowledged, in memory or in the journal. Data only: no clock, no client.
 *
 *   first:  status, describe, every retained topic        after each connection, and when asked
 *   then:   changes of state, answers                     in the order of publish
 *   then:   events                                        by number
 *   last:   log                                           by number
 */
import { MESSAGE_BYTES_MAX, type Message } from '../../wire/envelope.ts'
import { createLane, type Lane, type Page, type Place } from './lane.ts'
import { createSendQueue, type Entry, entryOf, type SendQueue, sizeOf } from './send-queue.ts'

export interface OutboxLimits {
  /** Events in memory, and as many records: an hour or two of play without the broker. Beyond this they are in the journal. */
  readonly events: number
  readonly bytes: number
  /** Retained topics: devices, open alarms and a handful more. */
  readonly topics: number
}

export const OUTBOX_LIMITS: OutboxLimits = { events: 5000, bytes: 4 * 1024 * 1024, topics: 1000 }

/** What numbers them: an event its sequence, a record its own number. */
export const LANES = ['events', 'log'] as const
export type LaneName = (typeof LANES)[number]
/** How far each lane has come. */
export type Delivered = { readonly [lane in LaneName]: Place | null }

/** null: it has no place in a lane. */
export const laneNameOf = ({ type, number, retain }: Message): LaneName | null =>
  retain || number === undefined ? null : type === 'log' ? 'log' : 'events'

/** What to read from the journal. */
export interface Wanted {
  readonly lane: LaneName
  readonly after: Place
}

export interface Outbox {
  /**
   * What was refused because of it, itself or a removal, because it is too large or there are too many topics; counted. null: nothing.
   * `connected`: state changes are queued only while connected.
   */
  add(message: Message, connected: boolean): Message | null
  next(): Entry | undefined
  /** Acknowledged, or left out: it will not be sent again. */
  done(entry: Entry): void
  /** The connection is gone: what was not acknowledged comes before what was never sent. */
  putBack(): void
  /** The broker refused it: nothing more of its lane is sent before `again`. */
  hold(message: Message): void
  /** Whether its lane is held. */
  isHeld(message: Message): boolean
  /** Sends the lanes that are held from what was not done, and the latest state of these topics. */
  again(topics: readonly string[], birth: Message): void
  /** Puts `birth`, describe and all state before the rest. */
  begin(birth: Message): void
  /** Continues the lane after that place, at least up to number `newest`. */
  resume(lane: LaneName, after: Place, newest: number): void
  /** null: everything that waits is here, or there is no room yet. */
  wanted(): Wanted | null
  /** What was read for `wanted`; ignored if the lane was told meanwhile to continue elsewhere. */
  refill(wanted: Wanted, page: Page): void
  /** Whether something is retained on that topic. */
  holds(topic: string): boolean
  readonly delivered: Delivered
  readonly counts: {
    readonly queued: number
    readonly held: number
    readonly dropped: number
    readonly refused: number
    /** The first event that did not fit in memory; null: every event fits. */
    readonly left: number | null
  }
  /** The broker did not accept a message. */
  refuse(): void
}

interface Kept {
  readonly limits: OutboxLimits
  readonly retained: Map<string, Message>
  /** Of these, those that the broker cannot have: they are new since the connection was lost. */
  readonly unheard: Set<string>
  readonly pendingState: Map<string, Entry>
  readonly plain: SendQueue
  readonly lanes: { readonly [lane in LaneName]: Lane }
  hasBegun: boolean
  first: Entry[]
  answers: number
  dropped: number
  refused: number
}

export function createOutbox(limits: OutboxLimits = OUTBOX_LIMITS): Outbox {
  const laneLimits = { messages: limits.events, bytes: limits.bytes }
  const kept: Kept = {
    ...{ limits, retained: new Map(), unheard: new Set(), pendingState: new Map(), plain: createSendQueue() },
    lanes: { events: createLane(laneLimits), log: createLane(laneLimits) },
    ...{ hasBegun: false, first: [], answers: 0, dropped: 0, refused: 0 },
  }
  const { retained, lanes } = kept
  return {
    add: (message, connected) => add(kept, message, connected),
    next: () => next(kept),
    done: (entry) => done(kept, entry),
    putBack: () => {
      kept.first = []
      kept.pendingState.clear()
      kept.plain.putBack(({ message }) => !message.retain)
      for (const name of LANES) lanes[name].putBack()
    },
    hold: (message) => laneOf(kept, message)?.hold(),
    isHeld: (message) => laneOf(kept, message)?.isHeld ?? false,
    again: (refusedTopics, birth) => {
      for (const name of LANES) if (lanes[name].isHeld) lanes[name].putBack()
      for (const topic of refusedTopics) {
        const latest = topic === birth.topic ? birth : retained.get(topic)
        if (latest !== undefined && !kept.pendingState.has(topic)) queueState(kept, latest)
      }
    },
    begin: (birth) => {
      kept.hasBegun = true
      kept.unheard.clear()
      kept.first = allState(retained, birth)
    },
    resume: (name, after, newest) => lanes[name].resume(after, newest),
    wanted: () => {
      const wanted = LANES.map((lane) => ({ lane, after: lanes[lane].wanted() }))
      return wanted.find((each): each is Wanted => each.after !== null) ?? null
    },
    refill: ({ lane, after }, page) => lanes[lane].refill(after, page),
    holds: (topic) => (retained.get(topic)?.payload ?? '') !== '',
    get delivered() {
      return { events: lanes.events.delivered, log: lanes.log.delivered }
    },
    get counts() {
      const { answers, dropped, refused } = kept
      const queued = answers + lanes.events.waiting + lanes.log.waiting
      return { queued, held: answers + lanes.events.held + lanes.log.held, dropped, refused, left: lanes.events.left }
    },
    refuse: () => {
      kept.refused += 1
    },
  }
}

function laneOf({ lanes }: Kept, message: Message): Lane | null {
  const name = laneNameOf(message)
  return name === null ? null : lanes[name]
}

function allState(retained: ReadonlyMap<string, Message>, birth: Message): Entry[] {
  const others = [...retained.values()].filter((message) => message.topic !== birth.topic)
  const rest = others.filter((message) => message.type !== 'describe')
  const describe = others.filter((message) => message.type === 'describe')
  return [birth, ...describe, ...rest].map(entryOf)
}

function add(kept: Kept, message: Message, connected: boolean): Message | null {
  const out = sizeOf(message) > MESSAGE_BYTES_MAX ? message : message.retain ? addState(kept, message, connected) : null
  if (out !== null) kept.refused += 1
  if (out === message || message.retain) return out
  const lane = laneOf(kept, message)
  if (lane === null) addAnswer(kept, message)
  else lane.add(message)
  return null
}

function addState(kept: Kept, message: Message, connected: boolean): Message | null {
  const { retained, unheard, hasBegun } = kept
  const { topic, payload } = message
  // Before the first connection the broker may have anything, from an earlier daemon.
  if (!connected && hasBegun && payload === '' && (unheard.has(topic) || !retained.has(topic))) {
    forget(kept, topic)
    return null
  }
  const refused = makeRoom(kept, message)
  if (refused === message) return message
  if (!connected && hasBegun && !retained.has(topic)) unheard.add(topic)
  retained.set(topic, message)
  if (connected) queueState(kept, message)
  // While connected, the removal is on its way.
  return connected ? null : refused
}

function forget({ retained, unheard }: Kept, topic: string): void {
  retained.delete(topic)
  unheard.delete(topic)
}

/** Makes room for a new topic; returns the removal that gives way, or the message itself if there is none. */
function makeRoom(kept: Kept, message: Message): Message | null {
  const { retained, limits } = kept
  if (retained.has(message.topic) || retained.size < limits.topics) return null
  const removal = [...retained.values()].find(({ payload }) => payload === '')
  if (removal !== undefined) forget(kept, removal.topic)
  return removal ?? message
}

function queueState({ pendingState, plain }: Kept, message: Message): void {
  const before = pendingState.get(message.topic)
  if (before !== undefined) before.isStale = true
  const entry = entryOf(message)
  pendingState.set(message.topic, entry)
  plain.push(entry)
}

function addAnswer(kept: Kept, message: Message): void {
  // Nobody waits for it any more: whoever asked has long given up.
  const isTooMany = kept.answers >= kept.limits.events
  kept.dropped += Number(isTooMany)
  if (isTooMany) return
  kept.answers += 1
  kept.plain.push(entryOf(message))
}

function next({ first, plain, pendingState, lanes }: Kept): Entry | undefined {
  const early = first.shift()
  if (early !== undefined) return early
  const entry = plain.next()
  if (entry !== undefined && pendingState.get(entry.message.topic) === entry) pendingState.delete(entry.message.topic)
  return entry ?? lanes.events.next() ?? lanes.log.next()
}

function done(kept: Kept, entry: Entry): void {
  const { message } = entry
  const lane = laneOf(kept, message)
  if (lane !== null) {
    lane.done(entry)
    return
  }
  if (!message.retain && kept.plain.isSent(entry)) kept.answers -= 1
  kept.plain.done(entry)
  if (message.retain && message.payload === '' && kept.retained.get(message.topic) === message) forget(kept, message.topic)
}
