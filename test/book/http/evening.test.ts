/** A simulated evening, as the table's journal has it, read back over HTTP: nothing is lost on the way, nothing is added. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarmList, findingList, type RoundFull, roundFull, roundList } from '../../../src/book/queries/answers.ts'
import { fillStore, playEvening } from '../fixture.ts'
import { serve } from './served.ts'

interface Envelope {
  readonly type: string
  readonly round?: string
  readonly data: { readonly [key: string]: unknown }
}

test('every round of an evening has its result and its events, and its findings lead to their alarms', async (t) => {
  const evening = playEvening({ rounds: 25, seed: 9, oneIn: 2 })
  const book = await serve(t, {}, (store) => fillStore(store, evening))
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
  const { findings } = findingList.parse((await book.ask(`${base}/findings?limit=200`)).json)
  const raised = events.filter(({ envelope }) => envelope.type === 'finding.raised').map(({ envelope }) => String(envelope.data.finding))
  assert.deepEqual(findings.map(({ finding }) => finding).sort(), raised.sort())
  assert.ok(raised.length > 3, 'people erred')
  const { alarms } = alarmList.parse((await book.ask(`${base}/alarms?limit=200`)).json)
  assert.ok(alarms.length > 0 && alarms.every(({ code, text }) => code !== null && text !== null), 'alarms say what they are about')
})
