/** The enumerator's settlement: what every box is due, and which movements on its main spot a dealer or a player can have made. */
import {
  type Box,
  type Hand,
  type Posted,
  points,
  type SettlingBox,
  type SmallRound,
  total,
  type Wild,
  type World,
  type WrongBet,
  without,
} from './world.ts'

const isNatural = (cards: readonly string[]): boolean => cards.length === 2 && points(cards) === 21

export const verdict = ({ rules }: SmallRound, hand: Hand, dealer: readonly string[]): 'win' | 'lose' | 'tie' | 'blackjack' => {
  if (hand.over === 'bust') return 'lose'
  if (hand.over === 'won') return 'win'
  if (hand.over === 'natural') return isNatural(dealer) ? 'tie' : 'blackjack'
  if (isNatural(dealer)) return 'lose'
  const bank = points(dealer)
  if (bank === 22 && rules.dealer22 === 'push') return 'tie'
  const own = points(hand.cards)
  return bank > 21 || own > bank ? 'win' : own === bank ? 'tie' : 'lose'
}

export const priced = (
  { smallestChip }: Pick<SmallRound, 'smallestChip'>,
  amount: number,
  [pays, per]: readonly [number, number],
): number => Math.floor((amount * pays) / per / smallestChip) * smallestChip

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
    // Chips that were swept from the hand win nothing.
    if (verdicts[at] === 'blackjack') win += priced(round, Math.round(hand.chips * box.bet), round.rules.blackjackPay)
    if (verdicts[at] === 'lose' && hand.over !== 'bust' && hand.chips > 0) lose.push(Math.round(hand.chips * box.bet))
  })
  win -= box.partPaid ?? 0
  // A payment made early is no longer due. If nothing was due, it comes back, before the lost stakes or with them.
  const { paidEarly = 0 } = box
  if (paidEarly > win) return { win: 0, lose: [...lose, paidEarly - win], touched: false, left: false }
  win -= paidEarly
  return { win, lose, touched: false, left: false }
}

/** The dealer begins to pay and take. */
export const beginSettlement = (round: SmallRound, world: World): World => ({
  ...world,
  settling: round.evidence === 'payouts' ? { boxes: world.boxes.map((box) => dueOn(round, world.dealer, box)) } : 'unfollowed',
})

const isWildDone = ({ than, due, moved, notIn }: Wild): boolean =>
  (than === 'less' ? moved > 0 : moved > due) && (notIn === undefined || (moved - due) % notIn !== 0)
/** The hands of one spot are settled one by one, or by the sum of what they are due: lost stakes are then part of what winners are paid. */
const isEven = ({ win, lose, wild, touched, posted, astray: isAstray }: SettlingBox): boolean =>
  !isAstray && !posted && win === total(lose) && (touched || lose.length === 0) && (!wild || isWildDone(wild))

/** All hands of the box went bust and their stakes are taken: the box is settled, and a bet there is the next round's. */
export const isGone = ({ hands, amount, lammers, owing, paid }: Box): boolean =>
  !paid && amount === 0 && lammers === 0 && owing.length === 0 && hands.every(({ over }) => over === 'bust')

/** The settlements that this level on a box's spot leads to; none if neither the dealer nor the player can have made it. */
export const settleBy = (world: World, at: number, amount: number, lammers: number): World[] => {
  const { settling } = world
  if (settling === 'unfollowed' || settling === null) return [world]
  const box = world.boxes[at] as Box
  const due = settling.boxes[at] as SettlingBox
  const change = amount - box.amount
  const isEnded = isOver(world)
  const { moved = [], since } = settling
  const become = (next: SettlingBox): World[] => {
    const boxes = settling.boxes.with(at, next)
    const shown = { ...world, boxes: world.boxes.with(at, { ...box, amount, lammers }) }
    if (!next.left && change !== 0) return [{ ...shown, settling: { boxes, since: 0 } }]
    const behind = isEnded && change !== 0 && !moved.includes(at) ? [...moved, at].sort() : moved
    return [{ ...shown, settling: { boxes, moved: behind, ...(since === undefined ? {} : { since: since + 1 }) } }]
  }
  if (due.left && change !== 0 && isNothingSeen(settling.boxes, due, amount)) return []
  const isEnough = due.wrong !== undefined && due.right !== undefined && amount >= due.right.amount
  if (due.left) return due.laid && (amount < box.amount || isEnough) ? [] : become(due)
  if (isGone(box) && amount > 0) return become({ ...due, left: true })
  if (lammers > box.lammers) return []
  if (change === 0) return become(due)
  if (due.posted) return change > 0 && lammers === box.lammers ? posting(due, due.posted, change).flatMap(become) : []
  if (due.open !== undefined) return change > 0 && change !== due.open ? become({ ...due, open: 0 }) : []
  if (box.returns && change === -box.returns)
    return become(due).map((next) => ({ ...next, boxes: next.boxes.with(at, { ...box, amount, lammers, returns: 0 }) }))
  if (due.astray) return putRight(world, at, amount, lammers)
  // A bet on a box that was visibly settled is the next round's. For anything else a player waits until he may have his chips.
  const isHisAgain = isEnded || due.atOnce === true || (due.touched && change > 0)
  const isErred = (world.errors ?? []).length > 0 && due.atOnce === true && !due.wrong
  // If chips come to a tied bet and its player takes them away again, he was paid: next to an error he did not lay them himself.
  const isUnpaid = !due.touched && box.paidEarly === undefined
  const kept = (next: SettlingBox): SettlingBox =>
    isErred && next.left && isUnpaid && change > 0 && box.amount > 0 ? { ...next, laid: true } : next
  const others = moved.some((other) => other !== at)
  const isHis = isHisAgain && isPlayers(world, at, { change, lammers, isEnded, others })
  const ways = [...strictly(due, change, isHis).map(kept), ...wildly(due, change), ...laidShort(due, box, change, isEnded)]
  return [...putRight(world, at, amount, lammers), ...ways.flatMap(become)]
}

interface Moved {
  readonly change: number
  /** The lammers that lie there now. */
  readonly lammers: number
  /** The dealer was done with all boxes, and then another player moved chips. */
  readonly isEnded: boolean
  readonly others: boolean
}

/** Chips move at a bet that was settled wrongly and that the dealer is done with. Is it the player, who collects or bets anew? */
const isPlayers = (world: World, at: number, moved: Moved): boolean => {
  const { settling, boxes } = world
  if (settling === null || settling === 'unfollowed') return true
  const { amount, bet, paidEarly = 0 } = boxes[at] as Box
  const { wrong, win } = settling.boxes[at] as SettlingBox
  const { change, lammers, isEnded, others } = moved
  // On top of an early payment, chips in whole bets are another payment.
  if (paidEarly > 0 && change > 0 && change % bet === 0) return false
  if (wrong === undefined) return true
  if (isNothingSeen(settling.boxes, settling.boxes[at] as SettlingBox, amount + change)) return false
  if (change < 0) return isEnded || isLeftToHim(wrong, amount + change)
  const isLeft = wrong.taken < wrong.lose && wrong.paid <= wrong.win
  if (isLeft && !isEnded) return false
  if (wrong.paid === 0) {
    if (amount === 0 && lammers === 0) return true
    if (change === total(wrong.gains) || change === wrong.win) return false
    return wrong.win > 0 ? change % bet !== 0 && others : others || !isSum(change, wrong.gains)
  }
  const isWhole = isSum(wrong.win, wrong.gains) && (isSum(wrong.paid, wrong.stakes) || isSum(wrong.paid, wrong.gains))
  const isShort = wrong.paid - wrong.taken < wrong.win - wrong.lose && amount > wrong.start
  return win > 0 || !isShort || (isWhole && change !== wrong.natural) || others
}

/** If the dealer was not seen at work, he took a lost bet that goes as a whole. If part of it goes, the player may have left the rest. */
const isNothingSeen = (boxes: readonly SettlingBox[], { wrong }: SettlingBox, amount: number): boolean =>
  wrong !== undefined && wrong.lose > 0 && (wrong.win > 0 || amount === 0) && !boxes.some(({ touched }) => touched)

/**
 * Before the settlement has ended, no player touches a lost bet that was not paid, and from an unpaid winner its player takes everything.
 */
const isLeftToHim = ({ win, lose, paid, taken, isTied }: WrongBet, left: number): boolean =>
  (taken >= lose || paid > win) && (paid >= win || left === 0 || isTied)

const isSum = (amount: number, parts: readonly number[]): boolean =>
  parts.reduce<readonly number[]>((sums, part) => sums.flatMap((sum) => [sum, sum + part]), [0]).includes(amount)

/**
 * When all others are settled, chips come to a bet that was not paid at all: fewer than it won, and no whole bets. Until somebody collects
 * them, the player may have laid them himself. With lammers on his bet, he knows what he is due.
 */
const laidShort = (due: SettlingBox, { amount, bet, hands }: Box, change: number, isEnded: boolean): SettlingBox[] => {
  const { wrong, right } = due
  const isPlain = hands.every(({ lammers }) => lammers === 0) && change % bet !== 0
  const isUnpaid = isPlain && wrong !== undefined && wrong.paid === 0 && wrong.win > 0 && due.win === 0 && !due.wild
  const isShort = isUnpaid && isEnded && change > 0 && amount + change < (right?.amount ?? 0)
  return isShort ? [{ ...due, left: true, laid: true }] : []
}

/** Once these chips lie there, they are part of the bet; more may come. */
const posting = ({ posted: _, ...due }: SettlingBox, posted: Posted, laid: number): SettlingBox[] => {
  if ('takes' in posted) {
    const takes = posted.takes + laid
    const raised = { ...due, lose: [...(without(due.lose, posted.takes) ?? due.lose), takes] }
    return [raised, { ...raised, posted: { takes } }]
  }
  const { bet, pays } = posted
  const raised = { ...due, win: due.win + priced(posted, bet + laid, pays) - priced(posted, bet, pays) }
  return [raised, { ...raised, posted: { ...posted, bet: bet + laid } }]
}

/** The dealer puts right what he settled wrongly while still settling: that is no error. Taking everything at the end is collecting. */
const putRight = (world: World, at: number, amount: number, lammers: number): World[] => {
  const { settling } = world
  const box = world.boxes[at] as Box
  if (settling === 'unfollowed' || settling === null) return []
  const due = settling.boxes[at] as SettlingBox
  const { right, touched, left, wrong } = due
  if (right === undefined || !touched || left || amount !== right.amount || box.amount < right.least) return []
  const paid = wrong?.paid ?? box.amount - right.start
  if (right.paid !== null && paid > 0 && !right.paid.includes(paid)) return []
  const isLast = settling.boxes.every((each, other) => other === at || isEven(each))
  if (amount === 0 && isLast) return []
  const settled: SettlingBox = { win: 0, lose: [], touched: true, left: false }
  const { errors: _mended, ...rest } = world
  return [{ ...rest, boxes: world.boxes.with(at, { ...box, amount, lammers }), settling: { boxes: settling.boxes.with(at, settled) } }]
}

/** The dealer pays or takes another amount than is due, perhaps in parts, perhaps together with what he takes rightly. */
const wildly = (due: SettlingBox, change: number): SettlingBox[] => {
  const { wild, lose } = due
  if (!wild || Math.sign(change) !== (wild.what === 'pays' ? 1 : -1)) return []
  const kept = wild.what === 'pays' ? [lose] : subsets(lose)
  return kept.flatMap((left) => {
    const moved = wild.moved + Math.abs(change) - total(lose) + total(left)
    const isTooMuch = wild.than === 'less' && moved >= wild.due
    return moved <= wild.moved || isTooMuch ? [] : [handled({ ...due, lose: left, wild: { ...wild, moved } }, change)]
  })
}

const subsets = (parts: readonly number[]): readonly number[][] =>
  Array.from({ length: 1 << parts.length }, (_, set) => parts.filter((_part, at) => (set & (1 << at)) !== 0))

/** What else the dealer or the player can have done. `isHis`: once the box is settled, the chips may be its player's. */
const strictly = (due: SettlingBox, change: number, isHis: boolean): SettlingBox[] => {
  if (!isEven(due)) return byDealer(due, change)
  // As much is still to be paid as to be taken. Either the box is settled by their sum, or hand by hand, and then more is to come.
  const goesOn = due.win > 0 ? byDealer(due, change) : []
  return isHis ? [...goesOn, { ...due, left: true }] : goesOn
}

const byDealer = (due: SettlingBox, change: number): SettlingBox[] => {
  if (change > 0) return change <= due.win ? [handled({ ...due, win: due.win - change }, change)] : []
  const lose = without(due.lose, -change)
  return lose === null ? [] : [handled({ ...due, lose }, change)]
}

const handled = (due: SettlingBox, change: number): SettlingBox => {
  const { wrong } = due
  if (wrong === undefined) return { ...due, touched: true }
  const [paid, taken] = [wrong.paid + Math.max(0, change), wrong.taken + Math.max(0, -change)]
  return { ...due, touched: true, wrong: { ...wrong, paid, taken } }
}

/** Nothing is left to pay or take at this box, and no lammer lies there unless the player has the spot again. */
export const isDoneAt = ({ settling, boxes }: World, at: number): boolean => {
  const due = settling === null || settling === 'unfollowed' ? undefined : settling.boxes[at]
  return due !== undefined && isEven(due) && (due.left || boxes[at]?.lammers === 0)
}

/** The dealer is done with all boxes. */
export const isOver = ({ settling }: World): boolean => settling !== null && settling !== 'unfollowed' && settling.boxes.every(isEven)

/** The dealer is done with all boxes, and has taken their lammers. */
export const isSettled = (world: World): boolean => world.settling === 'unfollowed' || world.boxes.every((_, at) => isDoneAt(world, at))
