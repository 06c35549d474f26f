/** The device's side of a reader of chips: what it answers or says by itself, and the faults that such readers are known for. */

/** What an antenna sees of a tag. */
export interface Seen {
  readonly tag: string
  /** Strength, dBm; readers without it ignore it. */
  readonly rssi: number
}

export interface ChipVoice {
  /** What it answers to bytes of the host, latin1. */
  readonly hear: (bytes: string) => string
  /** What it says by itself, asked every `TELL_MS`; `nowMs` monotonic. */
  readonly tell: (nowMs: number) => string
}

export interface ChipFault {
  readonly does: string
  /** What arrives instead of the message. */
  readonly change: (message: string, random: () => number) => string
}

export interface ChipTwin {
  /** As in the table's configuration. */
  readonly driver: string
  readonly serial: 'none'
  /** `see`: what lies before one of its antennas now. */
  readonly begin: (antennas: readonly number[], see: (antenna: number) => readonly Seen[]) => ChipVoice
  readonly faults: { readonly [name: string]: ChipFault }
}

export const TELL_MS = 50

/** The bytes of a tag. */
export const bytesOf = (tag: string): string => Buffer.from(tag, 'hex').toString('latin1')
export const MUTE = (): string => ''
