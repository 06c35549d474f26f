/** Rule document 002: blackjack without a hole card, early surrender, insurance over the whole table, prizes for sevens. Sections are the document's headings. */
import { clausesOf, defineHouse, group, practice } from './house.ts'
import { PRACTICE } from './practice.ts'
import type { HouseRules, SevensRules } from './rules.ts'

const by = clausesOf('002')
const [TERMS, BOX, PRIZES] = ['Terms of play', 'On the BJ box', 'Prizing Combinations']

const INSURANCE: HouseRules['insurance'] = {
  against: 'A',
  ratio: [1, 2],
  exact: false,
  base: 'all-boxes',
  min: 'none',
  step: 'none',
  deadline: 'first-third-card',
  pays: [2, 1],
  blackjackInsurable: false,
  othersMayCover: true,
}
/** Also used by a table that adds the prizes to another house. */
export const SEVENS: SevensRules = {
  firstSeven: [1, 2],
  twoSevens: [1, 1],
  twoSuited: [5, 1],
  threeSevens: [10, 1],
  threeSuited: [100, 1],
  base: 'box-bet',
  onlyWinning: true,
  highestOnly: true,
}

export const SEVENS_PRIZES = defineHouse('sevens-prizes', '002', 'Sevens prizes', {
  ...PRACTICE,
  decks: by(6, 'Black Jack', 5, 'Six packs of 52 cards.'),
  jokers: by(false, 'Black Jack', 5, 'No jokers.'),
  minBoxes: by(1, TERMS, 11, 'One box is enough.'),
  tieBet: by('stays', BOX, 23, 'A tied bet stays on its box.'),
  dealOrder: by(['boxes:up', 'dealer:up', 'boxes:up'], TERMS, 11, 'Two cards for each box and one for the dealer, face up.'),
  peek: by([], TERMS, 11, 'The dealer gets one card, face up.'),

  pictureValue: by(10, TERMS, 11, 'Pictures count ten.'),
  aceValue: by('player-chooses', TERMS, 11, 'The player counts an ace as he likes.'),
  dealerAce: by('high-unless-bust', BOX, 23, "The dealer's ace counts as high as it can without a bust."),
  winner: by('closest-to-21', BOX, 23, 'The higher total wins.'),
  winPays: by([1, 1], BOX, 23, 'A win pays even.'),
  bustLoses: by('always', 'Black Jack', 7, 'Exceeding 21 loses the bet, so a dealer bust pays only boxes still in.'),
  bustTaken: by('at-once', 'Black Jack', 7, 'Exceeding 21 loses the bet, whatever the dealer draws.'),

  dealerStandsOn: by(17, BOX, 23, 'The dealer draws below 17 and stands from 17.'),
  dealerSoft17: by('stand', BOX, 23, 'The ace at its highest makes every 17 final.'),
  dealerDraws: by('after-all-players', BOX, 23, 'The dealer draws when all players have decided.'),

  blackjackPay: by([3, 2], BOX, 21, 'A natural pays three to two.'),
  blackjackPaidWhen: by('at-once-unless-ace-or-ten', BOX, 21, 'It is paid at once unless the dealer shows ace or ten.'),
  blackjackAgainstBlackjack: by('push', BOX, 21, 'Two naturals tie.'),
  blackjackAfterSplit: by(false, 'Split', 34, 'Ace and ten on a split box are 21 only.'),
  blackjackBeats21: by(true, TERMS, 17, 'A natural is the highest hand.'),
  blackjackBeforePlay: by('required', BOX, 21, 'Unless the dealer shows ace or ten it is paid immediately.'),
  blackjackHeldBack: by('announced', BOX, 21, 'Against a ten it is only announced.'),
  blackjackCards: by('taken-when-paid', BOX, 21, 'The cards of a paid natural are taken away.'),
  evenMoneyAgainst: by(['A'], BOX, 21, 'Against an ace a natural may be paid even.'),
  evenMoneyPaid: by('at-once', BOX, 21, 'Even money is paid at once.'),

  doubleTotals: by('any', 'Double', 30, 'Any total may be doubled.'),
  doubleOn: by('first-two-cards', 'Double', 30, 'Before the third card only.'),
  doubleCards: by(1, 'Double', 30, 'A double gets one card.'),
  doubleOnBlackjack: by(false, 'Double', 30, 'A natural is not doubled.'),
  doubleAfterSplit: by('not-aces', 'Split', 34, 'Split boxes may be doubled, aces not.'),

  splitEquality: by('value', 'Split', 34, 'Two first cards of the same value are a pair.'),
  splitStake: by('equal', 'Split', 34, 'The second box needs the same bet.'),
  maxHands: by(4, 'Split', 34, 'Three splits, four boxes.'),
  splitAcesMaxHands: by(3, 'Split', 34, 'Aces are split twice at most, three boxes.'),
  splitAcesOneCard: by(true, 'Split', 34, 'A split ace gets one card.'),
  splitDealing: by('sequential', 'Split', 34, 'The first box is finished before the second gets its card.'),

  insurance: by(
    INSURANCE,
    'Insurance',
    38,
    "Against an ace up to half of all the player's bets, naturals left out; others may cover who refuses.",
  ),
  insurancePlace: by('insurance-line', 'Insurance', 38, 'Insurance lies on its line.'),
  insuranceCountsBlackjacks: by(false, 'Insurance', 38, 'A natural is not insured, so its bet does not count.'),

  surrender: by('early', 'Surrender', 42, 'A player may give up before his third card.'),
  surrenderNotAgainst: by(['A'], 'Surrender', 42, 'Not against an ace.'),
  surrenderLoses: by([1, 2], 'Surrender', 42, 'Half of the bet is lost.'),
  surrenderTurn: by('any', 'Surrender', 42, 'At any time, whoever plays.'),
  surrenderUntil: by('third-card', 'Surrender', 42, 'Any time before the box gets its third card.'),

  sevens: group(by(SEVENS, PRIZES, 48, 'A first seven, two and three sevens win prizes.'), {
    firstSeven: by(SEVENS.firstSeven, PRIZES, 48, 'A first seven wins one to two.'),
    twoSevens: by(SEVENS.twoSevens, PRIZES, 50, 'Two sevens win one to one.'),
    twoSuited: by(SEVENS.twoSuited, PRIZES, 52, 'Two sevens of one suit win five to one.'),
    threeSevens: by(SEVENS.threeSevens, PRIZES, 54, 'Three sevens win ten to one.'),
    threeSuited: by(SEVENS.threeSuited, PRIZES, 56, 'Three sevens of one suit win a hundred to one.'),
    base: practice(SEVENS.base, 'field', 'The document names no stake of their own, so prizes are counted on the box bet.'),
    onlyWinning: by(SEVENS.onlyWinning, PRIZES, 59, 'Only winning boxes get prizes.'),
    highestOnly: practice(SEVENS.highestOnly, 'field', 'The document does not add prizes up, so the highest alone is paid.'),
  }),
  sevensAfterSplit: practice(
    'first-hand-if-a-hand-wins',
    'field',
    'The document keeps prizes after a split without saying how; the first card counts with the first hand.',
  ),
  sevensPaid: by('after-the-round', PRIZES, 59, 'Prizes are paid after the round, to winning boxes only.'),

  disputes: by('management-decides', PRIZES, 61, "The management's decision is final."),
})
