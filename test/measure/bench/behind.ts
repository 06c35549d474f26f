/**
 * Which line made the daemon publish an event. The envelope's `cause` names what an event rests on, and that may be a much earlier line: a
 * hand that is known to have stood only once the round is settled rests on its last card. So the journal is folded again. The same journal
 * gives the same events with the same ids, and each event is found together with the line that led to it.
 */

import { readTable } from '../../../src/base/config/read-table.ts'
import { type CoreState, coreContext, initialCore, stepCore } from '../../../src/daemon/stations/core.ts'
import { lineName } from '../../../src/daemon/stations/observe.ts'
import { openRecords } from '../../../src/tools/record-file.ts'

/** Id of an event -> the line at which it was published. Leaves out events caused by the end of a lag or by a command. */
export async function linesBehind(config: string, journal: string): Promise<ReadonlyMap<string, string>> {
  const table = readTable(config, null)
  const context = coreContext(table)
  const { records } = await openRecords(journal, table)
  const behind = new Map<string, string>()
  let state: CoreState = initialCore()
  for await (const record of records) {
    const [next, { encoded }] = stepCore(state, record, context)
    state = next
    if (record.kind !== 'line') continue
    for (const each of encoded) if (each.ok) behind.set(each.envelope.id, lineName(record, record.seq))
  }
  return behind
}
