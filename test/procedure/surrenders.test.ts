/** A hand is given up when its player says so, not only in its turn (002 l.42, 003 l.48): until its third card, or a card of a hand after it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fullOf } from '../../src/engine/errors/answers.ts'
import { todays } from '../runner/rotation.ts'
import { GLD, NEXT_OF_TWO, SEVENS } from './reading-scenario.ts'
import { standingAfter, type Table, teller } from './scene.ts'

/** Hands of the first closed round, and those said to be given up, both with whether that is certain. */
const toldOf = (table: Table, words: string) => {
  const { said } = teller(table).tell(words)
  const given = said.flatMap((each) => (each.type === 'hand.surrendered' ? [`${each.data.box} ${each.data.certain}`] : []))
  const [closed] = said.flatMap((each) => (each.type === 'round.closed' ? [each.data] : []))
  const hands = (closed?.boxes ?? []).map(
    ({ box, hands: [hand], spots }) => `${box} ${hand?.cards.join(' ')} [${hand?.actions.join()}] ${hand?.outcome} ${spots.main?.best.due}`,
  )
  return { given, hands: hands.sort() }
}

/** 16 in box 2, which is given up while box 1 draws to 19; box 3 stands on 20, and the dealer has 18. */
const SEVENS_DEAL = '1=1000 2=2000 3=1000 5S TH TC 8D 6S 6C KC'
const SEVENS_END = '+3000 >dealer TS +2000 >- +3000 3=2000 +3000 1=2000 +3000 1=0 2=0 3=0'
const IN_SEVENS = ['1 5S 6S 8H [hit,stand] win 1000', '2 TH 6C [surrender] surrender -1000', '3 TC KC [stand] win 1000']
/** The same with the dealer's cards down. */
const GLD_DEAL = '1=1000 2=2000 3=1000 5S TH TC TS 6S 6C KC 8D'
const GLD_END = '+3000 >dealer +2000 >- +3000 3=2000 +3000 1=2000 +3000 1=0 2=0 3=0'

const LEGAL: readonly { readonly name: string; readonly table: Table; readonly words: string }[] = [
  {
    name: 'while the box before it decides',
    table: SEVENS,
    words: `${SEVENS_DEAL} +2000 >1.1 +3000 2=1000 +3000 8H +3000 >3.1 ${SEVENS_END}`,
  },
  {
    name: 'the same without a pointer',
    table: SEVENS,
    words: `${SEVENS_DEAL} +5000 2=1000 +3000 8H ${SEVENS_END.replace(/>\S+ /g, '')}`,
  },
  {
    name: 'between two cards of the deal',
    table: SEVENS,
    words: `${SEVENS_DEAL.replace('KC', '2=1000 KC')} +2000 >1.1 +3000 8H +3000 >3.1 ${SEVENS_END}`,
  },
  { name: 'in its turn', table: SEVENS, words: `${SEVENS_DEAL} +2000 >1.1 +3000 8H +3000 >2.1 +3000 2=1000 +3000 >3.1 ${SEVENS_END}` },
  {
    name: 'after it seemed to stand, no card having come',
    table: SEVENS,
    words: `${SEVENS_DEAL} +2000 >1.1 8H +3000 >2.1 +3000 >3.1 +3000 2=1000 ${SEVENS_END}`,
  },
  {
    name: 'before play, and its half is collected at once',
    table: SEVENS,
    words: `${SEVENS_DEAL} +2000 2=1000 +3000 2=0 +3000 >1.1 8H +3000 >3.1 ${SEVENS_END}`,
  },
  { name: 'behind the check', table: GLD, words: `${GLD_DEAL} +5000 2=1000 +3000 >1.1 +3000 8H +3000 >3.1 ${GLD_END}` },
]

describe('a hand given up', () => {
  for (const { name, table, words } of todays(LEGAL, 3)) {
    it(`${table.house}: ${name}: nobody is accused, and the round is told right`, () => {
      const whole = `${words} ${NEXT_OF_TWO}`
      assert.deepEqual(standingAfter(table, whole), [], whole)
      const { given, hands } = toldOf(table, whole)
      assert.deepEqual(given, ['2 true'], whole)
      assert.deepEqual(hands, IN_SEVENS, whole)
    })
  }

  it('is told at once, before play comes to it', () => {
    const { given } = toldOf(SEVENS, `${SEVENS_DEAL} +2000 >1.1 +3000 2=1000 +3000 tick`)
    assert.deepEqual(given, ['2 true'])
  })
})

describe('a hand given up too late', () => {
  const late = (deal: string, end: string): string =>
    `${deal} +2000 >1.1 8H +3000 >2.1 +3000 >3.1 +3000 2H +5000 2=1000 ${end} ${NEXT_OF_TWO}`
  const rows: readonly { readonly name: string; readonly table: Table; readonly words: string; readonly found: readonly string[] }[] = [
    {
      name: 'behind a card of the hand after it: it stood, or its bet was pinched',
      table: GLD,
      words: late(GLD_DEAL.replace('KC', '5C'), GLD_END.replace('3=2000', '3=0').replaceAll(' 3=0 2', ' 2')),
      found: ['BET-PINCHED one-of', 'SURRENDER-LATE one-of'],
    },
    {
      name: 'the same, where the document bars the third card alone',
      table: SEVENS,
      words: late(SEVENS_DEAL.replace('KC', '5C'), SEVENS_END.replace('3=2000', '3=0').replaceAll(' 3=0 2', ' 2')),
      found: ['SURRENDER-LATE likely'],
    },
    {
      name: 'with three cards: too late, or half of its bet was pinched',
      table: SEVENS,
      words: `${SEVENS_DEAL} +2000 >1.1 8H +3000 >2.1 2H +3000 2=1000 +3000 >3.1 ${SEVENS_END} ${NEXT_OF_TWO}`,
      found: ['BET-PINCHED one-of', 'SURRENDER-LATE one-of'],
    },
  ]
  for (const { name, table, words, found } of todays(rows, 3))
    it(`${table.house}: ${name}`, () => assert.deepEqual(standingAfter(table, words).toSorted(), found, words))
})

it('a box that the round does not have has no hand of which anything is certain', () => {
  const table = teller({ house: 'gld', boxes: 3 })
  const { state } = table.tell('1=1000 2=1000 5S TH TC 8D 6S 6C 2H')
  const { current } = state.table
  const full = current && fullOf(current, table.context.table)
  assert.ok(full && full.count > 0, 'it has readings')
  assert.equal(full.contains(-1, 0, { step: 0, action: 'hit', total: null }), false)
})
