import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RANKS } from '../../../devices/scan.ts'
import { openHand, withCard } from '../../../src/rules/game/hand.ts'
import type { Action } from '../../../src/rules/game/outcome.ts'
import { todays } from '../../runner/rotation.ts'
import { CONTROL, strategyAt, type Table } from './houses.ts'
import { handOf, legal } from './round.ts'

const ranksOf = (text: string): readonly number[] => [...text].map((letter) => (RANKS as readonly string[]).indexOf(letter))

interface Row {
  readonly name: string
  readonly table: Table
  /** Ranks; `lammer` where no chips lie on it; hands in the box, 1 unless it was split. */
  readonly hand: readonly [cards: string, from?: 'split' | 'lammer' | 'suited', hands?: number]
  readonly up: string
  readonly decision: Action | null
}

const row = (name: string, table: Table, hand: Row['hand'], up: string, decision: Action | null): Row => ({
  name,
  table,
  hand,
  up,
  decision,
})
const [EUROPEAN, POT, SEVENS, GLD, INGO]: readonly [Table, Table, Table, Table, Table] = [
  { house: 'free-bet-european' },
  { house: 'free-bet-pot-of-gold' },
  { house: 'sevens-prizes' },
  { house: 'gld' },
  { house: 'ingo' },
]

const ROWS: readonly Row[] = [
  row('16 against a ten is given up late', GLD, ['T6'], 'T', 'surrender'),
  row('16 against a nine is given up late', GLD, ['97'], '9', 'surrender'),
  row('15 against a ten is given up late', GLD, ['96'], 'K', 'surrender'),
  row('eights against a ten are split where the dealer has looked', GLD, ['88'], 'T', 'split'),
  row('16 of three cards cannot be given up', GLD, ['952'], 'T', 'hit'),
  row('a split 16 cannot be given up', GLD, ['97', 'split', 2], 'T', 'hit'),
  row('eights once split are not split again', GLD, ['88', 'split', 2], 'T', 'hit'),
  row('eleven is doubled against a ten once the dealer has looked', GLD, ['65'], 'T', 'double'),
  row('eleven is not doubled against a ten that may become a natural', INGO, ['65'], 'T', 'hit'),
  row('eights are not split against a ten that may become a natural', INGO, ['88'], 'T', 'hit'),
  row('aces are not split against an ace that may become a natural', INGO, ['AA'], 'A', 'hit'),
  row('aces are split against an ace once the dealer has looked', GLD, ['AA'], 'A', 'split'),
  row('A,8 against 6 stands where the dealer stands on soft 17', GLD, ['A8'], '6', 'stand'),
  row('A,8 against 6 is doubled where the dealer draws on soft 17', CONTROL, ['A8'], '6', 'double'),
  row('A,7 against 2 is doubled where the dealer draws on soft 17', CONTROL, ['A7'], '2', 'double'),
  row('A,6 is not doubled where doubles are 9, 10 and 11', INGO, ['A6'], '5', 'hit'),
  row('king and queen are no pair by rank', { house: 'gld', rules: { dealer22: 'push' } }, ['KQ'], '6', 'stand'),
  row('14 against a ten is given up early', SEVENS, ['T4'], 'T', 'surrender'),
  row('eights against a ten are given up early', SEVENS, ['88'], 'T', 'surrender'),
  row('16 against an ace may not be given up', SEVENS, ['T6'], 'A', 'hit'),
  row('9,7 against a ten is given up', SEVENS, ['97'], 'T', 'surrender'),
  row('7,9 against a ten is not: its first card wins a prize', SEVENS, ['79'], 'T', 'stand'),
  row('sevens of two suits draw for the third against an eight', SEVENS, ['77'], '8', 'hit'),
  row('sevens of one suit are split against an eight', SEVENS, ['77', 'suited'], '8', 'split'),
  row('split aces are not split a third time', SEVENS, ['AA', 'split', 3], '6', null),
  row('split aces may be split again up to three hands', SEVENS, ['AA', 'split', 2], '6', 'split'),
  row('fives are doubled free, not split', EUROPEAN, ['55'], '6', 'free-double'),
  row('fours are split free', EUROPEAN, ['44'], 'A', 'free-split'),
  row('11 of three cards must draw', EUROPEAN, ['236'], '6', 'hit'),
  row('a lammer alone stands on 12 against 5', EUROPEAN, ['T2', 'lammer', 2], '5', 'stand'),
  row('chips draw on 12 against 5', EUROPEAN, ['T2'], '5', 'hit'),
  row('a lammer alone draws on 17 against an ace', EUROPEAN, ['T7', 'lammer', 2], 'A', 'hit'),
  row('chips stand on 17 against an ace', EUROPEAN, ['T7'], 'A', 'stand'),
  row('a lammer alone is doubled with chips on A,9 against 6', EUROPEAN, ['9A', 'lammer', 2], '6', 'double'),
  row('a split ace may only be split', EUROPEAN, ['AA', 'split', 3], '6', 'free-split'),
  row('a split ace in a full box has no decision', EUROPEAN, ['AA', 'lammer', 4], '6', null),
  row('a split ace with another card has no decision', POT, ['A5', 'split', 2], '6', null),
  row('an ace on a split five has one', POT, ['5A', 'split', 2], '6', 'hit'),
  row('21 has no decision', POT, ['678'], 'T', null),
  row('a natural waits against an ace rather than be paid even', EUROPEAN, ['AK'], 'A', null),
  row('a natural waits against a ten rather than be paid even', EUROPEAN, ['TA'], 'T', null),
]

describe('well known decisions', () => {
  for (const { name, table, hand, up, decision } of ROWS) {
    test(`${table.house}: ${name}`, () => {
      const [cards, from, hands = 1] = hand
      const view = handOf(ranksOf(cards), from === 'lammer' ? 0 : 1, from === 'lammer' ? 1 : 0, hands > 1)
      const [upRank = 0] = ranksOf(up)
      assert.equal(strategyAt(table).decide(view, hands, upRank, from === 'suited'), decision)
    })
  }
})

test('a natural that pays six to five takes even money against an ace, not against a ten', () => {
  const strategy = strategyAt({ house: 'free-bet-european', rules: { blackjackPay: [6, 5] } })
  const natural = handOf(ranksOf('AT'), 1, 0, false)
  assert.deepEqual([strategy.decide(natural, 1, 0), strategy.decide(natural, 1, 9)], ['even-money', null])
})

test('king and queen are split only where pairs are by value', () => {
  const hand = withCard(withCard(openHand(1, 0, false), 0, 12), 1, 11)
  const splits = (table: Table) =>
    strategyAt(table)
      .options(hand, 1, 5)
      .some(({ action }) => action === 'split')
  assert.deepEqual([GLD, EUROPEAN, SEVENS, INGO].map(splits), [false, false, true, true])
})

test('16 against a ten: given up rather than drawn to, drawn to rather than stood on, least of all doubled', () => {
  const hand = withCard(withCard(openHand(1, 0, false), 0, 9), 1, 5)
  const options = strategyAt(GLD).options(hand, 1, 9)
  assert.deepEqual(
    options.map(({ action }) => action),
    ['surrender', 'hit', 'stand', 'double'],
  )
})

/** Chips before a split, chips and a lammer after one; how many hands the box holds. */
const STAKES = [
  [1, false, 1],
  [1, true, 2],
  [1, true, 4],
  [0, true, 3],
] as const
const EVERY_RANK = RANKS.map((_, rank) => rank)

/** In one house a day. */
for (const { house } of todays([EUROPEAN, POT, SEVENS, GLD, INGO])) {
  const strategy = strategyAt({ house })

  /** Against every up card. */
  const examine = (ranks: readonly number[], [real, fromSplit, hands]: (typeof STAKES)[number], suited: boolean): void => {
    const view = handOf(ranks, real, 1 - real, fromSplit)
    const hand = { ...openHand(real, 1 - real, fromSplit), positions: [...ranks.keys()], ranks, points: view.points }
    for (const up of EVERY_RANK) {
      const decision = strategy.decide(view, hands, up, suited)
      const allowed = legal(view, hands, up, strategy.rules)
      const what = `${decision} on ${ranks.map((rank) => RANKS[rank])} against ${RANKS[up]}, chips ${real}, hands ${hands}`
      assert.ok(decision === null ? !allowed.includes('hit') : allowed.includes(decision), what)
      const options = strategy.options(hand, hands, up, suited)
      assert.equal(decision, options[0]?.action, what)
      const offered = options.flatMap(({ action }) => action ?? []).sort()
      assert.deepEqual(offered, [...allowed].sort(), what)
    }
  }

  test(`${house}: every decision on two cards is legal, and the best of all that is legal`, () => {
    for (const first of EVERY_RANK) for (const second of EVERY_RANK) for (const stake of STAKES) examine([first, second], stake, false)
    examine([6, 6], STAKES[0], true)
  })

  test(`${house}: so is every decision on three cards`, () => {
    for (const first of EVERY_RANK) {
      for (const second of EVERY_RANK.slice(0, 10)) {
        for (const third of EVERY_RANK.slice(0, 10)) {
          const aceSplit = first === 0 && strategy.rules.splitAcesOneCard
          for (const stake of [STAKES[0], STAKES[3]]) if (!(aceSplit && stake[1])) examine([first, second, third], stake, false)
        }
      }
    }
    for (const third of EVERY_RANK) examine([6, 6, third], STAKES[0], true)
  })
}
