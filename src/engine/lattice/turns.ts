/** The dealer's turns of a lattice that may have led to the round's last card, and how. */

import {
  ANY_NEED,
  type DealerFault,
  type DealerRun,
  type Drawing,
  dealerNeeds,
  dealtToDealer,
  isSameRun,
  type Need,
  type Needs,
  NO_NEED,
  runsToLast,
} from '../../rules/game/dealer.ts'
import { faultCodes, faultyRuns } from '../../rules/game/dealer-faults.ts'
import { isLookedFor } from '../../rules/game/looked-for.ts'
import { kept } from '../workspace.ts'
import { playErrorsIn } from './error-effects.ts'
import type { Node } from './graph.ts'
import type { LatticeInput } from './reading.ts'
import type { Turn } from './shared-answers.ts'

/** The dealer has stopped by then: no hand reaches seventeen with more cards, not even of aces, twos and threes from eight packs. */
export const DEALER_CARDS_MAX = 17

/** The earliest turn first. */
export const dealersTurns = (input: LatticeInput): readonly Turn[] => {
  const { kept: answers, error, pointed, hole, checked, insuranceOpen, sideBetsOpen } = input
  // The pointer and an error of the dealer's change how he is asked about, so such answers are not kept.
  if (error !== null || pointed !== null) return turnsAsked(input)
  return kept(answers.turns, `${hole}/${checked}/${insuranceOpen}/${sideBetsOpen}`, () => turnsAsked(input))
}

const turnsAsked = (input: LatticeInput): readonly Turn[] => {
  const { ranks, lattice, error } = input
  const drawing = new Drawn(input)
  const found: Turn[] = []
  // What he does depends on where he begins and on what is left to decide, and many ways lead to the same.
  const known = new Map<number, readonly DealerRun[]>()
  const { turns } = lattice.body
  const isErred = playErrorsIn(error) > 0
  const from = Math.max(input.turnFrom, ranks.length - DEALER_CARDS_MAX)
  for (let at = turns.length - 1; at >= 0; at--) {
    const node = turns[at] as Node
    // A lattice that grew from this one has more of them.
    if (node.id >= lattice.nodeCount) continue
    if (node.position < from) break
    if (node.erred !== isErred) continue
    const key = node.position * (ANY_NEED + 1) + node.needs
    const runs = kept(known, key, () => drawing.runsAtLast(node))
    if (runs.length > 0) found.push({ node, runs })
  }
  return found.reverse()
}

/** His draw, as one question asks about it. */
class Drawn {
  readonly #input: LatticeInput
  /** How far he may play, by what the boxes need. */
  readonly #needs: (readonly Need[])[] = []
  #held: readonly Drawing[] | null = null

  constructor(input: LatticeInput) {
    this.#input = input
  }

  #needsOf(needs: Needs): readonly Need[] {
    this.#needs[needs] ??= dealerNeeds(this.#input, needs)
    return this.#needs[needs]
  }

  /** Ways in which his hand can stand at the round's last card if the boxes were finished at this node. */
  runsAtLast({ needs, position: start }: Node): readonly DealerRun[] {
    const { ranks, error, pointedDealer } = this.#input
    const runs = error === null || error.fault === null ? this.#legalRuns(needs, start) : this.#faultyRuns(error.fault, needs, start)
    return runs.length > 0 && pointedDealer(start, ranks.length) ? runs : []
  }

  #legalRuns(needs: Needs, start: number): readonly DealerRun[] {
    this.#held ??= dealtToDealer({ ...this.#input, checkedNoNatural: this.#input.checked })
    const [only, ...others] = this.#needsOf(needs)
    const runs = only ? runsToLast(this.#held, start, only, this.#input) : []
    return others.reduce((known, need) => withOthers(known, runsToLast(this.#held ?? [], start, need, this.#input)), runs)
  }

  #faultyRuns(fault: DealerFault, needs: Needs, start: number): readonly DealerRun[] {
    const { rules, upRanks, hole, ranks, unreadRanks, checked: checkedNoNatural } = this.#input
    // If no player's hand is left, there is no total to stand or draw on, only a side bet to play for.
    const isAlone = needs === NO_NEED
    if (fault !== 'unchecked' && isAlone !== (fault === 'no-draw' || fault === 'needless')) return []
    const drawing = { rules, upRanks, hole, ranks, unreadRanks, start, checkedNoNatural }
    return faultyRuns(fault, drawing, this.#needsOf(needs)).filter(
      (run) => run.end === ranks.length && faultCodes(fault, run).every((code) => isLookedFor(code, this.#input)),
    )
  }
}

/** These runs and those of `more` that are not among them. */
const withOthers = (runs: readonly DealerRun[], more: readonly DealerRun[]): readonly DealerRun[] =>
  more.length === 0 ? runs : [...runs, ...more.filter((run) => !runs.some((known) => isSameRun(known, run)))]
