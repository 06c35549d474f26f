/** Folds a journal again with this software and compares the conclusions of then and now. */
import type { TableConfig } from '../../base/config/table-config.ts'
import { standingOf } from '../../daemon/pipeline/base.ts'
import { type CoreState, coreContext, initialCore, stepCore } from '../../daemon/stations/core.ts'
import type { JournalRecord } from '../../wire/record.ts'

export interface Compared {
  /** Conclusions that are the same, byte for byte. */
  readonly same: number
  /** Each a sentence; at most DIFFERENCES_MAX. */
  readonly differences: readonly string[]
  readonly count: number
}

const DIFFERENCES_MAX = 20

export interface Comparing {
  record(record: JournalRecord): void
  end(): Compared
}

export const comparing = (config: TableConfig): Comparing => {
  const context = coreContext(config)
  let state: CoreState = initialCore()
  let isFirst = true
  let same = 0
  let count = 0
  let last = 0
  const differences: string[] = []
  const concluded = new Map<string, string>()
  const differ = (text: string): void => {
    count += 1
    if (differences.length < DIFFERENCES_MAX) differences.push(text)
  }
  const compare = (n: number, id: string, recorded: string): void => {
    const now = concluded.get(id)
    concluded.delete(id)
    if (now === recorded) same += 1
    else if (now === undefined) differ(`record ${n}: ${id} was concluded then but is not now`)
    else differ(`record ${n}: ${id} was ${typeOf(recorded)} and is ${typeOf(now)} with different text`)
  }
  return {
    record(record) {
      // A journal whose beginning was released starts with the state at that point.
      if (isFirst && record.kind === 'base') ({ state } = standingOf(record))
      isFirst = false
      const [next, { encoded }] = stepCore(state, record, context)
      state = next
      for (const each of encoded) if (each.ok) concluded.set(each.envelope.id, JSON.stringify(each.envelope))
      if (record.kind !== 'event') return
      last = Math.max(last, Number(record.envelope.sequence))
      compare(record.n, record.envelope.id, JSON.stringify(record.envelope))
    },
    end() {
      // Conclusions from the last records may not have been written yet.
      for (const [id, text] of concluded)
        if (Number(id.split('/').at(-1)) <= last) differ(`${id} (${typeOf(text)}) is concluded now but was not then`)
      return { same, differences, count }
    },
  }
}

const typeOf = (envelope: string): string => String((JSON.parse(envelope) as { readonly type?: unknown }).type)
