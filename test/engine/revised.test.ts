/**
 * Evidence of a round that comes after it closed: a change is reported once as `round.revised`, and without a change nothing is reported.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TableConfig } from '../../src/base/config/table-config.ts'
import { isKeepable } from '../../src/daemon/pipeline/checkpoints.ts'
import { parseState, stateText } from '../../src/daemon/pipeline/state-text.ts'
import type { TableState } from '../../src/engine/state/table-state.ts'
import { hear, roundLine } from './told-round.ts'

/** Box 1 holds 20 against the dealer's 17 and awaits its payment when 4H begins the next round. By the pointer, 4H is not its card. */
const UNPAID = '1=2000 TH 8D TC >1.1 >dealer 9S >- 4H'
/** The same without the pointer: until the next levels show it, box 1 may have drawn 4H. */
const UNPOINTED = '1=2000 TH 8D TC 9S 4H'
const UNPAID_LINE = '1 TH TC [stand] win: 2000, moved 0 | dealer 8D 9S'
const PAID_LINE = '1 TH TC [stand] win: 2000 | dealer 8D 9S'
/** The next round, to its end: box 1 stands on 13 and loses. */
const NEXT = '9C 9S 8C 1=0'

interface Row {
  readonly name: string
  readonly words: string
  /** As they closed, in order. */
  readonly closed: readonly string[]
  /** As they were revised, in order. */
  readonly revised: readonly string[]
  readonly config?: Partial<TableConfig>
}

const ROWS: readonly Row[] = [
  {
    name: 'the last payment, reported after the next first card; what lies there then is the next bet',
    words: `${UNPAID} 800:1=4000 ${NEXT}`,
    closed: [UNPAID_LINE, '1 4H 9S [stand] lose: -4000 | dealer 9C 8C'],
    revised: [PAID_LINE],
  },
  {
    name: 'nothing, if the round was held open until the last payment was reported',
    words: `${UNPOINTED} 800:1=4000 ${NEXT}`,
    closed: [PAID_LINE, '1 4H 9S [stand] lose: -4000 | dealer 9C 8C'],
    revised: [],
  },
  {
    name: 'the last payment, collected before the next bet was laid: both levels are the old round’s, the last one the new bet',
    words: `${UNPAID} 500:1=4000 500:1=3000 ${NEXT}`,
    closed: [UNPAID_LINE, '1 4H 9S [stand] lose: -3000 | dealer 9C 8C'],
    revised: [PAID_LINE],
  },
  {
    name: 'a payment in two parts, the first of which proves nothing yet',
    words: `${UNPAID} 500:1=3000 500:1=4000 ${NEXT}`,
    closed: [UNPAID_LINE, '1 4H 9S [stand] lose: -4000 | dealer 9C 8C'],
    revised: [PAID_LINE],
  },
  {
    name: 'a loser’s stake, taken before the next first card and reported after it',
    words: '1=2000 2=1000 TH TC 8D 7C 9S >1.1 >dealer 2C 8H >- 2=2000 4H 600:1=0 9C 9S 8C 2=0',
    closed: [
      '1 TH 7C [stand] lose: -2000, moved 0 | 2 TC 9S [stand] win: 1000 | dealer 8D 2C 8H',
      '2 4H 9S [stand] lose: -2000 | dealer 9C 8C',
    ],
    revised: ['1 TH 7C [stand] lose: -2000 | 2 TC 9S [stand] win: 1000 | dealer 8D 2C 8H'],
  },
  {
    name: 'nothing, if a higher bet follows a round that is settled',
    words: '1=2000 TH 8D TC 9S 1=4000 1=2000 4H 800:1=3000 9C 9S 8C 1=0',
    closed: [PAID_LINE, '1 4H 9S [stand] lose: -3000 | dealer 9C 8C'],
    revised: [],
  },
  {
    name: 'nothing, if the level can only be the next bet: a lost stake never grows',
    words: '1=2000 TH 8D 7C TS 4H 800:1=3000 9C 9S 8C 1=0',
    closed: ['1 TH 7C [stand] lose: -2000, moved 0 | dealer 8D TS', '1 4H 9S [stand] lose: -3000 | dealer 9C 8C'],
    revised: [],
  },
  {
    name: 'nothing, if the level comes later than the spots’ lag',
    words: `${UNPAID} 800:9C 800:1=4000 9S 8C 1=0`,
    closed: [UNPAID_LINE, '1 4H 9S [stand] lose: -2000 | dealer 9C 8C'],
    revised: [],
  },
  {
    name: 'a payment that happened before the next first card, its line received after it',
    words: `${UNPAID} -900:1=4000 ${NEXT}`,
    closed: [UNPAID_LINE, '1 4H 9S [stand] lose: -4000 | dealer 9C 8C'],
    revised: [PAID_LINE],
  },
  {
    name: 'an overpayment that happened before the next first card, its line received after it',
    words: `${UNPAID} -900:1=5000 -800:1=2000 ${NEXT}`,
    closed: [UNPAID_LINE, '1 4H 9S [stand] lose: -2000 | dealer 9C 8C'],
    revised: ['1 TH TC [stand] win: 2000, moved 3000 | dealer 8D 9S'],
  },
  {
    name: 'the hand a card went to, by a pointer line received after the round closed',
    words: '1=2000 2=2000 3H 9S 8D 5C 2H >1.1 2C 5D >dealer 700:AC 100:>- 200:1=0 200:2=0 200:close -9000:>2.1',
    closed: ['1 3H 5C 2C 5D [hit,hit,stand] lose: -2000 | 2 9S 2H [stand] lose: -2000 | dealer 8D AC'],
    revised: ['1 3H 5C 2C [hit,stand] lose: -2000 | 2 9S 2H 5D [hit,stand] lose: -2000 | dealer 8D AC'],
  },
  {
    name: 'a round with a card missing, once the line that was given up arrives',
    words: '1=2000 TH 8D 3C <5> 9S 1=4000 1=0 -18000:5~7D',
    closed: ['1 TH 3C [stand] null: null | dealer 8D 9S'],
    revised: ['1 TH 3C 7D [hit,stand] win: 2000 | dealer 8D 9S'],
  },
  {
    name: 'a round with a card missing, whose line arrives while it is open',
    words: '1=2000 TH 8D 3C <5> 9S -6000:5~7D 1=4000 1=0',
    closed: ['1 TH 3C [stand] null: null | dealer 8D 9S'],
    revised: ['1 TH 3C 7D [hit,stand] win: 2000 | dealer 8D 9S'],
  },
  {
    name: 'nothing, while part of what is missing has not come',
    words: '1=2000 TH 8D 3C <5-6> 9S 1=4000 1=0 -18000:5~2D',
    closed: ['1 TH 3C [stand] null: null | dealer 8D 9S'],
    revised: [],
  },
  {
    name: 'a round with a payment missing, once its line arrives',
    words: '1=2000 TH 8D TC 9S <6> 1=0 -3000:6~1=4000',
    closed: ['1 TH TC 9S [hit] null: null | dealer 8D'],
    revised: [PAID_LINE],
  },
]

describe('late evidence revises', () => {
  for (const { name, words, closed, revised, config = {} } of ROWS) {
    it(name, () => {
      const told = { house: 'ingo', words, config } as const
      const heard = hear(told)
      assert.deepEqual(heard.closed.map(roundLine), closed)
      assert.deepEqual(heard.revised.map(roundLine), revised)
      assert.ok(
        heard.revised.every(({ complete }) => complete),
        'a revision is a verdict',
      )
      for (const { round, openedAt, closedAt, ended } of heard.revised) {
        const first = heard.closed.find((each) => each.round === round)
        assert.deepEqual([openedAt, closedAt, ended], [first?.openedAt, first?.closedAt, first?.ended])
      }
      // A state restored from a checkpoint goes on like the original.
      const readAgain = (state: TableState): TableState => (isKeepable(state) ? parseState(stateText(state)) : state) as TableState
      assert.equal(JSON.stringify(hear(told, readAgain).events), JSON.stringify(heard.events))
    })
  }
})

describe('a card that never came', () => {
  it('leaves nothing certain of its round: the positions of the cards after it are unknown', () => {
    const { events } = hear({ house: 'gld', words: '1=2000 2=2000 TH 9S 8H 6C 5D <8> 7D 5S 4C TS 2=0 1=0' })
    const behind = events.slice(events.findIndex(({ type }) => type === 'round.incomplete'))
    const told = behind.flatMap(({ type, data }) => ('certain' in data ? [`${type} ${data.certain}`] : []))
    assert.ok(told.length > 4, 'cards are told of all the same')
    assert.deepEqual(
      told.filter((each) => each.endsWith('true')),
      [],
    )
  })
})
