/** The storm's checks find what they look for: each row plants one trouble in a storm that otherwise keeps every promise. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { After } from './check.ts'
import { type Job, type Planted, simulate } from './simulate.ts'

const SEED = Number(process.env.SEED ?? 3)
/** A calm evening, and one in which a device is unplugged again and again. */
const CALM: Job = { seed: SEED, rounds: 1, hours: 1, only: [] }
const UNPLUGGED: Job = { ...CALM, only: ['F4 unplug'], strikes: 0.1 }
const SEGMENT = '/j/000001.jsonl'
const LEAKED_MS = 1_000_000_000

/** The journal, with its only segment changed by `change`. */
const withSegment = (after: After, change: (bytes: Buffer) => Buffer): After => {
  after.disk.place(SEGMENT, change(Buffer.from(after.disk.content(SEGMENT))))
  return after
}

const flipped = (bytes: Buffer): Buffer => {
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  return bytes
}

interface Row {
  readonly promise: string
  readonly what: string
  readonly job: Job
  readonly planted: Planted
  readonly found: RegExp
}

const after = (change: (after: After) => Partial<After>): Planted => ({ after: (each) => ({ ...each, ...change(each) }) })

const ROWS: readonly Row[] = [
  {
    ...{ promise: 'P1', what: 'the second half of the journal is gone', job: CALM, found: /acknowledged lines are not in the journal/ },
    planted: { after: (each) => withSegment(each, (bytes) => bytes.subarray(0, bytes.lastIndexOf('\n', bytes.length / 2) + 1)) },
  },
  {
    ...{ promise: 'P2', what: 'the live table has another number of events', job: CALM, found: /the live table is another/ },
    planted: after(({ live }) => {
      assert.ok(live, 'a daemon runs')
      const { numbering } = live.core
      return { live: { ...live, core: { ...live.core, numbering: { ...numbering, sequence: numbering.sequence + 1 } } } }
    }),
  },
  {
    ...{ promise: 'P2', what: 'it is replayed as another table', job: CALM, found: /is another in the replay/ },
    planted: after(({ config }) => ({ config: { ...config, table: 'bj08' } })),
  },
  {
    ...{ promise: 'P3', what: 'the book lacks a record', job: CALM, found: /1 records are not in the book/ },
    planted: after(({ broker }) => ({ broker: { ...broker, book: new Map([...broker.book].filter(([n]) => n !== 5)) } })),
  },
  {
    ...{ promise: 'P3', what: 'the book has a record too many', job: CALM, found: /the book has \d+ records/ },
    planted: after(({ broker }) => ({ broker: { ...broker, book: new Map([...broker.book, [broker.book.size + 1, 'x']]) } })),
  },
  {
    ...{ promise: 'P4', what: 'another round was played', job: CALM, found: /rounds are told for certain that nobody played/ },
    planted: after(({ truths }) => ({ truths: truths.map((truth) => ({ ...truth, dealer: { ...truth.dealer, cards: ['2C'] } })) })),
  },
  {
    ...{ promise: 'P5', what: 'timers are never cancelled', job: CALM, found: /timers of the process/ },
    planted: { during: () => void setTimeout(() => undefined, LEAKED_MS) },
  },
  {
    ...{ promise: 'P6', what: 'nobody is told that a device is away', job: UNPLUGGED, found: /F4 unplug at .*: no down:/ },
    planted: after(({ shown }) => ({ shown: { ...shown, signs: shown.signs.filter(({ what }) => !what.startsWith('down:')) } })),
  },
  {
    ...{ promise: 'P6', what: 'an alarm is raised though nothing happened', job: UNPLUGGED, found: /no fault that raises it/ },
    planted: after(({ shown }) => ({ shown: { ...shown, struck: [] } })),
  },
  {
    ...{
      promise: 'P7',
      what: 'a line in the journal was said by no device',
      job: CALM,
      found: /1 lines in the journal were said by no device/,
    },
    planted: after(({ said }) => ({ said: new Set([...said].slice(1)) })),
  },
  {
    ...{ promise: 'P8', what: 'one bit of the journal is another', job: CALM, found: /^record \d+:/ },
    planted: { after: (each) => withSegment(each, flipped) },
  },
]

for (const job of [CALM, UNPLUGGED])
  test(`without a planted trouble ${job.only} every promise is kept (SEED=${SEED})`, async () => {
    const { broken, faults } = await simulate(job)
    assert.deepEqual(broken, [])
    assert.equal(faults.length > 0, job === UNPLUGGED || faults[0]?.includes('lines') === true)
  })

for (const { promise, what, job, planted, found } of ROWS)
  test(`${promise} is found broken where ${what} (SEED=${SEED})`, async () => {
    const { broken } = await simulate(job, planted)
    const own = broken.filter((each) => each.promise === promise).map((each) => each.what)
    assert.ok(
      own.some((each) => found.test(each)),
      JSON.stringify(broken),
    )
  })
