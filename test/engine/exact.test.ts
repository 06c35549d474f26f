/**
 * The set of readings is exact: on small rounds the engine and the slow enumerator name the same number of stories, and for each box
 * the same hands, after every card and at the end. SEED repeats a run, ROUNDS lengthens it (20000: some minutes).
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../simulators/table/random.ts'
import { HOUSE_IDS, HOUSES } from '../../src/house/index.ts'
import type { HouseRules } from '../../src/house/rules.ts'
import { cardsCase, engineSays, enumeratorSays, playedCase, type SmallCase, signsText } from './small-rounds.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 150)
const SEED = Number(process.env.SEED ?? 1)
/** Longer rounds have too many stories for a list of them. */
const CARDS_MAX = 16

const isSmall = ({ signs }: SmallCase): boolean => signs.filter((sign) => 'card' in sign).length <= CARDS_MAX

const compare = (small: SmallCase, seed: number) => {
  const said = engineSays(small)
  const listed = enumeratorSays(small)
  assert.equal(said.length, listed.length)
  const told = `${small.house}, ${small.round.evidence}, seed ${seed}, bets ${small.round.bets}: ${signsText(small.signs)}`
  small.played?.forEach((story, box) => {
    assert.ok(listed.at(-1)?.boxes[box]?.includes(story), `the list lacks ${story}; ${told}`)
  })
  const at = said.findIndex((each, index) => JSON.stringify(each) !== JSON.stringify(listed[index]))
  if (at < 0) return
  assert.deepEqual(said[at], listed[at], `${at + 1}. saying of ${said.length}; ${told}`)
}

const run = (house: string, rules: HouseRules, make: (random: () => number) => SmallCase) => {
  let compared = 0
  for (let index = 0; index < ROUNDS; index++) {
    const seed = SEED * 100_000 + index
    const small = make(seededRandom(seed))
    if (!isSmall(small)) continue
    compare(small, seed)
    compared++
  }
  assert.ok(compared > ROUNDS / 2, `${house}: only ${compared} small rounds of ${ROUNDS}; rules ${Object.keys(rules).length}`)
}

/** Rules a table may override, beside the five houses as they are: what no house has by itself. */
const VARIANTS: readonly { readonly name: string; readonly house: (typeof HOUSE_IDS)[number]; readonly rules: Partial<HouseRules> }[] = [
  { name: 're-splits dealt together', house: 'gld', rules: { maxHands: 4, splitAcesMaxHands: 4 } },
  {
    name: 'split aces played on',
    house: 'ingo',
    rules: { splitAcesOneCard: false, doubleAfterSplit: 'yes', maxHands: 3, splitAcesMaxHands: 3 },
  },
  { name: 'no double after a split, no soft 17', house: 'sevens-prizes', rules: { doubleAfterSplit: 'no', dealerSoft17: 'hit' } },
  { name: 'the dealer draws whatever happened', house: 'ingo', rules: { dealerDrawsWhenAllDone: 'always' } },
  { name: 'the dealer never draws for naturals', house: 'sevens-prizes', rules: { dealerDrawsWhenAllDone: 'never' } },
  { name: 'no split at all', house: 'free-bet-european', rules: { maxHands: 1, mustDrawTo: 'none', noDrawFrom: 'none' } },
]

describe(`exact on small rounds (SEED=${SEED} ROUNDS=${ROUNDS})`, () => {
  for (const house of HOUSE_IDS) {
    const { rules } = HOUSES[house]
    it(`${house}: any cards, cards and bets known alone`, () => run(house, rules, (random) => cardsCase(house, rules, random)))
    for (const evidence of ['stakes', 'busts', 'payouts'] as const) {
      it(`${house}: played rounds, chips known up to ${evidence}`, () =>
        run(house, rules, (random) => playedCase(house, rules, evidence, random)))
    }
  }
  for (const { name, house, rules: other } of VARIANTS) {
    const rules = { ...HOUSES[house].rules, ...other }
    it(`${house} with ${name}: cards alone, and played with all chips known`, () => {
      run(house, rules, (random) => cardsCase(house, rules, random))
      run(house, rules, (random) => playedCase(house, rules, 'payouts', random))
    })
  }
})
