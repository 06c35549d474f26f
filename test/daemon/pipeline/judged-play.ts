/** Played rounds through decoders, fold and judge, as a capture has them: no ports, no files, no clock. */
import { DEVICE_ROLES } from '../../../devices/roles.ts'
import { captureLines } from '../../../simulators/table/capture.ts'
import type { PlayedRound, TableAction } from '../../../simulators/table/types.ts'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import { coreContext, endCore, initialCore, stepCore } from '../../../src/daemon/stations/core.ts'
import type { EventType, MessageData } from '../../../src/wire/payloads.ts'
import { recordsOf } from './records.ts'

export type Judged = {
  readonly [T in EventType]: { readonly type: T; readonly round: string | null; readonly data: MessageData[T] }
}[EventType]

/** Every device has the name of its role. `change`: what is reported instead of an action. */
export const judgedPlay = (
  config: TableConfig,
  rounds: readonly PlayedRound[],
  change: (action: TableAction, at: number) => readonly TableAction[] = (action) => [action],
): readonly Judged[] => {
  const context = coreContext(config)
  const deviceNames = Object.fromEntries(DEVICE_ROLES.map((role) => [role, role]))
  const reported = rounds.map(({ actions }, at) => ({ actions: actions.flatMap((action) => change(action, at)) }))
  const records = recordsOf(captureLines(reported, { baseMs: Date.UTC(2026, 0, 1), deviceNames }), config)
  let state = initialCore()
  const said = records.flatMap((record) => {
    const [next, { encoded }] = stepCore(state, record, context)
    state = next
    return encoded
  })
  return [...said, ...endCore(state, context)[1].encoded].flatMap((each) => {
    if (!each.ok) return []
    const { type, round = null, data } = each.envelope
    return [{ type, round, data } as Judged]
  })
}
