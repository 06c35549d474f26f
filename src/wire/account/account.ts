/**
 * One account of a round as data, from the messages that told of it and for whoever looks. Terminal, dispute file, explanation, display and
 * book each give it a face; none tells a round in another way. Pure.
 *
 *   ev/round, ev/procedure ---.
 *                             +--> Account { cards, boxes, dealer, findings, story }
 *   state/round (if kept) ----'
 */
import { AREAS, type Area, type ScannedCard } from '../../../devices/scan.ts'
import type { BoxResult, CardPlace, HandResult, SpotResult } from '../../engine/event.ts'
import type { HandView, RoundView, SeenCard } from '../../engine/view.ts'
import { known, type Message, resultIn, type ToldData, type ToldResult } from './message.ts'
import { type Phrase, phraseOf, type Sight } from './phrase.ts'
import { countOf, type Dealt, spotsOfCards } from './placed.ts'
import { type Replayed, replayed } from './replayed.ts'

/** `certain`: every reading has the card here. `maybe`: the best reading has it here. `else`: only another reading has it here. */
export type Footing = 'certain' | 'maybe' | 'else'

export interface LaidCard {
  readonly card: SeenCard
  readonly footing: Footing
}

/** A card as it left the shoe, and whose it is. `to` null: nobody's, or nobody knows. */
export interface ShoeCard {
  readonly n: number
  readonly card: SeenCard
  readonly to: CardPlace
  readonly certain: boolean
}

export interface HandAccount extends Omit<HandView, 'cards'>, Pick<HandResult, 'blackjack' | 'bust' | 'share'> {
  readonly cards: readonly LaidCard[]
  readonly active: boolean
}

export interface SpotAccount {
  readonly area: Area
  /** What lies there now. */
  readonly amount: number
  readonly lammers: number
  /** null: the round is not over, or nobody bet there. */
  readonly result: SpotResult | null
}

export interface BoxAccount {
  readonly box: number
  readonly hands: readonly HandAccount[]
  readonly spots: readonly SpotAccount[]
}

export interface DealerAccount {
  readonly cards: readonly LaidCard[]
  readonly total: number | null
  readonly soft: boolean
  readonly blackjack: boolean
  readonly bust: boolean
  readonly certain: boolean
  readonly active: boolean
}

export interface FoundAccount {
  readonly data: ToldData['finding.raised']
  readonly withdrawn: boolean
  readonly phrase: Phrase
}

export interface Account extends Pick<RoundView, 'phase' | 'complete' | 'readings' | 'active'> {
  /** In the order in which they left the shoe. */
  readonly cards: readonly ShoeCard[]
  readonly dealer: DealerAccount
  readonly boxes: readonly BoxAccount[]
  /** What is not certain: boxes in order, the dealer last. */
  readonly open: readonly (number | 'dealer')[]
  /** Why there is no complete verdict; null: there is one, or may yet be. */
  readonly incomplete: string | null
  readonly void: boolean
  /** How it ended; null: it is open. */
  readonly end: Omit<ToldResult, 'boxes' | 'dealer' | 'complete' | 'readings'> | null
  /** Each in its last version, in the order in which they were raised. */
  readonly findings: readonly FoundAccount[]
  /** One phrase for each message, in order; null: that message tells a person nothing. */
  readonly story: readonly (Phrase | null)[]
}

export interface Sources {
  /** Messages of this round and no other, in order. */
  readonly messages: readonly Message[]
  /** The newest `state/round` of it. @default the round as its messages leave it */
  readonly view?: Replayed | null
  /** Cards the house deals the dealer before play; more may be a player's in another reading. @default 1 */
  readonly dealerDealt?: number
  /** Every card as the shoe read it, which only readers of the journal have. @default none */
  readonly read?: readonly ScannedCard[]
}

export const accountOf = ({ messages, view, dealerDealt = 1, read = [] }: Sources, sight: Sight): Account => {
  const shown = revealed(view ?? replayed(messages).at(-1) ?? NO_ROUND, sight === 'all' ? read : [])
  const result = resultIn(messages)
  const boxes = boxesOf(shown, result)
  const dealer = dealerOf(shown, result, dealerDealt)
  return {
    phase: shown.phase,
    complete: result?.complete ?? shown.complete,
    readings: result?.readings ?? shown.readings,
    active: shown.active,
    cards: cardsOf(shown, spotsOfCards(messages.map(known))),
    dealer,
    boxes,
    open: openIn(boxes, dealer),
    ...verdictIn(messages),
    end: result === null ? null : endOf(result),
    findings: findingsIn(messages, sight),
    story: messages.map((message) => phraseOf(message, sight)),
  }
}

const NO_ROUND: Replayed = {
  phase: 'betting',
  complete: true,
  readings: 0,
  cards: [],
  dealer: { cards: [], total: null, certain: true },
  boxes: [],
  active: { at: null, certain: false },
}

/** With the cards that lie face down, as far as the shoe read them. */
const revealed = (shown: Replayed, read: readonly ScannedCard[]): Replayed => {
  if (read.length === 0) return shown
  const turned = shown.cards.flatMap((card, at) => (card === 'hidden' && read[at] !== undefined ? [read[at]] : []))
  const dealer = shown.dealer.cards.map((card) => (card === 'hidden' ? (turned.shift() ?? card) : card))
  return {
    ...shown,
    cards: shown.cards.map((card, at) => (card === 'hidden' ? (read[at] ?? card) : card)),
    dealer: { ...shown.dealer, cards: dealer },
  }
}

/** The best reading's cards. If another reading has the same cards and more, up to two of those follow. */
export const laidCards = ({ cards, alternatives, certain }: Pick<HandView, 'cards' | 'alternatives' | 'certain'>): readonly LaidCard[] => {
  const isShared = (index: number): boolean => certain || alternatives.every((other) => other[index] === cards[index])
  // From the first card that is not shared on, no card's place is the same in every reading.
  const firstOpen = cards.findIndex((_, index) => !isShared(index))
  const best = cards.map((card, index): LaidCard => ({ card, footing: firstOpen < 0 || index < firstOpen ? 'certain' : 'maybe' }))
  const longer = alternatives.find((other) => other.length > cards.length && cards.every((card, index) => other[index] === card))
  const more = certain ? [] : (longer ?? []).slice(cards.length, cards.length + 2)
  return [...best, ...more.map((card): LaidCard => ({ card, footing: 'else' }))]
}

const isAt = ({ active: { at } }: Replayed, box: number, hand: number): boolean =>
  typeof at === 'object' && at !== null && at.box === box && at.hand === hand

const handOf = (hand: HandView, told: HandResult | undefined, isOnly: boolean, active: boolean): HandAccount => ({
  hand: hand.hand,
  cards: laidCards(hand),
  total: hand.total,
  soft: hand.soft,
  blackjack: told?.blackjack ?? (isOnly && hand.cards.length === 2 && hand.total === 21),
  bust: hand.total !== null && hand.total > 21,
  actions: told?.actions ?? hand.actions,
  outcome: hand.outcome,
  certain: hand.certain,
  share: told?.share ?? null,
  alternatives: hand.alternatives,
  active,
})

const boxesOf = (shown: Replayed, result: ToldResult | null): readonly BoxAccount[] =>
  shown.boxes.map(({ box, spots, hands }) => {
    const told: BoxResult | undefined = result?.boxes.find((each) => each.box === box)
    return {
      box,
      hands: hands.map((hand) =>
        handOf(
          hand,
          told?.hands.find((each) => each.hand === hand.hand),
          hands.length === 1,
          isAt(shown, box, hand.hand),
        ),
      ),
      spots: AREAS.flatMap((area) => {
        const [lying, ended] = [spots[area], told?.spots[area]]
        if (lying === undefined && ended === undefined) return []
        return [{ area, amount: lying?.amount ?? 0, lammers: lying?.lammers ?? 0, result: ended ?? null }]
      }),
    }
  })

/** The dealer's cards of a deal in these passes: `dealer:up`, `dealer:down`. */
export const dealtToDealer = (dealOrder: readonly string[]): number => dealOrder.filter((pass) => pass.startsWith('dealer')).length

/** Until the dealer plays, his hand is open only because it has not been played. */
const PLAYED: ReadonlySet<RoundView['phase']> = new Set<RoundView['phase']>(['dealer', 'settling', 'closed'])

const dealerOf = (shown: Replayed, result: ToldResult | null, dealt: number): DealerAccount => {
  const { cards, total } = shown.dealer
  const certain = shown.dealer.certain || !PLAYED.has(shown.phase)
  return {
    cards: cards.map((card, at) => ({ card, footing: certain || at < dealt || card === 'hidden' ? 'certain' : 'maybe' })),
    total,
    soft: countOf(cards).soft,
    blackjack: result?.dealer.blackjack ?? (cards.length === 2 && total === 21),
    bust: total !== null && total > 21,
    certain: certain || cards.length <= dealt,
    active: shown.active.at === 'dealer',
  }
}

/** A card that is not shown yet has no place either. */
const cardsOf = (shown: Replayed, placed: readonly Dealt[]): readonly ShoeCard[] => {
  const byNumber = new Map(placed.map((card) => [card.n, card]))
  return shown.cards.map((card, at) => {
    const { spot = null, certain = false } = (card === 'hidden' ? undefined : byNumber.get(at + 1)) ?? {}
    return { n: at + 1, card, to: spot, certain }
  })
}

const openIn = (boxes: readonly BoxAccount[], dealer: DealerAccount): Account['open'] => {
  const isOpen = (cards: readonly LaidCard[]): boolean => cards.some(({ footing }) => footing !== 'certain')
  const open = boxes.flatMap(({ box, hands }) => (hands.some(({ cards }) => isOpen(cards)) ? [box] : []))
  return isOpen(dealer.cards) ? [...open, 'dealer'] : open
}

const verdictIn = (messages: readonly Message[]): Pick<Account, 'incomplete' | 'void'> => {
  const told = messages.map(known).find(({ type }) => type === 'round.void' || type === 'round.incomplete')
  const isVoid = messages.some(({ type }) => type === 'round.void')
  return { incomplete: told?.type === 'round.void' || told?.type === 'round.incomplete' ? told.data.reason : null, void: isVoid }
}

const endOf = ({ boxes: _, dealer: _dealer, complete, readings, ...end }: ToldResult): Account['end'] => end

const findingsIn = (messages: readonly Message[], sight: Sight): readonly FoundAccount[] => {
  const found = new Map<string, FoundAccount>()
  for (const message of messages.map(known)) {
    if (message.type !== 'finding.raised' && message.type !== 'finding.changed' && message.type !== 'finding.withdrawn') continue
    const phrase = phraseOf(message, sight)
    const withdrawn = message.type === 'finding.withdrawn'
    if (phrase !== null) found.set(message.data.finding, { data: message.data, withdrawn, phrase })
  }
  return [...found.values()]
}

/**
 * What the house won by these movements of the players' chips, one for each bet: the sum over the bets that were seen to move. null: none
 * was.
 */
export const houseWon = (moved: readonly (number | null)[]): number | null => {
  const seen = moved.filter((each) => each !== null)
  return seen.length === 0 ? null : seen.reduce((sum, each) => sum - each, 0)
}

/** The same, if every bet was seen to move; otherwise null. */
export const houseWonInFull = (moved: readonly (number | null)[]): number | null => (moved.includes(null) ? null : houseWon(moved))

/** Without those that only another reading has here. */
export const shownCards = ({ cards }: { readonly cards: readonly LaidCard[] }): readonly LaidCard[] =>
  cards.filter(({ footing }) => footing !== 'else')
export const facesOf = (hand: { readonly cards: readonly LaidCard[] }): readonly SeenCard[] => shownCards(hand).map(({ card }) => card)
