/**
 * Where the same chips may be two things and no document says which: what they are taken for. The engine and the tests' list of stories both read
 * this table.
 */

/** Names that fit the same chips of one bet, the closest first: the closest counts (rulings, Findings). */
export const CLOSENESS = [
  // A prize or a natural has a price of its own: chips of that amount are it.
  'price',
  // A hand is treated as another outcome than it has: paid, taken or left as a whole.
  'other outcome',
  // Any other amount, under a code that is of just such hands: a natural, a lammer, a hand alone on its spot.
  'own amount',
  // Any other amount at all.
  'any amount',
] as const
export type Closeness = (typeof CLOSENESS)[number]

/** A place in it, 0 = the closest. */
export type Rank = Exclude<Partial<typeof CLOSENESS>['length'], (typeof CLOSENESS)['length']>
