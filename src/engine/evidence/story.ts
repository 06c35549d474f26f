/** One box of one reading, written out: its hands with their cards and decisions, and their effect on its chips. */

import type { Hand } from '../../rules/game/hand.ts'
import type { ChipEffect } from './chips.ts'

export interface Story {
  /** Position of the first card after its cards from the deal. */
  readonly start: number
  /** Position after its last card. */
  readonly end: number
  readonly hands: readonly Hand[]
  /** The hand that decides next; `hands.length` when the box is finished. */
  readonly active: number
  readonly effects: readonly ChipEffect[]
  /** Log-likelihood of its decisions; ranks, never removes. */
  readonly score: number
}

/** Equal for stories with the same hands, played by the same decisions. */
export const storyKey = ({ hands, active }: Story): string =>
  `${active} ${hands.map(({ positions, ranks, actions, ended }) => `${positions.join('.')}:${ranks.join('.')}:${actions.join('.')}:${ended}`).join('|')}`
