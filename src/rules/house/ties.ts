/**
 * If the same chips may mean two things and no document decides between them, this table says which one counts. Both the engine and the
 * tests' list of stories read it.
 */

/** Explanations that fit the same chips of one bet, the closest first: the closest counts (rulings, Findings). */
export const CLOSENESS = [
  // A prize or a natural has a price of its own, so chips of that amount are taken for it.
  'price',
  // A hand is treated as if it had another outcome: paid, taken or left as a whole.
  'other outcome',
  // Any other amount, under a code that covers only such hands: a natural, a lammer, a hand alone on its spot.
  'own amount',
  // Any other amount.
  'any amount',
] as const
export type Closeness = (typeof CLOSENESS)[number]

/** A position in this list, 0 = the closest. */
export type Rank = Exclude<Partial<typeof CLOSENESS>['length'], (typeof CLOSENESS)['length']>
