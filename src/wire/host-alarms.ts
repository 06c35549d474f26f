/**
 * Alarms about the machine on which the daemon runs: its disk, its certificates, its clock, and what it cannot deliver in time. A
 * function for each gives its row (`host-rows.ts`) the figures.
 */
import type { HostAlarm, HostWords } from '../engine/observation.ts'
import { wordsIn } from '../procedure/alarm-row.ts'
import type { NamedMessage } from '../procedure/catalogue/figures.ts'
import { HOST_ROWS } from './host-rows.ts'

export type { HostAlarm, HostWords } from '../engine/observation.ts'

/** Their topics: `alarm/journal`, ... No finding and no device fault has one of these names. */
export const HOST_ALARMS = [
  'journal',
  'journal-room',
  'journal-head',
  'journal-cut',
  'journal-accepted',
  'certificate',
  'clock',
  'broker',
  'second-daemon',
  'takeover',
  'broker-full',
  'refused',
  'left-out',
  'backlog',
  'message',
  'receipt',
  'lagging',
  'cloned-serial',
  'unproven-device',
  'forged-words',
] as const satisfies readonly HostAlarm[]

const words = wordsIn<keyof typeof HOST_ROWS>(HOST_ROWS)

/** A reason may name a path of any length, a certificate any host. */
const NAMED_LENGTH_MAX = 300
const short = (text: string, length: number = NAMED_LENGTH_MAX): string => text.slice(0, length)
const timeOf = (ms: number): string => new Date(ms).toISOString()

export const diskWords = (reason: string): HostWords => words('JOURNAL-FAILED', { reason: short(reason) })

/** `percent`: at least this share of the room is taken. */
export const roomWords = (percent: number): HostWords => words('JOURNAL-FILLS', { percent })

/** `reason`: of the disk, or what is known of it before anything is written. */
export const headWords = (reason: string): HostWords => words('HEAD-NOT-KEPT', { reason: short(reason) })

/** `line`, `bytes`: where the removed end of that file began, and how long it was. */
export const cutWords = (file: string, line: number, bytes: number): HostWords =>
  words('JOURNAL-CUT', { bytes, line, file: file.slice(-NAMED_LENGTH_MAX) })

export const acceptedWords = (reason: string, doubts: readonly string[]): HostWords =>
  words('JOURNAL-ACCEPTED', { reason: short(reason), doubts: short(doubts.join('; '), 2 * NAMED_LENGTH_MAX) })

/** Whose certificate, and under which name or key of the configuration it is known. */
export interface Certificate {
  readonly whose: 'broker' | 'table'
  readonly name: string
}

/** `days`: it expires within this many; 0: it has expired. */
export const certificateWords = ({ whose, name }: Certificate, days: number, until: string): HostWords =>
  words('CERTIFICATE-ENDS', { whose: [whose, short(name)], until, days }, days === 0 ? 'over' : days === 1 ? 'last-day' : undefined)

/** `stepMs`: how far it was set, negative: back. `atMs`: the time it was set to. */
export const clockWords = (stepMs: number, atMs: number): HostWords =>
  words('CLOCK-SET', { length: Math.abs(stepMs), time: timeOf(atMs) }, stepMs < 0 ? undefined : 'forward')

/** `url`: the one tried first. `sinceMs`: Unix ms. */
export const brokerWords = (url: string, sinceMs: number): HostWords => words('BROKER-LOST', { url: short(url), time: timeOf(sinceMs) })

/** `instance`: as the other daemon gives it. `heardAtMs`: when it was first heard, Unix ms. */
export const secondDaemonWords = (instance: string, heardAtMs: number): HostWords =>
  words('SECOND-DAEMON', { instance, time: timeOf(heardAtMs) })

/** How a takeover is known: the broker said so, the table concludes it, or its own broker prevented it. */
export type TakeoverKind = 'said' | 'concluded' | 'prevented'

export const takeoverWords = (url: string, kind: TakeoverKind): HostWords => words('BROKER-TAKEOVER', { url: short(url) }, kind)

export const brokerFullWords = (): HostWords => words('BROKER-FULL')

/** More than people read; the rest is in the journal. */
const MESSAGES_MAX = 32

/** `topic`, `from`: the first message that waits. */
export const refusedWords = ({ topic, from, reason }: Omit<NamedMessage, 'to'>): HostWords =>
  words('BROKER-REFUSES', { messages: [{ topic: short(topic), from, to: from, reason: null }], reason: short(reason ?? '') })

export const leftOutWords = (messages: readonly NamedMessage[]): HostWords =>
  words('MESSAGE-REFUSED', { messages: messages.slice(0, MESSAGES_MAX).map((each) => ({ ...each, reason: short(each.reason ?? '') })) })

/** `from`: the first event that is no longer kept in memory. */
export const backlogWords = (from: number): HostWords => words('BROKER-BEHIND', { from })

export const caughtUpWords = (from: number, to: number): HostWords => words('BROKER-BEHIND', { from, to }, 'over')

/** `id`, `bytes`: of the message. */
export const tooLargeWords = (id: string, bytes: number): HostWords => words('MESSAGE-TOO-LARGE', { id: short(id), bytes })

/** `sink` null: it has not named itself. `fault`: why it is not believed. */
export const receiptWords = (sink: string | null, fault: string): HostWords =>
  words('SINK-DIFFERS', { ...(sink === null ? {} : { sink }), fault: short(fault) })

export const laggingWords = (): HostWords => words('LAGGING')

/** A device as a person finds it: its name in the configuration and its serial number. */
export const namedDevice = ({ name, serial }: { readonly name: string; readonly serial: string }): string => `${name} (${serial})`

/** `devices`: from `namedDevice`, one or more. */
export const clonedWords = (devices: readonly string[]): HostWords => words('CLONED-SERIAL', { devices: short(devices.join(', ')) })

/** `devices`: from `namedDevice`, one or more. */
export const unprovenWords = (devices: readonly string[]): HostWords => words('DEVICE-UNPROVEN', { devices: short(devices.join(', ')) })

/** `topic`: below the table's own. `heardAtMs`: Unix ms. */
export const forgedWords = (topic: string, heardAtMs: number): HostWords =>
  words('FORGED-WORDS', { topic: short(topic), time: timeOf(heardAtMs) })
