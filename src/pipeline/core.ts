/**
 * Stations 5 to 7 as one pure step: a journal record in, what the table says about it out. The daemon and the replay share it, so the
 * same journal gives the same words.
 */

import { findDriver } from '../../devices/registry.ts'
import type { DeviceConfig, TableConfig } from '../config/table-config.ts'
import { type TableContext, tableContext } from '../engine/context.ts'
import type { TableEvent } from '../engine/event.ts'
import { endTable, initialTable, stepTable, type TableState } from '../engine/table.ts'
import { houseById } from '../house/index.ts'
import type { JournalRecord } from '../journal/record.ts'
import { type LineDecoder, observationOf } from '../observe.ts'
import { initialJudge, type JudgeContext, type JudgeState, judge } from '../procedure/judge.ts'
import { type Encoded, encodeEvent } from '../wire/envelope.ts'
import type { TableName } from '../wire/topics.ts'

export interface CoreContext {
  readonly name: TableName
  readonly table: TableContext
  readonly judge: JudgeContext
  readonly decode: LineDecoder
}

export interface CoreState {
  readonly table: TableState
  readonly judge: JudgeState
  /** The table's events so far, for life. */
  readonly sequence: number
}

export const coreContext = (config: TableConfig): CoreContext => ({
  name: { property: config.property, pit: config.pit, table: config.table },
  table: tableContext(config),
  judge: { document: houseById(config.house)?.document ?? config.house, rules: config.rules, limits: config.limits },
  decode: decoderFor(config.devices),
})

const decoderFor = (devices: readonly DeviceConfig[]): LineDecoder => {
  const drivers = new Map(devices.map((device) => [device.name, findDriver(device.driver, device.role)]))
  return (device, line) =>
    drivers.get(device)?.decodeLine(line) ?? { kind: 'rejected', reason: `no device of this table is called ${device.slice(0, 32)}` }
}

export const initialCore = (): CoreState => ({ table: initialTable(), judge: initialJudge(), sequence: 0 })

export type CoreStep = readonly [CoreState, readonly Encoded[]]

/** One record. `Encoded` is a message with its envelope, or the refusal of one that is too large. */
export const stepCore = (state: CoreState, record: JournalRecord, context: CoreContext): CoreStep => {
  const observation = observationOf(record, context.decode)
  if (!observation) return [state, []]
  const [table, events] = stepTable(state.table, observation, context.table)
  return speak({ ...state, table }, events, context)
}

/** The input ended. */
export const endCore = (state: CoreState, context: CoreContext): CoreStep => {
  const [table, events] = endTable(state.table, context.table)
  return speak({ ...state, table }, events, context)
}

const speak = (before: CoreState, events: readonly TableEvent[], context: CoreContext): CoreStep => {
  let { judge: judgement, sequence } = before
  const encoded: Encoded[] = []
  for (const event of events) {
    const [judged, said] = judge(judgement, event, context.judge)
    judgement = judged
    for (const each of said) encoded.push(encodeEvent(context.name, { boot: before.table.boot, sequence: ++sequence }, each))
  }
  return [{ ...before, judge: judgement, sequence }, encoded]
}
