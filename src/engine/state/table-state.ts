/** What the fold remembers of the table between observations. */
import type { Card, ScannedCard, SpotId } from '../../../devices/scan.ts'
import type { Shuffler } from '../../rules/house/shuffler.ts'
import type { Reason } from '../../rules/reasons.ts'
import type { TableContext } from '../context.ts'
import { type Accusation, type Deviation, verdict } from '../deviation.ts'
import type { TableEvent } from '../event.ts'
import type { PlateLimits } from '../evidence/limits.ts'
import type { PointerMove, SpotLevel } from '../evidence/round.ts'
import type { BetNote } from '../evidence/rulings.ts'
import type { Origin } from '../observation.ts'
import type { RoundView } from '../view.ts'
import type { HeldCard } from './held.ts'
import type { Gap } from './late-line.ts'
import type { ClosedRound, OpenRound } from './open-round.ts'
import type { PointerGone } from './pointer-gone.ts'
import type { Followed, RackLevel } from './rack.ts'
import { NO_SHOE, type Shoe } from './shoe.ts'
import { NO_STACKS, type Stacks } from './stacks.ts'

interface Dealer {
  /** Who deals, as a person reported; null: nobody reported it. */
  readonly id: string | null
  /**
   * What told of the newest change of dealer, while more may tell of the same one: he was named, and no round has begun since; or the key was
   * pressed, and nobody was named since. null: neither.
   */
  readonly change: 'named' | 'key' | null
  /** A round of his could only be read with the pointer moved after its card. */
  readonly pointsLate: boolean
}

/** What the floor said. */
interface Floor {
  /** Rulings made that can be taken back, in the journal's life; left out: none. */
  readonly ruled?: number
  /** Unread cards that it named, by the sequence of their device line; only the newest are kept. */
  readonly named: ReadonlyMap<number, Card>
  /** Bets that no sensor sees, by box, for the round to come. */
  readonly notes: ReadonlyMap<number, BetNote>
  /** The plate as it changed it; null: as configured. */
  readonly plate: PlateLimits | null
  /** What deals the cards; null: as configured. */
  readonly shuffler: Shuffler | null
}

export interface TableState {
  readonly boot: number
  /** Rounds opened in the journal's life. */
  readonly rounds: number
  readonly shoe: Shoe
  readonly levels: ReadonlyMap<SpotId, SpotLevel>
  readonly stacks: Stacks
  /** Newest pointer movements; a round looks back no further. */
  readonly pointer: readonly PointerMove[]
  readonly absent: ReadonlySet<number>
  /**
   * Chips left lying on the boxes of absent players when their round closed, minor units, by box; they are bets only if they were moved
   * since.
   */
  readonly left: ReadonlyMap<number, number>
  /** Event time of the newest observation. */
  readonly now: number
  /** Event time of the newest observation that was no tick. */
  readonly heardAt: number
  /** Event time of the newest card; null: none has been seen. */
  readonly cardAt: number | null
  /** Devices that report cards or chips and are disconnected, with the time they left, Unix ms. */
  readonly away: ReadonlyMap<string, number>
  /** When the pointer was away last for so long that nobody waited for it, or is away now; null: all that it told is known. */
  readonly pointerGone: PointerGone | null
  readonly current: OpenRound | null
  /** Cards of which it is not decided yet whose they are: until the first has stood for the lag nothing is read. */
  readonly held: readonly HeldCard[]
  /**
   * Why the next round cannot get a complete verdict: cards were lost while none was open, or it is unknown where the one before it ended.
   */
  readonly lost: Reason | null
  /** Newest levels of the rack, none from before lines were lost or a device was disconnected. */
  readonly rack: readonly RackLevel[]
  /** When the rack last moved with the dealer's chips; null: never, or it has moved by itself since. */
  readonly rackFollowed: Followed | null
  /** The last round that closed; null if nothing of it can be revised. */
  readonly last: ClosedRound | null
  /** Gaps of the devices that late lines may still fill. */
  readonly gaps: readonly Gap[]
  /** A card ended the last round with nothing settled. By an error it may have been a card of that round. */
  readonly unsettledEnd: boolean
  /** How the last round looked when it closed. */
  readonly closed: RoundView | null
  readonly rev: number
  /** Errors that the readings contain, by round: the whole set of each open round and of the one that closed with this observation. */
  readonly deviations: ReadonlyMap<string, readonly Deviation[]>
  readonly dealer: Dealer
  /** Cards of the open round that lie with the discards, in their order; null, or of another round: none. */
  readonly collected: { readonly round: string; readonly cards: readonly ScannedCard[] } | null
  readonly floor: Floor
  /** The daemon has reported that it is behind its devices. */
  readonly isLate: boolean
}

/** A table on which a round is open. */
export type OpenTable = TableState & { readonly current: OpenRound }
export const isOpen = (state: TableState): state is OpenTable => state.current !== null

/** The table after an observation, and what was concluded from it. */
export type Step = readonly [TableState, readonly TableEvent[]]

/** Some dozens of questions, a hundredth of a second: enough to find most errors. */
const LATE_SEARCH_WORK = 20_000

/** What the searches of an observation may cost. If the table is late, cards come first. */
export const searchWorkOf = ({ isLate }: Pick<TableState, 'isLate'>, { searchWork }: Pick<TableContext, 'searchWork'>): number =>
  isLate ? Math.min(searchWork, LATE_SEARCH_WORK) : searchWork

/** The line came late, and cards that left the shoe after it came before it. */
export const isOvertaken = ({ cardAt }: TableState, { late, at }: Origin): boolean => late === true && cardAt !== null && cardAt > at

/** Cards go back into a machine after each round. */
export const isContinuous = ({ floor }: TableState, context: TableContext): boolean => (floor.shuffler ?? context.shuffler) === 'continuous'

/** Rounds whose errors are kept: the open one, and the one that closed last. */
const ROUNDS_MAX = 2

/** What went wrong in a round as it stands, including what was put right since. */
export const errorsOf = ({ deviations }: TableState, round: string): readonly Deviation[] => deviations.get(round) ?? []

/** Those errors of the round that are still wrong. */
export const openErrorsOf = (state: TableState, round: string): readonly Deviation[] =>
  errorsOf(state, round).filter(({ corrected }) => corrected !== true)

/** The errors of a round as they now stand. `instead`: what all of them may be instead; null: nothing. */
export const withDeviations = (
  state: TableState,
  round: string,
  found: readonly Accusation[],
  instead: Reason | null = null,
): TableState => {
  const { current } = state
  const unsure = current?.round.id === round ? current.unsure : null
  const deviations = found.map((each) => verdict(each, instead, unsure))
  const known = errorsOf(state, round)
  if (known.length === deviations.length && JSON.stringify(known) === JSON.stringify(deviations)) return state
  const others = [...state.deviations].filter(([id]) => id !== round).slice(1 - ROUNDS_MAX)
  return { ...state, deviations: new Map([...others, [round, deviations]]) }
}

/** A round has at most 23 hands to point at; 128 movements hold several rounds. Older ones are no evidence any more. */
export const POINTER_MOVES_MAX = 128

export const initialTable = (): TableState => ({
  boot: 1,
  rounds: 0,
  shoe: NO_SHOE,
  levels: new Map(),
  stacks: NO_STACKS,
  pointer: [],
  absent: new Set(),
  left: new Map(),
  now: 0,
  heardAt: 0,
  cardAt: null,
  away: new Map(),
  pointerGone: null,
  current: null,
  held: [],
  lost: null,
  rack: [],
  rackFollowed: null,
  last: null,
  gaps: [],
  unsettledEnd: false,
  closed: null,
  rev: 0,
  deviations: new Map(),
  dealer: { id: null, change: null, pointsLate: false },
  collected: null,
  floor: { named: new Map(), notes: new Map(), plate: null, shuffler: null },
  isLate: false,
})
