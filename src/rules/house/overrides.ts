import type { Said } from '../../words/text.ts'
import { RULE_NAMES, RULES } from './catalogue.ts'
import { type Problem, problemAt, unknownName } from './forms.ts'
import type { House } from './house.ts'
import type { HouseRules, RuleName } from './rules.ts'
import { ruleForm, wrongRule } from './wrong.ts'

export type Overridden =
  | { readonly ok: true; readonly rules: HouseRules; readonly overridden: readonly RuleName[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** More keys than this in `rules:` are not read: there are not that many rules. */
const KEYS_MAX = 300

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * The house's rules with a table's overrides. `overrides`: any JSON value, expected to be an object of rules by name; `undefined` for none.
 * Finds all problems at once and throws none. `overridden` names the rules whose value now differs from the house's own, including those
 * that had to follow another, and those on which the document is silent and which the table states, whatever it states.
 */
export function applyOverrides(house: House, overrides: unknown): Overridden {
  if (overrides === undefined) return { ok: true, rules: house.rules, overridden: [] }
  if (typeof overrides !== 'object' || overrides === null || Array.isArray(overrides)) {
    return { ok: false, problems: [problemAt('rules', overrides, wrongRule('no-rules'), ruleForm('rules'))] }
  }
  const problems: Problem[] = []
  const given = new Map<RuleName, unknown>()
  for (const key of Object.keys(overrides).slice(0, KEYS_MAX)) {
    const raw = (overrides as Readonly<Record<string, unknown>>)[key]
    const name = RULE_NAMES.find((known) => known === key)
    if (name === undefined) {
      problems.push(unknownRule(key, raw))
      continue
    }
    const read = RULES[name].form.read(raw, house.rules[name], `rules.${name}`)
    if (read.ok) given.set(name, read.value)
    else problems.push(...read.problems)
  }
  const merged = { ...house.rules, ...Object.fromEntries(given) } as HouseRules
  const rules = follow(merged, given)
  problems.push(...contradictions(rules, given))
  if (problems.length > 0) return { ok: false, problems }
  const isStated = (name: RuleName): boolean => given.has(name) && house.table[name].source === 'default'
  return { ok: true, rules, overridden: RULE_NAMES.filter((name) => isStated(name) || !same(rules[name], house.rules[name])) }
}

function unknownRule(key: string, raw: unknown): Problem {
  if (key === 'holeCard') return problemAt('rules.holeCard', raw, wrongRule('hole-card'), ruleForm('hole-card'))
  const { path, said } = unknownName(`rules.${key}`, raw, key, RULE_NAMES)
  return problemAt(path, raw, said.problem, ruleForm('printed'))
}

/** Adjusts rules that must follow an override: fewer hands also limit the ace hands; a small shoe gets its cut card at 1/4 to 1/2. */
function follow(rules: HouseRules, given: ReadonlyMap<RuleName, unknown>): HouseRules {
  const aces = given.has('splitAcesMaxHands') ? rules.splitAcesMaxHands : Math.min(rules.splitAcesMaxHands, rules.maxHands)
  const deep = !given.has('cutCardFromBackDecks') && rules.cutCardFromBackDecks[1] >= rules.decks
  return { ...rules, splitAcesMaxHands: aces, cutCardFromBackDecks: deep ? [rules.decks / 4, rules.decks / 2] : rules.cutCardFromBackDecks }
}

interface Conflict {
  /** The rules in question; the problem is reported for the first of them that the table set. */
  readonly rules: readonly [RuleName, ...RuleName[]]
  readonly when: (rules: HouseRules, given: ReadonlyMap<RuleName, unknown>) => boolean
  readonly problem: Said
  readonly allowed: Said
}

const CONFLICTS: readonly Conflict[] = [
  {
    rules: ['peek', 'dealOrder'],
    when: (r) => r.peek.length > 0 && !r.dealOrder.includes('dealer:down'),
    problem: wrongRule('peek-without-hole'),
    allowed: ruleForm('peek'),
  },
  {
    rules: ['surrender', 'dealOrder'],
    when: (r) => r.surrender === 'late' && !r.dealOrder.includes('dealer:down'),
    problem: wrongRule('late-without-hole'),
    allowed: ruleForm('surrender'),
  },
  {
    rules: ['blackjackPaidWhen'],
    when: (r) => r.blackjackPaidWhen === 'after-check' && r.peek.length === 0,
    problem: wrongRule('no-check'),
    allowed: ruleForm('paid-when'),
  },
  {
    rules: ['dealerBlackjackTakes'],
    when: (r) => (r.dealerBlackjackTakes === 'all') !== (r.peek.length === 0),
    problem: wrongRule('against-peek'),
    allowed: ruleForm('takes'),
  },
  {
    rules: ['splitAcesMaxHands', 'maxHands'],
    when: (r) => r.splitAcesMaxHands > r.maxHands,
    problem: wrongRule('ace-hands'),
    allowed: ruleForm('ace-hands'),
  },
  {
    rules: ['charlie', 'freeHandsSettle'],
    when: (r) => r.charlie !== 'none' && r.freeHandsSettle === 'with-the-real-hand',
    problem: wrongRule('charlie-waits'),
    allowed: ruleForm('charlie'),
  },
  {
    rules: ['mustDrawTo', 'noDrawFrom'],
    when: (r) => r.mustDrawTo !== 'none' && r.noDrawFrom !== 'none' && r.mustDrawTo >= r.noDrawFrom,
    problem: wrongRule('must-and-may-not'),
    allowed: ruleForm('draw-to'),
  },
  {
    rules: ['cutCardFromBackDecks', 'decks'],
    when: (r) => r.cutCardFromBackDecks[1] >= r.decks,
    problem: wrongRule('cut-outside'),
    allowed: ruleForm('cut'),
  },
  {
    rules: ['potOfGold'],
    when: (r, given) => given.has('potOfGold') && r.potOfGold !== 'none' && !r.freeSplit && !r.freeDouble,
    problem: wrongRule('no-free-bets'),
    allowed: ruleForm('free-bets'),
  },
]

function contradictions(rules: HouseRules, given: ReadonlyMap<RuleName, unknown>): Problem[] {
  return CONFLICTS.filter((conflict) => conflict.rules.some((name) => given.has(name)) && conflict.when(rules, given)).map((conflict) => {
    const name = conflict.rules.find((rule) => given.has(rule)) ?? conflict.rules[0]
    return problemAt(`rules.${name}`, given.get(name), conflict.problem, conflict.allowed)
  })
}
