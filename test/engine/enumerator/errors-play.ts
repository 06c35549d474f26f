/** Deviations of the deal and of single cards, and deviations by omission. */
import {
  belowEnd,
  bustsWait,
  carriedOut,
  dealSize,
  dealt,
  decider,
  given,
  isOverdue,
  onward,
  owners,
  parted,
  placed,
  stood,
  waitsFor,
  withBox,
} from './enumerator.ts'
import { frozen, mayDoubleFree, mayHit, maySplit, maySplitFree } from './hand.ts'
import { type Hand, isSoft, points, type SmallRound, type World } from './world.ts'

export const erring = (world: World, code: string, box: number | null): World => ({
  ...world,
  errors: [...(world.errors ?? []), `${code}@${box === null ? '' : box + 1}`],
})

/** This world, and those in which one hand after another has stood. */
export const standing = (round: SmallRound, world: World): World[] => {
  const all: World[] = []
  for (let on: World | null = world; on !== null; on = stood(round, on)) all.push(on)
  return all
}

const handAt = (world: World): Hand | null => world.boxes[world.turn]?.hands[world.hand] ?? null

const withHand = (world: World, box: number, at: number, hand: Hand): World => {
  const before = world.boxes[box]
  return before ? withBox(world, box, { ...before, hands: before.hands.with(at, hand) }) : world
}

/** Bust stakes that must be gone by now still lie there. They are taken with the settlement. */
const bustLeft = (round: SmallRound, world: World): World[] => {
  if (round.evidence === 'bets') return []
  return world.boxes.flatMap((box, at) =>
    box.owing.length === 0 || bustsWait(round, box)
      ? []
      : [erring(withBox(world, at, { ...box, owing: [], late: [...(box.late ?? []), ...box.owing] }), 'BUST-NOT-TAKEN', at)],
  )
}

/** A bust hand is taken for one that has stood: its stake stays, the dealer draws against it, and it is paid if he goes bust or has less. */
const bustOverlooked = (round: SmallRound, world: World): World[] =>
  round.evidence !== 'payouts'
    ? []
    : world.boxes.flatMap((box, at) =>
        box.hands.flatMap((hand, nth) => {
          const owed = box.owing.indexOf(Math.round(hand.chips * box.bet))
          if (hand.over !== 'bust' || hand.chips === 0 || owed < 0) return []
          const hands = box.hands.with(nth, { ...hand, over: 'stood' as const })
          return [erring(withBox(world, at, { ...box, hands, owing: box.owing.toSpliced(owed, 1) }), 'PAID-LOSER', at)]
        }),
      )

/** A hand is left on a total on which it must draw. */
const leftLow = ({ rules }: SmallRound, world: World): World[] => {
  const hand = decider(world)
  const isLow = hand !== null && rules.mustDrawTo !== 'none' && points(hand.cards) <= rules.mustDrawTo && !frozen(hand, rules)
  if (!isLow) return []
  const left = withHand(world, world.turn, world.hand, { ...hand, over: 'stood', deeds: [...hand.deeds, 'stand'] })
  return [erring(onward(left), 'STAND-ON-11', world.turn)]
}

/** The chips of a double lie there, but its card never comes. */
const noCard = (world: World): World[] => {
  const { vow } = world
  const hand = handAt(world)
  if (vow?.what !== 'double' || hand === null) return []
  const doubled: Hand = {
    ...hand,
    deeds: [...hand.deeds, vow.free ? 'free-double' : 'double'],
    chips: hand.chips + (vow.free ? 0 : (vow.stake ?? 1)),
    lammers: hand.lammers + (vow.free ? 1 : 0),
    over: 'doubled',
  }
  return [erring(onward(withHand({ ...world, vow: null }, world.turn, world.hand, doubled)), 'DOUBLE-NO-CARD', world.turn)]
}

/** A split hand that waits for its second card gets none. */
const unserved = ({ evidence }: SmallRound, world: World): World[] => {
  const [at, other] = world.owed
  const hand = at === undefined ? undefined : world.boxes[world.turn]?.hands[at]
  if (at === undefined || other !== undefined || !hand?.split || hand.cards.length !== 1 || evidence === 'bets') return []
  return [erring(onward({ ...withHand(world, world.turn, at, { ...hand, over: 'stood' }), owed: [] }), 'SPLIT-NO-CARD', world.turn)]
}

/** The first hand of a split gets no second card, so this one is the other's. */
const firstUnserved = (round: SmallRound, world: World, card: string, place: number): World[] => {
  const hand = handAt(world)
  if (world.vow?.what !== 'split' || hand?.cards.length !== 2) return []
  const split = parted(round, { ...world, vow: null }, world.vow)
  const first = handAt(split) as Hand
  const passed = { ...withHand(split, world.turn, world.hand, { ...first, over: 'stood' }), owed: [world.hand + 1] }
  return placed(round, erring(passed, 'SPLIT-NO-CARD', world.turn), place, card)
}

/** All players are done and the dealer has to draw, but he stops. */
const dealerStops = (round: SmallRound, world: World): World[] =>
  standing(round, world).flatMap((on) => {
    if (on.turn < on.boxes.length || on.vow !== null || on.owed.length > 0 || on.checked) return []
    if (isOverdue(round, on)) return []
    if (!belowEnd(round, on) || waitsFor(round, on, true) === 'nothing') return []
    const code = points(on.dealer) === 17 && isSoft(on.dealer) ? 'DEALER-SOFT17' : 'DEALER-STOOD-UNDER-17'
    return [erring(on, code, null)]
  })

/** The check wrongly finds a natural, so everybody loses. */
const claimed = ({ rules }: SmallRound, world: World): World[] => {
  const [up] = world.dealer
  const looks = world.dealer.length === 2 && rules.peek.some((rank) => (rank === 'A' ? up?.[0] === 'A' : 'TJQK'.includes(up?.[0] ?? '')))
  const untouched = world.boxes.every(({ hands }) => hands.length === 1 && hands[0]?.deeds.length === 0 && hands[0]?.cards.length === 2)
  return looks && untouched && !world.checked ? [erring({ ...world, dealer: ['AS', 'KS'] }, 'PEEK-FALSE', null)] : []
}

/** The dealer plays on with a natural that his check should have found. */
const unchecked = (world: World): World[] => (world.checked ? [erring(onward({ ...world, checked: false }), 'PEEK-MISSED', null)] : [])

/** Deviations that leave no sign of their own. `stopping`: worlds that go straight to the settlement. */
export const silentErrors = (round: SmallRound, world: World, when: 'playing' | 'settling' | 'stopping'): World[] => {
  if (world.settling !== null) return []
  if (when === 'stopping') return [...dealerStops(round, world), ...claimed(round, world)]
  const on = standing(round, world)
  return [
    ...bustLeft(round, world),
    ...bustOverlooked(round, world),
    ...on.flatMap((each) => [...leftLow(round, each), ...noCard(each), ...unserved(round, each)]),
    ...(when === 'playing' ? unchecked(world) : []),
  ]
}

/** Hands that may take no further card: the one that got the last card, and the split aces next to it. */
const doneHands = (round: SmallRound, world: World, place: number): { readonly box: number; readonly at: number; readonly hand: Hand }[] =>
  world.boxes.flatMap(({ hands }, box) => {
    const isLast = ({ places }: Hand): boolean => places.includes(place - 1)
    if (!hands.some(isLast)) return []
    return hands.flatMap((hand, at) => (isLast(hand) || frozen(hand, round.rules) ? [{ box, at, hand }] : []))
  })

/** A card to a hand that is done. It counts, or it does not. */
const oneMore = (round: SmallRound, world: World, card: string, place: number): World[] =>
  (place > dealSize(round) ? doneHands(round, world, place) : []).flatMap(({ box, at, hand }) => {
    const isFull = points(hand.cards) === 21 || hand.over === 'won'
    // 21 on a split hand may still be doubled, but not hit.
    const mayOnlyDouble = hand.over === null && isFull && world.vow === null && !mayHit(hand, round.rules)
    if (hand.over !== 'doubled' && hand.over !== 'full' && hand.over !== 'won' && !mayOnlyDouble) return []
    const code =
      hand.over === 'doubled' ? 'DOUBLE-TWO-CARDS' : frozen(hand, round.rules) ? 'SPLIT-ACE-EXTRA-CARD' : isFull ? 'HIT-ON-21' : null
    if (code === null) return []
    const { turn } = world
    const counted = given(round, { ...world, turn: box, hand: at }, at, place, card, code !== 'HIT-ON-21')
    // A hand that drew on 21 goes on unless it is bust; other hands are done.
    const next = code === 'HIT-ON-21' ? counted : onward({ ...counted, turn, hand: turn === box ? world.hand : counted.hand })
    return [erring(next, code, box), erring(world, code, box)]
  })

const hasHole = ({ rules }: SmallRound): boolean => rules.dealOrder.includes('dealer:down')

/** Cards that the dealer takes against the rules. */
const dealerTakes = (round: SmallRound, world: World, card: string, place: number): World[] => {
  if (world.checked) return []
  const { dealer } = world
  // A split or a double may still wait for its card.
  if (world.vow !== null || world.owed.length > 0 || decider(world) !== null) {
    if (hasHole(round) || dealer.length !== 1) return []
    const early = place === dealSize(round) ? 'DEAL-SECOND-DEALER-CARD-EARLY' : 'DEALER-DREW-EARLY'
    return [erring({ ...world, dealer: [...dealer, card], drewEarly: true }, early, null)]
  }
  if (waitsFor(round, world, false) === 'nothing') {
    return belowEnd(round, world) ? [erring({ ...world, dealer: [...dealer, card] }, 'DEALER-DREW-NEEDLESSLY', null)] : []
  }
  if (belowEnd(round, world) || points(dealer) > 21) return []
  // A card beyond a legal stop does not count, or the dealer settles by it.
  const code = points(dealer) === 17 && isSoft(dealer) ? 'DEALER-SOFT17' : 'DEALER-HIT-17'
  return [erring({ ...world, extra: [card] }, code, null), erring({ ...world, dealer: [...dealer, card] }, code, null)]
}

/** A free double or split without its lammer. */
const unmarked = (round: SmallRound, world: World, card: string, place: number): World[] => {
  const hand = decider(world)
  const box = world.boxes[world.turn]
  if (hand === null || box === undefined || round.evidence === 'bets') return []
  const { rules } = round
  const free: ('double' | 'split')[] = []
  if (mayDoubleFree(hand, rules)) free.push('double')
  if (maySplit(hand, box.hands.length, rules) && maySplitFree(hand, rules)) free.push('split')
  return free.map((what) => erring(carriedOut(round, world, place, card, { what, free: true }), 'FB-TOKEN-MISSING', world.turn))
}

/** Split hands are dealt in the other order. */
const splitOtherwise = (round: SmallRound, world: World, card: string, place: number): World[] => {
  if (world.vow?.what !== 'split') return []
  const splitDealing = round.rules.splitDealing === 'together' ? 'sequential' : 'together'
  const other: SmallRound = { ...round, rules: { ...round.rules, splitDealing } }
  return [erring(carriedOut(other, world, place, card, world.vow), 'SPLIT-DEAL-ORDER', world.turn)]
}

/** Every deviation that this card may show. */
export const cardErrors = (round: SmallRound, world: World, card: string, place: number): World[] => {
  if (world.settling !== null) return []
  if (isOverdue(round, world)) return []
  const all = standing(round, world)
  const isStill = world.boxes.every(({ paid, amount, bet }) => !paid && amount === bet)
  const stray = place === dealSize(round) && isStill ? [erring(world, 'DEAL-EXTRA-CARD', null)] : []
  return [
    ...stray,
    ...oneMore(round, world, card, place),
    ...splitOtherwise(round, world, card, place),
    ...firstUnserved(round, world, card, place),
    ...all.flatMap((on) => [...dealerTakes(round, on, card, place), ...unmarked(round, on, card, place)]),
  ]
}

const DREW_ON = ['DEALER-DREW-NEEDLESSLY@', 'DEALER-HIT-17@', 'DEALER-SOFT17@']

/** A dealer who drew once against the rules plays on to the end of his hand. */
export const drawsOn = (round: SmallRound, world: World, card: string): World[] => {
  const { dealer, extra = [], errors = [], settling } = world
  const all = { ...world, dealer: [...dealer, ...extra] }
  if (settling !== null || !errors.some((error) => DREW_ON.includes(error)) || !belowEnd(round, all)) return []
  return [extra.length > 0 ? { ...world, extra: [...extra, card] } : { ...world, dealer: [...dealer, card] }]
}

interface ErrantDeal {
  /** The number of cards in this deal. */
  readonly size: number
  readonly world: (cards: readonly string[]) => World
}

/** The same cards in another order, which only the settlement shows. It is reported only if nothing else explains the round. */
export const REORDERED = 'reordered '

/** The round with its boxes in the order in which they play. */
const inOrder = (round: SmallRound, order: readonly number[]): SmallRound => ({
  ...round,
  bets: order.map((box) => round.bets[box] ?? 0),
  ...(round.push22 ? { push22: order.map((box) => round.push22?.[box] === true) } : {}),
})

/** The correct deal, and every deal with one error. */
export const errantDeals = (round: SmallRound): readonly ErrantDeal[] => {
  const right: readonly (number | 'up' | 'down' | null)[] = owners(round)
  const boxes = round.bets.map((_, box) => box)
  const deal = (
    to: readonly (number | 'up' | 'down' | null)[],
    code: string | null,
    box: number | null,
    order: readonly number[] = boxes,
  ): ErrantDeal => ({
    size: to.length,
    world: (cards) => {
      const turns = to.map((owner) => (typeof owner === 'number' ? order.indexOf(owner) : owner))
      const world = dealt(inOrder(round, order), cards, turns)
      return code === null ? world : erring(order === boxes ? world : { ...world, order }, code, box)
    },
  })
  const first = right.findIndex((owner) => typeof owner === 'string')
  const late = [...right.toSpliced(first, 1), right[first] ?? null]
  return [
    deal(right, null, null),
    ...(boxes.length > 1
      ? boxes.map((box) =>
          deal(
            right.filter((owner) => owner !== box),
            'DEAL-BOX-SKIPPED',
            box,
          ),
        )
      : []),
    ...boxes.map((box) => deal(right.toSpliced(right.lastIndexOf(box), 1), 'DEAL-ONE-CARD-HAND', box)),
    ...(first === right.length - 1 ? [] : [deal(late, 'DEAL-DEALER-CARD-MISSED', null)]),
    ...boxes.slice(1).map((box, at) => deal(right, 'PLAY-ORDER', box, boxes.with(at, box).with(at + 1, at))),
    ...boxes.flatMap((box) => {
      const second = right.lastIndexOf(box)
      const others = right.toSpliced(second, 1)
      return [
        ...(second === right.length - 1 ? [] : [deal([...others, box], `${REORDERED}DEAL-ONE-CARD-HAND`, box)]),
        ...(boxes.length > 1 ? [deal(others.with(right.indexOf(box), null), `${REORDERED}DEAL-ONE-CARD-HAND`, box)] : []),
      ]
    }),
    ...right.map((_, at) => deal(right.toSpliced(at, 0, null), `${REORDERED}DEAL-EXTRA-CARD`, null)),
  ]
}
