/**
 * The journal's records: one per event at the table's rim, in the one total order in which the fold sees them. Conclusions (`event`) follow
 * the records they rest on and are skipped on replay.
 */
import type { Command, HostAlarm, HostWords } from '../engine/observation.ts'

export interface RecordHead {
  /** Record number, 1, 2, 3, ... for the life of the journal. */
  readonly n: number
  /** The machine's wall clock when the record was received, Unix ms, unadjusted. Never event time. */
  readonly t: number
  /** Table time then: Unix ms that only increase, however the wall clock is set. Absent in older journals, in which `t` takes its place. */
  readonly m?: number
}

/** Whose journal this is: its first record, repeated if the rules or the key change. The newest counts; `stream` is the same in all. */
export interface HeadBody {
  readonly kind: 'head'
  readonly stream: string
  readonly property: string
  readonly pit: string
  readonly table: string
  readonly house: string
  readonly rulesSha256: string
  /** The key to check seals with: base64 of its DER form. Absent in journals older than seals. */
  readonly publicKey?: string
}

export interface CommandBody extends Command {
  /** Size of the payload of a refused command. */
  readonly bytes?: number
}

export type RecordBody =
  | HeadBody
  /**
   * The daemon started: `boot` counts the starts in this journal. `code`: digest of the running code, which distinguishes two builds of one
   * version (`src/daemon/serve/code-digest.ts`); left out by versions that did not state it.
   */
  | {
      readonly kind: 'start'
      readonly boot: number
      readonly software: string
      readonly code?: string
      readonly rulesSha256: string
    }
  /**
   * One accepted device line in sequence. Event time = the line's own clock + `offset` (ms; null: that clock is taken as Unix ms).
   * `late`: it came after `missing` was recorded. `foreign`: ids of chips in it that were not in the chip file then.
   */
  | {
      readonly kind: 'line'
      readonly device: string
      readonly serial: string
      readonly boot: number
      readonly seq: number
      readonly offset: number | null
      readonly line: string
      readonly late?: true
      readonly foreign?: readonly string[]
    }
  /** Device lines `from`..`to` (sequence numbers, inclusive) will not come. */
  | {
      readonly kind: 'missing'
      readonly device: string
      readonly serial: string
      readonly boot: number
      readonly from: number
      readonly to: number
    }
  /** A device identified itself (TLP HI): at its first HI, at a new boot, or when the serial number changed. */
  | {
      readonly kind: 'identity'
      readonly device: string
      readonly serial: string
      readonly boot: number
      readonly firmware: string
      /** false: its sequence restarts at 1: a new stream; whatever was unacknowledged is lost. */
      readonly continued: boolean
      /** Before this journal first heard it, it may have told something of the round that went on. */
      readonly unheard?: true
    }
  /** Something the technician must know: `seq-conflict`, `new-stream`, `unknown-serial`, ... */
  | {
      readonly kind: 'incident'
      readonly device: string
      readonly code: string
      readonly text: string
      /** The body concerned: a second line with the same number. Published only with the journal itself. */
      readonly line?: string
    }
  | { readonly kind: 'link'; readonly device: string; readonly up: boolean; readonly reason: string }
  /** A fault of the machine itself, or its new text because it got worse; `words` null: it is over. */
  | { readonly kind: 'host'; readonly alarm: HostAlarm; readonly words: HostWords | null }
  /** The machine's wall clock was set: from here on it is this much further ahead of table time, ms; negative: further behind. */
  | { readonly kind: 'clock'; readonly stepMs: number }
  /** Nothing was reported, but a lag ended: lets a replay see time pass where the live fold saw it. */
  /** `to`: event time up to which silence means that nothing happened, Unix ms; left out: the record's own. */
  | { readonly kind: 'tick'; readonly to?: number }
  /** The state after record `covers` is about to be kept; `sha256` is that of the file, 64 hexadecimal digits. */
  | { readonly kind: 'checkpoint'; readonly covers: number; readonly sha256: string }
  /**
   * The table signs all records up to `covers`, the one before: `hash` is the hash after it, `at` ISO 8601, `signature` base64 (`src/base/records/seal.ts`).
   * `kept`: what was on stable storage outside the segment files by then: the last records covered by the kept head and by the newest
   * state; 0: nothing. `end`: the daemon stopped here, so only another start follows.
   */
  | {
      readonly kind: 'seal'
      readonly covers: number
      readonly hash: string
      readonly at: string
      readonly signature: string
      readonly kept: { readonly head: number; readonly state: number }
      readonly end?: true
    }
  /**
   * The configuration in force from here on: its digest, one for each key, and the keys that changed since the last record of this kind.
   * `terms`: all of it that judges or counts (`src/daemon/stations/judged-terms.ts`); left out by versions that did not state it.
   */
  | {
      readonly kind: 'config'
      readonly sha256: string
      readonly keys: { readonly [key: string]: string }
      readonly changed: readonly string[]
      readonly terms?: object
    }
  /** Something kept outside contradicts this journal, and a person ordered the daemon to go on with it. `heads`: what need not be asked again. */
  | {
      readonly kind: 'accepted'
      readonly reason: string
      readonly doubts: readonly string[]
      readonly heads: readonly { readonly seq: number; readonly hash: string }[]
    }
  /**
   * The first record of a segment from which a journal can be read after the segments before it were released: whose journal it is, the
   * hash and the crc after the record before, and the state at that point, as in a checkpoint.
   */
  | (Omit<HeadBody, 'kind'> & {
      readonly kind: 'base'
      readonly hash: string
      readonly chain: string
      readonly state: string
    })
  /** The segments with the records up to `to` are about to be removed: an audit sink holds them. */
  | { readonly kind: 'released'; readonly to: number }
  /** A command and its outcome. */
  | CommandBody
  /** A conclusion as it was issued (the envelope of the wire contract). */
  | { readonly kind: 'event'; readonly envelope: { readonly id: string; readonly sequence: string } & Readonly<{ [key: string]: unknown }> }

export type JournalRecord = RecordHead & RecordBody

/** Replaces a record on `log` that no message can hold. `bytes`: size of that record as JSON; `sha256`: its hash, 64 hexadecimal digits. */
export interface OmittedRecord extends RecordHead {
  readonly kind: 'omitted'
  readonly of: RecordBody['kind']
  readonly bytes: number
  readonly sha256: string
}
export type LoggedRecord = JournalRecord | OmittedRecord

/** Table time of a record. */
export const tableTimeOf = ({ t, m = t }: RecordHead): number => m
export type RecordOf<K extends RecordBody['kind']> = Extract<JournalRecord, { readonly kind: K }>
