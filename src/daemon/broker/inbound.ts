/**
 * Messages from the broker to the table, by topic: commands through their gate, acknowledgements of an audit sink, and messages on the
 * table's own topics.
 */
import type { IPublishPacket } from 'mqtt'
import { type Observable, Subject } from 'rxjs'
import type { RawCommand } from '../../wire/commands.ts'
import { commandGate } from './command-gate.ts'
import type { Schedule } from './goodbye.ts'
import { inTurns } from './in-turns.ts'
import { ownWords } from './own-words.ts'

/** A payload as received. `isKept`: the broker kept it from before the connection. */
export interface Receipt {
  readonly payload: Uint8Array
  readonly isKept: boolean
}

export interface InboundTopics {
  /** `casino/v1/{property}/{pit}/{table}/cmd/+/+` */
  readonly commandTopic: string
  /** Where an audit sink reports what it holds. */
  readonly receiptTopic: string
  /** The table's own status: nobody else should publish there. */
  readonly statusTopic: string
  /** Filters of other topics on which only the table should publish, each ending in `/+`. @default none */
  readonly ownTopics?: readonly string[]
}

/**
 * A message on a topic of the table that it did not write. `isKept`: the broker kept it from before the connection, so it may be the
 * table's after all.
 */
export interface ForeignWords extends Receipt {
  readonly topic: string
}

export interface Inbound {
  readonly commands$: Observable<RawCommand>
  readonly receipts$: Observable<Receipt>
  /** The table's own messages come back here as well. */
  readonly statuses$: Observable<Receipt>
  readonly foreign$: Observable<ForeignWords>
  /** The table is about to publish this. */
  said(topic: string, payload: string): void
  /** `nowMs`: monotonic. */
  take(topic: string, payload: Buffer, packet: IPublishPacket, nowMs: number): void
  /** Commands beyond the rate, since the start. */
  ignored(): number
  complete(): void
}

/**
 * Commands per turn of the event loop: journaling, judging, reporting and answering one takes some hundred microseconds. The gate lets
 * hundreds through at once.
 */
const COMMANDS_A_TURN = 8

export function inboundOf({ receiptTopic, statusTopic, ownTopics = [] }: InboundTopics, schedule: Schedule): Inbound {
  const gate = commandGate()
  const commands$ = new Subject<RawCommand>()
  const handOn = inTurns<RawCommand>(COMMANDS_A_TURN, (command) => commands$.next(command), schedule)
  const receipts$ = new Subject<Receipt>()
  const statuses$ = new Subject<Receipt>()
  const foreign$ = new Subject<ForeignWords>()
  const own = ownWords()
  const prefixes = ownTopics.map((filter) => filter.slice(0, -1))
  const isOwnTopic = (topic: string): boolean => prefixes.some((prefix) => topic.startsWith(prefix))
  return {
    commands$,
    receipts$,
    statuses$,
    foreign$,
    said: (topic, payload) => {
      if (isOwnTopic(topic)) own.said(topic, payload)
    },
    take: (topic, payload, packet, nowMs) => {
      if (topic === receiptTopic) return receipts$.next({ payload, isKept: packet.retain })
      if (topic === statusTopic) return statuses$.next({ payload, isKept: packet.retain })
      if (isOwnTopic(topic)) {
        if (packet.retain || !own.isOwn(topic, payload)) foreign$.next({ topic, payload, isKept: packet.retain })
        return
      }
      const passage = gate.at(topic, nowMs)
      if (passage !== 'ignore') handOn({ ...rawCommand(topic, payload, packet), isBeyondRate: passage === 'refuse' })
    },
    ignored: gate.ignored,
    complete: () => {
      for (const each$ of [commands$, receipts$, statuses$, foreign$]) each$.complete()
    },
  }
}

function rawCommand(topic: string, payload: Buffer, packet: IPublishPacket): RawCommand {
  const { responseTopic, correlationData } = packet.properties ?? {}
  return {
    topic,
    payload,
    retain: packet.retain,
    ...(responseTopic === undefined ? {} : { responseTopic }),
    ...(correlationData === undefined ? {} : { correlationData }),
  }
}
