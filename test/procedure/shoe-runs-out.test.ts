/** The shoe runs out in a round: the discards are shuffled and loaded, one card may be burned, and the round goes on with them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Table, type Told, teller } from './scene.ts'

const INGO = { house: 'ingo', boxes: 2 } as const
const GLD = { house: 'gld', boxes: 2 } as const

/** Rounds as they were told: the dealer's cards, the hands, and what is certain. */
const rounds = ({ said }: Told) =>
  said.flatMap((each) => {
    if (each.type !== 'round.closed') return []
    const { dealer, boxes, complete, ended } = each.data
    return [{ ended, complete, dealer: dealer.cards.join(' '), boxes: boxes.map(({ hands }) => hands.map(({ cards }) => cards.join(' '))) }]
  })
const findings = ({ said }: Told) => {
  const standing = new Map<string, string>()
  for (const each of said) {
    if (each.type === 'finding.withdrawn') standing.delete(each.data.finding)
    else if (each.type === 'finding.raised' || each.type === 'finding.changed')
      standing.set(each.data.finding, `${each.data.code} ${each.data.grade}`)
  }
  return [...standing.values()]
}

const REFILLED = 'EMPTY +40000 LOAD +4000'
/** 19 and 20 against 16 of two cards; the dealer draws 9D and busts. */
const PAID = '+3000 2=2000 1=2000 +3000 2=0 1=0 +3000 1=1000 tick tick'

interface Row extends Table {
  readonly what: string
  readonly words: (burned: string) => string
  readonly dealer: string
  readonly hands: readonly (readonly string[])[]
  readonly raised: readonly string[]
}

const ROWS: readonly Row[] = [
  {
    ...INGO,
    what: 'before the last card of the deal',
    words: (burned) => `1=1000 2=1000 TS KS 6H 9C ${REFILLED} ${burned} TC +2000 TD 9D ${PAID}`,
    dealer: '6H TD 9D',
    hands: [['TS 9C'], ['KS TC']],
    raised: ['SHOE-EXHAUSTED proven'],
  },
  {
    ...GLD,
    what: 'before the dealer draws, or after he has drawn enough',
    words: (burned) => `1=1000 2=1000 8S 9S TC 6D TD 6C +2000 3C ${REFILLED} ${burned} +2000 9D ${PAID}`,
    dealer: 'TC 6C 9D',
    hands: [['8S 6D 3C'], ['9S TD']],
    raised: ['SHOE-EXHAUSTED likely'],
  },
  {
    ...GLD,
    what: 'with a shoe that says it is closed for the shuffle',
    words: (burned) => `1=1000 2=1000 8S 9S TC 6D TD 6C +2000 3C EMPTY CLOSE +40000 LOAD OPEN ${burned} +2000 9D ${PAID}`,
    dealer: 'TC 6C 9D',
    hands: [['8S 6D 3C'], ['9S TD']],
    raised: ['SHOE-EXHAUSTED likely'],
  },
]

describe('a shoe that runs out in a round', () => {
  for (const { what, words, dealer, hands, raised, ...table } of ROWS) {
    for (const burn of [0, 1]) {
      for (const burned of ['', 'KH']) {
        it(`${what}: the house burns ${burn}, ${burned ? 'a' : 'no'} card is burned`, () => {
          const told = teller({ ...table, rules: `{ burn: ${burn} }` }).tell(words(burned))
          assert.deepEqual(rounds(told)[0], { ended: 'table-cleared', complete: true, dealer, boxes: hands })
          assert.deepEqual(findings(told), raised)
        })
      }
    }
  }

  it('is counted as another shoe, without the cards on the table', () => {
    const table = teller({ ...INGO, rules: '{ burn: 0, decks: 1 }' })
    const { state } = table.tell(`LOAD 1=1000 2=1000 TS KS 6H 9C 9D ${REFILLED}`)
    const { number, cardsOut, seen } = state.table.shoe
    assert.deepEqual([number, cardsOut, seen?.reduce((sum, each) => sum + each, 0)], [2, 5, 5])
    const { findings: raised } = table.tell('TS')
    assert.deepEqual(
      raised.flatMap(({ code, seen: text }) => (code === 'DECK-CARD-EXCESS' ? [text] : [])),
      ['TS came 2 times'],
    )
  })

  it('and the next round begins as any other', () => {
    const table = teller({ ...INGO, rules: '{ burn: 0 }' })
    const told = table.tell(`1=1000 2=1000 TS KS 6H 9C TC ${REFILLED} TD 9D ${PAID} TS 7S TH +2000 TD +3000 1=2000 +3000 1=0 +3000 tick`)
    assert.deepEqual(
      rounds(told).map(({ complete, dealer }) => [complete, dealer]),
      [
        [true, '6H TD 9D'],
        [true, '7S TD'],
      ],
    )
  })
})

describe('its legal twins', () => {
  it('a shoe that runs out with the last card of a settled round is shuffled between rounds, and burns as the house does', () => {
    const told = teller({ ...INGO, rules: '{ burn: 1 }' }).tell(
      `1=1000 2=1000 TS 9S 6H 9D KD TD 3C +3000 1=0 EMPTY +40000 LOAD 5S +3000 1=1000 TS KS 7H 9C TC +2000 TD +3000 1=2000 2=2000 +3000 1=0 2=0 +3000 tick`,
    )
    assert.deepEqual(
      rounds(told).map(({ ended, boxes }) => [ended, boxes]),
      [
        ['shoe-closed', [['TS 9D'], ['9S KD']]],
        ['table-cleared', [['TS 9C'], ['KS TC']]],
      ],
    )
    assert.deepEqual(
      findings(told).filter((each) => each.startsWith('SHOE')),
      [],
    )
  })

  it('a shoe that is shuffled in a round without having run out ends it', () => {
    const told = teller(INGO).tell('1=1000 2=1000 TS KS 6H 9C TC +3000 LOAD')
    assert.deepEqual(
      rounds(told).map(({ ended }) => ended),
      ['shoe-closed'],
    )
  })
})
