/**
 * What station 4 gives to the fold: an Observation is what a sensor reported, when (event time) and where. Observations are the only input
 * of the fold; their order is the journal's.
 */
import type { Rejected, Scan } from '../../devices/scan.ts'
import type { Facts } from '../rules/facts.ts'

/** A person's command, as the journal records it and the fold sees it. */
export interface Command {
  readonly kind: 'command'
  readonly user: string
  readonly name: string
  readonly correlation: string
  /** Decoded by the command's form; null if it was refused, so that nobody can fill the journal with nonsense. */
  readonly args: unknown
  /** null: valid; a `command.answered` after it has the result. */
  readonly error: string | null
  /** The user's name is only claimed. */
  readonly unverified?: true
}

/**
 * Faults of the machine the daemon runs on, by the names of their alarms: the disk, its free space, the head kept next to the signing key, a certificate, the clock, the broker,
 * another daemon of the same table, another client under its name, messages that the broker refuses, that were left out, or that wait for it, a message too large for it, an audit
 * sink that holds something else, a table that is late, a serial number that two devices have, a device that does not prove that it holds
 * its key, and messages on the table's topics that the table did not write.
 */
export type HostAlarm =
  | 'journal'
  | 'journal-room'
  | 'journal-head'
  | 'journal-cut'
  | 'journal-accepted'
  | 'certificate'
  | 'clock'
  | 'broker'
  | 'second-daemon'
  | 'takeover'
  | 'broker-full'
  | 'refused'
  | 'left-out'
  | 'backlog'
  | 'message'
  | 'receipt'
  | 'lagging'
  | 'cloned-serial'
  | 'unproven-device'
  | 'forged-words'

/** What a person reads about the alarm. */
export interface HostWords {
  readonly code: string
  readonly text: string
  readonly remedy: string
  /** What the two say, as data; older versions do not say it. */
  readonly facts?: Facts
}

/** Whether cards or chips are concerned; if not, something else that a round rests on, such as the pointer. null: nothing of a round. */
export type Playing = boolean | null

export interface Origin {
  /** Event time, Unix ms, from the device's clock. Evidence inside the fold, never a sort key. */
  readonly at: number
  /** The device lines it is based on, `shoe:SH-00412/57/1905` (device:serial/boot/seq); empty for the daemon's own observations. */
  readonly cause: string
  /** The line arrived after it had been given up as missing: the lines after it had already been used. */
  readonly late?: true
  /** Ids of chips on the spot that are not in the table's chip file. */
  readonly foreign?: readonly string[]
}

/** The device that reported it, by the first line it is based on. */
export const deviceOf = ({ cause }: Origin): string => cause.slice(0, Math.max(0, cause.indexOf(':')))

export type Observation = Origin &
  (
    | Scan
    | Rejected
    /** `playing`: cards or chips may be among the missing events, not only movements of the pointer. */
    | { readonly kind: 'missing'; readonly device: string; readonly playing: boolean; readonly from: number; readonly to: number }
    | {
        readonly kind: 'identity'
        readonly device: string
        readonly serial: string
        readonly deviceBoot: number
        readonly firmware: string
        readonly continued: boolean
        readonly playing: Playing
        /** It may have told something of the round that goes on before it was first heard. */
        readonly unheard?: true
      }
    | { readonly kind: 'incident'; readonly device: string; readonly code: string; readonly text: string }
    | { readonly kind: 'link'; readonly device: string; readonly playing: Playing; readonly up: boolean; readonly reason: string }
    /** `words` null: the alarm is over. */
    | { readonly kind: 'host'; readonly alarm: HostAlarm; readonly words: HostWords | null }
    | { readonly kind: 'start'; readonly boot: number; readonly software: string }
    | Command
    | { readonly kind: 'tick' }
  )

export type ObservationOf<K extends Observation['kind']> = Extract<Observation, { readonly kind: K }>
