/**
 * Which line made the daemon say what it said. The envelope's `cause` names what an event rests on, and that may be a line of long before:
 * a hand that is known to have stood only once the round is settled rests on its last card. So the journal is folded again, for the same
 * journal says the same words under the same ids, and each event is found with the line that led to it.
 */

import { lineName } from '../../src/observe.ts'
import { openRecords, readTable } from '../../src/offline.ts'
import { type CoreState, coreContext, initialCore, stepCore } from '../../src/pipeline/core.ts'

/** Id of an event -> the line with which it was said. Those that a lag's end or a command led to are left out. */
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
