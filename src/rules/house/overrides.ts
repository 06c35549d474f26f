import { RULE_NAMES, RULES } from './catalogue.ts'
import { type Problem, unknownName } from './forms.ts'
import type { House } from './house.ts'
import type { HouseRules, RuleName } from './rules.ts'

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
    const allowed = "rules by name; leave out `rules` to play the house's own"
    return { ok: false, problems: [{ path: 'rules', value: overrides, problem: 'is not a group of rules', allowed }] }
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
  if (key === 'holeCard') {
    return {
      path: 'rules.holeCard',
      value: raw,
      problem: 'is not a rule that can be set; it follows from dealOrder',
      allowed: 'a dealer:down pass in dealOrder, or none',
    }
  }
  return { ...unknownName(`rules.${key}`, raw, key, RULE_NAMES), allowed: 'a rule that `npm run houses -- gld` prints' }
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
  readonly problem: string
  readonly allowed: string
}

const CONFLICTS: readonly Conflict[] = [
  {
    rules: ['peek', 'dealOrder'],
    when: (r) => r.peek.length > 0 && !r.dealOrder.includes('dealer:down'),
    problem: 'makes the dealer check a hole card that is not dealt',
    allowed: 'peek: none, or a dealOrder with dealer:down',
  },
  {
    rules: ['surrender', 'dealOrder'],
    when: (r) => r.surrender === 'late' && !r.dealOrder.includes('dealer:down'),
    problem: "allows late surrender, although without a hole card the dealer's blackjack cannot be ruled out first",
    allowed: 'surrender: none or early, or a dealOrder with dealer:down',
  },
  {
    rules: ['blackjackPaidWhen'],
    when: (r) => r.blackjackPaidWhen === 'after-check' && r.peek.length === 0,
    problem: 'pays blackjacks after a check that the dealer never makes',
    allowed: 'at-once-unless-ace-or-ten, or a peek',
  },
  {
    rules: ['dealerBlackjackTakes'],
    when: (r) => (r.dealerBlackjackTakes === 'all') !== (r.peek.length === 0),
    problem: "contradicts peek: what a dealer's blackjack takes depends on when it is found",
    allowed: 'all if the dealer never checks; main before play, or main and side bets before play, if he does',
  },
  {
    rules: ['splitAcesMaxHands', 'maxHands'],
    when: (r) => r.splitAcesMaxHands > r.maxHands,
    problem: 'allows more hands from split aces than hands on a box',
    allowed: 'splitAcesMaxHands of at most maxHands',
  },
  {
    rules: ['mustDrawTo', 'noDrawFrom'],
    when: (r) => r.mustDrawTo !== 'none' && r.noDrawFrom !== 'none' && r.mustDrawTo >= r.noDrawFrom,
    problem: 'leaves a total on which a player both must and may not draw',
    allowed: 'mustDrawTo below noDrawFrom',
  },
  {
    rules: ['cutCardFromBackDecks', 'decks'],
    when: (r) => r.cutCardFromBackDecks[1] >= r.decks,
    problem: 'places the cut card outside the shoe',
    allowed: 'less than the number of decks in the shoe',
  },
  {
    rules: ['potOfGold'],
    when: (r, given) => given.has('potOfGold') && r.potOfGold !== 'none' && !r.freeSplit && !r.freeDouble,
    problem: 'counts lammers, but the rules give no free bets',
    allowed: 'none, or freeSplit or freeDouble true',
  },
]

function contradictions(rules: HouseRules, given: ReadonlyMap<RuleName, unknown>): Problem[] {
  return CONFLICTS.filter((conflict) => conflict.rules.some((name) => given.has(name)) && conflict.when(rules, given)).map((conflict) => {
    const name = conflict.rules.find((rule) => given.has(rule)) ?? conflict.rules[0]
    return { path: `rules.${name}`, value: given.get(name), problem: conflict.problem, allowed: conflict.allowed }
  })
}
