/** Side bets, prizes and insurance settled wrongly. */
import { count, isTwoCard21, rankOf } from '../cards.ts'
import type { PrizeAsk, SideAsk } from '../slips.ts'
import { type ErrorRow, type ErrorRows, placeOf, ratioOf, reckless, type Scene, wrongAmount } from './row.ts'

/** One side bet settled wrongly. Returns what the dealer does instead of `right`; null: no chance. */
const onSide =
  (area: SideAsk['area'], does: (ask: SideAsk, dealer: Parameters<typeof count>[0], scene: Scene) => number | null): ErrorRow['errs'] =>
  (strike, scene) => ({
    slips: {
      settlesSide: (ask, dealer) => {
        const moved = ask.area === area ? does(ask, dealer, scene) : null
        if (moved === null || moved === ask.right) return ask.right
        return strike({ box: ask.box, spot: `${ask.box}.${area}`, due: ask.right, moved }) ? moved : ask.right
      },
    },
  })

const onPrize =
  (does: (ask: PrizeAsk, scene: Scene) => number | null): ErrorRow['errs'] =>
  (strike, scene) => ({
    slips: {
      paysPrize: (ask) => {
        const moved = does(ask, scene)
        if (moved === null || moved === ask.right) return ask.right
        return strike({ box: ask.box, spot: `${ask.box}.${ask.area}`, due: ask.right, moved }) ? moved : ask.right
      },
    },
  })

const startsWithSeven = ({ cards }: PrizeAsk): boolean => cards[0] !== undefined && rankOf(cards[0]) === '7'

const tiersOf = ({ rules }: Scene): readonly (readonly [number, number])[] => {
  const { sevens } = rules
  return sevens === 'none' ? [] : [sevens.firstSeven, sevens.twoSevens, sevens.twoSuited, sevens.threeSevens]
}

const hasPush22 = ({ push22 }: Scene['rules']): boolean => push22 !== 'none'
const hasPot = ({ potOfGold }: Scene['rules']): boolean => potOfGold !== 'none'
const hasSevens = ({ sevens }: Scene['rules']): boolean => sevens !== 'none'
const insures = ({ insurance }: Scene['rules']): boolean => insurance !== 'none'
const SEVEN = { box: ['7'] }
const PAIR_OF_EIGHTS = { box: ['8', '8'] }

export const SIDE_ERRORS: ErrorRows = {
  'P22-UNPAID': {
    does: 'the dealer takes or leaves a Push 22 bet that won',
    under: hasPush22,
    spots: ['p22'],
    errs: onSide('p22', ({ right, amount }, _dealer, { random }) => (right > 0 ? (random() < 0.5 ? -amount : 0) : null)),
  },
  'P22-MISPAID': {
    does: 'the dealer pays Push 22 at the wrong rate',
    under: hasPush22,
    spots: ['p22'],
    errs: onSide('p22', ({ right, amount }) => (right > 0 ? (right === amount ? 11 * amount : amount) : null)),
  },
  'P22-PAID-WRONGLY': {
    does: 'the dealer pays Push 22 without a 22',
    under: hasPush22,
    spots: ['p22'],
    errs: onSide('p22', ({ right, amount }, dealer, { rules }) => {
      if (rules.push22 === 'none' || right >= 0 || count(dealer).total === 22) return null
      return amount * rules.push22.pays
    }),
  },
  'P22-OVER-29': {
    does: 'the dealer pays Push 22 of a hand over 29',
    under: ({ push22 }) => push22 !== 'none' && push22.maxPlayerTotal !== 'none',
    spots: ['p22'],
    seeks: { box: ['TJQK', 'TJQK'], dealer: ['TJQK', '23456'] },
    errs: (strike, scene) => ({
      ...onSide('p22', ({ right, amount }, dealer, { rules }) =>
        right < 0 && count(dealer).total === 22 && rules.push22 !== 'none' ? amount * rules.push22.pays : null,
      )(strike, scene),
      players: {
        betsAside: (box, area) => scene.players.betsAside(box, area) || scene.game().limits.min,
        decides: (decision) =>
          decision.moves.includes('hit') && count(decision.cards).total === 20 ? 'hit' : scene.players.decides(decision),
      },
    }),
  },
  'P22-TAKEN-EARLY': {
    does: 'the dealer takes Push 22 with a busted hand',
    under: ({ push22 }) => push22 !== 'none',
    spots: ['p22'],
    errs: (strike) => ({ slips: { takesPush22Early: (box, when) => when === 'bust' && strike({ box, spot: `${box}.p22` }) } }),
  },
  'POG-NOT-PICKED-UP': {
    does: 'the dealer leaves a Pot of Gold bet that can win nothing',
    under: hasPot,
    spots: ['pog'],
    errs: (strike) => {
      let left: number | null = null
      return {
        slips: {
          picksUpPot: (box, right) => {
            if (right && left === null && strike({ box, spot: `${box}.pog` })) left = box
            return right && box !== left
          },
        },
      }
    },
  },
  'POG-TAKEN-WRONGLY': {
    does: 'the dealer takes a Pot of Gold bet that may still win',
    under: hasPot,
    spots: ['pog'],
    seeks: PAIR_OF_EIGHTS,
    errs: (strike) => ({ slips: { picksUpPot: (box, right) => right || strike({ box, spot: `${box}.pog` }) } }),
  },
  'POG-TOKEN-COUNT': {
    does: 'the dealer puts the wrong number of lammers in front of a Pot of Gold bet',
    under: hasPot,
    spots: ['pog'],
    seeks: PAIR_OF_EIGHTS,
    errs: (strike, { random }) => ({
      slips: {
        // Never none at all: they could have lain there for less than the sensor lag.
        lammersToPot: (box, right) => (strike({ box, spot: `${box}.pog` }) ? right + (right > 1 && random() < 0.5 ? -1 : 1) : right),
      },
    }),
  },
  'POG-MISPAID': {
    does: 'the dealer pays Pot of Gold by the wrong tier',
    under: hasPot,
    spots: ['pog'],
    seeks: PAIR_OF_EIGHTS,
    errs: onSide('pog', ({ right, amount }, _dealer, { rules, random }) => {
      if (right <= 0 || rules.potOfGold === 'none') return null
      const others = rules.potOfGold.filter((tier) => tier * amount !== right)
      return (others[Math.floor(random() * others.length)] ?? 0) * amount
    }),
  },
  'POG-LOST-HAND-UNPAID': {
    does: 'the dealer takes the Pot of Gold bet of a hand that lost',
    under: hasPot,
    spots: ['pog'],
    seeks: PAIR_OF_EIGHTS,
    errs: onSide('pog', ({ right, amount, outcomes }) => (right > 0 && outcomes.every((outcome) => outcome === 'lose') ? -amount : null)),
  },
  'POG-ON-DEALER-BJ': {
    does: 'the dealer leaves or pays a Pot of Gold bet against his natural',
    under: hasPot,
    spots: ['pog'],
    seeks: { dealer: ['TJQK', 'A'], box: ['8', '8'] },
    errs: onSide('pog', ({ amount }, dealer, { random }) => (isTwoCard21(dealer) ? (random() < 0.5 ? 0 : 3 * amount) : null)),
  },
  'PRIZE-MISSED': {
    does: 'the dealer forgets the prize of a winning box with a first card of seven',
    under: hasSevens,
    seeks: SEVEN,
    errs: onPrize(({ right }) => (right > 0 ? 0 : null)),
  },
  'PRIZE-WRONG-TIER': {
    does: 'the dealer pays the prize for other sevens',
    under: hasSevens,
    seeks: SEVEN,
    errs: onPrize((ask, scene) => {
      if (ask.right <= 0) return null
      const others = tiersOf(scene)
        .map((tier) => ratioOf(scene, ask.unit, tier))
        .filter((amount) => amount !== ask.right)
      return others[Math.floor(scene.random() * others.length)] ?? null
    }),
  },
  'PRIZE-ON-LOSER': {
    does: 'the dealer pays a prize to a box that did not win',
    under: ({ sevens }) => sevens !== 'none' && sevens.onlyWinning,
    seeks: SEVEN,
    errs: onPrize((ask, scene) => (!ask.wins && startsWithSeven(ask) ? ratioOf(scene, ask.unit, tiersOf(scene)[0] ?? [0, 1]) : null)),
  },
  'PRIZE-EARLY': {
    does: 'the dealer pays a prize before his own hand is done',
    under: hasSevens,
    seeks: SEVEN,
    errs: (strike, scene) => {
      let paid: number | null = null
      return {
        slips: {
          paysPrizeEarly: (ask) => {
            if (!startsWithSeven(ask) || paid !== null) return 0
            const prize = ratioOf(scene, ask.unit, tiersOf(scene)[0] ?? [0, 1])
            if (!strike({ box: ask.box, spot: `${ask.box}.${ask.area}`, moved: prize })) return 0
            paid = ask.box
            return prize
          },
          paysPrize: ({ box, right }) => (box === paid ? 0 : right),
        },
      }
    },
  },
  'INS-NOT-TAKEN': {
    does: 'the dealer leaves lost insurance',
    under: insures,
    spots: ['ins'],
    seeks: { dealer: ['A'] },
    errs: onSide('ins', ({ right }) => (right < 0 ? 0 : null)),
  },
  'INS-TAKEN-WRONGLY': {
    does: 'the dealer takes insurance that won',
    under: insures,
    spots: ['ins'],
    seeks: { dealer: ['A', 'TJQK'] },
    errs: onSide('ins', ({ right, amount }) => (right > 0 ? -amount : null)),
  },
  'INS-MISPAID': {
    does: 'the dealer pays insurance 1:1, or some chips wrong',
    under: insures,
    spots: ['ins'],
    seeks: { dealer: ['A', 'TJQK'] },
    errs: onSide('ins', ({ right, amount }, _dealer, scene) =>
      right > 0 ? (scene.random() < 0.5 ? amount : wrongAmount(scene, right, scene.random() < 0.5 ? 1 : -1)) : null,
    ),
  },
  'INS-UNRESOLVED-ALL-BUST': {
    does: 'the dealer draws no card although insurance is open, when all hands are done',
    under: (rules) =>
      rules.insurance !== 'none' && !rules.dealOrder.includes('dealer:down') && rules.dealerDrawsWhenAllDone === 'when-open',
    spots: ['ins'],
    seeks: { dealer: ['A'] },
    errs: (strike, scene) => ({
      players: reckless(scene),
      slips: {
        dealerTask: (right) => {
          const { boxesInPlay } = scene.game()
          const isOver = boxesInPlay.every(({ hands }) => hands.every(({ wagers }) => wagers.every(({ settled }) => settled)))
          const insured = boxesInPlay.find((box) => box.insured > 0)
          const fits = right !== 'none' && isOver && insured !== undefined
          return fits && strike({ box: insured.box, spot: `${insured.box}.ins` }) ? 'none' : right
        },
      },
    }),
  },
  'SURRENDER-AMOUNT': {
    does: 'the dealer takes the wrong part of a surrendered bet',
    under: ({ surrender }) => surrender !== 'none',
    seeks: { box: ['TJQK', '6'], dealer: ['TJQK'] },
    errs: (strike, scene) => ({
      slips: {
        settles: (asks) =>
          asks.map((ask) => {
            if (ask.outcome !== 'surrender') return ask.right
            const moved = wrongAmount(scene, -ask.right, scene.random() < 0.5 ? 1 : -1)
            return moved !== null && strike({ ...placeOf(ask), due: ask.right, moved: -moved }) ? -moved : ask.right
          }),
      },
    }),
  },
}
