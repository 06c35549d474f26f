/** A hard round played out by `src/rules/play` with its decisions spelled out, written down in the words of the round itself. */
import { AREAS, type Area } from '../../../devices/scan.ts'
import { cardCode, cardText, totalOf } from '../../../src/rules/game/cards.ts'
import { dealLength, dealPlan } from '../../../src/rules/game/deal.ts'
import type { Moment } from '../../../src/rules/game/due.ts'
import type { Hand } from '../../../src/rules/game/hand.ts'
import { type InsuranceMoment, insuranceFault } from '../../../src/rules/game/insurance.ts'
import type { Action } from '../../../src/rules/game/outcome.ts'
import type { HouseRules } from '../../../src/rules/house/rules.ts'
import type { BoxBets } from '../../../src/rules/play/box-in-play.ts'
import { RoundPlayer } from '../../../src/rules/play/round-player.ts'
import { LIMITS } from '../table-play.ts'
import type { Falls, HardBox, HardRound } from './hard-round.ts'
import { cardsOf, comparable, type Outcome, settledByHand, wordsOf } from './outcome.ts'

const SMALLEST_CHIP = 100

/** What a round tells of one box. */
type Script = Pick<HardBox, 'bets' | 'absent' | 'insurance' | 'evenMoney' | 'decisions' | 'doubles' | 'follows'> & {
  readonly hands?: readonly string[]
}

export interface Scripted extends Pick<HardRound, 'cards' | 'rounding'> {
  readonly boxes: Readonly<Record<number, Script>>
}

/** A box's bets, and what of its script is left to tell when the round is over. */
const betsOf = (box: Script, at: number, player: () => RoundPlayer): { readonly bets: BoxBets; readonly untold: () => string | null } => {
  const decisions = wordsOf(box.decisions)
  const doubles = [...(box.doubles ?? [])]
  let asked = false
  const follows = { main2: wordsOf(box.follows?.main2), main3: wordsOf(box.follows?.main3), main: [] as string[] }
  const insurance: { [moment in InsuranceMoment]?: number } = { ...box.insurance }
  const untold = (): string | null => {
    if (box.evenMoney !== undefined && !asked) return 'even money is not offered'
    if (doubles.length > 0) return `a double for ${doubles.join(' ')} is not allowed: box ${at + 1} does not double so often`
    if (decisions.length > 0) return `${decisions.join(' ')} is not allowed: box ${at + 1} has nothing to decide any more`
    return Object.keys(insurance).length > 0 ? 'insurance may not lie there: there was no such moment' : null
  }
  const bets: BoxBets = {
    ...box.bets,
    absent: box.absent ?? false,
    player: {
      decide: (hand) => {
        // Who stays on 21 decides nothing; who draws on it has more cards in the end.
        if (totalOf(hand.points) >= 21 && !growsOn(box, hand, player())) return 'stand'
        const word = decisions.shift()
        if (word === undefined) throw new RangeError(`box ${at + 1} has a decision to make that the round does not tell`)
        return word as Action
      },
      evenMoney: (bettor) => {
        asked = true
        return box.evenMoney?.includes(bettor) ?? false
      },
      doublesFor: (bettor) => (bettor === 'main' ? (doubles.shift() ?? box.bets.main) / box.bets.main : 1),
      follows: (bettor) => follows[bettor].shift() === 'yes',
      insure: (moment) => {
        const amount = insurance[moment] ?? 0
        delete insurance[moment]
        if (amount > 0) checkInsurance(player(), at, amount, moment)
        return amount
      },
    },
  }
  return { bets, untold }
}

const textOf = ({ positions }: Pick<Hand, 'positions'>, { cards }: RoundPlayer): string =>
  positions.map((position) => cardText(cards[position] ?? -1)).join(' ')

const growsOn = ({ hands = [] }: Script, hand: Hand, player: RoundPlayer): boolean =>
  hands.some((text) => text.startsWith(`${textOf(hand, player)} `))

const checkInsurance = ({ boxes, rules, cards }: RoundPlayer, at: number, amount: number, moment: InsuranceMoment): void => {
  const insured = boxes.map(({ sides }, box) => sides.ins + (box === at ? amount : 0))
  const fault = insuranceFault(
    boxes,
    { at, insured, moment, playBegan: cards.length > dealLength(rules, boxes.length), isRaise: (boxes[at]?.sides.ins ?? 0) > 0 },
    { rules, limits: LIMITS, smallestChip: SMALLEST_CHIP },
  )
  if (fault !== null) throw new RangeError(`insurance of ${amount} may not lie there: ${fault}`)
}

const played = (round: Scripted, rules: HouseRules): RoundPlayer => {
  const codes = cardsOf(round).map(cardCode)
  let next = 0
  const money = { smallestChip: SMALLEST_CHIP, rounding: round.rounding ?? 'down' } as const
  const player = new RoundPlayer(rules, money, () => next >= codes.length)
  const boxes = Object.values(round.boxes).map((box, at) => betsOf(box, at, () => player))
  player.play(
    boxes.map(({ bets }) => bets),
    () => codes[next++] ?? -1,
  )
  for (const { untold } of boxes) {
    const left = untold()
    if (left !== null) throw new RangeError(left)
  }
  if (next < codes.length) throw new RangeError(`${codes.length - next} cards are left over`)
  return player
}

/** Plays the round under these rules. Throws a RangeError where they do not allow what it tells, or where cards are left over. */
export const playOut = (round: HardRound, rules: HouseRules): Outcome => written(played(round, rules), Object.keys(round.boxes), round)

/** Does the play stop at what is not allowed, and nothing else? */
export const refuses = (round: Scripted & { readonly dealerStopped?: true }, rules: HouseRules): boolean => {
  try {
    played(round, rules)
    return false
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const reason = round.dealerStopped ? /needs a \d+th card/ : /not allowed|may not lie there|not offered|players bet on one box/
    return reason.test(error.message)
  }
}

const written = (player: RoundPlayer, numbers: readonly string[], round: HardRound): Outcome => {
  const due = numbers.map((): { [area in Area]?: Falls } => ({}))
  let net = 0
  const staked = (at: number, area: Area): boolean => {
    const box = round.boxes[Number(numbers[at])]
    return area === 'ins' ? (player.boxes[at]?.sides.ins ?? 0) > 0 : (box?.bets[area] ?? 0) > 0
  }
  numbers.forEach((_, at) => {
    for (const area of AREAS) if (staked(at, area)) (due[at] as { [a in Area]?: Falls })[area] = {}
  })
  player.settle((at, area, _hand, amount, moment: Moment) => {
    net -= amount
    const spots = due[at] as { [a in Area]?: Falls }
    const falls = spots[area] ?? {}
    spots[area] = { ...falls, [moment]: (falls[moment] ?? 0) + amount }
  })
  const boxes = numbers.map((number, at) => {
    const box = player.boxes[at]
    const hands = (box?.hands ?? []).map((held, hand) => {
      const { actions } = held
      return `${textOf(held, player)}: ${actions.length > 0 ? `${actions.join(' ')} ` : ''}-> ${box?.outcomes[hand]}`
    })
    return [number, { hands, due: due[at] ?? {} }] as const
  })
  return { dealer: dealerLine(player), boxes: Object.fromEntries(boxes), net: net === 0 ? 0 : net }
}

const dealerLine = ({ rules, boxes, cards, dealer, final }: RoundPlayer): string => {
  const dealt = dealPlan(rules, boxes.length).dealer.map((position) => cardText(cards[position] ?? -1))
  const drawn = cards.slice(cards.length - (dealer.length - dealt.length)).map(cardText)
  return `${[...dealt, ...(dealer.length > dealt.length ? drawn : [])].join(' ')} = ${final.total}`
}

/** What differs when the round is played out under these rules, the round's own overrides on top; null: nothing. */
export const disagreement = (round: HardRound, rules: HouseRules): string | null => {
  try {
    const told = playOut(round, { ...rules, ...round.rules })
    const [got, want] = [told, settledByHand(round)].map((outcome) => JSON.stringify(comparable(outcome)))
    return got === want ? null : `played out as ${got}, settled by hand as ${want}`
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}
