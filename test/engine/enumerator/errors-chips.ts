/** Deviations of chips while the round is played: stakes that may not be laid, and chips that may not leave. */
import { boxOf, decider, onward, paidBeforePlay, withBox } from './enumerator.ts'
import { erring, standing } from './errors-play.ts'
import { frozen, mayDouble, mayDoubleFree, maySplit, maySplitFree } from './hand.ts'
import { priced } from './settling.ts'
import { type Box, cardsOut, type Hand, points, type Sign, type SmallRound, total, type Vow, type World, without, worth } from './world.ts'

type Level = Extract<Sign, { box: number }>

export const isUp = ({ dealer: [up] }: World, ranks: readonly ('A' | 'T')[]): boolean =>
  ranks.some((rank) => (rank === 'A' ? worth(up) === 1 : worth(up) === 10))

/** Which error a stake on this hand is as a double, and as a split; null: none. */
const asDouble = ({ rules }: SmallRound, hand: Hand): string | null => {
  // Of split aces something else is said, and a double that is wrong in itself as well is two errors.
  if (hand.split && rules.doubleAfterSplit === 'no' && worth(hand.cards[0]) !== 1)
    return mayDouble(hand, { ...rules, doubleAfterSplit: 'yes' }) ? 'DOUBLE-AFTER-SPLIT' : null
  if (hand.cards.length > 2) return 'DOUBLE-LATE'
  if (mayDouble(hand, rules)) return null
  return hand.split && worth(hand.cards[0]) === 1 ? 'SPLIT-ACE-DOUBLE' : 'DOUBLE-TOTAL'
}
/** The first two cards might have been split, but the hand has drawn since. */
const isLatePair = ({ rules }: SmallRound, { places, cards, ...hand }: Hand): boolean =>
  cards.length > 2 && !hand.split && maySplit({ ...hand, places: places.slice(0, 2), cards: cards.slice(0, 2) }, 1, rules)

const asSplit = (round: SmallRound, hand: Hand, hands: number): string | null => {
  const { rules } = round
  if (isLatePair(round, hand)) return 'SPLIT-LATE'
  if (hand.cards.length !== 2 || maySplit(hand, hands, rules) || rules.maxHands < 2) return null
  const [one, other] = hand.cards
  const alike = rules.splitEquality === 'rank' ? one?.[0] === other?.[0] : worth(one) === worth(other)
  if (!alike) return hand.split ? null : 'SPLIT-NOT-PAIR'
  return worth(one) === 1 && hands < rules.maxHands ? 'SPLIT-ACES-TOO-MANY' : 'SPLIT-TOO-MANY'
}

const vowed = (world: World, at: number, { amount, lammers }: Level, vow: Vow): World =>
  withBox({ ...world, vow }, at, { ...boxOf(world, at), amount, lammers })

/** A stake, or a lammer, laid by the hand whose turn it is. */
const raises = (round: SmallRound, world: World, sign: Level): World[] => {
  const at = sign.box
  const hand = decider(world)
  const box = boxOf(world, at)
  const [rise, more] = [sign.amount - box.amount, sign.lammers - box.lammers]
  if (hand === null || world.turn !== at || points(hand.cards) > 21) return []
  const { rules } = round
  const ways: World[] = []
  const add = (code: string | null, vow: Vow): void => {
    if (code !== null) ways.push(erring(vowed(world, at, sign, vow), code, at))
  }
  if (more === 0 && rise === box.bet) {
    add(asDouble(round, hand), { what: 'double', free: false })
    add(asSplit(round, hand, box.hands.length), { what: 'split', free: false })
  }
  if (more === 0 && rise > 0 && rise !== box.bet) {
    const stake = rise / box.bet
    if (mayDouble(hand, rules) && (stake > 1 || rules.doubleAmount === 'equal'))
      add('DOUBLE-AMOUNT', { what: 'double', free: false, stake })
    if (maySplit(hand, box.hands.length, rules)) add('SPLIT-AMOUNT', { what: 'split', free: false, stake })
  }
  if (more === 1 && rise === 0) {
    if (!mayDoubleFree(hand, rules)) add('FB-TOKEN-INELIGIBLE-DOUBLE', { what: 'double', free: true })
    if (isLatePair(round, hand) && maySplitFree(hand, rules)) add('SPLIT-LATE', { what: 'split', free: true })
    const isNone = asSplit(round, hand, box.hands.length) === 'SPLIT-NOT-PAIR'
    if (rules.freeSplit && (isNone || (maySplit(hand, box.hands.length, rules) && !maySplitFree(hand, rules))))
      add('FB-TOKEN-INELIGIBLE-SPLIT', { what: 'split', free: true })
  }
  return ways
}

/** A double on a natural, or on a split ace that already has its card: the hand is played again. */
const reopened = (round: SmallRound, world: World, sign: Level): World[] => {
  const at = sign.box
  const box = boxOf(world, at)
  if (sign.amount - box.amount !== box.bet || sign.lammers !== box.lammers || world.vow !== null) return []
  // A natural has no turn. Chips may be laid on it at any time, and its card comes when the boxes before it are done.
  if (world.boxes.slice(0, at).some(({ hands }) => hands.some(({ over }) => over === null))) {
    if (box.hands[0]?.over !== 'natural') return []
    const waiting: Box = { ...box, hands: box.hands.map((hand) => ({ ...hand, over: null })), amount: sign.amount }
    return [erring(withBox(world, at, { ...waiting, vow: { what: 'double', free: false } }), 'DOUBLE-ON-BJ', at)]
  }
  return box.hands.flatMap((hand, index) => {
    const isAce = hand.over === 'full' && frozen(hand, round.rules) && points(hand.cards) < 21
    const code = hand.over === 'natural' ? 'DOUBLE-ON-BJ' : isAce ? 'SPLIT-ACE-DOUBLE' : null
    if (code === null) return []
    const open: Box = { ...box, hands: box.hands.with(index, { ...hand, over: null }), amount: sign.amount }
    return [erring({ ...withBox(world, at, open), turn: at, hand: index, vow: { what: 'double', free: false } }, code, at)]
  })
}

/** Is this an amount that something is paid with: whole bets, a natural's price, a prize? */
const isPrice = (round: SmallRound, bet: number, more: number): boolean => {
  const { sevens, blackjackPay } = round.rules
  const tiers = sevens === 'none' ? [] : [sevens.firstSeven, sevens.twoSevens, sevens.twoSuited, sevens.threeSevens, sevens.threeSuited]
  return more % bet === 0 || [blackjackPay, ...tiers].some((ratio) => priced(round, bet, ratio) === more)
}

/** Chips on a bet. Floor, Players: as much again, or twice that, may also be a double, a split, or what a winner lays on his bet. */
const caps = (round: SmallRound, world: World, sign: Level): World[] => {
  const box = boxOf(world, sign.box)
  const more = sign.amount - box.amount
  // Nobody raises a bet that he has lost.
  const isLost = box.hands.length === 1 && box.hands[0]?.over === 'bust'
  if (more <= 0 || sign.lammers !== box.lammers || box.paid || isLost) return []
  const isStake = [box.bet, 2 * box.bet].includes(more) && box.hands[0]?.over !== 'natural'
  // An amount that would be paid is a payment once the last card is out.
  const paid: World = isPrice(round, box.bet, more) ? { ...world, hasty: cardsOut(world) } : world
  const capped: Box = { ...box, amount: sign.amount }
  const apart: Box = { ...capped, returns: more, ...(isStake ? { apart: cardsOut(world) } : {}) }
  const worlds: Box[] = []
  // If nobody sees them, they are taken and paid as they lie.
  for (const [at, hand] of box.hands.entries()) {
    if (hand.over === 'bust' && box.hands.length > 1) continue
    const raised = round.evidence === 'payouts' ? { raised: cardsOut(world) } : {}
    worlds.push({ ...capped, ...raised, hands: box.hands.with(at, { ...hand, chips: hand.chips + more / box.bet }) })
  }
  const asItWas = withBox(isStake ? world : paid, sign.box, apart)
  return [asItWas, ...worlds.map((each) => withBox(paid, sign.box, each))].map((each) => erring(each, 'BET-CAPPED', sign.box))
}

/** A bet changed while cards are dealt: it counts as it was, or is taken and paid as it lies. `world`: after the deal. */
export const changedInDeal = (world: World, sign: Level): World[] => {
  const box = boxOf(world, sign.box)
  const more = sign.amount - box.amount
  if (more === 0 || sign.amount === 0 || sign.lammers !== box.lammers || box.paid) return []
  const lying: Box = { ...box, amount: sign.amount }
  const asItWas: Box = more > 0 ? { ...lying, returns: more } : lying
  const asItLies: Box = { ...lying, hands: box.hands.map((hand) => ({ ...hand, chips: hand.chips + more / box.bet })) }
  return [asItWas, asItLies].map((each) => erring(withBox(world, sign.box, each), more > 0 ? 'BET-CAPPED' : 'BET-PINCHED', sign.box))
}

/** 000 l.118: what the hands of a box that are over would win, paid before the dealer's hand is done. */
const early = (round: SmallRound, world: World, sign: Level): World[] => {
  const box = boxOf(world, sign.box)
  const paid = sign.amount - box.amount
  const done = box.hands.filter(({ over }) => over !== null && over !== 'natural' && over !== 'given up')
  const stakes = done.map(({ over, chips, lammers }) => (over === 'bust' ? 0 : Math.round((chips + lammers) * box.bet)))
  if (box.paid || box.paidEarly || sign.lammers !== box.lammers || round.evidence !== 'payouts') return []
  // The payment is for one of its hands, or for all of them.
  if (paid <= 0 || ![...stakes, total(stakes)].includes(paid)) return []
  const hasty = { ...world, hasty: cardsOut(world) }
  return [erring(withBox(hasty, sign.box, { ...box, amount: sign.amount, paidEarly: paid }), 'PAY-BEFORE-DEALER-DONE', sign.box)]
}

const surrenderCode = ({ rules }: SmallRound, world: World, hand: Hand, isHalf: boolean): string | null => {
  if (rules.surrender === 'none') return isHalf && hand.deeds.length === 0 ? 'SURRENDER-NONE' : null
  if (hand.cards.length > 2 || hand.over === 'stood') return isHalf ? 'SURRENDER-LATE' : null
  if (isUp(world, rules.surrenderNotAgainst)) return isHalf ? 'SURRENDER-VS-ACE' : null
  return isHalf ? null : 'SURRENDER-AMOUNT'
}

/**
 * May this hand be given up? The deciding hand may. If hands may be given up while others play, so may one that is undecided or has stood.
 */
const mayBeGiven = ({ rules }: SmallRound, world: World, at: number): boolean => {
  const [hand] = boxOf(world, at).hands
  if (hand === undefined || hand.split) return false
  if (world.turn === at && decider(world) === hand) return true
  if (rules.surrenderTurn !== 'any' || hand.cards.length !== 2 || world.checked) return false
  return hand.over === 'stood' ? (hand.stoodAt ?? 0) < cardsOut(world) : world.turn < at && hand.over === null
}

/** A hand is given up, and part of its bet is taken. */
const givesUp = (round: SmallRound, world: World, sign: Level): World[] => {
  const box = boxOf(world, sign.box)
  const [hand] = box.hands
  const gone = box.amount - sign.amount
  if (hand === undefined || !mayBeGiven(round, world, sign.box) || gone <= 0 || gone >= box.bet || sign.lammers !== box.lammers) return []
  const half = box.bet - Math.floor(box.bet / 2 / round.smallestChip) * round.smallestChip
  const code = surrenderCode(round, world, hand, gone === half)
  if (code === null) return []
  const given: Box = {
    ...box,
    hands: [{ ...hand, deeds: [...hand.deeds, 'surrender'], over: 'given up' }],
    amount: sign.amount,
    paid: true,
  }
  return [erring(onward(withBox(world, sign.box, given)), code, sign.box)]
}

/**
 * The stake of a hand that is not bust goes, with the chips of its double. It plays on, and nothing is due on it unless they are put back.
 */
const sweeps = (world: World, sign: Level): World[] => {
  const box = boxOf(world, sign.box)
  // If a natural was paid part of its price, that lies there with its bet: the hand is being settled.
  if (box.paid || box.partPaid !== undefined || sign.amount >= box.amount) return []
  return box.hands.flatMap((hand, index) => {
    const isLive = hand.over !== 'bust' && hand.over !== 'given up'
    const isDoubled = world.vow?.what === 'double' && !world.vow.free && world.turn === sign.box && world.hand === index
    const stake = hand.chips + (isDoubled ? (world.vow?.stake ?? 1) : 0)
    if (!isLive || hand.chips === 0 || Math.round(stake * box.bet) !== box.amount - sign.amount) return []
    const swept = box.hands.with(index, { ...hand, chips: 0, lammers: 0 })
    const shown: Box = { ...box, hands: swept, amount: sign.amount, lammers: Math.min(box.lammers, sign.lammers) }
    const gone = { index, chips: stake, lammers: hand.lammers }
    const hasty: World = { ...world, hasty: cardsOut(world), ...(isDoubled ? { vow: { what: 'double', free: false, stake: 0 } } : {}) }
    // Floor, Players: if nothing is left, the player may have stolen it.
    const codes = sign.amount === 0 ? ['LIVE-TAKEN-AS-BUST', 'BET-PINCHED'] : ['LIVE-TAKEN-AS-BUST']
    return codes.map((code) => erring(withBox(hasty, sign.box, { ...shown, swept: gone }), code, sign.box))
  })
}

/**
 * 002 l.48-59: chips on a bet whose first card is a seven may be its prize, for one seven or more, paid before the dealer's hand is done.
 */
const prizes = (round: SmallRound, world: World, sign: Level): World[] => {
  const { sevens } = round.rules
  const box = boxOf(world, sign.box)
  const paid = sign.amount - box.amount
  const isSeven = box.hands.some(
    ({ places, cards }) => cards[0]?.[0] === '7' && places[0] === Math.min(...box.hands.flatMap((hand) => hand.places)),
  )
  if (sevens === 'none' || !isSeven || box.paid || sign.lammers !== box.lammers || round.evidence !== 'payouts') return []
  const all = [sevens.firstSeven, sevens.twoSevens, sevens.twoSuited, sevens.threeSevens, sevens.threeSuited]
  const isAlone = box.hands.every(({ cards, split }) => !split && cards[1]?.[0] !== '7')
  const tiers = isAlone ? all.slice(0, 1) : all
  if (!tiers.some((tier) => priced(round, box.bet, tier) === paid)) return []
  return [erring(withBox(world, sign.box, { ...box, amount: sign.amount, prizePaid: paid }), 'PRIZE-EARLY', sign.box)]
}

/** Part of a bet that is neither lost nor given up leaves the spot. */
const pinches = (round: SmallRound, world: World, sign: Level): World[] => {
  const box = boxOf(world, sign.box)
  const gone = box.amount - sign.amount
  const isOpen = box.hands.some(({ over }) => over !== 'bust' && over !== 'given up')
  if (gone <= 0 || gone >= box.amount || sign.lammers !== box.lammers || box.paid || !isOpen) return []
  const taken: World = isPrice(round, box.bet, gone) ? { ...world, hasty: cardsOut(world) } : world
  const pinched: Box = { ...box, amount: sign.amount }
  // A lost bet is taken as it lies; a winning bet is paid by the first amount.
  const left = box.hands.map((hand) => ({ ...hand, chips: hand.chips - gone / box.bet }))
  const worlds = box.hands.length === 1 ? [pinched, { ...pinched, hands: left }] : [pinched]
  return worlds.map((each) => erring(withBox(taken, sign.box, each), 'BET-PINCHED', sign.box))
}

/** A natural paid another amount, or paid too early, or paid 1:1 against the rules. */
const naturals = (round: SmallRound, world: World, sign: Level): World[] => {
  const box = boxOf(world, sign.box)
  const paid = sign.amount - box.bet
  const isNatural = box.hands.length === 1 && box.hands[0]?.over === 'natural' && !box.paid
  if (!isNatural || sign.amount <= box.amount || round.evidence !== 'payouts' || sign.lammers !== box.lammers) return []
  const price = priced(round, box.bet, round.rules.blackjackPay)
  const done = withBox(world, sign.box, { ...box, amount: sign.amount, paid: true })
  const isEven = paid === box.bet && world.dealer.length === 1
  const over: World = withBox(done, sign.box, { ...boxOf(done, sign.box), hands: box.hands.map((hand) => ({ ...hand, over: 'given up' })) })
  if (evenMoney(round, world, sign).length > 0) return []
  if (paidBeforePlay(round, world)) {
    return paid === price ? [] : [erring(done, paid < price ? 'BJ-SHORT' : 'BJ-OVER', sign.box)]
  }
  // The dealer may still draw for it, or treat it as settled.
  if (isEven) return [over, done].map((each) => erring(each, 'EVEN-NOT-ALLOWED', sign.box))
  return paid === price ? [erring({ ...done, hasty: cardsOut(world) }, 'BJ-PAID-TOO-EARLY', sign.box)] : []
}

/** Even money by the rules: 000 l.107, 002 l.21. */
export const evenMoney = (round: SmallRound, world: World, sign: Level): World[] => {
  const box = boxOf(world, sign.box)
  const isNatural = box.hands.length === 1 && box.hands[0]?.over === 'natural' && !box.paid
  const isEven = sign.amount - box.amount === box.bet && world.dealer.length === 1 && sign.lammers === box.lammers
  if (!isNatural || !isEven || round.evidence !== 'payouts' || !isUp(world, round.rules.evenMoneyAgainst)) return []
  const hands = box.hands.map((hand): Hand => ({ ...hand, over: 'given up' }))
  return [withBox(world, sign.box, { ...box, amount: sign.amount, paid: true, hands })]
}

/** What is still to be put right after play: a live hand's stake, bust stakes that lay too long, and chips that may not lie there. */
export const putRight = (world: World, sign: Level): World[] => {
  const box = boxOf(world, sign.box)
  const gone = box.amount - sign.amount
  const { swept, ...kept } = box
  const hand = swept && box.hands[swept.index]
  if (hand && -gone === Math.round(swept.chips * box.bet) && world.settling === null) {
    const { chips, lammers } = swept
    const hands = box.hands.with(swept.index, { ...hand, chips, lammers })
    return [withBox(world, sign.box, { ...kept, hands, amount: sign.amount, lammers: sign.lammers })]
  }
  if (gone <= 0 || world.settling !== null || sign.lammers > box.lammers) return []
  const { late = [], returns = 0 } = box
  const left = late.length > 0 ? without(late, gone) : null
  const shown = { ...box, amount: sign.amount, lammers: sign.lammers }
  return [
    ...(left === null ? [] : [withBox(world, sign.box, { ...shown, late: left })]),
    ...(gone === returns ? [withBox(world, sign.box, { ...shown, returns: 0 })] : []),
  ]
}

/** Every deviation that this level may show, and even money, which the legal stories leave out. */
export const chipErrors = (round: SmallRound, world: World, sign: Level): World[] => {
  if (world.settling !== null) return []
  const turns = standing(round, world).filter(({ turn }) => turn === sign.box)
  const done = standing(round, world).filter(({ turn }) => turn >= sign.box)
  return [
    ...turns.flatMap((on) => raises(round, on, sign)),
    ...(round.rules.surrenderTurn === 'any' ? [world] : turns).flatMap((on) => givesUp(round, on, sign)),
    ...[...new Set([world, ...done])].flatMap((on) => reopened(round, on, sign)),
    ...done.flatMap((on) => early(round, on, sign)),
    ...[...new Set([world, ...done])].flatMap((on) => sweeps(on, sign)),
    ...caps(round, world, sign),
    ...prizes(round, world, sign),
    ...pinches(round, world, sign),
    ...naturals(round, world, sign),
    ...evenMoney(round, world, sign),
  ]
}
