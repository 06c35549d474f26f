/**
 * A simulated evening as the journal of its table has it, and a store filled with it as the sink fills it. No clock, broker or port. An evening
 * is folded once for a state of the sources, and kept: a round in which people err takes a quarter of a second of the processor.
 */
import assert from 'node:assert/strict'
import { usualSpots } from '../../simulators/device/options.ts'
import { captureLines } from '../../simulators/table/capture.ts'
import { type ErringRound, playErring } from '../../simulators/table/errors/erring.ts'
import { ERROR_CODES } from '../../simulators/table/errors/index.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { rulesSha256 } from '../../src/base/config/rules-hash.ts'
import type { TableConfig } from '../../src/base/config/table-config.ts'
import { digestAfter, NO_RECORDS } from '../../src/base/records/digest.ts'
import { fingerprintOf } from '../../src/base/records/seal.ts'
import type { AnyRecord } from '../../src/book/derive/any-record.ts'
import type { StreamRow } from '../../src/book/rows.ts'
import { enterDescription } from '../../src/book/store/described.ts'
import { keepRecords } from '../../src/book/store/keep.ts'
import { vouchForKey } from '../../src/book/store/keys.ts'
import type { Store } from '../../src/book/store/open.ts'
import { streamNamed, tableNamed } from '../../src/book/store/places.ts'
import { captureReader } from '../../src/daemon/pipeline/capture.ts'
import { describeTable } from '../../src/daemon/pipeline/states.ts'
import { type CoreState, coreContext, initialCore, stepCore } from '../../src/daemon/stations/core.ts'
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import type { JournalRecord, RecordBody } from '../../src/wire/record.ts'
import type { TableName } from '../../src/wire/topics.ts'
import { KEY } from '../daemon/pipeline/daemon.ts'
import { configFor, DEVICE_NAMES } from '../daemon/pipeline/heard-play.ts'
import { kept } from '../runner/kept.ts'
import { isAll, TODAY } from '../runner/rotation.ts'

/** Signs the evenings' journals. */
export const TABLE_KEY = KEY

export interface EveningOptions {
  readonly house: HouseId
  readonly rounds: number
  readonly seed: number
  readonly boxes: number
  /** An error is tried in one of so many rounds. */
  readonly oneIn: number
  /** Dealers in turn, a new one after so many rounds. */
  readonly dealers: readonly string[]
  readonly roundsOfDealer: number
  readonly table: string
  readonly stream: string
  readonly startMs: number
  /** The dealer's pointer follows his hand; without it more readings are left. */
  readonly pointer: boolean
}

const USUAL: EveningOptions = {
  house: 'gld',
  rounds: 12,
  seed: 1,
  boxes: 3,
  oneIn: 3,
  dealers: ['d17', 'd23'],
  roundsOfDealer: 5,
  table: 'bj07',
  stream: 'evening2',
  startMs: Date.UTC(2026, 10, 21, 20),
  pointer: true,
}

/** The evening names its dealers in turn. An error at a change of dealers would press the key of a relief that is none of its own. */
const PLAYED_CODES = ERROR_CODES.filter((code) => code !== 'BURN-AT-DEALER-CHANGE')

export interface Evening {
  readonly name: TableName
  readonly stream: string
  readonly config: TableConfig
  /** What was played, errors included; times count from `startMs`. */
  readonly played: readonly ErringRound[]
  /** In order, 1, 2, 3, ..., conclusions behind what they rest on. */
  readonly records: readonly JournalRecord[]
}

/** What of an evening does not follow from its options at once. */
interface Folded extends Pick<Evening, 'played' | 'records'> {
  /** How many records there are when a round has been played, and of the next one nothing has come. */
  readonly ends: readonly number[]
}

/** Everything follows from the options: print the seed where it is drawn. */
export const playEvening = (given: Partial<EveningOptions> = {}): Evening => {
  const options = { ...USUAL, ...given }
  return eveningOf(
    options,
    kept('evenings', options, () => foldEvening(options)),
  )
}

/** The same evening, folded in any case. */
export const foldedAnew = (given: Partial<EveningOptions>): Evening => {
  const options = { ...USUAL, ...given }
  return eveningOf(options, foldEvening(options))
}

/** People err in every second round. Whoever needs some evening takes the beginning of this one, which is folded once for all. */
export const SHARED: EveningOptions = { ...USUAL, rounds: 30, seed: 8, oneIn: 2 }
/** Nobody errs. */
const HONEST: EveningOptions = { ...USUAL, rounds: isAll ? 40 : 24, seed: 31, oneIn: Number.POSITIVE_INFINITY, boxes: 5 }
/** Another one each day. The rounds before the ninth are over before midnight, those behind the twelfth begin after it. */
const OF_THE_DAY: EveningOptions = { ...USUAL, rounds: 16, oneIn: 2, startMs: Date.UTC(2026, 10, 22) - 8 * 60_000 }

export const SEED_OF_DAY = Number(process.env.SEED ?? TODAY)

export const sharedEvening = (rounds = SHARED.rounds): Evening => beginningOf(SHARED, rounds)
export const honestEvening = (rounds = HONEST.rounds): Evening => beginningOf(HONEST, rounds)
/** Print the seed. */
export const eveningOfDay = (rounds = OF_THE_DAY.rounds): Evening => beginningOf({ ...OF_THE_DAY, seed: SEED_OF_DAY }, rounds)

const beginningOf = (options: EveningOptions, rounds: number): Evening => {
  const long = { ...options, rounds: Math.max(options.rounds, rounds) }
  const { played, records, ends } = kept('evenings', long, () => foldEvening(long))
  return eveningOf(options, { played: played.slice(0, rounds), records: records.slice(0, ends[rounds - 1]) })
}

const configOf = ({ house, boxes, table }: EveningOptions): TableConfig => {
  const spots = [...usualSpots(house), 'rack' as const]
  return configFor({ rules: HOUSES[house].rules, boxes, spots, house, table, spotLagMs: 1500, chipEvidence: 'payouts' })
}

const eveningOf = (options: EveningOptions, { played, records }: Pick<Folded, 'played' | 'records'>): Evening => {
  const config = configOf(options)
  return { name: { property: config.property, pit: config.pit, table: config.table }, stream: options.stream, config, played, records }
}

const foldEvening = (options: EveningOptions): Folded => {
  const { boxes, rounds, seed, oneIn, startMs, pointer } = options
  const config = configOf(options)
  const { rules, spots, limits, chips } = config
  const table = { rules, limits, chips, boxes, spots, pointer, habits: [] }
  const play = playErring({ ...table, random: seededRandom(seed) }, { codes: PLAYED_CODES, share: 1 / oneIn })
  const played = Array.from({ length: rounds }, (): ErringRound => play.next().value)
  const journal = journalOf(config, options)
  const reader = captureReader(config.devices)
  const sequences = { shoe: 0, spots: 0, pointer: 0 }
  const ends: number[] = []
  for (const [at, round] of played.entries()) {
    if (at % options.roundsOfDealer === 0) journal.dealer(options.dealers[(at / options.roundsOfDealer) % options.dealers.length] ?? 'd1')
    for (const line of captureLines([round], { baseMs: startMs, deviceNames: DEVICE_NAMES, sequences })) {
      const heard = reader.line({ ...line, number: 1 })
      assert.ok(typeof heard !== 'string', String(heard))
      for (const record of heard) journal.take(record, record.t)
    }
    ends.push(journal.records.length)
  }
  // Every line was heard when it came: an evening that ends sooner is a beginning of this one.
  assert.deepEqual(reader.end(), [])
  return { played, records: journal.records, ends }
}

/** Numbers what is taken, folds it, and writes what is concluded behind it, as the daemon does. */
const journalOf = (config: TableConfig, { stream, startMs }: EveningOptions) => {
  const context = coreContext(config)
  const { property, pit, table, house, rules } = config
  const records: JournalRecord[] = []
  let state: CoreState = initialCore()
  let now = startMs
  let commands = 0
  const take = (body: RecordBody, t: number): void => {
    now = Math.max(now, t)
    const record: JournalRecord = { ...body, n: records.length + 1, t: now }
    records.push(record)
    const [next, { encoded, fault }] = stepCore(state, record, context)
    state = next
    assert.equal(fault, undefined)
    for (const each of encoded) {
      assert.ok(each.ok, 'no event is too large')
      records.push({ n: records.length + 1, t: now, kind: 'event', envelope: each.envelope as never })
    }
  }
  take({ kind: 'head', stream, property, pit, table, house, rulesSha256: rulesSha256(rules), publicKey: TABLE_KEY.publicKey }, startMs)
  take({ kind: 'start', boot: 1, software: 'test', rulesSha256: rulesSha256(rules) }, startMs)
  // As at each start of a daemon.
  take(sealOver(records, stream), startMs)
  const dealer = (id: string): void => {
    const correlation = `c${++commands}`
    take({ kind: 'command', user: 'floor', name: 'dealer', correlation, args: { id }, error: null }, now)
  }
  return { records, take, dealer }
}

/** The table's seal over all of these records, for the next one. */
const sealOver = (records: readonly JournalRecord[], stream: string): RecordBody => {
  const signed = {
    stream,
    seq: records.length,
    hash: records.reduce(digestAfter, NO_RECORDS),
    at: new Date(records.at(-1)?.t ?? 0).toISOString(),
  }
  const { hash, at, signature } = TABLE_KEY.sign(signed)
  return { kind: 'seal', covers: records.length, hash, at, signature, kept: { head: 0, state: 0 } }
}

/** The same records as a journal of another name, sealed where they were. */
export const asJournal = (records: readonly JournalRecord[], stream: string): readonly JournalRecord[] => {
  const all: JournalRecord[] = []
  for (const record of records) {
    const body = record.kind === 'head' ? { ...record, stream } : record.kind === 'seal' ? sealOver(all, stream) : record
    all.push({ ...body, n: record.n, t: record.t } as JournalRecord)
  }
  return all
}

/** A journal that begins with its first record and a seal, and goes on with these. */
export const begun = (stream: string, bodies: readonly object[]): readonly JournalRecord[] =>
  asJournal(
    [{ kind: 'head', publicKey: TABLE_KEY.publicKey }, { kind: 'seal' }, ...bodies].map(
      (body, at) => ({ t: 1000, ...body, n: at + 1 }) as JournalRecord,
    ),
    stream,
  )

/** The rows of `tables` in a book's configuration that confirm the key of these tables of pit p1. */
export const trusted = (...tables: readonly string[]) =>
  tables.map((table) => ({ table: `p1/${table}`, key: fingerprintOf(TABLE_KEY.publicKey) }))

const heardAs = (record: JournalRecord) => ({ record: record as unknown as AnyRecord, body: JSON.stringify(record) })

/** When the store heard everything; what follows from it is the same in each store. */
const HEARD_MS = Date.UTC(2026, 10, 22)

/** Keeps the records in the store, in batches as the sink makes them. The table's key is confirmed, as by a book's configuration. */
export const fillStore = async (store: Store, { name, stream, records }: Evening, batch = 500): Promise<StreamRow> => {
  await vouchForKey(store, { table: name, fingerprint: fingerprintOf(TABLE_KEY.publicKey), how: 'config' }, 0)
  let row = await store.transaction().execute(async (trx) => streamNamed(trx, (await tableNamed(trx, name)).id, stream))
  for (let at = 0; at < records.length; at += batch) {
    const heard = records.slice(at, at + batch).map(heardAs)
    const kept = await store.transaction().execute((trx) => keepRecords(trx, row, heard, HEARD_MS))
    assert.deepEqual(kept.notices, [])
    row = kept.stream
  }
  return row
}

/** As the sink hears a table's `describe` beside its records. `fromMs`: from when on it holds. */
export const describeIn = async (store: Store, config: TableConfig, fromMs = 0): Promise<void> => {
  const told = describeTable(config, { software: 'test', limits: config.limits }, new Map())
  const { house, currency, exponent, rulesSha256: rules_sha256 } = told
  const { id: table_id } = await store.selectFrom('tables').select('id').where('name', '=', config.table).executeTakeFirstOrThrow()
  await store.updateTable('tables').set({ house, currency, exponent }).where('id', '=', table_id).execute()
  await enterDescription(store, { table_id, from_at: fromMs, rules_sha256, house, described: JSON.stringify(told) })
}
