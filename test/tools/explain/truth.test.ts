/**
 * What an explanation rules out never happened, what it calls certain did, and what lies face down it tells nobody: simulated rounds of every
 * house, held against what was truly played. SEED and ROUNDS repeat or widen a run.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PlayedRound, RoundTruth } from '../../../simulators/table/types.ts'
import { textAt } from '../../../src/engine/evidence/round.ts'
import { holePosition } from '../../../src/rules/game/deal.ts'
import { HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import type { Account } from '../../../src/tools/explain/account.ts'
import { type Claim, DEALER } from '../../../src/tools/explain/claims.ts'
import { accountJson } from '../../../src/tools/explain/json.ts'
import { playedRounds } from '../../engine/table-play.ts'
import { accountFor, follow, pageOf, recordsOf, tableOf } from './accounts.ts'

const SEED = Number(process.env.SEED ?? 1)
const ROUNDS = Number(process.env.ROUNDS ?? 4)
const SPOTS = ['main', 'main2', 'ins', 'p22', 'pog'] as const

interface TrueHand {
  readonly box: number
  readonly positions: readonly number[]
  readonly actions: readonly string[]
  readonly bust: boolean
}

interface True {
  /** Box of each card, 0 = the dealer. */
  readonly boxOf: readonly number[]
  readonly hands: readonly TrueHand[]
}

const trueRound = ({ cards, boxes }: RoundTruth): True => {
  const dealt = cards.filter(({ to }) => to !== 'burn')
  const places = dealt.map(({ to }) => (typeof to === 'object' ? to : { box: DEALER, hand: 0 }))
  return {
    boxOf: places.map(({ box }) => box),
    hands: boxes.flatMap(({ box, hands }) =>
      hands.map(({ hand, actions, bust }) => ({
        box,
        actions,
        bust,
        positions: places.flatMap((place, at) => (place.box === box && place.hand === hand ? [at] : [])),
      })),
    ),
  }
}

/** Did it happen? A card of a hand split later was the whole hand's, so only what no split can change is asked; null: nothing to say. */
const happened = ({ key, kind, box, card, cards, free }: Claim, { boxOf, hands }: True): boolean | null => {
  const own = hands.filter((hand) => hand.box === box)
  /** Of several splits of one hand. */
  const nth = Number(key.split('/')[2])
  const same = own.find(({ positions }) => positions.join() === cards.join())
  switch (kind) {
    case 'place':
      return boxOf[card ?? -1] === box
    case 'bust':
      return same?.bust === true
    case 'stood':
      return same !== undefined && !same.bust && !same.actions.some((action) => action.endsWith('double') || action === 'surrender')
    case 'surrender':
    case 'even-money':
      return own.some(({ actions }) => actions.includes(kind))
    case 'split':
      return own.some(({ positions, actions }) => positions[0] === cards[0] && actions[nth] === (free ? 'free-split' : 'split'))
    case 'double':
    case 'hit': {
      const with_ = [...cards, card ?? -1]
      const hand = own.find(({ positions }) => positions.slice(0, with_.length).join() === with_.join())
      const last = hand?.positions.length === with_.length ? hand.actions.at(-1) : 'hit'
      const how = last?.endsWith('double') ? last : 'hit'
      return hand !== undefined && how === (kind === 'hit' ? 'hit' : free ? 'free-double' : 'double')
    }
    case 'finished':
      return null
  }
}

const check = ({ steps, round, left, result }: Account, truth: RoundTruth, name: string) => {
  const played = trueRound(truth)
  for (const [at, step] of steps.entries()) {
    for (const { claim, yet } of [...step.fallen, ...(step.waited?.fallen ?? [])]) {
      if (yet) continue
      assert.notEqual(happened(claim, played), true, `${name}: step ${at} denies ${JSON.stringify(claim)}, which happened`)
    }
    for (const claim of step.certain.claims) {
      assert.notEqual(happened(claim, played), false, `${name}: step ${at} is certain of ${JSON.stringify(claim)}, which did not happen`)
    }
    for (const { box, hand, outcome } of step.certain.results) {
      const hands = truth.boxes.find((each) => each.box === box)?.hands ?? []
      assert.equal(outcome, hands[(hand ?? 1) - 1]?.outcome, `${name}: step ${at}: box ${box} hand ${hand}`)
    }
  }
  assert.equal(left?.readings, result?.readings, `${name}: as many readings as it closed with`)
  assert.equal(round.cards.length, played.boxOf.length, name)
}

/** Before the line that turns it, the hole card is named nowhere, unless another card of the round has the same face. */
const checkHole = (account: Account, name: string): number => {
  const { round, context, steps } = account
  const hole = holePosition(context.rules, round.boxes.length)
  const faces = round.cards.map((_, position) => textAt(round, position))
  const turned = steps.findIndex(({ turnsHole, closes }) => turnsHole || closes !== null)
  if (hole < 0 || faces.filter((face) => face === faces[hole]).length > 1) return 0
  const before = JSON.stringify(JSON.parse(accountJson(account)).steps.slice(0, turned))
  assert.ok(before.includes('hidden') && !before.includes(`${faces[hole]}`), `${name}: ${faces[hole]} in ${before}`)
  const card = `${faces[hole]?.[0]}${{ S: '♠', H: '♥', D: '♦', C: '♣' }[faces[hole]?.[1] as 'S']}`
  const [told = ''] = pageOf(account).split(/the hole card is turned|the round is closed/)
  assert.ok(told.includes('##') && !told.includes(card), `${name}: ${card} in\n${told}`)
  return 1
}

describe(`explanations are true (SEED=${SEED} ROUNDS=${ROUNDS})`, () => {
  for (const house of HOUSE_IDS) {
    for (const pointer of [false, true]) {
      it(`${house}, ${pointer ? 'with' : 'without'} the pointer`, (t) => {
        const config = tableOf({ house, boxes: 5, spots: SPOTS })
        const seed = SEED * 100 + Number(pointer)
        const rounds: readonly PlayedRound[] = playedRounds(ROUNDS, seed, HOUSES[house].rules, {
          boxes: 5,
          spots: SPOTS,
          pointer,
          features: ['splits', 'doubles', 'insurance', 'even-money', 'surrender', 'side-bets', 'co-bettors', 'absent'],
        })
        const records = recordsOf(config, rounds)
        assert.equal(follow(config, records, null).rounds.length, rounds.length)
        let hidden = 0
        rounds.forEach(({ truth }, index) => {
          const account = accountFor(config, records, { number: index + 1 })
          const name = `${house} seed ${seed} round ${index + 1}`
          check(account, truth, name)
          hidden += checkHole(account, name)
        })
        t.diagnostic(`${hidden} hole cards kept`)
      })
    }
  }
})
