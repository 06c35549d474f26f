/** What players do in their turn that the dealer must refuse, and what is dealt to them wrongly. */
import { count, pips, rankOf } from '../cards.ts'
import type { TurnAsk } from '../slips.ts'
import type { PlayedAction } from '../types.ts'
import type { ErrorRow, ErrorRows, Scene } from './row.ts'

/** A move at a player's turn that the rules do not offer; null: no chance. */
const onTurn =
  (does: (ask: TurnAsk, scene: Scene) => PlayedAction | null): ErrorRow['errs'] =>
  (strike, scene) => ({
    slips: {
      acts: (ask) => {
        const move = does(ask, scene)
        return move !== null && strike({ box: ask.box, hand: ask.hand, spot: `${ask.box}.main` }) ? move : null
      },
    },
  })

const hasTwo = ({ cards }: TurnAsk): boolean => cards.length === 2
/** A player's turn on his first two cards or on those of a split hand. */
const decides = ({ moves, absent }: TurnAsk): boolean => moves.length > 0 && !absent
const isHard9To11 = ({ cards }: TurnAsk): boolean => {
  const { total } = count(cards)
  return total >= 9 && total <= 11 && !cards.some((card) => rankOf(card) === 'A')
}
const isAces = ({ cards }: TurnAsk): boolean => cards.every((card) => rankOf(card) === 'A')
const upOf = ({ game }: Scene): string => {
  const up = game().dealer.find(({ down }) => !down)?.card[0] ?? ''
  return 'TJQK'.includes(up) ? 'T' : up
}
const isRefused = (scene: Scene): boolean => scene.rules.surrenderNotAgainst.some((rank) => rank === upOf(scene))
const isPair = ({ splitEquality }: Scene['rules'], { cards }: TurnAsk): boolean => {
  const [one, other] = cards
  if (one === undefined || other === undefined) return false
  return splitEquality === 'value' ? pips(one) === pips(other) : rankOf(one) === rankOf(other)
}
/** Were it not for the split, the hand might be doubled. */
const isDoubleTotal = ({ doubleTotals }: Scene['rules'], { cards }: TurnAsk): boolean => {
  const hard = cards.reduce((sum, card) => sum + pips(card), 0)
  return doubleTotals === 'any' || (doubleTotals.includes(hard) && !cards.some((card) => rankOf(card) === 'A'))
}
const givesFree = ({ freeDouble, freeSplit }: Scene['rules']): boolean => freeDouble || freeSplit

export const PLAY_ERRORS: ErrorRows = {
  'HIT-ON-21': {
    does: 'a hand gets a card on 21',
    errs: onTurn(({ moves, cards, blackjack, splitAces, actions }) => {
      const isDoubled = actions.some((action) => action.endsWith('double'))
      return moves.length === 0 && count(cards).total === 21 && !blackjack && !splitAces && !isDoubled ? 'hit' : null
    }),
  },
  'STAND-ON-11': {
    does: 'a hand stands on 11 or less',
    under: ({ mustDrawTo }) => mustDrawTo !== 'none',
    errs: onTurn((ask, { rules }) =>
      decides(ask) && rules.mustDrawTo !== 'none' && count(ask.cards).total <= rules.mustDrawTo ? 'stand' : null,
    ),
  },
  'DOUBLE-TOTAL': {
    does: 'a hand is doubled on a total that may not be doubled',
    under: ({ doubleTotals }) => doubleTotals !== 'any',
    errs: onTurn((ask) => {
      const mayNot = decides(ask) && hasTwo(ask) && !ask.fromSplit && !ask.moves.some((move) => move.endsWith('double'))
      return mayNot && count(ask.cards).total < 20 ? 'double' : null
    }),
  },
  'DOUBLE-LATE': {
    does: 'a hand is doubled after its third card',
    errs: onTurn((ask) => (decides(ask) && ask.cards.length > 2 && count(ask.cards).total < 17 ? 'double' : null)),
  },
  'DOUBLE-AMOUNT': {
    does: 'a double does not equal the bet, or exceeds it if the house allows less',
    errs: (strike, { game, random, rules }) => ({
      slips: {
        raises: ({ box, hand, area, what, bet, right }) => {
          const step = Math.min(...game().chips) * (1 + Math.floor(random() * 4))
          const isLess = random() < 0.5 && bet > step && rules.doubleAmount === 'equal'
          const moved = bet + (isLess ? -step : step)
          return what === 'double' && strike({ box, hand, spot: `${box}.${area}`, due: right, moved }) ? moved : right
        },
      },
    }),
  },
  'DOUBLE-TWO-CARDS': {
    does: 'a doubled hand gets two cards',
    errs: (strike) => ({
      slips: { dealsAgain: ({ box, hand }) => strike({ box, hand, spot: `${box}.main` }) },
    }),
  },
  'DOUBLE-NO-CARD': {
    does: 'a doubled hand gets no card',
    errs: (strike) => ({
      slips: { dealsDouble: ({ box, hand }) => !strike({ box, hand, spot: `${box}.main` }) },
    }),
  },
  'DOUBLE-ON-BJ': {
    does: 'a natural is doubled',
    seeks: { box: ['A', 'TJQK'], dealer: ['TJQKA'] },
    under: ({ dealOrder }) => !dealOrder.includes('dealer:down'),
    errs: (strike, { game }) => ({
      slips: {
        acts: ({ box, hand, blackjack }) => {
          // A natural that was already paid does not play on.
          const waits = game().boxesInPlay.some((play) => play.box === box && play.hands[0]?.outcome === null)
          return blackjack && waits && strike({ box, hand, spot: `${box}.main` }) ? 'double' : null
        },
      },
    }),
  },
  'DOUBLE-AFTER-SPLIT': {
    does: 'a split hand is doubled where it may not be',
    under: ({ doubleAfterSplit, maxHands }) => doubleAfterSplit === 'no' && maxHands > 1,
    seeks: { box: ['8', '8'] },
    errs: onTurn((ask, { rules }) =>
      decides(ask) && hasTwo(ask) && ask.fromSplit && !ask.splitAces && isDoubleTotal(rules, ask) && count(ask.cards).total < 20
        ? 'double'
        : null,
    ),
  },
  'SPLIT-NOT-PAIR': {
    does: 'two cards that are not a pair are split',
    under: ({ maxHands }) => maxHands > 1,
    errs: onTurn((ask, { rules }) => {
      const { cards, hands } = ask
      const mayNot = decides(ask) && hasTwo(ask) && !ask.fromSplit && hands === 1 && !ask.moves.some((move) => move.endsWith('split'))
      return mayNot && !isPair(rules, ask) && count(cards).total < 21 ? 'split' : null
    }),
  },
  'SPLIT-LATE': {
    does: 'a pair is split after its hand has drawn',
    under: ({ maxHands }) => maxHands > 1,
    seeks: { box: ['3', '3'] },
    errs: (strike, scene) => ({
      // He draws to his pair first.
      players: { decides: (decision) => (decision.moves.includes('split') ? 'hit' : scene.players.decides(decision)) },
      slips: {
        acts: (ask) => {
          const mayNot = decides(ask) && ask.cards.length > 2 && ask.hands === 1 && isPair(scene.rules, ask)
          return mayNot && count(ask.cards).total < 21 && strike({ box: ask.box, hand: ask.hand, spot: `${ask.box}.main` }) ? 'split' : null
        },
      },
    }),
  },
  'SPLIT-AMOUNT': {
    does: 'the second bet for a split does not equal the first',
    under: ({ maxHands }) => maxHands > 1,
    seeks: { box: ['TJQK', 'TJQK'] },
    errs: (strike, { game, random, players }) => ({
      players: { decides: (decision) => (decision.moves.includes('split') ? 'split' : players.decides(decision)) },
      slips: {
        raises: ({ box, hand, area, what, right }) => {
          const step = Math.min(...game().chips) * (1 + Math.floor(random() * 4))
          const moved = right + (random() < 0.5 && right > step ? -step : step)
          return what === 'split' && strike({ box, hand, spot: `${box}.${area}`, due: right, moved }) ? moved : right
        },
      },
    }),
  },
  'SPLIT-TOO-MANY': {
    does: 'a box is split into more hands than the house allows',
    under: ({ maxHands }) => maxHands > 1,
    seeks: { box: ['8', '8'], next: ['8', '8', '8', '8'] },
    errs: onTurn((ask, { rules }) => {
      const isFull = decides(ask) && hasTwo(ask) && ask.fromSplit && ask.hands === rules.maxHands && !isAces(ask)
      return isFull && rankOf(ask.cards[0] as never) === rankOf(ask.cards[1] as never) ? 'split' : null
    }),
  },
  'SPLIT-ACES-TOO-MANY': {
    does: 'aces are split into more hands than the house allows',
    under: ({ splitAcesMaxHands, maxHands }) => splitAcesMaxHands < maxHands,
    seeks: { box: ['A', 'A'], next: ['A', 'A', 'A', 'A'] },
    errs: onTurn((ask, { rules }) =>
      ask.splitAces && hasTwo(ask) && isAces(ask) && ask.hands === rules.splitAcesMaxHands ? 'split' : null,
    ),
  },
  'SPLIT-ACE-EXTRA-CARD': {
    does: 'a split ace gets a second card',
    under: ({ splitAcesOneCard }) => splitAcesOneCard,
    seeks: { box: ['A', 'A'] },
    errs: onTurn((ask) => (ask.splitAces && hasTwo(ask) && count(ask.cards).total < 21 && !isAces(ask) ? 'hit' : null)),
  },
  'SPLIT-ACE-DOUBLE': {
    does: 'a split ace is doubled',
    under: ({ doubleAfterSplit, splitAcesOneCard }) => doubleAfterSplit !== 'yes' || splitAcesOneCard,
    seeks: { box: ['A', 'A'] },
    errs: onTurn((ask) => (ask.splitAces && hasTwo(ask) && count(ask.cards).total < 21 && !isAces(ask) ? 'double' : null)),
  },
  'SPLIT-DEAL-ORDER': {
    does: 'split hands are dealt in the order of other houses',
    under: ({ maxHands }) => maxHands > 1,
    seeks: { box: ['8', '8'] },
    errs: (strike) => ({
      slips: {
        splitDealing: ({ box, splitAces }, right) =>
          !splitAces && strike({ box, spot: `${box}.main` }) ? (right === 'together' ? 'sequential' : 'together') : right,
      },
    }),
  },
  'SPLIT-NO-CARD': {
    does: 'a split hand gets no second card',
    under: ({ maxHands }) => maxHands > 1,
    seeks: { box: ['8', '8'] },
    errs: (strike) => ({
      slips: { dealsSplit: ({ box, hand }) => !strike({ box, hand, spot: `${box}.main` }) },
    }),
  },
  'SURRENDER-NONE': {
    does: 'a player gives up half of his bet although the house has no surrender',
    under: ({ surrender }) => surrender === 'none',
    errs: onTurn((ask) => (decides(ask) && hasTwo(ask) && !ask.fromSplit && count(ask.cards).total > 11 ? 'surrender' : null)),
  },
  'SURRENDER-VS-ACE': {
    does: 'a hand is surrendered against an up card that does not allow it',
    under: ({ surrender, surrenderNotAgainst }) => surrender !== 'none' && surrenderNotAgainst.length > 0,
    seeks: { dealer: ['A'] },
    errs: onTurn((ask, scene) => (decides(ask) && hasTwo(ask) && !ask.fromSplit && isRefused(scene) ? 'surrender' : null)),
  },
  'SURRENDER-LATE': {
    does: 'a hand is surrendered after it has drawn',
    under: ({ surrender }) => surrender !== 'none',
    errs: onTurn((ask, scene) => (decides(ask) && ask.cards.length > 2 && !ask.fromSplit && !isRefused(scene) ? 'surrender' : null)),
  },
  'SURRENDER-DEALER-BJ': {
    does: 'the dealer takes half of a bet against his natural',
    under: ({ surrender }) => surrender === 'late',
    seeks: { dealer: ['A', 'TJQK'] },
    errs: (strike, { game }) => ({
      slips: {
        settles: (asks) =>
          asks.map((ask) => {
            const fits = game().endedByCheck && !ask.blackjack && ask.outcome === 'lose' && ask.area === 'main'
            const moved = -Math.floor(ask.unit / 2)
            const isWhole = moved % Math.min(...game().chips) === 0
            return fits && isWhole && strike({ box: ask.box, hand: ask.hand, spot: `${ask.box}.main`, due: ask.right, moved })
              ? moved
              : ask.right
          }),
      },
    }),
  },
  'PLAY-ORDER': {
    does: 'a box plays before the one ahead of it',
    errs: (strike) => ({
      slips: {
        playOrder: (boxes) => {
          const at = boxes.findIndex((_box, index) => index > 0 && strike({}))
          if (at < 0) return boxes
          return boxes.map((box, index) => (index === at - 1 ? (boxes[at] ?? box) : index === at ? (boxes[at - 1] ?? box) : box))
        },
      },
    }),
  },
  'ABSENT-RULE': {
    does: "an absent player's hand is not played by the rule",
    errs: (strike, scene) => ({
      players: { leaves: (box) => (scene.random() < 0.5 ? 'before' : scene.players.leaves(box)) },
      slips: {
        acts: ({ absent, standIn, moves, cards, box, hand }) => {
          if (!absent || standIn || moves.length === 0) return null
          const { total } = count(cards)
          const draws = scene.rules.absentPlayer === 'draw-to-16' && total <= 16
          const wrong = draws ? 'stand' : 'hit'
          return total < 21 && strike({ box, hand, spot: `${box}.main` }) ? wrong : null
        },
      },
    }),
  },
  'FB-TOKEN-INELIGIBLE-SPLIT': {
    does: 'a pair of ten-values is split on a lammer',
    under: ({ freeSplit }) => freeSplit,
    seeks: { box: ['T', 'T'] },
    errs: onTurn((ask) => (ask.moves.includes('split') && !ask.moves.includes('free-split') && !ask.fromSplit ? 'free-split' : null)),
  },
  'FB-TOKEN-INELIGIBLE-DOUBLE': {
    does: 'a hand that is not a hard 9 to 11 is doubled on a lammer',
    under: ({ freeDouble }) => freeDouble,
    errs: onTurn((ask) => (ask.moves.includes('double') && !isHard9To11(ask) && count(ask.cards).total < 17 ? 'free-double' : null)),
  },
  'FB-CHARGED': {
    does: 'a player lays chips for a double or split that is free',
    under: givesFree,
    errs: onTurn(({ moves }) => (moves.includes('free-double') ? 'double' : moves.includes('free-split') ? 'split' : null)),
  },
}
