/**
 * Every story of a small round with one deviation, next to those without any: what can be proven of the round, and from which sign on. A
 * deviation is one thing that somebody does against the rules, `CODE@box`; its consequences are no further deviation. The code is slow and
 * plain like that of the legal stories, and written from the houses' rules alone.
 *
 *   worlds --sign--> legal worlds, and from each without a deviation those of every deviation that this sign or its absence may show
 */

import { RARER_MAX, RARITY } from '../../../src/rules/house/rarity.ts'
import { belowEnd, dealSize, distinct, finished, stepWorlds, waitsFor } from './enumerator.ts'
import { changedInDeal, chipErrors, evenMoney, putRight } from './errors-chips.ts'
import { cardErrors, drawsOn, errantDeals, erring, REORDERED, silentErrors } from './errors-play.ts'
import { astray as paidTooMuch, settlementErrors, UNSEEN } from './errors-settling.ts'
import { beginSettlement, dueOn, isDoneAt, isOver, isSettled, settleBy } from './settling.ts'
import { cardsOut, type SettlingBox, type Sign, type SmallRound, total, type World } from './world.ts'

/** If there are more worlds than this, they are too many to list, and the round is not judged. */
const WORLDS_MAX = 60_000

const isFaultless = ({ errors = [] }: World): boolean => errors.length === 0

/** A hand swept or paid after the last card is an error of the settlement, not of play. */
const isAnother = (world: World): boolean => world.hasty === cardsOut(world)

/**
 * A bet raised after the last card and paid or taken as it lies is an error of the settlement, not of play. And nobody raises a bet that
 * does not win.
 */
const isPastPosted = (round: SmallRound, world: World): boolean =>
  world.boxes.some((box) => {
    const { win, lose } = dueOn(round, world.dealer, box)
    const all = cardsOut(world)
    return (box.raised === all && (win > 0 || lose.length > 0)) || (box.apart === all && win === 0)
  })

/** Everybody is done by the rules, or by mistake, and the dealer pays and takes, rightly or with one mistake. */
const settlements = (round: SmallRound, world: World): readonly World[] => {
  if (isAnother(world)) return []
  const ends = [world, ...(isFaultless(world) ? silentErrors(round, world, 'settling') : [])].flatMap((each) => finished(round, each))
  const stopped = isFaultless(world) ? silentErrors(round, world, 'stopping') : []
  const all = [...ends, ...stopped].filter((ended) => !isPastPosted(round, ended))
  return all.flatMap((ended) => [beginSettlement(round, ended), ...(isFaultless(ended) ? settlementErrors(round, ended) : [])])
}

/**
 * DEAL-BOX-SKIPPED, and a hand that is dead because it lacks a card: the bet is returned untouched. Once play is over, chips that come to
 * it are its player's. But an amount that the bet would win belongs to a hand that has its cards. null: the sign is at another bet.
 */
const onDeadBet = (
  round: SmallRound,
  world: World,
  { box: at, amount, lammers }: Extract<Sign, { box: number }>,
): readonly World[] | null => {
  const box = world.boxes[at]
  if (box === undefined || box.amount === 0 || box.hands.some(({ cards }) => cards.length > 0)) return null
  if (lammers > box.lammers || amount === box.amount + box.bet) return []
  if (amount <= box.amount || world.settling !== null) return null
  return finished(round, world).flatMap((over) => settleBy(beginSettlement(round, over), at, amount, lammers))
}

const onChips = (round: SmallRound, world: World, told: Extract<Sign, { box: number }>): readonly World[] => {
  const sign = world.order ? { ...told, box: world.order.indexOf(told.box) } : told
  const onDead = onDeadBet(round, world, sign)
  if (onDead !== null) return onDead
  const settleAs = (each: World): readonly World[] => [...settleBy(each, sign.box, sign.amount, sign.lammers), ...paidTooMuch(each, sign)]
  if (world.settling !== null) return settleAs(world).map((each) => withLeast(each, sign))
  const mayBe = (next: World): boolean => next.settling === null || !(isAnother(world) || isPastPosted(round, next))
  const legal = stepWorlds(round, [world], sign, 0).filter(mayBe)
  if (round.evidence === 'bets') return legal
  const settled = settlements(round, world).flatMap(settleAs)
  if (!isFaultless(world)) return [...legal, ...settled, ...evenMoney(round, world, sign), ...putRight(world, sign)]
  const silent = silentErrors(round, world, 'playing').flatMap((each) => stepWorlds(round, [each], sign, 0))
  return [...legal, ...settled, ...silent, ...chipErrors(round, world, sign)]
}

const NO_BETS = 'SCAN-NO-BETS@'

/** The round is over, nobody has bet anew, and the dealer's hand needs no card. A card that comes now is for nobody. */
const strays = (round: SmallRound, world: World): readonly World[] => {
  if (world.errors?.includes(NO_BETS)) return [world]
  const isDrawn = belowEnd(round, world) && waitsFor(round, world, false) === 'nothing'
  if (!isFaultless(world) || isDrawn || round.evidence !== 'payouts') return []
  const { settling } = world
  const isBet = ({ left }: SettlingBox, at: number): boolean => left && world.boxes[at]?.paid === false && world.boxes[at].amount > 0
  if (settling !== null && settling !== 'unfollowed' && settling.boxes.some(isBet)) return []
  const lying = world.boxes.map(({ amount }) => amount)
  return settledIn(round, [world])
    .filter(isFaultless)
    .map((over) => ({ ...erring(over, 'SCAN-NO-BETS', null), ...(lying.some((amount) => amount > 0) ? { lying } : {}) }))
}

const withLeast = (world: World, { box, amount }: Extract<Sign, { box: number }>): World =>
  world.lying ? { ...world, lying: world.lying.with(box, Math.min(amount, world.lying[box] ?? 0)) } : world

/** If bets of the old round lay when the card came, it was the first card of the next round, unless two or more bets were laid after it. */
const isForNobody = ({ lying, boxes }: World): boolean => {
  if (lying === undefined) return true
  return boxes.filter(({ amount }, at) => lying[at] === 0 && amount > 0).length > 1
}

const onCard = (round: SmallRound, world: World, card: string, place: number): readonly World[] => {
  const legal = [...stepWorlds(round, [world], { card }, place), ...strays(round, world)]
  if (!isFaultless(world)) return [...legal, ...drawsOn(round, world, card)]
  const silent = silentErrors(round, world, 'playing').flatMap((each) => stepWorlds(round, [each], { card }, place))
  return [...legal, ...silent, ...cardErrors(round, world, card, place)]
}

/** The stories that are over now. */
const ended = (round: SmallRound, worlds: readonly World[]): readonly World[] => settledIn(round, worlds).filter(isForNobody)

/** The worlds in which every stake is settled, as far as the sensors show. */
const settledIn = (round: SmallRound, worlds: readonly World[]): readonly World[] =>
  worlds.flatMap((world) => {
    const all = world.settling === null ? settlements(round, world) : [world]
    return round.evidence === 'payouts' ? all.filter(isSettled) : all
  })

/** The deviations that are listed. The enumerator says nothing of any other. */
export const LISTED: ReadonlySet<string> = new Set([
  ...[
    'DEAL-BOX-SKIPPED',
    'DEAL-ONE-CARD-HAND',
    'DEAL-DEALER-CARD-MISSED',
    'DEAL-EXTRA-CARD',
    'DEAL-SECOND-DEALER-CARD-EARLY',
    'PLAY-ORDER',
  ],
  ...['DEALER-DREW-EARLY', 'DEALER-DREW-NEEDLESSLY', 'DEALER-STOOD-UNDER-17', 'DEALER-HIT-17', 'DEALER-SOFT17', 'DEALER-TOTAL-MISREAD'],
  ...['PEEK-MISSED', 'PEEK-FALSE', 'HIT-ON-21', 'STAND-ON-11', 'DOUBLE-TOTAL', 'DOUBLE-LATE', 'DOUBLE-AMOUNT', 'DOUBLE-TWO-CARDS'],
  ...['DOUBLE-AFTER-SPLIT', 'SPLIT-LATE', 'SPLIT-NO-CARD'],
  ...['DOUBLE-NO-CARD', 'DOUBLE-ON-BJ', 'SPLIT-NOT-PAIR', 'SPLIT-AMOUNT', 'SPLIT-TOO-MANY', 'SPLIT-ACES-TOO-MANY', 'SPLIT-ACE-DOUBLE'],
  ...[
    'SPLIT-ACE-EXTRA-CARD',
    'SPLIT-DEAL-ORDER',
    'SURRENDER-NONE',
    'SURRENDER-VS-ACE',
    'SURRENDER-LATE',
    'SURRENDER-AMOUNT',
    'SURRENDER-DEALER-BJ',
  ],
  ...['FB-TOKEN-MISSING', 'FB-TOKEN-INELIGIBLE-SPLIT', 'FB-TOKEN-INELIGIBLE-DOUBLE', 'FB-WIN-UNPAID', 'FB-LOSS-CHARGED', 'FB-PUSH-PAID'],
  ...['FB-PAID-TOKEN-VALUE', 'BET-CAPPED', 'BET-PINCHED', 'PAST-POSTED', 'BUST-NOT-TAKEN', 'LIVE-TAKEN-AS-BUST', 'PAID-LOSER', 'PAID-PUSH'],
  ...['TOOK-WINNER', 'TOOK-PUSH', 'WINNER-UNPAID', 'LOSER-NOT-TAKEN', 'PAY-SHORT', 'PAY-OVER', 'TAKE-PARTIAL', 'PAID-DOUBLE-SINGLE'],
  ...[
    'DEALER22-PAID',
    'DEALER22-TAKEN',
    'PRIZE-MISSED',
    'PRIZE-WRONG-TIER',
    'PRIZE-ON-LOSER',
    'PRIZE-EARLY',
    'PAY-BEFORE-DEALER-DONE',
    'BJ-PAID-TOO-EARLY',
    'BJ-SHORT',
    'BJ-OVER',
  ],
  ...['BJ-ON-SPLIT', 'BJ-V-BJ-PAID', 'BJ-V-BJ-TAKEN', 'BJ-LOST-TO-21', 'BJ-PUSHED-ON-22', 'EVEN-NOT-ALLOWED', 'EVEN-AFTER-DRAW'],
])

export interface Judgement {
  /** The round had too many stories to list, or was over before its last card, or has no story as it was told. */
  readonly beyond: boolean
  /**
   * Deviations in every story with the fewest, with the index of the first sign at which that is so; empty: a legal story is left.
   */
  readonly proven: ReadonlyMap<string, number>
  /** Deviations in some story with the fewest. */
  readonly possible: ReadonlySet<string>
}

const nameOf = ({ errors = [] }: World): string | null => errors[0] ?? null
const isReordered = (world: World): boolean => nameOf(world)?.startsWith(REORDERED) ?? false

/** How rare the deviation of this story is. */
const rarityOf = (world: World): number =>
  isReordered(world) ? RARITY.otherOrder : wrongAt(world) >= 0 ? RARITY.settledWrongly : RARITY.erred

/** A dealer who seems to have stopped too early may have dealt cards to nobody. */
const seemsSkipped = (world: World): boolean =>
  !isReordered(world) && world.dealer.length > 0 && ['DEALER-STOOD-UNDER-17@', 'DEALER-SOFT17@'].includes(nameOf(world) ?? '')

/** Stories with about as rare a deviation as the least rare. */
const believed = (worlds: readonly World[]): readonly World[] => {
  const least = Math.min(...worlds.map(rarityOf))
  const isSkipped = worlds.some(seemsSkipped) && least >= RARITY.erred
  return worlds.filter((world) => rarityOf(world) <= least + RARER_MAX || (isSkipped && isReordered(world)))
}

/** What the stories say at one sign. */
export interface Moment {
  /** A story without a deviation is left. */
  readonly isLegal: boolean
  /** Deviations in every story with the fewest, and those in some of them; empty: a legal story is left, or no story at all. */
  readonly proven: ReadonlySet<string>
  readonly possible: ReadonlySet<string>
}

/**
 * Does this count as a story now? An error of play counts only while another card may come, and an overpayment only once it is taken back.
 */
const mayBe = (round: SmallRound, world: World): boolean => {
  const { settling } = world
  if (settling === null) {
    // An amount that would be paid counts as a payment until another card has come.
    const isPayment = world.hasty === cardsOut(world) && nameOf(world)?.startsWith('BET-CAPPED') === true
    return !isPayment && (!isAnother(world) || mayGoOn(round, world))
  }
  return settling === 'unfollowed' || settling.boxes.every(({ astray }) => !astray)
}
const ANY_CARD = '2S'

/** Another card may come, now or once the stakes of bust hands are taken. */
const mayGoOn = (round: SmallRound, world: World): boolean => {
  const boxes = world.boxes.map((box) => ({ ...box, amount: box.amount - total(box.owing), owing: [] }))
  return stepWorlds(round, [{ ...world, boxes }], { card: ANY_CARD }, 0).length > 0
}

/** The box that is settled wrongly. */
const wrongAt = ({ settling }: World): number =>
  settling === null || settling === 'unfollowed' ? -1 : settling.boxes.findIndex(({ wrong }) => wrong !== undefined)

/** Where the settlement may have ended: not yet, or how many movements ago. */
const endsOf = (world: World): readonly string[] => {
  const { settling } = world
  if (settling === null || settling === 'unfollowed') return []
  const { moved = [], since = 'nothing' } = settling
  if (!isOver(world)) return ['open']
  return moved.length === 0 ? ['open', `${since}`] : [`${since}`]
}

/** What the dealer paid and took there. */
const movedAt = ({ settling }: World, at: number): readonly number[] => {
  const wrong = settling === null || settling === 'unfollowed' ? undefined : settling.boxes[at]?.wrong
  return [wrong?.paid ?? 0, wrong?.taken ?? 0]
}

/**
 * Of the errors that fit the same chips in the same story, keeps those by which the dealer is done with the bet, and the closest names of
 * these.
 */
const withClosest = (worlds: readonly World[]): readonly World[] => {
  const stories = new Map<string, World[]>()
  const others: World[] = []
  for (const world of worlds) {
    const { boxes, dealer, extra } = world
    const at = wrongAt(world)
    if (at < 0) others.push(world)
    else
      for (const end of endsOf(world)) {
        const key = JSON.stringify([at, end, movedAt(world, at), boxes.map(({ hands }) => hands), dealer, extra])
        stories.set(key, [...(stories.get(key) ?? []), world])
      }
  }
  return [...others, ...[...stories.values()].flatMap(closestOf)]
}

const closestOf = (worlds: readonly World[]): readonly World[] => {
  const done = worlds.filter((world) => isDoneAt(world, wrongAt(world)))
  const told = done.length > 0 ? done : worlds
  const closeness = ({ settling }: World): number =>
    settling === null || settling === 'unfollowed' ? 0 : Math.min(...settling.boxes.flatMap(({ wrong }) => wrong?.closeness ?? []))
  const least = Math.min(...told.map(closeness))
  return told.filter((world) => closeness(world) === least)
}

const momentOf = (round: SmallRound, all: readonly World[]): Moment => {
  const worlds = withClosest(all.filter((world) => mayBe(round, world)))
  const isLegal = worlds.some(isFaultless)
  const names = isLegal ? [] : believed(worlds).flatMap((world) => nameOf(world) ?? [])
  const possible = new Set(names.map((name) => name.replace(REORDERED, '').replace(UNSEEN, '')))
  const isUnseen = names.every((name) => name.startsWith(UNSEEN))
  return { isLegal, proven: possible.size > 1 || isUnseen ? new Set() : possible, possible }
}

/** Everything due is settled, no reading can use another card, and bets lie there: the card is the next round's (rulings, Rounds). */
const isNextRound = (round: SmallRound, worlds: readonly World[], card: string, place: number): boolean => {
  const legal = worlds.filter(isFaultless)
  const bets = worlds[0]?.boxes.some(({ amount }) => amount > 0) ?? false
  if (!bets || place < dealSize(round) || legal.some((world) => stepWorlds(round, [world], { card }, place).length > 0)) return false
  return ended(round, legal).some(isFaultless)
}

/** Every moment from the last card of the deal on, by the index of its sign; and when the round is over, if it is. */
interface Followed {
  readonly moments: ReadonlyMap<number, Moment>
  /** null: no chip moves after the last card, so nothing showed that the round was over. */
  readonly over: Moment | null
  readonly ended: readonly World[]
}

/** `signs` from the first card until the next round's. null: there are too many stories, or the round was over before its last card. */
export const followRound = (round: SmallRound, signs: readonly Sign[]): Followed | null => {
  const cards = signs.flatMap((sign) => ('card' in sign ? [sign.card] : []))
  const deals = errantDeals(round)
  const moments = new Map<number, Moment>()
  let worlds: readonly World[] = []
  let place = 0
  const moved: Extract<Sign, { box: number }>[] = []
  for (const [index, sign] of signs.entries()) {
    if (!('card' in sign)) {
      worlds = distinct(worlds.flatMap((world) => onChips(round, world, sign)))
      moved.push(sign)
    } else {
      if (isNextRound(round, worlds, sign.card, place)) return null
      worlds = distinct(worlds.flatMap((world) => onCard(round, world, sign.card, place)))
      place++
      // While cards are dealt, the bets lie still, or one of them is changed.
      const dealt = deals.filter(({ size }, at) => size === place && (moved.length === 0 || (at === 0 && moved.length === 1)))
      const begun = dealt.map(({ world }) => world(cards.slice(0, place)))
      const [changed] = moved
      worlds = [...worlds, ...(changed ? begun.flatMap((world) => changedInDeal(world, changed)) : begun)]
    }
    if (worlds.length > WORLDS_MAX) return null
    if (place >= dealSize(round)) moments.set(index, momentOf(round, worlds))
  }
  const over = ended(round, worlds)
  const last = signs.at(-1)
  return { moments, over: last !== undefined && !('card' in last) ? momentOf(round, over) : null, ended: over }
}

/** `signs` from the first card until the next round's. */
export const judgeRound = (round: SmallRound, signs: readonly Sign[]): Judgement => {
  const followed = followRound(round, signs)
  if (followed === null) return { beyond: true, proven: new Map(), possible: new Set() }
  const { moments, over, ended: worlds } = followed
  const since = new Map<string, number>()
  for (const [index, { proven }] of [...moments, ...(over ? [[signs.length, over] as const] : [])]) {
    for (const error of [...since.keys()]) if (!proven.has(error)) since.delete(error)
    for (const error of proven) if (!since.has(error)) since.set(error, index)
  }
  return { beyond: worlds.length === 0, proven: since, possible: momentOf(round, worlds).possible }
}
