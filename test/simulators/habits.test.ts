/** What people do besides playing: it happens, it is legal, and the truth of the round stays what it is. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../simulators/table/random.ts'
import { playTable } from '../../simulators/table/table.ts'
import { HABIT_NAMES, type Habit, habitsIn, type PlayedRound, type TableAction, type TableOptions } from '../../simulators/table/types.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import type { HouseRules } from '../../src/rules/house/rules.ts'
import { mayBeToke } from '../../src/rules/house/tokes.ts'
import { todays } from '../runner/rotation.ts'
import { auditActions, auditRound } from './table-audit.ts'

const SEED = Number(process.env.SEED ?? 11)
const LAG_MS = 1500
const LIMITS = { min: 1000, max: 50000, unit: 500, boxMax: null, sideMin: null, sideMax: null, sideUnit: null }
const SPOTS = ['main', 'main2', 'main3', 'ins', 'p22', 'pog', 'rack'] as const

function play(rules: HouseRules, habits: readonly Habit[], more: Partial<TableOptions> = {}): PlayedRound[] {
  const table = playTable({
    ...{ rules, limits: LIMITS, chips: [100, 500, 2500, 10000], boxes: 5, spots: SPOTS, pointer: false },
    ...{ habits, random: seededRandom(SEED), spotLagMs: LAG_MS },
    ...more,
  })
  return Array.from({ length: 200 }, () => table.next().value)
}

type SpotAction = TableAction & { readonly scan: Extract<TableAction['scan'], { kind: 'spot' }> }
const isSpot = (action: TableAction): action is SpotAction => action.scan.kind === 'spot'
const chipsOf = ({ scan }: SpotAction): string => scan.chips.map(({ value, count }) => `${value}x${count}`).join()
const sorted = (action: SpotAction): string => chipsOf(action).split(',').sort().join()

/** Levels of the main spots one after the other, a list a spot. */
const mainLevels = (rounds: readonly PlayedRound[]): SpotAction[][] => {
  const bySpot = new Map<string, SpotAction[]>()
  for (const action of rounds.flatMap(({ actions }) => actions).filter(isSpot)) {
    const { spot } = action.scan
    if (spot.endsWith('.main')) bySpot.set(spot, [...(bySpot.get(spot) ?? []), action])
  }
  return [...bySpot.values()]
}

/** How often what lay there was back within the lag, after a level that was seen like this. */
const backAfter = (rounds: readonly PlayedRound[], isLike: (seen: SpotAction) => boolean): number =>
  mainLevels(rounds)
    .flatMap((levels) => levels.map((level, at) => [levels[at - 1], level, levels[at + 1]] as const))
    .filter(([before, seen, after]) => {
      const isBack = before && after && chipsOf(before) === chipsOf(after) && after.atMs - seen.atMs <= LAG_MS
      return isBack && isLike(seen)
    }).length

/** Two levels of a main spot of which the second is told between the last settlement and the first card, or within the lag after it. */
const beforeDeal = (
  rounds: readonly PlayedRound[],
  isLike: (pair: readonly [SpotAction, SpotAction], round: PlayedRound) => boolean,
): number =>
  mainLevels(rounds)
    .flatMap((levels) => levels.slice(1).map((level, at) => [levels[at] as SpotAction, level] as const))
    .filter((pair) => {
      const round = rounds.find(({ actions }) => actions.includes(pair[1]))
      const isBefore = round !== undefined && pair[1].atMs <= round.truth.openedAtMs + LAG_MS
      return isBefore && isLike(pair, round)
    }).length

/** Two boxes beside each other were bet on in one motion. */
const hasTwins = ({ actions, truth }: PlayedRound): boolean =>
  truth.boxes.some(({ box, spots }) => {
    const other = truth.boxes.find((each) => each.box === box + 1)
    const told = actions
      .filter(isSpot)
      .filter(({ atMs, scan }) => atMs < truth.openedAtMs && [`${box}.main`, `${box + 1}.main`].includes(scan.spot))
    const [one, two] = told.slice(-2)
    const isQuick = one !== undefined && two !== undefined && one.scan.spot !== two.scan.spot && two.atMs - one.atMs <= LAG_MS
    return other !== undefined && isQuick && one.scan.amount === two.scan.amount && spots.main !== undefined
  })

const keys = (rounds: readonly PlayedRound[], key: string): number =>
  rounds.flatMap(({ actions }) => actions).filter(({ scan }) => scan.kind === 'key' && scan.press.key === key).length

/** How often the habit shows in what the devices say. */
const SHOWN: { readonly [H in Habit]?: (rounds: readonly PlayedRound[]) => number } = {
  'hands-over': (rounds) => backAfter(rounds, ({ scan }) => scan.amount === 0),
  touch: (rounds) => backAfter(rounds, ({ scan }) => scan.amount > 0),
  restack: (rounds) =>
    mainLevels(rounds)
      .flatMap((levels) => levels.slice(1).map((level, at) => [levels[at], level] as const))
      .filter(([before, after]) => before && chipsOf(before) !== chipsOf(after) && sorted(before) === sorted(after)).length,
  relief: (rounds) => keys(rounds, 'relief'),
  corrects: (rounds) => rounds.flatMap(({ putRight = [] }) => putRight).length,
  leaves: (rounds) => beforeDeal(rounds, ([before, after]) => before.scan.amount > 0 && after.scan.amount === 0),
  'colour-change': (rounds) =>
    beforeDeal(rounds, ([before, after]) => before.scan.amount === after.scan.amount && chipsOf(before) !== chipsOf(after)),
  'move-next': (rounds) => beforeDeal(rounds, ([before, after]) => before.scan.amount > 0 && after.scan.amount === 0),
  'two-boxes': (rounds) => rounds.filter(hasTwins).length,
  tips: (rounds) => rounds.flatMap(({ truth }) => truth.boxes).filter(({ spots }) => spots.main2 !== undefined).length,
  joins: (rounds) => beforeDeal(rounds, ([, after], { truth }) => after.atMs > truth.openedAtMs),
}

const HOUSES_ALL = Object.entries(HOUSES)
/** Each habit, and all together, are played in one house a day, and in five days in all of them. */
const isTodays = (at: number, habit: number): boolean =>
  todays(
    HOUSES_ALL.map((_, house) => (house + habit) % HOUSES_ALL.length),
    HOUSES_ALL.length,
  ).includes(at)

for (const [at, [id, { rules }]] of HOUSES_ALL.entries()) {
  describe(`habits in ${id}, seed ${SEED}`, () => {
    let plain: readonly PlayedRound[] | null = null
    const withoutAny = (): readonly PlayedRound[] => {
      plain ??= play(rules, [])
      return plain
    }

    for (const [number, habit] of HABIT_NAMES.entries()) {
      if (!isTodays(at, number)) continue
      it(`${habit}: happens, and the rounds are what the rules say`, () => {
        const rounds = play(rules, [habit])
        for (const round of rounds) auditRound(round, rules, 100)
        auditActions(rounds.flatMap(({ actions }) => actions))
        const shown = SHOWN[habit]
        if (shown === undefined) return
        const [with_, without] = [shown(rounds), shown(withoutAny())]
        if (habit === 'tips' && !mayBeToke('main2', rules)) return assert.equal(with_, without)
        assert.ok(with_ >= 5 && with_ > without, `${with_} with the habit, ${without} without`)
      })
    }

    if (!isTodays(at, HABIT_NAMES.length)) return
    it('leave the chips and the house’s gain what they are, all together', () => {
      const rounds = play(rules, HABIT_NAMES)
      for (const round of rounds) auditRound(round, rules, 100)
      const levels = auditActions(rounds.flatMap(({ actions }) => actions))
      const lost = rounds.reduce((sum, { truth }) => sum + (truth.net.house ?? Number.NaN), 0)
      assert.equal(levels.get('rack'), 10000 * 10000 + lost)
    })
  })
}

describe('habits', () => {
  it('are asked for by name, or all at once', () => {
    assert.deepEqual(habitsIn(['all']), HABIT_NAMES)
    assert.deepEqual(habitsIn(['relief', 'collect']), ['collect', 'relief'])
  })

  it('burn a card at a relief where the house burns one', () => {
    const rounds = play({ ...HOUSES.gld.rules, burnAtDealerChange: 1 }, ['relief'])
    const burned = rounds.flatMap(({ truth }) => truth.cards).filter(({ to }) => to === 'burn').length
    assert.equal(burned - new Set(rounds.map(({ truth }) => truth.shoe)).size * HOUSES.gld.rules.burn, keys(rounds, 'relief'))
  })

  it('are silent at spots that tell at once: nothing is granted to them', () => {
    assert.equal(
      backAfter(play(HOUSES.gld.rules, ['hands-over'], { spotLagMs: 0 }), ({ scan }) => scan.amount === 0),
      0,
    )
  })
})
