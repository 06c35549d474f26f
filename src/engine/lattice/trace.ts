/** From edges of the lattice back to hands and stories: what was not kept is derived from the cards again. */

import { type Hand, isDoubled, withAction, withCard } from '../../rules/game/hand.ts'
import type { ChipEffect } from '../evidence/chips.ts'
import type { Story } from '../evidence/story.ts'
import { BOX_FINISHED, type BoxTerms, endsHand, type Lattice, type Node, type Run, WAYS, type Way } from './graph.ts'
import type { PathEnd } from './sweep.ts'
import { bustEffect } from './ways.ts'

/** What a trace needs in addition to the lattice. */
export interface Traced {
  readonly lattice: Lattice
  /** Rank of the card at a position; null if it was not read. */
  readonly ranks: readonly (number | null)[]
  /** `silent`: the player is away, so drawing is no decision of his. */
  readonly boxes: readonly { readonly silent: boolean }[]
}

/** Number of decisions in the hand before its last one. */
export const decisionsBefore = ({ lattice, boxes }: Traced, edge: number): number => {
  const node = fromOf(lattice, edge)
  if (boxes[node.box]?.silent) return 0
  const way = WAYS[lattice.body.edges.way[edge] as number] as Way
  const drawn = toOf(lattice, edge).position - node.position - (node.aside === 0 ? 0 : 1)
  const owed = node.hand?.positions.length === 1 ? 1 : 0
  const doubled = way.action === 'double' || way.action === 'free-double' ? 1 : 0
  return (node.hand?.actions.length ?? 0) + Math.max(0, drawn - owed - doubled)
}

export const fromOf = ({ body }: Lattice, edge: number): Node => body.nodes[body.edges.from[edge] as number] as Node
export const toOf = ({ body }: Lattice, edge: number): Node => body.nodes[body.edges.to[edge] as number] as Node

/** Positions of the cards a hand has when it ends on this edge. */
export const positionsOf = ({ lattice }: Traced, edge: number): readonly number[] => {
  const node = fromOf(lattice, edge)
  const held = node.hand?.positions ?? []
  const end = toOf(lattice, edge).position
  if (end === node.position) return held
  const positions = [...held]
  for (let position = node.position; position < end; position++) {
    if (position !== node.position + node.aside - 1) positions.push(position)
  }
  return positions
}

/** The hand as it was when it ended on this edge. */
export const handOf = (traced: Traced, edge: number): Hand => {
  const hand = playedOf(traced, edge)
  return isSwept(traced, edge) ? { ...hand, real: 0, lammers: 0 } : hand
}

const isSwept = ({ lattice }: Traced, edge: number): boolean => WAYS[lattice.body.edges.way[edge] as number]?.swept === true

/** The hand as it was played, whatever became of its bet. */
const playedOf = (traced: Traced, edge: number): Hand => {
  const { lattice, ranks, boxes } = traced
  const assumed = lattice.body.assumed.get(edge)
  if (assumed) return assumed
  const node = fromOf(lattice, edge)
  const way = WAYS[lattice.body.edges.way[edge] as number] as Way
  let hand = node.hand as Hand
  const isDouble = way.action === 'double' || way.action === 'free-double'
  const { playError } = (node.terms as BoxTerms).play.rules
  const raise = (before: Hand): Hand => {
    const raised = withAction(before, way.action as 'double')
    return way.action === 'double' ? { ...raised, real: raised.real + laidOn(lattice, edge) } : { ...raised, lammers: raised.lammers + 1 }
  }
  const positions = positionsOf(traced, edge)
  if (isDouble && positions.length === hand.positions.length) hand = raise(hand)
  for (let index = hand.positions.length; index < positions.length; index++) {
    const position = positions[index] as number
    const isRaise = index === positions.length - (playError === 'DOUBLE-TWO-CARDS' ? 2 : 1)
    if (isDouble && isRaise) hand = raise(hand)
    else if (index > 1 && !boxes[node.box]?.silent && !isDoubled(hand)) hand = withAction(hand, 'hit')
    hand = withCard(hand, position, ranks[position] ?? 0)
  }
  if (way.action !== null && !isDouble) hand = withAction(hand, way.action)
  return way.ended === null ? hand : { ...hand, ended: way.ended }
}

/** Chips laid on this edge, in bets; a whole bet if the lattice does not follow chips. */
const laidOn = (lattice: Lattice, edge: number): number => {
  const before = fromOf(lattice, edge).effects.list.length
  const stake = toOf(lattice, edge)
    .effects.list.slice(before)
    .find(({ kind }) => kind === 'stake')
  return stake?.units ?? 1
}

/** What the chips of the box did on this edge. If the lattice does not follow chips, the hand's decisions say it. */
const effectsOf = (traced: Traced, edge: number, hand: Hand): readonly ChipEffect[] => {
  const { lattice } = traced
  const [from, to] = [fromOf(lattice, edge), toOf(lattice, edge)]
  if (lattice.terms.followsChips) return to.effects.list.slice(from.effects.list.length)
  const way = WAYS[lattice.body.edges.way[edge] as number] as Way
  const { rules } = (from.terms as BoxTerms).play
  const position = to.position
  const stake = (isPaid: boolean): ChipEffect => ({ kind: 'stake', position, units: isPaid ? 1 : 0, lammers: isPaid ? 0 : 1 })
  const effects: ChipEffect[] = []
  if (way.action === 'double' || way.action === 'free-double') effects.push(stake(way.action === 'double'))
  if (way.action === 'split' || way.action === 'free-split') effects.push(stake(way.action === 'split'))
  if (way.action === 'surrender') effects.push({ kind: 'surrender', position, units: 0, lammers: 0 })
  if (way.ended === 'bust') effects.push(bustEffect(hand, position, from, rules))
  return effects
}

/** Boxes along a path, each as its story; the last one may still be in play. */
export const storiesOf = (traced: Traced, edges: readonly number[], end: Pick<PathEnd, 'node' | 'run'>): readonly Story[] => {
  const { lattice } = traced
  const stories: Story[] = []
  let own: number[] = []
  for (const edge of edges) {
    if (lattice.body.edges.way[edge] === BOX_FINISHED) {
      stories.push(storyOf(traced, own, fromOf(lattice, edge), null))
      own = []
    } else own.push(edge)
  }
  const { box } = end.node
  const isDealers = end.node.hand === null && own.length === 0
  return isDealers && stories.length === box ? stories : [...stories, storyOf(traced, own, end.node, end.run)]
}

/** One box from its beginning. `node`: where the box is finished, or where its hand in play began. */
export const storyOf = (traced: Traced, edges: readonly number[], node: Node, run: Run | null): Story => {
  const { lattice } = traced
  const hands: Hand[] = []
  const effects: ChipEffect[] = []
  let score = run?.score ?? 0
  for (const edge of edges) {
    const hand = handOf(traced, edge)
    if (endsHand(lattice.body.edges.way[edge] as number)) hands.push(hand)
    effects.push(...effectsOf(traced, edge, hand))
    score += lattice.body.edges.score[edge] as number
  }
  const [first] = edges
  const start = first === undefined ? node.position : fromOf(lattice, first).position
  const active = hands.length
  if (run) hands.push(run.hand, ...run.waiting.hands)
  return { start, end: run ? lattice.cards : node.position, hands, active, effects, score }
}
