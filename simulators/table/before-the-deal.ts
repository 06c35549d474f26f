/** What players do with their bets before the first card, apart from placing them. */
import { join } from './bets.ts'
import { amountOn } from './chips.ts'
import { type BoxPlay, type Game, spotOf } from './game.ts'
import { pause } from './hands-on.ts'
import { between, oneOf } from './random.ts'
import type { Habit } from './types.ts'

/** Share of the opportunities at which a player does it, 0-1. */
const SHARE = { leaves: 0.1, 'colour-change': 0.25, 'move-next': 0.15, 'two-boxes': 0.25, joins: 0.15 } as const satisfies {
  readonly [H in Habit]?: number
}

const does = (game: Game, habit: keyof typeof SHARE): boolean => game.habits.has(habit) && game.random() < SHARE[habit]

/** Boxes that nobody has and on which nothing lies. */
function freeBoxes(game: Game): readonly number[] {
  const all = Array.from({ length: game.boxes }, (_, index) => index + 1)
  const isTaken = (box: number): boolean => game.absent.has(box) || game.boxesInPlay.some((play) => play.box === box)
  return all.filter((box) => !isTaken(box) && amountOn(game.recorder.level(spotOf(box, 'main'))) === 0)
}

const stakeOf = ({ hands }: BoxPlay): number => hands[0]?.wagers[0]?.unit ?? 0
const isThere = ({ absent, leaves }: BoxPlay): boolean => !absent && !leaves
/** The player's bet is all that is played for on the box. */
const isAlone = ({ hands, p22, pog }: BoxPlay): boolean => hands[0]?.wagers.length === 1 && p22 === 0 && pog === 0

/** A player picks up the bet that he left lying, and leaves. */
export function leaveTable(game: Game): void {
  for (let box = 1; box <= game.boxes; box++) {
    const spot = spotOf(box, 'main')
    const lying = amountOn(game.recorder.level(spot))
    if (lying === 0 || game.absent.has(box) || !does(game, 'leaves')) continue
    pause(game, 900)
    game.recorder.move(spot, -lying, 0, 'bets')
  }
}

function changeColour(game: Game): void {
  if (!does(game, 'colour-change')) return
  pause(game, 1500)
  game.recorder.swap(spotOf(oneOf(game.random, game.boxesInPlay).box, 'main'), 'clear')
}

/** A player moves his bet from one box to another. */
function moveNext(game: Game): void {
  const [alone, free] = [game.boxesInPlay.filter((play) => isThere(play) && isAlone(play)), freeBoxes(game)]
  if (alone.length === 0 || free.length === 0 || !does(game, 'move-next')) return
  const from = oneOf(game.random, alone)
  const amount = stakeOf(from)
  pause(game, 1200)
  game.recorder.move(spotOf(from.box, 'main'), -amount, 0, 'bets')
  game.accounts.delete(spotOf(from.box, 'main'))
  game.boxesInPlay = game.boxesInPlay.filter((play) => play !== from)
  pause(game, 800)
  join(game, oneOf(game.random, free), amount)
}

/** A player also plays the box next to his own: one motion lays the same bet there. */
function playTwo(game: Game): void {
  const free = freeBoxes(game)
  const beside = game.boxesInPlay.filter((play) => isThere(play) && free.includes(play.box + 1))
  if (beside.length === 0 || !does(game, 'two-boxes')) return
  const own = oneOf(game.random, beside)
  join(game, own.box + 1, stakeOf(own))
}

/** Changes to bets that are laid, before the dealer has looked over them. */
export function rearrange(game: Game): void {
  changeColour(game)
  moveNext(game)
  playTwo(game)
}

/** A player joins as the dealer reaches for the first card, to `box`. His chips may be reported after it. */
export function joinAtLast(game: Game, box: number): void {
  const free = freeBoxes(game).filter((each) => each > box)
  if (game.drawn + game.strays.length > 0 || free.length === 0 || !does(game, 'joins')) return
  join(game, oneOf(game.random, free), game.limits.min)
  game.recorder.wait(between(game.random, 50, 400))
}
