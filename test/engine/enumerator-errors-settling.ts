/** Deviations of the settlement: one stake that the dealer pays, takes or leaves wrongly, or all of them by a total he does not have. */
import { isUp } from './enumerator-errors-chips.ts'
import { erring } from './enumerator-errors-play.ts'
import { beginSettlement, dueOn, priced, sevensPrize, verdict } from './enumerator-settling.ts'
import {
  type Box,
  type Hand,
  points,
  type SettlingBox,
  type Sign,
  type SmallRound,
  total,
  type Wild,
  type World,
  type WrongBet,
  without,
} from './enumerator-world.ts'

interface Stake {
  readonly hand: Hand
  readonly result: ReturnType<typeof verdict>
  /** His chips on it, and what it wins or won. */
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

/** The name of a winner left alone. */
const unpaid = (round: SmallRound, world: World, { hand, result }: Stake): string => {
  if (result !== 'blackjack') return hand.lammers > 0 ? 'FB-WIN-UNPAID' : 'WINNER-UNPAID'
  if (has22(round, world)) return 'BJ-PUSHED-ON-22'
  return points(world.dealer) === 21 ? 'BJ-LOST-TO-21' : 'WINNER-UNPAID'
}
const shortOf = (round: SmallRound, world: World, { hand, result, gain }: Stake, bet: number, moved: number): string => {
  if (result === 'blackjack') return moved === bet && isUp(world, round.rules.evenMoneyAgainst) ? 'EVEN-AFTER-DRAW' : 'BJ-SHORT'
  if (hand.lammers > 0) return moved === gain - hand.lammers * bet ? 'FB-WIN-UNPAID' : 'FB-PAID-TOKEN-VALUE'
  return hand.chips > 1 && moved === bet ? 'PAID-DOUBLE-SINGLE' : 'PAY-SHORT'
}
const overOf = ({ hand, result }: Stake, natural: number, moved: number): string => {
  if (result === 'blackjack') return 'BJ-OVER'
  if (hand.lammers > 0) return 'FB-PAID-TOKEN-VALUE'
  return hand.split && hand.cards.length === 2 && points(hand.cards) === 21 && moved === natural ? 'BJ-ON-SPLIT' : 'PAY-OVER'
}

/** None of those with a name of their own. */
const NO_AMOUNT = -1

type Way = readonly [code: string, due: SettlingBox]

/** A hand alone on its spot, paid for nothing, or taken in part. */
const odd = (round: SmallRound, due: SettlingBox, box: Box, { chips }: Stake, paid: string, taken: string | null): Way[] => {
  if (box.hands.length > 1) return []
  const pays: Wild = { what: 'pays', than: 'more', due: 0, moved: 0, named: [chips, sevensPrize(round, box, ['win'])] }
  const takes: Wild = { what: 'takes', than: 'less', due: chips, moved: 0, named: [] }
  return [[paid, { ...due, lose: [], wild: pays }], ...(taken === null ? [] : [[taken, { ...due, win: 0, wild: takes }] as const])]
}

const winner = (round: SmallRound, world: World, stake: Stake, due: SettlingBox, box: Box): Way[] => {
  const { bet, hands } = box
  const isAlone = hands.length === 1
  const { gain, chips } = stake
  const rest = due.win - gain
  const natural = priced(round, bet, round.rules.blackjackPay)
  const took = stake.result === 'blackjack' && points(world.dealer) === 21 ? 'BJ-LOST-TO-21' : 'TOOK-WINNER'
  // 002 Prizing combinations: a box passed over goes without its prize as well.
  const left = isAlone && rest > 0 ? [rest, 0] : [rest]
  const ways: Way[] = left.map((win): Way => [unpaid(round, world, stake), { ...due, win }])
  if (chips > 0) {
    ways.push([took, { ...due, win: rest, lose: [...due.lose, chips] }])
    if (isAlone) ways.push([took, { ...due, win: rest, wild: { what: 'takes', than: 'less', due: chips, moved: 0, named: [] } }])
  }
  // Amounts that have a name of their own; any other is short or over.
  const named = [bet, stake.hand.lammers > 0 ? gain - stake.hand.lammers * bet : 0, natural].filter((moved) => moved > 0 && moved !== gain)
  for (const moved of new Set(named)) {
    const code = moved < gain ? shortOf(round, world, stake, bet, moved) : overOf(stake, natural, moved)
    ways.push([code, { ...due, win: rest + moved }])
  }
  return ways
}

const loser = (round: SmallRound, world: World, { hand, chips }: Stake, due: SettlingBox, bet: number): Way[] => {
  if (chips === 0) return hand.lammers > 0 ? [['FB-LOSS-CHARGED', { ...due, lose: [...due.lose, bet] }]] : []
  const lose = without(due.lose, chips) ?? due.lose
  // 003 l.48: against the dealer's natural no hand is given up for half.
  const half =
    hasNatural(world) && round.rules.surrender !== 'none' ? [bet - Math.floor(bet / 2 / round.smallestChip) * round.smallestChip] : []
  const ways: Way[] = [
    ['LOSER-NOT-TAKEN', { ...due, lose }],
    ['PAID-LOSER', { ...due, lose, win: due.win + chips }],
    ['TAKE-PARTIAL', { ...due, lose, wild: { what: 'takes', than: 'less', due: chips, moved: 0, named: half } }],
    ...half.map((part): Way => ['SURRENDER-DEALER-BJ', { ...due, lose: [...lose, part] }]),
  ]
  if (hand.lammers > 0) ways.push(['FB-LOSS-CHARGED', { ...due, lose: [...lose, chips + bet] }])
  return ways
}

const tie = (round: SmallRound, world: World, { hand, chips, gain }: Stake, due: SettlingBox, bet: number): Way[] => {
  const by22 = has22(round, world)
  const ways: Way[] = []
  if (hand.over === 'natural' && hasNatural(world)) {
    ways.push(['BJ-V-BJ-PAID', { ...due, win: due.win + gain }])
    ways.push(['BJ-V-BJ-PAID', { ...due, win: due.win + priced(round, bet, round.rules.blackjackPay) }])
    ways.push(['BJ-V-BJ-TAKEN', { ...due, lose: [...due.lose, chips] }])
    return ways
  }
  if (hand.lammers > 0) ways.push(['FB-PUSH-PAID', { ...due, win: due.win + hand.lammers * bet }])
  if (chips === 0) return ways
  ways.push([by22 ? 'DEALER22-PAID' : 'PAID-PUSH', { ...due, win: due.win + chips }])
  ways.push([by22 ? 'DEALER22-TAKEN' : 'TOOK-PUSH', { ...due, lose: [...due.lose, chips] }])
  return ways
}

/** 002 l.46-59: prizes missed, of another tier, or of a box that did not win. */
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
  // As many chips as the bet itself would win are that.
  const ifWon = sevensPrize(round, box, ['win'])
  const isBet = stakes.reduce((sum, { gain }) => sum + gain, 0) === ifWon
  if (prize <= 0) return isBet ? [] : [['PRIZE-ON-LOSER', { ...due, win: due.win + ifWon }]]
  const others = [...new Set(tiers)].filter((tier) => tier !== prize)
  return [['PRIZE-MISSED', { ...due, win: gains }], ...others.map((tier): Way => ['PRIZE-WRONG-TIER', { ...due, win: gains + tier }])]
}

/** What is paid like a natural on a split hand is that, whichever hand of the box it may be for. */
const closest = (ways: readonly Way[]): Way[] => {
  const naturals = new Set(ways.flatMap(([code, due]) => (code === 'BJ-ON-SPLIT' ? [JSON.stringify(due)] : [])))
  return ways.filter(([code, due]) => code === 'BJ-ON-SPLIT' || !naturals.has(JSON.stringify(due)))
}

/** Several hands of a spot come to the same, and the dealer treats all of them as something else: he passes over the box, or takes it for another. */
const wholeBox = (round: SmallRound, world: World, stakes: readonly Stake[], due: SettlingBox): Way[] => {
  const [first] = stakes
  if (first === undefined || stakes.length < 2 || stakes.some(({ result }) => result !== first.result)) return []
  const chips = stakes.flatMap((stake) => (stake.chips > 0 ? [stake.chips] : []))
  const gain = stakes.reduce((sum, stake) => sum + stake.gain, 0)
  const by22 = has22(round, world)
  if (first.result === 'win') {
    const unpaidAs = stakes.every(({ hand }) => hand.lammers > 0) ? 'FB-WIN-UNPAID' : 'WINNER-UNPAID'
    const won = { ...due, win: due.win - gain }
    const taken: Way[] = chips.length > 0 ? [['TOOK-WINNER', { ...won, lose: [...due.lose, ...chips] }]] : []
    return [[unpaidAs, { ...won }], ...taken]
  }
  if (first.result === 'lose') {
    const lose = chips.reduce<readonly number[]>((left, part) => without(left, part) ?? left, due.lose)
    return [
      ['LOSER-NOT-TAKEN', { ...due, lose }],
      ['PAID-LOSER', { ...due, lose, win: due.win + gain }],
    ]
  }
  const taken: Way[] = chips.length > 0 ? [[by22 ? 'DEALER22-TAKEN' : 'TOOK-PUSH', { ...due, lose: [...due.lose, ...chips] }]] : []
  return [[by22 ? 'DEALER22-PAID' : 'PAID-PUSH', { ...due, win: due.win + gain }], ...taken]
}

const waysOf = (round: SmallRound, world: World, box: Box, due: SettlingBox): Way[] => {
  const stakes = stakesOf(round, world, box)
  const single = stakes.flatMap((stake): Way[] => {
    if (stake.result === 'lose') return [...loser(round, world, stake, due, box.bet), ...odd(round, due, box, stake, 'PAID-LOSER', null)]
    if (stake.result !== 'tie') return winner(round, world, stake, due, box)
    const isPlain = stake.hand.over !== 'natural' && stake.hand.lammers === 0 && !has22(round, world)
    return [...tie(round, world, stake, due, box.bet), ...(isPlain ? odd(round, due, box, stake, 'PAID-PUSH', 'TOOK-PUSH') : [])]
  })
  // A bust stake that still lies is a lost one.
  const busted = due.lose.filter((lost) => !stakes.some(({ chips, result }) => result === 'lose' && chips === lost))
  const left = busted.flatMap((lost): Way[] => {
    const lose = without(due.lose, lost) ?? due.lose
    return [
      ['LOSER-NOT-TAKEN', { ...due, lose }],
      ['PAID-LOSER', { ...due, lose, win: due.win + lost }],
      ['TAKE-PARTIAL', { ...due, lose, wild: { what: 'takes', than: 'less', due: lost, moved: 0, named: [] } }],
    ]
  })
  const named = closest([...single, ...wholeBox(round, world, stakes, due), ...left, ...prizes(round, box, due, stakes)])
  const winners = stakes.filter(({ result }) => result === 'win' || result === 'blackjack')
  return [...named, ...winners.flatMap((stake) => anyAmount(round, world, stake, box, due, named))]
}

/** Any amount that is not due and is no other error: short or over. */
const anyAmount = (round: SmallRound, world: World, stake: Stake, { bet }: Box, due: SettlingBox, others: readonly Way[]): Way[] => {
  const named = [due.win, ...others.flatMap(([, { win, lose }]) => (lose.length === due.lose.length ? [win] : []))]
  const wild = (than: Wild['than']): SettlingBox => ({ ...due, win: 0, wild: { what: 'pays', than, due: due.win, moved: 0, named } })
  return [
    [shortOf(round, world, stake, bet, NO_AMOUNT), wild('less')],
    [overOf(stake, NO_AMOUNT, 0), wild('more')],
  ]
}

/** Before the name of an error that left no sign of its own: it is possible, and never proven. */
export const UNSEEN = 'unseen '

/** Two boxes or more settled as against one total that the dealer does not have. */
const misread = (round: SmallRound, world: World): World[] => {
  const bank = points(world.dealer)
  const right = beginSettlement(round, world).settling
  if (right === null || right === 'unfollowed' || hasNatural(world) || bank < 17) return []
  return [17, 18, 19, 20, 21, 23].flatMap((total) => {
    if (total === Math.min(bank, 23)) return []
    const cards = total === 23 ? ['TS', '7S', '6S'] : ['TS', '2S', `${total - 12}S`]
    const boxes = world.boxes.map((box) => dueOn(round, cards, box))
    const changed = boxes.filter((due, at) => JSON.stringify(due) !== JSON.stringify(right.boxes[at]))
    // One box alone is that box's error.
    if (changed.length < 2) return []
    // Of what he takes for tied nothing moves, and nothing shows that he did.
    const isUnseen = changed.every(({ win, lose }) => win === 0 && lose.length === 0)
    return [erring({ ...world, settling: { boxes } }, `${isUnseen ? UNSEEN : ''}DEALER-TOTAL-MISREAD`, null)]
  })
}

/** In a story without an error he may pay too much at any box and take it back: what he puts right weighs nothing. */
export const astray = (world: World, { box: at, amount, lammers }: Extract<Sign, { box: number }>): World[] => {
  const { errors = [], settling, boxes } = world
  if (errors.length > 0 || settling === null || settling === 'unfollowed') return []
  const [box, due] = [boxes[at] as Box, settling.boxes[at] as SettlingBox]
  const change = amount - box.amount
  if (due.left || due.touched || lammers > box.lammers || change <= due.win) return []
  const right = rightOf(box, due)
  if (due.win === 0 && change !== liveOf(box)) return []
  const paid: SettlingBox = { ...due, touched: true, astray: true, right }
  return [{ ...world, boxes: boxes.with(at, { ...box, amount, lammers }), settling: { boxes: settling.boxes.with(at, paid) } }]
}

/** What all hands that are not lost yet would win. */
const liveOf = ({ bet, hands }: Box): number => {
  const live = hands.filter(({ over }) => over !== 'bust' && over !== 'given up')
  return live.reduce((sum, { chips, lammers }) => sum + Math.round((chips + lammers) * bet), 0)
}

/** What the spot shows when it is settled as due. Whoever takes a hand for a winner pays it as one. */
const rightOf = (box: Box, { win, lose }: SettlingBox): NonNullable<SettlingBox['right']> => {
  const target = box.amount + win - total(lose)
  // What lies there before the payment, or what is left of it.
  return { amount: target, least: Math.min(box.amount, target), paid: win === 0 && target === box.amount ? liveOf(box) : null }
}

const wrongBet = (round: SmallRound, { dealer }: World, box: Box, { win, lose }: SettlingBox): WrongBet => {
  const { bet, hands, amount } = box
  const isLike = hands.some(({ split, cards }) => split && cards.length === 2 && points(cards) === 21)
  return {
    ...{ win, lose: total(lose), start: amount, paid: 0, taken: 0 },
    stakes: hands.map(({ chips }) => Math.round(chips * bet)),
    gains: hands.map(({ chips, lammers }) => Math.round((chips + lammers) * bet)),
    isTied: hands.some((hand) => verdict(round, hand, dealer) === 'tie'),
    natural: isLike ? priced(round, bet, round.rules.blackjackPay) : null,
  }
}

/** The dealer deals on and settles nothing of what two boxes or more are due. */
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

/** The dealer begins to pay and take, and does one thing wrong. */
export const settlementErrors = (round: SmallRound, world: World): World[] => {
  const { settling } = beginSettlement(round, world)
  if (settling === null || settling === 'unfollowed') return []
  const single = world.boxes.flatMap((box, at) => {
    const due = settling.boxes[at]
    if (due === undefined || due.left) return []
    const ways = new Map(waysOf(round, world, box, due).map((way) => [JSON.stringify(way), way]))
    const beside = { right: rightOf(box, due), wrong: wrongBet(round, world, box, due) }
    return [...ways.values()].map(([code, instead]) =>
      erring({ ...world, settling: { boxes: settling.boxes.with(at, { ...instead, ...beside }) } }, code, at),
    )
  })
  return [...single, ...misread(round, world), ...leftOpen(world, settling.boxes)]
}
