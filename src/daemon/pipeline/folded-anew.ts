/**
 * A journal written by other software is folded again. What both versions found keeps its id. What only the old one found is withdrawn by
 * an event of its own, and what only this one finds is raised by one. So no display keeps a finding that no version supports any more.
 */

import type { FindingData, FindingEvent } from '../../procedure/finding.ts'
import { type Issued, NO_IDS, withIssued } from '../../procedure/issued.ts'
import { type Encoded, encodeEvent } from '../../wire/envelope.ts'
import type { JournalRecord } from '../../wire/record.ts'
import type { CoreContext, CoreState } from '../stations/core.ts'

type Envelope = Extract<JournalRecord, { kind: 'event' }>['envelope']

const FINDING_EVENTS: ReadonlySet<unknown> = new Set<FindingEvent['type']>(['finding.raised', 'finding.changed', 'finding.withdrawn'])
const isOfFinding = (envelope: object): envelope is Pick<FindingEvent, 'type' | 'data'> =>
  'type' in envelope && FINDING_EVENTS.has(envelope.type)

/** Collects the published events of findings: call `note` with each envelope in order. */
export const findingsSaid = () => {
  const last = new Map<string, { readonly type: FindingEvent['type']; readonly data: FindingData }>()
  let issued = NO_IDS
  return {
    /** Whether it is one. */
    note(envelope: object): boolean {
      if (!isOfFinding(envelope)) return false
      const { type, data } = envelope
      if (type === 'finding.raised') issued = withIssued(issued, data)
      last.set(data.finding, { type, data })
      return true
    },
    get issued(): Issued {
      return issued
    },
    /** The findings that were not withdrawn. */
    standing: (): readonly FindingData[] => [...last.values()].flatMap(({ type, data }) => (type === 'finding.withdrawn' ? [] : [data])),
  }
}

/** The events needed now so that what subscribers were told agrees with what was found, and the state with their numbers. */
export const reconciled = (
  state: CoreState,
  told: readonly FindingData[],
  found: readonly FindingData[],
  context: CoreContext,
): { readonly state: CoreState; readonly envelopes: readonly Envelope[]; readonly gone: readonly string[] } => {
  const has = (all: readonly FindingData[], { finding }: FindingData): boolean => all.some((each) => each.finding === finding)
  const gone = told.filter((each) => !has(found, each))
  const events = [
    ...gone.map((data) => ({ type: 'finding.withdrawn', data }) as const),
    ...found.filter((each) => !has(told, each)).map((data) => ({ type: 'finding.raised', data }) as const),
  ]
  const { stream, steps, isIssuedByBoot } = state.numbering
  let { sequence } = state.numbering
  const encoded = events.map(
    ({ type, data }): Encoded =>
      encodeEvent(
        context.name,
        { stream, steps, sequence: ++sequence, ...(isIssuedByBoot ? { issuedIn: state.table.boot } : {}) },
        { type, at: state.table.now, round: data.round, cause: '', data },
      ),
  )
  const envelopes = encoded.flatMap((each) => (each.ok ? [each.envelope as unknown as Envelope] : []))
  const { again: _again, ...findings } = state.judge.findings
  const judge = { ...state.judge, findings }
  return { state: { ...state, judge, numbering: { ...state.numbering, sequence } }, envelopes, gone: gone.map(({ finding }) => finding) }
}
