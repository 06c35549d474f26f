/**
 * The other readings of a closed round: how each differs from the reported one, and the first card at which the two part. Readings that
 * look alike, such as those that differ only in the rank of an unread card, count as one.
 */
import type { ScannedCard } from '../../../devices/scan.ts'
import { totalOf, UNKNOWN } from '../../rules/game/cards.ts'
import type { TableContext } from '../context.ts'
import { type CardPlace, OTHERS_MAX, type OtherHand, type OtherReading, type Parting } from '../event.ts'
import { type Round, textAt } from '../evidence/round.ts'
import { rulingsOf } from '../evidence/rulings.ts'
import type { Reading } from '../lattice/reading.ts'
import { sidesResolved } from '../lattice/spots.ts'
import type { Ground, Spread } from '../lattice/spread.ts'
import { kept } from '../workspace.ts'
import { cardsOf, dealerCards, isRead } from './cards-told.ts'

const SHARE_STEP = 1000

/** The form in which a share of the readings' weight is reported. In thousandths: 0 only if the share is nothing, and 1 only if it is everything. */
export const shareText = (share: number): number => {
  if (share <= 0 || share >= 1 - 1e-9) return share <= 0 ? 0 : 1
  return Math.min(SHARE_STEP - 1, Math.max(1, Math.round(share * SHARE_STEP))) / SHARE_STEP
}

/** Most readings written out of each account of a round. */
const READINGS_MAX = 24
/** The same if a card was not read, because each reading then comes once for every rank that the card may have. */
const READINGS_UNREAD_MAX = READINGS_MAX * 13

/** One reading in words. */
interface Story {
  readonly round: Round
  readonly reading: Reading
  readonly hands: ReadonlyMap<string, OtherHand>
  readonly dealer: readonly ScannedCard[]
  /** Equal for two readings that look alike. */
  readonly key: string
}

/**
 * The first ground is the one whose likeliest reading is published. Only its cards are published: cards that another account has after them
 * are of a round that is still open.
 */
export const othersOf = (grounds: readonly Ground[], spread: Spread | null, context: TableContext): readonly OtherReading[] => {
  const [own, ...more] = grounds
  const best = own?.solution.best
  if (!own || !best || (more.length === 0 && own.solution.isSingle)) return []
  const told = storyOf(own.round, best, context)
  const found = new Map<string, { readonly story: Story; weight: number }>()
  for (const { round, reading } of likeliest(grounds, own.round.cards.length, context)) {
    const story = storyOf(round, reading, context)
    kept(found, story.key, () => ({ story, weight: 0 })).weight += Math.exp(reading.score)
  }
  found.delete(told.key)
  return [...found.values()]
    .sort((one, other) => other.weight - one.weight)
    .slice(0, OTHERS_MAX)
    .map(({ story, weight }) => otherReading(told, story, spread && shareText(weight / spread.weight), context))
}

/** Readings with a side wager settled wrongly count only if every reading has one. */
const likeliest = (grounds: readonly Ground[], cards: number, context: TableContext) => {
  const all = grounds.flatMap(({ round, solution }) =>
    round.cards.length > cards ? [] : solution.kBest(readingsMax(round)).map((reading) => ({ round, reading })),
  )
  const right = all.filter(({ round, reading }) => sidesResolved(round, reading, context))
  return right.length > 0 ? right : all
}

const readingsMax = ({ cards }: Round): number => (cards.some(({ code }) => code === UNKNOWN) ? READINGS_UNREAD_MAX : READINGS_MAX)

const storyOf = (round: Round, reading: Reading, context: TableContext): Story => {
  const { dead } = rulingsOf(round)
  const hands = round.boxes.flatMap((box, index) =>
    (reading.stories[index]?.hands ?? []).map((hand, at): OtherHand => {
      const outcome = dead.get(box)?.includes(at + 1) ? 'void' : (reading.dues?.[index]?.outcomes[at] ?? null)
      const total = isRead(round, hand) ? totalOf(hand.points) : null
      return { box, hand: at + 1, cards: cardsOf(round, hand), total, actions: hand.actions, outcome }
    }),
  )
  const dealer = dealerCards(round, reading.dealer, context).map((position) => textAt(round, position))
  const named = new Map(hands.map((hand) => [`${hand.box}/${hand.hand}`, hand]))
  return { round, reading, hands: named, dealer, key: JSON.stringify([hands, dealer]) }
}

const otherReading = (told: Story, other: Story, share: number | null, context: TableContext): OtherReading => {
  const isOther = (name: string): boolean => JSON.stringify(told.hands.get(name)) !== JSON.stringify(other.hands.get(name))
  const names = [...new Set([...told.hands.keys(), ...other.hands.keys()])].filter(isOther)
  const hands = names.flatMap((name): OtherHand[] => {
    const own = told.hands.get(name)
    const gone = own && { box: own.box, hand: own.hand, cards: [], total: null, actions: [], outcome: null }
    return [other.hands.get(name) ?? gone ?? []].flat()
  })
  const parting = partingOf(told, other, context)
  return {
    share,
    hands: hands.sort((one, another) => one.box - another.box || one.hand - another.hand),
    ...(other.dealer.join() === told.dealer.join() ? {} : { dealer: other.dealer }),
    ...(parting === null ? {} : { parting }),
  }
}

/** Where each card of a reading lies, by position, without burned cards and cards that are not of the round. */
const placesIn = ({ round, reading }: Story, context: TableContext): ReadonlyMap<number, NonNullable<CardPlace>> => {
  const places = new Map<number, NonNullable<CardPlace>>()
  for (const position of dealerCards(round, reading.dealer, context)) places.set(position, 'dealer')
  for (const [index, box] of round.boxes.entries())
    for (const [at, { positions }] of (reading.stories[index]?.hands ?? []).entries())
      for (const position of positions) places.set(position, { box, hand: at + 1 })
  return places
}

const boxOf = (place: CardPlace): number | string | null => (place === null || typeof place === 'string' ? place : place.box)

/** The first card that lies at another box. Hands of one box are not compared: whether it was split is a decision, and no card shows it. */
const partingOf = (told: Story, other: Story, context: TableContext): Parting | null => {
  const [own, others] = [placesIn(told, context), placesIn(other, context)]
  for (let at = 0; at < told.round.cards.length; at++) {
    const [one, another] = [own.get(at) ?? null, others.get(at) ?? null]
    if (boxOf(one) !== boxOf(another)) return { n: at + 1, card: textAt(told.round, at), told: one, other: another }
  }
  return null
}
