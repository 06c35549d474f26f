/**
 * The rules besides those the engine reads as numbers and lists: one row per rule, with every value it may have. The type of these
 * fields is derived from the rows, so a house cannot use a word that is not here.
 *
 * `use`: `judged`: rounds are judged by it, and a table may change it. `fixed`: rounds are judged only by the house's own value, so a
 * table may not change it. `stated`: no sensor sees it; it is only published and printed, and a table may change it. For a bet that a
 * house does not offer, the rules say what would apply if a table offered it.
 */
export const GROUPS = [
  'shoe',
  'bets',
  'people',
  'deal',
  'cards',
  'dealer',
  'blackjack',
  'drawing',
  'split',
  'free bets',
  'insurance',
  'surrender',
  'side bets',
  'order',
  'house',
] as const
export type Group = (typeof GROUPS)[number]

type Word = string | number | boolean | readonly number[]
export interface StatedRow {
  readonly group: Group
  readonly use: 'judged' | 'fixed' | 'stated'
  readonly values: readonly Word[]
  readonly means: string
}

const stated = <const V extends readonly Word[]>(group: Group, values: V, means: string) =>
  ({ group, use: 'stated', values, means }) as const satisfies StatedRow
const judged = <const V extends readonly Word[]>(group: Group, values: V, means: string) =>
  ({ group, use: 'judged', values, means }) as const satisfies StatedRow
const fixed = <const V extends readonly Word[]>(group: Group, values: V, means: string) =>
  ({ group, use: 'fixed', values, means }) as const satisfies StatedRow

export const STATED = {
  jokers: fixed('shoe', [false], 'Whether the shoe holds jokers.'),
  shuffledBy: stated('shoe', ['hand-or-machine', 'house-choice'], 'How the cards are shuffled.'),
  cutRightFirst: stated('shoe', ['player-at-the-far-left', 'house-choice'], 'Who may cut at the beginning of a game.'),
  cutRightLater: stated('shoe', ['player-dealt-the-cut-card', 'house-choice'], 'Who may cut later.'),
  cutRefused: stated('shoe', ['next-player-then-supervisor', 'house-choice'], 'Who cuts when the player entitled to it will not.'),
  cutCardInsertedBy: stated('shoe', ['dealer', 'not-stated'], 'Who puts the cut card into the pack.'),
  cutAtLeastCards: stated('shoe', [10, 52], 'The fewest cards that a player may cut off.'),
  cutCardMeasuredFrom: fixed('shoe', ['back', 'front'], "Which end of the shoe the cut card's place is measured from."),
  afterCutCard: fixed('shoe', ['finish-round-then-shuffle'], 'What happens after the cut card has come out.'),
  shoeEmpty: fixed('shoe', ['shuffle-discards-and-finish'], 'What happens when the shoe runs empty during a round.'),
  burnAtDealerChange: judged('shoe', [0, 1], 'Cards burned when the dealer is relieved.'),

  betAtLeast: fixed('bets', ['table-minimum'], 'The least a player must bet to take part.'),
  limitsShown: stated('bets', ['plate-at-the-table', 'table-choice'], 'Where the limits are shown.'),
  maximumCounts: fixed('bets', ['per-bet', 'per-box'], "What the table's maximum is compared with."),
  excessReturned: stated('bets', ['co-bettors-first'], 'Whose chips go back first when a box is over its maximum.'),
  doublesCountAgainstMaximum: fixed('bets', [false], 'Whether doubled and split stakes count against the maximum.'),
  maximumPartnership: stated('bets', ['forbidden', 'not-stated'], 'Players acting together to exceed the maximum.'),
  minBoxes: fixed('bets', [1], 'The fewest boxes in play.'),
  sideBetsNeedMain: fixed('bets', [true], 'Whether a side bet needs a main bet on the same box.'),
  tieBet: fixed('bets', ['stays', 'returned'], 'What happens to a bet that neither wins nor loses.'),
  collectWhen: stated(
    'bets',
    ['after-the-box-is-paid', 'after-the-table-is-paid'],
    'When players may take back bets and winnings; the default of `collectAfter`.',
  ),
  houseLiableUntil: stated('bets', ['paid-out', 'not-stated'], 'How long the house is liable for chips on the layout.'),

  boxHolder: stated('people', ['sitting-player'], 'Who holds a box.'),
  playerAnswers: stated('people', ['clear-request', 'card-or-rest', 'pointing', 'not-stated'], 'How a player says what he wants.'),
  drawDecidedBy: stated('people', ['holder'], 'Who decides whether a box draws or stands.'),
  coBettorsDraw: fixed('people', ['as-the-holder'], 'Whether other bettors of a box may play differently from its holder.'),
  coBettorsOwnDouble: fixed('people', [false], 'Whether another bettor may double where the holder does not.'),
  coBettorsNotSplitting: fixed('people', ['ride-on-the-first-hand'], "Where a co-bettor's stake plays when he does not join a split."),
  holderAbsent: judged(
    'people',
    ['second-bettor-decides', 'as-absent-player'],
    'Who decides when the holder is away and others bet on his box.',
  ),
  adviceByOthers: stated('people', ['forbidden', 'not-stated'], 'Whether standing co-bettors may advise the holder.'),
  absentCalledBy: stated('people', ['supervisor', 'not-stated'], "Who calls the cards of an absent player's hand."),
  absentTotalCounts: judged('people', ['best', 'hard'], "Which total of an absent player's hand decides whether he draws."),
  absentWinOrTie: stated('people', ['bet-removed', 'bet-stays'], "What happens to an absent player's bet that wins or ties."),
  dealerTokes: judged(
    'people',
    ['share-free-bets', 'not-stated'],
    'Whether the second spot of a box may hold a bet for the dealer, which keeps to no minimum and takes part in free bets.',
  ),

  pictureValue: fixed('cards', [10], 'Points of king, queen and jack.'),
  aceValue: stated('cards', ['player-chooses', 'best-hand'], "How an ace counts in a player's hand; both come to the best total."),
  dealerAce: stated('cards', ['high-from-17', 'high-unless-bust', 'not-stated'], "How an ace counts in the dealer's hand."),
  winner: fixed('cards', ['closest-to-21'], 'Which hand wins.'),
  winPays: fixed('cards', [[1, 1]], 'What an ordinary win pays, also after a double or split: profit to stake.'),
  bustLoses: fixed('cards', ['always'], 'Whether a busted hand loses even when the dealer busts.'),

  dealerStandsOn: fixed('dealer', [17], 'The hard total from which the dealer stands.'),
  dealerDraws: fixed('dealer', ['after-all-players'], "When the dealer's hand is completed."),
  dealer22Blackjack: stated('dealer', ['paid', 'not-stated'], 'What a natural gets against a dealer total of 22.'),
  dealer22BustedHands: fixed('dealer', ['stay-lost'], 'What happens to busted wagers still lying when the dealer totals 22.'),
  dealerDrawForBlackjack: judged('dealer', ['finish', 'one-card-enough'], 'How far the dealer draws when only an unpaid natural is open.'),
  dealerDrawForInsurance: fixed('dealer', ['one-card-enough'], 'How far the dealer must draw when only an insurance is open.'),

  blackjackAgainstBlackjack: fixed('blackjack', ['push'], "What a natural gets against the dealer's natural."),
  blackjackAfterSplit: fixed('blackjack', [false], 'Whether ace and ten-value on a split hand are a natural.'),
  blackjackBeats21: fixed('blackjack', [true], 'Whether a natural beats a total of 21 in more cards.'),
  blackjackHeldBack: stated('blackjack', ['announced', 'not-stated'], 'What the dealer does with a natural he may not pay yet.'),
  blackjackBeforePlay: stated(
    'blackjack',
    ['required', 'not-stated'],
    'Whether a natural that the dealer can no longer equal must be paid before anybody plays.',
  ),
  blackjackCards: stated('blackjack', ['taken-when-paid', 'tucked-under-push22', 'not-stated'], 'Where the cards of a paid natural go.'),
  evenMoneyPaid: fixed('blackjack', ['at-once'], 'When a natural that takes even money is paid.'),
  evenMoneyDecidedBy: stated('blackjack', ['each-bettor', 'holder'], 'Who chooses even money on a box.'),

  drawnCards: fixed('drawing', ['any-number'], 'How many cards a player may draw until he stands or busts.'),
  charlie: judged(
    'drawing',
    ['none', 5, 6, 7],
    'With how many cards a hand that has not gone bust has won, whatever the dealer has. It is paid even money as soon as its box needs no dealer.',
  ),
  doubleOn: fixed('drawing', ['first-two-cards'], 'Which hands may be doubled.'),
  doubleCards: fixed('drawing', [1], 'Cards a doubled hand gets.'),
  doubleTotalsCount: judged('drawing', ['hard', 'either'], 'Whether a listed double total must be hard or may use an ace as 1.'),
  doubleOnBlackjack: fixed('drawing', [false], 'Whether a natural may be doubled.'),
  aceOnDouble: fixed('drawing', ['best-total'], 'How an ace counts on a doubled hand.'),

  splitRealBet: fixed('split', ['with-the-first-card'], 'Which hand of a split keeps the original bet.'),
  splitStake: fixed('split', ['equal'], 'The stake a split hand needs beside the original.'),
  freeSplitExcept: fixed('free bets', ['ten-values'], 'Pairs that split only for money where free splits are given.'),
  freeResplit: judged('free bets', [true, false], 'Whether splits after the first are free too.'),
  freeDoubleTotals: fixed('free bets', [[9, 10, 11]], 'Two-card totals doubled free.'),
  freeDoubleWithAce: fixed('free bets', [false], 'Whether a hand with an ace may be doubled free.'),
  freeDoubleAfterSplit: judged('free bets', [true, false], 'Whether split hands may be doubled free.'),
  freeSplitLammer: stated('free bets', ['under-the-second-card', 'beside-the-bet'], 'Where the lammer of a free split lies.'),
  freeDoubleLammer: stated('free bets', ['beside-the-bet'], 'Where the lammer of a free double lies.'),
  freeWinPays: fixed('free bets', ['original-bet'], 'What a winning lammer is paid.'),
  freeLossTakes: fixed('free bets', ['lammer-only'], 'What the house takes for a losing lammer beside the real bet.'),
  freeTieTakes: fixed('free bets', ['lammer-only'], 'What the house takes for a tied lammer.'),
  freeHandsSettle: judged('free bets', ['each-on-its-own', 'with-the-real-hand'], 'How a free hand is settled beside the real one.'),
  freeLammerGoes: stated('free bets', ['rack', 'pot-of-gold-then-rack'], 'Where a lammer goes when its hand is settled.'),
  freeBetCovers: judged('free bets', ['following-bettors', 'holder'], 'Whose bets on a box a free bet covers.'),
  bustedRealWager: judged(
    'free bets',
    ['parked-until-the-hand-ends', 'taken'],
    'Where a real wager goes when it busts before a free hand.',
  ),
  bustedRealWagerPlace: stated(
    'free bets',
    ['insurance-line-on-its-cards', 'not-stated'],
    'Where a real wager lies that waits for a free hand of its box.',
  ),
  paidSplits: fixed('free bets', ['any-pair'], 'Pairs that may also be split for money.'),
  freeBetIs: fixed('free bets', ['optional'], 'Whether a player may pay for a double or split he could have free, or leave it.'),
  freeBetAsked: stated('free bets', ['pointing', 'not-stated'], 'How a player asks for a free bet.'),

  insuranceFor: judged('insurance', ['every-bettor', 'holder'], 'Who may insure on a box.'),
  insuranceSign: stated('insurance', ['ace-turned-sideways', 'not-stated'], 'What the dealer does with his ace when he offers insurance.'),
  insurancePlace: fixed('insurance', ['insurance-line'], 'Where insurance is placed.'),
  insuranceStake: judged(
    'insurance',
    ['stake-so-far', 'first-bet'],
    'Which stake the insurance is measured by once a hand was doubled or split.',
  ),
  insuranceCountsBlackjacks: judged('insurance', [true, false], 'Whether the bet under a natural counts towards the insurance allowed.'),
  insuranceSettled: stated('insurance', ['losers-first', 'not-stated'], 'What is settled before a winning insurance.'),

  surrenderLoses: fixed('surrender', [[1, 2]], 'The share of the bet a surrender gives up.'),
  surrenderOddHalf: fixed('surrender', ['returned-half-is-rounded'], 'Which half of an odd bet is rounded to the smallest chip.'),
  surrenderTurn: judged('surrender', ['any', 'in-turn'], 'Whether a hand may be surrendered while others play, or in its turn alone.'),
  surrenderUntil: stated('surrender', ['third-card', 'first-decision'], 'How long a hand may be surrendered.'),
  surrenderAfterSplit: fixed('surrender', [false], 'Whether a split hand may be surrendered.'),

  bustedCards: stated('side bets', ['tucked-under-push22', 'not-stated'], 'Where the cards of a busted hand go.'),
  push22AfterBust: fixed('side bets', ['stays'], 'What happens to Push 22 when its hand busts or was paid as a natural.'),
  push22Hand: judged('side bets', ['first-hand', 'any-hand'], "Which hand's total the Push 22 condition looks at after a split."),
  potOfGoldTier: fixed('side bets', ['highest-only'], 'Which lines of the Pot of Gold table are paid.'),
  potOfGoldCounts: fixed('side bets', ['original-hand-with-its-splits'], 'Which lammers a Pot of Gold bet counts.'),
  potOfGoldPaidOn: fixed('side bets', ['any-result'], 'Results of the main hand on which Pot of Gold is paid.'),
  potOfGoldNotQualifying: fixed('side bets', ['taken-before-check'], 'When Pot of Gold is taken from a hand that cannot have a free bet.'),
  potOfGoldPickUp: stated('side bets', ['right-to-left', 'not-stated'], 'From which side Pot of Gold bets that cannot win are picked up.'),
  potOfGoldDeclined: fixed('side bets', ['taken-at-once'], 'What happens to Pot of Gold when the free bet is declined.'),
  potOfGoldDealerBlackjack: fixed('side bets', ['lost'], 'What happens to Pot of Gold against a dealer natural.'),
  sevensAfterSplit: fixed('side bets', ['first-hand-if-a-hand-wins'], 'How the sevens prizes count after a split.'),
  sevensStake: fixed('side bets', ['first-bet'], 'Which stake of a box the prizes are counted on.'),
  sevensRun: fixed('side bets', ['unbroken-from-the-first-card'], 'Which sevens of a box count.'),
  sevensDiverse: fixed('side bets', ['not-all-one-suit'], 'Which three sevens are of diverse suits.'),
  sevensPaid: fixed('side bets', ['after-the-round'], 'When the sevens prizes are paid.'),

  playOrder: fixed('order', ['from-the-dealers-left'], 'The order in which boxes are dealt and play.'),
  aids: stated('house', ['forbidden', 'not-stated'], 'Devices that record, analyse or plan the game.'),
  aidsFollowedBy: stated('house', ['removal', 'not-stated'], 'What happens when a player uses such a device.'),
  interruption: stated('house', ['supervisor-decides', 'not-stated'], 'Who may interrupt the game.'),
  disputes: stated('house', ['management-decides', 'not-stated'], 'Whose decision is final.'),
} as const satisfies Record<string, StatedRow>

export type StatedName = keyof typeof STATED
/** The fields above with their possible values. */
export type StatedRules = { readonly [K in StatedName]: (typeof STATED)[K]['values'][number] }
