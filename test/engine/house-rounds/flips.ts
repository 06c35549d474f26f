/**
 * What happens if a rule is ignored: every judged parameter of every house is turned to each other value it may have, and the hard rounds,
 * the refusals and the probes are asked whether they notice.
 */
import { isDeepStrictEqual } from 'node:util'
import { RULES } from '../../../src/rules/house/catalogue.ts'
import { writtenValue } from '../../../src/rules/house/describe.ts'
import type { HouseId } from '../../../src/rules/house/house.ts'
import { HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import { applyOverrides } from '../../../src/rules/house/overrides.ts'
import type { HouseRules, RuleName } from '../../../src/rules/house/rules.ts'
import { STATED } from '../../../src/rules/house/stated.ts'
import { roundsOf } from './all-rounds.ts'
import { disagreement, refuses } from './play-out.ts'
import { PROBES } from './probes.ts'
import { REFUSALS } from './refusals.ts'

/** Other values of the rules that are no plain list of words. A group's fields are parameters of their own. */
const OTHERS: { readonly [parameter: string]: readonly unknown[] } = {
  decks: [1, 8],
  burn: [0],
  maxPlayersPerBox: [1, 2, 3],
  dealOrder: [
    ['boxes:up', 'dealer:up', 'boxes:up'],
    ['boxes:up', 'dealer:up', 'boxes:up', 'dealer:down'],
    ['boxes:down', 'dealer:down', 'boxes:down', 'dealer:up'],
  ],
  peek: [[], ['A'], ['T'], ['A', 'T']],
  dealerSoft17: ['stand', 'hit'],
  dealer22: ['push', 'bust'],
  blackjackPay: [
    [6, 5],
    [1, 1],
  ],
  blackjackPaidWhen: ['at-once-unless-ace-or-ten', 'after-check'],
  evenMoneyAgainst: [[], ['A'], ['T'], ['A', 'T']],
  doubleAmount: ['equal', 'up-to'],
  doubleTotals: ['any', [9, 10, 11], [10, 11]],
  doubleAfterSplit: ['yes', 'no', 'not-aces'],
  freeDouble: [true, false],
  freeSplit: [true, false],
  splitEquality: ['rank', 'value'],
  maxHands: [1, 2, 3, 4],
  splitAcesMaxHands: [1, 2, 3, 4],
  splitAcesOneCard: [true, false],
  splitDealing: ['sequential', 'together'],
  insurance: ['none'],
  'insurance.ratio': [
    [1, 1],
    [1, 4],
  ],
  'insurance.exact': [true, false],
  'insurance.base': ['box', 'all-boxes'],
  'insurance.min': ['none', 'half-table-min'],
  'insurance.step': ['none', 'half-table-min'],
  'insurance.deadline': ['third-round', 'before-check', 'first-third-card', 'before-dealer-draws'],
  'insurance.pays': [
    [1, 1],
    [3, 1],
  ],
  'insurance.blackjackInsurable': [true, false],
  'insurance.othersMayCover': [true, false],
  'insurance.raiseOn': [[], ['double'], ['split'], ['double', 'split']],
  'insurance.insuredBlackjackAgainstBlackjack': ['push', 'lost'],
  surrender: ['none', 'early', 'late'],
  surrenderNotAgainst: [[], ['A'], ['T'], ['A', 'T']],
  mustDrawTo: ['none', 11, 16],
  noDrawFrom: ['none', 21, 17],
  push22: ['none'],
  'push22.pays': [2, 10],
  'push22.maxPlayerTotal': ['none', 21, 29],
  potOfGold: ['none', [4, 13, 31, 51, 101]],
  sevens: ['none'],
  'sevens.firstSeven': [[1, 1]],
  'sevens.twoSevens': [[2, 1]],
  'sevens.twoSuited': [[4, 1]],
  'sevens.threeSevens': [[9, 1]],
  'sevens.threeSuited': [[99, 1]],
  'sevens.onlyWinning': [true, false],
  'sevens.highestOnly': [true, false],
  dealerDrawsWhenAllDone: ['never', 'when-open', 'always'],
  absentPlayer: ['draw-to-16', 'no-more-cards'],
  bustTaken: ['at-once', 'at-once-unless-push22', 'at-settlement'],
}

/** Every judged parameter, a group's fields each for itself. */
export const PARAMETERS: readonly string[] = [
  ...Object.keys(OTHERS),
  ...Object.entries(STATED).flatMap(([name, row]) => (row.use === 'judged' ? [name] : [])),
]

const valuesOf = (parameter: string): readonly unknown[] =>
  OTHERS[parameter] ?? (STATED[parameter as keyof typeof STATED]?.values as readonly unknown[] | undefined) ?? []

export const ruleOf = (parameter: string): RuleName => parameter.split('.')[0] as RuleName

/** The rules with one parameter turned; null where the house has no such parameter, or has this value. */
const turned = (rules: HouseRules, parameter: string, value: unknown): HouseRules | null => {
  const [rule = '', field] = parameter.split('.')
  const own = rules[rule as RuleName] as unknown
  if (field === undefined) return isDeepStrictEqual(own, value) ? null : { ...rules, [rule]: value }
  if (typeof own !== 'object' || own === null) return null
  const inner = (own as Record<string, unknown>)[field]
  return isDeepStrictEqual(inner, value) ? null : { ...rules, [rule]: { ...own, [field]: value } }
}

/** A house's rules with one parameter turned. */
export interface Turn {
  readonly parameter: string
  readonly house: HouseId
  readonly value: unknown
  readonly rules: HouseRules
  /** Why no table may be configured so; null where one may. */
  readonly problem: string | null
}

/** One parameter with each value it may have, in every house that has it. */
export const turnsOf = (parameter: string): readonly Turn[] =>
  HOUSE_IDS.flatMap((house) =>
    valuesOf(parameter).flatMap((value): Turn[] => {
      const own = HOUSES[house].rules
      const rules = turned(own, parameter, value)
      if (rules === null) return []
      const rule = ruleOf(parameter)
      const applied = applyOverrides(HOUSES[house], { [rule]: writtenValue(rule, rules) })
      const problem = applied.ok ? null : `${applied.problems[0]?.problem}`
      return [{ parameter, house, value, rules, problem }]
    }),
  )

const byOwnRules = new Map<string, string>()

/** What a probe tells by the house's own rules. */
const toldByOwn = (house: HouseId, { name, tell }: (typeof PROBES)[number]): string => {
  const key = `${house} ${name}`
  const told = byOwnRules.get(key) ?? tell(HOUSES[house].rules)
  byOwnRules.set(key, told)
  return told
}

/**
 * Does a hard round, a refusal or a probe come out otherwise, or is the turn refused in a configuration? The first one that notices is enough;
 * probes, which are folded, are asked last.
 */
export const isNoticed = ({ house, rules, problem }: Turn): boolean =>
  problem !== null ||
  REFUSALS.some((refusal) => refusal.house === house && !refuses(refusal, rules)) ||
  roundsOf(house).some((round) => disagreement(round, rules) !== null) ||
  PROBES.some((probe) => toldByOwn(house, probe) !== probe.tell(rules))

/** Rules that rounds are judged by, as the catalogue has them: none may be missing here. */
export const JUDGED_RULES: readonly RuleName[] = (Object.keys(RULES) as RuleName[]).filter((name) => RULES[name].use === 'judged')

/** Those that no house has: only a table may have them, so each is tested where it is on. */
export const HELD_BY_NONE: readonly RuleName[] = JUDGED_RULES.filter((name) =>
  HOUSE_IDS.every((house) => HOUSES[house].rules[name] === 'none'),
)
