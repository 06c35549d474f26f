/**
 * The evenings of the day, played and heard once, before every judge there is. Nobody errs at them. DAY repeats a run; `npm test -- --all` plays
 * longer evenings. A new property is a row of `judges.ts` or `all-judges.ts`.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUSE_IDS } from '../../src/rules/house/index.ts'
import { daemonOf, playScene, sceneText } from '../measure/soak/scene.ts'
import { TODAY } from '../runner/rotation.ts'
import { ALL_JUDGES } from './all-judges.ts'
import { type Evening, hearEvening } from './evening.ts'
import { JUDGES } from './judges.ts'
import { eveningsOf, ROUNDS } from './plan.ts'

/** Of rounds at which nobody errs and no sensor is at fault, so many may have a finding that is likely at most. */
const LIKELY_MAX = 0.001

describe(`evenings at which nobody errs (seed ${TODAY})`, () => {
  const evenings: Evening[] = []

  for (const house of HOUSE_IDS) {
    it(`are heard at ${house}`, () => {
      for (const scene of eveningsOf(house, TODAY)) {
        const rounds = playScene(scene).slice(0, ROUNDS)
        evenings.push(hearEvening(scene, daemonOf(scene), rounds))
      }
    })
  }

  for (const { holds, failures } of JUDGES) {
    it(holds, () => {
      const told = evenings.map((evening) => ({ evening, failed: failures(evening) }))
      const texts = told.flatMap(({ evening, failed }) =>
        failed
          .filter(({ kind }) => kind !== 'likely')
          .map(({ kind, round, text }) => `${kind}: ${sceneText(evening.scene)}, round ${round}: ${text}`),
      )
      assert.deepEqual(texts, [])
      const exact = told.filter(({ evening }) => evening.scene.faults.length === 0)
      const likely = exact.flatMap(({ evening, failed }) =>
        failed.filter(({ kind }) => kind === 'likely').map(({ text }) => `${sceneText(evening.scene)}: ${text}`),
      )
      const rounds = exact.reduce((sum, { evening }) => sum + evening.rounds.length, 0)
      assert.ok(likely.length <= Math.max(1, LIKELY_MAX * rounds), likely.join('\n'))
    })
  }

  for (const { holds, faults } of ALL_JUDGES) it(holds, () => assert.deepEqual(faults(evenings), []))
})
