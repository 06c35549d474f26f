/** What was ruled out, in plain words: "the 7♦ did not go to box 3", "box 2 did not stop on 14". */

import { type Line, piece } from '../../base/terminal/line.ts'
import { cardsLine } from '../../display/terminal/pieces.ts'
import { type Round, textAt } from '../../engine/evidence/round.ts'
import type { HouseRules } from '../../rules/house/rules.ts'
import { boxNames, cardLine, handText, listText } from './claim-text.ts'
import { type Claim, type ClaimKind, DEALER } from './claims.ts'
import type { Common, Fallen } from './fallen.ts'

const onTotals = (claims: readonly Claim[], word: string): string => {
  const totals = [...new Set(claims.flatMap(({ total }) => (total === null ? [] : [total])))].sort((one, other) => one - other)
  return totals.length === 0 ? '' : ` ${word} ${listText(totals.map(String), 'or')}`
}

/** `yet`: it may still happen. */
const DENIALS: {
  readonly [kind in Exclude<ClaimKind, 'place' | 'split' | 'double' | 'hit'>]: (
    who: string,
    claims: readonly Claim[],
    yet: boolean,
  ) => string
} = {
  finished: (who, claims) => `${who} was not finished${onTotals(claims, 'on')} yet`,
  surrender: (who, _, yet) => denied(who, 'surrender', 'surrendered', yet),
  'even-money': (who, _, yet) => denied(who, 'take even money', 'taken even money', yet),
  bust: (who, claims) => `${who} did not bust${onTotals(claims, 'with')}`,
  stood: (who, claims, yet) => denied(who, `stand${onTotals(claims, 'on')}`, `stood${onTotals(claims, 'on')}`, yet),
}

const denied = (who: string, does: string, done: string, yet: boolean): string =>
  yet ? `${who} had not ${done} yet` : `${who} did not ${does}`

/** What was ruled out, in as few words as possible: one line for each card or hand, the one in most readings first. */
export interface Denial {
  readonly claims: readonly Claim[]
  readonly common: Common | null
  readonly line: Line
}

export const denialsOf = (round: Round, fallen: readonly Fallen[], rules: HouseRules): readonly Denial[] => {
  const groups = new Map<string, Fallen[]>()
  const isDrawn = ({ claim }: Fallen): boolean => claim.kind === 'place' && claim.box === DEALER
  const drewSeveral = fallen.filter(isDrawn).length > 1
  for (const each of fallen) {
    const { common } = each
    const { kind, card, box, hand } = each.claim
    if (drewSeveral && isDrawn(each)) {
      groups.set('drawn', [...(groups.get('drawn') ?? []), each])
      continue
    }
    // What nobody can have done without adding a stake is said of all boxes at once.
    const key =
      kind === 'place'
        ? `card ${card}/${common}`
        : kind === 'double' || kind === 'split'
          ? `${kind} ${card}/${each.yet}`
          : `${kind} ${box}/${hand}/${card}/${each.yet}`
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()].map((group) => {
    const claims = group.map(({ claim }) => claim)
    const [first] = group
    const common = group.every((each) => each.common === first?.common) ? (first?.common ?? null) : null
    return { claims, common, line: denial(round, claims, first?.yet === true, rules) }
  })
}

const denial = (round: Round, claims: readonly Claim[], yet: boolean, rules: HouseRules): Line => {
  const [first] = claims
  if (!first) return []
  const { kind } = first
  const boxes = [...new Set(claims.map(({ box }) => box))].sort(dealerLast)
  const card = cardLine(round, first.card ?? 0)
  if (kind === 'place' && claims.length > 1 && boxes.every((box) => box === DEALER)) {
    return [piece('the dealer did not draw the '), ...cardsLine(claims.map((claim) => textAt(round, claim.card ?? 0)))]
  }
  if (kind === 'place') return [piece('the '), ...card, piece(` did not go to ${listText(boxNames(boxes), 'or')}`)]
  const isOne = boxes.length === 1 && new Set(claims.map(({ hand }) => hand)).size === 1
  const who = isOne ? handText(first) : listText(boxNames(boxes), 'and')
  if (kind === 'hit') return [piece(`${who} did not draw the `), ...card, piece(onTotals(claims, 'on'))]
  const nobody = boxes.length > 1 && boxes.length === round.boxes.length
  if (kind === 'split') {
    const how = stakeText(claims, rules.freeSplit)
    return [piece(nobody && !yet ? `no box split${how}` : denied(who, `split${how}`, `split${how}`, yet))]
  }
  if (kind !== 'double') return [piece(DENIALS[kind](who, isOne ? claims : [], yet))]
  const how = stakeText(claims, rules.freeDouble)
  const doubled = nobody ? `no box doubled${how}` : `${who} did not double${how}${isOne ? onTotals(claims, 'on') : ''}`
  return [piece(`${doubled} to draw the `), ...card]
}

/** If the house offered a lammer, a double or split on chips and a free one are two different things. */
const stakeText = (claims: readonly Claim[], isOffered: boolean): string =>
  claims.every(({ free }) => free) ? ' free' : isOffered && claims.every(({ free }) => !free) ? ' with chips' : ''

const dealerLast = (one: number, other: number): number => (one || 99) - (other || 99)
