/** Naturals and free bets settled wrongly. */
import { count, isTwoCard21 } from '../cards.ts'
import { amountOn } from '../chips.ts'
import { type ErrorRows, onStake, placeOf, ratioOf, wrongAmount } from './row.ts'

const NATURAL = ['A', 'TJQK']
const hasHole = ({ dealOrder }: { readonly dealOrder: readonly string[] }): boolean => dealOrder.includes('dealer:down')
const givesFree = ({ freeDouble, freeSplit }: { readonly freeDouble: boolean; readonly freeSplit: boolean }): boolean =>
  freeDouble || freeSplit

export const BLACKJACK_ERRORS: ErrorRows = {
  'BJ-NOT-PAID-AT-ONCE': {
    does: 'the dealer leaves a natural unpaid until the settlement',
    under: ({ blackjackBeforePlay }) => blackjackBeforePlay === 'required',
    seeks: { box: NATURAL },
    errs: (strike) => ({ slips: { paysNaturalNow: (ask, right) => right && !strike({ ...placeOf(ask), moved: 0 }) } }),
  },
  'BJ-PAID-TOO-EARLY': {
    does: 'the dealer pays a natural that he may still equal',
    under: (rules) => !hasHole(rules),
    seeks: { box: NATURAL, dealer: ['ATJQK'] },
    errs: (strike) => ({ slips: { paysNaturalNow: (ask, right) => right || strike({ ...placeOf(ask), due: 0 }) } }),
  },
  'BJ-SHORT': {
    does: 'the dealer pays a natural 6:5 or 1:1',
    seeks: { box: NATURAL },
    errs: onStake((ask, dealer, scene) => {
      if (!ask.blackjack || ask.outcome !== 'blackjack') return null
      // If the player may have even money, 1:1 is even money and not a short payment.
      const up = dealer[0]?.[0] ?? ''
      const mayBeEven = scene.rules.evenMoneyAgainst.some((rank) => (rank === 'A' ? up === 'A' : 'TJQK'.includes(up)))
      return scene.random() < 0.5 && !mayBeEven ? ask.unit : ratioOf(scene, ask.unit, [6, 5])
    }),
  },
  'BJ-OVER': {
    does: 'the dealer pays a natural 2:1',
    seeks: { box: NATURAL },
    errs: onStake((ask) => (ask.blackjack && ask.outcome === 'blackjack' ? 2 * ask.unit : null)),
  },
  'BJ-ON-SPLIT': {
    does: 'the dealer pays 3:2 on ace and ten of a split hand',
    under: ({ maxHands }) => maxHands > 1,
    seeks: { box: ['A', 'A'], dealer: ['23456789'] },
    errs: onStake((ask, _dealer, scene) => {
      const fits = ask.fromSplit && isTwoCard21(ask.cards) && ask.outcome === 'win' && ask.free === 0 && ask.real > 0
      return fits ? ratioOf(scene, ask.unit, scene.rules.blackjackPay) : null
    }),
  },
  'BJ-V-BJ-PAID': {
    does: 'the dealer pays a natural against his own',
    seeks: { box: NATURAL, dealer: NATURAL },
    errs: onStake((ask, dealer, scene) =>
      ask.blackjack && ask.outcome === 'push' && isTwoCard21(dealer) ? ratioOf(scene, ask.unit, scene.rules.blackjackPay) : null,
    ),
  },
  'BJ-V-BJ-TAKEN': {
    does: 'the dealer takes a natural with his own',
    seeks: { box: NATURAL, dealer: NATURAL },
    errs: onStake((ask, dealer) => (ask.blackjack && ask.outcome === 'push' && isTwoCard21(dealer) ? -ask.unit : null)),
  },
  'BJ-LOST-TO-21': {
    does: 'the dealer takes or ties a natural against a drawn 21',
    // If naturals are paid before play, they never meet a drawn 21.
    under: (rules) => !hasHole(rules),
    seeks: { box: NATURAL, dealer: ['TJQK'] },
    errs: onStake((ask, dealer, { random }) =>
      ask.blackjack && ask.when === 'end' && dealer.length > 2 && count(dealer).total === 21 ? (random() < 0.5 ? -ask.unit : 0) : null,
    ),
  },
  'BJ-PUSHED-ON-22': {
    does: 'the dealer ties a natural on his 22',
    under: (rules) => rules.dealer22 === 'push' && !hasHole(rules),
    seeks: { box: NATURAL, dealer: ['TJQK'] },
    errs: onStake((ask, dealer) => (ask.blackjack && ask.when === 'end' && count(dealer).total === 22 ? 0 : null)),
  },
  'BJ-CARDS-LEFT-MAIN-TAKEN': {
    does: 'the dealer takes the Push 22 bet of a paid natural',
    under: ({ push22 }) => push22 !== 'none',
    spots: ['p22'],
    seeks: { box: NATURAL },
    errs: (strike) => ({
      slips: { takesPush22Early: (box, when) => when === 'natural' && strike({ box, hand: 1, spot: `${box}.p22` }) },
    }),
  },
  'EVEN-NOT-ALLOWED': {
    does: 'the dealer pays a natural 1:1 at once although the house does not offer even money',
    under: (rules) => !hasHole(rules) && rules.evenMoneyAgainst.length < 2,
    seeks: { box: NATURAL, dealer: ['ATJQK'] },
    errs: (strike, { game, rules }) => ({
      slips: {
        paysEven: (ask) => {
          const up = game().dealer[0]?.card[0] ?? ''
          const isOffered = rules.evenMoneyAgainst.some((rank) => (rank === 'A' ? up === 'A' : up !== 'A'))
          return !isOffered && strike({ ...placeOf(ask), moved: ask.unit })
        },
      },
    }),
  },
  'EVEN-AFTER-DRAW': {
    does: 'the dealer pays a natural 1:1 once his second card is known',
    under: (rules) => !hasHole(rules) && rules.evenMoneyAgainst.length > 0,
    seeks: { box: NATURAL, dealer: ['ATJQK'] },
    errs: onStake((ask, dealer, { rules }) => {
      const up = dealer[0]?.[0] ?? ''
      const isOffered = rules.evenMoneyAgainst.some((rank) => (rank === 'A' ? up === 'A' : 'TJQK'.includes(up)))
      return ask.blackjack && ask.when === 'end' && ask.outcome === 'blackjack' && isOffered ? ask.unit : null
    }),
  },
  'FB-WIN-UNPAID': {
    does: 'the dealer pays only the real stake of a winning free bet',
    under: givesFree,
    errs: onStake((ask) => (ask.free > 0 && ask.outcome === 'win' ? ask.real : null)),
  },
  'FB-LOSS-CHARGED': {
    does: 'the dealer takes chips for a lammer that lost',
    under: givesFree,
    errs: (strike, { game }) => ({
      slips: {
        settles: (asks) =>
          asks.map((ask) => {
            if (ask.free === 0 || ask.outcome !== 'lose' || ask.when !== 'end') return ask.right
            const lost = asks.filter(({ area, right }) => area === ask.area && right < 0)
            // There must be chips of another hand on the spot.
            const stays = amountOn(game().recorder.level(`${ask.box}.${ask.area}`)) + lost.reduce((sum, { right }) => sum + right, 0)
            const moved = ask.right - ask.unit
            return stays >= ask.unit && strike({ ...placeOf(ask), due: ask.right, moved }) ? moved : ask.right
          }),
      },
    }),
  },
  'FB-PUSH-PAID': {
    does: 'the dealer pays the lammer of a tie',
    under: givesFree,
    errs: onStake((ask) => (ask.free > 0 && ask.outcome === 'push' && ask.when === 'end' ? ask.free * ask.unit : null)),
  },
  'FB-PAID-TOKEN-VALUE': {
    does: 'the dealer pays a lammer more or less than the bet',
    under: givesFree,
    errs: onStake((ask, _dealer, scene) => {
      const part = ask.free > 0 && ask.outcome === 'win' ? wrongAmount(scene, ask.unit, scene.random() < 0.5 ? 1 : -1) : null
      return part === null ? null : ask.right - ask.unit + part
    }),
  },
  'FB-TOKEN-NOT-REMOVED': {
    does: 'the dealer leaves a lammer after the settlement',
    under: givesFree,
    errs: (strike) => ({
      slips: { removesLammers: (box, area) => !strike({ box, spot: `${box}.${area}` }) },
      // A lammer on an empty box would belong to nobody, so the box plays on.
      players: { leavesLying: ({ lying, isBet }) => (isBet ? lying : 0) },
    }),
  },
  'FB-TOKEN-EARLY': {
    does: 'the dealer takes a lammer before its hand is settled',
    under: givesFree,
    errs: (strike) => ({ slips: { takesLammerEarly: (ask) => strike(placeOf(ask)) } }),
  },
  'FB-TOKEN-MISSING': {
    does: 'the dealer grants a free bet and lays no lammer',
    under: givesFree,
    errs: (strike) => ({
      slips: { laysLammer: ({ box, hand, area }) => !strike({ box, hand, spot: `${box}.${area}` }) },
    }),
  },
  'FB-DEAD-WAGER-TAKEN-EARLY': {
    does: 'the dealer takes a busted real bet while free hands of its box are open',
    under: ({ bustedRealWager, freeSplit, bustTaken }) => freeSplit && bustedRealWager !== 'taken' && bustTaken === 'at-once-unless-push22',
    spots: ['ins'],
    errs: (strike, { game }) => ({
      slips: {
        takesParked: (ask) => {
          // 001 l.62: with a Push 22 bet on the box the dealer chooses when he takes it.
          const mayGo = game().boxesInPlay.some(({ box, p22 }) => box === ask.box && p22 > 0)
          return !mayGo && strike({ ...placeOf(ask), moved: -ask.real })
        },
      },
    }),
  },
  'FB-DEAD-WAGER-RETURNED': {
    does: 'the dealer gives a parked bet back on his 22',
    under: ({ bustedRealWager, freeSplit, dealer22 }) => freeSplit && bustedRealWager !== 'taken' && dealer22 === 'push',
    spots: ['ins'],
    seeks: { dealer: ['TJQK', '23456'], box: ['8', '8'] },
    errs: (strike) => ({
      slips: {
        settles: (asks, dealer) =>
          asks.map((ask) => {
            const fits = ask.lies === 'parked' && count(dealer).total === 22
            return fits && strike({ box: ask.box, hand: ask.hand, spot: `${ask.box}.ins`, due: ask.right, moved: 0 }) ? 0 : ask.right
          }),
      },
    }),
  },
}
