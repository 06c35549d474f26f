/** One error that only the readings of a round show: an evening in the words of `scene.ts`, and its nearest legal twin. */

import type { FigureCase } from '../../src/rules/game/error-figures.ts'
import type { FindingCode } from '../../src/rules/house/finding-code.ts'
import type { Table } from './scene.ts'

export interface ReadingScenario extends Table {
  readonly words: string
  readonly twin: string
  /** Left out: proven. */
  readonly grade?: 'likely'
  readonly box: number | null
  /** Left out: several hands lie on the spot and the finding may be of one or of all. */
  readonly hand?: number | null
  /** null: the finding is of cards. */
  readonly spot: string | null
  /** Figures of the row's templates, by their names there. */
  readonly figures?: { readonly [name: string]: number | string }
  /** In whose words it is told; left out: in the row's own. */
  readonly case?: FigureCase
  /** What the scenario raises besides, because it is so as well. */
  readonly also?: readonly FindingCode[]
  /** What explains the same chips as well: then it is one of these. */
  readonly rivals?: readonly FindingCode[]
  /** What single events raise at first, and is taken back for it. */
  readonly first?: readonly FindingCode[]
}

export type Scenarios = { readonly [K in FindingCode]?: ReadingScenario }

export const FBE = { house: 'free-bet-european' } as const
export const POT = { house: 'free-bet-pot-of-gold' } as const
export const SEVENS = { house: 'sevens-prizes' } as const
export const GLD = { house: 'gld' } as const
export const INGO = { house: 'ingo' } as const

/** Nobody touches his chips before the whole table is settled: only then does what moves on a tied box tell of the dealer. */
export const waiting = <T extends Table>(table: T) => ({ ...table, collectAfter: 'table-settled' }) as const

/** The next round begins with box 1 alone; what lay there was collected or taken. */
export const NEXT = '+3000 1=1000 2C 7C 3C +3000 tick tick'
/** The next round begins, chips on box 2 as the last round left them. */
export const NEXT_OF_TWO = '+3000 1=1000 2C 5C 7C 3C 6C +3000 tick tick'
