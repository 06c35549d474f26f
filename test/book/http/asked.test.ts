/** What can be asked of the book over HTTP: each answer has the form that the OpenAPI document states, and holds what was asked for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { alarmList, findingList, roundFull, roundList, tableList } from '../../../src/book/queries/answers.ts'
import { FINDING_AMOUNT, RARE_CODE } from '../made-rounds.ts'
import { type Served, START_MS, serve, servedForAll } from './served.ts'

const BJ07 = '/api/tables/demo/p1/bj07'

/** Nobody changes it. */
const served = servedForAll()

/** The answer in its form; fails the test where it has not that form. */
async function read<S extends z.ZodType>(book: Served, path: string, form: S): Promise<z.output<S>> {
  const answer = await book.ask(path)
  assert.equal(answer.status, 200, answer.text)
  assert.match(String(answer.headers['content-type']), /^application\/json/)
  return form.parse(answer.json)
}

test('the tables say how far their records reach, what is missing, and what a person should know', async (t) => {
  const book = await serve(t)
  const gap = { stream_id: 2, kind: 'tick', body: '{}', t: START_MS }
  await book.store.updateTable('streams').set({ complete_to: 60, heard_to: 70 }).where('id', '=', 2).execute()
  await book.store
    .insertInto('records')
    .values([64, 65, 68].map((n) => ({ ...gap, n })))
    .execute()
  const incident = { id: 1, stream_id: 2, table_id: null, at: START_MS, code: 'GAP', text: 'records 61 to 63 do not come' }
  await book.store.insertInto('incidents').values(incident).execute()
  const { tables } = await read(book, '/api/tables', tableList)
  assert.deepEqual(
    tables.map(({ table, rounds }) => [table, rounds]),
    [
      ['bj07', 1000],
      ['bj08', 20],
    ],
  )
  assert.deepEqual(tables[1]?.streams[0]?.missing, [
    [61, 63],
    [66, 67],
    [69, 70],
  ])
  assert.deepEqual(tables[1]?.incidents, [{ at: '2026-11-20T18:00:00.000Z', code: 'GAP', text: incident.text, stream: 'made2' }])
})

test('pages of rounds, the newest first, hold every round once, whatever is added meanwhile', async (t) => {
  const book = await serve(t)
  const seen: number[] = []
  let path: string | null = `${BJ07}/rounds?limit=150`
  while (path !== null) {
    const page: z.output<typeof roundList> = await read(book, path, roundList)
    seen.push(...page.rounds.map(({ number }) => number))
    path = page.next === null ? null : `${BJ07}/rounds?limit=150&before=${page.next}`
    // A round that opens meanwhile is newer than every page to come.
    const rounds = await book.store.selectFrom('rounds').selectAll().where('number', '=', 1000).execute()
    const late = rounds.map((row) => ({
      ...row,
      round: `late-${seen.length}`,
      number: 1000 + seen.length,
      opened_at: row.opened_at + seen.length,
    }))
    await book.store.insertInto('rounds').values(late).execute()
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 1000 }, (_, index) => 1000 - index),
  )
})

test('rounds of two journals of one table come in the order of time, and a page may end within a millisecond', async (t) => {
  const book = await serve(
    t,
    {},
    {
      seed: 2,
      startMs: START_MS,
      tables: [
        { pit: 'p1', table: 'bj07', rounds: 40 },
        { pit: 'p1', table: 'old', rounds: 40 },
      ],
    },
  )
  await book.store.updateTable('streams').set({ table_id: 1 }).where('id', '=', 2).execute()
  const seen: string[] = []
  let before = ''
  for (let pages = 0; pages < 20; pages++) {
    const page = await read(book, `${BJ07}/rounds?limit=7${before}`, roundList)
    seen.push(...page.rounds.map(({ key }) => key))
    if (page.next === null) break
    before = `&before=${page.next}`
  }
  const expected = Array.from({ length: 40 }, (_, index) => 40 - index).flatMap((n) =>
    [2, 1].map((id) => `made${id}/${Math.ceil(n / 30)}-${n}`),
  )
  assert.deepEqual(seen, expected)
})

/** Each row: what is asked, and the numbers of the rounds that fit, the newest first. */
const SEARCHES: readonly (readonly [query: string, fits: readonly number[]])[] = [
  ['from=2026-11-20T18:08:20Z&to=2026-11-20T18:10:00.000Z', [12, 11, 10]],
  ['from=2026-11-20T19:08:20%2B01:00&to=2026-11-20T19:09:10%2B01:00', [11, 10]],
  [`code=${RARE_CODE}`, [300]],
  ['code=BJ-SHORT', [600, 100]],
  ['code=BJ-SHORT&limit=1', [600]],
  ['code=BJ-SHORT&box=3', [600, 100]],
  ['code=BJ-SHORT&box=1', []],
  [`code=BJ-SHORT,${RARE_CODE}`, [600, 300, 100]],
  ['code=BJ-SHORT&result=lose,house-won', [600, 100]],
  ['code=BJ-SHORT&result=lose,win', []],
  ['code=BJ-SHORT&card=TS,9', [600, 100]],
  ['code=BJ-SHORT&card=TS,8', []],
  [`amount=${FINDING_AMOUNT + 500}`, [500]],
  [`amount=${FINDING_AMOUNT + 500}&code=PAY-OVER`, []],
  ['text=bet-cap', [1000, 500]],
  ['text=BET-CAPPED%20d21', [500]],
  ['text=made1/17-500', [500]],
  ['text=4-111', [111]],
  ['dealer=d21&code=PAY-SHORT', [800]],
  ['dealer=D21&code=PAY-SHORT', [800]],
  ['state=void', []],
  ['box=7', []],
  ['dealer=nobody', []],
]

for (const [query, fits] of SEARCHES) {
  test(`rounds?${query} finds ${fits.length} rounds`, async () => {
    const book = served()
    const { rounds } = await read(book, `${BJ07}/rounds?${query}`, roundList)
    assert.deepEqual(
      rounds.map(({ number }) => number),
      fits,
    )
  })
}

test('a stake finds the rounds in which it lay on a spot', async () => {
  const book = served()
  const { rounds } = await read(book, `${BJ07}/rounds?amount=2500&limit=200`, roundList)
  const spots = await book.store
    .selectFrom('spots')
    .select('round')
    .distinct()
    .where('stream_id', '=', 1)
    .where('staked', '=', 2500)
    .execute()
  assert.ok(spots.length > 20, 'the stake is a usual one')
  assert.deepEqual(new Set(rounds.map(({ round }) => round)), new Set(spots.map(({ round }) => round)))
})

test('what no index finds is looked for in a month, and the answer says in which', async () => {
  const book = served()
  const { searched } = await read(book, `${BJ07}/rounds?box=3&to=2026-11-21T00:00:00Z`, roundList)
  assert.deepEqual(searched, { from: '2026-10-21T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' })
  const long = await book.ask(`${BJ07}/rounds?box=3&from=2026-01-01T00:00:00Z&to=2026-11-21T00:00:00Z`)
  assert.equal(long.status, 400)
  assert.match(long.text, /at most 31 days/)
})

test('a round has its result, its hands, its findings with their alarms, every event in order, and its neighbours', async (t) => {
  const book = await serve(t)
  const closed = { stream_id: 1, n: 5000, alarm: 'peek-missed-300', at: START_MS, step: 'closed', user: 'ann', note: 'seen on tape' }
  await book.store.insertInto('alarm_steps').values(closed).execute()
  const round = await read(book, `${BJ07}/rounds/made1/10-300`, roundFull)
  assert.equal(round.summary.findings[0]?.code, RARE_CODE)
  assert.deepEqual(
    round.alarms.map(({ step, user }) => [step, user]),
    [
      ['raised', null],
      ['closed', 'ann'],
    ],
  )
  assert.deepEqual(
    round.steps.map(({ n }) => n),
    [898, 899, 900],
  )
  assert.deepEqual(
    round.steps.map(({ envelope }) => envelope.round),
    ['10-300', '10-300', '10-300'],
  )
  assert.deepEqual([round.previous, round.next], ['made1/10-299', 'made1/11-301'])
  assert.ok(round.hands.length > 0 && round.spots.length === round.hands.length, 'hands and their spots')
})

test('findings and alarms are listed with what became of them', async (t) => {
  const book = await serve(t)
  const acknowledged = { stream_id: 1, n: 5000, alarm: 'bet-capped-500', at: START_MS, step: 'acknowledged', user: 'ann', note: null }
  const closed = { ...acknowledged, n: 5001, alarm: 'peek-missed-300', step: 'closed' }
  await book.store.insertInto('alarm_steps').values([acknowledged, closed]).execute()
  const { findings } = await read(book, `${BJ07}/findings?limit=3`, findingList)
  assert.deepEqual(
    findings.map(({ finding }) => finding),
    ['BET-CAPPED-1000', 'DEALER-HIT-17-900', 'PAY-SHORT-800'],
  )
  const open = await read(book, `${BJ07}/findings?open=true`, findingList)
  const over = await read(book, `${BJ07}/findings?open=false`, findingList)
  assert.equal(open.findings.length, 9)
  assert.deepEqual(
    over.findings.map(({ finding }) => finding),
    ['PEEK-MISSED-300'],
  )
  const { alarms } = await read(book, `${BJ07}/alarms`, alarmList)
  const states = new Map(alarms.map(({ alarm, state }) => [alarm, state]))
  assert.deepEqual(
    ['bet-capped-500', 'peek-missed-300', 'pay-short-800'].map((alarm) => states.get(alarm)),
    ['acknowledged', 'closed', 'unacknowledged'],
  )
})
