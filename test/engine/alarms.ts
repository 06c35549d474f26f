/** Findings that a round raised. */

import type { TableEvent } from '../../src/engine/event.ts'
import { initialTable } from '../../src/engine/state/table-state.ts'
import { initialJudge, judge } from '../../src/procedure/judge.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import type { HouseRules } from '../../src/rules/house/rules.ts'
import type { Limits } from '../../src/rules/table.ts'
import { contextFor } from './table-play.ts'

/** Codes of the findings above `info` that the events alone raise, in order. */
export const alarms = (events: readonly TableEvent[], document: string, rules: HouseRules, limits: Limits): readonly string[] => {
  const house = Object.values(HOUSES).find((each) => each.document === document)?.id ?? document
  const context = { ...contextFor(house, rules, { limits }), overridden: [], devices: [] }
  const table = initialTable()
  let state = initialJudge()
  return events.flatMap((event) => {
    const [next, said] = judge(state, { observation: null, events: [event], before: table, after: table }, context)
    state = next
    return said.flatMap(({ type, data }) => (type === 'finding.raised' && data.severity !== 'info' ? [data.code] : []))
  })
}
