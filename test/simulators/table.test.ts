import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { captureLines } from '../../simulators/table/capture.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { createRecorder } from '../../simulators/table/recorder.ts'
import { looseStrategy } from '../../simulators/table/strategy.ts'
import { playTable } from '../../simulators/table/table.ts'
import type { Feature, PlayedRound, TableOptions } from '../../simulators/table/types.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import type { HouseRules } from '../../src/rules/house/rules.ts'
import { todays } from '../runner/rotation.ts'
import { auditActions, auditRound } from './table-audit.ts'

const SEED = Number(process.env.SEED ?? 20260101)
/** Of each house under each override; `ROUNDS=600 npm test -- simulators/table` plays more. */
const OVERRIDDEN_ROUNDS = Number(process.env.ROUNDS ?? 8)
const CHIPS = [100, 500, 2500, 10000]
const LIMITS = { min: 1000, max: 50000, unit: 500, boxMax: null, sideMin: null, sideMax: null, sideUnit: null }
const ALL_SPOTS = ['main', 'main2', 'main3', 'ins', 'p22', 'pog', 'rack'] as const

function optionsFor(rules: HouseRules, seed: number, more: Partial<TableOptions> = {}): TableOptions {
  return { rules, limits: LIMITS, chips: CHIPS, boxes: 7, spots: ALL_SPOTS, pointer: true, random: seededRandom(seed), ...more }
}

function play(rounds: number, options: TableOptions): PlayedRound[] {
  const table = playTable(options)
  return Array.from({ length: rounds }, () => table.next().value)
}

/** How often each action and outcome occurred. */
function tally(rounds: readonly PlayedRound[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { truth } of rounds)
    for (const { hands } of truth.boxes)
      for (const { actions, outcome } of hands)
        for (const word of [...actions, outcome ?? 'none']) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function auditShoes(rounds: readonly PlayedRound[], decks: number): void {
  const seen = new Map<string, number>()
  let out = 0
  for (const { scan } of rounds.flatMap(({ actions }) => actions)) {
    if (scan.kind === 'shoe' && scan.what === 'load') {
      seen.clear()
      out = 0
    }
    if (scan.kind === 'cut-card') assert.ok(out >= decks * 52 - 156 && out <= decks * 52 - 78, `cut card after ${out}`)
    if (scan.kind !== 'card') continue
    out++
    seen.set(scan.card, (seen.get(scan.card) ?? 0) + 1)
    assert.ok((seen.get(scan.card) ?? 0) <= decks, `${scan.card} more than ${decks} times in a shoe`)
  }
}

for (const [id, house] of todays(Object.entries(HOUSES), 3)) {
  describe(`a thousand rounds of ${id}, seed ${SEED}`, () => {
    const rounds = play(1000, optionsFor(house.rules, SEED, { pace: 0.2, players: looseStrategy(0.5) }))

    it('agree with a second opinion on totals, outcomes and amounts', () => {
      for (const round of rounds) auditRound(round, house.rules, 100)
    })

    it('keep time, revisions and chips in order and give the rack what the players lose', () => {
      const levels = auditActions(rounds.flatMap(({ actions }) => actions))
      const lost = rounds.reduce((sum, { truth }) => sum + (truth.net.house ?? Number.NaN), 0)
      assert.equal(levels.get('rack'), 10000 * 10000 + lost)
    })

    it('use every card of a shoe once and cut it in its place', () => auditShoes(rounds, house.rules.decks))

    it('show every action and outcome the house knows, and no other', () => {
      const counts = tally(rounds)
      const { rules } = house
      const knows: { readonly [word: string]: boolean } = {
        hit: true,
        stand: true,
        double: true,
        // Ten-values are the only pairs such a house lets players pay for: a rare choice.
        split: !rules.freeSplit || counts.has('split'),
        win: true,
        lose: true,
        push: true,
        blackjack: true,
        'free-double': rules.freeDouble,
        'free-split': rules.freeSplit,
        surrender: rules.surrender !== 'none',
        'even-money': rules.evenMoneyAgainst.length > 0,
      }
      for (const [word, known] of Object.entries(knows)) assert.equal((counts.get(word) ?? 0) > 0, known, `${word}: ${counts.get(word)}`)
      assert.equal(counts.has('none'), false)
    })

    it('start from bets within the limits', () => {
      for (const { truth } of rounds) {
        for (const { spots } of truth.boxes)
          assert.ok(
            (spots.main?.staked ?? 0) >= LIMITS.min && (spots.main?.staked ?? 0) % LIMITS.unit === 0,
            `${spots.main?.staked} staked`,
          )
      }
    })

    it('leave on each spot what was staked and what moved', () => {
      const levels = new Map<string, number>()
      // Nobody has collected anything when the table is settled.
      const options = optionsFor(house.rules, SEED, { spotLagMs: 0, players: looseStrategy(0.25), collectAfter: 'table-settled' })
      for (const { actions, truth } of play(300, options)) {
        for (const { atMs, scan } of actions) if (atMs <= truth.settledAtMs && scan.kind === 'spot') levels.set(scan.spot, scan.amount)
        for (const { box, spots } of truth.boxes)
          for (const [area, { staked, moved }] of Object.entries(spots))
            assert.equal(levels.get(`${box}.${area}`) ?? 0, staked + moved, `round ${truth.number} ${box}.${area}`)
        for (const { scan } of actions) if (scan.kind === 'spot') levels.set(scan.spot, scan.amount)
      }
    })
  })
}

describe(`a played table, seed ${SEED}`, () => {
  const european = HOUSES['free-bet-european'].rules

  it('plays the same rounds from the same seed', () => {
    assert.deepEqual(play(20, optionsFor(european, SEED)), play(20, optionsFor(european, SEED)))
  })

  it('deals at the recorded pace', () => {
    const gaps: number[] = []
    const inPlay: number[] = []
    for (const { truth } of play(400, optionsFor(european, SEED))) {
      const initial = truth.boxes.length * 2 + 1
      const times = truth.cards.filter(({ to }) => to !== 'burn').map(({ atMs }) => atMs)
      for (let index = 1; index < times.length; index++)
        (index < initial ? gaps : inPlay).push((times[index] ?? 0) - (times[index - 1] ?? 0))
    }
    const at = (list: number[], share: number): number => list.sort((a, b) => a - b)[Math.floor(share * (list.length - 1))] ?? 0
    assert.ok(
      at(gaps, 0) >= 600 && Math.abs(at(gaps, 0.5) - 1060) < 80 && Math.abs(at(gaps, 0.9) - 1550) < 120,
      `${at(gaps, 0.5)} ${at(gaps, 0.9)}`,
    )
    assert.ok(Math.abs(at(inPlay, 0.5) - 9400) < 1200 && at(inPlay, 1) < 120_000, `${at(inPlay, 0.5)} ${at(inPlay, 1)}`)
  })

  it('plays the main game alone when every feature is off', () => {
    for (const { rules } of todays(Object.values(HOUSES), 3)) {
      const rounds = play(200, optionsFor(rules, SEED, { features: [] }))
      const words = [...tally(rounds).keys()].filter((word) => !['hit', 'stand', 'win', 'lose', 'push', 'blackjack'].includes(word))
      assert.deepEqual(words, [])
      for (const { truth } of rounds) for (const { spots } of truth.boxes) assert.deepEqual(Object.keys(spots), ['main'])
    }
  })

  it('uses no spot that the table does not sense', () => {
    for (const { rules } of todays(Object.values(HOUSES), 3)) {
      const rounds = play(200, optionsFor(rules, SEED, { spots: ['main'] }))
      const spots = new Set(
        rounds.flatMap(({ actions }) => actions.flatMap(({ scan }) => (scan.kind === 'spot' ? [scan.spot.slice(2)] : []))),
      )
      assert.deepEqual([...spots], ['main'])
    }
  })

  it('tells movements of chips only as far as the sensors follow', () => {
    const features: Feature[] = ['doubles', 'splits']
    const sensors = { chipEvidence: 'bets', spotLagMs: 0, pointer: false, spots: ['main'] } as const
    const rounds = play(200, optionsFor(european, SEED, { ...sensors, features, collectAfter: 'table-settled' }))
    const levels = new Map<string, number>()
    for (const { actions, truth } of rounds) {
      for (const { atMs, scan } of actions) {
        if (scan.kind !== 'spot') continue
        assert.ok(atMs < truth.openedAtMs || atMs > truth.settledAtMs, `a spot told during round ${truth.number}`)
        if (atMs < truth.openedAtMs) levels.set(scan.spot, scan.amount)
      }
      for (const { box, hands, spots } of truth.boxes) {
        const added = hands.flatMap((hand) => hand.actions).filter((action) => action === 'double' || action === 'split').length
        const isKnown = levels.get(`${box}.main`) === (spots.main?.staked ?? 0) / (1 + added)
        assert.ok(isKnown, `round ${truth.number} box ${box}`)
      }
      for (const { scan } of actions) if (scan.kind === 'spot') levels.set(scan.spot, scan.amount)
    }
  })

  it('points at the hand that takes a card in play', () => {
    for (const { rules } of todays(Object.values(HOUSES), 3)) {
      for (const round of play(200, optionsFor(rules, SEED))) {
        const initial = new Map<string, number>()
        let pointed = 'none'
        const places = new Map(round.truth.cards.map(({ atMs, to }) => [atMs, to]))
        for (const { atMs, scan } of round.actions) {
          if (scan.kind === 'pointer') pointed = typeof scan.place === 'string' ? scan.place : String(scan.place.box)
          const to = places.get(atMs)
          if (scan.kind !== 'card' || to === undefined || to === 'burn') continue
          const key = typeof to === 'string' ? to : String(to.box)
          initial.set(key, (initial.get(key) ?? 0) + 1)
          const isInitial =
            (initial.get(key) ?? 0) <= (key === 'dealer' ? rules.dealOrder.filter((step) => step.startsWith('dealer')).length : 2)
          if (!isInitial) assert.equal(pointed, key, `round ${round.truth.number}`)
          else assert.equal(pointed, 'none', `round ${round.truth.number}`)
        }
      }
    }
  })

  it('moves the pointer late by no more than its lag', () => {
    let late = 0
    for (const round of play(100, optionsFor(european, SEED, { pointerLagMs: 1500 }))) {
      auditRound(round, european, 100)
      const moves = round.actions.flatMap(({ atMs, scan }) => (scan.kind === 'pointer' ? [{ atMs, place: scan.place }] : []))
      const initial = round.truth.boxes.length * 2 + 1
      for (const { atMs, to } of round.truth.cards.filter(({ to }) => to !== 'burn').slice(initial)) {
        const before = moves.filter((move) => move.atMs <= atMs).slice(-1)
        const after = moves.filter((move) => move.atMs > atMs && move.atMs <= atMs + 1500)
        const boxes = [...before, ...after].map(({ place }) => String(typeof place === 'string' ? place : place.box))
        const box = String(typeof to === 'string' ? to : to.box)
        assert.ok(boxes.includes(box), `round ${round.truth.number}: ${boxes.join(', ')} for a card to ${box}`)
        if (boxes[0] !== box) late++
      }
    }
    assert.ok(late > 0, `${late} > 0`)
  })

  it('tells each movement of chips once, in order, and within the lag', () => {
    const random = seededRandom(SEED)
    const rack = { values: new Map(), lammers: 0 }
    const recorder = createRecorder({
      random,
      chips: CHIPS,
      spots: ['main'],
      spotLagMs: 1500,
      chipEvidence: 'payouts',
      pointer: false,
      pointerLagMs: 0,
      rack,
    })
    const movedAtMs: number[] = []
    for (let move = 0; move < 1000; move++) {
      recorder.wait(1 + random() * 1000)
      recorder.move('1.main', 100, 0, 'bets')
      movedAtMs.push(recorder.nowMs())
    }
    const told = recorder.drain()
    auditActions(told)
    assert.equal(told.length, 1000)
    for (const [index, { atMs, scan }] of told.entries()) {
      assert.equal(scan.kind === 'spot' && scan.amount, 100 * (index + 1))
      const lagMs = atMs - (movedAtMs[index] ?? 0)
      assert.ok(lagMs >= 0 && lagMs <= 1500, `told ${lagMs} ms late`)
    }
  })

  it('plays by every override of a rule', () => {
    const overrides: Partial<HouseRules>[] = [
      { decks: 1, burn: 0 },
      { decks: 8, burn: 1, dealerSoft17: 'hit' },
      { dealOrder: ['boxes:up', 'dealer:up', 'boxes:up', 'dealer:down'], peek: ['A'], burn: 0 },
      { dealOrder: ['boxes:up', 'dealer:up', 'boxes:up'], peek: [], blackjackPaidWhen: 'at-once-unless-ace-or-ten' },
      { dealer22: 'push', blackjackPay: [6, 5], evenMoneyAgainst: ['A'] },
      { doubleTotals: [10, 11], doubleAfterSplit: 'no', splitEquality: 'value' },
      { maxHands: 4, splitAcesMaxHands: 4, splitDealing: 'together', doubleAfterSplit: 'yes' },
      { maxHands: 1, splitAcesMaxHands: 1 },
      { maxHands: 3, splitAcesMaxHands: 2, splitAcesOneCard: false, splitDealing: 'sequential' },
      { freeDouble: true, freeSplit: true, bustTaken: 'at-once' },
      { freeDouble: true, freeSplit: false, bustTaken: 'at-settlement' },
      { freeDouble: false, freeSplit: true, bustTaken: 'at-once-unless-push22' },
      { surrender: 'early', surrenderNotAgainst: [] },
      { surrender: 'late', surrenderNotAgainst: ['A', 'T'] },
      { push22: { pays: 11, maxPlayerTotal: 29, losesToDealerBlackjack: true }, dealerDrawsWhenAllDone: 'always' },
      { push22: 'none', dealerDrawsWhenAllDone: 'never' },
    ]
    const rows = Object.entries(HOUSES).flatMap(([id, house]) => overrides.map((override) => ({ id, house, override })))
    for (const { id, house, override } of todays(rows, 4)) {
      const rules = { ...house.rules, ...override }
      // A single pack does not last seven boxes.
      const options = optionsFor(rules, SEED, {
        pace: 0,
        boxes: rules.decks === 1 ? 2 : 7,
        players: looseStrategy(0.4),
        collectAfter: 'box-settled',
      })
      try {
        const rounds = play(OVERRIDDEN_ROUNDS, options)
        for (const round of rounds) auditRound(round, rules, 100)
        auditActions(rounds.flatMap(({ actions }) => actions))
      } catch (error) {
        throw new Error(`${id} with ${JSON.stringify(override)}: ${error}`)
      }
    }
  })

  it('plays hundreds of rounds of players who do anything legal', () => {
    for (const house of todays(Object.values(HOUSES), 3)) {
      const rules: HouseRules = { ...house.rules, dealerDrawForBlackjack: 'one-card-enough' }
      for (const round of play(400, optionsFor(rules, SEED + 1, { pace: 0, players: looseStrategy(1) }))) auditRound(round, rules, 100)
    }
  })

  it('turns into capture lines in order, each device counting for itself', () => {
    const rounds = play(3, optionsFor(european, SEED))
    const lines = captureLines(rounds, { baseMs: 1_732_150_000_000, deviceNames: { shoe: 'shoe', spots: 'spots', pointer: 'puck' } })
    assert.equal(lines.length, rounds.flatMap(({ actions }) => actions).length)
    assert.match(lines.find(({ device }) => device === 'shoe')?.line ?? '', /^SH 1 17321500\d{5} load$/)
    for (const device of ['shoe', 'spots', 'puck']) {
      const sequences = lines.filter((line) => line.device === device).map(({ line }) => Number(line.split(' ')[1]))
      assert.deepEqual(
        sequences,
        sequences.map((_, index) => index + 1),
      )
    }
    for (const { t, line } of lines) assert.match(line, new RegExp(`^(C|CUT|SH|S|P|K) \\d+ ${t}( |$)`))
  })
})
