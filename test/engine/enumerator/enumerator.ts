/**
 * Every legal story of a small round, one by one. It keeps a set of whole tables, each a story so far, and works out what every card and
 * every chip makes of them. It is slow and plain on purpose, and written from the houses' rules alone: it shares nothing with the engine
 * but the rule record. Main spots only, chips reported promptly, players present. Amounts in the table's minor unit.
 *
 *   worlds --card--> worlds --chips--> worlds ... --end--> stories
 */
import { frozen, hasWon, mayDouble, mayDoubleFree, mayHit, maySplit, maySplitFree } from './hand.ts'
import { beginSettlement, isGone, isSettled, priced, settleBy, sevensPrize } from './settling.ts'
import {
  type Box,
  type ChipSign,
  cardsOut,
  type Hand,
  isAceOrTen,
  isSoft,
  points,
  type Sign,
  type SmallRound,
  total,
  type Vow,
  type World,
  without,
  worth,
} from './world.ts'

// --- the deal ------------------------------------------------------------------------------------------------------------------

export const owners = ({ rules, bets }: SmallRound): readonly (number | 'up' | 'down')[] =>
  rules.dealOrder.flatMap((step): (number | 'up' | 'down')[] =>
    step.startsWith('boxes') ? bets.map((_, box) => box) : [step === 'dealer:down' ? 'down' : 'up'],
  )

/** Cards of the initial deal. */
export const dealSize = (round: SmallRound): number => owners(round).length

/** The table after the deal as it should be, or after a deal to others (`to`; `null` is nobody). */
export const dealt = (
  round: SmallRound,
  cards: readonly string[],
  to: readonly (number | 'up' | 'down' | null)[] = owners(round),
): World => {
  const up = cards[to.indexOf('up')] ?? ''
  const hole = cards[to.indexOf('down')]
  const boxes = round.bets.map((bet, box): Box => {
    const places = to.flatMap((owner, place) => (owner === box ? [place] : []))
    const held = places.map((place) => cards[place] ?? '')
    // A hand without cards is dead: its bet is the player's again.
    const over = held.length === 0 ? 'given up' : points(held) === 21 ? 'natural' : null
    const hand: Hand = { places, cards: held, deeds: [], chips: 1, lammers: 0, split: false, over }
    const beside = round.push22?.[box] ? { push22: true as const } : {}
    return { bet, ...beside, hands: [hand], amount: bet, lammers: 0, owing: [], owingLammers: 0, paid: held.length === 0 }
  })
  const dealer = hole === undefined ? [up] : [up, hole]
  const looks = hole !== undefined && round.rules.peek.some((rank) => (rank === 'A' ? worth(up) === 1 : worth(up) === 10))
  const checked = looks && points(dealer) === 21
  return onward({ boxes, turn: 0, hand: 0, owed: [], vow: null, dealer, checked, settling: null })
}

// --- going on -----------------------------------------------------------------------------------------------------------------------

export const boxOf = (world: World, at: number): Box => world.boxes[at] as Box
export const withBox = (world: World, at: number, box: Box): World => ({ ...world, boxes: world.boxes.with(at, box) })

/** Moves on to the next hand that decides or is owed a card. */
export const onward = (world: World): World => {
  let { turn, hand } = world
  if (world.owed.length > 0) return world
  for (; turn < world.boxes.length; turn++, hand = 0) {
    const { hands } = boxOf(world, turn)
    while (hands[hand] && hands[hand]?.over !== null) hand++
    const next = hands[hand]
    if (next === undefined) continue
    const { vow, ...box } = boxOf(world, turn)
    if (vow) return { ...withBox(world, turn, box), turn, hand, vow }
    // 000 l.133, 002 l.34: the next split hand gets its second card when its turn comes.
    return { ...world, turn, hand, owed: next.cards.length === 1 ? [hand] : [] }
  }
  return { ...world, turn, hand: 0 }
}

/** The hand that decides, if one does. */
export const decider = (world: World): Hand | null =>
  world.checked || world.owed.length > 0 || world.vow !== null ? null : (world.boxes[world.turn]?.hands[world.hand] ?? null)

/** The hand takes no more cards. Standing below 21 is a decision; on a split ace's one card it is none. */
export const stood = (round: SmallRound, world: World): World | null => {
  const hand = decider(world)
  if (hand === null) return null
  const { rules } = round
  const total = points(hand.cards)
  const iced = frozen(hand, rules)
  if (!iced && rules.mustDrawTo !== 'none' && total <= rules.mustDrawTo) return null
  const box = boxOf(world, world.turn)
  const deeds = iced || total >= 21 ? hand.deeds : [...hand.deeds, 'stand']
  return onward(
    withBox(world, world.turn, { ...box, hands: box.hands.with(world.hand, { ...hand, deeds, over: 'stood', stoodAt: cardsOut(world) }) }),
  )
}

export const given = (round: SmallRound, world: World, at: number, place: number, card: string, doubled = false): World => {
  const box = boxOf(world, world.turn)
  const before = box.hands[at] as Hand
  const cards = [...before.cards, card]
  const hand: Hand = { ...before, places: [...before.places, place], cards }
  const { rules } = round
  const again = maySplit(hand, box.hands.length, rules)
  let over: Hand['over'] = null
  if (points(cards) > 21) over = 'bust'
  // The hand's second card came late, by an error of the deal.
  else if (!hand.split && cards.length === 2 && points(cards) === 21) over = 'natural'
  else if (doubled) over = 'doubled'
  else if (frozen(hand, rules)) over = again ? null : 'full'
  else if (hasWon(hand, rules)) over = 'won'
  else if (points(cards) >= 21 && !mayHit(hand, rules) && !mayDouble(hand, rules)) over = 'full'
  const bust = over === 'bust'
  const held: Box = {
    ...box,
    hands: box.hands.with(at, { ...hand, over }),
    owing: bust && hand.chips > 0 ? [...box.owing, Math.round(hand.chips * box.bet)] : box.owing,
    owingLammers: box.owingLammers + (bust ? hand.lammers : 0),
  }
  return onward(withBox(world, world.turn, held))
}

/** Splits the hand. The new hand comes right after its parent, which keeps the first card. */
export const parted = (round: SmallRound, world: World, { free, stake = 1 }: Vow): World => {
  const box = boxOf(world, world.turn)
  const hand = box.hands[world.hand] as Hand
  const deeds = [...hand.deeds, free ? 'free-split' : 'split']
  const one: Hand = { ...hand, places: hand.places.slice(0, 1), cards: hand.cards.slice(0, 1), deeds, split: true, over: null }
  const chips = free ? 0 : stake
  const two: Hand = { ...one, places: hand.places.slice(1, 2), cards: hand.cards.slice(1, 2), deeds: [], chips, lammers: free ? 1 : 0 }
  const owed = round.rules.splitDealing === 'together' ? [world.hand, world.hand + 1] : [world.hand]
  return { ...withBox(world, world.turn, { ...box, hands: box.hands.toSpliced(world.hand, 1, one, two) }), owed }
}

export const carriedOut = (round: SmallRound, world: World, place: number, card: string, vow: Vow): World => {
  const told = { ...world, vow: null }
  const { free, stake = 1 } = vow
  if (vow.what === 'split') return placed(round, parted(round, told, vow), place, card)[0] as World
  const box = boxOf(world, world.turn)
  const hand = box.hands[world.hand] as Hand
  const doubled: Hand = {
    ...hand,
    deeds: [...hand.deeds, free ? 'free-double' : 'double'],
    chips: hand.chips + (free ? 0 : stake),
    lammers: hand.lammers + (free ? 1 : 0),
  }
  return given(round, withBox(told, world.turn, { ...box, hands: box.hands.with(world.hand, doubled) }), world.hand, place, card, true)
}

/** A pair is split although its hand has drawn. The first hand keeps what it drew, and plays on if it may. */
const splitLate = (round: SmallRound, world: World, vow: Vow): World[] => {
  const { cards, places } = boxOf(world, world.turn).hands[world.hand] as Hand
  const split = parted(round, { ...world, vow: null }, vow)
  const box = boxOf(split, world.turn)
  const one = box.hands[world.hand] as Hand
  const kept: Hand = { ...one, places: [...one.places, ...places.slice(2)], cards: [...one.cards, ...cards.slice(2)] }
  const isOver = frozen(kept, round.rules) || (points(kept.cards) >= 21 && !mayHit(kept, round.rules) && !mayDouble(kept, round.rules))
  const hands = box.hands.with(world.hand, isOver ? { ...kept, over: 'full' } : kept)
  const late = { ...withBox(split, world.turn, { ...box, hands }), owed: [] }
  const next = world.hand + 1
  const inTurn = onward(late)
  if (round.rules.splitDealing === 'sequential') return [inTurn]
  // Where both get their cards at once: the second hand alone, or both, or the first is played on before.
  const atOnce = { ...late, owed: [next] }
  return isOver ? [atOnce] : [atOnce, { ...late, owed: [world.hand, next] }, inTurn]
}

// --- a card -----------------------------------------------------------------------------------------------------------------------------

/** Every way in which this world can take one more card. */
export const placed = (round: SmallRound, world: World, place: number, card: string): World[] => {
  if (world.checked || world.settling !== null) return []
  if (world.vow?.what === 'split' && (boxOf(world, world.turn).hands[world.hand]?.cards.length ?? 0) > 2)
    return splitLate(round, world, world.vow).flatMap((late) => placed(round, late, place, card))
  if (world.vow !== null) return [carriedOut(round, world, place, card, world.vow)]
  const [owed, ...rest] = world.owed
  if (owed !== undefined) return [given(round, { ...world, owed: rest }, owed, place, card)]
  const hand = decider(world)
  if (hand === null) return dealerMust(round, world) ? [{ ...world, dealer: [...world.dealer, card] }] : []
  const { rules } = round
  const ways: World[] = []
  if (mayHit(hand, rules)) {
    const box = boxOf(world, world.turn)
    const hit = withBox(world, world.turn, { ...box, hands: box.hands.with(world.hand, { ...hand, deeds: [...hand.deeds, 'hit'] }) })
    ways.push(given(round, hit, world.hand, place, card))
  }
  // If stakes are not sensed, it leaves no trace who lays the stake. The house does if it may.
  if (round.evidence === 'bets') {
    if (mayDouble(hand, rules)) ways.push(carriedOut(round, world, place, card, { what: 'double', free: mayDoubleFree(hand, rules) }))
    if (maySplit(hand, boxOf(world, world.turn).hands.length, rules))
      ways.push(carriedOut(round, world, place, card, { what: 'split', free: maySplitFree(hand, rules) }))
  }
  const on = stood(round, world)
  return on === null ? ways : [...ways, ...placed(round, on, place, card)]
}

/** Could the dealer equal a natural when play began? 000 l.118, 002 l.21, 004 l.21; 001 l.49 and 003 after the check: no. */
export const paidBeforePlay = ({ rules }: SmallRound, { dealer }: World): boolean =>
  !isAceOrTen(dealer[0]) ||
  (dealer.length > 1 && rules.peek.some((rank) => (rank === 'A' ? worth(dealer[0]) === 1 : worth(dealer[0]) === 10)))

type Waiting = 'hands' | 'natural' | 'nothing'

/** A natural may have been paid even money, or a two-card hand given up, without a chip that this table senses. */
const mayBeOver = (round: SmallRound, world: World, { over, split, deeds }: Hand): boolean => {
  const { rules, evidence } = round
  const [up] = world.dealer
  const named = (ranks: readonly ('A' | 'T')[]) => ranks.some((rank) => (rank === 'A' ? worth(up) === 1 : worth(up) === 10))
  if (over === 'natural') return evidence !== 'payouts' && named(rules.evenMoneyAgainst)
  const first = !split && over === 'stood' && deeds.every((deed) => deed === 'stand')
  const late = rules.surrender === 'late' && isAceOrTen(up) && !named(rules.peek)
  return evidence === 'bets' && first && rules.surrender !== 'none' && !named(rules.surrenderNotAgainst) && !late
}

/** What the dealer draws for. `surely`: without hands that may be over without a trace. */
export const waitsFor = (round: SmallRound, world: World, surely: boolean): Waiting => {
  const all = world.boxes.flatMap(({ hands }) => hands)
  const hands = surely ? all.filter((hand) => !mayBeOver(round, world, hand)) : all
  if (round.rules.dealerDrawsWhenAllDone === 'always') return 'hands'
  if (hands.some(({ over }) => over === 'stood' || over === 'doubled' || over === 'full')) return 'hands'
  if (round.rules.dealerDrawsWhenAllDone === 'never') return 'nothing'
  // Only without a down card: with one, naturals were paid after the check.
  const open = round.rules.dealOrder.includes('dealer:down') ? false : isAceOrTen(world.dealer[0])
  return open && hands.some(({ over }) => over === 'natural') ? 'natural' : 'nothing'
}

export const belowEnd = ({ rules }: SmallRound, { dealer }: World): boolean =>
  points(dealer) < 17 || (points(dealer) === 17 && isSoft(dealer) && rules.dealerSoft17 === 'hit')

const dealerMust = (round: SmallRound, world: World): boolean => waitsFor(round, world, false) !== 'nothing' && belowEnd(round, world)

/** The dealer draws to 17. One card decides an open natural; then he stops, or plays on to the end (000 l.118: to the end). */
const dealerMayStop = (round: SmallRound, world: World): boolean => {
  const need = waitsFor(round, world, true)
  const dealt = (round.rules.dealOrder.includes('dealer:down') ? 2 : 1) + (world.drewEarly ? 1 : 0)
  // A dealer who draws has something to draw for, unless he drew too early.
  if (!belowEnd(round, world) || (need === 'nothing' && world.dealer.length === dealt)) return true
  // No rule makes him go on with what he began needlessly.
  if (world.errors?.includes('DEALER-DREW-NEEDLESSLY@')) return true
  const forNatural = [need, waitsFor(round, world, false)].includes('natural')
  return forNatural && round.rules.dealerDrawForBlackjack !== 'finish' && world.dealer.length === 2
}

// --- chips ------------------------------------------------------------------------------------------------------------------------------

/** The hand was split on a lammer. A free double lays one more. */
const isCarried = ({ lammers, deeds }: Hand): boolean => lammers > deeds.filter((deed) => deed === 'free-double').length

/**
 * May a bust stake lie until the settlement, or leave unseen? 001 step 8: with a Push 22 bet it may, otherwise it is locked up immediately;
 * step 9: the stake of a split box with a free hand is laid aside.
 */
export const bustsWait = ({ rules, evidence }: SmallRound, { push22, hands }: Box): boolean => {
  if (evidence === 'stakes' || rules.bustTaken === 'at-settlement') return true
  if (rules.bustTaken === 'at-once') return false
  return push22 === true || (rules.bustedRealWager !== 'taken' && hands.some(isCarried))
}

/** Bust stakes that must be gone by now still lie there. */
export const isOverdue = (round: SmallRound, { boxes }: World): boolean =>
  round.evidence !== 'bets' && boxes.some((box) => box.owing.length > 0 && !bustsWait(round, box))

/** The world with this level on a box's spot and some bust stakes gone. `rise`: what was laid there as well. null: it does not add up. */
const showing = (world: World, at: number, amount: number, lammers: number, rise: number, lammersRise: number): World | null => {
  const box = boxOf(world, at)
  const gone = box.amount + rise - amount
  const lammersGone = box.lammers + lammersRise - lammers
  const owing = without(box.owing, gone)
  if (owing === null || lammersGone < 0 || lammersGone > box.owingLammers) return null
  return withBox(world, at, { ...box, amount, lammers, owing, owingLammers: box.owingLammers - lammersGone })
}

/** `amount`: what the spot of the box in turn shows. */
const vows = (
  round: SmallRound,
  world: World,
  amount: number,
): { readonly vow: NonNullable<World['vow']>; readonly rise: number; readonly lammers: number }[] => {
  const hand = decider(world)
  if (hand === null) return []
  const { rules } = round
  const box = boxOf(world, world.turn)
  const found: { vow: NonNullable<World['vow']>; rise: number; lammers: number }[] = []
  const offer = (what: 'double' | 'split', free: boolean) => {
    found.push({ vow: { what, free: false }, rise: box.bet, lammers: 0 })
    if (free) found.push({ vow: { what, free: true }, rise: 0, lammers: 1 })
  }
  if (mayDouble(hand, rules)) offer('double', mayDoubleFree(hand, rules))
  if (mayDouble(hand, rules) && rules.doubleAmount === 'up-to')
    found.push(
      ...lesser(box, amount).map((rise) => ({ vow: { what: 'double' as const, free: false, stake: rise / box.bet }, rise, lammers: 0 })),
    )
  if (maySplit(hand, box.hands.length, rules)) offer('split', maySplitFree(hand, rules))
  return found
}

/**
 * 002 l.42 "at any time before", 003 l.48 "immediately": whoever plays, until a card shows that the hand has stood. Elsewhere: in its turn.
 */
const mayGiveUp = ({ rules }: SmallRound, world: World, at: number, hand: Hand): boolean => {
  if (rules.surrender === 'none' || world.checked || hand.split || hand.cards.length !== 2) return false
  if (hand.over === 'stood') return rules.surrenderTurn === 'any' && hand.stoodAt === cardsOut(world)
  if (hand.over !== null || hand.deeds.length > 0) return false
  return world.turn === at ? decider(world) === hand : rules.surrenderTurn === 'any'
}

/**
 * docs/configuration.md, `doubleAmount`: a double for less. The amounts that may have been laid for one, whatever bust stakes went at the
 * same time.
 */
const lesser = ({ bet, amount: before, owing }: Box, amount: number): readonly number[] => {
  let gone: readonly number[] = [0]
  for (const stake of owing) gone = gone.concat(gone.map((sum) => sum + stake))
  return [...new Set(gone.map((sum) => amount - before + sum))].filter((rise) => rise > 0 && rise < bet)
}

/** The hand is given up, and half of the bet goes. 002 l.42: not against an ace. */
const givenUp = (round: SmallRound, world: World, at: number, amount: number): World | null => {
  const { rules, smallestChip } = round
  const up = world.dealer[0]
  const box = boxOf(world, at)
  const [hand] = box.hands
  if (hand === undefined || !mayGiveUp(round, world, at, hand)) return null
  if (rules.surrenderNotAgainst.some((rank) => (rank === 'A' ? worth(up) === 1 : worth(up) === 10))) return null
  const back = Math.floor(box.bet / 2 / smallestChip) * smallestChip
  if (amount !== back || back === 0) return null
  const { stoodAt, ...rest } = hand
  const hands: Hand[] = [{ ...rest, deeds: ['surrender'], over: 'given up' }]
  return onward(withBox(world, at, { ...box, hands, amount, paid: true }))
}

/** Every hand of the box has won already, or is bust and gone: what lies there, and what that wins; null: it is not so. */
const wonPrice = ({ bet, hands, owing }: Box): { readonly lay: number; readonly price: number } | null => {
  const won = hands.filter(({ over }) => over === 'won')
  if (won.length === 0 || owing.length > 0 || hands.some(({ over }) => over !== 'won' && over !== 'bust')) return null
  const [lay, price] = [total(won.map(({ chips }) => chips)), total(won.map(({ chips, lammers }) => chips + lammers))]
  return { lay: Math.round(lay * bet), price: Math.round(price * bet) }
}

/** Every way in which the chips of a box's spot can have come to this level. */
const moved = (round: SmallRound, world: World, { box: at, amount, lammers, isBack = false }: ChipSign): World[] => {
  const box = boxOf(world, at)
  const ways: (World | null)[] = []
  if (world.settling !== null) return settleBy(world, at, amount, lammers)
  if (box.paid) return [withBox(world, at, { ...box, amount, lammers })]
  // floor.md, Players: chips on a box without a bet are its next bet, even while others play.
  if (isGone(box) && !bustsWait(round, box) && !isBack) ways.push(withBox(world, at, { ...box, amount, lammers, paid: true }))
  // Against the dealer's natural, a natural is not paid, whether a check found the dealer's or missed it.
  const isTied = world.dealer.length === 2 && points(world.dealer) === 21
  const natural = box.hands[0]?.over === 'natural' && paidBeforePlay(round, world) && !isTied
  const own = natural ? { lay: box.bet, price: priced(round, box.bet, round.rules.blackjackPay) } : wonPrice(box)
  // If payments are not sensed, its player has the spot again.
  if (own && round.evidence !== 'payouts') ways.push(withBox(world, at, { ...box, amount, paid: true }))
  if (own && round.evidence === 'payouts' && lammers === box.lammers) {
    const { lay, price } = own
    const paid = amount - lay
    // 002 l.59: a prize is still to come when the others have been settled.
    const isAll = paid === price && sevensPrize(round, box, ['win']) === 0
    if (isAll) ways.push(withBox(world, at, { ...box, amount, paid: true }))
    else if (amount > box.amount && paid <= price) ways.push(withBox(world, at, { ...box, amount, partPaid: paid }))
  }
  for (const ended of finished(round, world)) ways.push(...settleBy(beginSettlement(round, ended), at, amount, lammers))
  ways.push(showing(world, at, amount, lammers, 0, 0))
  if (round.rules.surrenderTurn === 'any' && lammers === box.lammers) ways.push(givenUp(round, world, at, amount))
  for (let on: World | null = world; on !== null && on.turn <= at; on = stood(round, on)) {
    if (on.turn < at) continue
    if (round.rules.surrenderTurn === 'in-turn' && lammers === box.lammers) ways.push(givenUp(round, on, at, amount))
    for (const { vow, rise, lammers: more } of vows(round, on, amount)) {
      const shown = showing(on, at, amount, lammers, rise, more)
      if (shown !== null && (bustsWait(round, box) || box.amount + rise === amount)) ways.push({ ...shown, vow })
    }
  }
  return ways.filter((way) => way !== null)
}

// --- all together -------------------------------------------------------------------------------------------------------------------------

/** The world in which everybody is done and the dealer may stop; at most one. */
export const finished = (round: SmallRound, world: World): World[] => {
  if (world.checked) return [world]
  let on: World | null = world
  while (on !== null && on.turn < on.boxes.length) on = stood(round, on)
  if (on === null || on.vow !== null || on.owed.length > 0) return []
  if (isOverdue(round, on)) return []
  return dealerMayStop(round, on) ? [on] : []
}

export const distinct = (worlds: readonly World[]): World[] => [...new Map(worlds.map((world) => [JSON.stringify(world), world])).values()]

const boxText = ({ hands }: Box): string => hands.map(({ places, deeds }) => `${places.join('.')}:${deeds.join('.')}`).join('|')

const told = (round: SmallRound, worlds: readonly World[]): Enumeration => ({
  stories: new Set(worlds.map(({ boxes }) => boxes.map(boxText).join(' / '))),
  boxes: round.bets.map((_, at) => new Set(worlds.map(({ boxes }) => boxText(boxes[at] as Box)))),
})

/** Stories as text, one per reading; and by box in order, what its hands can be. */
export interface Enumeration {
  readonly stories: ReadonlySet<string>
  readonly boxes: readonly ReadonlySet<string>[]
}

/** Worlds after the initial deal. */
export const startWorlds = (round: SmallRound, cards: readonly string[]): readonly World[] => [
  dealt(round, cards.slice(0, dealSize(round))),
]

/** Worlds after one more sign. `place`: how many cards lay there before. */
export const stepWorlds = (round: SmallRound, worlds: readonly World[], sign: Sign, place: number): readonly World[] => {
  if (!('card' in sign)) {
    // floor.md, Players: chips on a box without a bet are its next bet.
    if (round.evidence === 'bets' || sign.box >= round.bets.length) return worlds
    return distinct(worlds.flatMap((world) => moved(round, world, sign)))
  }
  // A bust stake that is taken at once is gone before the next card.
  const free = worlds.filter((world) => !isOverdue(round, world))
  return distinct(free.flatMap((world) => placed(round, world, place, sign.card)))
}

/** Stories of a round that goes on. */
export const storiesSoFar = (round: SmallRound, worlds: readonly World[]): Enumeration => told(round, worlds)

/** Stories of a round that is over, every stake resolved as far as the sensors tell. */
export const storiesAtEnd = (round: SmallRound, worlds: readonly World[]): Enumeration => {
  const ended = worlds.flatMap((world) => (world.settling === null ? finished(round, world) : [world]))
  if (round.evidence === 'bets') return told(round, ended)
  return told(round, ended.map((world) => (world.settling === null ? beginSettlement(round, world) : world)).filter(isSettled))
}
