/** Before the first card: who plays, and for how much (000 l.8, 001 l.5, 003 l.34, 004 l.19). */
import { mayBeToke } from '../../src/rules/house/tokes.ts'
import { press } from './beside.ts'
import { amountOn } from './chips.ts'
import { type BoxPlay, type Game, newAccount, newHand, newWager, spotOf, uses, type Wager } from './game.ts'
import { pause } from './hands-on.ts'
import { between } from './random.ts'
import { stake } from './till.ts'

/** A stake left lying from the last round is this round's bet. A player may change it before the first card. */
function placeMain(game: Game, box: number, most: number): Wager {
  const spot = spotOf(box, 'main')
  const lying = amountOn(game.recorder.level(spot))
  const more = game.players.bets({ box, area: 'main', lying, most, bettors: 0 })
  if (more > 0) {
    pause(game, 900)
    game.recorder.move(spot, more, 0, 'bets')
  }
  game.accounts.set(spot, newAccount(lying + more))
  return newWager(box, 'main', lying + more)
}

/** Up to three players on a box (000 l.14, 004 l.63); the box's maximum holds for their sum. */
function placeBehind(game: Game, box: number, left: number): Wager[] {
  const wagers: Wager[] = []
  let room = left
  for (const area of ['main2', 'main3'] as const) {
    const bettors = wagers.length + 1
    if (game.rules.maxPlayersPerBox <= bettors || !uses(game, 'co-bettors', area)) continue
    const amount = game.players.bets({ box, area, lying: 0, most: room, bettors })
    if (amount === 0) continue
    room -= amount
    pause(game, 900)
    stake(game, spotOf(box, area), amount, 'bets')
    wagers.push(newWager(box, area, amount))
  }
  return wagers
}

/** 001 l.40: the player lays a bet for the dealer if nobody else has the second spot of his box. */
function placeToke(game: Game, box: number): Wager[] {
  if (!game.habits.has('tips') || !game.spots.includes('main2') || !mayBeToke('main2', game.rules)) return []
  const amount = game.players.tips({ box, step: Math.min(...game.chips) })
  if (amount === 0) return []
  pause(game, 900)
  stake(game, spotOf(box, 'main2'), amount, 'bets')
  return [newWager(box, 'main2', amount)]
}

const newPlay = (box: number, wagers: readonly Wager[]): BoxPlay => ({
  box,
  hands: [newHand([...wagers], false, false)],
  cards: [],
  absent: false,
  leaves: false,
  lammers: 0,
  insured: 0,
  p22: 0,
  pog: 0,
})

/** One more bet before its box has a card, so it is dealt in. */
export function join(game: Game, box: number, amount: number): void {
  const spot = spotOf(box, 'main')
  game.recorder.move(spot, amount, 0, 'bets')
  game.accounts.set(spot, newAccount(amount))
  game.boxesInPlay = [...game.boxesInPlay, newPlay(box, [newWager(box, 'main', amount)])].sort((one, other) => one.box - other.box)
}

function placeBox(game: Game, box: number): BoxPlay {
  const { limits, rules } = game
  const holder = placeMain(game, box, Math.min(limits.max, limits.boxMax ?? limits.max))
  const behind = placeBehind(game, box, Math.min(limits.max, limits.boxMax ?? limits.max) - holder.unit)
  const tokes = behind.length === 0 ? placeToke(game, box) : []
  const play = newPlay(box, [holder, ...behind, ...tokes])
  for (const area of ['p22', 'pog'] as const) {
    const isOffered = (area === 'p22' ? rules.push22 : rules.potOfGold) !== 'none' && uses(game, 'side-bets', area)
    if (isOffered) play[area] = game.players.betsAside(box, area)
    if (play[area] === 0) continue
    pause(game, 700)
    stake(game, spotOf(box, area), play[area], 'bets')
  }
  return play
}

function pressKey(game: Game, key: 'absent' | 'present', box: number): void {
  pause(game, 700)
  press(game, { key, box })
  if (key === 'absent') game.absent.add(box)
  else game.absent.delete(box)
}

/** The player is away (000 l.36), and the supervisor has entered it. */
export function leave(game: Game, play: BoxPlay): void {
  pressKey(game, 'absent', play.box)
  play.absent = true
}

function sendAway(game: Game): void {
  if (!game.features.has('absent')) return
  for (const play of game.boxesInPlay) {
    const leaving = game.players.leaves(play.box)
    if (leaving === 'before') leave(game, play)
    else play.leaves = leaving === 'at-turn'
  }
}

/** Boxes that play: those with a stake left, and some of the others. An absent player must come back first. */
function playingBoxes(game: Game): number[] {
  const all = Array.from({ length: game.boxes }, (_, index) => index + 1)
  for (const box of all) if (game.absent.has(box) && game.players.returns(box)) pressKey(game, 'present', box)
  const present = all.filter((box) => !game.absent.has(box))
  const playing = present.filter((box) => amountOn(game.recorder.level(spotOf(box, 'main'))) > 0 || game.players.joins(box))
  if (playing.length > 0) return playing
  const box = game.players.opens(all)
  if (game.absent.has(box)) pressKey(game, 'present', box)
  return [box]
}

export function placeBets(game: Game): void {
  pause(game, 3000)
  game.boxesInPlay = game.players.order(playingBoxes(game)).map((box) => placeBox(game, box))
  game.boxesInPlay.sort((a, b) => a.box - b.box)
  const stray = game.slips.strayBet()
  if (stray !== null) game.recorder.move(stray.spot, stray.amount, 0, 'bets')
  sendAway(game)
}

/** The dealer looks over the bets before he deals, and the last chip has settled by then. */
export function lookOver(game: Game): void {
  game.recorder.wait(game.spotLagMs + between(game.random, 500, 2500))
}
