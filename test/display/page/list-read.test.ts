/** Which round is over, according to the broker, and whether a list read from the book may lack the round that closed last. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoundPage, RoundQuery, Told } from '../../../src/display/page/book-messages.ts'
import { listUpTo } from '../../../src/display/page/list-read.ts'
import { type KeptRound, lastOver } from '../../../src/display/page/rounds.ts'
import type { RoundPhase } from '../../../src/engine/view.ts'
import { pastRounds } from './told-book.ts'
import { toldTable } from './told-tables.ts'

const table = toldTable({ pit: 'p1', table: 'bj07', house: 'gld', boxes: 3, seed: 3, rounds: 2, atMs: Date.UTC(2026, 10, 21, 22) })
const [first, second] = pastRounds(table)
const NEWEST = second?.key ?? ''
const SEARCH: RoundQuery = { code: 'BET-CAPPED' }

/** Answers a query for the newest round alone, one for a search, and one for everything. */
const bookWith = (rounds: readonly RoundPage['rounds'][number][]) => {
  const asked: RoundQuery[] = []
  const read = async (query: RoundQuery): Promise<Told<RoundPage>> => {
    asked.push(query)
    const fit = rounds.filter(({ key }) => query.code === undefined && (query.text === undefined || key === query.text))
    return { kind: 'told', data: { rounds: fit, searched: { from: null, to: null }, next: null } }
  }
  return { asked, read }
}

const CLOSED = { ...second?.summary, state: 'closed' }
const OPEN = { ...CLOSED, state: 'open' }
const ROWS = [
  { name: 'the round is not there', stored: [first?.summary], query: {}, newest: NEWEST, isBehind: true },
  { name: 'the round is there but not closed', stored: [OPEN, first?.summary], query: {}, newest: NEWEST, isBehind: true },
  { name: 'the round is there', stored: [CLOSED, first?.summary], query: {}, newest: NEWEST, isBehind: false },
  { name: 'no round has closed', stored: [], query: {}, newest: null, isBehind: false },
  { name: 'a search finds nothing, and the round is not there', stored: [first?.summary], query: SEARCH, newest: NEWEST, isBehind: true },
  { name: 'a search rightly leaves the round out', stored: [CLOSED], query: SEARCH, newest: NEWEST, isBehind: false },
]

for (const { name, stored, query, newest, isBehind } of ROWS) {
  test(`${name}: ${isBehind ? 'to be read again' : 'whole'}`, async () => {
    const { asked, read } = bookWith(stored)
    const told = await listUpTo(newest, read, query)
    assert.equal(told.kind === 'told' ? told.data.isBehind : told.kind, isBehind)
    assert.deepEqual(asked.at(-1), query, 'the list is read last, so that it has what was stored before')
  })
}

test('a book that is away is told as such', async () => {
  assert.deepEqual(await listUpTo(NEWEST, async () => ({ kind: 'away' }), {}), { kind: 'away' })
})

const kept = (roundKey: string, phase: RoundPhase): KeptRound => ({
  ...{ round: roundKey, roundKey, result: null },
  views: [{ round: roundKey, roundKey, rev: 1, phase, view: () => assert.fail('nobody has to unpack it') }],
})
const OVER: readonly { readonly rounds: readonly KeptRound[]; readonly last: string | null }[] = [
  { rounds: [], last: null },
  { rounds: [kept('a', 'playing')], last: null },
  { rounds: [kept('a', 'closed')], last: 'a' },
  { rounds: [kept('a', 'settling'), kept('b', 'dealing')], last: 'a' },
  { rounds: [kept('a', 'closed'), kept('b', 'closed')], last: 'b' },
]

for (const { rounds, last } of OVER) {
  const phases = rounds.map(({ roundKey, views }) => `${roundKey} ${views.at(-1)?.phase}`).join(', ') || 'no round'
  test(`of ${phases}, ${last ?? 'none'} is over`, () => assert.equal(lastOver(rounds), last))
}
