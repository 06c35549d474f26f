/** What the judge objects to who follows a table line by line, the lines named as a daemon names them. */
import type { TableAction } from '../../simulators/table/types.ts'
import type { TableContext } from '../../src/engine/context.ts'
import type { TableEvent } from '../../src/engine/event.ts'
import { initialTable, type TableState } from '../../src/engine/state/table-state.ts'
import { initialJudge, judge } from '../../src/procedure/judge.ts'
import { BASE_MS } from '../engine/table-play.ts'

const DEVICES = (['shoe', 'spots', 'pointer'] as const).map((role) => ({ name: role, role }))

export interface Objector {
  /** `after`, `events`: what the fold made of the action. */
  readonly hear: (after: TableState, events: readonly TableEvent[], action: TableAction) => void
  /** Codes above `info`, each with what was seen. */
  readonly objections: readonly string[]
}

export const objector = (table: TableContext): Objector => {
  const context = { ...table, overridden: [], devices: DEVICES }
  let [before, state, seq] = [initialTable(), initialJudge(), 0]
  const objections: string[] = []
  return {
    objections,
    hear(after, events, { scan, atMs, device }) {
      const observation = { ...scan, at: BASE_MS + atMs, cause: `${device}:X/1/${++seq}` }
      const [next, said] = judge(state, { observation, events, before, after }, context)
      before = after
      state = next
      for (const { type, data } of said) {
        if (type === 'finding.raised' && data.severity !== 'info')
          objections.push(`${data.code} ${data.spot ?? ''}: ${data.seen}, ${data.expected} at ${atMs}`)
      }
    },
  }
}
