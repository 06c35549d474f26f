/** Main stakes settled wrongly. Each code is the one that names the broken rule most precisely; free bets and naturals have their own. */
import { count } from '../cards.ts'
import { isOpen } from '../game.ts'
import type { SettlingAsk } from '../slips.ts'
import { type ErrorRow, type ErrorRows, onStake, placeOf, type Scene, wrongAmount } from './row.ts'

const has22 = (dealer: readonly string[], { rules }: Scene): boolean =>
  rules.dealer22 === 'push' && count(dealer as Parameters<typeof count>[0]).total === 22

/** Not a natural, not a hand with lammers, and not bust. */
const isPlain = ({ blackjack, free, cards, when }: SettlingAsk): boolean =>
  when === 'end' && !blackjack && free === 0 && count(cards).total <= 21
const isLost = (ask: SettlingAsk): boolean => ask.when === 'end' && ask.outcome === 'lose' && count(ask.cards).total <= 21
const isDoubled = ({ real, unit }: SettlingAsk): boolean => real > unit

/** All boxes are settled against one total that the dealer does not have, starting with the first box for which this makes a difference. */
const misreads: ErrorRow['errs'] = (strike, { random }) => {
  const wanted = (random() < 0.5 ? 1 : -1) * (random() < 0.7 ? 1 : 2)
  let isMisread: boolean | null = null
  const against = (ask: SettlingAsk, bank: number): number => {
    const { total } = count(ask.cards)
    if (ask.blackjack || ask.when !== 'end' || total > 21 || ask.lies !== 'spot') return ask.right
    const gain = ask.real + ask.free * ask.unit
    return bank > 21 || total > bank ? gain : total === bank ? 0 : -ask.real
  }
  return {
    slips: {
      settles: (asks, dealer) => {
        const { total } = count(dealer)
        const bank = total + wanted
        // With less than 17 he would have to draw.
        if (total < 17 || bank < 17 || total > 21 || (dealer.length === 2 && total === 21)) return asks.map(({ right }) => right)
        const moved = asks.map((ask) => against(ask, bank))
        const changes = asks.some(({ right }, at) => right !== moved[at])
        if (isMisread === null && changes) isMisread = strike({})
        return isMisread ? moved : asks.map(({ right }) => right)
      },
    },
  }
}

export const SETTLEMENT_ERRORS: ErrorRows = {
  'PAID-LOSER': { does: 'the dealer pays a hand that lost', errs: onStake((ask) => (isLost(ask) && ask.free === 0 ? ask.real : null)) },
  'PAID-PUSH': {
    does: 'the dealer pays a tie',
    errs: onStake((ask, dealer, scene) => (isPlain(ask) && ask.outcome === 'push' && !has22(dealer, scene) ? ask.real : null)),
  },
  'TOOK-WINNER': { does: 'the dealer takes a winner', errs: onStake((ask) => (isPlain(ask) && ask.outcome === 'win' ? -ask.real : null)) },
  'TOOK-PUSH': {
    does: 'the dealer takes a tie',
    errs: onStake((ask, dealer, scene) => (isPlain(ask) && ask.outcome === 'push' && !has22(dealer, scene) ? -ask.real : null)),
  },
  'WINNER-UNPAID': { does: 'the dealer passes over a winner', errs: onStake((ask) => (isPlain(ask) && ask.outcome === 'win' ? 0 : null)) },
  'LOSER-NOT-TAKEN': { does: 'the dealer leaves a lost bet', errs: onStake((ask) => (isLost(ask) && ask.real > 0 ? 0 : null)) },
  'BUST-NOT-TAKEN': {
    does: 'the dealer leaves a busted bet until the settlement',
    under: ({ bustTaken }) => bustTaken !== 'at-settlement',
    errs: (strike, { game }) => ({
      slips: {
        takesBust: (ask) => {
          // 001 l.62: it may lie there as long as a Push 22 bet does.
          const mayLie = ask.real === 0 || game().boxesInPlay.some(({ box, p22 }) => box === ask.box && p22 > 0)
          return mayLie || !strike({ ...placeOf(ask), due: -ask.real, moved: 0 })
        },
      },
    }),
  },
  'LIVE-TAKEN-AS-BUST': {
    does: 'the dealer sweeps a hand that has not busted',
    errs: (strike) => ({
      slips: {
        sweepsLive: (ask) => ask.real > 0 && !ask.blackjack && strike({ ...placeOf(ask), due: 0, moved: -ask.real }),
      },
    }),
  },
  'PAY-SHORT': {
    does: 'the dealer pays a winner too little',
    errs: onStake((ask, _dealer, scene) => {
      const moved = isPlain(ask) && ask.outcome === 'win' ? wrongAmount(scene, ask.right, -1) : null
      return moved === ask.unit && isDoubled(ask) ? null : moved
    }),
  },
  'PAY-OVER': {
    does: 'the dealer pays a winner too much',
    errs: onStake((ask, _dealer, scene) => (isPlain(ask) && ask.outcome === 'win' ? wrongAmount(scene, ask.right, 1) : null)),
  },
  'PAY-TOPPED-UP': {
    does: 'the dealer pays a part and the rest on a second visit',
    errs: (strike, scene) => ({
      slips: {
        topsUpLater: (spot, right) => {
          const part = wrongAmount(scene, right, -1)
          const own = Number.parseInt(spot, 10)
          // With no other box to settle in between, both visits are one.
          const isElsewhere = scene.game().boxesInPlay.some(({ box, hands }) => box !== own && hands.some(isOpen))
          return part !== null && isElsewhere && strike({ spot, box: own, due: right, moved: part }) ? right - part : 0
        },
      },
    }),
  },
  'TAKE-PARTIAL': {
    does: 'the dealer leaves a part of a lost bet',
    errs: onStake((ask, _dealer, scene) => {
      if (!isLost(ask) || ask.real === 0) return null
      if (isDoubled(ask)) return -ask.unit
      const moved = wrongAmount(scene, ask.real, -1)
      return moved === null ? null : -moved
    }),
  },
  'PAID-DOUBLE-SINGLE': {
    does: 'the dealer pays a doubled winner once',
    errs: onStake((ask) => (isPlain(ask) && isDoubled(ask) && ask.outcome === 'win' ? ask.unit : null)),
  },
  'CO-BETTOR-SKIPPED': {
    does: 'the dealer passes over a co-bettor on a winning hand',
    under: ({ maxPlayersPerBox }) => maxPlayersPerBox > 1,
    spots: ['main2', 'main3'],
    errs: onStake((ask) => (isPlain(ask) && ask.area !== 'main' && ask.outcome === 'win' ? 0 : null)),
  },
  'CO-BETTOR-SPLIT-SHARE': {
    does: 'the dealer settles a co-bettor who did not follow a split with the second hand',
    seeks: { box: ['8', '8'] },
    under: ({ maxPlayersPerBox, maxHands }) => maxPlayersPerBox > 1 && maxHands > 1,
    spots: ['main2', 'main3'],
    errs: (strike) => ({
      slips: {
        settles: (asks) => {
          const second = asks.find(({ hand, area }) => hand === 2 && area === 'main')
          return asks.map((ask) => {
            const stayed =
              ask.area !== 'main' && ask.hand === 1 && ask.fromSplit && !asks.some(({ area, hand }) => area === ask.area && hand > 1)
            if (!stayed || ask.free > 0 || ask.lies !== 'spot' || second === undefined || second.outcome === ask.outcome) return ask.right
            const moved = second.outcome === 'win' ? ask.real : second.outcome === 'push' ? 0 : -ask.real
            return strike({ ...placeOf(ask), due: ask.right, moved }) ? moved : ask.right
          })
        },
      },
    }),
  },
  'DEALER22-PAID': {
    does: 'the dealer pays a hand on his 22, which ties',
    under: ({ dealer22 }) => dealer22 === 'push',
    errs: onStake((ask, dealer, scene) => (isPlain(ask) && ask.outcome === 'push' && has22(dealer, scene) ? ask.real : null)),
  },
  'DEALER22-TAKEN': {
    does: 'the dealer takes a hand on his 22, which ties',
    under: ({ dealer22 }) => dealer22 === 'push',
    errs: onStake((ask, dealer, scene) =>
      ask.when === 'end' && ask.real > 0 && ask.outcome === 'push' && has22(dealer, scene) && !ask.blackjack ? -ask.real : null,
    ),
  },
  'DEALER-TOTAL-MISREAD': { does: 'the dealer settles all boxes against a total he does not have', errs: misreads },
  'PAY-BEFORE-DEALER-DONE': {
    does: 'the dealer pays a hand before his own is done',
    errs: (strike) => ({
      slips: {
        paysBeforeDealer: (ask) => ask.free === 0 && ask.real === ask.unit && strike({ ...placeOf(ask), due: 0, moved: ask.unit }),
      },
    }),
  },
  'PAY-ORDER': {
    does: 'the dealer settles from his left',
    errs: (strike, { game }) => ({
      slips: {
        payOrder: (boxes) => {
          const open = game().boxesInPlay.filter(({ hands }) => hands.some(isOpen))
          return open.length > 1 && strike({}) ? [...boxes].reverse() : boxes
        },
      },
    }),
  },
  'ROUND-NOT-CLOSED': {
    does: 'the dealer deals the next round before he has settled anything',
    errs: (strike) => ({ slips: { forgetsSettlement: () => strike({}) } }),
  },
  'ABSENT-WIN-LEFT': {
    does: 'the dealer leaves on the box what an absent player has won or kept',
    under: ({ absentWinOrTie }) => absentWinOrTie === 'bet-removed',
    errs: (strike, { game }) => ({
      players: { leaves: () => 'before' },
      slips: {
        clearsAbsent: (box) => {
          const lies = game().recorder.level(`${box}.main`).values.size > 0
          return !(lies && strike({ box, spot: `${box}.main` }))
        },
      },
    }),
  },
  'BET-LEFT-OVER': {
    does: 'the dealer leaves a lost bet, which is still there in the next round',
    errs: (strike, { players }) => {
      let left: number | null = null
      return {
        slips: {
          settles: (asks) =>
            asks.map((ask) => {
              const fits = isLost(ask) && ask.real > 0 && ask.area === 'main' && ask.lies === 'spot'
              if (!fits || !strike({ ...placeOf(ask), due: ask.right, moved: 0 })) return ask.right
              left = ask.box
              return 0
            }),
        },
        players: { leavesLying: (ask) => (ask.box === left ? ask.lying : players.leavesLying(ask)) },
      }
    },
  },
}
