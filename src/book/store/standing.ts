/**
 * For which journals somebody vouches, and what follows from it: only of these the book derives, countersigns and acknowledges anything. The
 * first journal that a confirmed key of a table seals is the table's; every later one waits until a person names it. What waits is stored as
 * it comes, and derived as soon as it may be.
 */
import type { Transaction } from 'kysely'
import { derive } from '../derive/derive.ts'
import { type Memory, NO_MEMORY, readMemory, writeMemory } from '../derive/memory.ts'
import { newerIn } from '../derive/newer.ts'
import type { BookTables, StreamRow } from '../rows.ts'
import type { HeardRecord, Notice } from './chain.ts'
import { isOfTable, type Trust } from './keys.ts'
import { recordsAfter } from './records.ts'
import { rederiveStream, underive } from './rederive.ts'
import { isKnown } from './words.ts'
import { applyDerived, type Derivation } from './write.ts'

type Writer = Transaction<BookTables>

/** It also has a valid seal by the confirmed key of its table. */
export const isVouchedFor = (stream: StreamRow, trust: Trust): boolean => isKnown(stream) && isProvenBy(stream, trust)

const isProvenBy = (stream: StreamRow, trust: Trust): boolean =>
  stream.first_seal !== null && trust.isConfirmed && trust.fingerprint !== null && isOfTable(stream, trust)

export interface Settled {
  readonly stream: StreamRow
  readonly notices: readonly Notice[]
}

/**
 * The journal as it stands after what was said of it and its table: derives what it holds, if it may. `walked`: the records that have just
 * been stored, so that they are not read again. The caller writes the row.
 */
export async function settle(trx: Writer, before: StreamRow, trust: Trust, walked: readonly HeardRecord[] = []): Promise<Settled> {
  const stream = (await isFirstOfTable(trx, before, trust)) ? { ...before, standing: 'first' as const } : before
  if (!isVouchedFor(stream, trust) || stream.derived_to >= stream.complete_to) return { stream, notices: [] }
  const notices: Notice[] = []
  let memory = await memoryOf(trx, stream)
  let derived_to = stream.derived_to
  while (derived_to < stream.complete_to) {
    const isAtHand = walked[0]?.record.n === derived_to + 1
    const page = isAtHand ? walked : await recordsAfter(trx, stream.id, derived_to)
    const held = page.filter(({ record }) => record.n <= stream.complete_to)
    const last = held.at(-1)
    if (last === undefined) break
    const derived = derivedOf(memory, held)
    memory = derived.memory
    const refused = await applyDerived(trx, stream.id, derived.derivations)
    notices.push(...derived.notices, ...refused.map(({ n, reason }) => notUnderstood(n, reason)))
    derived_to = last.record.n
  }
  return { stream: { ...stream, derived_to: stream.complete_to, derive_state: writeMemory(memory) }, notices }
}

function derivedOf(before: Memory, records: readonly HeardRecord[]) {
  let memory = before
  const derivations: Derivation[] = []
  const notices: Notice[] = []
  for (const { record } of records) {
    const derived = derive(memory, record)
    memory = derived.memory
    if (derived.changes.length > 0) derivations.push({ n: record.n, changes: derived.changes })
    if (derived.fault !== null) notices.push(notUnderstood(record.n, derived.fault))
    const newer = newerIn(record)
    if (newer !== null) notices.push({ code: 'TABLE-NEWER', n: record.n, text: newer })
  }
  return { memory, derivations, notices }
}

const notUnderstood = (n: number, reason: string): Notice => ({
  code: 'NOT-UNDERSTOOD',
  n,
  text: `record ${n}: ${reason}. It is kept as it came, and nothing is shown of it`,
})

/** Memory that an older version wrote and this one refuses is made anew from the records. */
async function memoryOf(trx: Writer, { id, derive_state }: StreamRow): Promise<Memory> {
  const known = readMemory(derive_state)
  if (known !== null) return known
  await rederiveStream(trx, id)
  const anew = await trx.selectFrom('streams').select('derive_state').where('id', '=', id).executeTakeFirstOrThrow()
  return readMemory(anew.derive_state) ?? NO_MEMORY
}

/** Nothing was said of any journal of the table yet, and no other one is sealed with its key. */
async function isFirstOfTable(trx: Writer, stream: StreamRow, trust: Trust): Promise<boolean> {
  if (stream.standing !== 'new' || !isProvenBy(stream, trust)) return false
  const others = await trx
    .selectFrom('streams')
    .select(['standing', 'first_seal'])
    .where('table_id', '=', stream.table_id)
    .where('id', '!=', stream.id)
    .execute()
  return others.every(({ standing, first_seal }) => standing === 'new' && first_seal === null)
}

/** The journal after a person's word. Of one that is not the table's, everything that was derived is taken back. */
export async function afterWord(trx: Writer, before: StreamRow, standing: 'person' | 'rejected'): Promise<StreamRow> {
  if (standing === 'rejected') await underive(trx, before.id)
  return { ...before, standing, ...(standing === 'rejected' ? { derived_to: 0, derive_state: writeMemory(NO_MEMORY) } : {}) }
}
