/** The device's side of one that only talks: what it sends for what it senses, and the faults that such devices are known for. */
import type { Card, Scan } from '../../devices/scan.ts'

/** What becomes of the card in the message that a fault befalls. `unseen`: nothing that arrives shows that there was one. */
type Fate = 'heard' | 'unread' | 'told lost' | 'unseen'

export interface TwinFault {
  readonly does: string
  /** What arrives instead of the message. */
  readonly change: (message: string, random: () => number) => string
  readonly fate: Fate
  /** The next message cannot be told from it, so that one is lost with it. */
  readonly takesNext?: true
}

/** `??`: it could not read a card. null: it has no word for that. */
export type Voice = (scan: Scan) => string | null

export interface Twin {
  /** As in the table's configuration. */
  readonly driver: string
  /** As it would be written in the configuration. */
  readonly serial: string
  /** What it says first after it is switched on. */
  readonly hello: string
  readonly begin: () => Voice
  readonly faults: { readonly [name: string]: TwinFault }
  /** Its card file: the tags of each card. @default none */
  readonly tags?: ReadonlyMap<Card, readonly string[]>
}

export const whole = (random: () => number, below: number): number => Math.floor(random() * below)

/** Bytes of every kind, 1 to `most`. */
export function garbage(random: () => number, most: number): string {
  let text = ''
  for (let left = 1 + whole(random, most); left > 0; left--) text += String.fromCharCode(whole(random, 256))
  return text
}

/** One bit is the other way round, in a byte from `from` to `to`. */
export function flipped(message: string, random: () => number, from = 0, to = message.length): string {
  const at = from + whole(random, to - from)
  const byte = message.charCodeAt(at) ^ (1 << whole(random, 8))
  return message.slice(0, at) + String.fromCharCode(byte) + message.slice(at + 1)
}
