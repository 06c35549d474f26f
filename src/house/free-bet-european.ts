/** Rule document 000: Free Bet blackjack without a hole card, dealer 22 pushes, Push 22 at even money. Sections are the document's numbers. */
import { clause, defineHouse, practice } from './house.ts'
import { PRACTICE } from './practice.ts'
import type { HouseRules } from './rules.ts'

const by = <const T>(value: T, section: string, line: number, says: string) => clause(value, '000', section, line, says)

const INSURANCE: HouseRules['insurance'] = {
  against: 'A',
  ratio: [1, 2],
  exact: false,
  base: 'box',
  min: 'half-table-min',
  step: 'half-table-min',
  deadline: 'third-round',
  pays: [2, 1],
  blackjackInsurable: true,
  othersMayCover: false,
  raiseOn: ['double', 'split'],
}

export const FREE_BET_EUROPEAN = defineHouse('free-bet-european', '000', 'Free Bet, European deal', {
  ...PRACTICE,
  decks: by(6, '1', 21, 'Six packs of 52 cards.'),
  shuffledBy: by('hand-or-machine', '1', 21, 'Cards are shuffled by hand or by machine.'),
  cutRightFirst: by('player-at-the-far-left', '1', 24, 'The player at the far end cuts first.'),
  cutRightLater: by('player-dealt-the-cut-card', '1', 24, 'Later the player who got the cut card cuts.'),
  cutRefused: by('next-player-then-supervisor', '1', 27, 'A refused cut passes from player to player, last to the supervisor.'),
  cutAtLeastCards: by(52, '1', 32, 'A player cuts off one pack at least.'),
  cutCardFromBackDecks: by([1.5, 3], '1', 32, 'The cut card goes in one and a half to three packs deep.'),
  cutCardMeasuredFrom: practice(
    'back',
    'N.J.A.C. 13:69F-2.5(d)',
    'The document names no end; counted from the back, 78 to 156 cards stay undealt.',
  ),

  betDeadline: by('before the first card', '1', 8, 'Bets stand before the first card leaves the shoe.'),
  betAtLeast: by('table-minimum', '1', 6, 'Joining takes the table minimum.'),
  limitsShown: by('plate-at-the-table', '1', 9, 'A plate at the table names minimum and maximum.'),
  maximumCounts: by('per-bet', '1', 17, 'Each bet keeps to the limits; players may not join to pass them.'),
  maximumPartnership: by('forbidden', '1', 17, 'Players may not act together to exceed the maximum.'),
  collectWhen: by('after-the-box-is-paid', '1', 60, 'Players take their chips once the box is paid out.'),
  houseLiableUntil: by('paid-out', '1', 52, 'Once a win is paid the house answers for it no longer.'),
  tieBet: by('stays', '3', 82, 'A tied bet stays.'),

  maxPlayersPerBox: by(3, '1', 14, 'Up to three players bet on one box.'),
  boxHolder: by('sitting-player', '1', 16, "The box is the sitting player's."),
  playerAnswers: by('clear-request', '1', 35, 'Players answer the dealer plainly, card or none.'),
  drawDecidedBy: by('holder', '1', 43, 'The holder decides on drawing.'),
  coBettorsDraw: by('as-the-holder', '3', 115, "Other bettors cannot alter the holder's decision."),
  coBettorsBound: clause(false, '000', '1', 44, 'Other bettors choose whether they follow.'),
  coBettorsOwnDouble: by(false, '3', 115, 'Other bettors cannot double by themselves.'),
  coBettorsNotSplitting: by('ride-on-the-first-hand', '4', 130, 'Bets not added to a split go behind the first card.'),
  holderAbsent: by('second-bettor-decides', '1', 47, 'While the holder is away the second bettor may decide.'),
  absentPlayer: by('draw-to-16', '1', 38, "An absent player's hand draws to 16 and stands on 17."),
  absentWinOrTie: by('bet-removed', '1', 57, "An absent player's won or tied bet is taken off the box."),

  peek: by([], '3', 93, 'The dealer takes his second card only after all players.'),
  pictureValue: by(10, '2', 66, 'Pictures count ten.'),
  aceValue: by('player-chooses', '2', 71, 'The player counts an ace as he likes.'),
  dealerAce: by('high-from-17', '2', 73, 'The dealer counts an ace as he likes until it makes 17 or more.'),
  winner: by('closest-to-21', '3', 79, 'The total nearest to 21 from below wins.'),
  winPays: by([1, 1], '3', 98, 'Wins pay even, after doubles and splits too.'),
  bustLoses: by('always', '3', 87, 'All bets on a box that exceeds 21 lose.'),

  dealerStandsOn: by(17, '3', 95, 'The dealer draws to 16 and stands on 17.'),
  dealerSoft17: by('stand', '2', 73, 'An ace that makes 17 or more binds the dealer to stand.'),
  dealerDraws: by('after-all-players', '3', 93, 'The dealer completes his hand after the last player.'),
  dealer22: by('push', '3', 84, 'A dealer total of 22 neither pays nor takes.'),
  dealer22Blackjack: by('paid', '3', 84, 'A natural is exempt from the push on 22.'),
  dealerDrawForBlackjack: by('finish', '3', 118, 'Against ace or ten the dealer finishes his hand before a natural is paid.'),

  blackjackPay: by([3, 2], '3', 104, 'A natural pays three to two.'),
  blackjackPaidWhen: by('at-once-unless-ace-or-ten', '3', 118, "Against ace or ten a natural waits for the dealer's hand."),
  blackjackAgainstBlackjack: by('push', '3', 104, 'Two naturals tie.'),
  blackjackAfterSplit: by(false, '4', 142, 'Ace and ten on split cards are 21 only.'),
  blackjackBeats21: by(true, '3', 101, 'A natural is the highest hand.'),
  evenMoneyAgainst: by(['A', 'T'], '3', 107, 'A natural against ace or ten may be paid even.'),
  evenMoneyPaid: practice('at-once', 'field', 'The document has both the choice and the wait; the choice is paid when made.'),
  evenMoneyDecidedBy: by('each-bettor', '3', 111, 'Every bettor on the box chooses for himself.'),

  mustDrawTo: by(11, '3', 90, 'On 11 or less a card must be taken.'),
  noDrawFrom: by(21, '3', 90, 'On 21 or more no card may be asked for.'),
  doubleTotals: by('any', '5', 194, 'Any first two cards may be doubled.'),
  doubleOn: by('first-two-cards', '5', 194, 'Only the first two cards may be doubled.'),
  doubleCards: by(1, '5', 194, 'A double gets one card.'),
  doubleAmount: by('equal', '5', 196, 'A double is exactly the original bet.'),
  doubleOnBlackjack: by(false, '3', 90, 'No card may be asked for on 21, a natural included.'),
  doubleAfterSplit: by('not-aces', '4', 136, 'Split cards may be doubled; split aces get no further card.'),
  aceOnDouble: by('best-total', '5', 199, 'An ace on a double counts as suits the player.'),

  splitEquality: practice('rank', 'field', 'The document speaks of equal denomination; king and queen are not equal.'),
  splitStake: by('equal', '4', 126, 'The second card needs the same bet.'),
  maxHands: by(4, '4', 139, 'Up to three splits, four bets.'),
  splitAcesMaxHands: by(4, '4', 149, 'Aces too may be split three times.'),
  splitAcesOneCard: by(true, '4', 145, 'A split ace gets one card.'),
  splitDealing: by('sequential', '4', 133, 'The first card is played out before the next.'),

  freeDouble: by(true, '5.1', 205, 'Nine, ten or eleven without an ace is doubled free.'),
  freeDoubleTotals: by([9, 10, 11], '5.1', 205, 'Nine, ten and eleven.'),
  freeDoubleWithAce: by(false, '5.1', 205, 'Not with an ace.'),
  freeDoubleAfterSplit: by(true, '5.1', 228, 'Each freely split hand may be doubled free as well.'),
  freeDoubleLammer: by('beside-the-bet', '5.1', 207, 'The lammer goes beside the original bet.'),
  freeSplit: by(true, '4.1', 154, 'Splits are free.'),
  freeSplitExcept: by('ten-values', '4.1', 154, 'Not for ten-values.'),
  freeResplit: by(true, '4.1', 173, 'Free splits follow the rules of paid ones.'),
  freeSplitLammer: by('under-the-second-card', '4.1', 156, 'The lammer goes under the second card.'),
  freeWinPays: by('original-bet', '4.1', 162, 'A lammer wins as much as the original bet.'),
  freeLossTakes: by('lammer-only', '4.1', 168, 'On a loss the bet and the lammer are taken.'),
  freeTieTakes: by('lammer-only', '4.1', 170, 'On a tie only the lammer is taken.'),
  freeHandsSettle: practice(
    'each-on-its-own',
    'field',
    'The document does not say what a free hand wins when the real one loses; each is settled by itself.',
  ),
  freeLammerGoes: by('rack', '4.1', 164, 'The dealer takes the lammer after paying.'),

  push22: by(
    { pays: 1, maxPlayerTotal: 'none', losesToDealerBlackjack: true },
    '6',
    239,
    'Push 22 pays one to one on a dealer total of 22, whatever the hand holds (l.237).',
  ),
  push22AfterBust: practice('stays', 'field', 'The document sets no condition on the hand, so the bet stays and the dealer draws for it.'),

  insurance: by(
    INSURANCE,
    '7',
    243,
    "Against an ace bets may be insured up to half, in steps of half the table minimum (l.254), before third cards or with a double or split (l.250); a dealer's natural pays it two to one (l.247).",
  ),
  insuranceFor: by('every-bettor', '7', 243, 'Every player may insure.'),
  insurancePlace: by('insurance-line', '7', 250, 'Insurance lies on the insurance line.'),
  insuranceCountsBlackjacks: by(true, '7', 259, 'A natural may be insured as well.'),
  insuranceStake: by('stake-so-far', '7', 251, 'Doubles and splits allow more insurance.'),

  aids: by('forbidden', '8', 264, 'No device may record, analyse or plan the game.'),
  interruption: by('supervisor-decides', '9', 273, 'The supervisor may interrupt the game.'),
})
