/**
 * Lines of different devices may come in any order within their lags: the last report of every round is the same. Event times stay as they
 * were, but the order of the journal changes, as it does if one port is slower than another. SEED repeats a run, ROUNDS and SCENES lengthen
 * it (15 and 5 take a minute).
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../simulators/table/random.ts'
import type { PlayedRound, TableAction } from '../../simulators/table/types.ts'
import type { TableContext } from '../../src/engine/context.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { contextOf, POINTER_LATE_MS, playScene, type Scene, sceneOf, sceneText } from '../measure/soak/scene.ts'
import { isAll, todays } from '../runner/rotation.ts'
import { boxLine, closedRounds, contextFor, foldActions, lastWords, mainLine, playedRounds } from './table-play.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SEED = Number(process.env.SEED ?? 1)
const SCENES = Number(process.env.SCENES ?? (isAll ? 2 : 1))
const LAG_MS = { shoe: 0, spots: 1500, pointer: 1500 } as const

type Lags = { readonly [device in TableAction['device']]?: number }

/** The order in which the lines are received: each is late by up to its device's lag, and those of one device stay in sequence. */
const received = (actions: readonly TableAction[], lagMs: Lags, random: () => number): readonly TableAction[] => {
  const last = new Map<TableAction['device'], number>()
  const arrivals = actions.map((action) => {
    const { device, atMs } = action
    const heardMs = Math.max(last.get(device) ?? 0, atMs + Math.floor(random() * (lagMs[device] ?? 0)))
    last.set(device, heardMs)
    return { action, atMs: heardMs }
  })
  return arrivals.sort((one, other) => one.atMs - other.atMs).map(({ action }) => action)
}

describe(`late lines give the same rounds (SEED=${SEED} ROUNDS=${ROUNDS})`, () => {
  for (const house of todays(HOUSE_IDS, HOUSE_IDS.length)) {
    for (const pointer of [false, true]) {
      it(`${house}, ${pointer ? 'with' : 'without'} the pointer`, () => {
        const { rules } = HOUSES[house]
        for (const boxes of todays([1, 3, 7], 3)) {
          const seed = SEED * 1000 + boxes
          const context = contextFor(house, rules, { boxes })
          const rounds = playedRounds(ROUNDS, seed, rules, { boxes, pointer })
          const words = (actions: readonly TableAction[]) =>
            closedRounds(foldActions(actions, context)).map((closed) => ({
              openedAt: closed.openedAt,
              readings: closed.readings,
              dealer: closed.dealer.cards.join(' '),
              boxes: closed.boxes.map((box) => `${boxLine(box)} ${mainLine(box)} ${box.hands.map(({ certain }) => certain)}`),
            }))
          const inOrder = rounds.flatMap(({ actions }) => actions)
          assert.deepEqual(words(received(inOrder, LAG_MS, seededRandom(seed))), words(inOrder), `${boxes} boxes, seed ${seed}`)
        }
      })
    }
  }
})

/** Everything reported of a round, except when it closed and what showed then that it was over. */
const verdicts = (actions: readonly TableAction[], context: TableContext) =>
  lastWords(foldActions(actions, context)).map(({ closedAt: _, ended: _shown, ...verdict }) => verdict)

/** Settling, collecting and betting anew take a fraction of the time, so payments are received after the next round's first card. */
const hurried = (rounds: readonly PlayedRound[], pace: number): readonly TableAction[] => {
  let beforeMs = 0
  let nowMs = 0
  return rounds.flatMap(({ actions, truth }) => {
    const lastMs = truth.cards.at(-1)?.atMs ?? 0
    return actions.map((action) => {
      const isPlay = action.atMs > truth.openedAtMs && action.atMs <= lastMs
      nowMs += Math.round((action.atMs - beforeMs) * (isPlay ? 1 : pace))
      beforeMs = action.atMs
      return { ...action, atMs: nowMs }
    })
  })
}

describe(`late lines give the same rounds at all kinds of tables (SEED=${SEED} SCENES=${SCENES})`, () => {
  const check = (scene: Scene, inOrder: readonly TableAction[]) => {
    const context = contextOf(scene)
    const lagMs = { shoe: 0, spots: scene.spotLagMs, pointer: POINTER_LATE_MS }
    const late = received(inOrder, lagMs, seededRandom(SEED * 1000 + scene.number))
    assert.deepEqual(verdicts(late, context), verdicts(inOrder, context), sceneText(scene))
    return late
  }

  it('as they are played', () => {
    for (let number = 0; number < SCENES; number++) {
      const scene = sceneOf(SEED, number)
      check(
        scene,
        playScene(scene).flatMap(({ actions }) => actions),
      )
    }
  })

  it('with a pointer', () => {
    for (let number = 0; number < SCENES; number++) {
      const scene = sceneOf(SEED, number, { pointer: true, pointerLateMs: number % 2 === 0 ? 0 : POINTER_LATE_MS })
      check(
        scene,
        playScene(scene).flatMap(({ actions }) => actions),
      )
    }
  })

  it('with the next cards dealt before everything is reported of the last ones', (test) => {
    let revised = 0
    for (let number = 0; number < (isAll ? 6 : 2); number++) {
      const scene = sceneOf(SEED, number, { pointer: false, chipEvidence: 'payouts' })
      const late = check(scene, hurried(playScene(scene), 0.3))
      revised += foldActions(late, contextOf(scene)).filter(({ type }) => type === 'round.revised').length
    }
    test.diagnostic(`${revised} rounds revised`)
  })
})
