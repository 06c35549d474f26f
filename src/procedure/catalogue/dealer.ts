/** Catalogue 2.7: the dealer's hand. */
import { BY_THE_DEAL, later, NOTE_LATER, needs, offersPush22, practice, type Section, SUPERVISOR_LATER } from './row.ts'

const BETS = needs('bets')
const PAYOUTS = needs('payouts')
const BURN_THE_CARD = 'Burn the extra card. The total before it counts.'
const SETTLE_WITHOUT = later('settle on the total before the extra card')
const DRAW_THE_CARD =
  'If nothing is settled yet, draw the card. Otherwise leave cards and chips where they are and call the supervisor: draw the card, then settle every box again.'

export const DEALER = {
  'DEALER-STOOD-UNDER-17': {
    severity: 'money',
    sure: 'X',
    means: 'The dealer began to settle before his hand was complete.',
    breaks: 'dealerStandsOn',
    needs: PAYOUTS,
    seen: 'the dealer stood on {total}',
    expected: 'he draws to {least}',
    remedy: DRAW_THE_CARD,
    afterDeal: SUPERVISOR_LATER,
    raised: 'readings',
  },
  'DEALER-HIT-17': {
    severity: 'money',
    sure: 'X',
    means: 'The dealer drew on a total he must stand on.',
    breaks: 'dealerStandsOn',
    needs: BETS,
    seen: 'the dealer drew on {total}',
    expected: 'he stands on {least} or more',
    remedy: BURN_THE_CARD,
    afterDeal: SETTLE_WITHOUT,
    raised: 'readings',
  },
  'DEALER-SOFT17': {
    severity: 'money',
    sure: 'X',
    means: 'The dealer played a soft 17 against the house rule.',
    breaks: 'dealerSoft17',
    needs: BETS,
    seen: 'the dealer drew on soft 17',
    expected: 'this house stands on soft 17',
    remedy: BURN_THE_CARD,
    afterDeal: SETTLE_WITHOUT,
    cases: {
      stood: {
        seen: 'the dealer stood on soft 17',
        expected: 'this house draws on soft 17',
        remedy: DRAW_THE_CARD,
        afterDeal: SUPERVISOR_LATER,
      },
    },
    raised: 'readings',
  },
  'DEALER-NO-DRAW-FOR-SIDE': {
    severity: 'money',
    sure: 'S',
    means: 'Every hand was over, a Push 22 bet was still open, and the dealer did not draw for it.',
    breaks: 'dealerDrawsWhenAllDone',
    needs: needs('payouts', 'p22'),
    under: offersPush22,
    seen: 'no card drawn for Push 22',
    expected: 'with Push 22 open the dealer plays out his hand',
    remedy: 'Draw until the hand is complete, then settle Push 22.',
    afterDeal: SUPERVISOR_LATER,
    raised: 'readings',
  },
  'DEALER-DREW-NEEDLESSLY': {
    severity: 'procedure',
    // These houses' documents have the dealer draw once the players are done, so a dealer who draws although no bet depends on it follows
    // them.
    severityIn: { 'free-bet-european': 'info', 'sevens-prizes': 'info', gld: 'info', ingo: 'info' },
    sure: 'S',
    means: 'The dealer drew when no bet hung on his hand any more.',
    breaks: 'dealerDrawsWhenAllDone',
    needs: BETS,
    under: ({ dealerDrawsWhenAllDone }) => dealerDrawsWhenAllDone !== 'always',
    seen: 'the dealer drew[ {cards}]',
    expected: 'no bet hung on his hand',
    remedy: 'Burn the card and note it.',
    afterDeal: NOTE_LATER,
    raised: 'readings',
  },
  'DEALER-DREW-EARLY': {
    severity: 'money',
    sure: 'X',
    means: 'The dealer drew before every box had finished.',
    breaks: 'dealerDraws',
    needs: needs('stakes'),
    seen: 'the dealer drew before the box had played',
    expected: 'he draws once every player is done',
    remedy: 'Leave cards and chips where they are. Call the supervisor and rebuild the hands.',
    afterDeal: SUPERVISOR_LATER,
    covers: BY_THE_DEAL,
    raised: 'readings',
  },
  'DEALER-TOTAL-MISREAD': {
    severity: 'money',
    sure: 'X',
    means: 'The dealer misread his own hand, and every box was settled against the wrong total.',
    breaks: practice('field', "The dealer's cards count what they show."),
    needs: PAYOUTS,
    seen: 'the boxes were settled against {total}',
    expected: 'the dealer has {least}',
    remedy: 'Leave the cards out. Settle every box again.',
    afterDeal: later('settle every box again'),
    raised: 'readings',
  },
} as const satisfies Section
