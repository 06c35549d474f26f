/**
 * The text of alarms about the machine on which the daemon runs: its disk, its certificates, its clock, and what it cannot deliver in time.
 */
import type { HostAlarm, HostWords } from '../engine/observation.ts'

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

/** A reason may name a path of any length, a certificate any host. */
const NAMED_LENGTH_MAX = 300

/** F10. */
export const diskWords = (reason: string): HostWords => ({
  code: 'JOURNAL-FAILED',
  text: `The journal cannot be written to disk: ${reason.slice(0, NAMED_LENGTH_MAX)}.`,
  remedy:
    'Watch the table by eye and call the technician to free space on the disk or replace it. Until then the devices keep their events.',
})

/** F16. `percent`: at least this share of the room is taken. */
export const roomWords = (percent: number): HostWords => ({
  code: 'JOURNAL-FILLS',
  text: `The journal has used at least ${percent} % of the space it may use.`,
  remedy:
    'Call the technician to free space on the disk or raise the limit of the journal. When the space is used up, no more cards are recorded.',
})

/** F10. `reason`: of the disk, or what is known of it before anything is written. */
export const headWords = (reason: string): HostWords => ({
  code: 'HEAD-NOT-KEPT',
  text: `The newest signature over the journal cannot be kept next to the signing key: ${reason.slice(0, NAMED_LENGTH_MAX)}.`,
  remedy:
    'Nothing is lost, and play is not affected, but until it can be kept nobody would notice if the end of the journal were cut off. Call the technician: ' +
    'the folder must accept new files, so free space and file entries (inodes) on its disk, or give the folder back to the daemon.',
})

/** F8, F9. `line`, `bytes`: where the removed end of that file began, and how long it was. */
export const cutWords = (file: string, line: number, bytes: number): HostWords => ({
  code: 'JOURNAL-CUT',
  text: `The journal ended in an incomplete record, which was removed: ${bytes} bytes from line ${line} of ${file.slice(-NAMED_LENGTH_MAX)}.`,
  remedy:
    'A power cut leaves such a record, and no part of it had been acknowledged. If there was no power cut, call the technician: the disk may be failing, or somebody cut the file.',
})

/** F11. */
export const acceptedWords = (reason: string, doubts: readonly string[]): HostWords => ({
  code: 'JOURNAL-ACCEPTED',
  text: `The table is using a journal that is not the one it wrote, because somebody ordered it to: ${reason.slice(0, NAMED_LENGTH_MAX)}. What contradicts the journal: ${doubts.join('; ').slice(0, 2 * NAMED_LENGTH_MAX)}.`,
  remedy: 'Tell surveillance. Only the audit sink or a backup proves the rounds before this moment; this journal does not.',
})

/** F23. `whose`: the start of a sentence. `days`: it expires within this many; 0: it has expired. */
export const certificateWords = (whose: string, days: number, until: string): HostWords => ({
  code: 'CERTIFICATE-ENDS',
  text:
    days === 0
      ? `${whose.slice(0, NAMED_LENGTH_MAX)} expired on ${until}.`
      : `${whose.slice(0, NAMED_LENGTH_MAX)} expires on ${until}, in less than ${days === 1 ? 'a day' : `${days} days`}.`,
  remedy:
    'Call the technician to renew it. Without a valid certificate the table cannot connect to the broker, and the displays show nothing new.',
})

const SECOND_MS = 1000
const MINUTES_FROM_MS = 120_000
const lengthOf = (ms: number): string => (ms < MINUTES_FROM_MS ? `${(ms / SECOND_MS).toFixed(1)} s` : `${Math.round(ms / 60_000)} minutes`)

/** F18. `stepMs`: how far it was set, negative: back. `atMs`: the time it was set to. */
export const clockWords = (stepMs: number, atMs: number): HostWords => ({
  code: 'CLOCK-SET',
  text: `The computer's clock was set ${stepMs < 0 ? 'back' : 'forward'} by ${lengthOf(Math.abs(stepMs))}, to ${new Date(atMs).toISOString().slice(11, 19)} UTC.`,
  remedy:
    'Nothing is lost and no round is affected, but times before and after the change cannot be compared. Call the technician if it happens again: ' +
    "the computer's time service is not working properly.",
})

/** F12, F13. `url`: the one tried first. `sinceMs`: Unix ms. */
export const brokerWords = (url: string, sinceMs: number): HostWords => ({
  code: 'BROKER-LOST',
  text: `There has been no connection to the broker ${url.slice(0, NAMED_LENGTH_MAX)} since ${new Date(sinceMs).toISOString().slice(11, 19)} UTC.`,
  remedy:
    'The table keeps recording, and sends everything when the broker is back. Until then displays show nothing new and commands do not arrive. Call the technician if it lasts: ' +
    '`npm run doctor` says what is wrong.',
})

/** F21. `instance`: as the other daemon gives it. `heardAtMs`: when it was first heard, Unix ms. */
export const secondDaemonWords = (instance: string, heardAtMs: number): HostWords => ({
  code: 'SECOND-DAEMON',
  text: `Another daemon claims to be this table: instance ${instance}, first heard at ${new Date(heardAtMs).toISOString().slice(11, 19)} UTC.`,
  remedy:
    'Displays show what both publish, mixed together, so watch the table by eye. Call the technician to stop the daemon that does not belong here, or to give its table ' +
    'another name. If nobody has started a second daemon, somebody is imitating this table: tell surveillance.',
})

/** How a takeover is known: the broker said so, the table concludes it, or its own broker prevented it. */
export type TakeoverKind = 'said' | 'concluded' | 'prevented'

const NO_ACCIDENT = 'Client ids are drawn at random, so this is no accident: tell surveillance'
const TAKEOVERS: { readonly [kind in TakeoverKind]: (url: string) => Omit<HostWords, 'code'> } = {
  said: (url) => ({
    text: `Another client took this table's place at the broker ${url} by connecting with its client id.`,
    remedy: `The table has connected again, and nothing is lost. ${NO_ACCIDENT}, and check the broker's logins.`,
  }),
  concluded: (url) => ({
    text: `The broker ${url} ended this table's connection although both were working, as it does when another client connects with the same client id.`,
    remedy: `The table has connected again, and nothing is lost. Ask the technician whether somebody ended the connection at the broker, or restarted part of it. If nobody did, another client used the table's client id. ${NO_ACCIDENT}, and check the broker's logins.`,
  }),
  prevented: (url) => ({
    text: `Another client tried to take this table's place at its own broker ${url} by connecting with its client id, and was refused.`,
    remedy: `Nothing is lost. ${NO_ACCIDENT}, and check which programs on this computer connect to the broker.`,
  }),
}

/** F21. It is published once, so it contains no figure that changes. */
export const takeoverWords = (url: string, kind: TakeoverKind): HostWords => ({
  code: 'BROKER-TAKEOVER',
  ...TAKEOVERS[kind](url.slice(0, NAMED_LENGTH_MAX)),
})

export const brokerFullWords = (): HostWords => ({
  code: 'BROKER-FULL',
  text: "All places for clients without a login at the table's own broker are taken: each further one takes the place of the oldest.",
  remedy:
    'The table is not affected, and whoever logs in finds a place, but displays without a login may be disconnected. Close displays that nobody uses. ' +
    'If there are only a few, something else is taking the places: call the technician to find out which programs on this computer connect to the broker.',
})

/** A message as people know it: `topic` below the table's own; an event or a record has numbers, from the first to the last of several. */
export interface NamedMessages {
  readonly topic: string
  readonly from: number | null
  readonly to: number | null
  readonly reason: string
}

const named = ({ topic, from, to }: Omit<NamedMessages, 'reason'>): string => {
  if (from === null) return topic
  const what = topic === 'log' ? 'record' : 'event'
  return from === to || to === null ? `${topic} (${what} ${from})` : `${topic} (${what}s, some or all from ${from} to ${to})`
}

/** `topic`, `from`: the first message that waits. */
export const refusedWords = ({ topic, from, reason }: Omit<NamedMessages, 'to'>): HostWords => ({
  code: 'BROKER-REFUSES',
  text: `The broker does not accept messages of this table, the first of them ${named({ topic, from, to: from }).slice(0, NAMED_LENGTH_MAX)}: ${reason.slice(0, NAMED_LENGTH_MAX)}.`,
  remedy:
    'Nothing is lost: the table keeps the messages and sends them again, in order, until the broker accepts them. Until then displays and the book may lack them. ' +
    "Call the technician to check the broker's memory, its limits and its access rules.",
})

/** F17. */
export const leftOutWords = (messages: readonly NamedMessages[]): HostWords => ({
  code: 'MESSAGE-REFUSED',
  text: `Messages of this table were not published: ${messages
    .map(({ reason, ...which }) => `${named(which)}: ${reason}`)
    .join('; ')
    .slice(0, 2 * NAMED_LENGTH_MAX)}.`,
  remedy:
    "They are in the journal, and everything else works as usual. Call the technician to check the broker's limits: the table will not send these messages again by itself.",
})

const BACKLOG = {
  code: 'BROKER-BEHIND',
  remedy:
    'Nothing is lost: the events are in the journal, and the table sends them in order as soon as the broker accepts them. Call the technician if the broker does not come back.',
} as const

/** F12. `from`: the first event that is no longer kept in memory. */
export const backlogWords = (from: number): HostWords => ({
  ...BACKLOG,
  text: `More events are waiting for the broker than fit in memory: those from ${from} on are kept only in the journal.`,
})

/** The alarm is over; the record still says which events it concerned. */
export const caughtUpWords = (from: number, to: number): HostWords => ({
  ...BACKLOG,
  text: `Events ${from} to ${to} were kept only in the journal while the broker did not accept them; they have now been sent.`,
})

/** F17. `id`, `bytes`: of the message. */
export const tooLargeWords = (id: string, bytes: number): HostWords => ({
  code: 'MESSAGE-TOO-LARGE',
  text: `The message ${id.slice(0, NAMED_LENGTH_MAX)} was not published because it is too large: ${bytes} bytes.`,
  remedy: 'Everything else works as usual. Call the technician, who should keep the journal and report the fault.',
})

/** `sink` null: it has not named itself. `fault`: why it is not believed. */
export const receiptWords = (sink: string | null, fault: string): HostWords => ({
  code: 'SINK-DIFFERS',
  text: `The audit sink${sink === null ? '' : ` ${sink}`} is not believed: ${fault.slice(0, NAMED_LENGTH_MAX)}.`,
  remedy:
    "Play is not affected, and the table removes nothing from its journal. Call the technician: the sink or the journal was altered or exchanged, or another table has this one's name.",
})

/** It is published once, so it contains no figure that changes. */
export const laggingWords = (): HostWords => ({
  code: 'LAGGING',
  text: 'The table is more than 2 s behind its devices: displays and alarms are late.',
  remedy:
    'No card is lost. Searches for errors are cut short until the table has caught up. Call the technician if it does not catch up: something else is using the computer.',
})

/** A device as a person finds it: its name in the configuration and its serial number. */
export const namedDevice = ({ name, serial }: { readonly name: string; readonly serial: string }): string => `${name} (${serial})`

/** F5. `devices`: from `namedDevice`, one or more. */
export const clonedWords = (devices: readonly string[]): HostWords => ({
  code: 'CLONED-SERIAL',
  text: `Two devices at once claim to be ${devices.join(', ').slice(0, NAMED_LENGTH_MAX)}: neither is believed.`,
  remedy:
    'Watch the table by eye and tell surveillance: serial numbers do not repeat by accident. Unplug the device that does not belong here, then confirm the ' +
    'other one with the command `device-confirm`, or enter another serial number in the configuration. The table then reads the events that the genuine device has kept.',
})

/** F5. `devices`: from `namedDevice`, one or more. */
export const unprovenWords = (devices: readonly string[]): HostWords => ({
  code: 'DEVICE-UNPROVEN',
  text: `${devices.join(', ').slice(0, NAMED_LENGTH_MAX)} has not proven that it is the device of this table, so it is not believed.`,
  remedy:
    'Watch the table by eye and tell surveillance: the device may have been exchanged. Call the technician to check that it is the right one, that its firmware ' +
    'answers challenges, and that it holds the same key as the file in the configuration.',
})

/** F20. `topic`: below the table's own. `heardAtMs`: Unix ms. */
export const forgedWords = (topic: string, heardAtMs: number): HostWords => ({
  code: 'FORGED-WORDS',
  text: `Somebody else is publishing as this table: a message on ${topic.slice(0, NAMED_LENGTH_MAX)} at ${new Date(heardAtMs).toISOString().slice(11, 19)} UTC was not written by the table.`,
  remedy:
    'Do not trust an alarm or event of this table unless the journal confirms it, and tell surveillance. The table has removed alarms that it did not raise. ' +
    "Call the technician to tighten the broker's access rules: only the table may write to its topics.",
})
