/** Deviations of the settlement: one stake that is paid, taken or left wrongly, or all of them settled by a wrong total. */
import { CLOSENESS, type Closeness } from '../../../src/rules/house/ties.ts'
import { isUp } from './errors-chips.ts'
import { erring } from './errors-play.ts'
import { beginSettlement, dueOn, priced, sevensPrize, verdict } from './settling.ts'
import {
  type Box,
  type Hand,
  type Posted,
  points,
  type SettlingBox,
  type Sign,
  type SmallRound,
  total,
  type Wild,
  type World,
  type WrongBet,
  without,
} from './world.ts'

interface Stake {
  readonly hand: Hand
  readonly result: ReturnType<typeof verdict>
  /** The player's chips on it, and what it wins or won. */
  readonly chips: number
  readonly gain: number
}

const stakesOf = (round: SmallRound, world: World, box: Box): Stake[] =>
  box.hands.flatMap((hand) => {
    if (hand.over === 'bust' || hand.over === 'given up') return []
    const result = verdict(round, hand, world.dealer)
    const gain =
      result === 'blackjack' ? priced(round, box.bet, round.rules.blackjackPay) : Math.round((hand.chips + hand.lammers) * box.bet)
    return [{ hand, result, chips: Math.round(hand.chips * box.bet), gain }]
  })

const has22 = ({ rules }: SmallRound, { dealer }: World): boolean => rules.dealer22 === 'push' && points(dealer) === 22
const hasNatural = ({ dealer }: World): boolean => dealer.length === 2 && points(dealer) === 21

/** The name of the error if a winner is left alone. */
const unpaid = (round: SmallRound, world: World, { result, chips }: Stake): string => {
  if (result !== 'blackjack') return chips === 0 ? 'FB-WIN-UNPAID' : 'WINNER-UNPAID'
  if (has22(round, world)) return 'BJ-PUSHED-ON-22'
  return points(world.dealer) === 21 ? 'BJ-LOST-TO-21' : 'WINNER-UNPAID'
}

/** What was done instead, how closely its name describes that, and what the dealer then pays and takes. */
type Way = readonly [code: string, closeness: Closeness, due: SettlingBox]

const isAlone = ({ hands }: Box): boolean => hands.length === 1
const isSplit21 = ({ split, cards }: Hand): boolean => split && cards.length === 2 && points(cards) === 21
const ANY: Wild = { what: 'pays', than: 'more', due: 0, moved: 0 }

const winner = (round: SmallRound, world: World, stake: Stake, due: SettlingBox, box: Box): Way[] => {
  const { bet } = box
  const { gain, chips, hand, result } = stake
  const rest = due.win - gain
  const natural = priced(round, bet, round.rules.blackjackPay)
  const took = result === 'blackjack' && points(world.dealer) === 21 ? 'BJ-LOST-TO-21' : 'TOOK-WINNER'
  // 002 Prizing combinations: a box that is passed over gets no prize either.
  const left = rest > 0 && (isAlone(box) || isOnlyWinner(round, world, box)) ? [rest, 0] : [rest]
  const ways: Way[] = left.map((win): Way => [unpaid(round, world, stake), 'other outcome', { ...due, win }])
  if (chips > 0) {
    ways.push(...left.map((win): Way => [took, 'other outcome', { ...due, win, lose: [...due.lose, chips] }]))
    if (isAlone(box)) ways.push([took, 'own amount', { ...due, win: 0, wild: { ...ANY, what: 'takes', than: 'less', due: chips } }])
  }
  const pays = (code: string, closeness: Closeness, moved: number): Way => [code, closeness, { ...due, win: rest + moved }]
  for (let lammers = 1; lammers <= hand.lammers; lammers++) ways.push(pays('FB-WIN-UNPAID', 'other outcome', gain - lammers * bet))
  if (hand.lammers === 0 && hand.chips > 1 && result === 'win') ways.push(pays('PAID-DOUBLE-SINGLE', 'other outcome', bet))
  if (isSplit21(hand) && natural > gain) ways.push(pays('BJ-ON-SPLIT', 'price', natural))
  if (result === 'blackjack' && natural !== bet)
    ways.push(pays(isUp(world, round.rules.evenMoneyAgainst) ? 'EVEN-AFTER-DRAW' : 'BJ-SHORT', 'other outcome', bet))
  return ways
}

const isOnlyWinner = (round: SmallRound, { dealer }: World, { hands }: Box): boolean =>
  hands.filter((hand) => ['win', 'blackjack'].includes(verdict(round, hand, dealer))).length === 1

const loser = (round: SmallRound, world: World, { hand, chips }: Stake, due: SettlingBox, box: Box): Way[] => {
  const { bet } = box
  const charged: Way[] = Array.from({ length: hand.lammers }, (_, nth): Way => {
    const lose = without(due.lose, chips) ?? due.lose
    return ['FB-LOSS-CHARGED', 'other outcome', { ...due, lose: [...lose, chips + (nth + 1) * bet] }]
  })
  if (chips === 0) return charged
  const lose = without(due.lose, chips) ?? due.lose
  const partly = (part: number): SettlingBox => ({ ...due, lose: [...lose, part] })
  // 003 l.48: against the dealer's natural no hand is given up for half.
  const half = hasNatural(world) && round.rules.surrender !== 'none' && isAlone(box) && chips % 2 === 0
  return [
    ...charged,
    ['LOSER-NOT-TAKEN', 'other outcome', { ...due, lose }],
    ['PAID-LOSER', 'other outcome', { ...due, lose, win: due.win + Math.round(hand.lammers * bet) + chips }],
    ...(half ? [['SURRENDER-DEALER-BJ', 'other outcome', partly(chips / 2)] as const] : []),
    // One bet of a double is left.
    ...(hand.chips > 1 && hand.lammers === 0 ? [['TAKE-PARTIAL', 'other outcome', partly(bet)] as const] : []),
    ...(isAlone(box) ? [['PAID-LOSER', 'own amount', { ...due, lose: [], wild: ANY }] as const] : []),
  ]
}

const tie = (round: SmallRound, world: World, { hand, chips, gain }: Stake, due: SettlingBox, box: Box): Way[] => {
  const takesAny: Wild = { ...ANY, what: 'takes', than: 'less', due: chips }
  if (hand.over === 'natural' && hasNatural(world)) {
    return [
      ['BJ-V-BJ-PAID', 'own amount', { ...due, wild: ANY }],
      ['BJ-V-BJ-TAKEN', 'own amount', { ...due, wild: { ...takesAny, due: chips + 1 } }],
    ]
  }
  const by22 = has22(round, world)
  const [paid, taken] = [by22 ? 'DEALER22-PAID' : 'PAID-PUSH', by22 ? 'DEALER22-TAKEN' : 'TOOK-PUSH']
  const ways: Way[] = []
  for (let lammers = 1; lammers <= hand.lammers; lammers++)
    ways.push(['FB-PUSH-PAID', 'other outcome', { ...due, win: due.win + lammers * box.bet }])
  if (chips === 0) return ways
  ways.push([paid, 'other outcome', { ...due, win: due.win + gain }])
  ways.push([taken, 'other outcome', { ...due, lose: [...due.lose, chips] }])
  if (!isAlone(box)) return ways
  return [...ways, [paid, 'own amount', { ...due, wild: ANY }], [taken, 'own amount', { ...due, wild: takesAny }]]
}

/** 002 l.46-59: a prize not paid, paid by another tier, or paid to a box that did not win. */
const prizes = (round: SmallRound, box: Box, due: SettlingBox, stakes: readonly Stake[]): Way[] => {
  const { sevens } = round.rules
  const { bet, hands } = box
  const cards = hands.flatMap(({ places, cards: held }) => places.map((place, at) => ({ place, card: held[at] ?? '' })))
  const first = cards.sort((one, other) => one.place - other.place)[0]?.card ?? ''
  if (sevens === 'none' || first[0] !== '7') return []
  const tiers = [sevens.firstSeven, sevens.twoSevens, sevens.twoSuited, sevens.threeSevens, sevens.threeSuited].map((tier) =>
    priced(round, bet, tier),
  )
  const gains = stakes.reduce((sum, { result, gain }) => sum + (result === 'win' || result === 'blackjack' ? gain : 0), 0)
  const prize = due.win - gains
  // An amount that the bet itself would win is paid for the bet.
  const ifWon = sevensPrize(round, box, ['win'])
  const isBet = stakes.reduce((sum, { gain }) => sum + gain, 0) === ifWon
  if (prize <= 0) return isBet ? [] : [['PRIZE-ON-LOSER', 'price', { ...due, win: due.win + ifWon }]]
  const others = [...new Set(tiers)].filter((tier) => tier !== prize)
  return [
    ['PRIZE-MISSED', 'price', { ...due, win: gains }],
    ...others.map((tier): Way => ['PRIZE-WRONG-TIER', 'price', { ...due, win: gains + tier }]),
  ]
}

/** All hands of a spot have the same outcome, and the dealer treats them all as another one: he passes over the box, or mistakes it. */
const wholeBox = (round: SmallRound, world: World, stakes: readonly Stake[], due: SettlingBox): Way[] => {
  const [first] = stakes
  if (first === undefined || stakes.length < 2 || stakes.some(({ result }) => result !== first.result)) return []
  const chips = stakes.flatMap((stake) => (stake.chips > 0 ? [stake.chips] : []))
  const gain = stakes.reduce((sum, stake) => sum + stake.gain, 0)
  const by22 = has22(round, world)
  const as = (code: string, instead: Partial<SettlingBox>): Way => [code, 'other outcome', { ...due, ...instead }]
  if (first.result === 'win') {
    const unpaidAs = stakes.every(({ hand }) => hand.lammers > 0) ? 'FB-WIN-UNPAID' : 'WINNER-UNPAID'
    const win = due.win - gain
    return [as(unpaidAs, { win }), ...(chips.length > 0 ? [as('TOOK-WINNER', { win, lose: [...due.lose, ...chips] })] : [])]
  }
  if (first.result === 'lose') {
    const lose = chips.reduce<readonly number[]>((left, part) => without(left, part) ?? left, due.lose)
    return [as('LOSER-NOT-TAKEN', { lose }), as('PAID-LOSER', { lose, win: due.win + gain })]
  }
  const taken = chips.length > 0 ? [as(by22 ? 'DEALER22-TAKEN' : 'TOOK-PUSH', { lose: [...due.lose, ...chips] })] : []
  return [as(by22 ? 'DEALER22-PAID' : 'PAID-PUSH', { win: due.win + gain }), ...taken]
}

/** NZ Gazette 1994/112 r.4: chips that come to a bet after the last card, and are then paid or taken; on a tie they are the next bet. */
const pastPosted = (round: SmallRound, due: SettlingBox, { result, chips }: Pick<Stake, 'result' | 'chips'>, bet: number): Way[] => {
  if (result === 'tie') return []
  const pays = result === 'blackjack' ? round.rules.blackjackPay : ([1, 1] as const)
  const posted: Posted = result === 'lose' ? { takes: chips } : { bet, pays, smallestChip: round.smallestChip }
  return [['PAST-POSTED', 'other outcome', { ...due, posted }]]
}

const waysOf = (round: SmallRound, world: World, box: Box, due: SettlingBox): Way[] => {
  // A natural was paid in part, and the rest never comes.
  if (box.partPaid !== undefined) return [['BJ-SHORT', 'own amount', { ...due, win: 0 }]]
  const stakes = stakesOf(round, world, box)
  const single = stakes.flatMap((stake): Way[] => {
    if (stake.result === 'lose') return loser(round, world, stake, due, box)
    return stake.result === 'tie' ? tie(round, world, stake, due, box) : winner(round, world, stake, due, box)
  })
  // A bust stake that still lies there is a lost stake.
  const busted = due.lose.filter((lost) => !stakes.some(({ chips, result }) => result === 'lose' && chips === lost))
  const left = busted.flatMap((lost): Way[] => {
    const lose = without(due.lose, lost) ?? due.lose
    return [
      ['LOSER-NOT-TAKEN', 'other outcome', { ...due, lose }],
      ['PAID-LOSER', 'other outcome', { ...due, lose, win: due.win + lost }],
      ...pastPosted(round, due, { result: 'lose', chips: lost }, box.bet),
    ]
  })
  // 002 l.42, 003 l.48: the half that is left of a hand given up is its player's.
  const isGivenUp = isAlone(box) && box.hands[0]?.over === 'given up' && box.amount > 0
  const half: Way[] = isGivenUp ? [['SURRENDER-AMOUNT', 'price', { ...due, lose: [...due.lose, box.amount] }]] : []
  const posted = box.amount > 0 ? stakes.flatMap((stake) => pastPosted(round, due, stake, box.bet)) : []
  const named = [
    ...single,
    ...half,
    ...wholeBox(round, world, stakes, due),
    ...left,
    ...prizes(round, box, due, stakes),
    ...anyAmount(box, due, stakes),
  ]
  return [...named, ...posted]
}

/** Any amount that is not due: paid short or over, paid as if a lammer had a value, or taken in part. */
const anyAmount = (box: Box, due: SettlingBox, stakes: readonly Stake[]): Way[] => {
  const { bet } = box
  const results = new Set(stakes.map(({ result }) => result))
  const pays = (than: Wild['than'], more: Partial<Wild> = {}): SettlingBox => ({
    ...due,
    win: 0,
    wild: { what: 'pays', than, due: due.win, moved: 0, ...more },
  })
  const partly: Way[] = due.lose.length > 0 ? [['TAKE-PARTIAL', 'any amount', partTaken(due)]] : []
  if (results.has('blackjack')) {
    return isAlone(box) ? [...partly, ['BJ-SHORT', 'own amount', pays('less')], ['BJ-OVER', 'own amount', pays('more')]] : partly
  }
  // A lammer is worth the bet, so whole bets are a wrong number of lammers. Next to a winner without any, they may be his amount.
  const won = stakes.filter(({ result }) => result === 'win')
  const isLammers = won.some(({ hand }) => hand.lammers > 0)
  const closeness: Closeness = won.every(({ hand }) => hand.lammers > 0) ? 'own amount' : 'any amount'
  const worth: Way[] = isLammers
    ? (['less', 'more'] as const).map((than): Way => ['FB-PAID-TOKEN-VALUE', closeness, pays(than, { notIn: bet })])
    : []
  const isMixed = !isAlone(box) && results.size > 1
  return [
    ...partly,
    ...worth,
    ...(due.win > 0 ? [['PAY-SHORT', 'any amount', pays('less')] as const] : []),
    ...(due.win > 0 || isMixed ? [['PAY-OVER', 'any amount', pays('more')] as const] : []),
  ]
}

/** The dealer takes part of all that lost together. */
const partTaken = (due: SettlingBox): SettlingBox => ({
  ...due,
  lose: [],
  wild: { what: 'takes', than: 'less', due: total(due.lose), moved: 0 },
})

/** Prefix for an error that left no sign of its own: it is possible, but never proven. */
export const UNSEEN = 'unseen '

/** Two or more boxes are settled by a total that the dealer does not have. */
const misread = (round: SmallRound, world: World): World[] => {
  const bank = points(world.dealer)
  const right = beginSettlement(round, world).settling
  if (right === null || right === 'unfollowed' || hasNatural(world) || bank < 17) return []
  return [17, 18, 19, 20, 21, 23].flatMap((total) => {
    if (total === Math.min(bank, 23)) return []
    const cards = total === 23 ? ['TS', '7S', '6S'] : ['TS', '2S', `${total - 12}S`]
    const boxes = world.boxes.map((box) => dueOn(round, cards, box))
    const changed = boxes.filter((due, at) => JSON.stringify(due) !== JSON.stringify(right.boxes[at]))
    // If only one box is settled so, it is an error at that box.
    if (changed.length < 2) return []
    // If the dealer takes bets for tied, nothing moves, and nothing shows his error.
    const isUnseen = changed.every(({ win, lose }) => win === 0 && lose.length === 0)
    return [erring({ ...world, settling: { boxes } }, `${isUnseen ? UNSEEN : ''}DEALER-TOTAL-MISREAD`, null)]
  })
}

/** In a story without an error the dealer may pay too much at any box and take it back: an error that he puts right does not count. */
export const astray = (world: World, { box: at, amount, lammers }: Extract<Sign, { box: number }>): World[] => {
  const { errors = [], settling, boxes } = world
  if (errors.length > 0 || settling === null || settling === 'unfollowed') return []
  const [box, due] = [boxes[at] as Box, settling.boxes[at] as SettlingBox]
  const change = amount - box.amount
  if (due.left || due.touched || lammers > box.lammers || change <= due.win) return []
  const right = rightOf(box, due)
  if (due.win === 0 && !pricesOf(box).includes(change)) return []
  const paid: SettlingBox = { ...due, touched: true, astray: true, right }
  return [{ ...world, boxes: boxes.with(at, { ...box, amount, lammers }), settling: { boxes: settling.boxes.with(at, paid) } }]
}

/** The amounts that some of the hands not yet lost would win, with their lammers or without. */
const pricesOf = ({ bet, hands }: Box): readonly number[] => {
  const live = hands.filter(({ over }) => over !== 'bust' && over !== 'given up')
  return live.reduce<readonly number[]>(
    (sums, { chips, lammers }) => {
      const prices = [0, Math.round(chips * bet), Math.round((chips + lammers) * bet)]
      return [...new Set(sums.flatMap((sum) => prices.map((price) => sum + price)))]
    },
    [0],
  )
}

/** What the spot shows when it is settled as due. A dealer who mistakes a hand for a winner pays it as a winner. */
const rightOf = (box: Box, { win, lose }: SettlingBox): NonNullable<SettlingBox['right']> => {
  const target = box.amount + win - total(lose)
  // `least`: what lies there before the payment, less what is lost.
  return { amount: target, start: box.amount, least: box.amount - total(lose), paid: win === 0 ? pricesOf(box) : null }
}

const wrongBet = (round: SmallRound, { dealer }: World, box: Box, { win, lose }: SettlingBox): WrongBet => {
  const { bet, hands, amount } = box
  const isLike = hands.some(({ split, cards }) => split && cards.length === 2 && points(cards) === 21)
  return {
    ...{ win, lose: total(lose), start: amount, paid: 0, taken: 0, closeness: 0 },
    stakes: hands.map(({ chips }) => Math.round(chips * bet)),
    gains: hands.map(({ chips, lammers }) => Math.round((chips + lammers) * bet)),
    isTied: hands.some((hand) => verdict(round, hand, dealer) === 'tie'),
    natural: isLike ? priced(round, bet, round.rules.blackjackPay) : null,
  }
}

/** The dealer deals on and settles nothing, although two or more boxes are due something. */
const leftOpen = (world: World, boxes: readonly SettlingBox[]): World[] => {
  const isDue = ({ win, lose, left }: SettlingBox): boolean => !left && (win > 0 || lose.length > 0)
  if (boxes.filter(isDue).length < 2) return []
  const lying = boxes.map(
    (due): SettlingBox => ({
      ...{ win: 0, lose: [], touched: false, left: !isDue(due) },
      ...(isDue(due) ? { open: due.win } : {}),
    }),
  )
  return [erring({ ...world, settling: { boxes: lying } }, 'ROUND-NOT-CLOSED', null)]
}

/** The dealer begins to pay and take, and makes one error. */
export const settlementErrors = (round: SmallRound, world: World): World[] => {
  const { settling } = beginSettlement(round, world)
  if (settling === null || settling === 'unfollowed') return []
  const single = world.boxes.flatMap((box, at) => {
    const due = settling.boxes[at]
    if (due === undefined || due.left) return []
    const ways = new Map(waysOf(round, world, box, due).map((way) => [JSON.stringify(way), way]))
    const right = rightOf(box, due)
    const bet = wrongBet(round, world, box, due)
    return [...ways.values()].map(([code, closeness, instead]) => {
      const wrong: WrongBet = { ...bet, closeness: CLOSENESS.indexOf(closeness) }
      return erring({ ...world, settling: { boxes: settling.boxes.with(at, { ...instead, right, wrong }) } }, code, at)
    })
  })
  return [...single, ...misread(round, world), ...leftOpen(world, settling.boxes)]
}
