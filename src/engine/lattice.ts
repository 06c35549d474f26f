/**
 * The set of all readings of one round, as a lattice: node = (boxes finished, position of the next card, what is left to decide),
 * edge = one story of the next box. A path to the dealer is a reading; counting, "true in every reading" and the best reading are
 * sums and maxima over edges, never a list of readings.
 *
 *   box 1         box 2         box 3          dealer
 *   o----story----o----story----o----story----o----forced draw----.
 *    `---story-----o---story----'
 *
 * Two kinds of readings: the round is still in play (the last card lies with some box or with a dealer who may draw on), or it is
 * over (the dealer stopped at the last card) and what the chips did since is the settlement.
 */
import type { ChipEvidence } from '../config/table-config.ts'
import type { HouseRules } from '../house/rules.ts'
import { type ChipContext, type InPlay, matchPlay, type Timeline } from './chips.ts'
import { type DealerRun, dealerRuns, type Need } from './dealer.ts'
import type { Outcome } from './event.ts'
import type { Edge, Layers, Node } from './graph.ts'
import { dueOf as handDue, type Money, outcomeOf } from './settle.ts'
import { type BoxDue, type Cut, matchSettlement, type Settlement } from './settlement.ts'
import { sevensDue } from './side-bets.ts'
import { stakeOptions } from './stake-options.ts'
import type { Story, StorySet } from './story.ts'
import { type BestPath, type PathEnd, SETTLING, type Swept, sweep, UNRESOLVED } from './sweep.ts'

/** One box as the lattice needs it. */
export interface LatticeBox {
  /** Box number as on the wire. */
  readonly box: number
  readonly timeline: Timeline
  /** Story sets by start position. */
  readonly sets: ReadonlyMap<number, StorySet>
  readonly insured: boolean
  readonly chips: ChipContext
}

export interface LatticeInput {
  readonly rules: HouseRules
  readonly money: Money
  readonly boxes: readonly LatticeBox[]
  /** Position of the first card after the initial deal. */
  readonly dealLength: number
  /** Rank of every card so far; null where unread, or hidden from this set. */
  readonly ranks: readonly (number | null)[]
  readonly upRank: number
  /** The hole card's rank; null = dealt and not known to this set; undefined = not dealt. */
  readonly hole: number | null | undefined
  /** Suit of the round's card at a position; null where unread. */
  readonly suitAt: (position: number) => number | null
  /** A check under this up card comes before play: while play goes on the dealer has no natural. */
  readonly checked: boolean
  /** Naturals are paid before play: the dealer cannot have one, or has checked. */
  readonly paidBeforePlay: boolean
  readonly sideBetsOpen: boolean
  readonly insuranceOpen: boolean
  /** Does the pointer let this story have its cards? */
  readonly pointed: (box: number, story: Story) => boolean
  readonly pointedDealer: (from: number, to: number) => boolean
  readonly evidence: ChipEvidence
  /** Players may collect as soon as their own box is settled. */
  readonly collectAtOnce: boolean
  /** Event time of the round's last card. */
  readonly settleFrom: number
  /** Event time of the newest observation; Infinity once nothing more is waited for. */
  readonly now: number
  readonly spotLagMs: number
  /** `over`: only readings in which the round is over count; `resolved`: and every stake is settled. */
  readonly asked: 'any' | 'over' | 'resolved'
  /** Leave out what the chips did after play: cards and stakes alone. */
  readonly ignoreSettlement: boolean
}

/** One reading, written out. */
export interface Reading {
  /** By box index; shorter than the boxes while play has not come to all of them. */
  readonly stories: readonly Story[]
  readonly dues: readonly BoxDue[] | null
  readonly settlements: readonly Settlement[]
  readonly dealer: DealerRun | null
  /** Index of the box in play; the number of boxes = the dealer; null = over. */
  readonly active: number | null
  readonly score: number
}

/** In how many readings a box has this story, and with which outcomes. */
export interface Support {
  readonly story: Story
  readonly outcomes: readonly Outcome[] | null
  readonly count: number
}

export interface Solution {
  /** Number of readings. */
  readonly count: number
  /** Readings in which the dealer has legally finished. */
  readonly over: number
  /** Readings in which the dealer drew or the settlement began: what is under his hand is no secret any more. */
  readonly exposed: number
  readonly best: Reading | null
  /** By box index; empty where the box may still lie as it was dealt. */
  readonly supports: readonly (readonly Support[])[]
  /** By box index: readings in which it still lies as dealt. */
  readonly untouched: readonly number[]
  readonly dealers: readonly { readonly run: DealerRun; readonly count: number }[]
  /** A bound was reached: readings are missing from the set. */
  readonly overflow: boolean
}

const NEEDS: readonly Need[] = ['nothing', 'natural', 'all']
const strongest = (one: Need, other: Need): Need => (NEEDS.indexOf(one) >= NEEDS.indexOf(other) ? one : other)

const needOf = (story: Story, paidBeforePlay: boolean): Need => {
  let need: Need = 'nothing'
  for (const hand of story.hands) {
    if (hand.ended === 'natural') {
      if (!paidBeforePlay && !hand.actions.includes('even-money')) need = strongest(need, 'natural')
    } else if (hand.ended !== 'bust' && hand.ended !== 'surrender') need = 'all'
  }
  return need
}

const isNaturalStory = (story: Story): boolean => story.hands[0]?.ended === 'natural'
const isEvenMoney = (story: Story): boolean => story.hands[0]?.actions.includes('even-money') === true
const isSurrender = (story: Story): boolean => story.hands[0]?.ended === 'surrender'

/** Settled while others play on: what its spot shows from then on belongs to no settlement. */
const settledEarly = (input: LatticeInput, story: Story): boolean =>
  isSurrender(story) || (isNaturalStory(story) && (input.paidBeforePlay || isEvenMoney(story)))

const boxAt = (input: LatticeInput, index: number): LatticeBox => input.boxes[index] as LatticeBox

/** What a box's main spot is due in this story against this final hand. */
const boxDue = (input: LatticeInput, index: number, story: Story, play: InPlay, final: DealerRun): BoxDue => {
  const { rules, money } = input
  const { timeline, insured } = boxAt(input, index)
  const bet = timeline.base.amount
  let win = 0
  let lose = 0
  let live = 0
  let total = 0
  const losses: number[] = []
  const outcomes = story.hands.map((hand) => {
    const outcome = outcomeOf(hand, final, rules, insured)
    const due = handDue(hand, outcome, bet, rules, money)
    total += due
    if (hand.ended !== 'bust' && hand.ended !== 'surrender') {
      live += hand.real * bet
      if (due > 0) win += due
      else if (due < 0) {
        lose -= due
        losses.push(-due)
      }
    }
    return outcome
  })
  const prize = sevensDue(bet, story.hands, outcomes, input.suitAt, rules, money)
  win += prize
  // Bust stakes that play did not see taken are still to be taken.
  const untaken = isSurrender(story) ? 0 : Math.max(0, play.amount - live)
  const bustLosses = story.hands.flatMap((hand) => (hand.ended === 'bust' ? [hand.real * bet] : []))
  return { win, lose: lose + untaken, losses: untaken > 0 ? [...losses, ...bustLosses] : losses, total: total + prize, outcomes }
}

const judge = (input: LatticeInput, index: number, story: Story, play: InPlay, due: BoxDue, cut: Cut): Settlement => {
  const { box, timeline } = boxAt(input, index)
  const settlement = matchSettlement({
    box,
    story,
    due,
    play,
    timeline,
    evidence: input.evidence,
    settleFrom: input.settleFrom,
    now: input.now,
    spotLagMs: input.spotLagMs,
    settledEarly: settledEarly(input, story),
    cut,
  })
  // Even money is a reading only where its payment was seen.
  return isEvenMoney(story) && settlement.kinds[0] !== 'pay' ? { ...settlement, verdict: 'misfit' } : settlement
}

/** What naturals paid before play are judged by: no natural of the dealer. */
const NO_NATURAL: DealerRun = { end: 0, drawn: 0, done: true, total: 0, soft: false, blackjack: false }

/** Play explains every movement, or the box was settled early. */
const isExplained = (input: LatticeInput, index: number, story: Story, play: InPlay): boolean => {
  if (isEvenMoney(story) || (play.from < boxAt(input, index).timeline.moves.length && settledEarly(input, story))) {
    const due = boxDue(input, index, story, play, NO_NATURAL)
    return judge(input, index, story, play, due, { kind: 'any' }).verdict !== 'misfit'
  }
  return play.from >= boxAt(input, index).timeline.moves.length
}

/** Every reachable node and every edge whose chips in play fit. */
const build = (input: LatticeInput): { layers: Layers; overflow: boolean } => {
  const start: Node = { position: input.dealLength, need: 'nothing', out: [] }
  const layers: Map<string, Node>[] = [new Map([['', start]])]
  let overflow = false
  input.boxes.forEach((box, index) => {
    const next = new Map<string, Node>()
    for (const node of (layers[index] as Map<string, Node>).values()) {
      const set = box.sets.get(node.position)
      overflow ||= set?.overflow ?? false
      for (const story of set?.done ?? []) {
        const play = matchPlay(story, box.timeline, box.chips)
        if (!play.fits || !input.pointed(index, story)) continue
        const need = strongest(node.need, needOf(story, input.paidBeforePlay))
        const key = `${story.end}/${need}`
        let to = next.get(key)
        if (!to) {
          to = { position: story.end, need, out: [] }
          next.set(key, to)
        }
        node.out.push({ story, play, from: node, to, explained: isExplained(input, index, story, play) })
      }
    }
    layers.push(next)
  })
  return { layers, overflow }
}

/** Do the chips of this box say nothing beyond the initial deal? */
const isUntouched = (input: LatticeInput, index: number): boolean => {
  const box = boxAt(input, index)
  if (box.timeline.moves.length === 0) return true
  const dealt = box.sets.get(input.dealLength)?.done.find(isNaturalStory)
  if (dealt && isExplained(input, index, dealt, matchPlay(dealt, box.timeline, box.chips))) return true
  return matchPlay({ effects: [], end: input.dealLength }, box.timeline, box.chips).from >= box.timeline.moves.length
}

/** Stories of this box that may have taken the round's last card, or chips since: where play stands. */
const standing = (input: LatticeInput, index: number, position: number): readonly Story[] => {
  const box = boxAt(input, index)
  const set = box.sets.get(position)
  const last = input.ranks.length
  if (!set) return []
  const moves = box.timeline.moves.length
  const explains = (story: Pick<Story, 'effects' | 'end'>): boolean => {
    const play = matchPlay(story, box.timeline, box.chips)
    return play.fits && play.from >= moves
  }
  /** A stake laid down before its card: one of the decisions open to this hand explains it. */
  const laid = (story: Story): boolean =>
    moves > 0 && stakeOptions(story, input.rules).some((effect) => explains({ effects: [...story.effects, effect], end: story.end }))
  const open = set.open.filter((story) => {
    if (story.end !== last || !input.pointed(index, story)) return false
    return explains(story) ? story.end > story.start : laid(story)
  })
  const done = set.done.filter((story) => {
    if (story.end !== last || isNaturalStory(story) || !input.pointed(index, story)) return false
    const play = matchPlay(story, box.timeline, box.chips)
    return (isSurrender(story) || (!story.stopped && story.end > story.start)) && play.fits && isExplained(input, index, story, play)
  })
  return [...open, ...done]
}

/** 001 l.17 and 000 §6: Push 22 is played to the end. An open natural or insurance may be decided by one card, or played out. */
const dealerNeeds = ({ rules, sideBetsOpen, insuranceOpen, hole }: LatticeInput, need: Need): readonly Need[] => {
  if (need === 'all' || rules.dealerDrawsWhenAllDone === 'always') return ['all']
  if (rules.dealerDrawsWhenAllDone === 'never') return ['nothing']
  if (sideBetsOpen) return ['all']
  const noHole = hole === undefined
  if (need === 'natural') return noHole ? (rules.dealerDrawForBlackjack === 'finish' ? ['all'] : ['natural', 'all']) : ['nothing', 'all']
  return insuranceOpen && noHole ? ['natural', 'all'] : ['nothing']
}

/** Ways the dealer's hand can stand at the round's last card, if the boxes were finished at this node. */
const runsAtLast = (input: LatticeInput, node: Node): readonly DealerRun[] => {
  const { rules, upRank, hole, ranks, checked } = input
  const runs = new Map<string, DealerRun>()
  for (const need of dealerNeeds(input, node.need)) {
    for (const run of dealerRuns({ rules, upRank, hole, ranks, start: node.position, need, checkedNoNatural: checked })) {
      if (run.end === ranks.length && input.pointedDealer(node.position, run.end))
        runs.set(`${run.total}/${run.blackjack}/${run.done}`, run)
    }
  }
  return [...runs.values()]
}

/** Collects what the sweeps find. */
interface Tally {
  count: number
  over: number
  exposed: number
  best: Reading | null
  readonly supports: Map<string, Support>[]
  readonly untouched: number[]
  readonly dealers: Map<string, { run: DealerRun; count: number }>
}

const credit = (tally: Tally, index: number, story: Story, outcomes: readonly Outcome[] | null, count: number) => {
  const supports = tally.supports[index] as Map<string, Support>
  const key = `${storyKey(story)}=${outcomes?.join(',') ?? ''}`
  const known = supports.get(key)
  supports.set(key, { story, outcomes, count: (known?.count ?? 0) + count })
}

/** Names a story by its cards' places and its actions: what makes two readings the same. */
export const storyKey = (story: Story): string =>
  story.hands.map((hand) => `${hand.positions.join('.')}:${hand.actions.join('.')}`).join('|')

const gather = (
  input: LatticeInput,
  layers: Layers,
  tally: Tally,
  swept: Swept,
  outcomesOf: (index: number, edge: Edge) => readonly Outcome[] | null,
) => {
  tally.count += swept.count
  const layerOf = new Map<Node, number>()
  layers.forEach((layer, index) => {
    for (const node of layer.values()) layerOf.set(node, index)
  })
  for (const [edge, count] of swept.edges) {
    const index = layerOf.get(edge.from) ?? 0
    credit(tally, index, edge.story, outcomesOf(index, edge), count)
  }
  for (const { layer, node, end, count } of swept.ends) {
    if (end.story) credit(tally, layer, end.story, null, count)
    for (let index = layer + (end.story ? 1 : 0); index < input.boxes.length; index++) {
      tally.untouched[index] = (tally.untouched[index] ?? 0) + count
    }
    if (!end.run) continue
    const key = `${node.position}/${end.run.end}/${end.run.total}/${end.run.blackjack}/${end.run.done}`
    tally.dealers.set(key, { run: end.run, count: (tally.dealers.get(key)?.count ?? 0) + count })
    tally.exposed += end.run.drawn > 0 ? count : 0
  }
}

/** Readings in which the round is in play: the last card lies with a box, or with a dealer who may draw on. */
const sweepPlay = (input: LatticeInput, layers: Layers, tally: Tally) => {
  const boxes = input.boxes.length
  const untouched = input.boxes.map((_, index) => isUntouched(input, index))
  const laterUntouched = (index: number): boolean => untouched.slice(index).every(Boolean)
  const swept = sweep({
    layers,
    marks: (_, edge) => (edge.explained ? 0 : null),
    accepts: () => true,
    ends: (layer, node): readonly PathEnd[] => {
      if (layer === boxes) return drawnRuns(runsAtLast(input, node)).map((run) => ({ story: null, run }))
      if (!laterUntouched(layer + 1)) return []
      return standing(input, layer, node.position).map((story) => ({ story, run: null }))
    },
  })
  gather(input, layers, tally, swept, () => null)
  for (const { end, count } of swept.ends) tally.over += end.run?.done ? count : 0
  if (swept.best) offer(input, tally, swept.best, null)
  if (input.ranks.length > input.dealLength || !laterUntouched(0)) return
  // Nothing but the initial deal: one reading, every box as it was dealt.
  tally.count += 1
  for (let index = 0; index < boxes; index++) tally.untouched[index] = (tally.untouched[index] ?? 0) + 1
  tally.best ??= { stories: [], dues: null, settlements: [], dealer: null, active: 0, score: 0 }
}

/** Runs in which he drew; where the hole card is not known several totals are one reading, for the cards lie alike. */
const drawnRuns = (runs: readonly DealerRun[]): readonly DealerRun[] => {
  const drawn = runs.filter((run) => run.drawn > 0)
  const finished = drawn.find((run) => run.done) ?? drawn[0]
  return finished ? [finished] : []
}

/** Readings in which the dealer stopped at the last card, for each final hand and each place where the settlement may have ended. */
const sweepOver = (input: LatticeInput, layers: Layers, tally: Tally) => {
  const boxes = input.boxes.length
  const groups = new Map<string, Map<Node, DealerRun>>()
  for (const node of layers[boxes]?.values() ?? []) {
    for (const run of runsAtLast(input, node)) {
      if (!run.done) continue
      const key = `${run.total}/${run.blackjack}`
      groups.set(key, (groups.get(key) ?? new Map()).set(node, run))
    }
  }
  for (const runs of groups.values()) {
    const [final] = runs.values()
    if (final) sweepFinal(input, layers, tally, final, runs)
  }
}

const sweepFinal = (input: LatticeInput, layers: Layers, tally: Tally, final: DealerRun, runs: ReadonlyMap<Node, DealerRun>) => {
  const boxes = input.boxes.length
  const ends = (layer: number, node: Node): readonly PathEnd[] => {
    const run = layer === boxes ? runs.get(node) : undefined
    return run ? [{ story: null, run }] : []
  }
  const dues = new Map<Edge, BoxDue>()
  const dueOf = (index: number, edge: Edge): BoxDue => {
    const due = dues.get(edge) ?? boxDue(input, index, edge.story, edge.play, final)
    dues.set(edge, due)
    return due
  }
  const outcomesOf = (index: number, edge: Edge) => dueOf(index, edge).outcomes
  const marksFor = (cut: Cut) => (index: number, edge: Edge) => {
    if (input.ignoreSettlement) return SETTLING
    const { verdict } = judge(input, index, edge.story, edge.play, dueOf(index, edge), cut)
    if (verdict === 'misfit') return null
    return (verdict === 'unresolved' ? UNRESOLVED : 0) | (edge.explained ? 0 : SETTLING)
  }
  // What can fit at all, wherever the settlement ended: most edges fall here, once for all cuts.
  const possible = sweep({ layers, marks: marksFor({ kind: 'any' }), accepts: () => true, ends })
  if (possible.count === 0) return
  const known = input.asked !== 'any'
  for (const cut of cutsOf(input)) {
    const open = cut.kind === 'open'
    const marks = marksFor(cut)
    const swept = sweep({
      layers,
      marks: (index, edge) => (possible.edges.has(edge) ? marks(index, edge) : null),
      // A settlement still open has a stake unresolved; what is resolved is counted where its settlement ended. While the round may
      // be in play, only a chip that play does not explain tells that it is over.
      accepts: (mark) =>
        (open ? (mark & UNRESOLVED) !== 0 : true) &&
        (known || (mark & SETTLING) !== 0) &&
        (input.asked !== 'resolved' || (mark & UNRESOLVED) === 0),
      ends,
    })
    if (swept.count === 0) continue
    const exposedBefore = tally.exposed
    gather(input, layers, tally, swept, outcomesOf)
    tally.exposed = exposedBefore + swept.count
    tally.over += swept.count
    if (swept.best) offer(input, tally, swept.best, { final, cut })
  }
}

/** Where the settlement may have ended: see `Cut`. */
const cutsOf = (input: LatticeInput): readonly Cut[] => {
  if (input.ignoreSettlement || input.evidence !== 'payouts' || input.collectAtOnce) return [{ kind: 'any' }]
  const after = input.boxes.flatMap(({ box, timeline }) =>
    timeline.moves.filter((move) => move.at >= input.settleFrom).map((move): Cut => ({ kind: 'after', at: move.at, box })),
  )
  return [{ kind: 'open' }, { kind: 'nothing-due' }, ...after]
}

/** Keeps the likelier of two readings; of equals the one in which the round is over. */
const offer = (input: LatticeInput, tally: Tally, path: BestPath, over: { final: DealerRun; cut: Cut } | null) => {
  if (tally.best && (tally.best.score > path.score || (tally.best.score === path.score && !over))) return
  const { edges, end } = path
  const dues = over ? edges.map((edge, index) => boxDue(input, index, edge.story, edge.play, over.final)) : []
  tally.best = {
    stories: [...edges.map((edge) => edge.story), ...(end.story ? [end.story] : [])],
    dues: dues.length > 0 ? dues : null,
    settlements: over ? edges.map((edge, index) => judge(input, index, edge.story, edge.play, dues[index] as BoxDue, over.cut)) : [],
    dealer: end.run,
    active: over ? null : end.story ? path.layer : input.boxes.length,
    score: path.score,
  }
}

/** All readings of the evidence. */
export const solve = (input: LatticeInput): Solution => {
  const { layers, overflow } = build(input)
  const tally: Tally = {
    count: 0,
    over: 0,
    exposed: 0,
    best: null,
    supports: input.boxes.map(() => new Map()),
    untouched: input.boxes.map(() => 0),
    dealers: new Map(),
  }
  if (input.asked === 'any') sweepPlay(input, layers, tally)
  const moved = input.boxes.some(({ timeline }) => timeline.moves.length > 0)
  if (moved || input.asked !== 'any') sweepOver(input, layers, tally)
  return {
    ...tally,
    supports: tally.supports.map((supports) => [...supports.values()]),
    dealers: [...tally.dealers.values()],
    overflow,
  }
}
