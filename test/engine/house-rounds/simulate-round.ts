/** A hard round played by the simulated table from its script, written down in the words of the round itself. */
import { seededRandom } from '../../../simulators/table/random.ts'
import { playScript, type ScriptedBox, type TableScript } from '../../../simulators/table/script.ts'
import type { BoxTruth, Falls, PlayedAction, PlayedRound, RoundTruth, TableOptions } from '../../../simulators/table/types.ts'
import type { HouseId } from '../../../src/rules/house/house.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import type { HouseRules } from '../../../src/rules/house/rules.ts'
import type { Limits } from '../../../src/rules/table.ts'
import { CHIPS, LIMITS } from '../table-play.ts'
import type { HardBox, HardRound } from './hard-round.ts'
import { cardsOf, handLine, type Outcome, wordsOf } from './outcome.ts'

export const BOXES = 7
export const ALL_SPOTS = ['main', 'main2', 'main3', 'ins', 'p22', 'pog', 'rack'] as const

export const rulesOf = (house: HouseId, round: Pick<HardRound, 'rules'>): HouseRules => ({ ...HOUSES[house].rules, ...round.rules })
export const limitsOf = (round: Pick<HardRound, 'limits'>): Limits => ({ ...LIMITS, ...round.limits })

const answersOf = (text: string): readonly boolean[] => wordsOf(text).map((word) => word === 'yes')

/** What a script needs to know; a refusal has no outcome. */
export interface Scripted extends Pick<HardRound, 'cards' | 'rules' | 'limits' | 'rounding'> {
  readonly boxes: Readonly<Record<number, Omit<HardBox, 'hands' | 'due'>>>
}

const scriptedBox = ({ bets, absent, insurance, evenMoney, decisions, doubles, follows }: Scripted['boxes'][number]): ScriptedBox => ({
  bets,
  absent: absent === true,
  insurance: insurance ?? {},
  evenMoney: evenMoney ?? [],
  decisions: wordsOf(decisions) as PlayedAction[],
  ...(doubles ? { doubles } : {}),
  follows: Object.fromEntries(Object.entries(follows ?? {}).map(([area, text]) => [area, answersOf(text)])),
})

const scriptOf = (round: Scripted): TableScript => ({
  boxes: Object.fromEntries(Object.entries(round.boxes).map(([number, box]) => [number, scriptedBox(box)])),
  cards: cardsOf(round),
})

/** Plays the round; the seed decides people's pace and the customs that the house leaves to the dealer. Throws a RangeError where rules and script disagree. */
export const simulate = (house: HouseId, round: Scripted, seed: number, more: Partial<TableOptions> = {}): PlayedRound =>
  playScript(scriptOf(round), {
    rules: rulesOf(house, round),
    limits: limitsOf(round),
    chips: [...CHIPS],
    rounding: round.rounding ?? 'down',
    boxes: BOXES,
    spots: ALL_SPOTS,
    pointer: true,
    habits: ['tips'],
    random: seededRandom(seed),
    ...more,
  })

const dueOf = ({ spots }: BoxTruth): { [area: string]: Falls | null } => {
  const staked = Object.entries(spots).filter(([, spot]) => spot.staked > 0)
  return Object.fromEntries(staked.map(([area, { falls }]) => [area, falls]))
}

export const simulatedOutcome = ({ boxes, dealer, net }: RoundTruth): Outcome => ({
  dealer: `${dealer.cards.join(' ')} = ${dealer.total}`,
  boxes: Object.fromEntries(
    boxes.map((box) => [
      box.box,
      { hands: box.hands.map(({ cards, actions, outcome }) => handLine(cards, actions, outcome)), due: dueOf(box) as HardBox['due'] },
    ]),
  ),
  net: net.house ?? Number.NaN,
})
