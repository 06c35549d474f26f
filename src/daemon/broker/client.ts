/**
 * Station 8, publish: the table's link to its broker. There is one connection at a time, with a fresh client for each. A message stays in
 * the outbox until the broker has acknowledged it.
 *
 *   connecting -> connected: subscribe, status, describe, all state, outbox -> lost -> (1 s) -> connecting -> ...
 *
 *   link-phase.ts   when to connect, and where          connection.ts   one connection and its timers
 *   sender.ts       what to send over it                inbound.ts      what comes over it
 */
import mqtt from 'mqtt'
import { BehaviorSubject, Subject } from 'rxjs'
import { connectOptions, KEEPALIVE_MS } from './connect-options.ts'
import { ANSWER_MS_MAX, type Connection, type End, openConnection, type Timing } from './connection.ts'
import { messageOf, sayGoodbye, systemSchedule } from './goodbye.ts'
import { type Inbound, inboundOf } from './inbound.ts'
import type { BrokerDeps, BrokerLink, BrokerOptions, LinkState, TakenOver } from './link.ts'
import { type LinkPhase, type PhaseEffect, type PhaseInput, phaseBefore, stepPhase } from './link-phase.ts'
import { patientTimer } from './patient-timer.ts'
import { accept, begin, cancelPause, createSender, hearAnswer, pump, putBack, type Sender } from './sender.ts'
import { createTakeovers } from './takeover.ts'

const STOP_MS_MAX = 2000
/** Problems with topics, each reported once. */
const WARNED_MAX = 100

/** The link's parts. */
interface Link {
  readonly options: BrokerOptions
  readonly timing: Timing
  readonly random: () => number
  readonly connect: typeof mqtt.connect
  readonly inbound: Inbound
  readonly sender: Sender
  readonly takeovers: ReturnType<typeof createTakeovers>
  readonly takenOver$: Subject<TakenOver>
  readonly state$: BehaviorSubject<LinkState>
  phase: LinkPhase
  /** Opened, and not lost since; messages go over it once the sender has it. */
  connection: Connection | null
  cancelRetry: () => void
  onIdle: (() => void) | null
  /** Nothing more is accepted. */
  isClosed: boolean
}

export function connectBroker(options: BrokerOptions, deps: BrokerDeps = {}): BrokerLink {
  const link = createLink(options, deps)
  const { sender, inbound } = link
  const { outbox, refusals, replays } = sender
  advance(link, { kind: 'attempt', urls: options.mqtt.urls })
  return {
    clientId: options.clientId,
    publish: (messages) => {
      if (!link.isClosed) accept(sender, messages)
    },
    republish: () => {
      if (sender.connection === null) return
      outbox.begin(options.birth(link.phase.conn))
      pump(sender)
    },
    announce: () => {
      if (sender.connection !== null && !link.isClosed) accept(sender, [options.birth(link.phase.conn)])
    },
    resume: (lane, after, newest) => {
      outbox.resume(lane, after, newest)
      refusals.forget(lane)
      pump(sender)
    },
    delivered: () => outbox.delivered,
    replays: {
      refusal: replays.refusal,
      begin: (user, source) => {
        replays.begin(user, source)
        pump(sender)
      },
    },
    commands$: inbound.commands$,
    receipts$: inbound.receipts$,
    statuses$: inbound.statuses$,
    foreign$: inbound.foreign$,
    holds: outbox.holds,
    state$: link.state$,
    leftOut$: sender.leftOut$,
    takenOver$: link.takenOver$,
    stop: (final) => stop(link, final),
  }
}

function createLink(options: BrokerOptions, deps: BrokerDeps): Link {
  const now = deps.now ?? (() => performance.now())
  const timing: Timing = {
    now,
    listenedMs: deps.listenedMs ?? now,
    stood: deps.stood ?? (() => null),
    schedule: deps.schedule ?? systemSchedule,
  }
  const inbound = inboundOf(options, timing.schedule)
  const sender = createSender(options.limits, timing, {
    birth: () => options.birth(link.phase.conn),
    readBack: options.readBack,
    changed: () => report(link),
    sending: ({ topic, payload }) => inbound.said(topic, payload),
    accepted: () => tellTakeover(link),
    idle: () => {
      tellTakeover(link)
      link.onIdle?.()
    },
    warn: warnOnce(options),
  })
  const phase = phaseBefore(options.mqtt.urls[0] ?? '')
  const link: Link = {
    ...{ options, timing, inbound, sender, phase },
    random: deps.random ?? Math.random,
    connect: deps.connect ?? mqtt.connect,
    takeovers: createTakeovers(),
    takenOver$: new Subject<TakenOver>(),
    state$: new BehaviorSubject<LinkState>(stateOf({ phase, sender, inbound })),
    connection: null,
    cancelRetry: () => undefined,
    onIdle: null,
    isClosed: false,
  }
  return link
}

function warnOnce({ warn }: BrokerOptions): (text: string) => void {
  const warned = new Set<string>()
  return (text) => {
    if (warned.has(text) || warned.size >= WARNED_MAX) return
    warned.add(text)
    warn?.(`broker: ${text}`)
  }
}

function stateOf({ phase, sender, inbound }: Pick<Link, 'phase' | 'sender' | 'inbound'>): LinkState {
  const counts = { ...sender.outbox.counts, ignored: inbound.ignored(), refusing: sender.refusals.first }
  switch (phase.kind) {
    case 'connecting':
      return { kind: 'connecting', url: phase.url, ...counts }
    case 'connected':
      return { kind: 'connected', url: phase.url, conn: phase.conn, ...counts }
    case 'lost':
      return { kind: 'lost', url: phase.url, reason: phase.reason, ...counts }
    case 'stopped':
      return { kind: 'stopped', ...counts }
  }
}

type Input = PhaseInput extends infer Each ? (Each extends PhaseInput ? Omit<Each, 'nowMs' | 'random'> : never) : never

function move(link: Link, input: Input): readonly PhaseEffect[] {
  const [phase, effects] = stepPhase(link.phase, { ...input, nowMs: link.timing.now(), random: link.random() } as PhaseInput)
  link.phase = phase
  return effects
}

const report = (link: Link): void => link.state$.next(stateOf(link))

function advance(link: Link, input: Input): void {
  const effects = move(link, input)
  report(link)
  for (const effect of effects) {
    if (effect.kind === 'connect') void open(link, effect.url)
    else link.cancelRetry = link.timing.schedule(() => advance(link, { kind: 'attempt', urls: link.options.mqtt.urls }), effect.ms)
  }
}

async function open(link: Link, url: string): Promise<void> {
  const { options, timing } = link
  try {
    const will = options.will(link.phase.conn + 1)
    const settings = await connectOptions(options.mqtt, options.clientId, will)
    if (link.phase.isStopping) return
    const timerVariant = patientTimer(() => timing.listenedMs() < timing.now())
    const client = link.connect(url, { ...settings, connectTimeout: ANSWER_MS_MAX * 2, timerVariant })
    const opening = { url, client, will: will.payload, startedAtMs: link.phase.triedAtMs }
    const connection: Connection = openConnection(opening, options, timing, {
      connected: () => onConnected(link, connection),
      lost: (reason, how) => onLost(link, connection, reason, how),
      message: (topic, payload, packet) => {
        if (topic === options.statusTopic) link.takeovers.heard(payload)
        link.inbound.take(topic, payload, packet, timing.now())
        tellTakeover(link)
      },
      answered: (entry, error) => hearAnswer(link.sender, entry, error),
      warn: link.sender.port.warn,
    })
    link.connection = connection
  } catch (error) {
    advance(link, { kind: 'lost', reason: messageOf(error), isClosedInUse: false })
  }
}

function onConnected(link: Link, connection: Connection): void {
  link.takeovers.back(connection.url, connection.startedAtMs)
  move(link, { kind: 'connected' })
  begin(link.sender, connection)
  report(link)
  pump(link.sender)
}

/** Takes the connection down. */
function onLost(link: Link, connection: Connection, reason: string, how: End): void {
  conclude(link, connection, how)
  link.connection = null
  connection.giveUp()
  putBack(link.sender)
  connection.client.end(true)
  advance(link, { kind: 'lost', reason, isClosedInUse: how === 'closed' && connection.accepted.messages > 0 })
}

/**
 * A broker has to close the connection of a client that it has not heard for one and a half times its keepalive. This one may have been silent
 * for one keepalive before it stood still, and reads that it was closed soon after.
 */
const isOwnSilence = ({ now, stood }: Timing): boolean => {
  const last = stood()
  return last !== null && last.toMs - last.fromMs >= KEEPALIVE_MS / 2 && now() - last.toMs < KEEPALIVE_MS
}

/** What the end of a connection says about the broker, the other clients and the messages. */
function conclude({ sender, takeovers, takenOver$, timing }: Link, { url, will, inflight, accepted }: Connection, how: End): void {
  const isOnline = sender.connection !== null
  if (how === 'closed' && isOwnSilence(timing)) {
    sender.suspects.away()
    takeovers.failed()
    return
  }
  if (how === 'taken') takenOver$.next({ url, how: 'said' })
  if (!isOnline) sender.suspects.away()
  const sent = [...inflight].map(([{ message }, atMs]) => [message, atMs] as const)
  const isOpen = isOnline && how === 'closed' && sender.suspects.closed(sent, accepted, timing.now()) === 'open'
  if (isOpen) takeovers.closed(will, url, timing.now())
  else takeovers.failed()
}

function tellTakeover({ takeovers, sender, takenOver$, connection }: Link): void {
  if (connection !== null && takeovers.take(sender.suspects.count > 0)) takenOver$.next({ url: connection.url, how: 'concluded' })
}

async function stop(link: Link, final: Parameters<BrokerLink['stop']>[0]): Promise<void> {
  if (link.isClosed) return
  link.isClosed = true
  const { sender, inbound, takenOver$, state$, timing, options } = link
  if (sender.connection !== null) await flush(link, STOP_MS_MAX / 2)
  move(link, { kind: 'stopping' })
  link.cancelRetry()
  cancelPause(sender)
  const { connection } = link
  const online = sender.connection !== null
  sender.connection = null
  connection?.giveUp()
  const { protocol } = options.mqtt
  if (connection !== null) await sayGoodbye({ client: connection.client, online, protocol, msMax: STOP_MS_MAX / 2 }, final, timing.schedule)
  inbound.complete()
  sender.leftOut$.complete()
  takenOver$.complete()
  advance(link, { kind: 'stopped' })
  state$.complete()
}

const flush = (link: Link, ms: number): Promise<void> =>
  new Promise<void>((resolve) => {
    const cancel = link.timing.schedule(finish, ms)
    function finish() {
      cancel()
      link.onIdle = null
      resolve()
    }
    link.onIdle = finish
    pump(link.sender)
  })
