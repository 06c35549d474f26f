/** A simulated evening as the journal of its table has it, and a store filled with it as the sink fills it. No clock, broker or port. */
import assert from 'node:assert/strict'
import { usualSpots } from '../../simulators/device/options.ts'
import { captureLines } from '../../simulators/table/capture.ts'
import { type ErringRound, playErring } from '../../simulators/table/errors/erring.ts'
import { ERROR_CODES } from '../../simulators/table/errors/index.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import type { AnyRecord } from '../../src/book/derive/any-record.ts'
import type { StreamRow } from '../../src/book/rows.ts'
import { keepRecords } from '../../src/book/store/keep.ts'
import type { Store } from '../../src/book/store/open.ts'
import { streamNamed, tableNamed } from '../../src/book/store/places.ts'
import { rulesSha256 } from '../../src/daemon/config/rules-hash.ts'
import type { TableConfig } from '../../src/daemon/config/table-config.ts'
import { captureReader } from '../../src/daemon/pipeline/capture.ts'
import { type CoreState, coreContext, initialCore, stepCore } from '../../src/daemon/stations/core.ts'
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import type { JournalRecord, RecordBody } from '../../src/wire/record.ts'
import type { TableName } from '../../src/wire/topics.ts'
import { configFor, DEVICE_NAMES } from '../daemon/pipeline/heard-play.ts'
import { CHIPS, LIMITS } from '../engine/table-play.ts'

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

/** Everything follows from the options: print the seed where it is drawn. */
export const playEvening = (given: Partial<EveningOptions> = {}): Evening => {
  const options = { ...USUAL, ...given }
  const { house, boxes, rounds, seed, oneIn, startMs, pointer } = options
  const { rules } = HOUSES[house]
  const spots = [...usualSpots(house), 'rack' as const]
  const table = { rules, limits: LIMITS, chips: CHIPS, boxes, spots }
  const play = playErring({ ...table, pointer, habits: [], random: seededRandom(seed) }, { codes: PLAYED_CODES, share: 1 / oneIn })
  const played = Array.from({ length: rounds }, (): ErringRound => play.next().value)
  const config = configFor({ ...table, house, table: options.table, spotLagMs: 1500, chipEvidence: 'payouts' })
  const journal = journalOf(config, options)
  const reader = captureReader(config.devices)
  const sequences = { shoe: 0, spots: 0, pointer: 0 }
  for (const [at, round] of played.entries()) {
    if (at % options.roundsOfDealer === 0) journal.dealer(options.dealers[(at / options.roundsOfDealer) % options.dealers.length] ?? 'd1')
    for (const line of captureLines([round], { baseMs: startMs, deviceNames: DEVICE_NAMES, sequences })) {
      const heard = reader.line({ ...line, number: 1 })
      assert.ok(typeof heard !== 'string', String(heard))
      for (const record of heard) journal.take(record, record.t)
    }
  }
  for (const record of reader.end()) journal.take(record, record.t)
  const name = { property: config.property, pit: config.pit, table: config.table }
  return { name, stream: options.stream, config, played, records: journal.records }
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
  take({ kind: 'head', stream, property, pit, table, house, rulesSha256: rulesSha256(rules) }, startMs)
  take({ kind: 'start', boot: 1, software: 'test', rulesSha256: rulesSha256(rules) }, startMs)
  const dealer = (id: string): void => {
    const correlation = `c${++commands}`
    take({ kind: 'command', user: 'floor', name: 'dealer', correlation, args: { id }, error: null }, now)
  }
  return { records, take, dealer }
}

const heardAs = (record: JournalRecord) => ({ record: record as unknown as AnyRecord, body: JSON.stringify(record) })

/** Keeps the records in the store, in batches as the sink makes them. */
export const fillStore = async (store: Store, { name, stream, records }: Evening, batch = 500): Promise<StreamRow> => {
  let row = await store.transaction().execute(async (trx) => streamNamed(trx, (await tableNamed(trx, name)).id, stream))
  for (let at = 0; at < records.length; at += batch) {
    const heard = records.slice(at, at + batch).map(heardAs)
    const kept = await store.transaction().execute((trx) => keepRecords(trx, row, heard))
    assert.deepEqual(kept.notices, [])
    row = kept.stream
  }
  return row
}
