/** What the daemon says of a play: its findings, by the device line at which each was raised. */
import assert from 'node:assert/strict'
import { captureLines } from '../../simulators/table/capture.ts'
import type { TableAction } from '../../simulators/table/types.ts'
import { captureReader } from '../../src/pipeline/capture.ts'
import { endCore, initialCore, stepCore } from '../../src/pipeline/core.ts'
import type { FindingData } from '../../src/procedure/finding.ts'
import type { Encoded } from '../../src/wire/envelope.ts'
import { BASE_MS } from '../engine/table-play.ts'
import { type Daemon, DEVICE_NAMES } from './errors-table.ts'

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

/** Tells the lines of a play one by one, through the machine that hears a live device; then the input ends. `twice`: lines told again. */
export const tellPlay = (
  actions: readonly TableAction[],
  { context, devices }: Daemon,
  twice: (line: number) => boolean = () => false,
): ToldPlay => {
  const found = new Map<string, Found>()
  const rounds: string[] = []
  const reader = captureReader(devices)
  let state = initialCore()
  const lines = captureLines([{ actions }], { baseMs: BASE_MS, deviceNames: DEVICE_NAMES })
  const hear = (records: ReturnType<typeof reader.line>, index: number): void => {
    assert.ok(typeof records !== 'string', String(records))
    for (const record of records) {
      const [next, { encoded }] = stepCore(state, record, context)
      state = next
      note(found, rounds, encoded, index)
    }
  }
  for (const [index, line] of lines.entries()) {
    hear(reader.line({ ...line, number: index + 1 }), index)
    if (twice(index)) hear(reader.line({ ...line, number: index + 1 }), index)
  }
  hear(reader.end(), lines.length)
  const [, { encoded }] = endCore(state, context)
  note(found, rounds, encoded, lines.length)
  return { found: [...found.values()], rounds }
}
