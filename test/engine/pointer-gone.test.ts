/** A pointer is disconnected without any of its lines missing: its silence says nothing of the open round or of the rounds after it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reasonText } from '../../src/rules/reasons.ts'
import { type Heard, hear, lastTold, roundLine } from './told-round.ts'

const CONFIG = { boxes: 3, spots: ['main'], chipEvidence: 'payouts' } as const
/**
 * Both players stand, and QH is the dealer's: the pointer is at him. If it were box 3's, that would be another story that fits the chips.
 */
const BETS = '2=10500 3=6000'
const DEALT = '8S TS 7S 5H JS 4H'
const SETTLED = '3=0 2=0'
const CLEARED = '2=2500'
const TRUTH = '2 8S 5H [stand] lose: -10500 | 3 TS JS [stand] lose: -6000 | dealer 7S 4H QH'

const told = (words: string) => hear({ house: 'gld', config: CONFIG, words })
const verdictOf = (heard: Heard) => ({ complete: lastTold(heard).complete, line: roundLine(lastTold(heard)) })
/** By cards and chips alone there is no other story. */
const VERDICT = { complete: true, line: TRUTH }
const reasonsOf = ({ events }: Heard) =>
  events.flatMap((event) => (event.type === 'round.incomplete' ? [reasonText(event.data.why, 'en')] : []))
const accusedIn = (words: string): readonly string[] => {
  const found = new Set<string>()
  hear({ house: 'gld', config: CONFIG, words }, (state) => {
    for (const { code } of [...state.deviations.values()].flat()) found.add(code)
    return state
  })
  return [...found]
}

describe('a round that was open when the pointer went away', () => {
  const START = `${BETS} ${DEALT} >2.1 >3.1`

  it('is reported wrongly if the pointer is not known to be away', () => {
    assert.notEqual(roundLine(lastTold(told(`${START} QH ${SETTLED} ${CLEARED}`))), TRUTH)
  })

  it('is incomplete once the pointer has been away for more than 5 s in it, and says so then', () => {
    const heard = told(`${START} gone 5001:tick 1:QH ${SETTLED} ${CLEARED}`)
    assert.equal(lastTold(heard).complete, false)
    assert.deepEqual(reasonsOf(heard), ['puck has been away for more than 5 s'])
    const said = heard.events.findIndex(({ type }) => type === 'round.incomplete')
    assert.ok(
      said < heard.events.findIndex(({ type, at }) => type === 'card.dealt' && at > (heard.events[said]?.at ?? 0)),
      'before the next card',
    )
  })

  it('is incomplete even if the pointer is back after 5 s and reports what it had kept', () => {
    const heard = told(`${START} gone 6000:back -500:>dealer QH 10:>- ${SETTLED} ${CLEARED}`)
    assert.equal(verdictOf(heard).complete, false)
  })

  it('has its verdict if the pointer is back in time', () => {
    const heard = told(`${START} gone 4900:back 10:>dealer QH >- ${SETTLED} ${CLEARED}`)
    assert.deepEqual([verdictOf(heard), reasonsOf(heard)], [VERDICT, []])
  })

  it('gets none if it ends while the pointer is away for a shorter time', () => {
    const heard = told(`${START} gone 500:QH 1600:3=0 1000:2=0 1000:2=2500 100:3=500 100:5S`)
    assert.deepEqual(
      heard.closed.slice(0, 1).map(({ complete }) => complete),
      [false],
    )
    assert.deepEqual(reasonsOf(heard).slice(0, 1), ['it ended while the pointer was away'])
  })

  it('has its verdict if it was over when the pointer went away', () => {
    const heard = told(`${START} >dealer QH >- ${SETTLED} gone 1000:2=2500 100:3=500 100:5S`)
    const [first = assert.fail('no round closed')] = heard.closed
    assert.deepEqual([first.complete, roundLine(first)], [true, TRUTH])
  })

  it('accuses nobody of what the silent pointer would have explained', () => {
    // Box 3 draws. The pointer stands at box 2, but it is disconnected and not heard.
    const play = '7H 3=0 3000:>dealer 3000:2S 3000:9S 3000:tick'
    assert.notDeepEqual(accusedIn(`${BETS} ${DEALT} >3.1 >2.1 3000:tick 3000:tick ${play}`), [])
    assert.deepEqual(accusedIn(`${BETS} ${DEALT} >3.1 gone 4000:>2.1 3000:tick 3000:tick ${play}`), [])
  })
})

describe('a round that opens while the pointer is away', () => {
  const BEFORE = `${BETS} ${DEALT} >2.1`
  /** The pointer was at a hand when it was disconnected, and may still be there. */
  const AWAY = `${BEFORE} gone 6000:tick close load 2C`
  const ROUND = `3=0 2=0 2=10500 3=6000 ${DEALT}`

  it('is read by cards and chips alone, and complete', () => {
    assert.deepEqual(verdictOf(told(`${AWAY} ${ROUND} QH ${SETTLED} ${CLEARED}`)), VERDICT)
  })

  it('ignores whatever the pointer reports when it comes back within it', () => {
    const heard = told(`${AWAY} ${ROUND} back >3.1 QH 500:>- ${SETTLED} ${CLEARED}`)
    assert.deepEqual(verdictOf(heard), VERDICT)
  })

  it('ignores what the pointer reports after it has closed', () => {
    const heard = told(`${AWAY} ${ROUND} QH ${SETTLED} back ${CLEARED} -20500:>3.1 21000:tick`)
    assert.deepEqual([verdictOf(heard), heard.revised], [VERDICT, []])
  })

  it('is not taken for a card of play, though the pointer named a hand when it left', () => {
    assert.deepEqual(accusedIn(`${AWAY} ${ROUND} QH ${SETTLED} ${CLEARED}`), [])
  })

  it('has the whole pointer if that was back in time', () => {
    const words = `${BEFORE} >3.1 >dealer QH >- ${SETTLED} gone 500:2=10500 500:3=6000 500:8S 500:TS 500:back 7S 5H JS 4H >2.1 >3.1 >dealer QH >- ${SETTLED} ${CLEARED}`
    const { closed } = told(words)
    assert.deepEqual(
      closed.map((round) => [round.complete, roundLine(round)]),
      [
        [true, TRUTH],
        [true, TRUTH],
      ],
    )
  })
})

describe('a round after the return of the pointer', () => {
  it('is read with it', () => {
    const away = `${BETS} ${DEALT} >2.1 gone 6000:tick close load 2C back >-`
    const heard = told(`${away} 3=0 2=0 2=10500 3=6000 ${DEALT} >2.1 >3.1 >dealer QH >- ${SETTLED} ${CLEARED}`)
    assert.deepEqual(verdictOf(heard), VERDICT)
    const pointed = told(`${away} 3=0 2=0 2=10500 3=6000 ${DEALT} >2.1 >3.1 QH ${SETTLED} ${CLEARED}`)
    assert.notEqual(verdictOf(pointed).line, TRUTH, 'it is believed')
  })
})
