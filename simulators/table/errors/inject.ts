/**
 * One error in a randomly played round. The round is played once without it, counting its chances, and again from the same seed with the
 * error at one of them. Cards, people and their pace have separate random sources, so the two plays are alike up to the error.
 */
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import { dealerByChance, playersByChance } from '../by-chance.ts'
import type { Game } from '../game.ts'
import { seededRandom } from '../random.ts'
import { FAULTLESS } from '../slips.ts'
import { looseStrategy } from '../strategy.ts'
import { createGame, playRound, shuffledPack } from '../table.ts'
import type { PlayedRound, TableOptions } from '../types.ts'
import { inTurn } from './in-turn.ts'
import { ERROR_CODES, ERRORS } from './index.ts'
import type { ErrorRow, Place, Scene } from './row.ts'
import { seek } from './seek.ts'

export interface InjectedError extends Place {
  readonly code: FindingCode
  /** When it was made, or when the right action was left out: ms since the start of the play. */
  readonly atMs: number
  /** Index of the first action in the play that shows it: an action of its own spot, or of the shoe. */
  readonly action: number
}

export interface InjectedPlay {
  /** The error is in the second round (`ERROR_ROUND`). The rounds before and after it are faultless. */
  readonly rounds: readonly PlayedRound[]
  readonly error: InjectedError
  /** The same play without the error. */
  readonly twin: readonly PlayedRound[]
}

export interface InjectOptions extends Omit<TableOptions, 'random'> {
  /** Chance that a box plays, 0-1. By default all of them do. */
  readonly occupied?: number
}

/** Rounds of one play: one before the error's round, so that every spot has reported, and one after it. */
const ROUNDS = 3
export const ERROR_ROUND = 2
/** The seeds of one play are far apart. */
const STREAMS = { pace: 0x9e3779b9, players: 0x85ebca6b, customs: 0xc2b2ae35, cards: 0x27d4eb2f, error: 0x165667b1 } as const

type Stream = keyof typeof STREAMS

const stream = (seed: number, name: Stream): (() => number) => seededRandom(Math.imul(seed + 1, STREAMS[name]) ^ (seed >>> 7))

interface Played {
  readonly rounds: readonly PlayedRound[]
  readonly chances: number
  readonly struck: (Place & { readonly atMs: number }) | null
}

/** `at`: the chance at which the error is made; -1: none. */
function play(row: ErrorRow, options: InjectOptions, seed: number, at: number): Played {
  const all: TableOptions = { ...options, occupied: options.occupied ?? 1, random: stream(seed, 'pace') }
  const { rules, limits } = options
  const [personal, custom] = [stream(seed, 'players'), stream(seed, 'customs')]
  const strategy = options.players ?? looseStrategy(0.1)
  const players = playersByChance({
    ...{ rules, limits, random: personal, occupied: all.occupied ?? 1 },
    strategy: (decision) => strategy({ ...decision, random: personal }),
  })
  const customs = dealerByChance(custom)
  const shuffle = stream(seed, 'cards')
  let chances = 0
  let struck: Played['struck'] = null
  let game: Game | null = null
  const table = (): Game => {
    if (game === null) throw new Error('an error was asked about before the table was set')
    return game
  }
  const scene: Scene = { rules, game: table, random: stream(seed, 'error'), players, customs }
  const erring = row.errs((place) => {
    if (table().number !== ERROR_ROUND || chances++ !== at) return false
    struck = { box: null, hand: null, spot: null, due: null, moved: null, ...place, atMs: table().recorder.nowMs() }
    return true
  }, scene)
  // Whoever made the error behaves as usual in the next round. Legal moves of the players are no error.
  const isErring = (): boolean => table().number === ERROR_ROUND
  game = createGame(all, {
    players: { ...players, ...erring.players },
    customs: inTurn(customs, () => (isErring() ? erring.customs : undefined)),
    slips: inTurn(FAULTLESS, () => (isErring() ? erring.slips : undefined)),
    nextPack: () => shuffledPack({ ...table(), random: shuffle }),
  })
  const rounds = Array.from({ length: ROUNDS }, (_, index) => {
    if (index + 1 === ERROR_ROUND) {
      // Shuffling early leaves no other sign than the new shoe itself.
      if (row.newShoe) table().shoe.cutAt = -1
      if (row.seeks) seek(table(), row.seeks, shuffle)
    }
    return playRound(table())
  })
  return { rounds, chances, struck }
}

/** The first sign of the error: the first device line at its place that differs from the twin's. */
function firstSign(rounds: readonly PlayedRound[], struck: Place & { readonly atMs: number }): number {
  const actions = rounds.flatMap((round) => round.actions)
  const after = (fits: (action: (typeof actions)[number]) => boolean): number =>
    actions.findIndex((action) => action.atMs >= struck.atMs && fits(action))
  const own = struck.spot === null ? -1 : after(({ scan }) => scan.kind === 'spot' && scan.spot === struck.spot)
  return own >= 0
    ? own
    : Math.max(
        0,
        after(() => true),
      )
}

/**
 * A play with this error. Null if this seed's round gives no chance for it, or the error leaves no trace at all.
 * @throws RangeError for a code without a row.
 */
export function inject(code: FindingCode, options: InjectOptions, seed: number): InjectedPlay | null {
  const row = ERRORS[code]
  if (row === undefined) throw new RangeError(`no error ${code}: errors are ${ERROR_CODES.join(', ')}`)
  if (!canInject(code, options)) return null
  const faultless = play(row, options, seed, -1)
  if (faultless.chances === 0) return null
  const at = Math.floor(seededRandom(seed ^ 0x5bd1e995)() * faultless.chances)
  const { rounds, struck } = play(row, options, seed, at)
  if (struck === null) throw new Error(`${code}, seed ${seed}: the plays went apart before the error`)
  // Settling boxes in another order leaves no trace if all of them tie.
  if (JSON.stringify(rounds) === JSON.stringify(faultless.rounds)) return null
  return { rounds, error: { ...struck, code, action: firstSign(rounds, struck) }, twin: faultless.rounds }
}

/** The same people and cards, but nobody makes an error. */
export function playFaultless(options: InjectOptions, seed: number): readonly PlayedRound[] {
  return play({ does: 'nothing', errs: () => ({}) }, options, seed, -1).rounds
}

/** Whether the house has the rule and the table has the spots. */
export function canInject(code: FindingCode, { rules, spots }: Pick<TableOptions, 'rules' | 'spots'>): boolean {
  const row = ERRORS[code]
  if (row === undefined || (row.under && !row.under(rules))) return false
  // One of several spots is enough, because the house plays one or the other.
  return row.spots === undefined || row.spots.some((area) => spots.includes(area))
}
