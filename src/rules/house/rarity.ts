/**
 * How rare an error is: the power of ten by which rounds with it are fewer than rounds without one. A floor manager's judgement, in whole steps: of
 * the errors that explain a round, those more than `RARER_MAX` steps rarer than the least rare are not believed.
 */
export const RARITY = {
  /** A bet settled wrongly. */
  settledWrongly: 3,
  /** An error by the dealer or in play, a changed bet, a card dealt wrongly, a total misread. */
  erred: 4,
  /** What explains nearly anything, where what was found makes it as credible: the same cards in another order, a card that went to nobody. */
  beside: 5,
  /** A bust stake that was never taken. */
  leftForGood: 6,
  /** A dealer who misread his total and stopped short by it. */
  stoppedShort: 6,
  /** The same cards in another order. */
  otherOrder: 6,
  /** A second error beside the first, or something that the dealer put right beside it. */
  another: 5,
  /** Lammers that the dealer left with a bet he settled. */
  lammersLeft: 3,
} as const

/** The rarest single error of those that are readily believed. */
export const ONE_ERROR = RARITY.erred

/** The rarest single error. What is rarer than that takes two. */
export const ANY_ERROR = RARITY.otherOrder

/** Stories that are rarer than the least rare one by no more than this are believed as well. */
export const RARER_MAX = 1
