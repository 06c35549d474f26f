/** Plays the rounds of a game, one block at a time. Every block has its own cards, so any worker gets the same counts. */
import type { Hand } from '../game/hand.ts'
import type { Money } from '../game/settle.ts'
import type { BoxBets } from '../play/box-in-play.ts'
import { seededStream } from '../play/random.ts'
import { RoundPlayer } from '../play/round-player.ts'
import { FreshShoe } from '../play/shoe.ts'
import { SEVEN } from '../strategy/prizes.ts'
import { type Strategy, strategyOf } from '../strategy/strategy.ts'
import { type Counts, MAIN_UNITS } from './counts.ts'
import { GAMES, type Game } from './games.ts'
import { Tally } from './tally.ts'

const BLOCK_ROUNDS = 100_000
/** With more blocks than this, a game would get the cards of the next one. */
const BLOCKS_MAX = 2 ** 17
export const ROUNDS_MAX = 10_000_000_000

/** Rounds in each block of a game, in order. `rounds`: 1 to ROUNDS_MAX. */
export const blocksOf = (rounds: number): readonly number[] =>
  Array.from({ length: Math.ceil(rounds / BLOCK_ROUNDS) }, (_, block) => Math.min(BLOCK_ROUNDS, rounds - block * BLOCK_ROUNDS))

export interface BlockPlayer {
  /** Plays block number `block`; `rounds` up to BLOCK_ROUNDS. */
  readonly play: (seed: number, block: number, rounds: number) => Counts
  /** What the strategy promises for an infinite shoe, in bets, prizes included; null if no strategy plays. */
  readonly promised: number | null
}

const MONEY: Money = { smallestChip: 1, rounding: 'down' }

/** Plays a full shoe for every round. First computes the strategy, which takes a few tenths of a second. */
export function blockPlayer(game: Game): BlockPlayer {
  const player = new RoundPlayer(game.rules, MONEY)
  const tally = new Tally(player)
  const strategy = game.player === 'strategy' ? strategyOf(game.rules) : null
  const bets = betsOf(game, strategy === null ? thirdCard : decisionsOf(strategy, player))
  const stream = GAMES.indexOf(game) * BLOCKS_MAX
  const play: BlockPlayer['play'] = (seed, block, rounds) => {
    const shoe = new FreshShoe(game.rules.decks, seededStream(seed, stream + block))
    const draw = () => shoe.draw()
    tally.restart()
    for (let round = 0; round < rounds; round++) {
      shoe.refill()
      player.play(bets, draw)
      player.settle(tally.say)
      tally.count()
    }
    return tally.counts
  }
  return { play, promised: strategy?.expectation ?? null }
}

type Decide = BoxBets['player']['decide']

const thirdCard: Decide = ({ ranks }) => (ranks.length < 3 ? 'hit' : 'stand')

/** The best decisions, for the hands of this `RoundPlayer`. */
export function decisionsOf(strategy: Strategy, player: RoundPlayer): Decide {
  if (strategy.rules.sevens === 'none') return (hand, hands, upRank) => strategy.decide(hand, hands, upRank) ?? 'stand'
  // Suits matter only for the prizes of a pair of sevens (002 Prizing combinations).
  const areSuited = ({ ranks, positions }: Hand): boolean =>
    ranks[0] === SEVEN && ranks[1] === SEVEN && player.suitAt(positions[0] ?? 0) === player.suitAt(positions[1] ?? 0)
  return (hand, hands, upRank) => strategy.decide(hand, hands, upRank, areSuited(hand)) ?? 'stand'
}

function betsOf({ player, rules }: Game, decide: Decide): readonly BoxBets[] {
  if (player === 'nobody') return []
  return [{ main: MAIN_UNITS, p22: rules.push22 === 'none' ? 0 : 1, pog: rules.potOfGold === 'none' ? 0 : 1, player: { decide } }]
}
