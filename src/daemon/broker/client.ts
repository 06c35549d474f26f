/**
 * Station 8, publish: the table's link to its broker. There is one connection at a time, with a fresh client for each. A message stays in
 * the outbox until the broker has acknowledged it.
 *
 *   connecting -> connected: subscribe, status, describe, all state, outbox -> lost -> (1 s) -> connecting -> ...
 *
 * The link has its own timers for everything a broker may fail to send: the answer to a connect, the acknowledgement of a message.
 */
import mqtt, { type IConnackPacket, type MqttClient } from 'mqtt'
import { BehaviorSubject, Subject } from 'rxjs'
import type { Message } from '../../wire/envelope.ts'
import { connectOptions, packetBytes, publishOptions, type Subscribed, subscribeOptions } from './connect-options.ts'
import { disconnectReason, explain, isReset, isTakeover, messageOf, sayGoodbye, systemSchedule } from './goodbye.ts'
import { inboundOf } from './inbound.ts'
import type { Page } from './lane.ts'
import type { BrokerDeps, BrokerLink, BrokerOptions, LinkState, TakenOver } from './link.ts'
import { createOutbox, laneNameOf, OUTBOX_LIMITS } from './outbox.ts'
import { onceListened, patientTimer } from './patient-timer.ts'
import { createRefusals, isHopeless, type Refused, refusalReason, refusedOf } from './refusals.ts'
import { createReplays, REPLAY_WINDOW } from './replays.ts'
import { type Entry, entryOf } from './send-queue.ts'
import { type Accepted, CONTROLS, createSuspects } from './suspects.ts'
import { createTakeovers } from './takeover.ts'

/** Messages sent but not acknowledged: enough to fill the line at 64 per round trip, and the most that can be sent twice. */
const WINDOW = 64
/** Shortest time between two attempts; a random part of up to half is added, so that a floor's tables do not all return at once. */
const RECONNECT_MS_MIN = 1000
/**
 * Once in this time it is made at once when the broker closes a connection over which it had accepted something, however young: that shows
 * whether the broker itself is well (`takeover.ts`).
 */
const AT_ONCE_EVERY_MS = 10_000
/** A broker that does not answer counts as lost early enough for the alarm (P6: 5 s). */
const ANSWER_MS_MAX = 4000
const STOP_MS_MAX = 2000
/** Wait after the journal had nothing yet, or could not be read. */
const READ_AGAIN_MS = 100
/** Problems with topics, each reported once. */
const TOLD_MAX = 100
const CLOSES_AT_IT = 'it closes the connection whenever the message is sent'
const NO_ROOM = 'it is too large, or there are too many open alarms'
/** A message of 64 KiB with its topic and properties. */
const NEEDED_BYTES = 66_560

interface Connection {
  readonly url: string
  readonly conn: number
  readonly startedAt: number
  readonly client: MqttClient
  /** What the broker publishes if it breaks. */
  readonly will: string
  /** In the order sent; the value is the time of sending. */
  readonly inflight: Map<Entry, number>
  window: number
  /** The broker's own limit (MQTT 5); a larger packet would end the connection. */
  packetBytesMax: number
  /** What the broker has accepted over it. */
  accepted: Accepted
  /** Taken from the outbox, to be sent once nothing else is on its way. */
  next: Entry | undefined
  cancelTimer: () => void
}

type LinkPhase = { readonly kind: LinkState['kind']; readonly url: string; readonly reason: string }
/** `taken`: the broker says that another client has the client id; `closed`: the broker gave no reason; `else`: another known reason. */
type End = 'taken' | 'closed' | 'else'
type Lose = (reason: string, how?: End) => void

export function connectBroker(options: BrokerOptions, deps: BrokerDeps = {}): BrokerLink {
  const connect = deps.connect ?? mqtt.connect
  const now = deps.now ?? (() => performance.now())
  const listenedMs = deps.listenedMs ?? now
  const random = deps.random ?? Math.random
  const schedule = deps.schedule ?? systemSchedule
  const outbox = createOutbox({ ...OUTBOX_LIMITS, ...options.limits })
  const inbound = inboundOf(options, schedule)
  const replays = createReplays()
  const refusals = createRefusals()
  const suspects = createSuspects()
  const takeovers = createTakeovers()
  const takenOver$ = new Subject<TakenOver>()
  const leftOut$ = new Subject<Refused>()
  const timerVariant = patientTimer(() => listenedMs() < now())
  let phase: LinkPhase = { kind: 'connecting', url: options.mqtt.urls[0] ?? '', reason: '' }
  const state$ = new BehaviorSubject<LinkState>(stateNow())
  let conn = 0
  let attempts = 0
  let atOnceAt = Number.NEGATIVE_INFINITY
  let current: Connection | null = null
  let online = false
  let closed = false
  let stopping = false
  let cancelRetry = () => {}
  let cancelPause: (() => void) | null = null
  let onIdle: (() => void) | null = null
  let isReading = false
  /** The journal had no more when it was read: it is read again after a pause, however often something else is sent. */
  let isPausing = false
  const told = new Set<string>()
  const warnOnce = (text: string) => {
    if (told.has(text) || told.size >= TOLD_MAX) return
    told.add(text)
    options.warn?.(`broker: ${text}`)
  }

  function stateNow(): LinkState {
    const counts = { ...outbox.counts, ignored: inbound.ignored(), refusing: refusals.first }
    switch (phase.kind) {
      case 'connecting':
        return { kind: 'connecting', url: phase.url, ...counts }
      case 'connected':
        return { kind: 'connected', url: phase.url, conn, ...counts }
      case 'lost':
        return { kind: 'lost', url: phase.url, reason: phase.reason, ...counts }
      case 'stopped':
        return { kind: 'stopped', ...counts }
    }
  }
  const enter = (kind: LinkPhase['kind'], url: string, reason = '') => {
    phase = { kind, url, reason }
    state$.next(stateNow())
  }

  const attempt = async () => {
    const startedAt = now()
    const url = options.mqtt.urls[attempts % options.mqtt.urls.length] ?? ''
    attempts += 1
    enter('connecting', url)
    try {
      const will = options.will(conn + 1)
      const settings = await connectOptions(options.mqtt, options.clientId, will)
      if (stopping) return
      open(url, startedAt, connect(url, { ...settings, connectTimeout: ANSWER_MS_MAX * 2, timerVariant }), will.payload)
    } catch (error) {
      enter('lost', url, messageOf(error))
      retry(startedAt)
    }
  }

  const retry = (startedAt: number, isAtOnce = false) => {
    if (stopping) return
    const wait = isAtOnce ? 0 : RECONNECT_MS_MIN * (1 + random() / 2) - (now() - startedAt)
    cancelRetry = schedule(() => void attempt(), Math.max(0, wait))
  }

  const open = (url: string, startedAt: number, client: MqttClient, will: string) => {
    const connection: Connection = {
      url,
      conn: conn + 1,
      startedAt,
      client,
      will,
      inflight: new Map(),
      window: WINDOW,
      packetBytesMax: Number.POSITIVE_INFINITY,
      accepted: { messages: 0, bytes: 0 },
      next: undefined,
      cancelTimer: () => {},
    }
    current = connection
    const lose: Lose = (reason, how = 'else') => {
      if (current !== connection) return
      conclude(connection, how)
      end(connection)
      enter('lost', url, reason)
      const isAtOnce = how === 'closed' && connection.accepted.messages > 0 && now() - atOnceAt >= AT_ONCE_EVERY_MS
      if (isAtOnce) atOnceAt = now()
      retry(startedAt, isAtOnce)
    }
    connection.cancelTimer = onceListened(now() + ANSWER_MS_MAX, { listenedMs, schedule }, () =>
      lose(`the broker did not answer the connection request within ${ANSWER_MS_MAX} ms`),
    )
    // The listener stays for the client's life: MQTT.js may report an error after its end.
    client.on('error', (error) => lose(explain(error, options.mqtt.protocol), isReset(error) ? 'closed' : 'else'))
    client.on('close', () => lose('the connection was closed', 'closed'))
    client.on('disconnect', ({ reasonCode }) => lose(disconnectReason(reasonCode), isTakeover(reasonCode) ? 'taken' : 'else'))
    client.on('message', (topic, payload, packet) => {
      if (current !== connection) return
      if (topic === options.statusTopic) takeovers.heard(payload)
      inbound.take(topic, payload, packet, now())
      tellTakeover(url)
    })
    client.on('connect', (packet) => {
      if (current === connection) begin(connection, packet, lose)
    })
  }

  /** What the end of a connection says about the broker, the other clients and the messages. */
  const conclude = ({ url, will, inflight, accepted }: Connection, how: End) => {
    if (how === 'taken') takenOver$.next({ url, how: 'said' })
    if (!online) suspects.away()
    if (!online || how !== 'closed') return takeovers.failed()
    const sent = [...inflight].map(([{ message }, atMs]) => [message, atMs] as const)
    if (suspects.closed(sent, accepted, now()) === 'explained') takeovers.failed()
    else takeovers.closed(will, url, now())
  }
  const tellTakeover = (url: string) => {
    if (takeovers.take(suspects.count > 0)) takenOver$.next({ url, how: 'concluded' })
  }

  const begin = (connection: Connection, packet: IConnackPacket, lose: Lose) => {
    connection.cancelTimer()
    conn = connection.conn
    online = true
    takeovers.back(connection.url, connection.startedAt)
    connection.window = Math.min(WINDOW, packet.properties?.receiveMaximum ?? WINDOW)
    connection.packetBytesMax = packet.properties?.maximumPacketSize ?? Number.POSITIVE_INFINITY
    const { stream } = connection.client
    // A small message must not wait for the acknowledgement of the one before.
    if ('setNoDelay' in stream && typeof stream.setNoDelay === 'function') stream.setNoDelay(true)
    subscribeTo(connection, 'commands', options.commandTopic, lose)
    // Without it the log is published as for a table that has no sink.
    subscribeTo(connection, 'other', options.receiptTopic, warnOnce)
    // Without it a second daemon for this table goes unnoticed.
    subscribeTo(connection, 'other', options.statusTopic, warnOnce)
    // Without them forged messages go unnoticed.
    for (const topic of options.ownTopics ?? []) subscribeTo(connection, 'own', topic, warnOnce)
    const birth = options.birth(conn)
    for (const topic of refusals.topics) if (topic !== birth.topic && !outbox.holds(topic)) refusals.forget(topic)
    outbox.begin(birth)
    enter('connected', connection.url)
    pump(connection, lose)
    const watch = () => {
      const oldest = connection.inflight.values().next().value
      const age = oldest === undefined ? 0 : Math.max(0, listenedMs() - oldest)
      if (age >= ANSWER_MS_MAX) lose(`the broker acknowledged nothing for ${ANSWER_MS_MAX} ms`)
      else connection.cancelTimer = schedule(watch, Math.max(1, ANSWER_MS_MAX - age))
    }
    watch()
    kick = () => pump(connection, lose)
  }

  const subscribeTo = (connection: Connection, what: Subscribed, topic: string, refused: (reason: string) => void) => {
    connection.client.subscribe(topic, subscribeOptions(options.mqtt.protocol, what), (error, granted) => {
      if (current !== connection || (!error && granted?.every((grant) => grant.qos < 128))) return
      refused(`the broker does not allow ${options.clientId} to subscribe to ${topic}: allow it in the broker's access rules`)
    })
  }

  let kick = () => {}
  const pump = (connection: Connection, lose: Lose) => {
    const { inflight } = connection
    while (current === connection && inflight.size < connection.window) {
      const [oldest] = inflight.keys()
      if (oldest !== undefined && suspects.has(oldest.message)) break
      const entry = connection.next ?? outbox.next() ?? (inflight.size < REPLAY_WINDOW ? replays.next() : undefined)
      connection.next = undefined
      if (entry === undefined) break
      const bytesMax = Math.min(connection.packetBytesMax, suspects.bytesMax(now()))
      if (packetBytes(entry.message) > bytesMax) leaveOutLarge(entry, bytesMax)
      else if (suspects.isRefused(entry.message)) hearRefusal(connection, entry, new Error(CLOSES_AT_IT))
      else if (!suspects.has(entry.message)) send(connection, entry, lose)
      else if (oldest === undefined && connection.accepted.messages >= CONTROLS) send(connection, entry, lose)
      else {
        connection.next = entry
        if (oldest !== undefined) break
        send(connection, entryOf(options.birth(conn)), lose)
      }
    }
    void catchUp()
    void readReplays()
    if (inflight.size > 0) return
    suspects.idle()
    tellTakeover(connection.url)
    onIdle?.()
  }

  /** Fetches what waits only in the journal, a piece at a time, when there is room. */
  const catchUp = async () => {
    const wanted = isReading || isPausing ? null : outbox.wanted()
    if (wanted === null) return
    const { lane, after } = wanted
    isReading = true
    const page = await options.readBack(lane, after).catch((): Page => ({ messages: [], readTo: after.record }))
    isReading = false
    outbox.refill(wanted, page)
    if (outbox.counts.left === null) state$.next(stateNow())
    if (page.readTo > after.record) return kick()
    isPausing = true
    schedule(() => {
      isPausing = false
      kick()
    }, READ_AGAIN_MS)
  }
  const readReplays = async () => {
    if (await replays.read()) kick()
  }

  /** It will not be sent: count and report it, and carry on. */
  const leaveOut = (entry: Entry, reason: string, text: string) => {
    outbox.done(entry)
    outbox.refuse()
    refusals.settle(entry.message)
    suspects.forget(entry.message)
    leftOut$.next(refusedOf(entry.message, reason))
    warnOnce(`${entry.message.topic} was not published: ${text}`)
    state$.next(stateNow())
  }
  const leaveOutLarge = (entry: Entry, bytesMax: number) =>
    leaveOut(
      entry,
      `larger than the ${bytesMax} bytes that the broker accepts`,
      `the broker accepts packets of at most ${bytesMax} bytes; raise its limit to ${NEEDED_BYTES}`,
    )

  const send = (connection: Connection, entry: Entry, lose: Lose) => {
    const { message } = entry
    connection.inflight.set(entry, now())
    inbound.said(message.topic, message.payload)
    connection.client.publish(message.topic, message.payload, publishOptions(message, options.mqtt.protocol), (error) => {
      // After a loss the entry is in the outbox again, so a late answer means nothing.
      if (current !== connection || !connection.inflight.delete(entry)) return
      if (error) hearRefusal(connection, entry, error)
      else hearAccepted(connection, entry)
      pump(connection, lose)
    })
  }

  const hearAccepted = (connection: Connection, entry: Entry) => {
    const { messages, bytes } = connection.accepted
    connection.accepted = { messages: messages + 1, bytes: Math.max(bytes, packetBytes(entry.message)) }
    suspects.accepted(entry.message, now())
    tellTakeover(connection.url)
    // One before it was refused: it is sent again after that one, so that everything stays in order.
    if (outbox.isHeld(entry.message)) return refusals.passed(entry.message)
    outbox.done(entry)
    if (refusals.settle(entry.message)) state$.next(stateNow())
  }

  const hearRefusal = (connection: Connection, entry: Entry, error: Error) => {
    const { message } = entry
    if (outbox.isHeld(message)) return
    const reason = refusalReason(error)
    const isKept = message.retain || laneNameOf(message) !== null
    if (!isKept || isHopeless(error) || !refusals.mayWait(message, reason))
      return leaveOut(entry, reason, `the broker does not accept it: ${reason}`)
    outbox.hold(message)
    state$.next(stateNow())
    cancelPause ??= schedule(() => tryAgain(connection), refusals.nextPauseMs())
  }

  const tryAgain = (connection: Connection) => {
    cancelPause = null
    if (current !== connection) return
    const isUnderWay = [...connection.inflight.keys()].some(({ message }) => outbox.isHeld(message))
    if (isUnderWay) cancelPause = schedule(() => tryAgain(connection), READ_AGAIN_MS)
    else {
      suspects.tryAgain()
      outbox.again(refusals.topics, options.birth(conn))
    }
    kick()
  }

  /** Takes the connection down; unacknowledged messages return to the front of the outbox. */
  const end = (connection: Connection) => {
    current = null
    kick = () => {}
    connection.cancelTimer()
    cancelPause?.()
    cancelPause = null
    outbox.putBack()
    replays.drop()
    online = false
    connection.client.end(true)
  }

  const flush = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = schedule(finish, ms)
      function finish() {
        cancel()
        onIdle = null
        resolve()
      }
      onIdle = finish
      kick()
    })

  const publish = (messages: readonly Message[]) => {
    if (closed) return
    const before = outbox.counts
    for (const message of messages) {
      const refused = outbox.add(message, online)
      if (refused === null) continue
      leftOut$.next(refusedOf(refused, NO_ROOM))
      warnOnce(`${refused.topic} was not published: ${NO_ROOM}`)
    }
    const after = outbox.counts
    if (after.left !== before.left || after.dropped !== before.dropped || after.refused !== before.refused) state$.next(stateNow())
    kick()
  }

  void attempt()
  return {
    clientId: options.clientId,
    publish,
    republish: () => {
      if (!online) return
      outbox.begin(options.birth(conn))
      kick()
    },
    announce: () => {
      if (online) publish([options.birth(conn)])
    },
    resume: (lane, after, newest) => {
      outbox.resume(lane, after, newest)
      refusals.forget(lane)
      kick()
    },
    delivered: () => outbox.delivered,
    replays: {
      refusal: replays.refusal,
      begin: (user, source) => {
        replays.begin(user, source)
        kick()
      },
    },
    commands$: inbound.commands$,
    receipts$: inbound.receipts$,
    statuses$: inbound.statuses$,
    foreign$: inbound.foreign$,
    holds: outbox.holds,
    state$,
    leftOut$,
    takenOver$,
    stop: async (final) => {
      if (closed) return
      closed = true
      if (online) await flush(STOP_MS_MAX / 2)
      stopping = true
      cancelRetry()
      cancelPause?.()
      const connection = current
      current = null
      connection?.cancelTimer()
      const { protocol } = options.mqtt
      if (connection !== null) await sayGoodbye({ client: connection.client, online, protocol, msMax: STOP_MS_MAX / 2 }, final, schedule)
      inbound.complete()
      leftOut$.complete()
      takenOver$.complete()
      enter('stopped', '')
      state$.complete()
    },
  }
}
