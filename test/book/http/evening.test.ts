/** A simulated evening, as the table's journal has it, read back over HTTP: nothing is lost on the way, nothing is added. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { alarmList, findingList, type RoundFull, roundFull, roundList } from '../../../src/book/queries/answers.ts'
import { fillStore, sharedEvening } from '../fixture.ts'
import { startPostgres } from '../postgres.ts'
import { serve } from './served.ts'

interface Envelope {
  readonly type: string
  readonly round?: string
  readonly data: { readonly [key: string]: unknown }
}

const SPAN = 'from=2026-11-21T00:00:00Z&to=2026-11-22T12:00:00Z'
type Hand = RoundFull['hands'][number]
const RESULTS: { readonly [result: string]: (hand: Hand) => boolean } = {
  win: ({ outcome }) => outcome === 'win' || outcome === 'blackjack',
  lose: ({ outcome }) => outcome === 'lose',
  push: ({ outcome }) => outcome === 'push',
  blackjack: ({ outcome }) => outcome === 'blackjack',
  bust: ({ total }) => total !== null && total > 21,
  double: ({ actions }) => actions.some((action) => action.endsWith('double')),
  split: ({ actions }) => actions.some((action) => action.endsWith('split')),
}

const evening = sharedEvening(25)

test('every round of an evening has its result and its events, and its findings lead to their alarms', (t) => readsBack(t, ':memory:'))

test('so it has in PostgreSQL', async (t) => {
  const server = await startPostgres()
  if (server === null) return t.skip('PostgreSQL is not installed')
  await readsBack(t, server.url)
  t.after(server.close)
})

async function readsBack(t: TestContext, place: string): Promise<void> {
  const book = await serve(t, {}, (store) => fillStore(store, evening), place)
  const { property, pit, table } = evening.name
  const base = `/api/tables/${property}/${pit}/${table}`
  const events = evening.records.flatMap((record) =>
    record.kind === 'event' ? [{ n: record.n, envelope: record.envelope as unknown as Envelope }] : [],
  )
  const { rounds } = roundList.parse((await book.ask(`${base}/rounds?limit=200`)).json)
  const opened = events.filter(({ envelope }) => envelope.type === 'round.opened').map(({ envelope }) => envelope.round)
  assert.deepEqual(rounds.map(({ round }) => round).reverse(), opened)
  const whole: RoundFull[] = []
  for (const { key } of rounds) whole.push(roundFull.parse((await book.ask(`${base}/rounds/${key}`)).json))
  for (const { summary, steps, result, hands } of whole) {
    const own = events.filter(({ envelope }) => envelope.round === summary.round)
    assert.deepEqual(steps, own, summary.key)
    const last = own.findLast(({ envelope }) => envelope.type === 'round.closed' || envelope.type === 'round.revised')
    assert.deepEqual(result, last?.envelope.data ?? null, summary.key)
    assert.equal(hands.length, summary.hands)
  }
  assert.deepEqual(whole.map(({ next }) => next).slice(1), rounds.map(({ key }) => key).slice(0, -1))
  const found = async (query: string) => {
    const page = roundList.parse((await book.ask(`${base}/rounds?${SPAN}&${query}&limit=200`)).json)
    return page.rounds.map(({ key }) => key)
  }
  const keysOf = (isOf: (round: RoundFull) => boolean) => whole.filter(isOf).map(({ summary }) => summary.key)
  for (const [result, isOf] of Object.entries(RESULTS)) {
    const expected = keysOf(({ hands }) => hands.some(isOf))
    assert.deepEqual(await found(`result=${result}`), expected, result)
    assert.deepEqual(
      await found(`result=${result}&box=2`),
      keysOf(({ hands }) => hands.some((hand) => hand.box === 2 && isOf(hand))),
      `${result} on box 2`,
    )
  }
  assert.deepEqual(
    await found('result=house-lost'),
    keysOf(({ summary }) => (summary.net.best ?? 0) < 0),
  )
  const cardsOf = ({ hands, result }: RoundFull): readonly string[] =>
    result === null ? [] : [...hands.flatMap(({ cards }) => cards), ...(result.dealer as { readonly cards: readonly string[] }).cards]
  for (const card of ['KS', '2D', 'TH']) {
    const expected = keysOf((round) => cardsOf(round).includes(card))
    assert.ok(expected.length > 0 && expected.length < whole.length, `${card} was dealt in some rounds`)
    assert.deepEqual(await found(`card=${card}`), expected, card)
  }
  assert.deepEqual(
    await found('card=A,T'),
    keysOf((round) => ['A', 'T'].every((rank) => cardsOf(round).some((card) => card[0] === rank))),
  )
  const { findings } = findingList.parse((await book.ask(`${base}/findings?limit=200`)).json)
  const raised = events.filter(({ envelope }) => envelope.type === 'finding.raised').map(({ envelope }) => String(envelope.data.finding))
  assert.deepEqual(findings.map(({ finding }) => finding).sort(), raised.sort())
  assert.ok(raised.length > 3, 'people erred')
  const {
    code,
    box,
    dealerId: dealer,
  } = findings.find((each) => each.box !== null && each.round !== null) ?? assert.fail('nobody erred at a box')
  const search = new URLSearchParams({
    code,
    box: String(box),
    dealer: String(dealer),
    from: '2026-11-21T00:00:00Z',
    to: '2026-11-22T12:00:00Z',
  })
  const together = roundList.parse((await book.ask(`${base}/rounds?${search}`)).json)
  assert.ok(together.rounds.length > 0, `a round is found by ${search}`)
  const open = findingList.parse((await book.ask(`${base}/findings?open=true&limit=200`)).json)
  assert.ok(
    open.findings.every(({ withdrawn, corrected }) => !withdrawn && !corrected),
    'open ones stand',
  )
  assert.equal((await book.ask('/metrics')).status, 200)
  assert.equal((await book.ask('/api/tables')).status, 200)
  const { alarms } = alarmList.parse((await book.ask(`${base}/alarms?limit=200`)).json)
  assert.ok(alarms.length > 0 && alarms.every(({ code, text }) => code !== null && text !== null), 'alarms say what they are about')
}
