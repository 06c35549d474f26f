/** Figures for Prometheus: about the book itself, its HTTP interface, and every table in the book. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type TableFigures, tableFigures } from '../queries/figures.ts'
import type { Db } from '../queries/page.ts'

/** The sink's own figures; a figure that is left out is not reported. */
export interface BookFigures {
  /** Records received and not yet in the store. */
  readonly queued?: number
  /** How long the oldest of these records has waited. */
  readonly lagMs?: number
  readonly storeBytes?: number
  /** How often another client has used the book's client id since the start. */
  readonly takeovers?: number
  /** The store works and has room, so it takes the records. */
  readonly isWriting?: boolean
}

export interface MetricsOptions {
  readonly db: Db
  readonly figures?: () => BookFigures
  /** Wall clock, Unix ms. */
  readonly nowMs: () => number
  /** Monotonic, ms. */
  readonly monotonicMs: () => number
}

export interface BookMetrics {
  readonly text: () => Promise<string>
  readonly count: (path: string, status: number, seconds: number) => void
}

/** Several scrapers at once read the store only once. */
const FRESH_MS = 5000
const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

const TABLE = ['pit', 'table'] as const
type Metric<L extends string = never> = Gauge<(typeof TABLE)[number] | L>

export function bookMetrics({ db, figures = () => ({}), nowMs, monotonicMs }: MetricsOptions): BookMetrics {
  const registers = [new Registry()]
  const [registry = new Registry()] = registers
  const own = ownGauges(registers)
  const ofTables = tableGauges(registers)
  const requests = new Counter({
    ...{ name: 'book_http_requests_total', help: 'Requests answered.', registers },
    labelNames: ['path', 'status'] as const,
  })
  const seconds = new Histogram({
    ...{ name: 'book_http_seconds', help: 'How long an answer took.', registers },
    ...{ labelNames: ['path'] as const, buckets: SECONDS },
  })
  const read = tableFigures(db)
  const fresh = { untilMs: Number.NEGATIVE_INFINITY }
  return {
    async text() {
      if (monotonicMs() >= fresh.untilMs) {
        // Set before the first await: a scrape that comes meanwhile gets the previous figures.
        fresh.untilMs = monotonicMs() + FRESH_MS
        setTables(ofTables, await read(), nowMs())
      }
      setOwn(own, figures())
      return registry.metrics()
    },
    count(path, status, took) {
      requests.inc({ path, status: String(status) })
      seconds.observe({ path }, took)
    },
  }
}

function ownGauges(registers: Registry[]) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  return {
    queued: gauge('book_queued_records', 'Records heard and not yet in the store.'),
    lag: gauge('book_lag_seconds', 'How long the oldest of them has waited.'),
    bytes: gauge('book_store_bytes', 'Size of the store.'),
    takeovers: new Counter({
      name: 'book_takeovers_total',
      help: 'How often the broker let another client have its client id.',
      registers,
    }),
    writing: gauge('book_store_writing', '1: the store takes records; 0: it does not, and nothing is acknowledged.'),
  }
}

function setOwn(own: ReturnType<typeof ownGauges>, { queued, lagMs, storeBytes, takeovers, isWriting }: BookFigures): void {
  if (queued !== undefined) own.queued.set(queued)
  if (lagMs !== undefined) own.lag.set(lagMs / 1000)
  if (storeBytes !== undefined) own.bytes.set(storeBytes)
  if (takeovers !== undefined) {
    own.takeovers.reset()
    own.takeovers.inc(takeovers)
  }
  if (isWriting !== undefined) own.writing.set(isWriting ? 1 : 0)
}

/** One row per figure of a table. */
const FIGURES = {
  records: ['book_complete_records', 'Every record from 1 up to it is held, of the newest journal.'],
  missing: ['book_missing_records', 'Records that were heard of and are not held.'],
  underived: ['book_underived_records', 'Records held that no round, finding or alarm was made of yet.'],
  incidents: ['book_incidents', 'What a person should know of the records.'],
  rounds: ['table_rounds', 'Rounds, over all journals.'],
  hands: ['table_hands', 'Hands played, over all journals.'],
} as const satisfies { readonly [figure in keyof TableFigures]?: readonly [string, string] }

function tableGauges(registers: Registry[]) {
  const gauge = <L extends string>(name: string, help: string, more: readonly L[]): Metric<L> =>
    new Gauge({ name, help, registers, labelNames: [...TABLE, ...more] })
  return {
    plain: Object.entries(FIGURES).map(([figure, [name, help]]) => [figure as keyof typeof FIGURES, gauge(name, help, [])] as const),
    age: gauge('table_last_record_seconds', 'Age of the newest record held.', []),
    findings: gauge('table_findings', 'Findings that were not withdrawn, over all journals.', ['code'] as const),
    devices: gauge('table_device_up', '1: the link to the device stands.', ['device'] as const),
  }
}

function setTables(gauges: ReturnType<typeof tableGauges>, tables: readonly TableFigures[], nowMs: number): void {
  const { plain, age, findings, devices } = gauges
  for (const gauge of [...plain.map(([, each]) => each), age, findings, devices]) gauge.reset()
  for (const each of tables) {
    const { pit, table } = each
    for (const [figure, gauge] of plain) gauge.set({ pit, table }, each[figure])
    if (each.lastAt !== null) age.set({ pit, table }, Math.max(0, nowMs - each.lastAt) / 1000)
    for (const { code, count } of each.findings) findings.set({ pit, table, code }, count)
    for (const { device, up } of each.devices) devices.set({ pit, table, device }, up ? 1 : 0)
  }
}
