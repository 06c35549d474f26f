/** Overrides of judged rules, as a table may write them in its configuration, at random. */
import fc from 'fast-check'
import type { HouseId } from '../../../src/rules/house/house.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import { applyOverrides } from '../../../src/rules/house/overrides.ts'
import type { HouseRules, RuleName } from '../../../src/rules/house/rules.ts'
import { STATED } from '../../../src/rules/house/stated.ts'

const one = <const V extends readonly unknown[]>(...values: V): fc.Arbitrary<unknown> => fc.constantFrom(...(values as readonly unknown[]))
const group = (fields: { readonly [field: string]: fc.Arbitrary<unknown> }): fc.Arbitrary<unknown> =>
  fc.record(fields as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] })
const yesNo = fc.boolean()
const upRanks = one([], ['A'], ['T'], ['A', 'T'])
const pays = one([1, 1], [6, 5], [3, 2], [7, 5], [2, 1], [5, 3])
const prize = one([1, 2], [1, 1], [5, 1], [7, 3], [10, 1], [100, 1])

const INSURANCE = group({
  ratio: one([1, 2], [1, 1], [1, 4]),
  exact: yesNo,
  base: one('box', 'all-boxes'),
  min: one('none', 'half-table-min'),
  step: one('none', 'half-table-min'),
  deadline: one('third-round', 'before-check', 'first-third-card', 'before-dealer-draws'),
  pays: one([2, 1], [1, 1], [3, 1], [3, 2]),
  blackjackInsurable: yesNo,
  othersMayCover: yesNo,
  raiseOn: one([], ['double'], ['split'], ['double', 'split']),
  insuredBlackjackAgainstBlackjack: one('push', 'lost'),
})

const SEVENS = group({
  firstSeven: prize,
  twoSevens: prize,
  twoSuited: prize,
  threeSevens: prize,
  threeSuited: prize,
  onlyWinning: yesNo,
  highestOnly: yesNo,
})

/** Every rule that is no plain list of words. Packs are kept few, so that a shoe runs out now and then. */
const VALUES: { readonly [rule: string]: fc.Arbitrary<unknown> } = {
  decks: one(1, 2, 4, 6, 8),
  burn: one(0, 1),
  maxPlayersPerBox: one(1, 2, 3),
  absentPlayer: one('draw-to-16', 'no-more-cards'),
  dealOrder: one(
    ['boxes:up', 'dealer:up', 'boxes:up'],
    ['boxes:up', 'boxes:up', 'dealer:up'],
    ['boxes:up', 'dealer:up', 'boxes:up', 'dealer:down'],
    ['boxes:down', 'dealer:down', 'boxes:down', 'dealer:up'],
    ['dealer:up', 'boxes:up', 'dealer:down', 'boxes:up'],
  ),
  peek: one([], ['A'], ['T'], ['A', 'T'], ['A', 'T']),
  dealerSoft17: one('stand', 'hit'),
  dealer22: one('push', 'bust'),
  dealerDrawsWhenAllDone: one('never', 'when-open', 'always'),
  blackjackPay: pays,
  blackjackPaidWhen: one('at-once-unless-ace-or-ten', 'after-check'),
  evenMoneyAgainst: upRanks,
  mustDrawTo: one('none', 11, 14, 16),
  noDrawFrom: one('none', 17, 19, 21),
  doubleTotals: one('any', [9, 10, 11], [10, 11], [4, 11, 16, 20]),
  doubleAmount: one('equal', 'up-to'),
  doubleAfterSplit: one('yes', 'no', 'not-aces'),
  splitEquality: one('rank', 'value'),
  maxHands: one(1, 2, 3, 4),
  splitAcesMaxHands: one(1, 2, 3, 4),
  splitAcesOneCard: yesNo,
  splitDealing: one('sequential', 'together'),
  freeDouble: yesNo,
  freeSplit: yesNo,
  insurance: fc.oneof({ weight: 1, arbitrary: fc.constant('none') }, { weight: 4, arbitrary: INSURANCE }),
  surrender: one('none', 'early', 'late'),
  surrenderNotAgainst: upRanks,
  push22: fc.oneof(one('none'), group({ pays: one(2, 8, 11), maxPlayerTotal: one('none', 20, 26, 29), losesToDealerBlackjack: yesNo })),
  potOfGold: one('none', [3, 12, 30, 50, 100], [1, 1, 2, 3, 5]),
  sevens: fc.oneof(one('none'), SEVENS),
  bustTaken: one('at-once', 'at-once-unless-push22', 'at-settlement'),
}

const WORDS: readonly (readonly [string, fc.Arbitrary<unknown>])[] = Object.entries(STATED).flatMap(([name, { use, values }]) =>
  use === 'judged' ? [[name, fc.constantFrom(...(values as readonly unknown[]))] as const] : [],
)

const BY_RULE = new Map([...Object.entries(VALUES), ...WORDS])
/** Rules that are turned here. */
export const TURNED: readonly string[] = [...BY_RULE.keys()]

export interface Override {
  readonly rule: RuleName
  readonly value: unknown
}

/** None to many overrides, each rule once; some may be refused together. */
export const anyOverrides: fc.Arbitrary<readonly Override[]> = fc.uniqueArray(
  fc.oneof(...[...BY_RULE].map(([rule, values]) => values.map((value): Override => ({ rule: rule as RuleName, value })))),
  { selector: ({ rule }) => rule, maxLength: 14, size: 'max' },
)

const withCompanions = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const needsHole = (Array.isArray(given.peek) && given.peek.length > 0) || given.surrender === 'late'
  return needsHole && given.dealOrder === undefined ? { ...given, dealOrder: ['boxes:up', 'dealer:up', 'boxes:up', 'dealer:down'] } : given
}

export interface TableRules {
  readonly rules: HouseRules
  /** Those of the overrides that the house accepts together. */
  readonly accepted: Readonly<Record<string, unknown>>
}

/** The house's rules with the overrides that go together; one that does not go with those before it is left out. */
export const rulesWith = (house: HouseId, wanted: readonly Override[]): TableRules => {
  let known: TableRules = { rules: HOUSES[house].rules, accepted: {} }
  for (const { rule, value } of wanted) {
    const overrides = withCompanions({ ...known.accepted, [rule]: value })
    const applied = applyOverrides(HOUSES[house], overrides)
    if (applied.ok) known = { rules: applied.rules, accepted: overrides }
  }
  return known
}
