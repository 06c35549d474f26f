/**
 * An unread card is narrowed down by what is left in the shoe: if every card of all other ranks has been seen, it is as good as read.
 * exact.test.ts tests what the rules and the chips leave of an unread card, including the dealer's first cards. This file tests how the
 * table handles unread cards. SEED repeats a run.
 */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RANKS } from '../../devices/scan.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import type { TableConfig } from '../../src/base/config/table-config.ts'
import { stepTable } from '../../src/engine/fold/table.ts'
import { candidatesOf } from '../../src/engine/state/open-round.ts'
import { initialTable, type TableState } from '../../src/engine/state/table-state.ts'
import type { RoundView } from '../../src/engine/view.ts'
import { currentView } from '../../src/engine/words/table-views.ts'
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { cardsCase, engineSays, playedCase, type SmallCase, signsText, withUnread } from './small-rounds.ts'
import { contextFor } from './table-play.ts'
import { hear } from './told-round.ts'

const SEED = Number(process.env.SEED ?? 1)
const ROUNDS = 60

/** All cards of every rank but this one have been seen. */
const seenBut = (rank: string, decks: number): readonly number[] => RANKS.map((each) => (each === rank ? 0 : 4 * decks))

const rankOf = ({ signs, unread }: SmallCase): string | null => {
  const cards = signs.flatMap((sign) => ('card' in sign ? [sign.card] : []))
  return unread === undefined ? null : (cards[unread]?.[0] ?? null)
}

describe(`an unread card that can only be of one rank left in the shoe is as good as read (SEED=${SEED})`, () => {
  for (const house of HOUSE_IDS) {
    const { rules } = HOUSES[house]
    it(house, () => {
      let compared = 0
      for (let at = 0; at < ROUNDS; at++) {
        const random = seededRandom(SEED * 1000 + at)
        const small =
          at % 2 === 0 ? cardsCase(house, rules, random) : playedCase(house, rules, 'stakes', { collectAfter: 'box-settled' }, random)
        const unread = withUnread(small, random)
        const rank = rankOf(unread)
        if (rank === null) continue
        compared++
        const known = engineSays({ ...unread, seen: seenBut(rank, rules.decks) })
        assert.deepEqual(known, engineSays(small), `seed ${at}, card ${unread.unread} unread: ${signsText(small.signs)}`)
      }
      assert.ok(compared > ROUNDS / 2, `${compared} rounds`)
    })
  }
})

const SENSORS: Partial<TableConfig> = { chipEvidence: 'payouts', spots: ['main', 'ins'], collectAfter: 'box-settled' }

/** What the display shows after each word, if there is a round to show. */
const viewsOf = (house: HouseId, words: string): readonly RoundView[] => {
  const context = contextFor(house, HOUSES[house].rules, SENSORS)
  const views: RoundView[] = []
  hear({ house, words, config: SENSORS }, (state) => {
    const view = currentView(state, context)
    if (view) views.push(view)
    return state
  })
  return views
}

const readingsAfter = (house: HouseId, words: string): number => viewsOf(house, words).at(-1)?.readings ?? 0

describe('an unread up card', () => {
  it('leaves readings from the end of the deal on, and the round incomplete', () => {
    const words = '1=1500 TH 9C 9D ?? 6S'
    assert.deepEqual(
      viewsOf('gld', words).map(({ readings, complete }) => [readings > 0, complete]),
      [
        [false, true],
        [false, true],
        [false, true],
        [true, false],
        [true, false],
      ],
    )
  })

  it('is not certain to be any card: what it would decide is open, and everything else is reported', () => {
    // A natural is paid before play, or waits for the dealer. The other hand is bust whatever the dealer has, once its bet is taken.
    const [open, taken] = ['', ' 2=0 5C'].map((more) => viewsOf('ingo', `1=2000 2=2000 AH TC ?? KD 6D 9S${more}`).at(-1))
    assert.deepEqual(
      [open, taken].map((view) => [view?.boxes[1]?.hands[0]?.cards.join(' '), view?.boxes[1]?.hands[0]?.certain, view?.dealer.total]),
      [
        ['TC 6D', false, null],
        ['TC 6D 9S', true, null],
      ],
    )
  })

  it('is an ace if insurance was laid', () => {
    const dealt = (up: string, insured: boolean) => `1=2000 2=2000 KH 5C ${up} AD 6D ${insured ? '2.ins=1000' : 'tick'} 1=4000 9C`
    const insured = readingsAfter('sevens-prizes', dealt('??', true))
    assert.equal(insured, readingsAfter('sevens-prizes', dealt('AS', false)))
    assert.ok(insured < readingsAfter('sevens-prizes', dealt('??', false)), 'insurance rules something out')
  })

  it('is no card that the shoe has run out of, and none with which the dealer would not have drawn', () => {
    // The dealer has nine and six besides his up card, and draws once more: no rank is so low. With 16 he cannot tie.
    assert.equal(readingsAfter('gld', '1=1500 TH 9C 6D ?? 6S 4C'), 0)
    assert.ok(readingsAfter('gld', '1=1500 TH 5C 6D ?? 6S 4C') > 0, 'with a five under it there is one')
  })

  it('is named in every account of where its round ended, if a person names it', () => {
    // With a ten or a four the box tied, and a round began with 6S or 4C. With a ten it can only have begun with 6S.
    const words = '1=1500 TH 9C 9D ?? 6S 4C'
    const begun: number[] = []
    hear({ house: 'gld', words, config: SENSORS }, (state) => {
      if (state.current?.round.cards.length !== 6) return state
      const head = { at: state.now, cause: '', kind: 'command', user: 'anna', correlation: 'c', error: null } as const
      const context = contextFor('gld', HOUSES.gld.rules, SENSORS)
      const named = stepTable(state, { ...head, name: 'card-name', args: { seq: 5, card: 'TS' } }, context)[0]
      begun.push(...[state, named].flatMap(({ current }) => (current ? candidatesOf(current).length : 0)))
      return named
    })
    assert.deepEqual(begun, [2, 1])
  })

  it('is as good as read if a person names it, and the round stays incomplete', () => {
    const context = contextFor('gld', HOUSES.gld.rules, SENSORS)
    const words = '1=1500 TH 5C 9D ?? 6S 4C'
    let state: TableState = initialTable()
    hear({ house: 'gld', words, config: SENSORS }, (each) => {
      state = each
      return each
    })
    const head = { at: state.now, cause: '', kind: 'command', user: 'anna', correlation: 'c', error: null } as const
    const named = stepTable(state, { ...head, name: 'card-name', args: { seq: 5, card: '2S' } }, context)[0]
    const view = currentView(named, context)
    assert.equal(view?.complete, false)
    assert.equal(view?.readings, readingsAfter('gld', words.replace('??', '2S')))
    assert.ok(view?.dealer.cards.includes('2S'), view?.dealer.cards.join(' '))
  })
})

describe('an unread card of a box', () => {
  it('makes a natural if the box is paid as one before play, and the round is read as if the card had been read', () => {
    const dealt = (second: string, paid: boolean) => `1=2000 2=8000 AH 4S 6S ${second} 9H 3C ${paid ? '1=5000' : 'tick'}`
    assert.equal(readingsAfter('gld', dealt('??', true)), readingsAfter('gld', dealt('QC', true)))
    // Nobody played for a player who is found to be away then.
    const away = viewsOf('gld', `${dealt('??', true)} absent2 AD`).at(-1)
    assert.deepEqual(away?.boxes[1]?.hands[0]?.actions, [], 'nobody decided for box 2')
  })
})

describe('an unread hole card', () => {
  it('shows nothing before it is turned, exactly like a hole card that was read', () => {
    const words = '1=1500 2=1500 TH 8C ?? 9D 7C TS 6S'
    const told = (all: string) => viewsOf('gld', all).map(({ readings, dealer, boxes }) => ({ readings, dealer, boxes }))
    for (const hole of ['9C', '5S']) assert.deepEqual(told(words), told(words.replace('??', hole)), hole)
  })

  it('may have been a natural: the check ended the round', () => {
    const view = viewsOf('gld', '1=1500 TH ?? 9D TS 1=0').at(-1)
    assert.equal(view?.readings, 2)
    const played = viewsOf('gld', '1=1500 TH ?? 9D TS 6S 1=0').at(-1)
    assert.ok((played?.readings ?? 0) > 0, 'nobody draws to a natural')
  })

  it('stays hidden until it is turned if a person names it, and is then the card named', () => {
    const context = contextFor('gld', HOUSES.gld.rules, SENSORS)
    const shown: (readonly string[])[] = []
    let lines = 0
    const { closed } = hear({ house: 'gld', words: '1=1500 TH ?? 9D 7S 1=0', config: SENSORS }, (state) => {
      lines++
      const head = { at: state.now, cause: '', kind: 'command', user: 'anna', correlation: 'c', error: null } as const
      const next = lines === 5 ? stepTable(state, { ...head, name: 'card-name', args: { seq: 3, card: '9C' } }, context)[0] : state
      if (lines >= 5) shown.push(currentView(next, context)?.dealer.cards ?? [])
      return next
    })
    assert.deepEqual(shown[0], ['hidden', '7S'])
    assert.deepEqual(shown.at(-1), ['9C', '7S'])
    assert.deepEqual(closed.at(-1)?.dealer.cards, ['9C', '7S'])
  })
})
