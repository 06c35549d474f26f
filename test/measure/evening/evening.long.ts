/** What the pit's display shows of an evening: alarms of real errors, at most one for each, and nothing proven that nobody did. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HABIT_NAMES } from '../../../simulators/table/types.ts'
import { work } from './play.ts'
import { addCounts, eveningPage, NO_COUNTS } from './report.ts'

const SEED = Number(process.env.SEED ?? 11)
const TABLE = { house: 'ingo', boxes: 3, rack: true, pointer: true, rounds: 60, habits: HABIT_NAMES } as const
/** The first evening from this seed on in which the dealer puts something right. */
const RIGHTED_SEED = 15

test(`an evening with errors, seed ${SEED}: most have their alarm, none has two, and nothing proven is of what nobody did`, () => {
  const { errors, told, doubled, lines } = work({ ...TABLE, oneIn: 3, seed: SEED })
  assert.ok(errors >= 5, `${errors} errors were done`)
  const alarmed = told.proven + told['one-of'] + told.likely
  assert.ok(alarmed * 2 > errors, `${alarmed} of ${errors} have their alarm`)
  assert.equal(doubled, 0, lines.join('\n'))
  assert.deepEqual(
    lines.filter((line) => line.includes('of what nobody did, proven')),
    [],
  )
})

test(`an evening without errors, seed ${SEED}: no alarm shows`, () => {
  // A person who corrects something has made an error, and an alarm may have been shown meanwhile.
  const habits = HABIT_NAMES.filter((name) => name !== 'corrects')
  const { errors, shown, lines } = work({ ...TABLE, habits, oneIn: 1_000_000, seed: SEED })
  assert.deepEqual([errors, shown, lines], [0, 0, []])
})

test('an evening with what the dealer puts right alone: of that alone alarms show, and none stands', (t) => {
  // A bet reported just after the first card may count as late.
  const habits = HABIT_NAMES.filter((name) => name !== 'joins')
  const evening = (seed: number) => work({ ...TABLE, habits, oneIn: 1_000_000, seed })
  let [seed, counted] = [RIGHTED_SEED, evening(RIGHTED_SEED)]
  while (counted.putRight.errors === 0 && seed < RIGHTED_SEED + 10) counted = evening(++seed)
  const { errors, shown, withdrawn, putRight, lines } = counted
  t.diagnostic(`seed ${seed}: ${putRight.errors} were put right`)
  assert.deepEqual([errors, lines], [0, []])
  assert.ok(putRight.errors > 0, `${putRight.errors} were put right`)
  assert.equal(shown, putRight.over + withdrawn)
})

test('evenings are summed, and what is printed is what was counted', () => {
  const one = {
    ...NO_COUNTS,
    rounds: 300,
    errors: 5,
    told: { proven: 3, 'one-of': 1, likely: 0 },
    putRight: { errors: 4, over: 2, standing: 0 },
    shown: 6,
    withdrawn: 1,
    wrong: 1,
    lines: ['x'],
  }
  const page = eveningPage(addCounts(one, one), 1)
  assert.match(page, /600 rounds, seed 1: 10 errors\.\nAn alarm stands for 8: 6 proven, 2 one of several, 0 likely; 2 without one\./)
  assert.match(page, /\nThe dealer put 8 more errors right himself: 4 had an alarm that is over, 0 have one still\.\n/)
  assert.match(page, /12 alarms shown; 2 withdrawn after that; 0 second ones of one error\.\n2 alarms of what nobody did\./)
})
