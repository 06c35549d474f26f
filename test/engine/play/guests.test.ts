/**
 * Guests who change nothing for the others: a last box, and a second bettor who does all that the holder does. `many.ts` says how to repeat
 * a run and how to make it long.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { settingOf, spendEvening } from './evening.ts'
import { withDoubleOfHolder, withLastBox } from './guests.ts'
import { manyEvenings, REPEATED } from './many.ts'
import { type PlayedOut, plain, playSpelled } from './spelled.ts'
import { roundText } from './told.ts'

const ROUNDS = 90

const boxesOf = ({ boxes }: PlayedOut, those: readonly number[]): PlayedOut['boxes'] => boxes.filter(({ box }) => those.includes(box))

const withoutSecond = ({ falls, ...box }: PlayedOut['boxes'][number]): PlayedOut['boxes'][number] => {
  const { main2: _second, ...others } = falls
  return { ...box, falls: others }
}

describe(`guests who change nothing for the others (${REPEATED})`, () => {
  for (const house of HOUSE_IDS) {
    it(`${house}: a last box, with a natural or of an absent player with 19, where the dealer plays to the end anyway`, (test) => {
      let tried = 0
      manyEvenings({ house, what: 'a last box', rounds: ROUNDS }, (drawn) => {
        const setting = settingOf(house, drawn)
        for (const { played, asked } of spendEvening(setting).rounds) {
          const { truth } = played
          const { out } = playSpelled(asked, truth, setting)
          for (const guest of withLastBox(truth, asked, setting)) {
            tried++
            const { out: more } = playSpelled(guest.asked, guest.truth, setting)
            const others = truth.boxes.map(({ box }) => box)
            assert.equal(plain({ ...more, net: 0, boxes: boxesOf(more, others) }), plain({ ...out, net: 0 }), guest.name)
            assert.equal(more.dealer, out.dealer, guest.name)
          }
        }
      })
      test.diagnostic(`${tried} rounds with a guest`)
      assert.ok(tried > 0, `${tried} > 0`)
    })

    it(`${house}: a second bettor who does all that the holder does is due the same`, (test) => {
      let tried = 0
      manyEvenings({ house, what: 'a second bettor', rounds: ROUNDS }, (drawn) => {
        const setting = settingOf(house, drawn)
        for (const { played, asked } of spendEvening(setting).rounds) {
          const { truth } = played
          const { out } = playSpelled(asked, truth, setting)
          for (const guest of withDoubleOfHolder(truth, asked, setting)) {
            tried++
            const { out: more } = playSpelled(guest.asked, truth, guest.setting)
            const [box] = boxesOf(more, [guest.box])
            assert.deepEqual(box?.falls.main2, box?.falls.main, roundText(truth))
            const alone = more.boxes.map((each) => (each.box === guest.box ? withoutSecond(each) : each))
            assert.equal(plain({ ...more, net: 0, boxes: alone }), plain({ ...out, net: 0 }), roundText(truth))
          }
        }
      })
      test.diagnostic(`${tried} boxes with a second bettor`)
      assert.ok(tried > 0, `${tried} > 0`)
    })
  }
})
