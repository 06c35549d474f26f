/**
 * An evening of each house at which people err, heard once: what the display shows of the errors, and what is told of the rounds without one.
 * SEED repeats a run; `npm test -- --all` plays longer evenings.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HABIT_NAMES } from '../../simulators/table/types.ts'
import { HOUSE_IDS } from '../../src/rules/house/index.ts'
import { hearPlay } from '../daemon/pipeline/heard-play.ts'
import { listener, type Telling } from '../measure/accuracy/evening.ts'
import { type EveningCounts, type EveningJob, onlooker, playJob } from '../measure/evening/play.ts'
import { isAll, todays } from '../runner/rotation.ts'

const SEED = Number(process.env.SEED ?? 11)
const ROUNDS = isAll ? 60 : 15
/** At three houses a day. */
const EVENINGS = todays([...HOUSE_IDS.entries()], 2)
const ONE_IN = 3
/** Errors are more frequent here than in any pit: at most this share of the rounds without one may be lost after those with one. */
const LOST_MAX = 0.02

interface Erred {
  readonly counts: EveningCounts
  /** Of the rounds without an error. */
  readonly told: readonly Telling[]
}

const erredAt = (job: EveningJob): Erred => {
  const { played, daemon } = playJob(job)
  const [looking, listening] = [onlooker(job, played), listener(played)]
  hearPlay(
    played.flatMap(({ actions }) => actions),
    daemon,
    (heard) => {
      looking.hear(heard)
      listening.hear(heard)
    },
  )
  return { counts: looking.counts(), told: listening.told.filter((_, at) => played[at]?.mistake === null) }
}

describe(`evenings at which people err (SEED=${SEED})`, () => {
  const evenings: Erred[] = []
  const counted = (of: (counts: EveningCounts) => number): number => evenings.reduce((sum, { counts }) => sum + of(counts), 0)
  const lines = () => evenings.flatMap(({ counts }) => counts.lines)

  for (const [at, house] of EVENINGS) {
    it(`are heard at ${house}`, () => {
      const usual = { boxes: 3, rack: at % 2 === 0, pointer: at % 3 !== 1, rounds: ROUNDS, oneIn: ONE_IN, habits: HABIT_NAMES }
      evenings.push(erredAt({ ...usual, house, seed: SEED + at }))
    })
  }

  it('most errors have their alarm, and none has two', () => {
    const errors = counted((counts) => counts.errors)
    const alarmed = counted(({ told }) => told.proven + told['one-of'] + told.likely)
    assert.ok(errors >= 2 * EVENINGS.length, `${errors} errors were made`)
    assert.ok(alarmed * 2 > errors, `${alarmed} of ${errors} have their alarm: ${lines().join('; ')}`)
    assert.equal(
      counted((counts) => counts.doubled),
      0,
      lines().join('; '),
    )
  })

  it('nothing is proven that nobody did', () =>
    assert.deepEqual(
      lines().filter((line) => line.includes('of what nobody did, proven')),
      [],
    ))

  it('of a round without an error nothing certain is false, and few such rounds are lost', () => {
    const faultless = evenings.flatMap(({ told }) => told)
    const lost = faultless.filter((telling) => telling === 'lost').length
    assert.equal(faultless.filter((telling) => telling === 'false').length, 0)
    assert.ok(lost <= LOST_MAX * faultless.length + 1, `${lost} of ${faultless.length} are lost`)
  })
})
