/** Small rounds given to both the engine and the enumerator. After every card, and at the end, both say what can have happened. */

import type { ScannedCard, SpotId } from '../../devices/scan.ts'
import { oneOf } from '../../simulators/table/random.ts'
import { playTable } from '../../simulators/table/table.ts'
import type { TableAction, TableOptions } from '../../simulators/table/types.ts'
import type { TableConfig } from '../../src/base/config/table-config.ts'
import type { TableContext } from '../../src/engine/context.ts'
import type { Round, SpotLevel } from '../../src/engine/evidence/round.ts'
import { addCard, addMove, openRound } from '../../src/engine/lattice/growth.ts'
import { readRound } from '../../src/engine/lattice/question.ts'
import type { Solution } from '../../src/engine/lattice/reading.ts'
import { masked } from '../../src/engine/state/hole-mask.ts'
import { cardCode, UNKNOWN } from '../../src/rules/game/cards.ts'
import type { HouseRules } from '../../src/rules/house/rules.ts'
import { dealSize, type Enumeration, owners, startWorlds, stepWorlds, storiesAtEnd, storiesSoFar } from './enumerator/enumerator.ts'
import type { ChipSign, Sign, SmallRound } from './enumerator/world.ts'
import { CHIPS, contextFor, LIMITS } from './table-play.ts'
import { trueStory } from './true-round.ts'

export interface SmallCase {
  readonly house: string
  readonly round: SmallRound
  readonly signs: readonly Sign[]
  /** What was really played, by box; left out: the round was not played. */
  readonly played?: readonly string[]
  /** Which card of the round was not read, from 0. */
  readonly unread?: number | undefined
  /** That card was read, but it is the hole card: the readings asked for must not know it. */
  readonly hidden?: boolean
  /** What a sensor reported before one of the signs, all within its lag. It may also have been true. */
  readonly glitch?: Glitch
  /** Cards of the shoe read before the round, by rank. */
  readonly seen?: readonly number[]
}

/**
 * A hand that hides a bet for a moment, a stack read in part before it is read whole, or a level reported twice. The levels of `told` come
 * quickly one after the other. `isOneWith`: the sign itself follows just as quickly.
 */
interface Glitch {
  readonly before: number
  readonly told: readonly ChipSign[]
  readonly isOneWith: boolean
}

/** What one side says at one moment. `boxes`: by box in order, what its hands can be, sorted. */
export interface Saying {
  readonly readings: number
  readonly boxes: readonly (readonly string[])[]
}

const CARD_MS = 10_000
const SIGN_MS = 100
/** The time between two levels of a glitch, and the lag of spots that may have one. */
const GLITCH_MS = 20
const LAG_MS = 50

const lagOf = ({ glitch }: SmallCase): number => (glitch ? LAG_MS : 0)

const contextOf = (small: SmallCase): TableContext => {
  const { house, round, signs } = small
  const more: Partial<TableConfig> = {
    boxes: Math.max(...signs.map((sign) => ('card' in sign ? 0 : sign.box + 1)), round.bets.length),
    chipEvidence: round.evidence,
    spotLagMs: lagOf(small),
    pointerLagMs: 0,
    chips: [round.smallestChip],
    collectAfter: round.collectsAtOnce ? 'box-settled' : 'table-settled',
  }
  return contextFor(house, round.rules, more)
}

const handsText = (hands: Solution['supports'][number][number]['story']['hands']): string =>
  hands.map(({ positions, actions }) => `${positions.join('.')}:${actions.join('.')}`).join('|')

const saying = (solution: Solution, small: SmallRound): Saying => ({
  readings: solution.readings,
  boxes: solution.supports.map((stories, index) => {
    const texts = new Set(stories.map(({ story }) => handsText(story.hands)))
    const given = solution.givenUp(index)
    const untouched = given === null ? `${dealtPlaces(small, index).join('.')}:` : handsText([given])
    if ((solution.untouched[index] ?? 0) > 0) texts.add(untouched)
    return [...texts].sort()
  }),
})

const dealtPlaces = ({ rules, bets }: SmallRound, box: number): readonly number[] => {
  const places: number[] = []
  let place = 0
  for (const step of rules.dealOrder) {
    if (step.startsWith('boxes')) places.push(place + box)
    place += step.startsWith('boxes') ? bets.length : 1
  }
  return places
}

/** After every card from the last of the deal on, and at the end. */
export const engineSays = (small: SmallCase): readonly Saying[] => {
  const context = contextOf(small)
  const { round: asked, signs, unread, seen = null, hidden = false } = small
  const levels = new Map<SpotId, SpotLevel>(
    asked.bets.map((bet, index): [SpotId, SpotLevel] => [`${index + 1}.main`, { amount: bet, lammers: 0, rev: 0 }]),
  )
  const said: Saying[] = []
  let round: Round | null = null
  let at = 0
  for (const [index, sign] of signs.entries()) {
    const isGlitch = round !== null && index === small.glitch?.before
    if (round && small.glitch && isGlitch) {
      at += SIGN_MS
      for (const { box, amount, lammers } of small.glitch.told) {
        at += GLITCH_MS
        round = addMove(round, `${box + 1}.main`, { at, amount, lammers, cause: '' }, context)
      }
    }
    if ('card' in sign) at += CARD_MS
    else at += isGlitch && small.glitch?.isOneWith ? GLITCH_MS : SIGN_MS
    if (!('card' in sign)) {
      if (round) round = addMove(round, `${sign.box + 1}.main`, { at, amount: sign.amount, lammers: sign.lammers, cause: '' }, context)
      continue
    }
    const isUnread = !hidden && (round?.cards.length ?? 0) === unread
    const card = { code: isUnread ? UNKNOWN : cardCode(sign.card as ScannedCard), at, cause: '' }
    const opening = {
      id: '1-1',
      shoe: 1,
      dealerId: null,
      openedAt: at,
      levels,
      pointer: [],
      seen,
      pointerLate: false,
      fresh: null,
      absent: new Set<number>(),
    }
    const grown = round ? addCard(round, card, context) : openRound(opening, card, context)
    round = hidden ? masked(grown, context) : grown
    if (round.cards.length < dealSize(asked)) continue
    said.push(saying(readRound(round, { context, now: at + lagOf(small) + 1, asked: 'any' }), asked))
  }
  if (!round) return said
  const end = asked.evidence === 'payouts' ? 'resolved' : 'over'
  return [...said, saying(readRound(round, { context, now: Number.POSITIVE_INFINITY, asked: end }), asked)]
}

/** An unread card may be any card, and what a glitch reported may be true or not. The stories are those of all these cases together. */
export const enumeratorSays = (small: SmallCase): readonly Saying[] => {
  const { round, signs, unread } = small
  const cards = signs.flatMap((sign, index) => ('card' in sign ? [index] : []))
  const place = unread === undefined ? -1 : (cards[unread] ?? -1)
  const read = place < 0 ? [signs] : [...RANKS].map((rank) => signs.with(place, { card: `${rank}S` }))
  const { glitch } = small
  const told = glitch ? [signs, signs.toSpliced(glitch.before, 0, ...glitch.told)] : read
  const lists = told.map((each) => enumerationsOf(round, each))
  return (lists[0] ?? []).map((_, at) => {
    const stories = new Set(lists.flatMap((list) => [...(list[at]?.stories ?? [])]))
    const boxes = round.bets.map((_bet, box) => [...new Set(lists.flatMap((list) => [...(list[at]?.boxes[box] ?? [])]))].sort())
    return { readings: stories.size, boxes }
  })
}

const enumerationsOf = (round: SmallRound, signs: readonly Sign[]): readonly Enumeration[] => {
  const said: Enumeration[] = []
  const deal = signs.filter((sign): sign is { card: string } => 'card' in sign).slice(0, dealSize(round))
  let worlds = startWorlds(
    round,
    deal.map(({ card }) => card),
  )
  let place = 0
  for (const sign of signs) {
    const isCard = 'card' in sign
    if (!isCard || place >= deal.length) worlds = stepWorlds(round, worlds, sign, place)
    if (isCard) place++
    if (isCard && place >= deal.length) said.push(storiesSoFar(round, worlds))
  }
  return [...said, storiesAtEnd(round, worlds)]
}

/**
 * The case with one of its cards unread. If chips are followed, it is none that a box got in the deal: the enumerator knows only naturals
 * that are paid at once and in full, and with such a card unread any payment may be part of a natural's.
 */
export const withUnread = (small: SmallCase, random: () => number): SmallCase => {
  const dealt = owners(small.round)
  const cards = small.signs.filter((sign) => 'card' in sign)
  const places = cards.flatMap((_, place) => (small.round.evidence === 'bets' || typeof dealt[place] !== 'number' ? [place] : []))
  return places.length === 0 ? small : { ...small, unread: oneOf(random, places) }
}

/** The case with one of the dealer's first cards unread, each equally often. */
export const withDealersUnread = (small: SmallCase, random: () => number): SmallCase => ({
  ...small,
  unread: oneOf(
    random,
    owners(small.round).flatMap((owner, place) => (typeof owner === 'number' ? [] : [place])),
  ),
})

/** What the spot of a box shows before the sign with this index. */
const shownBefore = ({ round, signs }: SmallCase, before: number, box: number): ChipSign => {
  const shown = signs.slice(0, before).findLast((sign) => 'amount' in sign && sign.box === box)
  return shown && 'amount' in shown ? shown : { box, amount: round.bets[box] ?? 0, lammers: 0 }
}

/** The case with a hand over one of the bets for a moment, while or after cards are played. */
export const withCovered = (small: SmallCase, random: () => number): SmallCase => {
  const deal = dealSize(small.round)
  const from = small.signs.findIndex((_, index) => small.signs.slice(0, index).filter((sign) => 'card' in sign).length >= deal)
  const before = from < 0 ? small.signs.length - 1 : from + Math.floor(random() * (small.signs.length - from))
  const box = Math.floor(random() * small.round.bets.length)
  const { amount, lammers } = shownBefore(small, before, box)
  const told = [
    { box, amount: 0, lammers: 0 },
    { box, amount, lammers, isBack: true },
  ]
  return amount > 0 && from >= 0 ? { ...small, glitch: { before, told, isOneWith: false } } : small
}

/** One of the chip signs after the deal, of a box that bet, with its place. */
const oneMovement = ({ round, signs }: SmallCase, random: () => number): { readonly before: number; readonly sign: ChipSign } | null => {
  const deal = dealSize(round)
  const movements = signs.flatMap((sign, before) => {
    const isDealt = signs.slice(0, before).filter((each) => 'card' in each).length >= deal
    return isDealt && 'amount' in sign && sign.box < round.bets.length ? [{ before, sign }] : []
  })
  return movements.length > 0 ? oneOf(random, movements) : null
}

/** The case with a stack read in part before it is read whole: some of its chips, or some of its lammers. */
export const withHalfRead = (small: SmallCase, random: () => number): SmallCase => {
  const movement = oneMovement(small, random)
  if (movement === null) return small
  const { before, sign } = movement
  const { box, amount, lammers } = sign
  const chips = amount / small.round.smallestChip
  const part = { box, amount: Math.floor(random() * (chips + 1)) * small.round.smallestChip, lammers: Math.floor(random() * (lammers + 1)) }
  const lay = shownBefore(small, before, box)
  // The whole stack, or what lay there before, is not a part.
  const isNone = [sign, lay].some((level) => level.amount === part.amount && level.lammers === part.lammers)
  return isNone ? small : { ...small, glitch: { before, told: [part], isOneWith: true } }
}

/** The case with a level reported twice, which adds no information. */
export const withToldTwice = (small: SmallCase, random: () => number): SmallCase => {
  const movement = oneMovement(small, random)
  return movement === null ? small : { ...small, glitch: { before: movement.before, told: [movement.sign], isOneWith: true } }
}

/** The case as seen by those who may not know the hole card. */
export const withHidden = (small: SmallCase): SmallCase => ({ ...small, unread: owners(small.round).indexOf('down'), hidden: true })

const RANKS = 'A23456789TJQK'

/** Any cards at all, of few ranks so that pairs come often. None of the stories need be a likely one. */
export const cardsCase = (house: string, rules: HouseRules, random: () => number): SmallCase => {
  const boxes = oneOf(random, [1, 1, 2, 2, 3])
  const ranks = Array.from({ length: oneOf(random, [2, 4, 6, 13]) }, () => oneOf(random, [...RANKS]))
  const round: SmallRound = { rules, bets: Array.from({ length: boxes }, () => 1000), evidence: 'bets', smallestChip: 100 }
  const length = dealSize(round) + Math.floor(random() * (boxes === 3 ? 6 : 8))
  const signs = Array.from({ length }, () => ({ card: `${oneOf(random, ranks)}${oneOf(random, [...'SHDC'])}` }))
  return { house, round, signs }
}

/** What people do at a table besides playing hands. */
export type Customs = Pick<TableOptions, 'habits'> & Required<Pick<TableOptions, 'collectAfter'>>

/** A round as the played table reports it, with chips reported at once, up to the moment when every stake is settled. */
export const playedCase = (
  house: string,
  rules: HouseRules,
  evidence: SmallRound['evidence'],
  { collectAfter, habits = [] }: Customs,
  random: () => number,
): SmallCase => {
  const number = oneOf(random, [1, 2, 3])
  const table = playTable({
    rules,
    limits: LIMITS,
    chips: [...CHIPS],
    boxes: number,
    spots: ['main'],
    pointer: false,
    random,
    features: ['splits', 'doubles', 'surrender'],
    spotLagMs: 0,
    chipEvidence: evidence,
    collectAfter,
    habits,
    // More splits, doubles and odd decisions than people make, so that every story comes sooner or later.
    players: ({ moves, random: draw }) => {
      const rare = moves.filter((move) => move !== 'hit' && move !== 'stand')
      return rare.length > 0 && draw() < 0.6 ? oneOf(draw, rare) : oneOf(draw, moves)
    },
  })
  const { actions, truth } = table.next().value
  const bets = truth.boxes.map(({ box }) => betOf(actions, box, truth.openedAtMs))
  const playing = truth.boxes.map(({ box }) => box)
  // The boxes without a bet come last. A bet may be laid on them for the next round.
  const boxes = [...playing, ...Array.from({ length: number }, (_, at) => at + 1).filter((box) => !playing.includes(box))]
  const signs = actions
    .filter(({ atMs }) => atMs >= truth.openedAtMs && atMs <= truth.settledAtMs)
    .flatMap(({ scan }): Sign[] => {
      if (scan.kind === 'card') return [{ card: scan.card }]
      const box = scan.kind === 'spot' && scan.spot.endsWith('.main') ? boxes.indexOf(Number(scan.spot.split('.')[0])) : -1
      if (scan.kind !== 'spot' || box < 0) return []
      return [{ box, amount: scan.amount, lammers: scan.chips.reduce((sum, { value, count }) => sum + (value === 'FB' ? count : 0), 0) }]
    })
  return {
    house,
    round: { rules, bets, evidence, smallestChip: Math.min(...CHIPS), ...(collectAfter === 'box-settled' ? { collectsAtOnce: true } : {}) },
    signs,
    played: truth.boxes.map((each) => trueStory(truth, each)),
  }
}

const betOf = (actions: readonly TableAction[], box: number, before: number): number =>
  actions.reduce((bet, { scan, atMs }) => (scan.kind === 'spot' && scan.spot === `${box}.main` && atMs < before ? scan.amount : bet), 0)

/** `5S 6D 1:2000 3C`: cards, and what a box's spot shows from there on (`+2` = with two lammers). */
export const signsText = (signs: readonly Sign[]): string =>
  signs
    .map((sign) => ('card' in sign ? sign.card : `${sign.box + 1}:${sign.amount}${sign.lammers > 0 ? `+${sign.lammers}` : ''}`))
    .join(' ')
