/** Shoes, rounds, hands and spots. */
import { houseWon, houseWonInFull } from '../../wire/account/account.ts'
import type { RoundRow } from '../rows.ts'
import { type Change, drop, put, set } from './change.ts'
import { dayOf, daysWith, UNKNOWN_DAY } from './days.ts'
import type { KnownEvent, ResultData } from './events.ts'
import { type Memory, RECENT_MAX } from './memory.ts'

/** Where an event stands in the journal. */
export interface Place {
  /** Number of its record. */
  readonly n: number
  /** Wall time, Unix ms. */
  readonly at: number
  /** The round that it belongs to; null: none. */
  readonly round: string | null
  /** Device lines or a command brought it about; false: it names none. */
  readonly isCaused: boolean
}

export type Step = readonly [Memory, readonly Change[]]
type Of<T extends KnownEvent['type']> = Extract<KnownEvent, { readonly type: T }>['data']

export const shoeLoaded = (memory: Memory, { shoe }: Of<'shoe.loaded'>, { at }: Place): Step => [
  { ...memory, shoe, cardsBefore: 0, cardsOfRound: { round: null, cards: 0 } },
  [
    ...(memory.shoe === null || memory.shoe === shoe ? [] : [set('shoes', { shoe: memory.shoe }, { ended_at: at })]),
    put('shoes', { shoe, loaded_at: at, ended_at: null, cut_card_at: null, cards_out: null }),
  ],
]

/** The table's count replaces the book's, because it includes cards dealt before the table began to listen. */
export const cutCard = (memory: Memory, { shoe, cardsOut }: Of<'shoe.cut-card'>, { at }: Place): Step => [
  { ...memory, cardsBefore: cardsOut - memory.cardsOfRound.cards },
  [set('shoes', { shoe }, { cut_card_at: at, cards_out: cardsOut })],
]

/** `n` is the card's place in the round. A card may be reported twice, the second time in another hand. */
export const cardDealt = (memory: Memory, { n }: Of<'card.dealt'>, { round }: Place): Step => {
  const { cardsBefore, cardsOfRound, shoe, dealer } = memory
  const isNext = round === cardsOfRound.round
  const before = isNext ? cardsBefore : cardsBefore + cardsOfRound.cards
  const cards = isNext ? Math.max(cardsOfRound.cards, n) : n
  return [
    { ...memory, cardsBefore: before, cardsOfRound: { round, cards }, dealer: dealer === null ? null : { ...dealer, isNew: false } },
    shoe === null ? [] : [set('shoes', { shoe }, { cards_out: before + cards })],
  ]
}

const remembered = (memory: Memory, round: string, day: number, isVoid = false): Memory => {
  const known = memory.recent.find((each) => each.round === round)
  if (known !== undefined) {
    return isVoid ? { ...memory, recent: memory.recent.map((each) => (each === known ? { ...each, isVoid } : each)) } : memory
  }
  const rounds = memory.rounds + 1
  return { ...memory, rounds, recent: [...memory.recent, { round, number: rounds, isVoid, isClosed: false, day }].slice(-RECENT_MAX) }
}

/** The day on which the round opened, if the round is still remembered. */
export const dayOfRound = (memory: Memory, round: string): number => memory.recent.find((each) => each.round === round)?.day ?? UNKNOWN_DAY

/** Its result was told, or it is so long ago that nothing is remembered of it. */
export const isOver = (memory: Memory, round: string): boolean => memory.recent.find((each) => each.round === round)?.isClosed ?? true

export const isRecent = (memory: Memory, round: string): boolean => memory.recent.some((each) => each.round === round)

export const roundOpened = (before: Memory, data: Of<'round.opened'>, { n }: Place): Step => {
  const { round, shoe, openedAt, boxes } = data
  const isKnown = isRecent(before, round)
  const memory = remembered(before, round, dayOf(openedAt))
  if (isKnown) return [memory, [set('rounds', { round }, { boxes: boxes.length, last_n: n })]]
  return [memory, [put('rounds', { ...blank(memory, round, n), shoe, opened_at: openedAt, boxes: boxes.length })]]
}

const NO_MONEY = {
  house_won: null,
  house_won_certain: null,
  bets_not_seen: 0,
  staked_not_seen: 0,
  by_the_rules: null,
  bets_not_known: 0,
}

const blank = (memory: Memory, round: string, n: number): Omit<RoundRow, 'stream_id' | 'shoe' | 'opened_at' | 'boxes'> => ({
  round,
  number: memory.recent.find((each) => each.round === round)?.number ?? memory.rounds,
  closed_at: null,
  first_n: n,
  last_n: n,
  dealer_id: memory.dealer?.id ?? null,
  rules_sha256: memory.rules,
  hands: 0,
  state: 'open',
  ended: null,
  readings: 0,
  certain: 0,
  ...{ lagging: 0, left_out: 0 },
  ...NO_MONEY,
  net: null,
  net_best: null,
  net_from: null,
  net_to: null,
  staked: null,
  staked_sides: null,
  revised: 0,
  result: null,
})

export const roundVoid = (memory: Memory, { round }: Of<'round.void'>, { n }: Place): Step => [
  remembered(memory, round, UNKNOWN_DAY, true),
  [set('rounds', { round }, { state: 'void', last_n: n })],
]

type ResultEvent = Extract<KnownEvent, { readonly data: ResultData }>

export const roundTold = (before: Memory, { type, data, raw }: ResultEvent, { n }: Place): Step => {
  const { round } = data
  const isRevised = type === 'round.revised'
  const isKnown = isRecent(before, round)
  // A revised round that is no longer recent has its number already.
  const memory = isRevised ? before : remembered(before, round, dayOf(data.openedAt))
  const isVoid = memory.recent.find((each) => each.round === round)?.isVoid === true
  const values = {
    ...valuesOf(data),
    ...(isVoid ? NO_MONEY : moneyOf(data)),
    state: isVoid ? 'void' : data.complete ? 'closed' : 'incomplete',
    last_n: n,
    result: JSON.stringify(raw),
    ...(isRevised ? { revised: 1 as const } : {}),
    // A revision does not say that everything was searched for after all.
    ...(before.isLagging ? { lagging: 1 as const } : {}),
  }
  const row =
    isKnown || isRevised
      ? set('rounds', { round }, values)
      : // The record of its opening was lost.
        put('rounds', { ...blank(memory, round, n), shoe: data.shoe, opened_at: data.openedAt, ...values })
  const closed = { ...memory, recent: memory.recent.map((each) => (each.round === round ? { ...each, isClosed: true } : each)) }
  return [closed, [row, drop('hands', { round }), drop('spots', { round }), ...handsOf(data), ...spotsOf(data), ...soughtOf(memory, data)]]
}

const soughtOf = (memory: Memory, { round, openedAt, boxes }: ResultData): readonly Change[] => {
  const day = dayOfRound(memory, round)
  const spots = boxes.flatMap((box) => Object.values(box.spots))
  return daysWith(day === UNKNOWN_DAY ? dayOf(openedAt) : day, {
    boxes: boxes.filter(({ hands, spots: laid }) => hands.length > 0 || Object.keys(laid).length > 0).map(({ box }) => box),
    amounts: spots.flatMap(({ best }) => [best.staked, best.due, best.moved]),
  })
}

const valuesOf = (data: ResultData) => {
  const { boxes, net, dealer } = data
  const spots = boxes.flatMap((box) => Object.entries(box.spots).map(([area, spot]) => ({ area, ...spot })))
  const stakes = (isOf: (area: string) => boolean): number => spots.reduce((sum, { area, best }) => sum + (isOf(area) ? best.staked : 0), 0)
  const isCertain =
    dealer.certain && spots.every(({ certain }) => certain) && boxes.every(({ hands }) => hands.every(({ certain }) => certain))
  return {
    closed_at: data.closedAt,
    dealer_id: data.dealerId,
    boxes: boxes.length,
    hands: boxes.reduce((sum, { hands }) => sum + hands.length, 0),
    ended: data.ended,
    readings: data.readings,
    certain: isCertain ? (1 as const) : (0 as const),
    net: net.house,
    net_best: net.best,
    net_from: net.from,
    net_to: net.to,
    staked: spots.length === 0 ? null : stakes(isMain),
    staked_sides: spots.length === 0 ? null : stakes((area) => !isMain(area)),
  }
}

const moneyOf = ({ boxes }: ResultData): Pick<RoundRow, keyof typeof NO_MONEY> => {
  const spots = boxes.flatMap((box) => Object.values(box.spots))
  const unseen = spots.filter(({ best }) => best.moved === null)
  const dues = spots.map(({ best }) => best.due)
  return {
    house_won: houseWon(spots.map(({ best }) => best.moved)),
    house_won_certain: houseWonInFull(spots.map(({ moved }) => moved)),
    bets_not_seen: unseen.length,
    staked_not_seen: unseen.reduce((sum, { best }) => sum + best.staked, 0),
    // The house gains what the players lose.
    by_the_rules: houseWon(dues),
    bets_not_known: dues.filter((due) => due === null).length,
  }
}

/** `main`, and the bets of co-bettors on the same box. */
const isMain = (area: string): boolean => /^main\d?$/.test(area)

const THOUSAND = 1000

const handsOf = ({ round, boxes }: ResultData): readonly Change[] =>
  boxes.flatMap(({ box, hands }) =>
    hands.map(({ hand, cards, total, actions, outcome, certain, share }) =>
      put('hands', {
        round,
        box,
        hand,
        cards: cards.join(' '),
        total,
        actions: actions.join(' '),
        outcome,
        certain: certain ? 1 : 0,
        share: share === null ? null : Math.round(share * THOUSAND),
      }),
    ),
  )

const spotsOf = ({ round, boxes }: ResultData): readonly Change[] =>
  boxes.flatMap(({ box, spots }) =>
    Object.entries(spots).map(([area, { staked, due, moved, certain, best }]) =>
      put('spots', {
        round,
        box,
        area,
        staked,
        due,
        moved,
        best_staked: best.staked,
        best_due: best.due,
        best_moved: best.moved,
        certain: certain ? 1 : 0,
      }),
    ),
  )
