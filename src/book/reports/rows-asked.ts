/** The rows that a report is made from, as `queries.ts` fetches them: only the columns in use. */

import type { Silencing } from '../queries/silencing.ts'
import type {
  AlarmStepRow,
  CommandRow,
  DealerSpellRow,
  DeviceEventRow,
  FindingRow,
  RoundRow,
  ShoeRow,
  SpotRow,
  StreamRow,
  TableRow,
} from '../rows.ts'
import type { Described } from './in-force.ts'

/** Times in Unix ms, `to` excluded. */
export interface Asked {
  /** Names of tables; empty: all. */
  readonly tables: readonly string[]
  readonly from: number
  readonly to: number
  /** Only rounds and findings of this dealer; null: of all dealers. */
  readonly dealer: string | null
}

export type AskedTable = Pick<TableRow, 'id' | 'property' | 'pit' | 'name' | 'house' | 'currency' | 'exponent'>
export type AskedStream = Pick<StreamRow, 'id' | 'table_id' | 'complete_to' | 'heard_to' | 'last_at'>
export type AskedShoe = Pick<ShoeRow, 'stream_id' | 'loaded_at' | 'ended_at' | 'cards_out'>
export type AskedRound = Pick<
  RoundRow,
  | 'stream_id'
  | 'round'
  | 'shoe'
  | 'opened_at'
  | 'closed_at'
  | 'dealer_id'
  | 'rules_sha256'
  | 'boxes'
  | 'hands'
  | 'state'
  | 'readings'
  | 'revised'
  | 'lagging'
> & {
  /** According to the likeliest reading. */
  readonly decisions: number
}
export type AskedSpot = Pick<
  SpotRow,
  'stream_id' | 'round' | 'box' | 'area' | 'due' | 'moved' | 'best_staked' | 'best_due' | 'best_moved' | 'certain'
>
export type AskedFinding = Pick<
  FindingRow,
  | 'stream_id'
  | 'finding'
  | 'code'
  | 'grade'
  | 'severity'
  | 'round'
  | 'box'
  | 'amount_wrong'
  | 'group_id'
  | 'dealer_id'
  | 'raised_at'
  | 'changed_at'
  | 'withdrawn_at'
  | 'corrected'
  | 'other_rules'
> & {
  /** It is of no group, or the likeliest of its group that stands. */
  readonly counts: 0 | 1
}
export type AskedStep = Pick<AlarmStepRow, 'stream_id' | 'alarm' | 'at' | 'step'>
export type AskedCommand = Pick<CommandRow, 'stream_id' | 'user' | 'name' | 'args' | 'ok'>
export type AskedDevice = Pick<DeviceEventRow, 'stream_id' | 'at' | 'device' | 'kind' | 'up'>

/** A round or a loaded shoe: the table was open then. Times in Unix ms. */
export interface AskedActivity {
  readonly stream_id: number
  /** null: it is no round. */
  readonly round: string | null
  readonly from: number
  readonly to: number
  readonly isRound: boolean
  /** Who dealt the round; null: nobody was named, or it is no round. */
  readonly dealer_id: string | null
}

/** `to_at`: when he was relieved, or the last that was heard of his table. */
export type AskedSpell = Pick<DealerSpellRow, 'stream_id' | 'dealer_id' | 'from_at'> & { readonly to_at: number }

/** A box with paid doubles or splits: the decisions of one of its hands, space-joined. */
export interface RaisedHand {
  readonly stream_id: number
  readonly round: string
  readonly box: number
  readonly actions: string
}

export interface ShiftRows {
  /** What the rows leave out, for a person, a line each. */
  readonly notCounted: readonly string[]
  readonly tables: readonly AskedTable[]
  readonly streams: readonly AskedStream[]
  /** Oldest first. Only those in force at a round or now are fetched whole; `described` null: it is none of these. */
  readonly descriptions: readonly (Described & { readonly described: string | null })[]
  /** Of all dealers, and a little longer than the span. */
  readonly activities: readonly AskedActivity[]
  readonly spells: readonly AskedSpell[]
  /** Those that ended in the span, and those that have not ended. */
  readonly shoes: readonly AskedShoe[]
  readonly rounds: readonly AskedRound[]
  readonly raised: readonly RaisedHand[]
  readonly spots: readonly AskedSpot[]
  readonly findings: readonly AskedFinding[]
  readonly steps: readonly AskedStep[]
  readonly devices: readonly AskedDevice[]
  readonly commands: readonly AskedCommand[]
  readonly silencings: readonly Silencing[]
}
