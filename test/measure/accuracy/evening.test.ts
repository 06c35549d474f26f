/** One error must not spoil the evening: the rounds after it are reported correctly. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { isAll, todays } from '../../runner/rotation.ts'
import { type ToldRound, tellEvening } from './evening.ts'

/** Evenings per house; `EVENINGS=10 npm test -- accuracy/evening` plays more. */
const EVENINGS = Number(process.env.EVENINGS ?? 1)
const SEED = Number(process.env.SEED ?? 101)
/** Errors are more frequent here than in any pit. At most this share of the rounds without an error may be lost after those with one. */
const LOST_MAX = 0.02
const USUAL = { boxes: 5, rounds: isAll ? 40 : 20, share: 0.3 }

const faultless = (told: readonly ToldRound[], as: ToldRound['telling']): number =>
  told.filter(({ mistake, telling }) => mistake === null && telling === as).length

const evenings = [false, true].flatMap((pointer) => HOUSE_IDS.map((house) => ({ house, pointer })))
const counts: { readonly pointer: boolean; readonly all: number; readonly lost: number }[] = []
for (const { house, pointer } of todays(evenings, evenings.length)) {
  test(`an evening of ${house}, ${pointer ? 'with' : 'without'} the pointer, seed ${SEED}: no round without an error is told falsely`, (t) => {
    const told = Array.from({ length: EVENINGS }, (_, at) => tellEvening({ ...USUAL, house, seed: SEED + at, pointer })).flat()
    const [all, lost] = [told.filter(({ mistake }) => mistake === null).length, faultless(told, 'lost')]
    t.diagnostic(`${told.length - all} rounds with an error; of ${all} without one ${lost} lost, ${faultless(told, 'false')} false`)
    assert.equal(faultless(told, 'false'), 0)
    // The share is one of all evenings: of a single one it is a fraction of a round.
    assert.ok(lost <= Math.ceil(LOST_MAX * all), `${lost} of ${all} are lost`)
    counts.push({ pointer, all, lost })
  })
}

for (const pointer of isAll ? [false, true] : []) {
  test(`of all evenings ${pointer ? 'with' : 'without'} the pointer, few rounds are lost`, () => {
    const own = counts.filter((each) => each.pointer === pointer)
    const [all, lost] = [own.reduce((sum, each) => sum + each.all, 0), own.reduce((sum, each) => sum + each.lost, 0)]
    assert.equal(own.length, HOUSE_IDS.length)
    assert.ok(lost <= LOST_MAX * all, `${lost} of ${all} are lost`)
  })
}
