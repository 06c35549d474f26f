/**
 * Errors of the initial deal: each is the same round with its cards or its boxes as they were dealt, and from then on a legal one. They are
 * looked for where no other single error explains the evidence.
 */
import { cardText, UNKNOWN } from './cards.ts'
import type { TableContext } from './context.ts'
import { dealLength, holePosition } from './deal.ts'
import type { Figures } from './deviation.ts'
import { reopened } from './growth.ts'
import { isDealt, type Misdeal, type Round } from './round.ts'

/** A round as it may have been dealt. */
export interface Misdealt {
  readonly round: Round
  readonly misdeal: Misdeal
  readonly expected: Figures
  readonly seen: Figures
}

/** Every way in which the deal of this round may have gone wrong, as far as it leaves a round that can be read. */
export const misdealsOf = (round: Round, context: TableContext): readonly Misdealt[] => {
  // One error in the deal is all there is to look for; and what lies face down is looked at in no other place.
  if (round.misdeal) return []
  if (!isDealt(round, context)) return passed(round, context).filter((each) => isDealt(each.round, context))
  const all = [...phantoms(round, context), ...passed(round, context), ...extraCards(round, context), ...unburned(round, context)]
  return all.filter((each) => isDealt(each.round, context) && isDealtBeforePlay(each.round, context))
}

/** The pointer rests during the deal. */
const isDealtBeforePlay = ({ cards, boxes, pointer, openedAt }: Round, context: TableContext, more = 0): boolean => {
  const last = cards[dealLength(context.rules, boxes.length) - 1 + more]
  return last === undefined || !pointer.some(({ at, place }) => at >= openedAt && at <= last.at && place !== 'none')
}

const as = (round: Round, misdeal: Misdeal, context: TableContext): Round => reopened({ ...round, misdeal }, context)

/** Cards were dealt to a box without a bet. */
const phantoms = (round: Round, context: TableContext): readonly Misdealt[] =>
  Array.from({ length: context.boxes }, (_, index) => index + 1)
    .filter((box) => !round.boxes.includes(box))
    .map((box): Misdealt => {
      const misdeal: Misdeal = { code: 'DEAL-EMPTY-BOX', box }
      return { round: as(round, misdeal, context), misdeal, expected: {}, seen: {} }
    })

/** A box with a bet got no cards. */
const passed = (round: Round, context: TableContext): readonly Misdealt[] =>
  round.boxes.length < 2
    ? []
    : round.boxes.map((box): Misdealt => {
        const misdeal: Misdeal = { code: 'DEAL-BOX-SKIPPED', box }
        return { round: as(round, misdeal, context), misdeal, expected: {}, seen: {} }
      })

/** One card came too much in the deal, and went to nobody. */
const extraCards = (round: Round, context: TableContext): readonly Misdealt[] => {
  const deal = dealLength(context.rules, round.boxes.length)
  // A house's hole card is known by its place: another one is not turned for this.
  if (holePosition(context.rules, round.boxes.length) >= 0 || round.cards.length <= deal || !isDealtBeforePlay(round, context, 1)) return []
  return round.cards.slice(0, deal + 1).map(({ code }, at): Misdealt => {
    const misdeal: Misdeal = { code: 'DEAL-EXTRA-CARD', box: null }
    const cards = round.cards.filter((_, other) => other !== at)
    const seen = code === UNKNOWN ? {} : { cards: [cardText(code)] }
    return { round: as({ ...round, cards }, misdeal, context), misdeal, expected: { count: deal }, seen }
  })
}

/** The card taken for the burn card was the first of the deal. */
const unburned = (round: Round, context: TableContext): readonly Misdealt[] => {
  const { burned } = round
  if (!burned) return []
  const misdeal: Misdeal = { code: 'BURN-MISSING', box: null }
  const cards = [burned, ...round.cards]
  return [{ round: as({ ...round, cards }, misdeal, context), misdeal, expected: { count: context.rules.burn }, seen: {} }]
}
