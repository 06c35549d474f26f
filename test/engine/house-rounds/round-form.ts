/** Whether a hard round is one that could be dealt at all, before anybody plays it. */
import { RANKS, SUITS } from '../../../devices/scan.ts'
import type { HouseId } from '../../../src/rules/house/house.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import { mayBeToke } from '../../../src/rules/house/tokes.ts'
import { CHIPS } from '../table-play.ts'
import { BETTORS, type HardBox, type HardRound } from './hard-round.ts'
import { cardsOf, totalOf, wordsOf } from './outcome.ts'
import { BOXES, limitsOf, rulesOf } from './simulate-round.ts'

export const LEAST_ROUNDS = 15

const SMALLEST_CHIP = Math.min(...CHIPS)

const CARD = new RegExp(`^[${RANKS.join('')}][${SUITS.join('')}]$`)
const HAND = /^(.. )+(..): (\S+ )*-> (win|lose|push|blackjack|surrender)$/
const DEALER = /^(\S\S )+= \d+$/
const DECISIONS = ['hit', 'stand', 'double', 'free-double', 'split', 'free-split', 'surrender']

const handCards = (hand: string): readonly string[] => wordsOf(hand.slice(0, hand.indexOf(':')))
const dealerCards = (round: HardRound): readonly string[] => wordsOf(round.dealer.slice(0, round.dealer.indexOf('=')))
const countOf = (cards: readonly string[], card: string): number => cards.filter((other) => other === card).length
const sumOf = ({ due }: HardBox): number =>
  Object.values(due).reduce((sum, { before = 0, inPlay = 0, after = 0 }) => sum + before + inPlay + after, 0)

const cardFaults = (house: HouseId, round: HardRound): readonly string[] => {
  const { decks } = rulesOf(house, round)
  const dealt: readonly string[] = cardsOf(round)
  const held = [...Object.values(round.boxes).flatMap(({ hands }) => hands.flatMap(handCards)), ...dealerCards(round)]
  return [
    ...dealt.filter((card) => !CARD.test(card)).map((card) => `${card} is no card`),
    ...[...new Set(dealt)].filter((card) => countOf(dealt, card) > decks).map((card) => `${card} more than ${decks} times`),
    ...[...new Set([...dealt, ...held])]
      .filter((card) => countOf(dealt, card) !== countOf(held, card))
      .map((card) => `${countOf(dealt, card)} ${card} in the shoe, ${countOf(held, card)} on the table`),
  ]
}

const dealerFaults = (round: HardRound): readonly string[] => {
  if (!DEALER.test(round.dealer)) return [`dealer "${round.dealer}"`]
  const total = totalOf(dealerCards(round))
  return round.dealer.endsWith(`= ${total}`) ? [] : [`the dealer has ${total}, not ${round.dealer}`]
}

/** Main bets keep to the table's limits one by one and a box's sum to its maximum, side bets to theirs. */
const betFaults = (round: HardRound, { bets }: HardBox, players: readonly (typeof BETTORS)[number][]): readonly string[] => {
  const { min, max, unit, boxMax, sideMin, sideMax, sideUnit } = limitsOf(round)
  const main = players.map((bettor) => bets[bettor] ?? 0).filter((bet) => bet > 0)
  const side = [bets.p22 ?? 0, bets.pog ?? 0].filter((bet) => bet > 0)
  return [
    ...main.filter((bet) => bet < min || bet > max || bet % unit !== 0).map((bet) => `a bet of ${bet}`),
    ...side
      .filter((bet) => bet < (sideMin ?? 0) || bet > (sideMax ?? max) || bet % (sideUnit ?? unit) !== 0)
      .map((bet) => `a side bet of ${bet}`),
    ...(boxMax !== null && main.reduce((sum, bet) => sum + bet, 0) > boxMax ? ['bets above the maximum of the box'] : []),
  ]
}

const boxFaults = (house: HouseId, round: HardRound, number: number, box: HardBox): readonly string[] => {
  const rules = rulesOf(house, round)
  // A bet for the dealer is no player's, and keeps to none of their limits but the maximum.
  const players = BETTORS.filter((bettor) => !mayBeToke(bettor, rules))
  const { bets, decisions, doubles = [], due, evenMoney, follows, hands, insurance } = box
  const staked = [...Object.keys(bets), ...(insurance === undefined ? [] : ['ins'])].sort()
  const raises = wordsOf(decisions).filter((word) => /double|split/.test(word)).length
  return [
    ...(number >= 1 && number <= BOXES ? [] : ['no such box']),
    ...betFaults(round, box, players),
    ...(players.filter((bettor) => bettor in bets).length > rules.maxPlayersPerBox ? ['too many players'] : []),
    ...hands.filter((hand) => !HAND.test(hand)).map((hand) => `hand "${hand}"`),
    ...wordsOf(decisions)
      .filter((word) => !DECISIONS.includes(word))
      .map((word) => `decision "${word}"`),
    ...doubles.filter((chips) => chips <= 0 || chips >= bets.main || chips % SMALLEST_CHIP !== 0).map((chips) => `a double for ${chips}`),
    ...(evenMoney ?? []).filter((bettor) => !(bettor in bets)).map((bettor) => `even money for ${bettor}, who has no bet`),
    ...Object.entries(follows ?? {})
      .filter(([bettor, text]) => !(bettor in bets) || wordsOf(text).length !== raises || /(?!yes|no)\b\S+/.test(text))
      .map(([bettor, text]) => `${bettor} follows "${text}" at ${raises} doubles and splits`),
    ...(Object.keys(due).sort().join() === staked.join() ? [] : [`staked on ${staked.join(', ')}, due on ${Object.keys(due).join(', ')}`]),
  ].map((fault) => `box ${number}: ${fault}`)
}

/** Sentences on what is wrong with the round's form; empty: nothing. */
export const faultsOf = (house: HouseId, round: HardRound): readonly string[] => {
  const net = 0 - Object.values(round.boxes).reduce((sum, box) => sum + sumOf(box), 0)
  return [
    ...(round.clause.startsWith(`${HOUSES[house].document} `) ? [] : [`clause "${round.clause}" is of another document`]),
    ...(round.instead === '' ? ['nothing instead'] : []),
    ...cardFaults(house, round),
    ...dealerFaults(round),
    ...Object.entries(round.boxes).flatMap(([number, box]) => boxFaults(house, round, Number(number), box)),
    ...(net === round.net ? [] : [`the house wins ${net}, not ${round.net}`]),
  ]
}
