/**
 * Runs one capture line by line as the daemon does, with a tick where a lag ends between two lines, and keeps the output after each. It
 * uses nothing of the tests, because a copy of it runs with the engine of another commit.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTable } from '../../../src/base/config/read-table.ts'
import { captureReader } from '../../../src/daemon/pipeline/capture.ts'
import { coreContext, foldRecord, judgeFolded } from '../../../src/daemon/stations/core.ts'
import type { TableContext } from '../../../src/engine/context.ts'
import { endTable } from '../../../src/engine/fold/table.ts'
import type { Solution } from '../../../src/engine/lattice/reading.ts'
import { initialTable, type TableState } from '../../../src/engine/state/table-state.ts'
import { nextDeadline } from '../../../src/engine/words/table-views.ts'
import { initialJudge } from '../../../src/procedure/judge.ts'

export interface HearJob {
  /** A table's configuration, as in its file. */
  readonly yaml: string
  readonly lines: readonly { readonly t: number; readonly device: string; readonly line: string }[]
}

/** What was said behind one line; `line`: its index, or the number of lines where the input had ended. */
export interface Said {
  readonly line: number
  readonly type: string
  readonly data: unknown
}

export interface Heard {
  readonly said: readonly Said[]
  /** The five best readings behind each line at which they changed. */
  readonly readings: readonly { readonly line: number; readonly best: string }[]
  /** The engine failed at these lines. */
  readonly faults: readonly string[]
}

const READINGS = 5

/** Commits that have no such file hold the readings themselves in the state of the table. */
const answers = await import('../../../src/engine/errors/answers.ts').catch(() => null)

const readingsOf = (current: TableState['current'], context: TableContext): Solution | null => {
  if (current === null) return null
  return answers ? answers.fullOf(current, context) : (current.full as unknown as Solution | null)
}

const configOf = (yaml: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'differ-'))
  try {
    const file = join(folder, 'table.yaml')
    writeFileSync(file, yaml)
    return readTable(file, null)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const work = ({ yaml, lines }: HearJob): Heard => {
  const config = configOf(yaml)
  const context = coreContext(config)
  const reader = captureReader(config.devices)
  const said: Said[] = []
  const readings: { line: number; best: string }[] = []
  const faults: string[] = []
  let table = initialTable()
  let judge = initialJudge()
  const judged = (folded: Parameters<typeof judgeFolded>[1], line: number): void => {
    const [next, { said: events, fault }] = judgeFolded(judge, folded, context)
    judge = next
    if (fault !== undefined || folded.fault !== undefined) faults.push(`line ${line}: ${fault ?? folded.fault}`)
    for (const { type, data } of events) said.push({ line, type, data })
  }
  const hear = (records: ReturnType<typeof reader.line>, line: number): void => {
    if (typeof records === 'string') throw new Error(records)
    for (const record of records) {
      const [next, folded] = foldRecord(table, record, context)
      table = next
      judged(folded, line)
    }
    const best = (readingsOf(table.current, context.table)?.kBest(READINGS) ?? [])
      .map(({ stories }) =>
        stories
          .map(({ hands }) => hands.map(({ positions, actions }) => `${positions.join('.')} ${actions.join(' ')}`).join(' | '))
          .join(' / '),
      )
      .join('\n')
    if (readings.at(-1)?.best !== best) readings.push({ line, best })
  }
  for (const [index, line] of lines.entries()) {
    const deadline = nextDeadline(table, context.table)
    if (deadline !== null && deadline < line.t) hear([{ n: 0, t: deadline, kind: 'tick' }], index - 1)
    hear(reader.line({ ...line, number: index + 1 }), index)
  }
  hear(reader.end(), lines.length)
  const before = table
  const [ended, events] = endTable(table, context.table)
  judged({ record: { n: 0, t: ended.now, kind: 'tick' }, observation: null, before, table: ended, events }, lines.length)
  return { said, readings, faults }
}
