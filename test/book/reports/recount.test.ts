/**
 * A report against a recount that shares no code with it: straight from the events of two tables' journals, which play for two currencies, lag,
 * pause, see not every payment and change their dealers.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { roundsThatFit } from '../../../src/book/commands/query.ts'
import { shiftReport } from '../../../src/book/reports/ask.ts'
import { openStore, type Store } from '../../../src/book/store/open.ts'
import { rederive } from '../../../src/book/store/rederive.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { run } from '../../e2e/processes.ts'
import { begun, describeIn, type Evening, fillStore, honestEvening, playEvening } from '../fixture.ts'
import { startPostgres } from '../postgres.ts'

const SEED = Number(process.env.SEED ?? 12)
const PAUSE_MS = 3 * 3_600_000
const MINUTE_MS = 60_000
const WHOLE_NIGHT = { tables: [], from: Date.UTC(2026, 10, 21), to: Date.UTC(2026, 10, 23), dealer: null }

/** Any event, as loosely as a foreign program would read it. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the record holds
type Any = any

const isClosing = (record: Any): boolean => record.kind === 'event' && record.envelope.type === 'round.closed'
const later = (text: string, ms: number): string => new Date(Date.parse(text) + ms).toISOString()

/** The evening with what the simulated one lacks; the records are numbered again. */
const harder = (evening: Evening): Evening => {
  const records: Any[] = []
  let closed = 0
  let shift = 0
  /** Who deals; who was relieved and has not come back. */
  let [dealer, gone] = ['', '']
  for (const original of evening.records) {
    const record: Any = structuredClone(original)
    record.t += shift
    if (record.kind === 'event') {
      const { envelope } = record
      envelope.time = later(envelope.time, shift)
      for (const field of ['openedAt', 'closedAt'])
        if (typeof envelope.data[field] === 'string') envelope.data[field] = later(envelope.data[field], shift)
    }
    if (record.envelope?.type === 'dealer.changed') dealer = record.envelope.data.dealer
    if (dealer === gone && record.envelope?.type === 'dealer.changed') gone = ''
    if (gone !== '' && record.envelope?.data.dealerId === gone) record.envelope.data.dealerId = null
    const nth = isClosing(record) ? ++closed : 0
    const { t } = record
    if (nth === 2) records.push({ t, kind: 'host', alarm: 'lagging', words: { code: 'LAGGING', text: 'late', remedy: 'wait' } })
    if (nth === 4) records.push({ t, kind: 'host', alarm: 'lagging', words: null })
    // The payments at one box of two rounds were not seen.
    if (nth === 3 || nth === 5)
      for (const spot of Object.values<Any>(record.envelope.data.boxes[0].spots)) spot.moved = spot.best.moved = null
    records.push(record)
    // The dealer is relieved, and the table stands closed for hours.
    if (nth === 6) {
      const time = new Date(t + MINUTE_MS).toISOString()
      records.push({ t: t + MINUTE_MS, kind: 'event', envelope: { type: 'key.pressed', time, data: { key: 'relief', box: null } } })
      shift = PAUSE_MS
      gone = dealer
    }
  }
  return { ...evening, records: records.map((record, at) => ({ ...record, n: at + 1 })) as JournalRecord[] }
}

interface Sums {
  rounds: number
  complete: number
  lagging: number
  staked: number
  houseWon: number
  notSeen: number
  byRules: number
}
const nothing = (): Sums => ({ rounds: 0, complete: 0, lagging: 0, staked: 0, houseWon: 0, notSeen: 0, byRules: 0 })

/** The last word on each round, and whether the table lagged when it closed. */
const results = (records: readonly Any[]): readonly { readonly said: Any; readonly lagged: boolean }[] => {
  const last = new Map<string, { said: Any; lagged: boolean }>()
  let lags = false
  for (const record of records) {
    if (record.kind === 'host' && record.alarm === 'lagging') lags = record.words !== null
    if (record.kind !== 'event') continue
    const { type, data } = record.envelope
    if (type === 'round.closed' || type === 'round.revised')
      last.set(data.round, { said: data, lagged: lags || last.get(data.round)?.lagged === true })
    if (type === 'round.void') assert.fail('no round of these evenings is void')
  }
  return [...last.values()]
}

const recounted = (records: readonly Any[], dealer?: string): Sums => {
  const sums = nothing()
  for (const { said, lagged } of results(records)) {
    if (dealer !== undefined && said.dealerId !== dealer) continue
    sums.rounds++
    if (said.complete && !lagged) sums.complete++
    if (lagged) sums.lagging++
    for (const { spots } of said.boxes)
      for (const { best } of Object.values<Any>(spots)) {
        sums.staked += best.staked
        sums.byRules -= best.due ?? 0
        if (best.moved === null) sums.notSeen++
        else sums.houseWon -= best.moved
      }
  }
  return sums
}

/** Minutes of dealing per dealer: each minute between two things that happened belongs to whoever was named, unless they lie far apart. */
const hoursOf = (records: readonly Any[]): ReadonlyMap<string, number> => {
  const moments: { readonly at: number; readonly dealer?: string | null }[] = []
  for (const { kind, envelope } of records) {
    if (kind !== 'event') continue
    const { type, data, time } = envelope
    if (type === 'shoe.loaded') moments.push({ at: Date.parse(time) })
    if (type === 'round.opened') moments.push({ at: Date.parse(data.openedAt) })
    if (type === 'round.closed') moments.push({ at: Date.parse(data.closedAt) })
    if (type === 'dealer.changed') moments.push({ at: Date.parse(time), dealer: data.dealer })
    if (type === 'key.pressed' && data.key === 'relief') moments.push({ at: Date.parse(time), dealer: null })
  }
  moments.sort((one, other) => one.at - other.at)
  const sums = new Map<string, number>()
  let [dealer, before] = [null as string | null, moments[0]?.at ?? 0]
  for (const [index, moment] of moments.entries()) {
    const isRelief = moment.dealer === null
    const follows = moments[index + 1]?.at ?? moment.at
    // At a relief only a spell ends: a table that pauses after it was open until what happened before it.
    const isDealt = moment.at - before <= 15 * MINUTE_MS && !(isRelief && follows - moment.at > 15 * MINUTE_MS)
    if (dealer !== null && isDealt) sums.set(dealer, (sums.get(dealer) ?? 0) + (moment.at - before) / 3_600_000)
    if (moment.dealer !== undefined) dealer = moment.dealer
    before = moment.at
  }
  return sums
}

const played = [
  playEvening({ rounds: 10, seed: SEED, oneIn: 4, pointer: false, roundsOfDealer: 4 }),
  playEvening({ rounds: 8, seed: SEED + 1, oneIn: 4, table: 'bj08', stream: 'evening3', roundsOfDealer: 4, dealers: ['d23', 'd17'] }),
].map(harder)
const MONEY = { bj07: { currency: 'EUR', exponent: 2 }, bj08: { currency: 'JPY', exponent: 0 } } as const

const fill = async (store: Store): Promise<void> => {
  for (const evening of played) {
    await fillStore(store, evening)
    const money = MONEY[evening.name.table as keyof typeof MONEY]
    await store.updateTable('tables').set(money).where('name', '=', evening.name.table).execute()
  }
}

const sumsIn = ({ rounds, money: { all } }: Any): Sums => ({
  ...{ rounds: rounds.dealt, complete: rounds.complete, lagging: rounds.lagging },
  ...{ staked: all.staked, houseWon: all.houseWon, notSeen: all.notSeen, byRules: all.byRules },
})

test(`the sums of a report are those of the events, in both stores (seed ${SEED})`, { timeout: 180_000 }, async (t) => {
  const server = await startPostgres()
  t.after(() => server?.close())
  for (const place of [':memory:', ...(server === null ? [] : [server.url])]) {
    const store = await openStore({ store: place })
    await fill(store)
    await rederive(store, () => undefined)
    const report = await shiftReport(store, WHOLE_NIGHT)
    for (const [at, { records, name }] of played.entries()) {
      const section = report.tables[at] ?? assert.fail('no section')
      const own = recounted(records)
      assert.ok(own.lagging >= 2 && own.notSeen >= 2, 'the evening is hard')
      assert.deepEqual(sumsIn(section), own)
      // Per round: what a query says of each is what the events say of it.
      const listed = await roundsThatFit(store, {
        fromMs: 0,
        toMs: 2 ** 50,
        table: name.table,
        code: undefined,
        dealer: undefined,
        box: null,
        limit: null,
      })
      for (const { said, lagged } of results(records)) {
        const row = listed.find(({ round }) => round.endsWith(`/${said.round}`)) ?? assert.fail(`round ${said.round} is missing`)
        const bests: Any[] = said.boxes.flatMap(({ spots }: Any) => Object.values<Any>(spots).map((spot) => spot.best))
        const seen = bests.filter(({ moved }) => moved !== null)
        const houseWon = seen.length === 0 ? null : seen.reduce((sum, { moved }) => sum - moved, 0)
        assert.deepEqual(
          { complete: row.complete, lagging: row.lagging, houseWon: row.houseWon, notSeen: row.notSeen, byTheRules: row.byTheRules },
          { complete: said.complete && !lagged, lagging: lagged, houseWon, notSeen: bests.length - seen.length, byTheRules: said.net.best },
        )
      }
      assert.match(section.line, new RegExp(`${own.complete} told complete, ${own.lagging} told while the table was behind its devices`))
    }
    // A sum a currency: nobody's euros and yen are added.
    assert.deepEqual(
      report.pits.map(({ name, currency }) => [name, currency]),
      [
        ['p1 (EUR)', 'EUR'],
        ['p1 (JPY)', 'JPY'],
      ],
    )
    for (const { name, currency, hours, ...section } of report.dealers) {
      const dealer = name.slice(0, 3)
      assert.equal(name, `${dealer} (${currency})`)
      const { records } = played[currency === 'EUR' ? 0 : 1] ?? assert.fail('no evening')
      assert.deepEqual(sumsIn(section), recounted(records, dealer))
      const dealt = hoursOf(records).get(dealer) ?? 0
      assert.ok(Math.abs(hours - dealt) < 1e-6, `${name} dealt ${dealt} hours, not ${hours}`)
    }
    for (const [at, { records }] of played.entries()) {
      const { hours } = report.tables[at] ?? assert.fail('no section')
      assert.ok(hours < PAUSE_MS / 3_600_000, `open for ${hours} hours, without the pause of ${PAUSE_MS / 3_600_000}`)
      assert.ok(hours >= [...hoursOf(records).values()].reduce((sum, each) => sum + each, 0) - 1e-6, 'open whenever somebody dealt')
    }
    await store.destroy()
  }
})

test('the CSV names what moved and what the rules say, with its currency, as decimals', { timeout: 60_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const store = await openStore({ store: join(folder, 'store', 'book.db') })
  await fill(store)
  await store.destroy()
  const config = join(folder, 'book.yaml')
  writeFileSync(config, 'property: demo\nmqtt: { url: "mqtt://127.0.0.1:9" }\nstore: store/book.db\n')
  const words = ['--config', config, '--from', '2026-11-21', '--to', '2026-11-23', '--form', 'csv']
  const { code, stdout, stderr } = await run('src/book/command.ts', 'report', ...words)
  assert.equal(code, 0, stderr)
  const [names = [], ...rows] = stdout
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  for (const [at, table] of ['bj07', 'bj08'].entries()) {
    const row = rows.find(([of, name]) => of === 'table' && name === table) ?? assert.fail('no row')
    const cell = (name: string) => row[names.indexOf(name)]
    const { houseWon, byRules, notSeen, complete, lagging } = recounted(played[at]?.records ?? [])
    const { exponent, currency } = MONEY[table as keyof typeof MONEY]
    assert.deepEqual(
      ['currency', 'all_house_won', 'all_by_the_rules', 'all_not_seen', 'complete', 'lagging'].map(cell),
      [
        currency,
        (houseWon / 10 ** exponent).toFixed(exponent),
        (byRules / 10 ** exponent).toFixed(exponent),
        notSeen,
        complete,
        lagging,
      ].map(String),
    )
  }
})

test('money that nobody saw is empty, and not 0', async (t) => {
  const [evening] = played
  assert.ok(evening, 'the report has no such evening')
  const blind = evening.records.map((record: Any) => {
    if (!isClosing(record) && record.envelope?.type !== 'round.revised') return record
    const copy = structuredClone(record)
    for (const { spots } of copy.envelope.data.boxes) for (const spot of Object.values<Any>(spots)) spot.moved = spot.best.moved = null
    return copy
  })
  const store = await openStore({ store: ':memory:' })
  t.after(() => store.destroy())
  await fillStore(store, { ...evening, records: blind })
  const { tables } = await shiftReport(store, WHOLE_NIGHT)
  const { all } = tables[0]?.money ?? assert.fail('no section')
  assert.equal(all.houseWon, null)
  assert.equal(all.notSeen, all.bets)
  assert.notEqual(all.byRules, null)
  const rows = await store
    .selectFrom('rounds')
    .select(['house_won', 'house_won_certain', 'net_best'])
    .where('closed_at', 'is not', null)
    .execute()
  assert.ok(
    rows.length > 0 && rows.every(({ house_won, house_won_certain }) => house_won === null && house_won_certain === null),
    `${rows.length} rounds, some with money that nobody saw`,
  )
})

test('money wrong is that of errors of dealers, before they were put right', async (t) => {
  const store = await openStore({ store: ':memory:' })
  t.after(() => store.destroy())
  await fillStore(store, honestEvening(2))
  const told = (n: number, type: string, code: string, amount: number | null, corrected = false) => {
    const about = { finding: `${code}-${n}`, code, grade: 'proven', group: null, severity: 'money', round: null, dealerId: 'd17' }
    const data = { ...about, box: 1, hand: null, spot: null, amount, corrected }
    return { kind: 'event', envelope: { type, time: new Date(WHOLE_NIGHT.from + 8e7).toISOString(), data } }
  }
  const findings = [
    told(1, 'finding.raised', 'BET-OVER-MAX', 10_000),
    told(2, 'finding.raised', 'PAY-OVER', 5000),
    // The table gives 0 for what has been put right.
    told(2, 'finding.changed', 'PAY-OVER', 0, true),
    told(3, 'finding.raised', 'PAY-SHORT', 2000),
    told(4, 'finding.raised', 'BJ-SHORT', null),
  ]
  const stream = 'made1'
  const records = begun(
    stream,
    findings.map((each) => ({ ...each, t: WHOLE_NIGHT.from + 8e7 })),
  )
  const name = { property: 'demo', pit: 'p1', table: 'bj09' }
  await fillStore(store, { ...(played[0] ?? assert.fail()), name, stream, records })
  const { tables } = await shiftReport(store, { ...WHOLE_NIGHT, tables: ['bj09'] })
  assert.deepEqual(tables[0]?.wrong, { amount: 7000, putRight: 5000, left: 2000, likely: 0, unknown: 1 })
})

test('a running shoe is shown apart from finished ones', async (t) => {
  const store = await openStore({ store: ':memory:' })
  t.after(() => store.destroy())
  const evening = honestEvening(2)
  await fillStore(store, evening)
  const { id } = await store.selectFrom('streams').select('id').executeTakeFirstOrThrow()
  await describeIn(store, evening.config)
  await store.deleteFrom('shoes').execute()
  const whole = evening.config.rules.decks * 52
  const shoe = { stream_id: id, cut_card_at: null, loaded_at: WHOLE_NIGHT.from }
  await store
    .insertInto('shoes')
    .values([
      { ...shoe, shoe: 1, ended_at: WHOLE_NIGHT.from + 1000, cards_out: whole * 0.75 },
      { ...shoe, shoe: 2, ended_at: null, cards_out: whole / 4 },
    ])
    .execute()
  const [table] = (await shiftReport(store, WHOLE_NIGHT)).tables
  assert.deepEqual(table?.shoes, { ended: 1, penetration: 0.75, running: 0.25 })
})
