/** Findings that a round raised. */
import type { Limits } from '../../src/config/table-config.ts'
import type { TableEvent } from '../../src/engine/event.ts'
import type { HouseRules } from '../../src/house/rules.ts'
import { initialJudge, judge } from '../../src/procedure/judge.ts'

/** Codes of the findings above `info`, in order. */
export const alarms = (events: readonly TableEvent[], document: string, rules: HouseRules, limits: Limits): readonly string[] => {
  let state = initialJudge()
  return events.flatMap((event) => {
    const [next, said] = judge(state, event, { document, rules, limits })
    state = next
    return said.flatMap(({ type, data }) => (type === 'finding.raised' && data.severity !== 'info' ? [data.code] : []))
  })
}
