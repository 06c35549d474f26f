/** Where a sensor tells the ids of chips, they say whose chips moved where the sums alone leave it open. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Table, teller } from './scene.ts'

const GLD: Table = { house: 'gld', spots: 'main, rack' }
const range = (letter: string, from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, nth) => `${letter}${String(from + nth).padStart(2, '0')}`).join()

/** The dealer breaks, and three boxes win 20.00 each. Boxes 2 and 3 grow at nearly the same time, but the rack pays only one of them. */
const evening = (isMarked: boolean, rackIds = (from: number): string => range('R', from, 12)) => {
  const words = [
    `LOAD OPEN rack=500x12#${rackIds(1)} 1=500x4#${range('A', 1, 4)} 2=500x4#${range('B', 1, 4)} 3=500x4#${range('C', 1, 4)}`,
    '+2000 TS TD TH 6H 9C 9D 9H TC +2000 KD',
    `+2500 rack=500x8#${rackIds(5)} 1=500x8#${range('A', 1, 4)},${range('R', 1, 4)}`,
    `+2500 2=500x8#${range('B', 1, 8)} +200 3=500x8#${range('C', 1, 4)},${range('R', 5, 8)} +300 rack=500x4#${rackIds(9)}`,
    '+5000 tick 1=0 2=0 3=0 +3000 tick',
  ].join(' ')
  const { findings } = teller(GLD).tell(isMarked ? words : words.replaceAll(/#\S+/g, ''))
  return findings.map(({ code, box, grade }) => `${code} ${box} ${grade}`)
}

describe('ids of chips', () => {
  it('show which of two boxes the rack paid', () => {
    assert.deepEqual(evening(true), ['WINNER-UNPAID 2 proven'])
  })

  it('are needed for that: by the sums it may have been either', () => {
    assert.deepEqual(evening(false), [])
  })

  it('of a part of the rack still show what came out of it', () => {
    assert.deepEqual(
      evening(true, (from) => range('R', from, from + 3)),
      ['WINNER-UNPAID 2 proven'],
    )
  })

  it('of a rack that tells others show nothing', () => {
    assert.deepEqual(
      evening(true, (from) => range('S', from, from + 1)),
      [],
    )
  })
})
