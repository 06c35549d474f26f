import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RECORDED_TABLE, recordedResults, recordedRounds, recordedRules } from '../../simulators/recorded/recorded.ts'
import { auditActions, auditRound } from './table-audit.ts'

const OUTCOMES: { readonly [result: string]: string } = { win: 'win', lose: 'lose', bust: 'lose', push: 'push', blackjack: 'blackjack' }

describe('the recorded rounds', () => {
  const rounds = recordedRounds()

  it('give the fifty-three results of the table they come from', () => {
    const results = recordedResults()
    assert.equal(results.length, 53)
    for (const { round, box, hand, total, result, dealer } of results) {
      const truth = rounds[round]?.truth
      const played = truth?.boxes.find((one) => one.box === box)?.hands[hand - 1]
      assert.deepEqual([played?.total, played?.outcome], [total, OUTCOMES[result]], `round ${round} box ${box} hand ${hand}`)
      assert.equal(truth?.dealer.total, dealer)
    }
  })

  it('agree with a second opinion on amounts, and keep chips and times in order', () => {
    for (const round of rounds) if (round.truth.complete) auditRound(round, recordedRules(), Math.min(...RECORDED_TABLE.chips))
    auditActions(rounds.flatMap(({ actions }) => actions))
  })

  it('break off in rounds 7 and 9 with the hole card unread and nothing due', () => {
    assert.deepEqual(
      rounds
        .filter(({ truth }) => !truth.complete)
        .map(({ truth }) => [truth.number - 1, truth.dealer.cards[1], truth.dealer.total, truth.net.house]),
      [
        [7, '??', null, null],
        [9, '??', null, null],
      ],
    )
  })

  it('have the hole card in its dealing place, a second behind the last box', () => {
    for (const { truth } of rounds) {
      const initial = truth.boxes.length * 2 + 2
      assert.equal(truth.cards[initial - 1]?.to, 'dealer', `round ${truth.number - 1}`)
      const gapMs = (truth.cards[initial - 1]?.atMs ?? 0) - (truth.cards[initial - 2]?.atMs ?? 0)
      assert.ok(gapMs >= 850 && gapMs <= 1400, `round ${truth.number - 1}: ${gapMs} ms`)
    }
  })

  it('keep the recorded times between cards', () => {
    const first = rounds[0]?.truth.cards.map(({ atMs }) => atMs - (rounds[0]?.truth.openedAtMs ?? 0))
    assert.deepEqual(first?.slice(0, 4), [0, 1127, 2046, 3810])
    assert.equal(first?.at(-1), 104128)
  })

  it('put double and split stakes on the spot before their card, and take busts before the next one', () => {
    const amounts = rounds.map(({ actions, truth }) => {
      const inPlay = actions.filter(({ atMs }) => atMs > truth.openedAtMs && atMs < (truth.cards.at(-1)?.atMs ?? 0))
      return inPlay.flatMap(({ scan }) => (scan.kind === 'spot' ? [`${scan.spot} ${scan.amount}`] : []))
    })
    assert.deepEqual(amounts[5], ['7.main 2000'])
    assert.deepEqual(amounts[6], ['6.main 2000'])
    assert.deepEqual(amounts[8], ['2.main 0', '3.main 2000', '4.main 0'])
    assert.deepEqual(amounts[1], ['5.ins 500', '5.ins 0'])
  })
})
