/**
 * How rare an act is: by how many powers of ten people do it less often than what they ordinarily do there. A floor manager's judgement, in whole
 * steps: of the errors that explain a round, those more than one step rarer than the least rare are not believed.
 */
export const RARITY = {
  /** A decision that few players take: a card on hard seventeen or more, none on eleven or less. Some players take it every evening. */
  rareDecision: 1,
  /** A bet settled wrongly. */
  settledWrongly: 3,
  /** An error in play, a changed bet, a card dealt wrongly, a total misread. */
  erred: 4,
  /** What the dealer put right, beside an error that he did not. */
  putRightBeside: 2,
  /** A dealer who draws or stops two or more away from his limit, more than one who does so by one. */
  farFromLimit: 1,
  /** A bet settled wrongly before the dealer's hand is complete, or a bust hand left and paid, more than any other settled wrongly. */
  inPlay: 1,
  /** A bust stake that was never taken. */
  leftForGood: 5,
  /** A dealer who misread his total and stopped short by it. */
  stoppedShort: 5,
  /** A card in play that went to nobody. */
  strayCard: 5,
  /** The same cards in another order, which explains nearly anything. */
  otherOrder: 6,
  /** Lammers that the dealer left with a bet he settled. */
  lammersLeft: 3,
} as const

/** The rarest single error, the same cards in another order aside. */
export const ONE_ERROR = RARITY.leftForGood

/** The rarest single error. What is rarer than that takes two. */
export const ANY_ERROR = RARITY.otherOrder

/** Stories that are rarer than the least rare one by no more than this are believed as well. */
export const RARER_MAX = 1
