/** docs/proof.md: the round that it explains is read as the page says. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Found } from '../../src/engine/errors/grades.ts'
import { searchErrors } from '../../src/engine/errors/search.ts'
import type { Reader } from '../../src/engine/lattice/question.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import { type Table, teller } from '../procedure/scene.ts'
import { contextFor } from './table-play.ts'

const TABLE: Table = { house: 'ingo', boxes: 1, spots: 'main' }
const PAID = '1=2000 +2000 TS 5D 9H TC +3000 1=4000 +2500 tick'
const TAKEN = `${PAID} 1=0 +500 tick`

/** The ways to err, as the search finds them behind these words. */
const waysBehind = (words: string): Found['ways'] => {
  const { table } = teller(TABLE).tell(words).state
  const round = table.current?.round
  assert.ok(round, 'the round is open')
  const context = contextFor('ingo', HOUSES.ingo.rules, { boxes: 1, chipEvidence: 'payouts', spotLagMs: 1500, spots: ['main'] })
  const reader: Reader = { context, now: table.now, asked: 'any' }
  const sought = searchErrors(round, reader)
  assert.ok(sought !== null && typeof sought !== 'string', 'an error explains the round')
  return sought.ways
}

/** Readings by error. */
const found = (words: string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { errors, solution } of waysBehind(words))
    for (const { code } of errors.flatMap(({ names }) => names)) counts.set(code, (counts.get(code) ?? 0) + solution.count)
  return counts
}

/** The same from the page: code, how rare, while the chips lie there, after they were taken. */
const PAGE = [
  ...readFileSync(new URL('../../docs/proof.md', import.meta.url), 'utf8').matchAll(
    /^\| `([A-Z0-9-]+)`: [^|]*\| (\d) \| (\d) \| (\d) \|/gm,
  ),
].map(([, code = '', rarity, paid, taken]) => ({ code, rarity: Number(rarity), paid: Number(paid), taken: Number(taken) }))

describe('the page on how an error is proven', () => {
  it('has the readings of each error while the chips lie there', () => {
    const lying = PAGE.filter(({ paid }) => paid > 0).map(({ code, paid }) => [code, paid] as const)
    assert.deepEqual([...found(PAID)].sort(), lying.toSorted())
  })

  it('says how rare each of them is', () => {
    const rarities = [PAID, TAKEN].flatMap((words) =>
      waysBehind(words).flatMap(({ rarity, errors }) => errors.map(({ names }) => [names[0]?.code, rarity])),
    )
    assert.deepEqual(new Map(PAGE.map(({ code, rarity }) => [code, rarity])), new Map(rarities as [string, number][]))
  })

  it('has those that are left after they were taken', () => {
    const left = PAGE.filter(({ taken }) => taken > 0).map(({ code, taken }) => [code, taken] as const)
    assert.deepEqual([...found(TAKEN)].sort(), left.toSorted())
  })

  it('names the grade that the table tells', () => {
    const { findings } = teller(TABLE).tell(`${TAKEN} +5000 tick`)
    assert.deepEqual(
      findings.map(({ code, grade }) => `${code} ${grade}`),
      ['DEALER-STOOD-UNDER-17 one-of', 'PAID-LOSER one-of'],
    )
  })
})
