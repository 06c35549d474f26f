/**
 * A card that nobody could read is narrowed by what is left in the shoe: where every card of all other ranks has been seen it is as good
 * as read. What the rules and the chips leave of it stands in exact.test.ts. SEED repeats a run.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RANKS } from '../../devices/scan.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { HOUSE_IDS, HOUSES } from '../../src/house/index.ts'
import { cardsCase, engineSays, playedCase, type SmallCase, signsText, withUnread } from './small-rounds.ts'

const SEED = Number(process.env.SEED ?? 1)
const ROUNDS = 60

/** Of every rank but this one all cards have been seen. */
const seenBut = (rank: string, decks: number): readonly number[] => RANKS.map((each) => (each === rank ? 0 : 4 * decks))

const rankOf = ({ signs, unread }: SmallCase): string | null => {
  const cards = signs.flatMap((sign) => ('card' in sign ? [sign.card] : []))
  return unread === undefined ? null : (cards[unread]?.[0] ?? null)
}

describe(`an unread card of which the shoe leaves one rank is as good as read (SEED=${SEED})`, () => {
  for (const house of HOUSE_IDS) {
    const { rules } = HOUSES[house]
    it(house, () => {
      let compared = 0
      for (let at = 0; at < ROUNDS; at++) {
        const random = seededRandom(SEED * 1000 + at)
        const small = at % 2 === 0 ? cardsCase(house, rules, random) : playedCase(house, rules, 'stakes', random)
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
