/** What people do to chips that stay where they are. */
import type { ChipStack } from '../../devices/scan.ts'
import { amountOn } from './chips.ts'
import { type Game, spotOf } from './game.ts'
import { between, oneOf } from './random.ts'
import type { Habit } from './types.ts'

/** While cards are dealt to all, while boxes play, while the dealer settles. */
type Phase = 'deal' | 'play' | 'settle'

interface Fidget {
  readonly habit: Habit
  readonly phases: readonly Phase[]
  /** How many of the round's chances are used, 0-1. */
  readonly share: number
  /** What the sensor sees meanwhile. `isKept`: the chips stay like that. */
  readonly look: (chips: readonly ChipStack[]) => readonly ChipStack[]
  readonly isKept?: true
}

/** All chips but the lowest are in the player's hand. */
const lowest = (chips: readonly ChipStack[]): readonly ChipStack[] => chips.slice(0, 1).map((stack) => ({ ...stack, count: 1 }))

const FIDGETS: readonly Fidget[] = [
  { habit: 'hands-over', phases: ['deal', 'play', 'settle'], share: 0.04, look: () => [] },
  { habit: 'touch', phases: ['deal'], share: 0.04, look: lowest },
  { habit: 'restack', phases: ['play'], share: 0.04, look: lowest },
  { habit: 'restack', phases: ['play'], share: 0.04, look: (chips) => chips.toReversed(), isKept: true },
]

/** Shortest and longest time, as shares of the lag that the table allows its spots. */
const [SHORTEST, LONGEST] = [0.2, 0.9]

export function fidget(game: Game, phase: Phase): void {
  const { random, recorder, spotLagMs } = game
  for (const { habit, phases, share, look, isKept } of FIDGETS) {
    if (!game.habits.has(habit) || !phases.includes(phase) || random() >= share || spotLagMs === 0) continue
    const bet = game.boxesInPlay.map(({ box }) => spotOf(box, 'main')).filter((spot) => amountOn(recorder.level(spot)) > 0)
    if (bet.length === 0) continue
    const forMs = isKept ? null : Math.round(spotLagMs * between(random, SHORTEST, LONGEST))
    recorder.glimpse({ spot: oneOf(random, bet), forMs, look })
  }
}
