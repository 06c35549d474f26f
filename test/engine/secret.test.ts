/**
 * The hole card is a secret until it is turned. An evening is replayed with other hole cards, and everything published until they are
 * turned (events, findings, alarms, states) must be the same, byte for byte, even if somebody errs. SEED repeats a run; ROUNDS is the
 * number of rounds at each table, RANKS the ranks of the hole cards: ROUNDS=20 RANKS="A 2 3 4 5 6 7 8 9 T" is the long form.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ERROR_CODES } from '../../simulators/table/errors/index.ts'
import { canInject, inject } from '../../simulators/table/errors/inject.ts'
import { oneOf, seededRandom } from '../../simulators/table/random.ts'
import type { PlayedRound } from '../../simulators/table/types.ts'
import type { TableConfig } from '../../src/base/config/table-config.ts'
import type { TableContext } from '../../src/engine/context.ts'
import { currentView } from '../../src/engine/words/table-views.ts'
import { hasHoleCard } from '../../src/rules/game/deal.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { CHIP_EVIDENCE } from '../../src/rules/table.ts'
import { contextOf, playScene, sceneOf, sceneText } from '../measure/soak/scene.ts'
import { todays } from '../runner/rotation.ts'
import { type Retold, retold } from './other-hole.ts'
import { CHIPS, contextFor, LIMITS } from './table-play.ts'
import { hear } from './told-round.ts'

const SEED = Number(process.env.SEED ?? 1)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const RANKS = process.env.RANKS?.split(' ') ?? null

const HOUSES_WITH_HOLE = HOUSE_IDS.filter((house) => hasHoleCard(HOUSES[house].rules))

const TABLES = HOUSES_WITH_HOLE.flatMap((house, at) =>
  CHIP_EVIDENCE.map((chipEvidence, far) => ({ house, chipEvidence, number: at * CHIP_EVIDENCE.length + far })),
)

/** The two ranks that make naturals, and two more. */
const ranksBy = (random: () => number): readonly string[] =>
  RANKS ?? ['A', 'T', oneOf(random, ['2', '3', '4', '5']), oneOf(random, ['6', '7', '8', '9'])]

const assertSecret = (rounds: readonly PlayedRound[], context: TableContext, seed: number, where: string): Retold => {
  const found = retold(rounds, context, ranksBy(seededRandom(seed)))
  const [first] = found.leaks
  assert.equal(first, undefined, `${where}: ${JSON.stringify(first)}`)
  return found
}

describe(`nothing that is published shows the hole card (SEED=${SEED} ROUNDS=${ROUNDS})`, () => {
  for (const { house, chipEvidence, number } of todays(TABLES, 3)) {
    it(`${house}, chips known up to ${chipEvidence}`, () => {
      let lines = 0
      for (const pointer of [false, true]) {
        const nth = number * 2 + Number(pointer)
        const scene = sceneOf(SEED, nth, { house, chipEvidence, pointer, pointerLateMs: 0, boxes: 1 + (nth % 3) })
        lines += assertSecret(playScene(scene).slice(0, ROUNDS), contextOf(scene), SEED + nth, sceneText(scene)).lines
      }
      assert.ok(lines > ROUNDS * 4, `${lines} lines compared`)
    })
  }
})

const SPOTS: TableConfig['spots'] = ['main', 'ins', 'p22', 'pog']
const CODES = ERROR_CODES

describe(`nor does it if somebody errs (SEED=${SEED} ROUNDS=${ROUNDS})`, () => {
  for (const house of todays(HOUSES_WITH_HOLE, HOUSES_WITH_HOLE.length)) {
    it(house, () => {
      const { rules } = HOUSES[house]
      const random = seededRandom(SEED)
      const table = { boxes: 2, spots: SPOTS, spotLagMs: 600 }
      const options = { ...table, rules, limits: LIMITS, chips: [...CHIPS] }
      let plays = 0
      for (let seed = SEED * 1000; plays < ROUNDS; seed++) {
        const code = oneOf(random, CODES)
        const chipEvidence = oneOf(random, ['payouts', 'payouts', 'stakes'] as const)
        const play = canInject(code, options) ? inject(code, { ...options, chipEvidence, pointer: random() < 0.5 }, seed) : null
        if (!play) continue
        plays++
        assertSecret(play.rounds, contextFor(house, rules, { ...table, chipEvidence }), seed, `${code}, seed ${seed}`)
      }
    })
  }
})

const SENSORS: Partial<TableConfig> = { chipEvidence: 'payouts', spots: ['main', 'ins'], collectAfter: 'box-settled' }

/** Everything reported, and what the display shows after each word. `?` stands for the hole card. */
const toldWith = (words: string, hole: string, config = SENSORS): unknown => {
  const context = contextFor('gld', HOUSES.gld.rules, config)
  const views: unknown[] = []
  const { events } = hear({ house: 'gld', words: words.replace('?', hole), config }, (state) => {
    views.push(currentView(state, context), [...(state.current?.said ?? [])])
    return state
  })
  // Events at the end of the input have no cause.
  return { views, events: events.filter(({ cause }) => cause !== '') }
}

describe('what is decided before the hole card is turned does not depend on it', () => {
  const rows: readonly { readonly name: string; readonly words: string; readonly config?: Partial<TableConfig> }[] = [
    { name: 'a card of play, although a natural would have ended the round', words: '1=1500 2=1500 TH 8C ? 9D 7C TS 6S' },
    { name: 'a card after a hand that a push would have ended', words: '1=1500 TH ? 9D 8S KS' },
    { name: 'a bet on another box, although the dealer may have to draw', words: '1=1500 TH ? 9D 8S 3=1000' },
    {
      name: 'the same at a table that does not follow chips',
      words: '1=1500 TH ? 9D 8S 3=1000 5C',
      config: { ...SENSORS, chipEvidence: 'bets' },
    },
    { name: 'a player found to be away', words: '1=1500 2=1500 TH 4C ? 9D 7C 8S absent2 6S' },
    { name: 'a natural paid after the check', words: '1=1500 2=1500 TH 4C ? AD 7C TS 1=3700 6S' },
  ]
  for (const { name, words, config } of rows) {
    it(name, () => {
      const known = toldWith(words, '9C', config)
      for (const hole of ['AC', 'KC', '2C', '7C', '8C']) assert.deepEqual(toldWith(words, hole, config), known, hole)
    })
  }

  it('and a card that may lie face down in the next round is not shown in this one', () => {
    // 5S is a hit of the first round or begins the second; then 6C is its next card, or lies under the dealer's hand.
    const words = '1=1500 TH 8C 4D KS 5S 6C'
    const told = JSON.stringify(toldWith(words, '', { ...SENSORS, chipEvidence: 'bets' }))
    assert.ok(told.includes('5S') && told.includes('hidden'), told)
    assert.ok(!told.includes('6C'), told)
  })

  it('and when it is turned it is reported', () => {
    const { events } = hear({ house: 'gld', words: '1=1500 TH 9C 9D 7S 1=0', config: SENSORS })
    assert.ok(
      events.some(({ type, data }) => type === 'card.dealt' && data.card === '9C' && data.to === 'dealer'),
      'the hole card was never told',
    )
  })
})
