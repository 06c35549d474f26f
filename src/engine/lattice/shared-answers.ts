/**
 * What the chips say about the finished boxes of a lattice, and where the dealer's turn may have come. It is kept for all questions about
 * the same evidence, because a search for errors asks dozens. They differ in what they ask of a box, and most boxes get the same question.
 */

import { type DealerRun, finalKey } from '../../rules/game/dealer.ts'
import type { InPlay } from '../evidence/chips.ts'
import type { Round } from '../evidence/round.ts'
import { type AtWork, cacheOf, kept } from '../workspace.ts'
import type { Effects, Lattice, Node } from './graph.ts'
import type { BoxDue } from './settlement.ts'
import type { EdgeVerdict } from './sweep.ts'

/** What the chips say about all finished boxes of one kind. */
export interface Kind {
  readonly node: Node
  /** One for each track of the spot that the kind fits, the likeliest first. */
  readonly plays: readonly Played[]
}

/** One kind matched against one track of its spot. */
export interface Played {
  /** Its number among all plays. */
  readonly number: number
  readonly play: InPlay
  /** Play explains every movement so far. */
  readonly explained: boolean
}

/** The dealer's turn from this node on, and the ways he may have come from it to the round's last card. */
export interface Turn {
  readonly node: Node
  readonly runs: readonly DealerRun[]
}

export interface Kept {
  /** By box index and by the error in its play that changes what its chips mean, one play for each track. */
  readonly plays: Map<string, Map<Effects, readonly InPlay[]>>[]
  /** By number of the kind; null if its chips do not fit. */
  readonly kinds: (Kind | null)[]
  /** How many plays these kinds have. */
  readonly played: { count: number }
  /** What each play is due, by the dealer's final hand. */
  readonly dues: Map<string, BoxDue[]>
  /** The verdict on each play, by final hand, end of the settlement and what is asked of the box. */
  readonly verdicts: Map<string, EdgeVerdict[]>
  /** By final hand, how many side wagers of each kind were settled wrongly. */
  readonly sides: Map<string, number[]>
  /** Where the dealer's turn may have come, by what he may hold and play for. It is the same however the evidence is read. */
  readonly turns: Map<string, readonly Turn[]>
}

interface Evidence {
  readonly round: Round
  readonly kept: Map<string, Kept>
  readonly turns: Kept['turns']
}

const finishedIn = cacheOf<Lattice, Evidence>('finished boxes')

/** `read`: how the evidence is read. Only the newest evidence of a lattice is kept. */
export const keptOf = (lattice: Lattice, round: Round, read: string, context: AtWork): Kept => {
  const known = finishedIn(context)
  const before = known.get(lattice)
  const evidence = before?.round === round ? before : { round, kept: new Map<string, Kept>(), turns: new Map() }
  known.set(lattice, evidence)
  return kept(evidence.kept, read, () => emptyKept(evidence.turns))
}

const emptyKept = (turns: Kept['turns']): Kept => ({
  plays: [],
  kinds: [],
  played: { count: 0 },
  dues: new Map(),
  verdicts: new Map(),
  sides: new Map(),
  turns,
})

/** What each play is due against this final hand, by number of the play. */
export const duesOf = ({ dues }: Kept, final: DealerRun): BoxDue[] => kept(dues, finalKey(final), () => [])
