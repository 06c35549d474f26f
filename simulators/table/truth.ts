/** The truth of a played round, in the shape of `round.closed`. */
import { AREAS, type Card, type ScannedCard, UNREAD } from '../../devices/scan.ts'
import { count, isTwoCard21 } from './cards.ts'
import { type Account, type BoxPlay, dealerCards, type Game, spotOf } from './game.ts'
import { isNatural } from './moves.ts'
import type { BoxTruth, DealtCard, RoundTruth, SpotTruth, TruePlace } from './types.ts'

function spotTruth({ staked, falls, moved }: Account, complete: boolean): SpotTruth {
  return complete
    ? { staked, due: falls.before + falls.inPlay + falls.after, falls: { ...falls }, moved }
    : { staked, due: null, falls: null, moved }
}

function boxTruth(game: Game, play: BoxPlay, complete: boolean): BoxTruth {
  const spots: { [area: string]: SpotTruth } = {}
  for (const area of AREAS) {
    const booked = game.accounts.get(spotOf(play.box, area))
    if (booked !== undefined) spots[area] = spotTruth(booked, complete)
  }
  const hands = play.hands.map((hand, index) => {
    const { total, soft } = count(hand.cards)
    return {
      hand: index + 1,
      cards: [...hand.cards],
      total,
      soft,
      blackjack: isNatural(hand),
      bust: total > 21,
      actions: [...hand.actions],
      outcome: complete ? hand.outcome : null,
    }
  })
  return { box: play.box, hands, spots }
}

function dealtCards(game: Game): DealtCard[] {
  const cards: DealtCard[] = game.burned.map(({ card, atMs }) => ({ card, atMs, to: 'burn' }))
  for (const { card, atMs } of game.strays) cards.push({ card, atMs, to: 'nobody' })
  const add = (card: ScannedCard, atMs: number | undefined, to: TruePlace): number => cards.push({ card, atMs: atMs ?? 0, to })
  for (const { card, atMs } of game.dealer) add(card, atMs, 'dealer')
  for (const { box, hands } of game.boxesInPlay)
    for (const [index, hand] of hands.entries())
      for (const [at, card] of hand.cards.entries()) add(card, hand.atMs[at], { box, hand: index + 1 })
  return cards.sort((a, b) => a.atMs - b.atMs)
}

/** `complete` false: the round was broken off and nothing is due. */
export function truthOf(game: Game, complete: boolean): RoundTruth {
  const boxes = game.boxesInPlay.map((play) => boxTruth(game, play, complete))
  const dealer: Card[] = dealerCards(game)
  const cards = dealtCards(game)
  let due = 0
  for (const { spots } of boxes) for (const area of AREAS) due += spots[area]?.due ?? 0
  const isRead = dealer.every((card: ScannedCard) => card !== UNREAD)
  const total = isRead ? count(dealer).total : null
  return {
    number: game.number,
    shoe: game.shoe.number,
    openedAtMs: cards.find(({ to }) => to !== 'burn')?.atMs ?? 0,
    settledAtMs: game.recorder.nowMs(),
    complete,
    dealer: { cards: dealer, total, blackjack: isRead && isTwoCard21(dealer), bust: total !== null && total > 21 },
    cards,
    boxes,
    net: { house: complete ? 0 - due : null },
  }
}
