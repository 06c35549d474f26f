/** What the fold needs to know about its table: the configuration without everything that belongs to the shell. */
import type { LookedFor } from '../rules/game/looked-for.ts'
import type { Money } from '../rules/game/settle.ts'
import { exponentOf } from '../rules/house/currency.ts'
import { RARER_MAX } from '../rules/house/rarity.ts'
import type { Shuffler } from '../rules/house/shuffler.ts'
import type { TableTerms } from '../rules/table.ts'
import { type AtWork, Workspace } from './workspace.ts'

export type TableContext = Pick<
  TableTerms,
  'house' | 'rules' | 'limits' | 'boxes' | 'spots' | 'spotLagMs' | 'chipEvidence' | 'pointerLagMs' | 'collectAfter'
> &
  AtWork &
  LookedFor & {
    readonly money: Money
    readonly shuffler: Shuffler
    /** The shoe may lose a card, and nothing tells it. */
    readonly mayLoseCards: boolean
    /** Decimals of the table's currency, for words. */
    readonly exponent: number
    /** Most nodes that a round's lattice may have. */
    readonly nodesMax: number
    /** What the searches for errors of one observation may cost, as `work.ts` counts it. The judge's searches may cost as much again. */
    readonly searchWork: number
    /** Of the errors that explain a round, those that are at most so many steps rarer than the least rare are believed. */
    readonly rarerMax: number
  }

/**
 * The largest rounds there are, seven boxes of four hands over 135 cards, have a tenth of that. At the bound the round is reported as
 * incomplete, and its lattice has taken some 60 MB.
 */
const NODES_MAX = 100_000

/** A tenth of a second, and more while the code runs cold. Of a hundred observations that search for an error one would need more. */
export const SEARCH_WORK = 200_000

/** The smallest chip of a table whose chips are not configured, minor units: any payment can be made. */
export const UNKNOWN_CHIP = 1

/** With its own workspace, which the judge of this table shares. */
export const tableContext = (config: Omit<TableTerms, 'property' | 'pit' | 'table' | 'devices'>): TableContext => ({
  house: config.house,
  rules: config.rules,
  limits: config.limits,
  boxes: config.boxes,
  spots: config.spots,
  spotLagMs: config.spotLagMs,
  chipEvidence: config.chipEvidence,
  pointerLagMs: config.pointerLagMs,
  collectAfter: config.collectAfter,
  shuffler: config.shuffler ?? 'shoe',
  mayLoseCards: config.mayLoseCards ?? false,
  exponent: exponentOf(config.currency),
  nodesMax: NODES_MAX,
  searchWork: SEARCH_WORK,
  rarerMax: RARER_MAX,
  workspace: new Workspace(),
  money: { smallestChip: config.chips.length > 0 ? Math.min(...config.chips) : UNKNOWN_CHIP, rounding: config.rounding },
})
