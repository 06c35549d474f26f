/**
 * For which journals somebody vouches, and what follows from it: only of these the book derives, countersigns and acknowledges anything. The
 * first journal that a confirmed key of a table seals is the table's; every later one waits until a person names it. What waits is stored as
 * it comes, and derived as soon as it may be.
 */
import type { Kysely, Transaction } from 'kysely'
import { derive } from '../derive/derive.ts'
import { type Memory, NO_MEMORY, readMemory, writeMemory } from '../derive/memory.ts'
import { newerIn } from '../derive/newer.ts'
import type { BookTables, JournalWordRow, StreamRow } from '../rows.ts'
import type { HeardRecord, Notice } from './chain.ts'
import { isOfTable, type Trust } from './keys.ts'
import { nameOf, tableNamed } from './places.ts'
import { recordsAfter } from './records.ts'
import { rederiveStream, underive } from './rederive.ts'
import { applyDerived, type Derivation } from './write.ts'

type Writer = Transaction<BookTables>
type Reader = Kysely<BookTables> | Writer

/** Somebody has said that the journal is the table's. */
export const isKnown = ({ standing }: Pick<StreamRow, 'standing'>): boolean => standing !== 'new' && standing !== 'rejected'

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

/** Table, `p1/bj07` -> what has been said of its key and its journals, as a text that changes with each word. */
export async function judgements(db: Reader): Promise<ReadonlyMap<string, string>> {
  const said = await Promise.all(
    (['table_keys', 'journal_words'] as const).map((of) =>
      db
        .selectFrom(of)
        .innerJoin('tables', 'tables.id', `${of}.table_id`)
        .select(({ fn }) => ['pit', 'name', fn.max<number>(`${of}.number`).as('last')])
        .groupBy(['pit', 'name'])
        .execute(),
    ),
  )
  const found = new Map<string, string>()
  for (const rows of said) for (const { pit, name, last } of rows) found.set(`${pit}/${name}`, `${found.get(`${pit}/${name}`) ?? ''} ${last}`)
  return found
}

export const wordsOf = (db: Reader, table_id: number): Promise<readonly JournalWordRow[]> =>
  db.selectFrom('journal_words').selectAll().where('table_id', '=', table_id).orderBy('number').execute()

/** What people have said of this journal; null: nothing. */
export const standingIn = (words: readonly JournalWordRow[], stream: string): 'person' | 'rejected' | null => {
  const last = words.findLast((each) => each.stream === stream && each.word !== 'counts')
  return last === undefined ? null : last.word === 'ours' ? 'person' : 'rejected'
}

/** The journal after a person's word. Of one that is not the table's, everything that was derived is taken back. */
export async function afterWord(trx: Writer, before: StreamRow, standing: 'person' | 'rejected'): Promise<StreamRow> {
  if (standing === 'rejected') await underive(trx, before.id)
  return { ...before, standing, ...(standing === 'rejected' ? { derived_to: 0, derive_state: writeMemory(NO_MEMORY) } : {}) }
}

export interface JournalWord {
  readonly property: string
  /** `bj07`, or `p1/bj07`. */
  readonly table: string
  /** The name of the journal. */
  readonly journal: string
  readonly isOurs: boolean
}

/** A person says whether a journal is the table's. Returns what that changes, as text. @throws Error that says why it changes nothing */
export const judgeJournal = (store: Kysely<BookTables>, { property, table, journal, isOurs }: JournalWord, wallMs: number) =>
  store.transaction().execute(async (trx): Promise<string> => {
    const name = await nameOf(trx, property, table)
    const { id } = await tableNamed(trx, name)
    const word = `${name.pit}/${name.table}`
    const streams = await trx.selectFrom('streams').selectAll().where('table_id', '=', id).orderBy('id').execute()
    const own = streams.find(({ stream }) => stream === journal)
    if (own === undefined) {
      const known = streams.map(({ stream }) => stream).join(', ') || 'none'
      throw new Error(`the book has no journal ${journal} of ${word}; its journals are: ${known}`)
    }
    const words = await wordsOf(trx, id)
    const stands = standingIn(words, journal) ?? own.standing
    const enter = (row: Pick<JournalWordRow, 'word' | 'other'>, number: number) =>
      trx
        .insertInto('journal_words')
        .values({ table_id: id, number: (words.at(-1)?.number ?? 0) + number, stream: journal, at: wallMs, ...row })
        .execute()
    if (!isOurs) {
      if (stands === 'rejected') throw new Error(`${journal} was rejected already`)
      await enter({ word: 'rejected', other: null }, 1)
      return `${journal} is no journal of ${word}: its records stay in the store, and nothing of it counts`
    }
    if (!isKnown({ standing: stands })) {
      await enter({ word: 'ours', other: null }, 1)
      return `${journal} is a journal of ${word}: it counts from its first seal by the confirmed key on`
    }
    throw new Error(`${journal} is known as a journal of ${word} already`)
  })
