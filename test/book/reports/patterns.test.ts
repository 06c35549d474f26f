/** Patterns of settlements and bets: small cases by hand, and short forms of what `npm run measure -- chance` measures. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { betsAgainstCount, type CountedRound } from '../../../src/book/reports/bets-and-count.ts'
import { FLAGS_BY_CHANCE, type Settled, settlementPatterns } from '../../../src/book/reports/patterns.ts'
import { countedOn, type Floor, settledOn } from '../../measure/chance/floor.ts'

const SEED = Number(process.env.SEED ?? 17)
const FLOOR: Floor = {
  ...{ tables: 2, boxes: 5, rounds: 300, dealers: 1, oneIn: 400, seen: 0.8, protested: 0.5, unlike: 1, collusion: null },
}

const settled = (dealer: string, box: string, overs: readonly number[], right: number): readonly Settled[] =>
  [...overs, ...Array.from({ length: right }, () => 0)].map((over) => ({ dealer, box, over }))

test('a box that one dealer overpays again and again is flagged, and no other', () => {
  const { boxes, comparisons } = settlementPatterns([
    ...settled(
      'd1',
      'bj07/1',
      Array.from({ length: 8 }, () => 500),
      200,
    ),
    ...settled('d1', 'bj07/2', [500, -500], 200),
    ...settled('d2', 'bj07/1', [500], 200),
    ...settled('d2', 'bj07/2', [], 200),
  ])
  assert.equal(comparisons.boxes, 4)
  assert.deepEqual(
    boxes.filter(({ flagged }) => flagged).map(({ dealer, box, overpaid, amount }) => ({ dealer, box, overpaid, amount })),
    [{ dealer: 'd1', box: 'bj07/1', overpaid: 8, amount: 4000 }],
  )
})

test('a dealer who errs as often at each of his boxes favours none', () => {
  const careless = ['bj07/1', 'bj07/2', 'bj07/3'].flatMap((box) => settled('d1', box, [500, 500, 500, 500], 60))
  const { boxes } = settlementPatterns([...careless, ...settled('d2', 'bj07/1', [], 2000)])
  assert.deepEqual(
    boxes.filter(({ flagged }) => flagged),
    [],
  )
})

test('errors of one dealer all one way, where those of the others go both ways', () => {
  const both = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? 500 : -500))
  const way = Array.from({ length: 14 }, () => 500)
  const { dealers } = settlementPatterns([
    ...settled('d1', 'bj07/1', way, 100),
    ...settled('d2', 'bj07/1', both, 100),
    ...settled('d3', 'bj07/1', both, 100),
  ])
  assert.deepEqual(
    dealers.filter(({ flagged }) => flagged).map(({ dealer, over, under, othersShare }) => ({ dealer, over, under, othersShare })),
    [{ dealer: 'd1', over: 14, under: 0, othersShare: 0.5 }],
  )
})

test('nothing settled, nothing found', () => {
  const { boxes, dealers } = settlementPatterns([])
  assert.deepEqual([boxes, dealers, betsAgainstCount([])], [[], [], []])
})

test(`honest floors are flagged no more often than is said (seed ${SEED})`, () => {
  let flags = 0
  for (let evening = 0; evening < 60; evening++) {
    const { boxes, dealers } = settlementPatterns(settledOn(FLOOR, SEED, evening))
    flags += [...boxes, ...dealers].filter(({ flagged }) => flagged).length
  }
  // 1.2 are to be expected at most; eight come by chance once in 30,000 times.
  assert.ok(flags < 8, `${flags} flags`)
})

test(`a box overpaid once in forty rounds is found in most evenings (seed ${SEED})`, () => {
  let found = 0
  for (let evening = 0; evening < 40; evening++) {
    const { boxes } = settlementPatterns(settledOn({ ...FLOOR, collusion: 40 }, SEED, evening))
    if (boxes.some(({ box, flagged }) => flagged && box === 't0/1')) found++
  }
  assert.ok(found > 20, `found in ${found} of 40`)
})

test(`a box that bets by the count is found, others are not (seed ${SEED})`, () => {
  let [found, flags] = [0, 0]
  for (let evening = 0; evening < 40; evening++) {
    if (betsAgainstCount(countedOn(true, SEED, evening)).some(({ box, flagged }) => flagged && box === 't/1')) found++
    flags += betsAgainstCount(countedOn(false, SEED, evening)).filter(({ flagged }) => flagged).length
  }
  assert.ok(found > 35, `found in ${found} of 40`)
  assert.ok(flags <= 5, `${flags} flags, ${40 * FLAGS_BY_CHANCE} expected at most`)
})

test('the count that bets meet is that of the cards before them', () => {
  const round = (shoe: number, cards: readonly string[], bet: number): CountedRound => ({
    shoe: `${shoe}`,
    decks: 6,
    cards,
    bets: [{ box: 'b', bet }],
  })
  const low = ['2S', '3H', '4D', '5C', '6S', '8S']
  const rounds = Array.from({ length: 8 }, (_, shoe) => [
    round(shoe, low, 1),
    round(shoe, ['KS'], 2 + (shoe % 2)),
    round(shoe, ['TS'], 2),
  ]).flat()
  const [box] = betsAgainstCount(rounds)
  assert.ok(box !== undefined && (box.correlation ?? 0) > 0.8 && box.flagged, JSON.stringify(box))
  assert.deepEqual([box.rounds, box.shoes, box.least, box.most], [24, 8, 1, 3])
})
