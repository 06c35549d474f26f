/** The catalogue of findings: one row per code, in sections. */

import type { FigureCase } from '../../rules/game/error-figures.ts'
import { clauseOf } from '../../rules/house/describe.ts'
import { FINDING_CODES, type FindingCode } from '../../rules/house/finding-code.ts'
import { type Clause, HOUSE_IDS, type HouseId } from '../../rules/house/house.ts'
import { houseById } from '../../rules/house/index.ts'
import type { HouseRules, RuleName } from '../../rules/house/rules.ts'
import type { ChipEvidence, TableTerms } from '../../rules/table.ts'
import { catalog } from '../../words/catalog.ts'
import { BETS_SECTION } from './bets.ts'
import { BLACKJACK } from './blackjack.ts'
import { DEAL } from './deal.ts'
import { DEALER } from './dealer.ts'
import { FREE_BETS } from './free-bets.ts'
import { INSURANCE } from './insurance.ts'
import { PLAY } from './play.ts'
import { POT_OF_GOLD } from './pot-of-gold.ts'
import { RACK_SECTION } from './rack.ts'
import type { Basis, Breaks, CatalogueRow, Section } from './row.ts'
import { SETTLEMENT } from './settlement.ts'
import { SETTLEMENT_SIDES } from './settlement-sides.ts'
import { SHOE } from './shoe.ts'
import { SHOE_LIFE } from './shoe-life.ts'
import { SURRENDER } from './surrender.ts'

export const CATALOGUE: { readonly [C in FindingCode]: CatalogueRow } = {
  ...SHOE,
  ...BETS_SECTION,
  ...DEAL,
  ...INSURANCE,
  ...PLAY,
  ...SURRENDER,
  ...FREE_BETS,
  ...POT_OF_GOLD,
  ...DEALER,
  ...BLACKJACK,
  ...SETTLEMENT,
  ...SETTLEMENT_SIDES,
  ...RACK_SECTION,
  ...SHOE_LIFE,
}
// What each means stands in the documentation alone.
catalog('finding', Object.fromEntries(Object.entries(CATALOGUE).map(([code, { means: _, ...row }]) => [code, row])))

const codesOf = (section: Section): readonly FindingCode[] => FINDING_CODES.filter((code) => Object.hasOwn(section, code))

/** In the order of the documentation. */
export const SECTIONS: readonly { readonly title: string; readonly codes: readonly FindingCode[] }[] = [
  { title: 'Shoe, packs, cut, burn', codes: codesOf(SHOE) },
  { title: 'Bets', codes: codesOf(BETS_SECTION) },
  { title: 'Initial deal', codes: codesOf(DEAL) },
  { title: 'Check for blackjack, insurance, even money', codes: codesOf(INSURANCE) },
  { title: 'Options of the players', codes: codesOf({ ...PLAY, ...SURRENDER }) },
  { title: 'Free bets and Pot of Gold', codes: codesOf({ ...FREE_BETS, ...POT_OF_GOLD }) },
  { title: "Dealer's hand", codes: codesOf(DEALER) },
  { title: 'Blackjacks', codes: codesOf(BLACKJACK) },
  { title: 'Settlement', codes: codesOf({ ...SETTLEMENT, ...SETTLEMENT_SIDES }) },
  { title: 'Rack', codes: codesOf(RACK_SECTION) },
  { title: 'The shoe over its life, where it is tested', codes: codesOf(SHOE_LIFE) },
]

const basisOf = (breaks: Breaks, house: string): Basis => {
  if (typeof breaks === 'string' || 'says' in breaks) return breaks
  const id = HOUSE_IDS.find((each) => each === house)
  return (id && breaks[id]) ?? breaks.others
}

/**
 * The clause that a finding of this code cites at a table of this house: that of the house's own rule, or the practice. `which`: the case
 * of its figures.
 */
export const clauseFor = (code: FindingCode, house: HouseId | string, overridden: readonly RuleName[] = [], which?: FigureCase): Clause => {
  const { breaks, cases } = CATALOGUE[code]
  const basis = basisOf((which && cases?.[which]?.breaks) ?? breaks, house)
  if (typeof basis !== 'string') return basis
  const known = houseById(house)
  const [rule, field = null] = basis.split('.') as [RuleName, string?]
  return known ? clauseOf(known, rule, overridden, field) : { document: house, section: basis, line: null, says: `the rule ${basis}` }
}

/** How serious a finding of this code is at a table of this house. */
export const severityFor = (code: FindingCode, house: string): CatalogueRow['severity'] => {
  const { severity, severityIn } = CATALOGUE[code]
  const id = HOUSE_IDS.find((each) => each === house)
  return (id && severityIn?.[id]) ?? severity
}

const EVIDENCE: readonly ('cards' | ChipEvidence)[] = ['cards', 'bets', 'stakes', 'busts', 'payouts']

/** Whether this finding can occur and be seen at a table with these rules and sensors. No finding needs evidence beyond its sensors. */
export const canBeSeen = (
  { needs, under }: CatalogueRow,
  { rules, chipEvidence, spots }: { readonly rules: HouseRules } & Pick<TableTerms, 'chipEvidence' | 'spots'>,
): boolean => {
  if (under && !under(rules)) return false
  if (EVIDENCE.indexOf(needs.evidence) > EVIDENCE.indexOf(chipEvidence)) return false
  return needs.also.every((each) => each === 'absent key' || each === 'relief key' || spots.includes(each))
}
