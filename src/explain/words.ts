/** Claims, places and results as a person says them: pieces of a line, so that cards keep their colour. */
import type { Outcome } from '../engine/event.ts'
import { type Round, textAt } from '../engine/round.ts'
import { type Line, piece } from '../terminal/line.ts'
import { cardsLine, countCards, totalText } from '../terminal/words.ts'
import { type Claim, type ClaimKind, DEALER } from './claims.ts'
import type { Certain, Common, Fallen, Place, Result } from './fallen.ts'

/** The same without tones, for machines. */
export const plainText = (line: Line): string => line.map(({ text }) => text).join('')

const cardLine = (round: Round, position: number): Line => cardsLine([textAt(round, position)])

const whoText = (box: number): string => (box === DEALER ? 'the dealer' : `box ${box}`)
const handText = ({ box, hand }: Pick<Claim, 'box' | 'hand'>): string => `${whoText(box)}${hand === null ? '' : ` hand ${hand}`}`

/** `a`, `a or b`, `a, b or c`. */
export const listText = (texts: readonly string[], word: 'and' | 'or'): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} ${word} ${texts.at(-1)}`

const onTotals = (claims: readonly Claim[], word: string): string => {
  const totals = [...new Set(claims.flatMap(({ total }) => (total === null ? [] : [total])))].sort((one, other) => one - other)
  return totals.length === 0 ? '' : ` ${word} ${listText(totals.map(String), 'or')}`
}

const DENIALS: { readonly [kind in Exclude<ClaimKind, 'place' | 'double' | 'hit'>]: (who: string, claims: readonly Claim[]) => string } = {
  finished: (who, claims) => `${who} had not finished${onTotals(claims, 'on')}`,
  split: (who) => `${who} did not split`,
  surrender: (who) => `${who} did not surrender`,
  'even-money': (who) => `${who} did not take even money`,
  natural: (who) => `${who} has no blackjack`,
  bust: (who, claims) => `${who} did not bust${onTotals(claims, 'with')}`,
  stood: (who, claims) => `${who} did not stop${onTotals(claims, 'on')}`,
}

/** What fell, said in as few words as will do: one line for each card or hand, that of most readings first. */
export interface Denial {
  readonly claims: readonly Claim[]
  readonly common: Common | null
  readonly line: Line
}

export const denialsOf = (round: Round, fallen: readonly Fallen[]): readonly Denial[] => {
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
    // What was not done for want of a stake is said of all boxes at once.
    const key = kind === 'place' ? `card ${card}/${common}` : isStaked(kind) ? `${kind} ${card}` : `${kind} ${box}/${hand}/${card}`
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()].map((group) => {
    const claims = group.map(({ claim }) => claim)
    const [first] = group
    const common = group.every((each) => each.common === first?.common) ? (first?.common ?? null) : null
    return { claims, common, line: denial(round, claims) }
  })
}

const isStaked = (kind: ClaimKind): boolean => kind === 'double' || kind === 'split'

const denial = (round: Round, claims: readonly Claim[]): Line => {
  const [first] = claims
  if (!first) return []
  const boxes = [...new Set(claims.map(({ box }) => box))].sort(dealerLast)
  const card = cardLine(round, first.card ?? 0)
  if (first.kind === 'place' && first.box === DEALER && claims.length > 1) {
    return [piece('the dealer did not draw the '), ...cardsLine(claims.map((claim) => textAt(round, claim.card ?? 0)))]
  }
  if (first.kind === 'place') return [piece('the '), ...card, piece(` did not go to ${listText(boxNames(boxes), 'or')}`)]
  const isOne = boxes.length === 1 && new Set(claims.map(({ hand }) => hand)).size === 1
  const who = isOne ? handText(first) : listText(boxNames(boxes), 'and')
  if (first.kind === 'hit') return [piece(`${who} did not take the `), ...card, piece(onTotals(claims, 'on'))]
  if (first.kind !== 'double') return [piece(DENIALS[first.kind](who, isOne ? claims : []))]
  const nobody = boxes.length > 1 && boxes.length === round.boxes.length
  const doubled = nobody ? 'nobody doubled' : `${who} did not double${isOne ? onTotals(claims, 'on') : ''}`
  return [piece(`${doubled} for the `), ...card]
}

/** `boxes 2`, `3`, or with the dealer among them `box 2`, `the dealer`: as they follow each other in a list. */
const boxNames = (boxes: readonly number[]): readonly string[] =>
  boxes.length > 2 && !boxes.includes(DEALER) ? boxes.map((box, at) => `${at === 0 ? 'boxes ' : ''}${box}`) : boxes.map(whoText)

const dealerLast = (one: number, other: number): number => (one || 99) - (other || 99)

export const affirmation = (round: Round, claim: Claim): Line => {
  const who = handText(claim)
  const { total } = claim
  switch (claim.kind) {
    case 'finished':
      return [piece(`${who} finished${total === null ? '' : ` on ${total}`}`)]
    case 'place':
      return [piece('the '), ...cardLine(round, claim.card ?? 0), piece(` went to ${who}`)]
    case 'split':
      return [piece(`${who} split${claim.free ? ' free' : ''}`)]
    case 'double':
      return [
        piece(`${who} doubled${claim.free ? ' free' : ''}${total === null ? '' : ` on ${total}`} and got the `),
        ...cardLine(round, claim.card ?? 0),
      ]
    case 'surrender':
      return [piece(`${who} surrendered`)]
    case 'even-money':
      return [piece(`${who} took even money`)]
    case 'natural':
      return [piece(`${who} has blackjack`)]
    case 'bust':
      return [piece(`${who} went bust${total === null ? '' : ` with ${total}`}`)]
    case 'stood':
      return [piece(`${who} ${claim.decided ? 'stood on' : 'has'} ${total ?? 'an unknown total'}`)]
    case 'hit':
      return [piece(`${who} hit${total === null ? '' : ` on ${total}`} and got the `), ...cardLine(round, claim.card ?? 0)]
  }
}

const RESULTS: { readonly [outcome in Outcome]: readonly [one: string, several: string] } = {
  win: ['wins', 'win'],
  lose: ['loses', 'lose'],
  push: ['pushes', 'push'],
  blackjack: ['wins with blackjack', 'win with blackjack'],
  surrender: ['loses half', 'lose half'],
  void: ['is void', 'are void'],
}

const resultLines = (results: readonly Result[]): readonly Line[] =>
  [...new Set(results.map(({ outcome }) => outcome))].map((outcome) => {
    const those = results.filter((result) => result.outcome === outcome)
    const who = those.some(({ hand }) => hand !== null) ? those.map(handText) : boxNames(those.map(({ box }) => box))
    const [one, several] = RESULTS[outcome]
    return [piece(`${listText(who, 'and')} ${who.length === 1 ? one : several}`)]
  })

/** What became certain, the dealer's cards together. */
export const affirmations = (round: Round, { claims, results }: Certain): readonly Line[] => {
  const isDrawn = ({ box, kind }: Claim): boolean => box === DEALER && kind === 'place'
  const drawn = claims.filter(isDrawn).map(({ card }) => textAt(round, card ?? 0))
  return [
    ...claims.filter((claim) => !isDrawn(claim)).map((claim) => affirmation(round, claim)),
    ...(drawn.length === 0 ? [] : [[piece('the dealer drew the '), ...cardsLine(drawn)]]),
    ...resultLines(results),
  ]
}

/** `box 4 (17)`, `the dealer`. */
export const placeText = (round: Round, { box, cards }: Place): string => {
  const total = cards === null ? '' : ` (${totalText(countCards(cards.map((position) => textAt(round, position)))).slice(2)})`
  return `${whoText(box)}${total}`
}
