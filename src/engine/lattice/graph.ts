/**
 * The lattice of a round: every way its cards can have been played, as one graph. A node is a box between two of its hands; an edge is what
 * became of a hand. Ways with the same future meet in one node, so a path is a reading, and the number of readings is a sum.
 *
 *   box 1: hand 1     after a split: hand 1      hand 2       the box is finished     box 2: hand 1
 *        o---split---------o---stood on 18---------o---bust----------o---------------------o---...
 *         `-----------------stood on 16-----------------------------´
 *
 * It grows with the cards. A lattice that grew from it earlier uses the part that existed then. Dead ends are left behind (pruned-lattice.ts).
 */

import type { Needs, Unseen } from '../../rules/game/dealer.ts'
import { type Ended, type Hand, OVER_BY_ITSELF, type Play } from '../../rules/game/hand.ts'
import type { Action } from '../../rules/game/outcome.ts'
import type { PlayError } from '../../rules/game/play-errors.ts'
import type { ChipEffect } from '../evidence/chips.ts'
import { kept } from '../workspace.ts'

/** What happened to the chips of a box so far, in order. Two ways with the same list share one object. */
export interface Effects {
  /** Unique within its body. */
  readonly id: number
  readonly list: readonly ChipEffect[]
  /** The lists with one more effect; null: none yet. */
  more: Map<string, Effects> | null
}

const effectKey = ({ kind, position, units, lammers, parked }: ChipEffect): string =>
  `${kind}${position}.${units}.${lammers}${parked ? '.parked' : ''}`

/** Finished hands with the same result, represented by one of the ways in which they may have come about. */
export interface Past {
  /** Unique within its body. */
  readonly id: number
  readonly hands: readonly Hand[]
  /** What all those ways have in common. */
  readonly alike: string
  /** These hands and one more, by what that one comes to; null: none yet. */
  more: Map<string, Past> | null
}

export const pastOf = (id: number, hands: readonly Hand[], alike: string): Past => ({ id, hands, alike, more: null })

/** Hands of a box that are still to be played, in order. Within one body two ways with the same hands share one object. */
export interface Waiting {
  readonly hands: readonly Hand[]
  /** All but the first; null if there are no hands. */
  readonly rest: Waiting | null
  /** These hands with one more in front; null: none yet. */
  more: Map<string, Waiting> | null
}

export const waitingOf = (hands: readonly Hand[], rest: Waiting | null): Waiting => ({ hands, rest, more: null })

export const handKey = ({ positions, ranks, actions, real, lammers, ended }: Hand): string =>
  `${positions.join('.')}:${ranks.join('.')}:${actions.join('.')}:${real}${lammers}${ended ?? ''}`

export const withFirst = (hand: Hand, rest: Waiting): Waiting => {
  rest.more ??= new Map()
  return kept(rest.more, handKey(hand), () => waitingOf([hand, ...rest.hands], rest))
}

export interface Node {
  readonly id: number
  /** Index of the box whose turn it is; the number of boxes in the dealer's turn. */
  readonly box: number
  /** What this box is played by; null in the dealer's turn. */
  readonly terms: BoxTerms | null
  /** This box or an earlier one is played against a rule. */
  readonly erred: boolean
  /** Position of the next card. */
  readonly position: number
  /** What the earlier boxes need from the dealer. */
  readonly needs: Needs
  /** The hand to be played next, or to get the card that a split owes it; null if no hand is left. */
  readonly hand: Hand | null
  /** The box's hands after that one. */
  readonly waiting: Waiting
  /** Hands of the box that are over. Every way to this node has as many of them, and they come to the same. */
  readonly past: Past
  readonly effects: Effects
  /** Finished boxes that are alike in their chips and in what their hands come to share one number; -1 if the box is not finished. */
  readonly kind: number
  /** A card or a chip showed that the previous hand is over, so nobody needs to have decided anything since. */
  readonly shown: boolean
  /**
   * The hand was just split, and the next hand gets its second card at once: the first or the second card from here on. 0: not before its
   * turn. 003 Split: the second card, after this hand's own.
   */
  readonly aside: 0 | 1 | 2
}

/** What an edge stands for. */
export interface Way {
  readonly name: string
  /** How the hand ended; null if it had ended before, or has not ended. */
  readonly ended: Ended | null
  /** The decision that ended the hand or split it. */
  readonly action: Action | null
  /** The hand's bet was swept by mistake when the hand was over. */
  readonly swept?: true
}

export const WAYS: readonly Way[] = [
  { name: 'as it lay', ended: null, action: null },
  { name: 'stood', ended: 'stand', action: 'stand' },
  // An absent player's hand stops by the house's rule.
  { name: 'stopped', ended: 'stand', action: null },
  ...OVER_BY_ITSELF.map((ended): Way => ({ name: ended, ended, action: null })),
  { name: 'natural', ended: 'natural', action: null },
  { name: 'bust', ended: 'bust', action: null },
  { name: 'doubled', ended: 'double', action: 'double' },
  { name: 'doubled free', ended: 'double', action: 'free-double' },
  { name: 'doubled, bust', ended: 'bust', action: 'double' },
  { name: 'doubled free, bust', ended: 'bust', action: 'free-double' },
  { name: 'surrendered', ended: 'surrender', action: 'surrender' },
  { name: 'even money', ended: null, action: 'even-money' },
  { name: 'split', ended: null, action: 'split' },
  { name: 'split free', ended: null, action: 'free-split' },
  { name: 'box finished', ended: null, action: null },
  { name: 'stood, swept', ended: 'stand', action: 'stand', swept: true },
  ...OVER_BY_ITSELF.map((ended): Way => ({ name: `${ended}, swept`, ended, action: null, swept: true })),
  { name: 'doubled, swept', ended: 'double', action: 'double', swept: true },
  { name: 'doubled free, swept', ended: 'double', action: 'free-double', swept: true },
]

const wayNamed = (name: string): number => WAYS.findIndex((way) => way.name === name)
export const AS_IT_LAY = wayNamed('as it lay')
export const BOX_FINISHED = wayNamed('box finished')
export const EVEN_MONEY = wayNamed('even money')
const SPLIT = wayNamed('split')
const SPLIT_FREE = wayNamed('split free')

/** Does a hand end on an edge of this way? It does unless the edge splits the hand or leaves its box as finished. */
export const endsHand = (way: number): boolean => way !== BOX_FINISHED && way !== SPLIT && way !== SPLIT_FREE

const waysByEnd = (): ReadonlyMap<Ended | null, ReadonlyMap<Action | null, number>> => {
  const byEnd = new Map<Ended | null, Map<Action | null, number>>()
  for (const [index, { ended, action, swept }] of WAYS.entries()) {
    const byAction = kept(byEnd, ended, () => new Map())
    if (!swept && index !== AS_IT_LAY && !byAction.has(action)) byAction.set(action, index)
  }
  return byEnd
}

/** Ways by how a hand ended, then by its last decision. */
const BY_END = waysByEnd()

/** The way in which a hand ended like this after this last decision; -1 if there is none. */
export const wayOf = (ended: Ended | null, action: Action | null): number => BY_END.get(ended)?.get(action) ?? -1

/** The same way with the bet swept; -1 if there is none. */
export const sweptOf = (way: number): number => {
  const { ended, action } = WAYS[way] as Way
  return WAYS.findIndex((each) => each.swept && each.ended === ended && each.action === action)
}

const FIRST_EDGES = 256

/** Gives all columns another length; numbers beyond the old ones are 0. */
const resize = (columns: Edges | Sums, length: number): void => {
  for (const [name, old] of Object.entries<Int32Array | Uint8Array | Float64Array>({ ...columns })) {
    const made = new (old.constructor as Int32ArrayConstructor)(length)
    made.set(old.subarray(0, length))
    Object.assign(columns, { [name]: made })
  }
}

/** These columns with room for the first `count` numbers, in `other`. */
export const copied = <T extends Edges | Sums>(columns: T, count: number, other: T): T => {
  resize(Object.assign(other, columns), Math.max(FIRST_EDGES, count))
  return other
}

/** Edges by number, in columns. An edge comes after all edges that lead to where it begins. */
export class Edges {
  from = new Int32Array(FIRST_EDGES)
  to = new Int32Array(FIRST_EDGES)
  way = new Uint8Array(FIRST_EDGES)
  /** Best total of the hand when it was over; 0 if no hand ended. */
  total = new Uint8Array(FIRST_EDGES)
  /** The kind of the box that is finished here; -1 if the edge is a hand. */
  kind = new Int32Array(FIRST_EDGES)
  /** Log-likelihood of what was decided. */
  score = new Float64Array(FIRST_EDGES)

  /** Its total and its score are the caller's to set. */
  set(id: number, from: Node, to: Node, way: number): void {
    if (id >= this.from.length) resize(this, id * 2)
    this.from[id] = from.id
    this.to[id] = to.id
    this.way[id] = way
    this.kind[id] = way === BOX_FINISHED ? from.kind : -1
  }
}

/**
 * Paths from the first nodes to each node over all edges, by node: how many there are, the best score, and the last edge of the best one
 * (-1 at the first nodes). A lattice whose edges no chip rules out keeps these sums as it grows.
 */
export class Sums {
  paths = new Float64Array(FIRST_EDGES)
  scores = new Float64Array(FIRST_EDGES)
  via = new Int32Array(FIRST_EDGES)

  begin(root: number): void {
    this.paths[root] = 1
    this.via[root] = -1
  }

  add(edge: number, { from: begins, to: ends, score }: Edges): void {
    const from = begins[edge] as number
    const to = ends[edge] as number
    if (to >= this.paths.length) resize(this, to * 2)
    const known = this.paths[to] as number
    const total = (this.scores[from] as number) + (score[edge] as number)
    this.paths[to] = known + (this.paths[from] as number)
    if (known > 0 && total <= (this.scores[to] as number)) return
    this.scores[to] = total
    this.via[to] = edge
  }
}

/** A hand in play that has taken all its cards so far: it decides next, or is owed a card. */
export interface Run {
  readonly node: Node
  readonly hand: Hand
  readonly waiting: Waiting
  /** Cards that a split still owes: to this hand and the next, to the next alone, to this one alone, or none. */
  readonly owed: 'both' | 'next' | 'own' | null
  readonly score: number
}

/**
 * What finished hands must have in common for two ways to have the same future: what they need from the dealer, what they are due if the
 * dealer drew as he must, their totals, or everything.
 */
export type Alike = 'need' | 'due' | 'total' | 'all'

export interface BoxTerms {
  readonly play: Play
  /** What the box was dealt; several hands if one of its cards was not read. */
  readonly dealt: readonly Hand[]
  readonly alike: Alike
  readonly needsOf: (hands: readonly Hand[]) => Needs
  /** The rule that the player of this box breaks, so that it may be played otherwise. @default none */
  readonly playError?: PlayError
}

/** What the lattice of a round needs in order to grow, besides its cards. */
export interface GrowthTerms {
  /** The boxes, played by the rules. */
  readonly boxes: readonly BoxTerms[]
  /** By box index, the same box played against one of the rules. No reading has two such boxes. */
  readonly erring: readonly (readonly BoxTerms[])[]
  /** Position of the first card after the initial deal. */
  readonly deal: number
  /** Ways that moved chips at different times have different futures. */
  readonly followsChips: boolean
  /** Boxes whose hands were over at different times are not alike, because chips may have moved in between. */
  readonly isDated: boolean
  readonly unseen: Unseen
  /** Most nodes it may have. Beyond that readings are missing, and `overflow` says so. */
  readonly nodesMax: number
}

/** What has grown. A lattice shares it with all lattices it grew from. */
export interface Body {
  readonly nodes: Node[]
  /** The nodes that are the dealer's turn. */
  readonly turns: Node[]
  readonly edges: Edges
  /** null if chips are followed, and rule out edges. */
  readonly sums: Sums | null
  /** Edges in use. */
  edgeCount: number
  /** How many earlier nodes were dropped because they led nowhere. */
  readonly left: number
  /** The first nodes, at which the first box begins. */
  rootCount: number
  /** The list in which nothing has happened yet, by what a box is played by. */
  readonly untouched: ReadonlyMap<BoxTerms, Effects>
  /** How many different lists of chip effects there are. */
  readonly effects: { count: number }
  /** By number of hands, whether they come from a split, and what they have in common. */
  readonly pasts: Map<string, Past>
  /** No hand is over yet. */
  readonly noPast: Past
  /** No hand is left. */
  readonly noWaiting: Waiting
  /** Numbers of the kinds of finished boxes. */
  readonly kinds: Map<string, number>
  /** Hands with an unread card, by their edge, because an assumed rank cannot be read off the cards. */
  readonly assumed: Map<number, Hand>
}

export const noEffects = (id: number): Effects => ({ id, list: [], more: null })

export const withEffect = (body: Body, effects: Effects, effect: ChipEffect): Effects => {
  effects.more ??= new Map()
  return kept(effects.more, effectKey(effect), () => ({ id: body.effects.count++, list: [...effects.list, effect], more: null }))
}

/**
 * A lattice as a value: its part of a body, with its hands in play. Growing from it leaves it unchanged. It shares its body with what grew from
 * it.
 */
export interface Lattice {
  readonly terms: GrowthTerms
  readonly body: Body
  readonly nodeCount: number
  /** All nodes it ever had, in which bounds are measured. */
  readonly size: number
  readonly edgeCount: number
  readonly runs: readonly Run[]
  /** Cards it has taken. */
  readonly cards: number
  /** Positions of the cards in players' hands that were not read. */
  readonly unread: ReadonlySet<number>
  /** The bound was reached, so readings are missing. */
  readonly overflow: boolean
}
