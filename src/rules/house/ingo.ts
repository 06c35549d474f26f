/** Rule document 004: blackjack without a hole card, doubles on 9 to 11, one split, insurance of exactly half. Sections are the document's headings. */
import { clausesOf, defineHouse, group } from './house.ts'
import { PRACTICE } from './practice.ts'
import type { InsuranceRules } from './rules.ts'

const by = clausesOf('004')
const [GAME, DOUBLE, SPLIT] = ['Black Jack', 'Verdoppeln', 'Teilen']
const [INSURING, BOX] = ['Versicherung', 'Box oder Hand']

const INSURANCE: InsuranceRules = {
  against: 'A',
  ratio: [1, 2],
  exact: true,
  base: 'box',
  min: 'none',
  step: 'none',
  deadline: 'before-dealer-draws',
  pays: [2, 1],
  blackjackInsurable: true,
  othersMayCover: false,
}

export const INGO = defineHouse('ingo', '004', 'Ingo Casino', {
  ...PRACTICE,
  betDeadline: by('before the first card', GAME, 19, 'Cards are dealt once the bets are made.'),
  maximumCounts: by('per-box', BOX, 63, 'The sum of a box keeps to the maximum.'),
  tieBet: by('stays', GAME, 27, "A tied bet is the player's to leave, change or take."),

  maxPlayersPerBox: by(3, BOX, 63, 'Several players may bet on a box; three is what a box has room for.'),
  boxHolder: by('sitting-player', BOX, 63, 'The sitting player holds the box.'),
  playerAnswers: by('card-or-rest', GAME, 23, 'One word asks for a card, another ends it.'),
  drawDecidedBy: by('holder', BOX, 63, 'The holder alone decides.'),
  coBettorsDraw: by('as-the-holder', BOX, 63, 'Other bettors are bound by his decisions.'),
  coBettorsBound: by(true, BOX, 63, 'Other bettors follow the holder whatever they bet.'),
  coBettorsOwnDouble: by(false, BOX, 63, 'Other bettors decide nothing.'),
  adviceByOthers: by('forbidden', BOX, 65, 'Standing bettors may not advise.'),

  dealOrder: by(
    ['boxes:up', 'dealer:up', 'boxes:up'],
    GAME,
    19,
    'One card to each box and last to the dealer, then a second to each box, all face up.',
  ),
  playOrder: by('from-the-dealers-left', GAME, 19, 'Clockwise.'),
  peek: by([], GAME, 19, 'The dealer has one card until all have played.'),

  pictureValue: by(10, GAME, 17, 'Pictures count ten.'),
  aceValue: by('player-chooses', GAME, 15, 'The player counts an ace as he likes.'),
  winner: by('closest-to-21', GAME, 27, 'The total nearer to 21 wins.'),
  winPays: by([1, 1], GAME, 27, 'A win pays even.'),
  bustLoses: by('always', GAME, 29, 'Exceeding 21 loses at once.'),

  dealerStandsOn: by(17, GAME, 25, 'The dealer draws to 16 and stands from 17.'),
  dealerSoft17: by('stand', GAME, 25, 'From 17 points the dealer may not draw.'),

  blackjackPay: by([3, 2], GAME, 21, 'A natural pays three to two.'),
  blackjackAgainstBlackjack: by('push', GAME, 21, "The dealer's natural makes a tie."),
  blackjackAfterSplit: by(false, SPLIT, 55, 'Ace and ten in a split game are 21 only.'),

  drawnCards: by('any-number', GAME, 23, 'A player may draw as many cards as he likes.'),
  doubleTotals: by([9, 10, 11], DOUBLE, 35, 'Nine, ten and eleven may be doubled.'),
  doubleOn: by('first-two-cards', DOUBLE, 35, 'On the first two cards.'),
  doubleCards: by(1, DOUBLE, 35, 'A double gets one card.'),

  splitEquality: by('value', SPLIT, 55, 'Equal figures, values or pictures are a pair.'),
  splitStake: by('equal', SPLIT, 55, 'The second hand needs the same bet.'),
  splitAcesOneCard: by(true, SPLIT, 55, 'A split ace gets one card.'),

  insurance: group(
    by(INSURANCE, INSURING, 59, 'Against an ace exactly half of the stake, paid two to one, also after a double or split.'),
    {
      deadline: by(
        'before-dealer-draws',
        INSURING,
        59,
        'Insurance is against a blackjack that the dealer may still get; it may be laid after a double or split too.',
      ),
    },
  ),
  insuranceFor: by('every-bettor', INSURING, 59, 'Each player may insure himself, by half of his own stake.'),
  insurancePlace: by('insurance-line', INSURING, 59, 'Insurance lies on the insurance line.'),
  insuranceStake: by('stake-so-far', INSURING, 59, 'Half of the stake as doubled or split.'),

  bustTaken: by('at-once', GAME, 29, 'A bust loses at once.'),
  disputes: by('management-decides', BOX, 67, "The management's decisions are final."),
})
