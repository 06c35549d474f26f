/** The journal at start-up: folded again from its beginning, so that the daemon stands where it stood, with what it still owes. */
import type { LinkResume } from '../../firmware-bridge/link-state.ts'
import type { JournalRecord } from '../journal/record.ts'
import type { Message } from '../wire/envelope.ts'
import { type CoreContext, type CoreState, initialCore, stepCore } from './core.ts'

export interface Recovered {
  readonly state: CoreState
  /** Daemon starts so far. */
  readonly boots: number
  /** Where each device's link goes on, by device name. */
  readonly resume: ReadonlyMap<string, LinkResume>
  /** Envelopes concluded from the journal that it does not hold yet. */
  readonly unwritten: readonly { readonly id: string; readonly sequence: string }[]
  /** Events that may not have reached the broker: subscribers know them by their ids. */
  readonly unsure: readonly Message[]
}

/**
 * Events sent again after a restart: those of a round and then some. The broker had acknowledged all but the last few; more would
 * flood displays with what they know.
 */
const UNSURE_MAX = 256

type Envelope = Extract<JournalRecord, { kind: 'event' }>['envelope']

export const recover = async (records: AsyncIterable<JournalRecord>, context: CoreContext): Promise<Recovered> => {
  let state = initialCore()
  let boots = 0
  let journaled = 0
  const resume = new Map<string, LinkResume>()
  let recent: { readonly sequence: number; readonly message: Message; readonly envelope: Envelope }[] = []
  for await (const record of records) {
    if (record.kind === 'start') boots = record.boot
    if (record.kind === 'event') {
      journaled = Math.max(journaled, Number(record.envelope.sequence))
      continue
    }
    follow(resume, record)
    const [next, { encoded }] = stepCore(state, record, context)
    state = next
    for (const each of encoded) {
      if (!each.ok) continue
      // The envelope is plain JSON; its type names its data more closely than the journal needs to.
      const envelope = each.envelope as unknown as Envelope
      recent.push({ sequence: Number(envelope.sequence), message: each.message, envelope })
    }
    if (recent.length > 4 * UNSURE_MAX)
      recent = recent.filter(({ sequence }, at) => sequence > journaled || at >= recent.length - UNSURE_MAX)
  }
  return {
    state,
    boots,
    resume,
    unwritten: recent.filter(({ sequence }) => sequence > journaled).map(({ envelope }) => envelope),
    unsure: recent.slice(-UNSURE_MAX).map(({ message }) => message),
  }
}

/** The newest line or gap of each device, and the gaps that late lines may still fill. */
const follow = (resume: Map<string, LinkResume>, record: JournalRecord): void => {
  if (record.kind === 'identity' && !record.continued) {
    // It counts anew: what was missing of the old stream will never come.
    resume.set(record.device, { serial: record.serial, boot: record.boot, lastSeq: 0 })
    return
  }
  if (record.kind !== 'line' && record.kind !== 'missing') return
  const { device, serial, boot } = record
  const known = resume.get(device)
  const same = known?.serial === serial ? known : null
  const missing = same?.missing ?? []
  if (record.kind === 'missing') {
    const gaps = [...missing, { from: record.from, to: record.to }].slice(-16)
    resume.set(device, { serial, boot, lastSeq: Math.max(record.to, same?.lastSeq ?? 0), missing: gaps })
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
  resume.set(device, { serial, boot, lastSeq: record.seq, lastBody: record.line, missing })
}
