/** Rounds that were once told wrongly are told as they were played. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hearTold } from '../../evenings/evening.ts'
import { failuresOf } from '../../evenings/judges.ts'
import { todays } from '../../runner/rotation.ts'
import { tellRounds } from '../accuracy/evening.ts'
import { type Kept, keptRounds, playedOf } from './kept.ts'

/** Each has its turn within so many days. */
const TURNS = 4

/** What is told wrongly, a line each. */
const wrongIn = (kept: Kept): readonly string[] => {
  const { judge, truths, table, daemon, actions, erred = [] } = kept
  const rounds = playedOf(kept)
  if (judge === 'after errors') {
    const told = tellRounds(rounds, daemon)
    return truths.flatMap(({ number }, at) => (erred.includes(number) || told[at] === 'true' ? [] : [`round ${number} is ${told[at]}`]))
  }
  return failuresOf(hearTold(table, daemon, rounds, actions)).flatMap(({ kind, round, text }) =>
    judge === 'certain' && kind === 'likely' ? [] : [`round ${round}: ${kind}: ${text}`],
  )
}

for (const kept of todays(keptRounds(), TURNS)) {
  test(`once ${kept.guards}`, () => {
    assert.deepEqual(wrongIn(kept), [])
  })
}
