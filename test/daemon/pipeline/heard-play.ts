/**
 * Hears a play line by line as the daemon does, through the machine that hears a live device, with a tick where a lag ends between two lines;
 * then folds and judges it. Nothing is written out.
 */
import assert from 'node:assert/strict'
import { captureLines } from '../../../simulators/table/capture.ts'
import type { TableAction } from '../../../simulators/table/types.ts'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import { captureReader } from '../../../src/daemon/pipeline/capture.ts'
import { type CoreContext, coreContext, type Folded, foldRecord, type Judged, judgeFolded } from '../../../src/daemon/stations/core.ts'
import { assertInvariants } from '../../../src/daemon/stations/invariants.ts'
import type { TableContext } from '../../../src/engine/context.ts'
import { endTable } from '../../../src/engine/fold/table.ts'
import { initialTable } from '../../../src/engine/state/table-state.ts'
import { nextDeadline } from '../../../src/engine/words/table-views.ts'
import type { AlarmBook } from '../../../src/procedure/alarms.ts'
import { initialJudge } from '../../../src/procedure/judge.ts'
import { BASE_MS, CHIPS, LIMITS } from '../../engine/table-play.ts'

export const DEVICE_NAMES = { shoe: 'shoe', spots: 'spots', pointer: 'pointer' } as const
const SERIALS = { shoe: 'SH-1', spots: 'SP-1', pointer: 'PT-1' } as const

/** What the daemon knows of its table. */
export interface Daemon {
  readonly context: CoreContext
  readonly devices: TableConfig['devices']
}

/** The configuration of a table with a shoe, spots and a pointer. */
export const configFor = (
  table: Pick<TableConfig, 'house' | 'rules' | 'boxes' | 'spots' | 'spotLagMs' | 'chipEvidence'> & Partial<TableConfig>,
): TableConfig => ({
  ...{ property: 'demo', pit: 'p1', table: 'bj07', overridden: [], currency: 'EUR', limits: LIMITS, chips: CHIPS, rounding: 'down' },
  ...{ pointerLagMs: 1500, collectAfter: 'box-settled', mqtt: null, journal: 'journal', display: null },
  devices: (['shoe', 'spots', 'pointer'] as const).map((role) => {
    return { name: DEVICE_NAMES[role], driver: 'tlp', role, path: `/dev/${role}`, serial: SERIALS[role] }
  }),
  ...table,
})

export const daemonFor = (config: TableConfig): Daemon => ({ context: coreContext(config), devices: config.devices })

/** The same daemon that takes its table to be another. */
export const believing = ({ context, devices }: Daemon, table: TableContext): Daemon => ({
  context: { ...context, table, judge: { ...context.judge, ...table } },
  devices,
})

/** What a line, or the end of the input, led to. */
export interface Heard extends Pick<Folded, 'table' | 'events'>, Pick<Judged, 'said'> {
  readonly alarms: AlarmBook
  readonly action: TableAction
  /** Index of the action; their number when the input has ended. */
  readonly line: number
}

const END: TableAction = { atMs: 0, device: 'shoe', scan: { kind: 'shoe', what: 'clear' } }

/** `seen`: after each record that a line, or the lag behind it, made, and when the input has ended. */
export const hearPlay = (actions: readonly TableAction[], { context, devices }: Daemon, seen: (heard: Heard) => void): void => {
  const reader = captureReader(devices)
  let table = initialTable()
  let judge = initialJudge()
  const judged = (folded: Folded, action: TableAction, line: number): void => {
    const [next, { said, fault }] = judgeFolded(judge, folded, context)
    assert.equal(fault, undefined)
    judge = next
    assertInvariants({ table, judge }, context.table)
    seen({ table, events: folded.events, said, alarms: judge.alarms, action, line })
  }
  const hear = (records: ReturnType<typeof reader.line>, action: TableAction, line: number): void => {
    assert.ok(typeof records !== 'string', String(records))
    for (const record of records) {
      const [next, folded] = foldRecord(table, record, context)
      table = next
      judged(folded, action, line)
    }
  }
  const lines = captureLines([{ actions }], { baseMs: BASE_MS, deviceNames: DEVICE_NAMES })
  for (const [index, line] of lines.entries()) {
    const deadline = nextDeadline(table, context.table)
    if (deadline !== null && deadline < line.t) hear([{ n: 0, t: deadline, kind: 'tick' }], actions[index - 1] ?? END, index - 1)
    hear(reader.line({ ...line, number: index + 1 }), actions[index] ?? END, index)
  }
  hear(reader.end(), END, lines.length)
  const [ended, events] = endTable(table, context.table)
  const before = table
  table = ended
  const record = { n: 0, t: ended.now, kind: 'tick' } as const
  judged({ record, observation: null, before, table, events }, END, lines.length)
}
