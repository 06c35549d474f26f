/**
 * `npm run measure -- bench-book sink`: one process of the book behind a real broker, with the tables of a whole property.
 *
 *   200 tables --log--> broker --> book --> store
 *        ^                `---- audit/ack <--´
 *        `- a record's lag: from sending it until an acknowledgement covers it
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { digestAfter, NO_RECORDS } from '../../../src/base/records/digest.ts'
import { openStore } from '../../../src/book/store/open.ts'
import { tableText } from '../../../src/rules/figures/table-text.ts'
import { LOGINS } from '../../../src/wire/access-rules.ts'
import { readAuditAck } from '../../../src/wire/audit.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { connectTable, type FakeTable } from '../../book/fake-table.ts'
import { playEvening, trusted } from '../../book/fixture.ts'
import { startPostgres } from '../../book/postgres.ts'
import { sealedAs } from '../../book/sealed.ts'
import { PASSWORD, SAMPLE_SETTINGS, startMosquitto, withoutMosquitto } from '../../daemon/broker/mosquitto.ts'
import { runCommand } from '../long/command.ts'
import { type OptionTable, optionLines } from '../long/options.ts'
import { createLags, type Lags } from './book-lags.ts'
import { cpuSeconds, residentMb, type Started, startHelper, startNode } from './processes.ts'

const OPTIONS: OptionTable = {
  tables: { value: 'N', range: [1, 200], usual: '200', does: 'tables that play' },
  pace: { value: 'N', range: [1, 2000], usual: '100', does: 'records a second, of all tables together' },
  burst: { value: 'N', range: [1, 10_000], usual: '2000', does: 'records a second in bursts, one second in five' },
  seconds: { value: 'S', range: [5, 3600], usual: '30', does: 'how long the tables play' },
  night: { value: 'N', range: [1000, 100_000], usual: '60000', does: 'records of the table that was away' },
  seed: { value: 'S', range: [0, 4_294_967_295], usual: '1', does: 'seed of the play' },
  postgres: { does: "keep the records in a PostgreSQL server (Debian's package), started for this run" },
}

const HELP = `Usage: npm run measure -- bench-book sink [options]

Plays tables at live pace with bursts into one book process, which also has to catch up with the night of a table that was away while the others go on.
The broker is mosquitto if it is installed. Playing the night beforehand takes most of a minute.

${optionLines(OPTIONS)}

Examples
  npm run measure -- bench-book sink
  npm run measure -- bench-book sink --seconds 600
  npm run measure -- bench-book sink --postgres

Figures go to standard output, progress to standard error.
Exit codes: 0 measured; ${EXIT_USAGE} wrong usage
`

const LAG_MS_GOAL = 1000
const RESIDENT_MB_GOAL = 300
const CATCH_UP_MS_GOAL = 20_000
const BURST_EVERY_S = 5
const TICK_MS = 50
/** Whatever has not been acknowledged by then counts as missing. */
const SETTLE_MS_MAX = 30_000
const ROUND_RECORDS = 60

/** Resolves to the exit code. */
export const benchSink = (words: readonly string[]): Promise<number> =>
  runCommand(
    {
      ...{ name: 'bench:book sink', options: OPTIONS, help: HELP },
      run: async ({ number, has }) => {
        const load = { tables: number('tables'), pace: number('pace'), burst: number('burst'), seconds: number('seconds') }
        await measure({ ...load, night: number('night'), seed: number('seed') }, has('postgres'))
        return 0
      },
    },
    words,
  )

interface Load {
  readonly tables: number
  readonly pace: number
  readonly burst: number
  readonly seconds: number
  readonly night: number
  readonly seed: number
}

async function measure(load: Load, isPostgres: boolean): Promise<void> {
  const ends: (() => unknown)[] = []
  try {
    const folder = mkdtempSync(join(tmpdir(), 'book-bench-'))
    ends.unshift(() => rmSync(folder, { recursive: true, force: true }))
    const server = isPostgres ? await startPostgres() : null
    if (server !== null) ends.unshift(server.close)
    if (isPostgres && server === null) return
    const store = server?.url ?? join(folder, 'store', 'book.db')
    progress(`playing a night of ${load.night} records, seed ${load.seed}`)
    const night = nightOf(load)
    const broker = await startBroker(ends)
    const bench = await startBench({ broker, folder, store }, load, night, ends)
    const rows = [...(await playLive(bench, load)), await catchUp(bench, load, night), ...(await settle(bench, store))]
    process.stdout.write(`${load.tables} tables, ${load.pace} records a second, ${load.burst} in bursts, ${load.seconds} s, `)
    process.stdout.write(`store ${server === null ? 'embedded' : 'PostgreSQL'}, seed ${load.seed}\n\n`)
    process.stdout.write(`${tableText([['figure', 'measured', 'goal', ''], ...rows])}\n`)
  } finally {
    for (const end of ends) await end()
  }
}

/** Rounds as the engine reported them, some with errors. */
function nightOf({ night, seed }: Load): readonly JournalRecord[] {
  const { records } = playEvening({ rounds: Math.ceil(night / ROUND_RECORDS), seed, boxes: 5, oneIn: 50 })
  if (records.length < night) progress(`it has ${records.length} records`)
  return records.slice(0, night)
}

interface Broker {
  readonly url: string
  /** The login of the tables, which may publish and read everything, and of the book. */
  readonly login: { readonly username: string; readonly password: string }
  readonly user: string
}

async function startBroker(ends: (() => unknown)[]): Promise<Broker> {
  const login = { username: 'overseer', password: PASSWORD }
  if (withoutMosquitto === false) {
    const url = await startMosquitto({ after: (end) => void ends.unshift(end as () => unknown) }, undefined, SAMPLE_SETTINGS)
    return { url, login, user: LOGINS.audit }
  }
  process.stderr.write('\n*** mosquitto is not installed: the broker is the embedded one (apt-get install mosquitto) ***\n\n')
  const { started, said } = await startHelper(['test/measure/bench/broker.mjs'])
  ends.unshift(started.stop)
  return { url: `mqtt://127.0.0.1:${said}`, login, user: LOGINS.audit }
}

interface Place {
  readonly broker: Broker
  readonly folder: string
  /** As the configuration's `store`. */
  readonly store: string
}

interface Bench {
  readonly book: Started
  readonly tables: readonly FakeTable[]
  /** What each of them has yet to say of the night. */
  readonly nights: readonly Iterator<JournalRecord, undefined>[]
  /** The table that was away. */
  readonly late: FakeTable
  readonly lags: Lags
}

const nameOf = (at: number) => ({ property: 'demo', pit: 'p1', table: at === 0 ? 'late' : `bj${at}` })

async function startBench(
  { broker, folder, store }: Place,
  load: Load,
  night: readonly JournalRecord[],
  ends: (() => unknown)[],
): Promise<Bench> {
  const all: FakeTable[] = []
  for (let at = 0; at <= load.tables; at++) {
    const table = await connectTable(broker, nameOf(at), `bench${at}`)
    ends.unshift(table.close)
    all.push(table)
    if (at > 0) await table.status('ready')
  }
  const lags = createLags(() => performance.now())
  const witness = await mqtt.connectAsync(broker.url, broker.login)
  ends.unshift(() => witness.endAsync())
  witness.on('message', (topic, payload) => {
    const ack = readAuditAck(payload)
    if (typeof ack !== 'string') lags.acknowledged(topic.slice(topic.lastIndexOf('/p1-') + 4), ack)
  })
  await witness.subscribeAsync('casino/v1/demo/audit/ack/+', { qos: 1 })
  writeFileSync(join(folder, 'password'), broker.login.password, { mode: 0o600 })
  const login = `{ url: "${broker.url}", username: ${broker.user}, passwordFile: password }`
  const keys = JSON.stringify(trusted(...all.map((_, at) => nameOf(at).table)))
  writeFileSync(join(folder, 'book.yaml'), `property: demo\nmqtt: ${login}\nstore: "${store}"\ntables: ${keys}\n`)
  const book = startNode(['-r', './src/node-version.cjs', 'src/run.mjs', 'src/book/command.ts', '--config', join(folder, 'book.yaml')])
  ends.unshift(book.stop)
  const [late, ...tables] = all
  if (late === undefined) throw new Error('there is no table')
  return { book, tables, nights: tables.map(({ stream }) => sealedAs(night, stream)), late, lags }
}

/** Sends records at the pace of the load until `isOver`, with bursts if the load has them. Resolves to their number. */
async function play({ tables, nights, lags }: Bench, load: Load, isOver: (ms: number) => boolean, hasBursts: boolean) {
  const startMs = performance.now()
  let owed = 0
  let said = 0
  let before = startMs
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
    const now = performance.now()
    if (isOver(now - startMs)) return said
    const isBurst = hasBursts && Math.floor((now - startMs) / 1000) % BURST_EVERY_S === BURST_EVERY_S - 1
    owed += ((isBurst ? load.burst : load.pace) * (now - before)) / 1000
    before = now
    for (; owed >= 1; owed--, said++) {
      const at = said % tables.length
      const record = nights[at]?.next().value
      if (record === undefined) continue
      lags.said(nameOf(at + 1).table, record.n)
      void tables[at]?.say([record])
    }
  }
}

type Row = readonly [figure: string, measured: string, goal: string, verdict: string]

const verdict = (isMet: boolean): string => (isMet ? 'met' : 'missed')
const ms = (value: number): string => `${Math.round(value)} ms`

async function playLive(bench: Bench, load: Load): Promise<readonly Row[]> {
  const { book, lags } = bench
  // A journal is acknowledged from its first seal on; how long the pace takes to get there is no lag.
  await play(bench, load, () => bench.tables.every(({ journal }) => journal.some(({ kind }) => kind === 'seal')), false)
  await settled(bench)
  lags.reset()
  const watch = watchMemory(book)
  const cpuBefore = cpuSeconds(book.pid)
  progress(`playing for ${load.seconds} s`)
  const said = await play(bench, load, (played) => played >= load.seconds * 1000, true)
  await settled(bench)
  const { median, worst } = lags.told()
  const resident = watch()
  const cpu = cpuSeconds(book.pid) - cpuBefore
  return [
    ['records said', String(said), '', ''],
    ['lag of a record, median', ms(median), '', ''],
    ['lag of a record, worst', ms(worst), `${LAG_MS_GOAL} ms`, verdict(worst < LAG_MS_GOAL)],
    ['processor time of the book', `${cpu.toFixed(1)} s`, '', ''],
    ['resident memory of the book', `${Math.round(resident)} MB`, `${RESIDENT_MB_GOAL} MB`, verdict(resident < RESIDENT_MB_GOAL)],
  ]
}

/** Ends the watch and returns the highest memory seen. */
function watchMemory({ pid }: Started): () => number {
  let most = residentMb(pid)
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid))
  }, 200)
  return () => {
    clearInterval(timer)
    return most
  }
}

async function catchUp(bench: Bench, load: Load, night: readonly JournalRecord[]): Promise<Row> {
  const { late, lags } = bench
  late.write([...sealedAs(night, late.stream)])
  const { length } = late.journal
  lags.reset()
  progress(`catching up ${length} records`)
  lags.said('late', length)
  const startMs = performance.now()
  await late.status('ready')
  await play(bench, load, (played) => lags.missing('late') === 0 || played > CATCH_UP_MS_GOAL * 2, false)
  const took = performance.now() - startMs
  return [`${length} records caught up while the others play`, ms(took), ms(CATCH_UP_MS_GOAL), verdict(took < CATCH_UP_MS_GOAL)]
}

/** Waits until everything is acknowledged. @throws Error that says what is not */
async function settled({ lags, book }: Bench): Promise<void> {
  const startMs = performance.now()
  while (lags.missing() > 0) {
    if (performance.now() - startMs > SETTLE_MS_MAX) throw new Error(`${lags.missing()} records are not acknowledged: ${book.lastWords()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Checks that each table's last acknowledgement has the hash of all its records, and that the store holds as many. */
async function settle(bench: Bench, store: string): Promise<readonly Row[]> {
  const { tables, late, lags, book } = bench
  await settled(bench)
  const all = [late, ...tables]
  const wrong = all.filter(({ journal }, at) => lags.hash(nameOf(at).table) !== journal.reduce(digestAfter, NO_RECORDS))
  await book.stop()
  const opened = await openStore({ store })
  const { kept } = await opened
    .selectFrom('records')
    .select((of) => of.fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow()
  const incidents = await opened.selectFrom('incidents').select(['code', 'text']).execute()
  await opened.destroy()
  for (const { code, text } of incidents) progress(`${code}: ${text}`)
  const said = all.reduce((sum, { journal }) => sum + journal.length, 0)
  const isWhole = wrong.length === 0 && Number(kept) === said && incidents.length === 0
  const asked = tables.reduce((sum, table) => sum + table.asked.length, 0)
  return [
    ['records in the store, of those said', `${kept} of ${said}`, 'all, once', verdict(isWhole)],
    ['requests beyond the first of each table', String(asked - tables.length), '', ''],
  ]
}

const progress = (text: string): void => void process.stderr.write(`bench:book: ${text}\n`)
