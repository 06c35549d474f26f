/** The enumerator's settlement: what every box is due, and which movements of its main spot a dealer or a player can have made. */
import {
  type Box,
  type Hand,
  points,
  type SettlingBox,
  type SmallRound,
  total,
  type Wild,
  type World,
  without,
} from './enumerator-world.ts'

const isNatural = (cards: readonly string[]): boolean => cards.length === 2 && points(cards) === 21

export const verdict = ({ rules }: SmallRound, hand: Hand, dealer: readonly string[]): 'win' | 'lose' | 'tie' | 'blackjack' => {
  if (hand.over === 'bust') return 'lose'
  if (hand.over === 'natural') return isNatural(dealer) ? 'tie' : 'blackjack'
  if (isNatural(dealer)) return 'lose'
  const bank = points(dealer)
  if (bank === 22 && rules.dealer22 === 'push') return 'tie'
  const own = points(hand.cards)
  return bank > 21 || own > bank ? 'win' : own === bank ? 'tie' : 'lose'
}

export const priced = ({ smallestChip }: SmallRound, amount: number, [pays, per]: readonly [number, number]): number =>
  Math.floor((amount * pays) / per / smallestChip) * smallestChip

/** 002 l.46-59: sevens from the first card on, over the box's first three cards; winning boxes only, the highest prize only. */
export const sevensPrize = (round: SmallRound, { bet, hands }: Box, verdicts: readonly string[]): number => {
  const prizes = round.rules.sevens
  if (prizes === 'none') return 0
  if (prizes.onlyWinning && !verdicts.some((each) => each === 'win' || each === 'blackjack')) return 0
  const inOrder = hands.flatMap(({ places, cards }) => places.map((place, at) => ({ place, card: cards[at] ?? '' })))
  inOrder.sort((one, other) => one.place - other.place)
  let sevens = 0
  while (sevens < 3 && inOrder[sevens]?.card[0] === '7') sevens++
  if (sevens === 0) return 0
  const suited = new Set(inOrder.slice(0, sevens).map(({ card }) => card[1])).size === 1
  if (sevens === 1) return priced(round, bet, prizes.firstSeven)
  if (sevens === 2) return priced(round, bet, suited ? prizes.twoSuited : prizes.twoSevens)
  return priced(round, bet, suited ? prizes.threeSuited : prizes.threeSevens)
}

/** `dealer`: the cards that he settles against. */
export const dueOn = (round: SmallRound, dealer: readonly string[], box: Box): SettlingBox => ({
  ...owedOn(round, dealer, box),
  ...(round.collectsAtOnce ? { atOnce: true as const } : {}),
})

const owedOn = (round: SmallRound, dealer: readonly string[], box: Box): SettlingBox => {
  if (box.paid) return { win: 0, lose: [], touched: true, left: true }
  const verdicts = box.hands.map((hand) => verdict(round, hand, dealer))
  let win = Math.max(0, sevensPrize(round, box, verdicts) - (box.prizePaid ?? 0))
  const lose: number[] = [...box.owing, ...(box.late ?? [])]
  box.hands.forEach((hand, at) => {
    if (verdicts[at] === 'win') win += Math.round((hand.chips + hand.lammers) * box.bet)
    // What was swept from it wins nothing.
    if (verdicts[at] === 'blackjack') win += priced(round, Math.round(hand.chips * box.bet), round.rules.blackjackPay)
    if (verdicts[at] === 'lose' && hand.over !== 'bust' && hand.chips > 0) lose.push(Math.round(hand.chips * box.bet))
  })
  // Paid early it is due no more, or comes back with what is lost.
  const { paidEarly = 0 } = box
  if (paidEarly > win) return { win: 0, lose: [total(lose) + paidEarly - win], touched: false, left: false }
  win -= paidEarly
  return { win, lose, touched: false, left: false }
}

/** The dealer begins to pay and take. */
export const beginSettlement = (round: SmallRound, world: World): World => ({
  ...world,
  settling: round.evidence === 'payouts' ? { boxes: world.boxes.map((box) => dueOn(round, world.dealer, box)) } : 'unfollowed',
})

const isWildDone = ({ than, due, moved, named }: Wild): boolean => (than === 'less' ? moved > 0 : moved > due) && !named.includes(moved)
/** Hands of one spot are settled one by one or by the sum of what they are due, the stakes of lost ones part of what winners are paid. */
const isEven = ({ win, lose, wild, touched, astray: isAstray }: SettlingBox): boolean =>
  !isAstray && win === total(lose) && (touched || lose.length === 0) && (!wild || isWildDone(wild))

/** All its hands went bust and their stakes are taken: the box is settled, and what is bet there is the next round's. */
const isGone = ({ hands, amount, lammers, owing, paid }: Box): boolean =>
  !paid && amount === 0 && lammers === 0 && owing.length === 0 && hands.every(({ over }) => over === 'bust')

/** What this level on a box's spot makes of a settlement: nothing if no dealer and no player can have made it. */
export const settleBy = (world: World, at: number, amount: number, lammers: number): World[] => {
  const { settling } = world
  if (settling === 'unfollowed' || settling === null) return [world]
  const box = world.boxes[at] as Box
  const due = settling.boxes[at] as SettlingBox
  const become = (next: SettlingBox): World[] => [
    {
      ...world,
      boxes: world.boxes.with(at, { ...box, amount, lammers }),
      settling: { boxes: settling.boxes.with(at, next) },
    },
  ]
  if (due.left) return due.laid && amount < box.amount ? [] : become(due)
  if (isGone(box) && amount > 0) return become({ ...due, left: true })
  if (lammers > box.lammers) return []
  const change = amount - box.amount
  if (change === 0) return become(due)
  if (due.open !== undefined) return change > 0 && change !== due.open ? become({ ...due, open: 0 }) : []
  if (box.returns && change === -box.returns)
    return become(due).map((next) => ({ ...next, boxes: next.boxes.with(at, { ...box, amount, lammers, returns: 0 }) }))
  // Where the dealer was not seen at work a lost bet that goes is one he took; of one that goes in part its player may have left the rest.
  if (due.passed === 'lost' && amount === 0 && !settling.boxes.some(({ touched }) => touched)) return []
  const isOver = settling.boxes.every(isEven)
  // Another player has visibly collected, or bet anew: what comes now is no payment.
  const isLeft = isOver && settling.boxes.some(({ left }, other) => other !== at && left && world.boxes[other]?.paid === false)
  const isPaid = amount === due.right?.amount
  if (due.astray) return putRight(world, at, amount, lammers)
  if (isLeft && !isPaid && (due.passed || due.wild) && change > 0 && isEven(due)) return become({ ...due, left: true })
  const isShort = due.passed === 'won' && isOver && change > 0 && amount < (due.right?.amount ?? 0)
  // Less than he won, when all others are settled: as long as nobody collects it his player may have laid it.
  const laid: SettlingBox[] = isShort ? [{ ...due, left: true, laid: true }] : []
  const isHisAgain = isOver || due.atOnce === true
  const isErred = (world.errors ?? []).length > 0 && due.atOnce === true
  // Whoever has chips on a tied bet and takes them away again was paid: beside an error he did not lay them himself.
  const kept = (next: SettlingBox): SettlingBox =>
    isErred && next.left && !due.touched && change > 0 && box.amount > 0 ? { ...next, laid: true } : next
  const ways = [
    ...strictly(due, change, isHisAgain).map(kept),
    ...wildly(due, change),
    ...addedTo(due, change, box.bet, isHisAgain),
    ...laid,
  ]
  return [...putRight(world, at, amount, lammers), ...ways.flatMap(become)]
}

/** The dealer mends what he settled wrongly while he is still at it: then it was no error. Who takes all at the very end collects it. */
const putRight = (world: World, at: number, amount: number, lammers: number): World[] => {
  const { settling } = world
  const box = world.boxes[at] as Box
  if (settling === 'unfollowed' || settling === null) return []
  const due = settling.boxes[at] as SettlingBox
  const { right, touched, left } = due
  if (right === undefined || !touched || left || amount !== right.amount || box.amount < right.least) return []
  if (right.paid !== null && box.amount - right.least !== right.paid) return []
  const isLast = settling.boxes.every((each, other) => other === at || isEven(each))
  if (amount === 0 && isLast) return []
  const settled: SettlingBox = { win: 0, lose: [], touched: true, left: false }
  const { errors: _mended, ...rest } = world
  return [{ ...rest, boxes: world.boxes.with(at, { ...box, amount, lammers }), settling: { boxes: settling.boxes.with(at, settled) } }]
}

/** A payment or a taking of another amount than is due, perhaps in parts, perhaps together with what is taken rightly. */
const wildly = (due: SettlingBox, change: number): SettlingBox[] => {
  const { wild, lose } = due
  if (!wild || Math.sign(change) !== (wild.what === 'pays' ? 1 : -1)) return []
  const kept = wild.what === 'pays' ? [lose] : subsets(lose)
  return kept.flatMap((left) => {
    const moved = wild.moved + Math.abs(change) - total(lose) + total(left)
    const isTooMuch = wild.than === 'less' && moved >= wild.due
    return moved <= wild.moved || isTooMuch ? [] : [{ ...due, lose: left, wild: { ...wild, moved }, touched: true }]
  })
}

const subsets = (parts: readonly number[]): readonly number[][] =>
  Array.from({ length: 1 << parts.length }, (_, set) => parts.filter((_part, at) => (set & (1 << at)) !== 0))

/** What else a dealer or a player can have done; `isHis`: once the box is settled its player may have his chips. */
const strictly = (due: SettlingBox, change: number, isHis: boolean): SettlingBox[] => {
  if (!isEven(due)) return byDealer(due, change)
  // What is still to be paid is as much as what is still to be taken: settled by their sum, or hand by hand, and then there is more to come.
  const goesOn = due.win > 0 ? byDealer(due, change) : []
  // A bet on a box visibly settled is the next round's; whatever else a player does waits until he may have his chips.
  const nextBet = due.touched && change > 0
  const mayBeDone = due.passed === 'won' && due.touched && due.whole === true && change !== due.natural
  if (mayBeDone && change > 0) return [...goesOn, { ...due, left: true }]
  if ((due.passed || due.wild?.than === 'less') && change > 0) return goesOn
  return nextBet || isHis ? [...goesOn, { ...due, left: true }] : goesOn
}

/** What nobody took of a lost or a tied bet lies there, and its player adds to it for the next round; as many chips as bets are a payment. */
const addedTo = (due: SettlingBox, change: number, bet: number, isHis: boolean): SettlingBox[] => {
  const { passed, wild, right } = due
  const isLeft = passed === 'lost' || (wild?.what === 'takes' && right !== undefined && right.amount <= right.least)
  return isLeft && isHis && change > 0 && change % bet !== 0 ? [{ ...due, left: true }] : []
}

const byDealer = (due: SettlingBox, change: number): SettlingBox[] => {
  if (change > 0) return change <= due.win ? [{ ...due, win: due.win - change, touched: true }] : []
  const lose = without(due.lose, -change)
  return lose === null ? [] : [{ ...due, lose, touched: true }]
}

/** Nothing is left to pay or take, and no lammer lies where the dealer still has the spot. */
export const isSettled = ({ settling, boxes }: World): boolean =>
  settling === 'unfollowed' || (settling ? settling.boxes.every((due, at) => isEven(due) && (due.left || boxes[at]?.lammers === 0)) : false)
