/** What the fold needs to know of its table: the configuration less everything that belongs to the shell. */
import type { TableConfig } from '../config/table-config.ts'
import { exponentOf } from '../house/currency.ts'
import type { FindingCode } from '../house/finding-code.ts'
import type { Shuffler } from '../house/shuffler.ts'
import type { Money } from './game/settle.ts'
import { type AtWork, Workspace } from './workspace.ts'

export type TableContext = Pick<
  TableConfig,
  'house' | 'rules' | 'limits' | 'boxes' | 'spots' | 'spotLagMs' | 'chipEvidence' | 'pointerLagMs' | 'collectAfter'
> &
  AtWork & {
    readonly money: Money
    readonly shuffler: Shuffler
    /** Decimals of the table's currency, for words. */
    readonly exponent: number
    /** Nodes a round's lattice may have. */
    readonly nodesMax: number
    /** What the searches for errors of one observation may cost, as `work.ts` counts it; those of the judge have as much again. */
    readonly searchWork: number
    /**
     * Errors that are not looked for, to measure who is accused of one that no row knows. Absent at every table; with it goes a workspace of
     * its own.
     */
    readonly without?: ReadonlySet<FindingCode> | undefined
  }

export const isLookedFor = (code: FindingCode, { without }: Pick<TableContext, 'without'>): boolean => without?.has(code) !== true

/**
 * The largest rounds there are, seven boxes of four hands over 135 cards, have a tenth of that; at the bound the round is told incomplete,
 * and its lattice has taken some 60 MB.
 */
const NODES_MAX = 100_000

/** A tenth of a second, and more where the code runs cold. Of a hundred observations that search for an error one would need more. */
export const SEARCH_WORK = 200_000

/** With its own workspace, which the judge of this table shares. */
export const tableContext = (config: TableConfig): TableContext => ({
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
  exponent: exponentOf(config.currency),
  nodesMax: NODES_MAX,
  searchWork: SEARCH_WORK,
  workspace: new Workspace(),
  money: { smallestChip: config.chips.length > 0 ? Math.min(...config.chips) : 1, rounding: config.rounding },
})
