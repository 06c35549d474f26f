/** Rule document 001: Free Bet blackjack with hole card, Push 22 at 11 to 1 and the Pot of Gold. Sections are the document's headings; a number is the step. */
import { clausesOf, defineHouse, group, practice } from './house.ts'
import { PRACTICE } from './practice.ts'
import type { Push22Rules } from './rules.ts'

const by = clausesOf('001')
const [RULES, SPLIT, DEALING] = ['Rules of play', 'Free Split', 'Dealing procedure']
const [RESOLVING, POT, PUSH] = ['Resolving free bet hands', 'Pot of Gold side bet', 'Push 22 side bet']

const PUSH_22: Push22Rules = { pays: 11, maxPlayerTotal: 29, losesToDealerBlackjack: true }

export const FREE_BET_POT_OF_GOLD = defineHouse('free-bet-pot-of-gold', '001', 'Free Bet with Pot of Gold', {
  ...PRACTICE,
  decks: practice(6, 'S.D. 20:18:15:30.14', 'Free Bet is played with six or eight packs.'),
  betDeadline: by('before the first card', RULES, 5, 'Main bet and Pot of Gold are made before cards.'),
  sideBetsNeedMain: by(true, RULES, 5, 'Cards go only to those who made the main bet.'),
  dealerTokes: by('share-free-bets', 'Tokes', 40, 'A bet for the dealer has free splits and doubles too.'),
  playerAnswers: by('pointing', `${DEALING} 6`, 51, 'Free bets are asked for by hand signs.'),

  tieBet: by('stays', SPLIT, 25, 'A tied bet is pushed.'),
  bustLoses: by('always', `${DEALING} 8`, 62, 'A bust has lost at once, whatever the dealer draws.'),

  dealOrder: practice(
    ['boxes:up', 'dealer:up', 'boxes:up', 'dealer:down'],
    '58 Pa. Code 672a',
    "Two cards each; the dealer's first is up, his second down.",
  ),
  peek: by(['A', 'T'], `${DEALING} 2`, 47, 'The dealer checks under a ten, and under an ace after insurance.'),
  playOrder: by('from-the-dealers-left', `${DEALING} 5`, 50, "Play begins at the dealer's left."),

  dealerSoft17: practice('hit', 'Free Bet standard (Casino City)', 'Free Bet is commonly dealt with the dealer drawing on soft 17.'),
  dealer22: by('push', PUSH, 126, 'A dealer total of 22 pushes every bet in action.'),
  dealer22Blackjack: by('paid', RULES, 17, 'Naturals are paid before the dealer draws.'),
  dealer22BustedHands: by('stay-lost', PUSH, 126, 'A wager parked after a bust is taken on 22.'),
  dealerDrawsWhenAllDone: by('when-open', RULES, 17, 'The dealer draws for Push 22 even when no hand is left.'),
  dealerBlackjackTakes: by(
    'main and side bets before play',
    `${DEALING} 2`,
    47,
    'A dealer natural takes main bets without a natural and all side bets.',
  ),

  blackjackPaidWhen: by('after-check', `${DEALING} 4`, 49, 'Naturals are paid after the check.'),
  blackjackAgainstBlackjack: by('push', `${DEALING} 2`, 47, "A dealer natural does not take a player's natural."),
  blackjackBeforePlay: by('required', `${DEALING} 4`, 49, 'After the check naturals are paid, and then the others play.'),
  blackjackCards: by('tucked-under-push22', `${DEALING} 4`, 49, 'The cards of a paid natural are tucked under its Push 22 bet.'),

  doubleTotals: by('any', `${RULES} 6`, 12, 'Any two cards may be doubled.'),
  doubleOn: by('first-two-cards', `${RULES} 6`, 12, 'Only two cards may be doubled.'),
  doubleAfterSplit: by('not-aces', `${RULES} 3`, 9, 'Split hands may be doubled.'),

  splitEquality: by('rank', `${RULES} 2`, 8, 'The document lists ten-value pairs as equal ranks.'),
  maxHands: by(4, `${RULES} 4`, 10, 'Up to four hands.'),
  splitAcesMaxHands: practice(4, 'Free Bet standard (Casino City)', 'Aces are split like other pairs.'),
  splitDealing: practice('sequential', '58 Pa. Code 672a.10(c)', 'Each split hand is finished before the next gets its card.'),

  surrender: practice('none', '58 Pa. Code 672a.2', 'There is no surrender at Free Bet.'),

  freeDouble: by(true, `${RULES} 1`, 7, 'Hard nine, ten or eleven on two cards is doubled free.'),
  freeDoubleTotals: by([9, 10, 11], `${RULES} 1`, 7, 'Nine, ten and eleven.'),
  freeDoubleWithAce: by(false, `${RULES} 1`, 7, 'Hard totals only.'),
  freeDoubleAfterSplit: by(true, `${RULES} 3`, 9, 'Split hands may be doubled free.'),
  freeDoubleLammer: by('beside-the-bet', 'Free Double', 29, 'The lammer goes beside the original bet.'),
  freeSplit: by(true, `${RULES} 2`, 8, 'Pairs are split free.'),
  freeSplitExcept: by('ten-values', `${RULES} 2`, 8, 'Not ten-values.'),
  freeResplit: by(true, `${RULES} 4`, 10, 'Later splits are free up to four hands.'),
  freeSplitLammer: by('beside-the-bet', SPLIT, 21, 'The lammer goes beside the original bet.'),
  freeWinPays: by('original-bet', `${RESOLVING} 1`, 82, 'A winning free bet is paid once more the original bet.'),
  freeLossTakes: by('lammer-only', `${RESOLVING} 3`, 100, 'A loss costs the real bet and the lammer.'),
  freeTieTakes: by('lammer-only', `${RESOLVING} 2`, 90, 'On a tie the lammer is picked up.'),
  freeHandsSettle: by('each-on-its-own', `${DEALING} 9`, 70, 'Each split hand is resolved by itself.'),
  freeLammerGoes: by('pot-of-gold-then-rack', SPLIT, 23, 'With a Pot of Gold bet the lammer goes in front of it, then to the rack.'),
  bustedRealWager: by(
    'parked-until-the-hand-ends',
    `${DEALING} 9`,
    70,
    'A real wager that busts while a free hand lives is laid on its cards.',
  ),
  bustedRealWagerPlace: by('insurance-line-on-its-cards', PUSH, 126, 'The wager lies on its cards, turned, on the insurance line.'),
  paidSplits: by('any-pair', `${RULES} 5`, 11, 'Every usual split may be paid for.'),
  freeBetIs: by('optional', `${DEALING} 6`, 51, 'The player asks for the free bet, or does not.'),
  freeBetAsked: by('pointing', `${DEALING} 6`, 51, 'The player points at the Pot of Gold spot, then at his bet.'),

  insurance: group(PRACTICE.insurance, {
    against: by('A', `${DEALING} 3`, 48, 'Insurance is offered when the dealer has an ace up.'),
    deadline: by('before-check', `${DEALING} 3`, 48, 'Insurance is offered before the dealer checks, who then settles it.'),
  }),
  insuranceSign: by('ace-turned-sideways', `${DEALING} 3`, 48, 'The ace is turned when insurance is offered.'),
  insurancePlace: by('insurance-line', PUSH, 126, 'There is an insurance line; busted wagers are parked on it too.'),
  insuranceSettled: by('losers-first', `${DEALING} 3`, 48, 'Losing bets are taken before insurance is paid.'),

  push22: group(by(PUSH_22, PUSH, 128, 'Push 22 pays eleven to one unless the hand exceeds 29.'), {
    losesToDealerBlackjack: by(
      PUSH_22.losesToDealerBlackjack,
      `${DEALING} 2`,
      47,
      'Push 22 loses to a dealer natural (l.48 under an ace).',
    ),
  }),
  bustedCards: by('tucked-under-push22', `${DEALING} 8`, 62, 'They wait under the Push 22 bet, and without one go at once.'),
  push22AfterBust: by('stays', RULES, 15, 'A busted hand stays on the table until its Push 22 is settled.'),
  potOfGold: by([3, 12, 30, 50, 100], POT, 114, 'One to five lammers pay 3, 12, 30, 50 and 100 to one.'),
  potOfGoldTier: practice('highest-only', 'field', 'The lines of the table overlap; only the highest reached is paid.'),
  potOfGoldCounts: by('original-hand-with-its-splits', POT, 112, 'Lammers count for the hand as it was dealt, with its splits.'),
  potOfGoldPaidOn: by('any-result', `${RESOLVING} 3`, 100, 'Lammers count on win, loss and tie.'),
  potOfGoldNotQualifying: by('taken-before-check', `${DEALING} 1`, 46, 'Before the check it is taken from hands without a free bet.'),
  potOfGoldPickUp: by('right-to-left', `${DEALING} 1`, 46, "Hands are looked at from the dealer's right."),
  potOfGoldDeclined: by('taken-at-once', `${DEALING} 7`, 61, 'Who declines the free bet loses it at once.'),
  potOfGoldDealerBlackjack: by('lost', POT, 112, 'It loses to a dealer natural.'),

  payOrder: by(
    'dealer right to left; losers first; main, pot of gold, push 22',
    'Pay and take order',
    140,
    "From the dealer's right, losers first, then main, Pot of Gold, Push 22.",
  ),
  bustTaken: by('at-once-unless-push22', `${DEALING} 8`, 62, 'A busted bet is locked up unless Push 22 is open.'),
})
