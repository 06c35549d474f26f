/**
 * The other readings reported of a closed round, compared with all its readings written out one by one, and with rounds written by hand.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OtherReading, RoundResult } from '../../src/engine/event.ts'
import { OTHERS_MAX } from '../../src/engine/event.ts'
import { type Round, textAt } from '../../src/engine/evidence/round.ts'
import { readRound } from '../../src/engine/lattice/question.ts'
import type { Reading } from '../../src/engine/lattice/reading.ts'
import { alone, roundResult } from '../../src/engine/words/result.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { contextFor, playedRounds } from './table-play.ts'
import { hear, lastTold } from './told-round.ts'
import { compareRounds } from './true-round.ts'

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
const WRITTEN_MAX = 300
/** Shares are reported in thousandths. */
const STEP = 0.001

type Hands = ReadonlyMap<string, string>

const handText = (cards: readonly string[], actions: readonly string[], outcome: string | null): string =>
  `${cards.join(' ')} [${actions.join(',')}] ${outcome}`

/** The text of every hand, by box and hand. */
const handsIn = (round: Round, { stories, dues }: Reading): Hands =>
  new Map(
    round.boxes.flatMap((box, index) =>
      (stories[index]?.hands ?? []).map(({ positions, actions }, at): [string, string] => {
        const cards = positions.map((position) => textAt(round, position))
        return [`${box}/${at + 1}`, handText(cards, actions, dues?.[index]?.outcomes[at] ?? null)]
      }),
    ),
  )

/** The reported hands, with those that another reading has otherwise put in their place. */
const handsWith = ({ boxes }: RoundResult, { hands }: Pick<OtherReading, 'hands'>): Hands => {
  const all = new Map<string, string>()
  for (const { box, hands: own } of boxes)
    for (const { hand, cards, actions, outcome } of own) all.set(`${box}/${hand}`, handText(cards, actions, outcome))
  for (const { box, hand, cards, actions, outcome } of hands) {
    if (cards.length === 0) all.delete(`${box}/${hand}`)
    else all.set(`${box}/${hand}`, handText(cards, actions, outcome))
  }
  return all
}

const keyOf = (hands: Hands, dealer: readonly string[]): string => JSON.stringify([[...hands].sort(), dealer])

const dealerIn = (result: RoundResult, other: OtherReading): readonly string[] => other.dealer ?? result.dealer.cards

describe('the other readings reported of a closed round', () => {
  it('are the readings that remain, the likeliest first, each with its share', (t) => {
    t.diagnostic(`SEED=${SEED}`)
    let [several, told] = [0, 0]
    for (const [at, house] of HOUSE_IDS.entries()) {
      const { rules } = HOUSES[house]
      const table = { boxes: 3, chipEvidence: 'stakes', spotLagMs: 0 } as const
      const context = contextFor(house, rules, table)
      const rounds = compareRounds(playedRounds(12, SEED * 10 + at, rules, table), context).compared.flatMap((each) => each.evidence ?? [])
      for (const round of rounds) {
        const solution = readRound(round, { context, now: Number.POSITIVE_INFINITY, asked: 'over' })
        if (solution.count > WRITTEN_MAX || solution.count === 0) continue
        const result = roundResult({ ...alone(round, solution), closedAt: 0, ended: 'table-cleared', complete: true }, context)
        const where = `SEED=${SEED} ${house} ${round.id}`
        const others = result.others ?? []
        if (solution.count === 1) assert.equal(result.others, undefined, where)
        if (solution.count > 1) several++
        const weights = new Map<string, number>()
        let sum = 0
        for (const reading of solution.kBest(WRITTEN_MAX + 1)) {
          const key = JSON.stringify([...handsIn(round, reading)].sort())
          weights.set(key, (weights.get(key) ?? 0) + Math.exp(reading.score))
          sum += Math.exp(reading.score)
        }
        assert.ok(others.length <= OTHERS_MAX, where)
        assert.equal(new Set(others.map((other) => keyOf(handsWith(result, other), dealerIn(result, other)))).size, others.length, where)
        const shares = others.map((other) => {
          const weight = weights.get(JSON.stringify([...handsWith(result, other)].sort()))
          assert.ok(weight !== undefined, `${where}: no reading has it so: ${JSON.stringify(other)}`)
          assert.ok(other.share !== null && Math.abs(other.share - weight / sum) <= STEP, `${where}: ${other.share}, ${weight / sum}`)
          told++
          return other.share
        })
        assert.deepEqual(
          shares,
          shares.toSorted((one, other) => other - one),
          where,
        )
      }
    }
    t.diagnostic(`${several} rounds with several readings, ${told} others told of them`)
    assert.ok(several > 10 && told >= several, `${several} rounds, ${told} others`)
  })

  it('name the first card at which they part', () => {
    // The player draws the three and stands on 17; or stands on 14 and the three is the dealer's; or draws the ten as well and is bust.
    const result = lastTold(hear({ house: 'ingo', words: '1=1000 TS 7D 4H 3C TC 1=0', config: { chipEvidence: 'stakes' } }))
    const own = { box: 1, hand: 1 }
    const hand = { ...own, outcome: 'lose' } as const
    assert.deepEqual(
      result.others?.map(({ share: _, ...rest }) => rest),
      [
        {
          hands: [{ ...hand, cards: ['TS', '4H'], total: 14, actions: ['stand'] }],
          dealer: ['7D', '3C', 'TC'],
          parting: { n: 4, card: '3C', told: own, other: 'dealer' },
        },
        {
          hands: [{ ...hand, cards: ['TS', '4H', '3C', 'TC'], total: 27, actions: ['hit', 'hit'] }],
          dealer: ['7D'],
          parting: { n: 5, card: 'TC', told: 'dealer', other: own },
        },
      ],
    )
    const shares = [result.boxes[0]?.hands[0]?.share ?? 0, ...(result.others ?? []).map(({ share }) => share ?? 0)]
    assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) <= STEP * shares.length, `${shares}`)
  })

  it('are left out if one reading remains', () => {
    const result = lastTold(hear({ house: 'ingo', words: '1=1000 TS 7D TH TC 1=2000 1=0', config: { chipEvidence: 'payouts' } }))
    assert.equal(result.readings, 1)
    assert.equal('others' in result, false)
  })
})
