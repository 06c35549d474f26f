/**
 * The tests of a shoe over its life: honest shoes are accused no oftener than the configuration allows, shoes that were not shuffled or lack
 * cards are found, and nothing is said where nobody asked or before the cards lie open.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RANKS, SUITS } from '../../devices/scan.ts'
import { seededRandom, shuffled } from '../../simulators/table/random.ts'
import { KINDS, kindOf, newShoeOrder, type ShoeOrder, withCards } from '../../src/procedure/shoe-order.ts'
import { NO_SHOES, type ShoeShortage, shortageIn, withShoe } from '../../src/procedure/shoe-shortage.ts'
import { type Table, teller } from './scene.ts'

const SEED = Number(process.env.SEED ?? 1)
const DECKS = 6
/** Cards that come before the cut card. */
const DEALT = 234
/** New packs, one on the other. */
const PACKS = Array.from({ length: DECKS * KINDS }, (_, at) => at % KINDS)
const CARDS = SUITS.flatMap((suit) => RANKS.map((rank) => `${rank}${suit}` as const))

type Random = () => number

/** After Gilbert, Shannon and Reeds: cut about the middle, then a card of either half as its share is of what is left. */
const riffled = (random: Random, cards: readonly number[]): readonly number[] => {
  const cut = cards.reduce((sum) => sum + (random() < 0.5 ? 1 : 0), 0)
  const [one, other] = [cards.slice(0, cut), cards.slice(cut)]
  return cards.map(() => {
    const from = random() * (one.length + other.length) < one.length ? one : other
    return from.shift() as number
  })
}

const riffledTimes = (random: Random, times: number, cards: readonly number[]): readonly number[] =>
  times === 0 ? cards : riffledTimes(random, times - 1, riffled(random, cards))

/** The first card at which the evidence is that strong; null: at none. */
const foundAt = (dealt: readonly number[], before: readonly number[], least: number): number | null => {
  let order: ShoeOrder = newShoeOrder(before)
  for (let at = 0; at < dealt.length; at++) {
    order = withCards(order, [dealt[at] as number], DECKS)
    if (order.most >= least) return at + 1
  }
  return null
}

const dealtOf = (cards: readonly number[]): readonly number[] => cards.slice(0, DEALT)

/** `rate` of `count`, and three standard deviations. */
const atMost = (rate: number, count: number): number => rate * count + 3 * Math.sqrt(rate * (1 - rate) * count)

describe(`the order of a shoe (SEED=${SEED})`, () => {
  it('is bet on at fair odds: over all cards that may come next no way of betting gains or loses', () => {
    const random = seededRandom(SEED)
    const before = dealtOf(shuffled(random, PACKS))
    for (const shoe of [shuffled(random, PACKS), riffledTimes(random, 2, PACKS)]) {
      // Two cards that nobody saw lie with those left.
      const cards = [...shoe.slice(0, 60), null, null, ...shoe.slice(62, 120)]
      const order = withCards(newShoeOrder(before), cards, DECKS)
      const left = CARDS.map((_, kind) => DECKS - cards.filter((card) => card === kind).length)
      const all = left.reduce((sum, each) => sum + each, 0)
      const expected = order.capital.map((_, way) =>
        left.reduce((sum, some, kind) => sum + (some / all) * (withCards(order, [kind], DECKS).capital[way] ?? 0), 0),
      )
      expected.forEach((each, way) => {
        const now = order.capital[way] ?? 0
        assert.ok(Math.abs(each - now) <= 1e-9 * now, `way ${way}: ${now}, then ${each}`)
      })
    }
  })

  it('is held against no more shuffled shoes than is allowed', () => {
    const random = seededRandom(SEED)
    const [shoes, rate] = [600, 0.05]
    let [accused, before]: [number, readonly number[]] = [0, []]
    for (let at = 0; at < shoes; at++) {
      const dealt = dealtOf(shuffled(random, PACKS))
      accused += withCards(newShoeOrder(before), dealt, DECKS).most >= 1 / rate ? 1 : 0
      before = dealt
    }
    assert.ok(accused <= atMost(rate, shoes), `${accused} of ${shoes} at ${rate}`)
  })

  it('shows new packs within ten cards, riffled once or twice within forty, and three times in the shoe', () => {
    const random = seededRandom(SEED)
    const within = [10, 40, 40, DEALT]
    within.forEach((most, times) => {
      for (let run = 0; run < 5; run++) {
        const at = foundAt(dealtOf(riffledTimes(random, times, PACKS)), [], 10_000)
        assert.ok(at !== null && at <= most, `riffled ${times} times: at ${at}`)
      }
    })
  })

  it('shows the shoe before, not shuffled or riffled once, within sixty cards, forwards or backwards', () => {
    const random = seededRandom(SEED)
    const shoe = shuffled(random, PACKS)
    const again = [shoe, [...dealtOf(shoe)].reverse(), riffled(random, shoe)]
    for (const cards of again) {
      const at = foundAt(dealtOf(cards), dealtOf(shoe), 10_000)
      assert.ok(at !== null && at <= 60, `at ${at}`)
    }
  })
})

describe(`cards that never come (SEED=${SEED})`, () => {
  const evidenceOf = (known: ShoeShortage, cards: readonly number[], random: Random) => {
    const next = withShoe(known, dealtOf(shuffled(random, cards)), DECKS)
    return { next, found: shortageIn(next, DECKS) }
  }

  it('are no likelier than not in one complete shoe, on average', () => {
    const random = seededRandom(SEED)
    const runs = 2000
    let [sum, squares] = [0, 0]
    for (let run = 0; run < runs; run++) {
      const { evidence } = evidenceOf(NO_SHOES, PACKS, random).found
      sum += evidence
      squares += evidence ** 2
    }
    const mean = sum / runs
    const error = Math.sqrt((squares / runs - mean ** 2) / runs)
    assert.ok(Math.abs(mean - 1) <= 4 * error && error < 0.1, `${mean} +- ${error}`)
  })

  it('are missed in no more complete shoes than is allowed', () => {
    const random = seededRandom(SEED)
    const [shoes, rate] = [400, 0.05]
    let [known, accused] = [NO_SHOES, 0]
    for (let at = 0; at < shoes; at++) {
      const { next, found } = evidenceOf(known, PACKS, random)
      const isAccused = found.evidence >= 1 / rate
      accused += isAccused ? 1 : 0
      known = isAccused ? NO_SHOES : next
    }
    assert.ok(accused <= atMost(rate, shoes), `${accused} of ${shoes} at ${rate}`)
  })

  it('are missed when five of them are gone for 438 rounds of seven boxes, some forty shoes', () => {
    const random = seededRandom(SEED)
    for (let run = 0; run < 5; run++) {
      const left = shuffled(random, PACKS).slice(5)
      let [known, shoes, missing] = [NO_SHOES, 0, 0]
      for (let evidence = 0; evidence < 10_000; shoes++) {
        assert.ok(shoes < 40, `run ${run}: not within ${shoes} shoes, ${evidence}`)
        const { next, found } = evidenceOf(known, left, random)
        known = next
        ;({ evidence, missing } = found)
      }
      assert.ok(missing >= 3 && missing <= 8, `run ${run}: ${missing} after ${shoes} shoes`)
    }
  })

  it('say nothing of a shoe dealt to its end, and nothing in a shoe with one card too many', () => {
    const whole = shortageIn(withShoe(NO_SHOES, PACKS, DECKS), DECKS)
    assert.deepEqual([whole.evidence, whole.missing], [0, 0])
    const none = new Array<number>(7).fill(0)
    assert.equal(withShoe(NO_SHOES, none, DECKS), NO_SHOES)
  })
})

describe('what a table says of its shoes', () => {
  const ASKED: Table = { house: 'gld', rules: '{ burn: 0 }', watches: '{ shoeAlarmRate: 0.01 }' }
  const CODES = ['SHOE-ORDER', 'SHOE-SHORTAGE']
  const told = (table: Table, words: string) =>
    teller(table)
      .tell(words)
      .findings.filter(({ code }) => CODES.includes(code))
  /** Box 1 has 2, 4, 6 and 7, 19; the dealer has 3 and 5, draws 8 and 9 and has 25. */
  const NEW_PACKS = 'LOAD 1=1000 2S 3S 4S 5S +2000 >1.1 6S 7S +2000 >dealer 8S 9S +2000 >- +3000 1=2000'

  it('an order of new packs is told once its round has closed, and not before: it hangs on a hole card', () => {
    const table = teller(ASKED)
    const before = table.tell(NEW_PACKS)
    assert.deepEqual(before.findings, [])
    const { findings } = table.tell('+3000 1=0 +3000 tick')
    const [finding] = findings
    assert.equal(findings.length, 1)
    assert.deepEqual([finding?.code, finding?.grade, finding?.round, finding?.severity], ['SHOE-ORDER', 'likely', null, 'procedure'])
    assert.match(finding?.seen ?? '', /^an order of cards that chance gives one shoe in \d+$/)
    assert.match(finding?.counterReading ?? '', /^an honest shoe looks like this once in \d+ shoes at most$/)
    // A second time is nothing new.
    assert.equal(table.tell('1=1000 TS JS QS KS +2000 >1.1 >dealer >- +3000 1=0 +3000 tick').findings.length, 1)
  })

  it('nothing is told where nobody asked, of other orders, and of a shoe filled up within a round', () => {
    assert.deepEqual(told({ ...ASKED, watches: '{ payOrder: true }' }, `${NEW_PACKS} +3000 1=0 +3000 tick`), [])
    assert.deepEqual(told(ASKED, 'LOAD 1=1000 2S 9S 4D KS +2000 >1.1 6H 7S +2000 >dealer >- +3000 1=2000 +3000 1=0'), [])
    assert.deepEqual(told(ASKED, '1=1000 2S 3S LOAD 4S 5S 6S 7S 8S 9S TS JS +5000 1=0 +3000 tick LOAD'), [])
  })

  it('cards that never come are told with a new shoe', () => {
    const random = seededRandom(SEED)
    const shoes = (packs: readonly number[], count: number): string =>
      Array.from({ length: count }, () => {
        const dealt = dealtOf(shuffled(random, packs)).slice(0, 200)
        return `LOAD ${dealt.map((kind) => CARDS[kind]).join(' ')} CUT`
      }).join(' ')
    // Every king of spades.
    const gone = PACKS.filter((kind) => kind !== kindOf('KS'))
    const [finding, ...others] = told(ASKED, `${shoes(gone, 6)} LOAD`)
    assert.deepEqual([finding?.code, finding?.grade, others.length], ['SHOE-SHORTAGE', 'likely', 0])
    assert.match(finding?.seen ?? '', /^[4-8] cards have not come once in \d shoes$/)
    assert.equal(finding?.expected, 'the shoe holds 312 cards')
    assert.deepEqual(told(ASKED, `${shoes(PACKS, 6)} LOAD`), [])
  })
})
