/**
 * What the table publishes in addition to its round events: `type` -> data. Times are ISO 8601 in UTC, amounts integers in the table's
 * minor unit. `src/engine/event.ts` has the round, device and system events.
 */

import type { TableEventData } from '../engine/event.ts'
import type { RoundView, TableView } from '../engine/view.ts'
import type { AlarmState, Grounds } from '../procedure/alarms.ts'
import type { AlarmFacts } from '../procedure/facts.ts'
import type { AlarmGroup, ClauseData, FindingEventData, SEVERITIES } from '../procedure/finding.ts'
import type { Facts } from '../rules/facts.ts'
import type { FindingCode } from '../rules/house/finding-code.ts'
import type { Reason } from '../rules/reasons.ts'
import type { Refusal } from '../rules/refusals.ts'
import type { Limits } from '../rules/table.ts'
import type { LoggedRecord } from './record.ts'
import type { Keyed } from './stream.ts'

export { ALARM_STATES } from '../procedure/alarms.ts'

export interface AlarmData {
  /** The id of a finding or of a group in lower case, or a fault's own. */
  readonly alarm: string
  readonly state: AlarmState
  /** Rises with every change; commands on the alarm name it. */
  readonly rev: number
  readonly code: string
  readonly severity: (typeof SEVERITIES)[number]
  readonly since: string
  readonly round: string | null
  readonly box: number | null
  readonly text: string
  readonly remedy: string | null
  /** What the two say, as data; null, or left out by older versions: nothing but words is known. */
  readonly facts?: AlarmFacts | Facts | null
  /** What its finding rests on; null: it is of no finding. */
  readonly grounds: Grounds | null
  /** Errors of which one was made, the alarm's own among them; null: it is of one alone, or of no finding. */
  readonly group: AlarmGroup | null
  /** Who last changed the state, and his note. */
  readonly user: string | null
  /** His name is only claimed: his broker has no logins. */
  readonly unverified?: boolean
  readonly note: string | null
  /** Shelved until. */
  readonly until: string | null
}

/** `conn` counts the daemon's connections to the broker since its start. `instance`: 8 hexadecimal digits, drawn at each start; older versions have none. */
export type StatusData =
  | {
      readonly state: 'ready'
      readonly instance?: string
      readonly boot: number
      readonly conn: number
      readonly since: string
      /** How late the table was when it began to lag behind its devices; left out: it keeps up. */
      readonly lagMs?: number
    }
  | { readonly state: 'lost'; readonly instance?: string; readonly boot: number; readonly conn: number }
  | { readonly state: 'stopped'; readonly instance?: string }

export interface DescribeData {
  readonly software: string
  /** Version of this tree of topics and payloads. */
  readonly schema: number
  readonly house: string
  /** Every parameter in force. `table`: the table's configuration sets it. */
  readonly rules: {
    readonly [rule: string]: { readonly value: unknown; readonly source: 'document' | 'default' | 'table'; readonly clause: ClauseData }
  }
  readonly rulesSha256: string
  /** ISO 4217; amounts are integers of its minor unit, one of which is 10 to the power of minus `exponent`. */
  readonly currency: string
  readonly exponent: number
  readonly limits: Limits
  readonly boxes: number
  readonly spots: readonly string[]
  readonly devices: readonly {
    readonly name: string
    readonly role: string
    readonly driver: string
    readonly serial: string
    readonly firmware: string | null
  }[]
  /** Retained topics below the table's base. */
  readonly retained: readonly string[]
}

export interface DeviceStateData {
  readonly device: string
  readonly up: boolean
  /** Why it is down. */
  readonly reason: string | null
  readonly serial: string
  readonly boot: number | null
  readonly firmware: string | null
  readonly lastHeartbeat: string | null
  /** Error counters by kind, both the device's and the host's. */
  readonly errors: { readonly [kind: string]: number }
  /** Unacknowledged events in the device's ring, and its size. */
  readonly ringFill: number | null
  readonly ringSize: number | null
  /** Event time = device clock + this. */
  readonly clockOffsetMs: number | null
}

export interface PaceData {
  readonly roundsPerHour: number | null
  readonly handsPerHour: number | null
  readonly cardsPerHour: number | null
  readonly lastRoundAgeSeconds: number | null
}

/** The newest seal of the journal (`src/base/records/seal.ts`). `hash`: hexadecimal; `signature`, `publicKey`: base64. */
export interface CheckpointData {
  readonly stream: string
  /** The last record it covers. */
  readonly seq: number
  readonly hash: string
  readonly signature: string
  readonly publicKey: string
  readonly at: string
}

export interface StateData {
  status: StatusData
  describe: DescribeData
  'state.table': TableView
  'state.round': RoundView
  'state.pace': PaceData
  'state.device': DeviceStateData
  alarm: AlarmData
  checkpoint: CheckpointData
}

/** Data as a consumer has it. He may be older than the table, so any text may be the code of a finding. */
export type Heard<T> = T extends FindingCode
  ? string
  : T extends readonly (infer U)[]
    ? readonly Heard<U>[]
    : T extends object
      ? { readonly [K in keyof T]: Heard<T[K]> }
      : T

/** Why a round is void or gets no complete verdict: in English, and as a code with its figures, which older versions do not say. */
interface RoundReason {
  readonly round: string
  readonly reason: string
  readonly why?: Reason
}

/** A TableEvent's data with the words for people. */
export interface ToldEventData extends Omit<TableEventData, 'round.void' | 'round.incomplete'> {
  'round.void': RoundReason
  'round.incomplete': RoundReason
}

/** Every envelope's `type` -> its data, first as the table concludes it, then as the wire carries it. */
export interface SaidData extends ToldEventData, FindingEventData, StateData {
  log: LoggedRecord
}
export type MessageData = { readonly [T in keyof SaidData]: T extends 'log' ? SaidData[T] : Keyed<SaidData[T]> }
export type MessageType = keyof MessageData
/** Types that the table numbers for life; all others are state. */
export type EventType = keyof TableEventData | keyof FindingEventData

/** A command as its payload carries it (MQTT 3.1.1; under 5 the first two may be properties). Other keys are its arguments. */
export interface CommandData {
  readonly correlation?: string
  readonly replyTo?: string
  /** Unix ms or ISO 8601. */
  readonly expires?: number | string
  readonly [argument: string]: unknown
}

export interface ReplyData {
  readonly correlation: string
  readonly ok: boolean
  /** null when `ok`. */
  readonly error: string | null
  /** The same as data; left out: it is carried out, or its words are those of a program that made a mistake. */
  readonly why?: Refusal
  /** For a replay: the records that will be sent. */
  readonly fromSeq?: number
  readonly toSeq?: number
  /** Id of the ruling that was made, which begins with its round; left out: none was. */
  readonly ruling?: string
}
