/** A dealer who collects the cards at a reader of discards: they are those of the shoe, and whoever reads both tells the rounds as without them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Scan } from '../../devices/scan.ts'
import type { PlayedRound, TableAction } from '../../simulators/table/types.ts'
import type { RoundResult } from '../../src/engine/event.ts'
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { judgedPlay } from '../daemon/pipeline/judged-play.ts'
import { playConfig } from '../daemon/pipeline/records.ts'
import { playedRounds } from '../engine/table-play.ts'
import { todays } from '../runner/rotation.ts'

const SEED = Number(process.env.SEED ?? 6)
/** Played, and of them told. */
const [PLAYED, TOLD] = [60, 10] as const
/** In the middle of so many a card is misread. */
const SPOILT = 4
const BOXES = 3

const played = (house: HouseId, rounds: number, discards = true): readonly PlayedRound[] =>
  playedRounds(rounds, SEED, HOUSES[house].rules, { boxes: BOXES, pointer: true, discards })

const scansOf = ({ actions }: PlayedRound): readonly Scan[] => actions.map(({ scan }) => scan)
const left = (round: PlayedRound): readonly string[] => scansOf(round).flatMap((scan) => (scan.kind === 'card' ? [scan.card] : []))
const collected = (round: PlayedRound): readonly (string | null)[] =>
  scansOf(round).flatMap((scan) => (scan.kind === 'discard' ? [scan.card] : []))
const cardsOf = (round: PlayedRound): readonly string[] => collected(round).filter((card) => card !== null)

/** The hands in the order in which they were collected. */
const handsOf = (round: PlayedRound): readonly string[] =>
  collected(round)
    .map((card) => card ?? '|')
    .join(' ')
    .split('|')
    .flatMap((hand) => (hand.trim() === '' ? [] : [hand.trim()]))

interface Heard {
  readonly results: readonly RoundResult[]
  readonly incidents: readonly string[]
  readonly named: readonly string[]
}

/** `change`: what the devices report instead. */
const heard = (house: HouseId, rounds: readonly PlayedRound[], change?: (action: TableAction) => readonly TableAction[]): Heard => {
  const all = judgedPlay(playConfig(house, BOXES, ['discards']), rounds, change)
  const results = new Map<string, RoundResult>()
  for (const { type, data } of all) if (type === 'round.closed' || type === 'round.revised') results.set(data.round, data)
  return {
    results: [...results.values()],
    incidents: all.flatMap(({ type, data }) => (type === 'device.incident' ? [data.code] : [])),
    named: all.flatMap(({ type, data }) => (type === 'card.named' ? [data.card] : [])),
  }
}

const told = ({ boxes, dealer, net, complete, findings }: RoundResult) => ({ boxes, dealer, net, complete, findings })

describe(`a rack of discards (SEED=${SEED})`, () => {
  for (const house of HOUSE_IDS) {
    it(`${house}: every card of the round lies there once, hand by hand, the dealer's hand last`, () => {
      for (const round of played(house, PLAYED)) {
        const { dealer, boxes, number } = round.truth
        assert.deepEqual([...cardsOf(round)].sort(), [...left(round)].sort(), `round ${number}`)
        const hands = handsOf(round)
        assert.equal(hands.at(-1), dealer.cards.join(' '), `round ${number}`)
        for (const { hands: own } of boxes) for (const { cards } of own) assert.ok(hands.includes(cards.join(' ')), `round ${number}`)
      }
    })
  }

  for (const house of todays(HOUSE_IDS, HOUSE_IDS.length))
    it(`${house}: nothing differs, and the rounds are told as without it`, () => {
      const without = heard(house, played(house, TOLD, false))
      const withIt = heard(house, played(house, TOLD))
      assert.deepEqual(withIt.incidents, [])
      assert.deepEqual(withIt.results.map(told), without.results.map(told))
    })

  it('a card that it misses or reads twice, and one that the shoe cannot read', () => {
    const rounds = played('gld', SPOILT)
    const own = rounds[SPOILT / 2]?.truth.boxes[0]?.hands[0]?.cards[0]
    const actionsOf = rounds[SPOILT / 2]?.actions ?? []
    const at = actionsOf.find(({ scan }) => scan.kind === 'discard' && scan.card === own)
    const dealt = actionsOf.find(({ scan }) => scan.kind === 'card' && scan.card === own)
    const missed = heard('gld', rounds, (action) => (action === at ? [] : [action]))
    assert.deepEqual(missed.incidents, ['discard-missing'])
    const twice = heard('gld', rounds, (action) => (action === at ? [action, action] : [action]))
    assert.deepEqual(twice.incidents, ['discard-not-dealt'])
    const unread = heard('gld', rounds, (action) => (action === dealt ? [{ ...action, scan: { kind: 'card', card: '??' } }] : [action]))
    assert.deepEqual([unread.incidents, unread.named], [[], [own]])
  })
})
