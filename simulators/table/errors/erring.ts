/**
 * A table at which somebody errs now and then, round after round, to see what is found. `inject.ts` does this once in a measured play; this
 * file does it in a play that goes on.
 */
import { AREAS } from '../../../devices/scan.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import { amountOn } from '../chips.ts'
import { type Game, spotOf } from '../game.ts'
import { pause } from '../hands-on.ts'
import { oneOf } from '../random.ts'
import { FAULTLESS } from '../slips.ts'
import { createGame, peopleByChance, playRound } from '../table.ts'
import type { PlayedRound, TableOptions } from '../types.ts'
import { inTurn } from './in-turn.ts'
import { ERRORS, errorCodes } from './index.ts'
import { canInject } from './inject.ts'
import type { Erring, Place, Strike } from './row.ts'
import { seek } from './seek.ts'

/** What somebody did wrong: a row of `ERRORS`, with its time in ms since the start of the play. */
export interface Mistake extends Place {
  readonly code: FindingCode
  readonly does: string
  readonly atMs: number
  /** It was not left to chance. */
  readonly isPlanned?: true
}

export interface ErringRound extends PlayedRound {
  /** null: nobody erred. */
  readonly mistake: Mistake | null
}

/** The mistake made in a round; null if it has none. */
export const mistakeOf = (round: PlayedRound | ErringRound): Mistake | null => ('mistake' in round ? round.mistake : null)

export const mistakeText = ({ code, does, box }: Mistake): string => `${box === null ? '' : `box ${box}: `}${does} (${code})`

export interface ErringOptions {
  /** Codes of `ERRORS`. Codes for which this table gives no chance are skipped. */
  readonly codes: readonly FindingCode[]
  /** Share of the rounds in which an error is tried, 0-1. Not every round gives a chance for it. */
  readonly share: number
  /** The error of the first round, at its first chance; left out: all is left to chance. */
  readonly planned?: FindingCode | undefined
}

/** Share of the rounds if none is given. */
export const SHARE_USUAL = 0.3
/** Chance that an opportunity is passed over, so that the error is not always at the first box. */
const PASSED = 0.3

const NOT_DOABLE = 'no such error can be made at this table, which lacks the rule or the spot'

/** Chips on a box that did not play were laid by mistake. They go back before the next bets. */
function giveBack(game: Game): void {
  for (let box = 1; box <= game.boxes; box++) {
    if (game.boxesInPlay.some((play) => play.box === box)) continue
    for (const area of AREAS) {
      const spot = spotOf(box, area)
      const { values, lammers } = game.recorder.level(spot)
      if (values.size === 0 && lammers === 0) continue
      pause(game, 900)
      game.recorder.move(spot, -amountOn(game.recorder.level(spot)), -lammers, 'bets')
    }
  }
}

/** The codes among these for which an error can be made at the table. */
export const doable = (codes: readonly FindingCode[], table: Pick<TableOptions, 'rules' | 'spots'>): readonly FindingCode[] =>
  codes.filter((code) => canInject(code, table))

/** A list from a command line, read like `errorCodes`. A string result says what is wrong with it. `table` is null if none is known. */
export function readErrors(list: string, table: Pick<TableOptions, 'rules' | 'spots'> | null): readonly FindingCode[] | string {
  const codes = errorCodes(list)
  if (typeof codes === 'string') return `--errors: ${codes}`
  return table !== null && doable(codes, table).length === 0 ? `--errors ${list}: ${NOT_DOABLE}` : codes
}

/**
 * Plays for ever. The same `random` gives the same play.
 * @throws RangeError if none of the codes can be done at this table
 */
export function* playErring(options: TableOptions, { codes, share, planned }: ErringOptions): Generator<ErringRound, never> {
  const { random, rules } = options
  const possible = doable(codes, options)
  if (possible.length === 0) throw new RangeError(`${codes.join(', ')}: ${NOT_DOABLE}`)
  const { players, customs, nextPack } = peopleByChance(options)
  let erring: Erring = {}
  const game: Game = createGame(options, {
    players: inTurn(players, () => erring.players),
    customs: inTurn(customs, () => erring.customs),
    slips: inTurn(FAULTLESS, () => erring.slips),
    nextPack,
  })
  const scene = { rules, random, players, customs, game: () => game }
  for (let next = planned; ; next = undefined) {
    const done: Mistake[] = []
    const isPlanned = next !== undefined
    const code = next ?? (random() < share ? oneOf(random, possible) : null)
    const row = code === null ? undefined : ERRORS[code]
    const strike: Strike = (place) => {
      if (code === null || row === undefined || done.length > 0 || (!isPlanned && random() < PASSED)) return false
      const nowhere = { box: null, hand: null, spot: null, due: null, moved: null }
      done.push({ ...nowhere, ...place, code, does: row.does, atMs: game.recorder.nowMs(), ...(isPlanned ? { isPlanned } : {}) })
      return true
    }
    erring = row?.errs(strike, scene) ?? {}
    if (row?.newShoe) game.shoe.cutAt = -1
    if (row?.seeks) seek(game, row.seeks, random)
    const round = playRound(game)
    if (done.length > 0) giveBack(game)
    yield { ...round, mistake: done[0] ?? null }
  }
}
