/** A round from a script: every decision and every card is given, and the table carries it out by its own knowledge of the rules. */
import { type Card, RANKS, SUITS } from '../../devices/scan.ts'
import { dealerByChance } from './by-chance.ts'
import type { DealerCustoms, InsuranceAsk, PlayerChoices } from './choices.ts'
import type { Game } from './game.ts'
import { createGame, playRound } from './table.ts'
import type { MainArea, PlayedAction, PlayedRound, TableOptions } from './types.ts'

export interface ScriptedInsurance {
  readonly offer?: number
  /** At the first double or split of the box, including those on the house's lammers. */
  readonly atDouble?: number
  readonly atSplit?: number
  /** Just before the dealer draws. */
  readonly late?: number
}

export interface ScriptedBox {
  /** By area, minor units. */
  readonly bets: { readonly [area in MainArea | 'p22' | 'pog']?: number }
  readonly absent: boolean
  readonly insurance: ScriptedInsurance
  readonly evenMoney: readonly MainArea[]
  /**
   * The holder's decisions in order, over all hands of the box. For an absent holder they are the second bettor's, if there are any. Two
   * aces from a split are split again if that is the next decision; `stand` at that point says that they are not.
   */
  readonly decisions: readonly PlayedAction[]
  /** Chips of each paid double of the holder, in order. As many as the bet if left out. */
  readonly doubles?: readonly number[]
  /** One answer for each double and split of the holder. */
  readonly follows: { readonly [area in MainArea]?: readonly boolean[] }
}

export interface TableScript {
  /** By box number. */
  readonly boxes: Readonly<Record<number, ScriptedBox>>
  /** The whole round in shoe order. Cards that the house burns come first and are not listed. */
  readonly cards: readonly Card[]
}

/** The rest of a box's script while it is carried out. */
class ScriptedPlayer {
  readonly #script: ScriptedBox
  readonly #decisions: PlayedAction[]
  readonly #doubles: number[]
  readonly #unsaid: Set<string>
  /** Doubles and splits so far. */
  #raises = 0

  constructor(script: ScriptedBox) {
    this.#script = script
    this.#decisions = [...script.decisions]
    this.#doubles = [...(script.doubles ?? [])]
    this.#unsaid = new Set([
      ...Object.keys(script.bets).map((area) => `the bet on ${area}`),
      ...Object.keys(script.insurance).map((when) => `insurance ${when}`),
      ...script.evenMoney.map((area) => `even money on ${area}`),
    ])
  }

  #say(what: string): void {
    this.#unsaid.delete(what)
  }

  bets(area: MainArea | 'p22' | 'pog'): number {
    this.#say(`the bet on ${area}`)
    return this.#script.bets[area] ?? 0
  }

  insures(when: keyof ScriptedInsurance): number {
    const amount = this.#unsaid.has(`insurance ${when}`) ? (this.#script.insurance[when] ?? 0) : 0
    this.#say(`insurance ${when}`)
    return amount
  }

  takesEvenMoney(area: MainArea): boolean {
    this.#say(`even money on ${area}`)
    return this.#script.evenMoney.includes(area)
  }

  get next(): PlayedAction | undefined {
    return this.#decisions[0]
  }

  decides(): PlayedAction | undefined {
    const move = this.#decisions.shift()
    if (move?.endsWith('double') || move?.endsWith('split')) this.#raises++
    return move
  }

  doublesFor(): number | undefined {
    return this.#doubles.shift()
  }

  follows(area: MainArea): boolean | undefined {
    return this.#script.follows[area]?.[this.#raises - 1]
  }

  /** Answers that the table never asked for. */
  leftovers(): string[] {
    const unfollowed = Object.entries(this.#script.follows).filter(([, answers]) => answers.length !== this.#raises)
    const unlaid = this.#doubles.map((chips) => `a double for ${chips}`)
    return [...this.#decisions, ...unlaid, ...this.#unsaid, ...unfollowed.map(([area]) => `${this.#raises} answers of ${area}`)]
  }
}

const INSURANCE_MOMENTS: { readonly [when in InsuranceAsk['when']]: keyof ScriptedInsurance | null } = {
  offer: 'offer',
  double: 'atDouble',
  'free-double': 'atDouble',
  split: 'atSplit',
  'free-split': 'atSplit',
  between: null,
  late: 'late',
}

function scriptedPlayers(script: TableScript, players: ReadonlyMap<number, ScriptedPlayer>): PlayerChoices {
  const at = (box: number): ScriptedPlayer => {
    const player = players.get(box)
    if (player === undefined) throw new RangeError(`the script has no box ${box}`)
    return player
  }
  const given = <T>(answer: T | undefined, what: string): T => {
    if (answer === undefined) throw new RangeError(`the script has no ${what}`)
    return answer
  }
  return {
    returns: () => false,
    joins: (box) => players.has(box),
    opens: () => {
      throw new RangeError('the script has no box')
    },
    order: (boxes) => [...boxes],
    bets: ({ box, area }) => at(box).bets(area),
    tips: ({ box }) => at(box).bets('main2'),
    betsAside: (box, area) => at(box).bets(area),
    leaves: (box) => (script.boxes[box]?.absent === true ? 'before' : 'never'),
    insures: ({ box, when }) => {
      const moment = INSURANCE_MOMENTS[when]
      return moment === null ? 0 : at(box).insures(moment)
    },
    takesEvenMoney: (box, area) => at(box).takesEvenMoney(area),
    decides: ({ box, cards }) => given(at(box).decides(), `decision of box ${box} on ${cards.join(' ')}`),
    surrendersEarly: () => false,
    splitsAgain: (box) => {
      const { next } = at(box)
      if (next !== 'split' && next !== 'free-split' && next !== 'stand') return null
      at(box).decides()
      return next === 'stand' ? null : next
    },
    drawsOn21: (box, isLast) => isLast && at(box).next === 'hit' && at(box).decides() === 'hit',
    doublesFor: ({ box, area, bet }) => (area === 'main' ? at(box).doublesFor() : undefined) ?? bet,
    follows: (box, area) => given(at(box).follows(area), `answer of ${area} on box ${box}`),
    standsIn: (box) => (script.boxes[box]?.decisions.length ?? 0) > 0,
    collectsEarly: () => false,
    laysNext: () => 0,
    leavesLying: () => 0,
  }
}

/** Cards that the shoe still has for the house to burn. */
function burnCards(cards: readonly Card[], burn: number, decks: number): Card[] {
  const all = SUITS.flatMap((suit) => RANKS.map((rank): Card => `${rank}${suit}`))
  return all.filter((card) => cards.filter((other) => other === card).length < decks).slice(0, burn)
}

/**
 * Plays the script's round with its own shoe. If the dealer may stop or play on, he does what uses up the cards. `customs` replaces his
 * other decisions; without it they are left to chance.
 * @throws RangeError if the script and the rules disagree: an illegal decision, one too few or too many, cards left over or missing.
 */
export function playScript(script: TableScript, options: TableOptions, customs: Partial<DealerCustoms> = {}): PlayedRound {
  const { rules, random } = options
  const players = new Map(Object.entries(script.boxes).map(([box, scripted]) => [Number(box), new ScriptedPlayer(scripted)]))
  const cards = [...burnCards(script.cards, rules.burn, options.decks ?? rules.decks), ...script.cards]
  const game = createGame(options, {
    players: scriptedPlayers(script, players),
    customs: { ...dealerByChance(random), stopsWhenDecided: () => cards.length === 0, ...customs },
    nextPack: () => ({ cards, cutAt: -1 }),
  })
  const untold = (): string[] => [...players].flatMap(([box, player]) => player.leftovers().map((what) => `${what} of box ${box}`))
  const round = playedToTheEnd(game, untold)
  const unused = [...untold(), ...cards.map((card) => `card ${card}`)]
  if (unused.length > 0) throw new RangeError(`the round is over before ${unused.join(', ')}`)
  return round
}

/** If the shoe runs empty, the rest of the script tells more than that error alone, so it is added. */
function playedToTheEnd(game: Game, untold: () => string[]): PlayedRound {
  try {
    return playRound(game)
  } catch (error) {
    const isOver = error instanceof RangeError && game.shoe.cards.length === 0 && untold().length > 0
    throw isOver ? new RangeError(`${error.message}; before ${untold().join(', ')}`) : error
  }
}
