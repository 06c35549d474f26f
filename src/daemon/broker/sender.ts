/**
 * What goes over the connection next, and what the broker's answers mean for what is still to be sent. A message stays in the outbox until
 * the broker has acknowledged it.
 */
import { Subject } from 'rxjs'
import type { Message } from '../../wire/envelope.ts'
import { packetBytes } from './connect-options.ts'
import type { Connection, Timing } from './connection.ts'
import type { Page } from './lane.ts'
import type { BrokerOptions } from './link.ts'
import { createOutbox, laneNameOf, OUTBOX_LIMITS } from './outbox.ts'
import { createRefusals, isHopeless, type Refused, refusalReason, refusedOf } from './refusals.ts'
import { createReplays, REPLAY_WINDOW } from './replays.ts'
import { type Entry, entryOf } from './send-queue.ts'
import { CONTROLS, createSuspects } from './suspects.ts'

/** Wait after the journal had nothing yet, or could not be read. */
const READ_AGAIN_MS = 100
const CLOSES_AT_IT = 'it closes the connection whenever the message is sent'
const NO_ROOM = 'it is too large, or there are too many open alarms'
/** A message of 64 KiB with its topic and properties. */
const NEEDED_BYTES = 66_560

interface SenderPort {
  /** The status of the present connection. */
  readonly birth: () => Message
  readonly readBack: BrokerOptions['readBack']
  /** The counts are others, or something else that is shown. */
  readonly changed: () => void
  readonly sending: (message: Message) => void
  readonly accepted: () => void
  /** Nothing is on its way. */
  readonly idle: () => void
  readonly warn: (text: string) => void
}

export type Sender = ReturnType<typeof createSender>

export const createSender = (limits: BrokerOptions['limits'], timing: Timing, port: SenderPort) => ({
  timing,
  port,
  outbox: createOutbox({ ...OUTBOX_LIMITS, ...limits }),
  refusals: createRefusals(),
  suspects: createSuspects(),
  replays: createReplays(),
  leftOut$: new Subject<Refused>(),
  /** null: nothing can be sent. */
  connection: null as Connection | null,
  /** Taken from the outbox, to be sent once nothing else is on its way. */
  next: undefined as Entry | undefined,
  /** What was refused is tried again after it. */
  cancelPause: null as (() => void) | null,
  isReading: false,
  /** The journal had no more when it was read: it is read again after a pause, however often something else is sent. */
  isPausing: false,
})

export function accept(sender: Sender, messages: readonly Message[]): void {
  const { outbox, port, leftOut$ } = sender
  const before = outbox.counts
  for (const message of messages) {
    const refused = outbox.add(message, sender.connection !== null)
    if (refused === null) continue
    leftOut$.next(refusedOf(refused, NO_ROOM))
    port.warn(`${refused.topic} was not published: ${NO_ROOM}`)
  }
  const after = outbox.counts
  if (after.left !== before.left || after.dropped !== before.dropped || after.refused !== before.refused) port.changed()
  pump(sender)
}

/** Sends over this connection from now on. */
export function begin(sender: Sender, connection: Connection): void {
  const { refusals, outbox, port } = sender
  const birth = port.birth()
  for (const topic of refusals.topics) if (topic !== birth.topic && !outbox.holds(topic)) refusals.forget(topic)
  outbox.begin(birth)
  sender.connection = connection
}

/** The connection is gone: unacknowledged messages return to the front of the outbox. */
export function putBack(sender: Sender): void {
  sender.connection = null
  sender.next = undefined
  cancelPause(sender)
  sender.outbox.putBack()
  sender.replays.drop()
}

export function cancelPause(sender: Sender): void {
  sender.cancelPause?.()
  sender.cancelPause = null
}

/** Sends what the connection has room for. */
export function pump(sender: Sender): void {
  const { connection, suspects, port } = sender
  if (connection === null) return
  for (let entry = nextEntry(sender, connection); entry !== null; entry = nextEntry(sender, connection)) {
    port.sending(entry.message)
    connection.send(entry)
  }
  void catchUp(sender)
  void readReplays(sender)
  if (connection.inflight.size > 0) return
  suspects.idle()
  port.idle()
}

function nextEntry(sender: Sender, connection: Connection): Entry | null {
  const { outbox, suspects, replays, timing } = sender
  const { inflight, accepted } = connection
  while (sender.connection === connection && inflight.size < connection.window) {
    const [oldest] = inflight.keys()
    if (oldest !== undefined && suspects.has(oldest.message)) return null
    const entry = sender.next ?? outbox.next() ?? (inflight.size < REPLAY_WINDOW ? replays.next() : undefined)
    sender.next = undefined
    if (entry === undefined) return null
    const bytesMax = Math.min(connection.packetBytesMax, suspects.bytesMax(timing.now()))
    if (packetBytes(entry.message) > bytesMax) leaveOutLarge(sender, entry, bytesMax)
    else if (suspects.isRefused(entry.message)) hearRefusal(sender, entry, new Error(CLOSES_AT_IT))
    else if (!suspects.has(entry.message)) return entry
    else if (oldest === undefined && accepted.messages >= CONTROLS) return entry
    else {
      sender.next = entry
      return oldest === undefined ? entryOf(sender.port.birth()) : null
    }
  }
  return null
}

/** Fetches what waits only in the journal, a piece at a time, when there is room. */
async function catchUp(sender: Sender): Promise<void> {
  const { outbox, port, timing } = sender
  const wanted = sender.isReading || sender.isPausing ? null : outbox.wanted()
  if (wanted === null) return
  const { lane, after } = wanted
  sender.isReading = true
  const page = await port.readBack(lane, after).catch((): Page => ({ messages: [], readTo: after.record }))
  sender.isReading = false
  outbox.refill(wanted, page)
  if (outbox.counts.left === null) port.changed()
  if (page.readTo > after.record) return pump(sender)
  sender.isPausing = true
  timing.schedule(() => {
    sender.isPausing = false
    pump(sender)
  }, READ_AGAIN_MS)
}

async function readReplays(sender: Sender): Promise<void> {
  if (await sender.replays.read()) pump(sender)
}

/** It will not be sent: count and report it, and carry on. */
function leaveOut({ outbox, refusals, suspects, leftOut$, port }: Sender, entry: Entry, reason: string, text: string): void {
  outbox.done(entry)
  outbox.refuse()
  refusals.settle(entry.message)
  suspects.forget(entry.message)
  leftOut$.next(refusedOf(entry.message, reason))
  port.warn(`${entry.message.topic} was not published: ${text}`)
  port.changed()
}

const leaveOutLarge = (sender: Sender, entry: Entry, bytesMax: number): void =>
  leaveOut(
    sender,
    entry,
    `larger than the ${bytesMax} bytes that the broker accepts`,
    `the broker accepts packets of at most ${bytesMax} bytes; raise its limit to ${NEEDED_BYTES}`,
  )

/** `error` null: the broker has accepted it. */
export function hearAnswer(sender: Sender, entry: Entry, error: Error | null): void {
  if (error === null) hearAccepted(sender, entry)
  else hearRefusal(sender, entry, error)
  pump(sender)
}

function hearAccepted({ connection, outbox, refusals, suspects, timing, port }: Sender, entry: Entry): void {
  connection?.hasAccepted(packetBytes(entry.message))
  suspects.accepted(entry.message, timing.now())
  port.accepted()
  // One before it was refused: it is sent again after that one, so that everything stays in order.
  if (outbox.isHeld(entry.message)) {
    refusals.passed(entry.message)
    return
  }
  outbox.done(entry)
  if (refusals.settle(entry.message)) port.changed()
}

function hearRefusal(sender: Sender, entry: Entry, error: Error): void {
  const { outbox, refusals, timing, port } = sender
  const { message } = entry
  if (outbox.isHeld(message)) return
  const reason = refusalReason(error)
  const isKept = message.retain || laneNameOf(message) !== null
  if (!isKept || isHopeless(error) || !refusals.mayWait(message, reason)) {
    leaveOut(sender, entry, reason, `the broker does not accept it: ${reason}`)
    return
  }
  outbox.hold(message)
  port.changed()
  sender.cancelPause ??= timing.schedule(() => tryAgain(sender), refusals.nextPauseMs())
}

function tryAgain(sender: Sender): void {
  const { connection, outbox, refusals, suspects, timing, port } = sender
  sender.cancelPause = null
  if (connection === null) return
  const isUnderWay = [...connection.inflight.keys()].some(({ message }) => outbox.isHeld(message))
  if (isUnderWay) sender.cancelPause = timing.schedule(() => tryAgain(sender), READ_AGAIN_MS)
  else {
    suspects.tryAgain()
    outbox.again(refusals.topics, port.birth())
  }
  pump(sender)
}
