/** What each bet wins or loses. The numbers are lines of the house's document. */
import type { PayRatio } from '../../src/rules/house/rules.ts'
import { count, isBust, isTwoCard21, rankOf } from './cards.ts'
import { type BoxPlay, countedCards, type Game, type HandPlay, type Settings, sweptOf, type Wager } from './game.ts'
import { isNatural, isWon } from './moves.ts'
import type { MainArea, PlayedOutcome } from './types.ts'

/** A payout rounded to the table's smallest chip. */
export function payout(settings: Settings, amount: number, ratio: PayRatio): number {
  const smallest = Math.min(...settings.chips)
  const chips = (amount * ratio[0]) / ratio[1] / smallest
  const whole = settings.rounding === 'down' ? Math.floor(chips) : settings.rounding === 'up' ? Math.ceil(chips) : Math.round(chips)
  return whole * smallest
}

/** 002 l.42, 003 l.48: half goes back to the player, calculated like a payout. The rest is lost. */
export function surrendered(settings: Settings, unit: number): number {
  return unit - payout(settings, unit, [1, 2])
}

/** A hand's result once the dealer is done. Surrender and even money have been settled before. */
export function outcomeOf(game: Game, box: BoxPlay, hand: HandPlay): PlayedOutcome {
  const dealer = countedCards(game)
  const dealerTotal = count(dealer).total
  if (isNatural(hand)) {
    if (!isTwoCard21(dealer)) return 'blackjack'
    // 000 l.104, 002 l.21, 004 l.21: a tie. 003 l.46: the bet of an insured natural is lost.
    const { insurance } = game.rules
    const isLost = box.insured > 0 && insurance !== 'none' && insurance.insuredBlackjackAgainstBlackjack === 'lost'
    return isLost ? 'lose' : 'push'
  }
  // 000 l.87, 001 l.62, 002 l.7, 004 l.29: over 21 loses, whatever the dealer gets.
  if (isBust(hand.cards)) return 'lose'
  if (isWon(game.rules, hand)) return 'win'
  // A natural beats a drawn 21: 000 l.101, 002 l.17, 003 l.52.
  if (isTwoCard21(dealer)) return 'lose'
  // 000 l.84, 001 l.126: the dealer's 22 is a tie.
  if (dealerTotal === 22 && game.rules.dealer22 === 'push') return 'push'
  const { total } = count(hand.cards)
  if (dealerTotal > 21 || total > dealerTotal) return 'win'
  return total === dealerTotal ? 'push' : 'lose'
}

/** Even money: 000 l.98, 002 l.23, 003 l.52, 004 l.27. Each lammer wins the original bet once more: 000 l.162, 001 l.82. */
export function gainOf(game: Game, wager: Wager, outcome: PlayedOutcome): number {
  switch (outcome) {
    case 'win':
      return wager.real + wager.free * wager.unit
    case 'blackjack':
      return payout(game, wager.unit, game.rules.blackjackPay)
    case 'lose':
      return -wager.real
    case 'push':
      return 0
    case 'surrender':
      return -surrendered(game, wager.unit)
  }
}

/** 000 l.237: wins on every 22. 001 l.128: unless the box's first hand, or with a table rule every hand, is over the limit. */
export function push22Gain(game: Game, box: BoxPlay): number {
  const rules = game.rules.push22
  if (rules === 'none') return 0
  const most = rules.maxPlayerTotal === 'none' ? Number.POSITIVE_INFINITY : rules.maxPlayerTotal
  const asked = game.rules.push22Hand === 'first-hand' ? box.hands.slice(0, 1) : box.hands
  const isWon = count(countedCards(game)).total === 22 && asked.some(({ cards }) => count(cards).total <= most)
  return isWon ? payout(game, box.p22, [rules.pays, 1]) : -box.p22
}

/** 001 l.112-122: by the lammers collected on the box, whatever happened to its hands. Lost to a dealer's natural. */
export function potOfGoldGain(game: Game, box: BoxPlay): number {
  const tiers = game.rules.potOfGold
  const bet = box.pog + sweptOf(game, box, 'pog')
  if (tiers === 'none' || box.lammers === 0 || isTwoCard21(countedCards(game))) return -bet
  return payout(game, bet, [tiers[Math.min(box.lammers, tiers.length) - 1] ?? 0, 1])
}

export function hasWinner(box: BoxPlay): boolean {
  return box.hands.some((hand) => hand.outcome === 'win' || hand.outcome === 'blackjack')
}

/**
 * 002 l.46-59: counts sevens from the box's first card on. The highest combination is paid, or with a table rule every one. With
 * `onlyWinning` a hand of the box must win.
 */
export function sevensPrize(game: Game, box: BoxPlay, area: MainArea): number {
  const rules = game.rules.sevens
  const unit = box.hands[0]?.wagers.find((wager) => wager.area === area)?.unit ?? 0
  if (rules === 'none' || (rules.onlyWinning && !hasWinner(box))) return 0
  const other = box.cards.findIndex((card) => rankOf(card) !== '7')
  const sevens = box.cards.slice(0, other < 0 ? 3 : Math.min(3, other))
  const isSuited = sevens.every((card) => card[1] === sevens[0]?.[1])
  const isPairSuited = sevens[0]?.[1] === sevens[1]?.[1]
  const tiers = [rules.firstSeven, isPairSuited ? rules.twoSuited : rules.twoSevens, isSuited ? rules.threeSuited : rules.threeSevens]
  const earned = tiers.slice(rules.highestOnly ? Math.max(0, sevens.length - 1) : 0, sevens.length)
  return earned.reduce((sum, ratio) => sum + payout(game, unit, ratio), 0)
}
