/** What a dispute file makes of the readings that the table told beside the one it shows. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { otherStories as storiesOf } from '../../../src/display/dispute/others.ts'
import type { OtherReading, RoundResult } from '../../../src/engine/event.ts'
import { accountOf } from '../../../src/wire/account/account.ts'
import { hear, lastTold } from '../../engine/told-round.ts'

/** He drew the three, most likely; or it was the dealer's; or he drew the ten as well. */
const TOLD = lastTold(hear({ house: 'ingo', words: '1=1000 TS 7D 4H 3C TC 1=0', config: { chipEvidence: 'stakes' } }))

const otherStories = (result: RoundResult) => storiesOf(accountOf({ messages: [{ type: 'round.closed', data: result }] }, 'all'))

it('each story has its hands beside those shown, and the card at which they part', () => {
  assert.deepEqual(otherStories(TOLD), [
    {
      title: `Another story, ${((TOLD.others?.[0]?.share ?? 0) * 100).toFixed(1)} % of the weight`,
      question: 'Did card 4, the 3♣, go to box 1 or to the dealer?',
      rows: [
        ['box 1', '10♠ 4♥ 3♣ = 17, hit, stand: pushes', '10♠ 4♥ = 14, stand: loses'],
        ['dealer', '7♦ 10♣', '7♦ 3♣ 10♣'],
      ],
    },
    {
      title: `Another story, ${((TOLD.others?.[1]?.share ?? 0) * 100).toFixed(1)} % of the weight`,
      question: 'Did card 5, the 10♣, go to the dealer or to box 1?',
      rows: [
        ['box 1', '10♠ 4♥ 3♣ = 17, hit, stand: pushes', '10♠ 4♥ 3♣ 10♣ = 27, hit ×2: loses'],
        ['dealer', '7♦ 10♣', '7♦'],
      ],
    },
  ])
})

it('a round with one reading has no other story', () => {
  const { others: _, ...only } = TOLD
  assert.deepEqual(otherStories(only), [])
})

const [box] = TOLD.boxes
const [hand] = box?.hands ?? []
assert.ok(box && hand, 'box 1 was dealt')
const HAND = { box: 1, hand: 1, cards: hand.cards, total: 17, actions: hand.actions, outcome: hand.outcome }
const SECOND = { ...hand, hand: 2, cards: ['9S', '9D'], total: 18 } as const
const SPLIT: RoundResult = { ...TOLD, boxes: [{ ...box, hands: [{ ...hand, actions: ['split', 'stand'] }, SECOND] }] }

interface Row {
  readonly what: string
  readonly shown?: RoundResult
  readonly other: Omit<OtherReading, 'share'>
  readonly asks: string | null
}

/** Where no card tells the two stories apart. */
const ROWS: readonly Row[] = [
  { what: 'decisions', other: { hands: [{ ...HAND, actions: ['double'] }] }, asks: 'How was box 1 played: “hit, stand” or “double”?' },
  { what: 'outcomes', other: { hands: [{ ...HAND, outcome: 'lose' }] }, asks: 'Did box 1 push or lose?' },
  {
    what: 'a split',
    shown: SPLIT,
    other: { hands: [HAND, { ...HAND, hand: 2, cards: [], total: null, actions: [], outcome: null }] },
    asks: 'Was box 1 split?',
  },
  {
    what: 'the cards of split hands',
    shown: SPLIT,
    other: { hands: [{ ...HAND, actions: ['split', 'stand'], cards: ['TS', '9D'] }] },
    asks: 'Did box 1 hand 1 hold 10♠ 4♥ 3♣ or 10♠ 9♦?',
  },
  {
    what: 'a card of another round',
    other: { hands: [], dealer: ['7D'], parting: { n: 5, card: 'TC', told: 'dealer', other: null } },
    asks: 'Did card 5, the 10♣, go to the dealer or to another round?',
  },
  { what: 'nothing that was told', other: { hands: [] }, asks: null },
]

for (const { what, shown = TOLD, other, asks } of ROWS) {
  it(`what separates stories that differ in ${what}`, () => {
    const [story] = otherStories({ ...shown, others: [{ share: null, ...other }] })
    assert.equal(story?.question, asks)
    assert.equal(story?.title, 'Another story')
  })
}
