/**
 * The floor's rulings on a round (docs/pit.md, "When you rule, tell the table"): they are evidence like a sensor's report, and they
 * overrule it.
 */

export const NOTE_KINDS = ['cash', 'coupon', 'call'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

/** A bet, or part of one, that no sensor sees. Amount in minor units. */
export interface BetNote {
  readonly kind: NoteKind
  readonly amount: number
}

/** Where a card lies. `cause` identifies the card. */
export interface PlacedCard {
  readonly cause: string
  readonly box: number
  readonly hand: number
}

/** As in its round. */
interface BurnedCard {
  readonly code: number
  readonly at: number
  readonly cause: string
  readonly under?: number
}

/** A ruling on a round, with what it takes to take it back. `id` as in the answer to its command. */
export type Made = { readonly id: string; readonly box: number | null; readonly hand: number | null } & (
  | { readonly what: 'hand-dead'; readonly box: number; readonly hand: number }
  | { readonly what: 'bet-note'; readonly box: number; readonly before: BetNote | undefined }
  /** `from`: the place that the card had in the order of the cards. */
  | { readonly what: 'card-move'; readonly cause: string; readonly from: number; readonly before: PlacedCard | undefined }
  | { readonly what: 'card-burn'; readonly card: BurnedCard; readonly from: number }
)

export interface Rulings {
  /** The newest last. */
  readonly made: readonly Made[]
  readonly placed: readonly PlacedCard[]
  /** By box. */
  readonly notes: ReadonlyMap<number, BetNote>
  /** Dead hands by box. What happens to the chips of these boxes is between the floor and the player. */
  readonly dead: ReadonlyMap<number, readonly number[]>
}

export const NO_RULINGS: Rulings = { made: [], placed: [], notes: new Map(), dead: new Map() }

interface Ruled {
  readonly rulings?: Rulings
}

export const rulingsOf = ({ rulings = NO_RULINGS }: Ruled): Rulings => rulings

/**
 * Whether the chips of this box show how it was played and settled. They do not if its bet plays without chips or a hand of it was ruled
 * dead.
 */
export const isFollowed = ({ rulings }: Ruled, box: number): boolean =>
  rulings === undefined || !(rulings.notes.has(box) || rulings.dead.has(box))

/** What was bet on a box in addition to the chips on it, minor units. */
export const notedOn = ({ rulings }: Ruled, box: number): number => rulings?.notes.get(box)?.amount ?? 0

/** Where the card at this position lies, according to the floor. */
export const placeOf = (
  { rulings, cards }: Ruled & { readonly cards: readonly { readonly cause: string }[] },
  position: number,
): PlacedCard | undefined => rulings?.placed.find(({ cause }) => cause === cards[position]?.cause)

/** The same as if nothing told how this box was played and settled. */
export const unfollowedAt = (rulings: Rulings, box: number): Rulings => ({ ...rulings, dead: new Map([...rulings.dead, [box, []]]) })
