/**
 * The journal at start-up restores the daemon's position and what it still has to send. It folds what follows the newest checkpoint that
 * can be trusted, or everything if there is none.
 *
 *   records      1 ........ from ........ n | n+1 ................ end
 *                `- chain -´ `- what was  -´ `- folded, judged, encoded -´
 *                   only      published
 */
import type { LinkResume } from '../../../firmware-bridge/link-state.ts'
import type { Message } from '../../wire/envelope.ts'
import type { EventType } from '../../wire/payloads.ts'
import { type JournalRecord, tableTimeOf } from '../../wire/record.ts'
import { eventTopic, type TableName, TOPICS, topicName } from '../../wire/topics.ts'
import type { Checkpoint } from '../journal/checkpoint.ts'
import type { Journal } from '../journal/journal.ts'
import { type CoreContext, type CoreState, initialCore, stepCore } from '../stations/core.ts'
import { type Standing, standingOf } from './base.ts'
import { parseState } from './state-text.ts'
import type { Unfinished } from './unfinished.ts'

export interface Recovered extends Standing {
  /** Envelopes concluded from the journal that it does not contain yet. */
  readonly unwritten: readonly Envelope[]
  /** Events that may not have reached the broker; subscribers recognise them by their ids. */
  readonly unsure: readonly Message[]
}

/** How the state was recovered. */
export interface Recovery extends Recovered {
  /** The last record that was not folded, 0 if all were. */
  readonly covered: number
  /** Table time of the last record, Unix ms. */
  readonly lastMs: number
  /** Numbers of the newest conclusions in the journal, at most UNSURE_MAX. */
  readonly said: readonly number[]
  /** For the person who watches: which checkpoint was used, which were not, and why. */
  readonly notices: readonly string[]
}

/**
 * Events sent again after a restart: those of about a round. The broker had acknowledged all but the last few; more would
 * flood displays with what they already know.
 */
export const UNSURE_MAX = 256

type Envelope = Extract<JournalRecord, { kind: 'event' }>['envelope']

/** `opened` left out: the journal begins with record 1. `unfinished` left out: nothing is kept on the way. */
type Recovering = Pick<Journal, 'records' | 'checkpoints'> &
  Partial<Pick<Journal, 'opened'>> & { readonly unfinished?: Unfinished<Folding> }

/** The fold behind record `n`. */
export interface Folding {
  readonly n: number
  readonly folded: Folded
}

interface Start extends Standing, Pick<Checkpoint, 'n' | 'from'> {}

/** What has been read and folded so far. */
interface Folded {
  state: CoreState
  boots: number
  readonly resume: Map<string, LinkResume>
  lastMs: number
  /** The newest event in the journal. */
  journaled: number
  /** Events as they were published: another version of the software might word differently what subscribers already know by its id. */
  said: { readonly n: number; readonly envelope: Envelope }[]
  unwritten: readonly { readonly sequence: number; readonly envelope: Envelope }[]
}

function note(folded: Folded, record: JournalRecord): void {
  folded.lastMs = Math.max(folded.lastMs, tableTimeOf(record))
  if (record.kind !== 'event') return
  folded.journaled = Math.max(folded.journaled, Number(record.envelope.sequence))
  folded.said.push({ n: record.n, envelope: record.envelope })
  if (folded.said.length > 4 * UNSURE_MAX) folded.said = folded.said.slice(-UNSURE_MAX)
}

function foldRecord(folded: Folded, record: JournalRecord, context: CoreContext) {
  if (record.kind === 'start') folded.boots = record.boot
  followLink(folded.resume, record)
  const [state, { encoded }] = stepCore(folded.state, record, context)
  folded.state = state
  if (encoded.length === 0) return
  const envelopes = encoded.flatMap((each) => (each.ok ? [each.envelope] : []))
  // The envelope is plain JSON; its type names its data more precisely than the journal needs.
  const fresh = envelopes.map((envelope) => ({ sequence: Number(envelope.sequence), envelope: envelope as unknown as Envelope }))
  folded.unwritten = [...folded.unwritten.filter(({ sequence }) => sequence > folded.journaled), ...fresh]
}

/** `passed`: called with the number of each record that is folded; what it throws ends the recovery. */
export const recover = async (
  journal: Recovering,
  context: CoreContext,
  passed: (n: number) => void = () => undefined,
): Promise<Recovery> => {
  const notices = journal.checkpoints.refused.map(({ file, reason }) => `journal: ${file} is not used: ${reason}`)
  const checkpoint = startOf(journal.checkpoints, context.code, notices)
  const start = checkpoint ?? beginningOf(journal)
  const before = (await journal.unfinished?.found(`${start.n} ${checkpoint === null ? 'anew' : 'checkpoint'}`)) ?? null
  const folded: Folded = before?.folded ?? {
    state: start.state,
    boots: start.boots,
    resume: new Map(start.resume),
    lastMs: start.state.table.now,
    journaled: 0,
    said: [],
    unwritten: [],
  }
  for await (const record of journal.records(before === null ? start.from : before.n + 1)) {
    note(folded, record)
    if (record.n <= start.n) continue
    passed(record.n)
    foldRecord(folded, record, context)
    await journal.unfinished?.passed({ n: record.n, folded })
    // Let timers and signals in: a start that folds a whole day is busy, not stalled, and the watchdog has to see that.
    if (record.kind !== 'event') await turnOfTheLoop()
  }
  await journal.unfinished?.remove()
  const { state, journaled, said, boots, lastMs, resume } = folded
  const unwritten = folded.unwritten.filter(({ sequence }) => sequence > journaled).map(({ envelope }) => envelope)
  const newest = said.slice(-UNSURE_MAX)
  const unsure = [...newest.map(({ envelope }) => envelope), ...unwritten].slice(-UNSURE_MAX)
  return {
    ...{ state, boots, resume, unwritten, lastMs, notices },
    unsure: unsure.flatMap((envelope) => messageOf(context.name, envelope)),
    covered: start.n,
    said: newest.map(({ n }) => n),
  }
}

const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The start without a checkpoint: the first record, or, if earlier records were released, the state at that point. */
const beginningOf = ({ opened }: Recovering): Start => {
  const base = opened?.base ?? null
  if (base === null) return { state: initialCore(), boots: 0, resume: new Map(), n: 0, from: 1 }
  return { ...standingOf(base), n: base.n - 1, from: base.n }
}

/** The newest checkpoint of this software; null: there is none. */
const startOf = ({ sound }: Journal['checkpoints'], code: string | undefined, notices: string[]): Start | null => {
  for (const { file, checkpoint } of sound) {
    const refuse = (reason: string) => notices.push(`journal: ${file} is not used: ${reason}`)
    const { n, from, software, state } = checkpoint
    if (software !== code) refuse('it was made by another version of this software or of Node')
    else {
      try {
        const standing = parseState(state) as Standing
        notices.push(`journal: starting from ${file}, which covers the records up to ${n}`)
        return { ...standing, n, from }
      } catch (error) {
        // The error may quote the state, and with it face-down cards.
        refuse(`its state cannot be read (${error instanceof Error ? error.name : 'unknown error'})`)
      }
    }
  }
  return null
}

/** The message an envelope was sent in, byte for byte: the journal keeps the order of its keys. */
export const messageOf = (name: TableName, envelope: Envelope): Message[] => {
  const type = envelope.type as EventType
  const topic = eventTopic(type)
  const full = topicName(name, topic)
  const { qos, retained, expirySeconds } = TOPICS[topic]
  return full === null
    ? []
    : [{ topic: full, payload: JSON.stringify(envelope), qos, retain: retained, expirySeconds, type, number: Number(envelope.sequence) }]
}

/** Enough to tell a clock's offset from those of events that were dated by their arrival. */
const OFFSETS_MAX = 8

/** The newest line or gap of each device, how its last lines were dated, and the gaps that late lines may still fill. */
export const followLink = (resume: Map<string, LinkResume>, record: JournalRecord): void => {
  if (record.kind === 'identity' && !record.continued) {
    // It counts from 1 again: what was missing of the old stream will never come.
    resume.set(record.device, { serial: record.serial, boot: record.boot, lastSeq: 0 })
    return
  }
  if (record.kind !== 'line' && record.kind !== 'missing') return
  const { device, serial, boot } = record
  const known = resume.get(device)
  const same = known?.serial === serial ? known : null
  const missing = same?.missing ?? []
  const offsets = same?.boot === boot ? (same.offsets ?? []) : []
  if (record.kind === 'missing') {
    const gaps = [...missing, { from: record.from, to: record.to }].slice(-16)
    resume.set(device, { serial, boot, lastSeq: Math.max(record.to, same?.lastSeq ?? 0), offsets, missing: gaps })
    return
  }
  if (record.late && same) {
    const gaps = missing.flatMap(({ from, to }) =>
      record.seq < from || record.seq > to
        ? [{ from, to }]
        : [
            { from, to: record.seq - 1 },
            { from: record.seq + 1, to },
          ].filter((gap) => gap.from <= gap.to),
    )
    resume.set(device, { ...same, missing: gaps })
    return
  }
  const dated = record.offset === null ? offsets : [...offsets, record.offset].slice(-OFFSETS_MAX)
  resume.set(device, { serial, boot, lastSeq: record.seq, lastBody: record.line, offsets: dated, missing })
}
