/** The lines of a section, one row per line, which both HTML and CSV show. Pure. */
import { fixed, moneyText, shareText } from './money-text.ts'
import type { Money, Section } from './section.ts'
import type { Bet } from './theory.ts'

export interface Line {
  /** Name of the value in CSV, and the label for people. */
  readonly key: string
  readonly name: string
  readonly value: (section: Section) => string
}

/** A shoe belongs to no dealer. */
const shoesText =
  (text: Line['value']): Line['value'] =>
  (section) =>
    section.of === 'dealer' ? '' : text(section)

const perHour = (count: number, { hours }: Section): string => (hours > 0 ? fixed(count / hours, 0) : '')

/** Values of a section that are not money. */
export const COUNT_LINES: readonly Line[] = [
  { key: 'rounds', name: 'Rounds', value: ({ rounds }) => String(rounds.dealt) },
  { key: 'complete', name: 'told complete', value: ({ rounds }) => String(rounds.complete) },
  { key: 'lagging', name: 'told while the table was behind its devices', value: ({ rounds }) => String(rounds.lagging) },
  { key: 'rounds_not_seen', name: 'not seen in full', value: ({ rounds }) => String(rounds.notSeen) },
  {
    key: 'stakes_not_seen',
    name: 'stakes of the bets not seen',
    value: ({ money, exponent }) => moneyText(money.all.stakedNotSeen, exponent),
  },
  { key: 'one_reading', name: 'with one reading', value: ({ rounds }) => shareText(rounds.oneReading / rounds.dealt) },
  { key: 'void', name: 'declared void', value: ({ rounds }) => String(rounds.void) },
  { key: 'hands', name: 'Hands', value: ({ hands }) => String(hands) },
  { key: 'hours', name: 'Hours', value: ({ hours }) => fixed(hours, 2) },
  { key: 'rounds_per_hour', name: 'Rounds an hour', value: (section) => perHour(section.rounds.dealt, section) },
  { key: 'hands_per_hour', name: 'Hands an hour', value: (section) => perHour(section.hands, section) },
  { key: 'decisions_per_hour', name: 'Decisions an hour', value: (section) => perHour(section.decisions, section) },
  { key: 'occupancy', name: 'Boxes in play', value: ({ occupancy }) => shareText(occupancy) },
  { key: 'shoe_changes', name: 'Changes of shoe', value: shoesText(({ shoes }) => String(shoes.ended)) },
  { key: 'penetration', name: 'cards dealt of a finished shoe', value: ({ shoes }) => shareText(shoes.penetration) },
  { key: 'running_shoe', name: 'cards dealt of the running shoe so far', value: ({ shoes }) => shareText(shoes.running) },
  { key: 'findings', name: 'Findings', value: ({ findings }) => String(findings.total) },
  { key: 'findings_other_rules', name: 'judged under other rules', value: ({ findings }) => String(findings.otherRules) },
  { key: 'findings_open', name: 'still open', value: ({ findings }) => String(findings.open) },
  {
    key: 'acknowledged_median_s',
    name: 'Seconds to acknowledge, median',
    value: ({ acknowledged }) => fixed(acknowledged.medianSeconds, 0),
  },
  { key: 'acknowledged_nine_in_ten_s', name: 'nine in ten within', value: ({ acknowledged }) => fixed(acknowledged.nineInTenSeconds, 0) },
  { key: 'alarms_touched', name: 'Alarms acknowledged, shelved or closed', value: ({ alarms }) => String(alarms.touched) },
  { key: 'alarms_never_shown', name: 'withdrawn before they showed', value: ({ alarms }) => String(alarms.neverShown) },
  { key: 'alarms_untouched', name: 'that nobody touched', value: ({ alarms }) => String(alarms.untouched) },
  {
    key: 'paid_wrongly',
    name: 'Money that dealers paid or took wrongly',
    value: ({ wrong, exponent }) => moneyText(wrong.amount, exponent),
  },
  { key: 'put_right', name: 'put right', value: ({ wrong, exponent }) => moneyText(wrong.putRight, exponent) },
  { key: 'left', name: 'left', value: ({ wrong, exponent }) => moneyText(wrong.left, exponent) },
  { key: 'paid_wrongly_not_known', name: 'errors of an unknown amount', value: ({ wrong }) => String(wrong.unknown) },
]

export interface MoneyColumn {
  readonly key: string
  readonly name: string
  readonly value: (money: Money, exponent: number) => string
}

export const MONEY_COLUMNS: readonly MoneyColumn[] = [
  { key: 'handle', name: 'Handle', value: ({ staked }, exponent) => moneyText(staked, exponent) },
  { key: 'house_won', name: 'House won', value: ({ houseWon }, exponent) => moneyText(houseWon, exponent) },
  { key: 'not_seen', name: 'Bets not seen', value: ({ notSeen }) => String(notSeen) },
  { key: 'staked_not_seen', name: 'Their stakes', value: ({ stakedNotSeen }, exponent) => moneyText(stakedNotSeen, exponent) },
  { key: 'by_the_rules', name: 'By the rules', value: ({ byRules }, exponent) => moneyText(byRules, exponent) },
  { key: 'not_known', name: 'Results not known', value: ({ notKnown }) => String(notKnown) },
  { key: 'theoretical', name: 'Theoretical win', value: ({ theory, rounds }, exponent) => (rounds > 0 ? moneyText(theory, exponent) : '') },
  {
    key: 'deviation',
    name: 'Standard deviation',
    value: ({ deviation, rounds }, exponent) => (rounds > 0 ? moneyText(deviation, exponent) : ''),
  },
  { key: 'z', name: 'z', value: ({ z }) => fixed(z, 2) },
  { key: 'unusual', name: 'Unusual', value: ({ unusual }) => (unusual ? 'unusual' : '') },
]

export const BET_NAMES: { readonly [B in Bet | 'all']: string } = {
  main: 'Main bets and prizes',
  p22: 'Push 22',
  pog: 'Pot of Gold',
  ins: 'Insurance',
  all: 'All bets',
}
/** Leaves out side bets that nobody made. */
export const betsShown = ({ money }: Section): readonly (Bet | 'all')[] =>
  (['main', 'p22', 'pog', 'ins', 'all'] as const).filter((bet) => bet === 'main' || bet === 'all' || money[bet].staked > 0)

/** What a reader must know about the figures. */
export const NOTES: readonly string[] = [
  'Theoretical win: the expectation of the rules in force, from a full shoe, for the bets as they were first made, if players decide as is best. How well they played is not known; whoever plays worse loses more.',
  "Standard deviation: boxes of a round win and lose together, as the dealer's hand makes them. z is what the house won by the rules, less the theoretical win, in standard deviations; it is called unusual beyond 3, which chance alone does once in 370 times.",
  'House won is what was paid and taken, as the chips moved, at all bets that were seen, in every round that was not declared void; by the rules is what the house should have won. Both go by the likeliest reading where several are left. A bet whose chips were not seen to move, or whose result is not known, is counted beside them and has no part in the sum.',
  'Hours: a table is open from round to round, and a dealer deals from taking over until he is relieved; neither counts a pause of more than 15 minutes. Rounds that closed while the table was more than 2 s behind its devices (LAGGING) are not told complete, because searches for errors were cut short.',
  'Drop, fills, credits and hold are not known here: nothing senses them.',
  'Findings for 1,000 decisions with the exact 95 % interval of a Poisson count (Garwood). Money that dealers paid or took wrongly is that of errors in paying and taking that are proven, or of which one of a group was made. Of a group its likeliest error counts. Likely ones are left out, and so are bets that broke a limit or were laid at the wrong time.',
]
