/** Burn cards and the initial deal dealt wrongly. */
import type { ErrorRows } from './row.ts'

const hasHole = ({ dealOrder }: { readonly dealOrder: readonly string[] }): boolean => dealOrder.includes('dealer:down')

export const DEAL_ERRORS: ErrorRows = {
  'BURN-MISSING': {
    does: 'the dealer burns no card after the shuffle',
    newShoe: true,
    under: ({ burn }) => burn > 0,
    errs: (strike) => ({ slips: { burns: (right) => (right > 0 && strike({}) ? 0 : right) } }),
  },
  'BURN-EXTRA': {
    does: 'the dealer burns one card too many',
    newShoe: true,
    errs: (strike) => ({ slips: { burns: (right) => (strike({}) ? right + 1 : right) } }),
  },
  'BURN-AT-DEALER-CHANGE': {
    does: 'a relieved dealer burns a card although the house does not burn one',
    under: ({ burnAtDealerChange }) => burnAtDealerChange === 0,
    errs: (strike) => ({ slips: { beforeBets: () => (strike({}) ? 'relief-and-burn' : 'nothing') } }),
  },
  'SCAN-NO-BETS': {
    does: 'a card leaves the shoe before anybody has bet',
    errs: (strike, { game }) => ({
      slips: {
        beforeBets: () => {
          const { boxes, recorder } = game()
          const lies = Array.from({ length: boxes }, (_, box) => recorder.level(`${box + 1}.main`).values.size).some((kinds) => kinds > 0)
          return !lies && strike({}) ? 'card' : 'nothing'
        },
      },
    }),
  },
  'DEAL-EMPTY-BOX': {
    does: 'the dealer deals to a box without a bet',
    errs: (strike) => {
      let phantom: number | null = null
      return {
        slips: {
          deals: (box, pass, right) => {
            if (pass === 1 && right === 0 && phantom === null && strike({ box })) phantom = box
            return box === phantom ? 1 : right
          },
        },
      }
    },
  },
  'DEAL-BOX-SKIPPED': {
    does: 'the dealer deals nothing to a box with a bet',
    errs: (strike, { game }) => {
      let skipped: number | null = null
      return {
        slips: {
          deals: (box, pass, right) => {
            const isAlone = game().boxesInPlay.length < 2
            if (pass === 1 && right === 1 && skipped === null && !isAlone && strike({ box, spot: `${box}.main` })) skipped = box
            return box === skipped ? 0 : right
          },
        },
      }
    },
  },
  'DEAL-ONE-CARD-HAND': {
    does: 'the dealer deals a box one card; it gets its second in its turn',
    errs: (strike) => ({
      slips: { deals: (box, pass, right) => (pass === 2 && right === 1 && strike({ box, hand: 1, spot: `${box}.main` }) ? 0 : right) },
    }),
  },
  'DEAL-EXTRA-CARD': {
    does: 'one card too many leaves the shoe in the deal, and nobody takes it',
    errs: (strike) => ({ slips: { extraCards: () => (strike({}) ? 1 : 0) } }),
  },
  'DEAL-SECOND-DEALER-CARD-EARLY': {
    does: 'the dealer takes his second card in the deal',
    under: (rules) => !hasHole(rules),
    errs: (strike, { game }) => ({
      slips: {
        drawsEarly: (box) => box === game().boxesInPlay[0]?.box && game().dealer.length === 1 && strike({}),
      },
    }),
  },
  'DEAL-HOLE-ORDER': {
    does: 'the dealer shows his first card and lays the second down',
    under: ({ dealOrder }) => dealOrder.includes('dealer:down') && dealOrder.indexOf('dealer:down') < dealOrder.indexOf('dealer:up'),
    seeks: { dealer: ['23456789', 'A'] },
    errs: (strike) => ({ slips: { turnsWrongCard: () => strike({}) } }),
  },
  'DEAL-DEALER-CARD-MISSED': {
    does: 'the dealer misses his own card in the deal and takes it when everybody else has theirs',
    errs: (strike) => ({ slips: { dealsDealer: (which) => (which === 'first' && strike({}) ? 'late' : 'now') } }),
  },
}
