/** Certain facts, places and results in plain words: pieces of a line, so that cards keep their colour. */

import { type Line, piece } from '../../base/terminal/line.ts'
import { cardsLine } from '../../display/terminal/pieces.ts'
import { type Round, textAt } from '../../engine/evidence/round.ts'
import type { Outcome } from '../../rules/game/outcome.ts'
import { countOf } from '../../wire/account/placed.ts'
import { placeText, totalText } from '../../wire/account/text.ts'
import { type Claim, DEALER } from './claims.ts'
import type { Certain, Place, Result } from './fallen.ts'

/** The same without tones, for machines. */
export const plainText = (line: Line): string => line.map(({ text }) => text).join('')

export const cardLine = (round: Round, position: number): Line => cardsLine([textAt(round, position)])

const whoText = (box: number): string => placeText(box === DEALER ? 'dealer' : { box, hand: null })
export const handText = ({ box, hand }: Pick<Claim, 'box' | 'hand'>): string => placeText(box === DEALER ? 'dealer' : { box, hand })

/** `a`, `a or b`, `a, b or c`. */
export const listText = (texts: readonly string[], word: 'and' | 'or'): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} ${word} ${texts.at(-1)}`

/** The boxes as items of a list: `boxes 2`, `3`, or, if the dealer is among them, `box 2`, `the dealer`. */
export const boxNames = (boxes: readonly number[]): readonly string[] =>
  boxes.length > 2 && !boxes.includes(DEALER) ? boxes.map((box, at) => `${at === 0 ? 'boxes ' : ''}${box}`) : boxes.map(whoText)

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
        piece(`${who} doubled${claim.free ? ' free' : ''}${total === null ? '' : ` on ${total}`} and drew the `),
        ...cardLine(round, claim.card ?? 0),
      ]
    case 'surrender':
      return [piece(`${who} surrendered`)]
    case 'even-money':
      return [piece(`${who} took even money`)]
    case 'bust':
      return [piece(`${who} busted${total === null ? '' : ` with ${total}`}`)]
    case 'stood':
      return [piece(`${who} ${claim.decided ? 'stood on' : 'has'} ${total ?? 'an unknown total'}`)]
    case 'hit':
      return [piece(`${who} hit${total === null ? '' : ` on ${total}`} and drew the `), ...cardLine(round, claim.card ?? 0)]
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

/** What became certain, with the dealer's cards together. */
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
export const whereText = (round: Round, { box, cards }: Place): string => {
  const count = countOf((cards ?? []).map((position) => textAt(round, position)))
  return `${whoText(box)}${cards === null || count.total === null ? '' : ` (${totalText(count)})`}`
}
