/** What the daemon says of a play: its findings, by the device line at which each was raised. */
import assert from 'node:assert/strict'
import { captureLines } from '../../simulators/table/capture.ts'
import type { PlayedRound } from '../../simulators/table/types.ts'
import type { JournalRecord } from '../../src/journal/record.ts'
import { type CoreContext, endCore, initialCore, stepCore } from '../../src/pipeline/core.ts'
import type { FindingData } from '../../src/procedure/finding.ts'
import type { Encoded } from '../../src/wire/envelope.ts'
import { BASE_MS } from '../engine/table-play.ts'
import { DEVICE_NAMES, SERIALS } from './errors-table.ts'

/** One finding as it stood last. */
export interface Found {
  readonly finding: FindingData
  /** Index of the line at which it was raised, and at which it was first said to be proven; the number of lines: when the input ended. */
  readonly raisedAt: number
  readonly provenAt: number | null
  /** Taken back in the end. */
  readonly withdrawn: boolean
}

export interface ToldPlay {
  readonly found: readonly Found[]
  /** Ids of the rounds in the order they opened. */
  readonly rounds: readonly string[]
}

const FINDING_EVENTS = ['finding.raised', 'finding.changed', 'finding.withdrawn']

const note = (found: Map<string, Found>, rounds: string[], encoded: readonly Encoded[], line: number): void => {
  for (const each of encoded) {
    assert.ok(each.ok, each.ok ? '' : each.refusal.reason)
    const { type, data, round } = each.envelope
    if (type === 'round.opened' && round !== undefined) rounds.push(round)
    if (!FINDING_EVENTS.includes(type)) continue
    const finding = data as FindingData
    const before = found.get(finding.finding)
    found.set(finding.finding, {
      finding,
      raisedAt: before?.raisedAt ?? line,
      provenAt: before?.provenAt ?? (finding.grade === 'proven' ? line : null),
      withdrawn: type === 'finding.withdrawn',
    })
  }
}

/** Tells the play line by line, as a journal would have it; then the input ends. */
export const tellPlay = (play: readonly PlayedRound[], context: CoreContext): ToldPlay => {
  const found = new Map<string, Found>()
  const rounds: string[] = []
  const sequences = { shoe: 0, spots: 0, pointer: 0 }
  let state = initialCore()
  const lines = captureLines(play, { baseMs: BASE_MS, deviceNames: DEVICE_NAMES })
  for (const [index, { t, device, line }] of lines.entries()) {
    const role = device as keyof typeof SERIALS
    const record: JournalRecord = {
      ...{ n: index + 1, t, kind: 'line', device, serial: SERIALS[role], boot: 1, seq: ++sequences[role], offset: null, line },
    }
    const [next, { encoded }] = stepCore(state, record, context)
    state = next
    note(found, rounds, encoded, index)
  }
  const [, { encoded }] = endCore(state, context)
  note(found, rounds, encoded, lines.length)
  return { found: [...found.values()], rounds }
}
