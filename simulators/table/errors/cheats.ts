/** Players who change their bets after seeing cards, by realistic amounts. */
import type { SpotId } from '../../../devices/scan.ts'
import { count } from '../cards.ts'
import { amountOn } from '../chips.ts'
import type { BoxPlay } from '../game.ts'
import { oneOf } from '../random.ts'
import type { SettlingAsk, Tampering, TamperingMoment } from '../slips.ts'
import type { PlayedOutcome } from '../types.ts'
import { type Erring, type ErrorRow, type ErrorRows, placeOf, ratioOf, type Scene } from './row.ts'

/** The chips on a bet. */
interface Stack {
  readonly unit: number
  readonly amount: number
  /** One of its chips. */
  readonly chip: number
  /** Half of the unit, rounded down to the smallest chip. */
  readonly half: number
}

/** By how much a bet becomes larger. */
const CAPS: readonly ((stack: Stack) => number)[] = [({ unit }) => unit, ({ chip }) => chip, ({ unit }) => 2 * unit]
/** By how much it becomes smaller. */
const PINCHES: readonly ((stack: Stack) => number)[] = [({ half }) => -half, ({ chip }) => -chip, ({ amount }) => -amount]

interface Moment {
  /** May the bet of this box be changed now? `next`: the box that plays next, or was settled just now. */
  readonly is: (when: TamperingMoment, next: number | null, box: number) => boolean
  /**
   * Whether chips moved at this moment may be settled with the bet and still be this error. After the last card that would be another
   * error.
   */
  readonly counts: boolean
}

const BEFORE_ITS_DECISION: Moment = { is: (when, next, box) => when === 'between' && next === box, counts: true }
const AFTER_THE_UP_CARD: Moment = { is: (when) => when === 'between', counts: true }
/** Told apart by the outcome of the hand. */
const AFTER_THE_LAST_CARD: Moment = { is: () => false, counts: false }
const AFTER_PAYMENT: Moment = { is: (when, next, box) => when === 'settled' && next === box, counts: false }
const MOMENTS = [BEFORE_ITS_DECISION, AFTER_THE_UP_CARD, AFTER_THE_LAST_CARD, AFTER_PAYMENT]
const IN_PLAY = [BEFORE_ITS_DECISION, AFTER_THE_UP_CARD]

const mainOf = (box: number): SpotId => `${box}.main`

/** `pick`, 0-1: selects one of its chips. */
function stackOf({ box, hands }: BoxPlay, { game }: Scene, pick: number): Stack {
  const { recorder, chips } = game()
  const level = recorder.level(mainOf(box))
  const smallest = Math.min(...chips)
  const unit = hands[0]?.wagers[0]?.unit ?? 0
  const chip = level.values.size > 0 ? oneOf(() => pick, [...level.values.keys()]) : 0
  return { unit, amount: amountOn(level), chip, half: Math.floor(unit / 2 / smallest) * smallest }
}

/** Its bet is in play, or has been paid and is still there. */
const mayBeChanged = ({ hands }: BoxPlay, when: TamperingMoment): boolean =>
  when === 'settled' || hands.some(({ wagers }) => wagers.some(({ area, settled }) => area === 'main' && !settled))

/** How much more or less he is paid because of the chips that lie there. */
const paidMoreBy = (more: number, { outcome, unit, right }: SettlingAsk, scene: Scene): number => {
  const priced = (bet: number): number => ratioOf(scene, bet, scene.rules.blackjackPay)
  return Math.max(-right, outcome === 'blackjack' ? priced(unit + more) - priced(unit) : more)
}

/** What was moved, if anything was. */
interface Cheat {
  readonly tamperings: readonly Tampering[]
  readonly counts: boolean
}

/** The dealer pays and takes a bet as it lies, but only once. */
function settledAsItLies(cheat: () => Cheat | null, scene: Scene): Pick<Erring, 'customs'> & Required<Pick<Erring, 'slips'>> {
  const settled = new Set<SpotId>()
  const moreOn = (spot: SpotId): number => {
    const done = cheat()
    return done?.counts && !settled.has(spot) ? (done.tamperings.find((each) => each.spot === spot)?.amount ?? 0) : 0
  }
  return {
    slips: {
      settles: (asks) =>
        asks.map((ask) => {
          const spot: SpotId = `${ask.box}.${ask.area}`
          const more = ask.right > 0 && ask.lies === 'spot' ? moreOn(spot) : 0
          if (more !== 0) settled.add(spot)
          return more === 0 ? ask.right : ask.right + paidMoreBy(more, ask, scene)
        }),
    },
    customs: {
      takes: (spot, due) => {
        const taken = scene.customs.takes(spot, due)
        const bet = scene.game().boxesInPlay.find(({ box }) => mainOf(box) === spot)?.hands[0]?.wagers[0]?.unit ?? 0
        // Less than the bet is a surrender's half. Chips that are gone cannot be taken anyway.
        const more = taken.amount >= bet && bet > 0 ? Math.max(0, moreOn(spot)) : 0
        if (more > 0) settled.add(spot)
        return { ...taken, amount: taken.amount + more }
      },
    },
  }
}

/**
 * One bet is changed by an amount at a time that is drawn for the play. It counts as it was, or is settled as it lies. `pays`: a player who
 * knows the dealer's hand does it to a hand with one of these outcomes.
 */
const onBet =
  (sizes: readonly ((stack: Stack) => number)[], pays: readonly PlayedOutcome[]): ErrorRow['errs'] =>
  (strike, scene) => {
    const { random } = scene
    const [moment, size, pick, counts] = [oneOf(random, MOMENTS), oneOf(random, sizes), random(), random() < 0.5]
    let cheat: Cheat | null = null
    const asItLies = settledAsItLies(() => cheat, scene)
    const changed = (play: BoxPlay): Tampering | null => {
      const { box } = play
      const stack = stackOf(play, scene, pick)
      const amount = size(stack)
      const fits = amount !== 0 && stack.amount > 0 && stack.amount + amount >= 0
      return fits && strike({ box, spot: mainOf(box), moved: amount }) ? { spot: mainOf(box), amount } : null
    }
    return {
      ...asItLies,
      slips: {
        ...asItLies.slips,
        tampers: (when, next) => {
          for (const play of scene.game().boxesInPlay) {
            const tampering = moment.is(when, next, play.box) && mayBeChanged(play, when) ? changed(play) : null
            if (tampering === null) continue
            cheat = { tamperings: [tampering], counts: counts && moment.counts }
            return [tampering]
          }
          return []
        },
        posts: (when, asks) => {
          if (moment !== AFTER_THE_LAST_CARD || when !== 'played') return null
          for (const { box, outcome, area, lies, real } of asks) {
            const play = scene.game().boxesInPlay.find((each) => each.box === box)
            const fits = play !== undefined && pays.includes(outcome) && area === 'main' && lies === 'spot' && real > 0
            const tampering = fits ? changed(play) : null
            if (tampering !== null) return tampering
          }
          return null
        },
      },
    }
  }

/** All chips of one bet are moved to another bet. */
const moves: ErrorRow['errs'] = (strike, scene) => {
  const { random } = scene
  const [moment, counts] = [oneOf(random, IN_PLAY), random() < 0.5]
  let cheat: Cheat | null = null
  const asItLies = settledAsItLies(() => cheat, scene)
  return {
    ...asItLies,
    slips: {
      ...asItLies.slips,
      tampers: (when, next) => {
        const open = scene.game().boxesInPlay.filter((play) => mayBeChanged(play, when))
        for (const from of open) {
          for (const { box } of open) {
            const { amount } = stackOf(from, scene, 0)
            if (from.box === box || amount === 0 || !moment.is(when, next, box)) continue
            if (!strike({ box, spot: mainOf(box), moved: amount })) continue
            const tamperings = [
              { spot: mainOf(from.box), amount: -amount },
              { spot: mainOf(box), amount },
            ]
            cheat = { tamperings, counts }
            return tamperings
          }
        }
        return []
      },
    },
  }
}

/** A bet is raised once the dealer's hand is known, and is settled as it then lies. */
const pastPosts: ErrorRow['errs'] = (strike, scene) => {
  const { random, game } = scene
  const moment = random() < 0.5 ? 'played' : 'next'
  const [size, pick] = [oneOf(random, CAPS), random()]
  const fits = ({ area, lies, real, cards, outcome }: SettlingAsk): boolean =>
    area === 'main' && lies === 'spot' && real > 0 && count(cards).total <= 21 && outcome !== 'push' && outcome !== 'surrender'
  const moreBy = (more: number, ask: SettlingAsk): number => (ask.outcome === 'lose' ? -more : paidMoreBy(more, ask, scene))
  let posted: { readonly ask: SettlingAsk; readonly amount: number } | null = null
  const isPosted = ({ box, hand, area }: SettlingAsk): boolean =>
    posted !== null && posted.ask.box === box && posted.ask.hand === hand && posted.ask.area === area
  return {
    slips: {
      posts: (when, asks) => {
        if (when !== moment) return null
        for (const ask of asks.filter(fits)) {
          const play = game().boxesInPlay.find(({ box }) => box === ask.box)
          const amount = play ? size(stackOf(play, scene, pick)) : 0
          if (amount === 0 || !strike({ ...placeOf(ask), due: ask.right, moved: ask.right + moreBy(amount, ask) })) continue
          posted = { ask, amount }
          return { spot: `${ask.box}.${ask.area}`, amount }
        }
        return null
      },
      settles: (asks) => asks.map((ask) => (isPosted(ask) ? ask.right + moreBy(posted?.amount ?? 0, ask) : ask.right)),
    },
  }
}

/** docs/measured.md, "Rounds with an error": cheating moves typical amounts. */
export const CHEATS: ErrorRows = {
  'BET-CAPPED': { does: 'a player adds chips to his bet once he has seen cards', errs: onBet(CAPS, ['win', 'blackjack']) },
  'BET-PINCHED': { does: 'a player takes chips off his bet once he has seen cards', errs: onBet(PINCHES, ['lose']) },
  'BET-MOVED': { does: 'a player moves a bet to another box once he has seen cards', errs: moves },
  'PAST-POSTED': {
    does: "a player adds chips to his bet behind the dealer's last card, and the dealer pays or takes what lies there then",
    errs: pastPosts,
  },
}
