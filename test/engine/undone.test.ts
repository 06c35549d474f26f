/**
 * What was undone before anything rested on it did not happen: people double, halve, lift or exchange bets, or lay insurance, and have it back in
 * the same pause of play. Nobody is accused of it, no number becomes another, and nothing that was certain is lost. SEED repeats a run.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RECORDED_TABLE, recordedRounds } from '../../simulators/recorded/recorded.ts'
import { HABIT_NAMES } from '../../simulators/table/types.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import { applyOverrides } from '../../src/rules/house/overrides.ts'
import { configFor, daemonFor } from '../daemon/pipeline/heard-play.ts'
import { daemonOf, type Held, playScene, sceneOf, sceneText, toldIn } from '../measure/soak/scene.ts'
import { todays } from '../runner/rotation.ts'
import { difference, type Play } from './undone.ts'

const SEED = Number(process.env.SEED ?? 4)
const EVIDENCE = { chipEvidence: 'payouts' } as const

const sceneAt = (number: number, held: Held): readonly [string, Play] => {
  const scene = sceneOf(SEED, number, { ...EVIDENCE, ...held })
  const rounds = playScene(scene)
  return [sceneText(scene), { rounds, actions: toldIn(scene, rounds), daemon: daemonOf(scene), spots: scene.spots }]
}

const recorded = (): Play => {
  const { house, rules: overrides, ...table } = RECORDED_TABLE
  const applied = applyOverrides(HOUSES[house], overrides)
  assert.ok(applied.ok, 'the rules of the recording are refused')
  const rounds = recordedRounds()
  const config = configFor({ house, ...table, rules: applied.rules, spotLagMs: 1500, chipEvidence: 'payouts' })
  return { rounds, actions: rounds.flatMap(({ actions }) => actions), daemon: daemonFor(config), spots: table.spots }
}

/** Share of the pauses that are used. */
const SHARE = 0.3

const assertNothingHappened = (name: string, play: Play): void => {
  const { thoughts, accused, changed, lost } = difference(play, SEED, SHARE)
  const put = `${name}; put in: ${thoughts.map(({ atMs, spot, change }) => `${spot} ${change} at ${atMs}`).join(', ')}`
  assert.ok(thoughts.length > 0, `${name}: nothing was put in`)
  assert.deepEqual(accused, [], put)
  // A whole stake lifted behind a card that may have broken its hand looks like a bust, and is likelier one: that is a limit.
  const lifted = thoughts.filter(({ change }) => change === 'lifted').length
  assert.ok(changed.length <= 3 * Math.ceil(lifted / 20), `${put}; changed: ${changed.join('; ')}`)
  assert.ok(lost.length <= thoughts.length, `${put}; lost: ${lost.join('; ')}`)
}

const PLAYS: readonly { readonly name: string; readonly play: () => readonly [string, Play] }[] = [
  ...(
    [
      ['without a pointer', 5, { pointer: false, boxes: 3 }],
      ['with a pointer', 4, { pointer: true, boxes: 4 }],
      ['at a table with second bettors and side bets', 4, { pointer: false, boxes: 2 }],
      ['with habits of people', 1, { habits: HABIT_NAMES, boxes: 2 }],
      ['with habits of people, at another table', 6, { habits: HABIT_NAMES, boxes: 3 }],
    ] as const
  ).map(([name, number, held]) => ({ name, play: () => sceneAt(number, held) })),
  { name: 'in the recorded rounds', play: () => ['recorded', recorded()] },
]

describe(`what was undone (SEED=${SEED})`, () => {
  for (const { name, play } of todays(PLAYS, 3)) it(`did not happen ${name}`, () => assertNothingHappened(...play()))
})
