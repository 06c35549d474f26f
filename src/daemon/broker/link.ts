/** A table's link to its broker, as the rest of the program sees it. `client.ts` makes it. */
import type mqtt from 'mqtt'
import type { Observable } from 'rxjs'
import type { MqttConfig } from '../../base/config/table-config.ts'
import type { RawCommand } from '../../wire/commands.ts'
import type { Message } from '../../wire/envelope.ts'
import type { Schedule } from './goodbye.ts'
import type { ForeignWords, InboundTopics, Receipt } from './inbound.ts'
import type { Page, Place } from './lane.ts'
import type { Delivered, LaneName, OutboxLimits } from './outbox.ts'
import type { Refused } from './refusals.ts'
import type { Replays } from './replays.ts'

/** Reads messages of that lane after that place from the journal. If it gets no further than before, the journal has no more yet. */
export type ReadBack = (lane: LaneName, after: Place) => Promise<Page>

export interface BrokerOptions extends InboundTopics {
  readonly mqtt: MqttConfig
  readonly clientId: string
  /** The retained status of connection `conn` (1, 2, 3, ...), and what the broker publishes if the connection breaks. */
  readonly birth: (conn: number) => Message
  readonly will: (conn: number) => Message
  readonly readBack: ReadBack
  readonly limits?: Partial<OutboxLimits>
  /** A line for the person who watches the daemon. */
  readonly warn?: (text: string) => void
}

export interface BrokerDeps {
  readonly connect?: typeof mqtt.connect
  /** Monotonic, ms. */
  readonly now?: () => number
  /** Everything that had come by then has been read, monotonic, ms: silence is judged by it. @default now */
  readonly listenedMs?: () => number
  /** The last time that this process stood still, monotonic, ms. @default null, never */
  readonly stood?: () => { readonly fromMs: number; readonly toMs: number } | null
  /** 0 to 1. */
  readonly random?: () => number
  /** Calls back once after `ms`; returns a function that cancels. */
  readonly schedule?: Schedule
}

/**
 * `queued`: messages not yet acknowledged. `held`: those of them in memory. `left`: the first event that did not fit in memory, so it waits only in the journal; null: none.
 * `dropped`: answers to commands that nobody collected. `refused`: messages left out because they were too large or too many, or because the broker never
 * accepts them. `refusing`: the first message that the broker does not accept at present, so it is sent again from time to time.
 * `ignored`: commands beyond the rate. All are counted since the start.
 */
export type LinkState = (
  | { readonly kind: 'connecting'; readonly url: string }
  | { readonly kind: 'connected'; readonly url: string; readonly conn: number }
  | { readonly kind: 'lost'; readonly url: string; readonly reason: string }
  | { readonly kind: 'stopped' }
) & {
  readonly queued: number
  readonly held: number
  readonly left: number | null
  readonly dropped: number
  readonly refused: number
  readonly ignored: number
  readonly refusing: Refused | null
}

/** Another client connected with this one's id at that broker. */
export interface TakenOver {
  readonly url: string
  /** The broker said so (MQTT 5), or this client concludes it from what the broker did. */
  readonly how: 'said' | 'concluded'
}

export interface BrokerLink {
  readonly clientId: string
  /** In order; never blocks, never throws. Retained messages replace the topic's previous state. Accepts nothing after `stop`. */
  publish(messages: readonly Message[]): void
  /** Sends status, describe and all state again: for a snapshot command, and after any doubt. */
  republish(): void
  /** Sends the status of this connection again because something in it has changed. */
  announce(): void
  /** Continues that lane after `after`, at least up to number `newest`, whatever was on its way. */
  resume(lane: LaneName, after: Place, newest: number): void
  /** How far the broker has acknowledged each lane. */
  delivered(): Delivered
  /** Sent after everything else. A replay under way when the connection breaks ends there. */
  readonly replays: Pick<Replays, 'refusal' | 'begin'>
  readonly commands$: Observable<RawCommand>
  readonly receipts$: Observable<Receipt>
  /** Messages on the table's own status topic, from any sender. */
  readonly statuses$: Observable<Receipt>
  /** What others publish on the table's own topics (`ownTopics`). */
  readonly foreign$: Observable<ForeignWords>
  /** Whether the table has something retained on that topic. */
  holds(topic: string): boolean
  readonly state$: Observable<LinkState>
  /** Messages that are left out, of those that the broker or the table has no room for or does not accept. */
  readonly leftOut$: Observable<Refused>
  readonly takenOver$: Observable<TakenOver>
  /** Sends what it can, then `final` (the retained `stopped`), within STOP_MS_MAX, and disconnects without the will. */
  stop(final: Message): Promise<void>
}
