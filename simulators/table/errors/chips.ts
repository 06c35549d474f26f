/** Bets that break the limits or come too late, and the rack. */
import { mayBeToke } from '../../../src/rules/house/tokes.ts'
import { isNatural } from '../moves.ts'
import type { Tampering, TamperingMoment } from '../slips.ts'
import type { ErrorRow, ErrorRows, Scene } from './row.ts'

const smallestOf = ({ game }: Scene): number => Math.min(...game().chips)
const hasSide = ({ push22, potOfGold }: Scene['rules']): boolean => push22 !== 'none' || potOfGold !== 'none'
const sideOf = ({ push22 }: Scene['rules']): 'p22' | 'pog' => (push22 === 'none' ? 'pog' : 'p22')
const insures = ({ insurance }: Scene['rules']): boolean => insurance !== 'none'
/** 004 l.59: after doubles and splits too, until the dealer draws. */
const isOpenUntilDraw = ({ rules: { insurance } }: Scene): boolean => insurance !== 'none' && insurance.deadline === 'before-dealer-draws'
const ACE_UP = { dealer: ['A'] }

/** A main bet of a different amount. */
const onBet =
  (amount: (scene: Scene) => number, fits: (scene: Scene) => boolean = () => true): ErrorRow['errs'] =>
  (strike, scene) => ({
    players: {
      bets: (ask) => {
        const right = scene.players.bets(ask)
        const moved = amount(scene)
        const isFirst = ask.area === 'main' && ask.lying === 0 && right > 0 && fits(scene)
        return isFirst && strike({ box: ask.box, spot: `${ask.box}.main`, moved }) ? moved : right
      },
    },
  })

/** Chips moved after the cards are out; null: no chance. */
const onChips =
  (when: TamperingMoment, does: (box: number, scene: Scene) => Tampering | null): ErrorRow['errs'] =>
  (strike, scene) => ({
    slips: {
      tampers: (now) => {
        if (now !== when) return []
        for (let box = 1; box <= scene.game().boxes; box++) {
          const tampering = does(box, scene)
          const whose = tampering?.spot === 'rack' ? null : box
          if (tampering && strike({ box: whose, spot: tampering.spot, moved: tampering.amount })) return [tampering]
        }
        return []
      },
    },
  })

const playOf = (box: number, { game }: Scene) => game().boxesInPlay.find((play) => play.box === box)
/** Its stake is not settled yet. */
const isOpen = (box: number, scene: Scene): boolean =>
  playOf(box, scene)?.hands.some(({ wagers }) => wagers.some(({ settled, area }) => !settled && area === 'main')) ?? false
const unitOf = (box: number, scene: Scene): number => playOf(box, scene)?.hands[0]?.wagers[0]?.unit ?? 0
const halfOf = (box: number, scene: Scene): number => Math.floor(unitOf(box, scene) / 2 / smallestOf(scene)) * smallestOf(scene)
const isAceUp = ({ game }: Scene): boolean => game().dealer.find(({ down }) => !down)?.card[0] === 'A'

/** Insurance of this amount at the right time. The dealer settles it as it lies. */
const onInsurance =
  (amount: (box: number, scene: Scene) => number): ErrorRow['errs'] =>
  (strike, scene) => ({
    players: { insures: () => 0 },
    ...onChips('between', (box, each) => {
      const more = isAceUp(each) && each.game().drawn === 0 && isOpen(box, each) && playOf(box, each)?.insured === 0 ? amount(box, each) : 0
      return more > 0 ? { spot: `${box}.ins`, amount: more, insures: true } : null
    })(strike, scene),
  })

export const CHIP_ERRORS: ErrorRows = {
  'BET-UNDER-MIN': {
    does: 'the dealer deals to a bet under the minimum',
    errs: onBet(
      ({ game }) => game().limits.min - game().limits.unit,
      ({ game }) => game().limits.min > game().limits.unit,
    ),
  },
  'BET-OVER-MAX': { does: 'the dealer deals to a bet over the maximum', errs: onBet(({ game }) => game().limits.max + game().limits.unit) },
  'BET-WRONG-UNIT': {
    does: 'the dealer deals to a bet that is not a multiple of the unit',
    errs: onBet(
      (scene) => scene.game().limits.min + smallestOf(scene),
      (scene) => smallestOf(scene) < scene.game().limits.unit,
    ),
  },
  'BOX-OVER-MAX': {
    does: 'the bets of a box exceed its maximum',
    under: ({ maxPlayersPerBox }) => maxPlayersPerBox > 1,
    spots: ['main2', 'main3'],
    errs: (strike, scene) => ({
      players: {
        bets: (ask) => {
          const right = scene.players.bets(ask)
          const { unit, max } = scene.game().limits
          const moved = ask.most + unit
          const fits = ask.area === 'main2' && moved <= max && strike({ box: ask.box, spot: `${ask.box}.main2`, moved })
          return fits ? moved : right
        },
      },
    }),
  },
  'BOX-TOO-MANY-PLAYERS': {
    does: 'more players bet on a box than the house allows',
    under: ({ maxPlayersPerBox }) => maxPlayersPerBox < 3,
    spots: ['main2', 'main3'],
    errs: (strike, scene) => ({
      slips: {
        strayBet: () => {
          const { boxesInPlay, limits } = scene.game()
          for (const { box } of boxesInPlay) {
            const isSecond = scene.rules.maxPlayersPerBox === 1 && !mayBeToke('main2', scene.rules)
            const spot = `${box}.${isSecond ? 'main2' : 'main3'}` as const
            if (strike({ box, spot, moved: limits.min })) return { spot, amount: limits.min }
          }
          return null
        },
      },
    }),
  },
  'BET-LATE': {
    does: 'a player bets on an empty box after the first card, and is dealt in',
    errs: onChips('dealt', (box, scene) => {
      const first = Math.min(...scene.game().boxesInPlay.map((play) => play.box))
      return playOf(box, scene) || box < first ? null : { spot: `${box}.main`, amount: scene.game().limits.min, joins: true }
    }),
  },
  'BET-SWAPPED': {
    does: 'a player exchanges his chips for others in play',
    errs: (strike, scene) => ({
      slips: {
        swaps: (when) => {
          if (when !== 'between') return null
          for (const { box } of scene.game().boxesInPlay)
            if (isOpen(box, scene) && strike({ box, spot: `${box}.main` })) return `${box}.main`
          return null
        },
      },
    }),
  },
  'SIDE-NO-MAIN': {
    does: 'a side bet lies on a box without a main bet',
    under: hasSide,
    spots: ['p22', 'pog'],
    errs: (strike, scene) => ({
      slips: {
        strayBet: () => {
          for (let box = 1; box <= scene.game().boxes; box++) {
            const spot = `${box}.${sideOf(scene.rules)}` as const
            if (!playOf(box, scene) && strike({ box, spot })) return { spot, amount: scene.game().limits.min }
          }
          return null
        },
      },
    }),
  },
  'SIDE-LATE': {
    does: 'a side bet is placed after the first card',
    under: hasSide,
    spots: ['p22', 'pog'],
    errs: onChips('dealt', (box, scene) => {
      const side = sideOf(scene.rules)
      return playOf(box, scene)?.[side] === 0 ? { spot: `${box}.${side}`, amount: scene.game().limits.min } : null
    }),
  },
  'SIDE-LIMIT': {
    does: 'the dealer deals to a side bet over its maximum',
    under: hasSide,
    spots: ['p22', 'pog'],
    errs: (strike, scene) => ({
      players: {
        betsAside: (box, area) => {
          const right = scene.players.betsAside(box, area)
          const { limits } = scene.game()
          if (right === 0 || limits.sideMax === null) return right
          const moved = limits.sideMax + (limits.sideUnit ?? limits.unit)
          return strike({ box, spot: `${box}.${area}`, moved }) ? moved : right
        },
      },
    }),
  },
  'INS-NO-ACE': {
    does: 'insurance is placed although the dealer shows no ace',
    under: insures,
    spots: ['ins'],
    errs: onChips('between', (box, scene) => {
      const amount = halfOf(box, scene)
      return !isAceUp(scene) && scene.game().drawn === 0 && isOpen(box, scene) && amount > 0 ? { spot: `${box}.ins`, amount } : null
    }),
  },
  'INS-LATE': {
    does: 'insurance is placed after its deadline',
    under: insures,
    spots: ['ins'],
    seeks: ACE_UP,
    errs: (strike, scene) =>
      onChips(isOpenUntilDraw(scene) ? 'drawn' : 'late', (box, each) => {
        const amount = halfOf(box, each)
        const fits = isAceUp(each) && each.game().drawn > 0 && isOpen(box, each) && playOf(box, each)?.insured === 0 && amount > 0
        // 001 l.70: beside a lammer the chips may be a busted wager.
        const isClear = each.game().boxesInPlay.every(({ lammers }) => lammers === 0)
        if (!fits || !(isClear || each.rules.bustedRealWager === 'taken')) return null
        return { spot: `${box}.ins`, amount, ...(each.rules.peek.includes('A') ? {} : { insures: true as const }) }
      })(strike, scene),
  },
  'INS-OVER': {
    does: 'insurance exceeds its share of the bet',
    under: ({ insurance, peek }) => insurance !== 'none' && !insurance.exact && insurance.base === 'box' && !peek.includes('A'),
    spots: ['ins'],
    seeks: ACE_UP,
    errs: onInsurance((box, scene) => unitOf(box, scene)),
  },
  'INS-NOT-HALF': {
    does: 'insurance is not exactly half of the bet',
    under: ({ insurance, peek }) => insurance !== 'none' && insurance.exact && !peek.includes('A'),
    spots: ['ins'],
    seeks: ACE_UP,
    errs: onInsurance((box, scene) => halfOf(box, scene) - smallestOf(scene)),
  },
  'INS-UNIT': {
    does: 'insurance is not a multiple of half the minimum',
    under: ({ insurance, peek }) => insurance !== 'none' && insurance.step === 'half-table-min' && !peek.includes('A'),
    spots: ['ins'],
    seeks: ACE_UP,
    errs: onInsurance((box, scene) => {
      const step = scene.game().limits.min / 2
      return halfOf(box, scene) >= step + smallestOf(scene) ? step + smallestOf(scene) : 0
    }),
  },
  'INS-ON-BJ': {
    does: 'insurance is backed by a natural alone',
    under: ({ insurance, peek }) => insurance !== 'none' && !insurance.blackjackInsurable && !peek.includes('A'),
    spots: ['ins'],
    seeks: { dealer: ['A'], box: ['A', 'TJQK'] },
    errs: onInsurance((box, scene) => {
      const { boxesInPlay } = scene.game()
      const hand = playOf(box, scene)?.hands[0]
      return boxesInPlay.length === 1 && hand !== undefined && isNatural(hand) ? halfOf(box, scene) : 0
    }),
  },
  'INS-TABLE-OVER': {
    does: 'insurance exceeds half of all bets',
    under: ({ insurance, peek }) => insurance !== 'none' && insurance.base === 'all-boxes' && !peek.includes('A'),
    spots: ['ins'],
    seeks: ACE_UP,
    errs: onInsurance((_box, scene) => scene.game().boxesInPlay.reduce((sum, { box }) => sum + unitOf(box, scene), 0)),
  },
  'FLOAT-IMBALANCE': {
    does: 'more or less goes into or out of the rack than the spots show',
    spots: ['rack'],
    errs: (strike, scene) => ({
      slips: {
        racks: (amount) => (strike({ spot: 'rack', due: amount, moved: amount + smallestOf(scene) }) ? amount + smallestOf(scene) : amount),
      },
    }),
  },
  'FILL-DURING-ROUND': {
    does: 'chips are added to the rack while a round is played',
    spots: ['rack'],
    errs: onChips('between', (_box, scene) => ({ spot: 'rack', amount: Math.max(...scene.game().chips) * 20 })),
  },
}
