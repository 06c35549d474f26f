/** Rule document 003: blackjack dealt face down with the dealer's first card down, late surrender. Sections are the document's headings. */
import { clausesOf, defineHouse, group, practice } from './house.ts'
import { PRACTICE } from './practice.ts'
import type { InsuranceRules } from './rules.ts'

const by = clausesOf('003')
const [TERMS, PLAYING] = ['Card values & terms', 'Playing the game']

const INSURANCE: InsuranceRules = {
  against: 'A',
  ratio: [1, 2],
  exact: true,
  base: 'box',
  min: 'none',
  step: 'none',
  deadline: 'before-check',
  pays: [2, 1],
  blackjackInsurable: true,
  othersMayCover: false,
  insuredBlackjackAgainstBlackjack: 'lost',
}

export const GLD = defineHouse('gld', '003', 'GLD rule book', {
  ...PRACTICE,
  decks: practice(6, 'field', 'A rule book for the home; six packs as at other tables.'),
  betDeadline: by('before the first card', PLAYING, 34, 'Dealing begins once all bets are made.'),
  tieBet: by('returned', PLAYING, 52, 'A tied bet goes back to the player.'),

  dealOrder: by(['boxes:down', 'dealer:down', 'boxes:down', 'dealer:up'], PLAYING, 34, "All cards face down but the dealer's second."),
  playOrder: by('from-the-dealers-left', PLAYING, 34, "Dealing begins at the dealer's left."),
  peek: practice(['A', 'T'], '003 line 48', 'Surrender is barred by a dealer natural, so the dealer must have looked.'),

  pictureValue: by(10, TERMS, 19, 'Ten-value cards count ten.'),
  aceValue: by('best-hand', TERMS, 15, 'An ace counts for the best hand.'),
  dealerAce: by('high-unless-bust', TERMS, 15, "An ace counts for the best hand, the dealer's too."),
  winner: by('closest-to-21', 'Objective', 11, 'The hand nearer to 21 from below wins.'),
  winPays: by([1, 1], PLAYING, 52, 'A win pays even.'),
  bustLoses: by('always', 'Three ways to beat the dealer', 30, 'A dealer bust pays only hands that did not bust.'),

  dealerStandsOn: by(17, PLAYING, 50, 'The dealer draws below 17 and else stands.'),
  dealerSoft17: by('stand', PLAYING, 50, "Every 17 ends the dealer's hand."),
  dealerDraws: by('after-all-players', PLAYING, 50, 'The dealer plays when all players have decided.'),
  dealerBlackjackTakes: practice(
    'main before play',
    '58 Pa. Code 633a.11(d)',
    'A dealer natural shows before play, so original bets alone are at stake.',
  ),

  blackjackPay: by([3, 2], PLAYING, 52, 'A natural pays three to two.'),
  blackjackPaidWhen: practice('after-check', 'field', 'A natural is paid once the dealer has looked.'),
  blackjackAgainstBlackjack: by('push', PLAYING, 52, 'Equal hands tie, two naturals too.'),
  blackjackBeats21: by(true, PLAYING, 52, 'A natural beats an ordinary 21.'),

  drawnCards: by('any-number', `${PLAYING}: Hit`, 38, 'A player draws until he is satisfied or busts.'),
  doubleCards: by(1, `${PLAYING}: Double`, 42, 'A double gets one card.'),
  aceOnDouble: by('best-total', TERMS, 15, 'An ace counts for the best hand, doubled or not.'),
  doubleAmount: by('equal', `${PLAYING}: Double`, 42, 'A double adds exactly the original bet.'),

  splitEquality: by('rank', `${PLAYING}: Split`, 44, 'Two cards of the same number are a pair.'),
  splitStake: by('equal', `${PLAYING}: Split`, 44, 'The second hand needs the same bet.'),
  splitDealing: by('together', `${PLAYING}: Split`, 44, 'Both hands get their second card at the split.'),

  insurance: group(
    by(
      INSURANCE,
      `${PLAYING}: Insurance`,
      46,
      'Against an ace exactly half of the bet, paid two to one; an insured natural loses to a natural.',
    ),
    { deadline: practice('before-check', 'field', 'Insurance closes when the dealer checks for a blackjack.') },
  ),
  insurancePlace: by('insurance-line', `${PLAYING}: Insurance`, 46, 'Insurance lies on the insurance line.'),

  surrender: by('late', `${PLAYING}: Surrender`, 48, 'A hand may be given up, but not to a dealer natural.'),
  surrenderLoses: by([1, 2], `${PLAYING}: Surrender`, 48, 'Half of the bet is lost.'),
  surrenderTurn: practice('any', '003 line 48', 'Who gives up does so immediately, so he does not wait for his turn.'),
  surrenderUntil: by('first-decision', `${PLAYING}: Surrender`, 48, 'At once on seeing the first cards.'),
})
