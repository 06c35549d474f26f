/** The dealer's own hand and the check. Cards drawn beyond a legal stop do not count, and the dealer settles by those that do. */
import { count, dealerMustDraw, isTwoCard21, upRank } from '../cards.ts'
import { dealerCards, upCard } from '../game.ts'
import { isNatural } from '../moves.ts'
import { type ErrorRows, reckless } from './row.ts'

export const DEALER_ERRORS: ErrorRows = {
  'DEALER-STOOD-UNDER-17': {
    does: 'the dealer stands under 17',
    errs: (strike, { customs }) => {
      let stands = false
      return {
        customs: {
          draws: (cards, must) => {
            stands ||= must && count(cards).total < 17 && cards.length > 1 && strike({})
            return !stands && customs.draws(cards, must)
          },
        },
      }
    },
  },
  'DEALER-HIT-17': {
    does: 'the dealer draws on 17 or more',
    errs: (strike, { customs, rules }) => ({
      customs: {
        draws: (cards, must) => {
          const { total, soft } = count(cards)
          // A soft 17 has its own code. A natural and a bust end every hand.
          const fits = !must && total >= 17 && total <= 20 && !(soft && total === 17) && dealerMustDraw(rules, cards.slice(0, -1))
          return (fits && strike({})) || customs.draws(cards, must)
        },
      },
    }),
  },
  'DEALER-SOFT17': {
    does: 'the dealer plays a soft 17 by the other rule',
    seeks: { dealer: ['A', '6'] },
    errs: (strike, { customs, rules }) => {
      let stands = false
      return {
        customs: {
          draws: (cards, must) => {
            const { total, soft } = count(cards)
            const isFirst = cards.length === 2 || dealerMustDraw(rules, cards.slice(0, -1))
            if (soft && total === 17 && isFirst && !stands && strike({})) {
              stands = must
              return !must
            }
            return !stands && customs.draws(cards, must)
          },
        },
      }
    },
  },
  'DEALER-NO-DRAW-FOR-SIDE': {
    does: 'the dealer plays no hand for an open Push 22 bet',
    under: ({ push22, dealerDrawsWhenAllDone }) => push22 !== 'none' && dealerDrawsWhenAllDone !== 'never',
    spots: ['p22'],
    errs: (strike, scene) => ({
      players: reckless(scene),
      slips: {
        dealerTask: (right) => {
          const { boxesInPlay } = scene.game()
          const lies = boxesInPlay.some(({ p22 }) => p22 > 0)
          const isOver = boxesInPlay.every(({ hands }) => hands.every(({ wagers }) => wagers.every(({ settled }) => settled)))
          return right === 'play' && lies && isOver && strike({}) ? 'none' : right
        },
      },
    }),
  },
  'DEALER-DREW-NEEDLESSLY': {
    does: 'the dealer draws although no bet depends on his hand',
    under: ({ dealerDrawsWhenAllDone }) => dealerDrawsWhenAllDone !== 'always',
    errs: (strike, scene) => ({
      players: reckless(scene),
      slips: { dealerTask: (right) => (right === 'none' && strike({}) ? 'play' : right) },
    }),
  },
  'DEALER-DREW-EARLY': {
    does: 'the dealer takes a card before a box has played',
    under: ({ dealOrder }) => !dealOrder.includes('dealer:down'),
    errs: (strike, { game }) => ({
      slips: {
        drawsEarly: (box) => {
          const [first] = game().boxesInPlay
          const hand = game().boxesInPlay.find((play) => play.box === box)?.hands[0]
          const plays = hand !== undefined && !isNatural(hand)
          return box !== first?.box && plays && game().drawn > 0 && game().dealer.length === 1 && strike({})
        },
      },
    }),
  },
  'PEEK-MISSED': {
    does: 'the dealer plays on with a natural that his check should have found',
    under: ({ peek }) => peek.length > 0,
    seeks: { dealer: ['TJQK', 'A'] },
    errs: (strike, { game }) => ({
      slips: {
        peeks: (right) => {
          // With insurance or a natural on the table he would make another error immediately.
          const { boxesInPlay } = game()
          const isQuiet = boxesInPlay.every(({ insured, hands }) => insured === 0 && !hands.some(isNatural))
          return right && !(isQuiet && strike({}))
        },
      },
    }),
  },
  'PEEK-FALSE': {
    does: 'the dealer takes the losing bets for a natural that he does not have',
    under: ({ peek }) => peek.length > 0,
    seeks: { dealer: ['TJQKA', 'TJQKA'] },
    errs: (strike, { game }) => {
      let claims = false
      return {
        slips: {
          peeks: (right) => {
            const { boxesInPlay } = game()
            const isQuiet = boxesInPlay.every(({ insured, pog, p22, hands }) => insured + pog + p22 === 0 && !hands.some(isNatural))
            claims = !right && isQuiet && upRank(upCard(game())) !== null && !isTwoCard21(dealerCards(game())) && strike({})
            return right || claims
          },
          settles: (asks) => asks.map(({ right, real }) => (claims ? -real : right)),
        },
      }
    },
  },
}
