/** Chips between players, spots and the dealer's float; each movement is booked to the account of its spot. */
import type { SpotId } from '../../devices/scan.ts'
import { count } from './cards.ts'
import { amountOn } from './chips.ts'
import type { Taken } from './choices.ts'
import { type Account, type BoxPlay, dealerCards, type Game, newAccount, spotOf, type Wager } from './game.ts'
import type { MoveKind } from './recorder.ts'
import type { SideAsk } from './slips.ts'
import type { Moment } from './types.ts'

function account(game: Game, spot: SpotId): Account {
  let found = game.accounts.get(spot)
  if (found === undefined) {
    found = newAccount(0)
    game.accounts.set(spot, found)
  }
  return found
}

/** The rules' verdict: the player's gain on a spot, negative for a loss, and when it is due. */
export function owe(game: Game, spot: SpotId, gain: number, moment: Moment): void {
  account(game, spot).falls[moment] += gain
}

/** A player puts chips on a spot. */
export function stake(game: Game, spot: SpotId, amount: number, kind: MoveKind): void {
  account(game, spot).staked += amount
  game.recorder.move(spot, amount, 0, kind)
}

/** The dealer puts a free-bet lammer on a spot (000 l.156 and l.207, 001 l.21). */
export function placeLammer(game: Game, spot: SpotId, kind: MoveKind): void {
  game.recorder.move(spot, 0, 1, kind)
}

/**
 * Lammers that were picked up lie in front of the Pot of Gold bet until it is paid, whatever happened to their hand (001 l.70, l.82-100).
 */
export function layBeforePot(game: Game, box: BoxPlay, lammers: number, kind: MoveKind): void {
  if (box.pog === 0 || lammers === 0) return
  for (let left = game.slips.lammersToPot(box.box, lammers); left > 0; left--) placeLammer(game, spotOf(box.box, 'pog'), kind)
}

/** The dealer takes lammers, and chips up to what lies there. Returns the chips that went. */
function lift(game: Game, spot: SpotId, { amount = 0, lammers = 0 }: Partial<Taken>, kind: MoveKind): number {
  if (amount === 0 && lammers === 0) return 0
  const taken = game.customs.takes(spot, { amount, lammers })
  const gone = Math.min(taken.amount, amountOn(game.recorder.level(spot)))
  game.recorder.move(spot, -gone, -taken.lammers, kind)
  if (gone > 0) game.recorder.move('rack', game.slips.racks(gone), 0, kind)
  return gone
}

export function take(game: Game, spot: SpotId, due: Partial<Taken>, kind: MoveKind): void {
  account(game, spot).moved -= lift(game, spot, due, kind)
}

/** The dealer pays chips onto a spot. */
export function pay(game: Game, spot: SpotId, amount: number, kind: MoveKind): void {
  if (amount === 0) return
  const paid = game.customs.pays(spot, amount)
  account(game, spot).moved += paid
  game.recorder.move('rack', -game.slips.racks(paid), 0, kind)
  game.recorder.move(spot, paid, 0, kind)
}

/** A player takes back everything on a spot except `leave`. */
export function collect(game: Game, spot: SpotId, leave = 0): void {
  const lying = game.recorder.level(spot)
  if (amountOn(lying) > leave) game.recorder.move(spot, leave - amountOn(lying), 0, 'clear')
}

/**
 * Takes the stakes and lammers of one wager from where they lie, but no more than lies there. They are booked on its own spot, wherever they
 * lay.
 */
export function takeWager(game: Game, wager: Wager, kind: MoveKind, amount: number = wager.real): void {
  if (wager.lies === 'taken') return
  const isParked = wager.lies === 'parked'
  const from = isParked ? spotOf(Number.parseInt(wager.spot, 10), 'ins') : wager.spot
  const lying = game.recorder.level(from)
  const due = { amount: Math.min(amount, amountOn(lying)), lammers: isParked ? 0 : Math.min(wager.free, lying.lammers) }
  account(game, wager.spot).moved -= lift(game, from, due, kind)
  wager.lies = 'taken'
}

/** The rules' verdict on one wager. `gain` is what the player wins, negative for what he loses. */
export function judge(game: Game, wager: Wager, gain: number, moment: Moment): void {
  owe(game, wager.spot, gain, moment)
  wager.settled = true
}

/** What the dealer pays for a bet other than the main ones; negative: he takes it. */
export function sideGain(game: Game, { box, hands }: BoxPlay, bet: Omit<SideAsk, 'box' | 'outcomes' | 'total'>): number {
  const { total } = count(hands[0]?.cards ?? [])
  return game.slips.settlesSide({ box, ...bet, outcomes: hands.map(({ outcome }) => outcome), total }, dealerCards(game))
}
