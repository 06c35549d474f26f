/**
 * Lines of different devices come in any order within their lags: what closed is the same. Event times stay as they were, the journal's
 * order changes, as when one port is slower than another. SEED repeats a run.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../simulators/table/random.ts'
import type { PlayedRound, TableAction } from '../../simulators/table/types.ts'
import { HOUSE_IDS, HOUSES } from '../../src/house/index.ts'
import { boxLine, closedRounds, contextFor, foldActions, mainLine, playedRounds } from './table-play.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 25)
const SEED = Number(process.env.SEED ?? 1)
const LAG_MS = { shoe: 0, spots: 1500, pointer: 1500 } as const

/** The order in which the lines are received: each up to its device's lag late, those of one device in sequence. */
const received = (rounds: readonly PlayedRound[], random: () => number): readonly TableAction[] => {
  const last = { shoe: 0, spots: 0, pointer: 0 }
  const arrivals = rounds
    .flatMap(({ actions }) => actions)
    .map((action) => {
      const { device, atMs } = action
      last[device] = Math.max(last[device], atMs + Math.floor(random() * LAG_MS[device]))
      return { action, atMs: last[device] }
    })
  return arrivals.sort((one, other) => one.atMs - other.atMs).map(({ action }) => action)
}

describe(`late lines give the same rounds (SEED=${SEED} ROUNDS=${ROUNDS})`, () => {
  for (const house of HOUSE_IDS) {
    for (const pointer of [false, true]) {
      it(`${house}, ${pointer ? 'with' : 'without'} the pointer`, () => {
        const { rules } = HOUSES[house]
        for (const boxes of [1, 3, 7]) {
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
          const intime = words(rounds.flatMap(({ actions }) => actions))
          assert.deepEqual(words(received(rounds, seededRandom(seed))), intime, `${boxes} boxes, seed ${seed}`)
        }
      })
    }
  }
})
