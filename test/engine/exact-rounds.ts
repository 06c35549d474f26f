/** Random small rounds for the engine and the enumerator: the kinds of rounds, and a comparison of a given number of one kind. */
import { isDeepStrictEqual } from 'node:util'
import { seededRandom } from '../../simulators/table/random.ts'
import type { Habit } from '../../simulators/table/types.ts'
import { hasHoleCard } from '../../src/rules/game/deal.ts'
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import type { HouseRules } from '../../src/rules/house/rules.ts'
import {
  type Customs,
  cardsCase,
  engineSays,
  enumeratorSays,
  playedCase,
  type SmallCase,
  signsText,
  withCovered,
  withDealersUnread,
  withHalfRead,
  withHidden,
  withToldTwice,
  withUnread,
} from './small-rounds.ts'

/** What is known: only the bets and cards, with any cards at all; or, of played rounds, as much as the sensors follow. */
export type Known = 'cards' | 'stakes' | 'busts' | 'payouts'

export interface Kind {
  readonly house: HouseId
  /** The name of rules that are not the house's own. */
  readonly variant: string | null
  readonly known: Known
  /**
   * One card of the round was not read: any card, or one of the dealer's first; or the round is read without knowing the hole card. Or the
   * sensor of a bet reported something that was not so.
   */
  readonly unread?: keyof typeof UNREAD
  /** What players do besides playing their hands; left out: nothing. */
  readonly habits?: readonly Habit[]
  /** Players wait until the whole table is settled; left out: they collect when their box is. */
  readonly waiting?: true
}

const UNREAD = {
  any: withUnread,
  "the dealer's": withDealersUnread,
  hidden: withHidden,
  covered: withCovered,
  'in part': withHalfRead,
  twice: withToldTwice,
}

/** Rules that a table may override, tested as well as the five houses: no house has these by itself. */
export const VARIANTS: readonly { readonly name: string; readonly house: HouseId; readonly rules: Partial<HouseRules> }[] = [
  { name: 're-splits dealt together', house: 'gld', rules: { maxHands: 4, splitAcesMaxHands: 4 } },
  {
    name: 'split aces played on',
    house: 'ingo',
    rules: { splitAcesOneCard: false, doubleAfterSplit: 'yes', maxHands: 3, splitAcesMaxHands: 3 },
  },
  { name: 'no double after a split, no soft 17', house: 'sevens-prizes', rules: { doubleAfterSplit: 'no', dealerSoft17: 'hit' } },
  { name: 'the dealer draws whatever happened', house: 'ingo', rules: { dealerDrawsWhenAllDone: 'always' } },
  { name: 'the dealer never draws for naturals', house: 'sevens-prizes', rules: { dealerDrawsWhenAllDone: 'never' } },
  { name: 'doubles for less', house: 'gld', rules: { doubleAmount: 'up-to' } },
  { name: 'doubles for less beside free ones', house: 'free-bet-pot-of-gold', rules: { doubleAmount: 'up-to' } },
  { name: 'a five-card charlie', house: 'gld', rules: { charlie: 5 } },
  { name: 'a five-card charlie beside prizes', house: 'sevens-prizes', rules: { charlie: 5, maxHands: 4 } },
  { name: 'a five-card charlie beside free bets', house: 'free-bet-pot-of-gold', rules: { charlie: 5 } },
  { name: 'no split at all', house: 'free-bet-european', rules: { maxHands: 1, mustDrawTo: 'none', noDrawFrom: 'none' } },
]

export const KINDS: readonly Kind[] = [
  ...HOUSE_IDS.flatMap((house) =>
    (['cards', 'stakes', 'busts', 'payouts'] as const).map((known): Kind => ({ house, variant: null, known })),
  ),
  ...HOUSE_IDS.flatMap((house) =>
    (['cards', 'stakes', 'payouts'] as const).map((known): Kind => ({ house, variant: null, known, unread: 'any' })),
  ),
  ...HOUSE_IDS.flatMap((house) =>
    (['cards', 'stakes', 'payouts'] as const).map((known): Kind => ({ house, variant: null, known, unread: "the dealer's" })),
  ),
  ...HOUSE_IDS.flatMap((house) =>
    (['covered', 'in part', 'twice'] as const).flatMap((unread) =>
      (['stakes', 'busts', 'payouts'] as const).map((known): Kind => ({ house, variant: null, known, unread })),
    ),
  ),
  ...HOUSE_IDS.filter((house) => hasHoleCard(HOUSES[house].rules)).flatMap((house) =>
    (['cards', 'stakes', 'busts', 'payouts'] as const).map((known): Kind => ({ house, variant: null, known, unread: 'hidden' })),
  ),
  ...HOUSE_IDS.filter((house) => HOUSES[house].rules.surrender !== 'none').flatMap((house) =>
    (['stakes', 'busts', 'payouts'] as const).map((known): Kind => ({ house, variant: null, known, habits: ['surrenders-early'] })),
  ),
  ...HOUSE_IDS.flatMap((house) =>
    (['stakes', 'payouts'] as const).map((known): Kind => ({ house, variant: null, known, habits: ['collect', 'newcomers'] })),
  ),
  ...HOUSE_IDS.map((house): Kind => ({ house, variant: null, known: 'payouts', waiting: true })),
  ...HOUSE_IDS.map((house): Kind => ({ house, variant: null, known: 'payouts', waiting: true, habits: ['newcomers'] })),
  ...HOUSE_IDS.map((house): Kind => ({ house, variant: null, known: 'payouts', unread: 'covered', waiting: true })),
  ...VARIANTS.flatMap(({ name, house }) => (['cards', 'payouts'] as const).map((known): Kind => ({ house, variant: name, known }))),
]

const UNREAD_TEXTS = {
  any: 'a card unread',
  "the dealer's": "one of the dealer's first cards unread",
  hidden: 'the hole card hidden',
  covered: 'a bet covered for a moment',
  'in part': 'a stack read in part at first',
  twice: 'a level told twice',
}

export const kindText = ({ house, variant, known, unread, habits = [], waiting }: Kind): string =>
  `${house}${variant === null ? '' : ` with ${variant}`}${unread ? `, ${UNREAD_TEXTS[unread]}` : ''}: ${known === 'cards' ? 'any cards, cards and bets known alone' : `played rounds, chips known up to ${known}`}${habits.length > 0 ? `, players with ${habits.join(' ')}` : ''}${waiting ? ', collected when the table is settled' : ''}`

/** Longer rounds have too many stories for a list of them. */
const CARDS_MAX = 16
const isSmall = ({ signs }: SmallCase): boolean => signs.filter((sign) => 'card' in sign).length <= CARDS_MAX

const customsOf = ({ habits = [], waiting }: Kind): Customs => ({ collectAfter: waiting ? 'table-settled' : 'box-settled', habits })

const caseOf = (kind: Kind, seed: number): SmallCase => {
  const { house, variant, known, unread } = kind
  const rules = { ...HOUSES[house].rules, ...VARIANTS.find(({ name }) => name === variant)?.rules }
  const random = seededRandom(seed)
  const small = known === 'cards' ? cardsCase(house, rules, random) : playedCase(house, rules, known, customsOf(kind), random)
  return unread ? UNREAD[unread](small, random) : small
}

/** How often both gave an answer (after every card from the last of the deal on, and at the end), or how they differ. */
const compare = (small: SmallCase): number | { readonly where: string; readonly engine: unknown; readonly list: unknown } => {
  const engine = engineSays(small)
  const list = enumeratorSays(small)
  const lacking = small.played?.find((story, box) => !list.at(-1)?.boxes[box]?.includes(story))
  if (lacking !== undefined) return { where: 'the enumerator lacks what was played', engine: lacking, list: list.at(-1) }
  const at = list.findIndex((each, index) => !isDeepStrictEqual(each, engine[index]))
  if (at < 0 && engine.length === list.length) return list.length
  return { where: `saying ${at + 1} of ${list.length}`, engine: engine[at], list: list[at] }
}

export interface ExactJob {
  readonly kind: Kind
  /** Rounds are played from this seed on, one seed per round; those that are not small are passed over. */
  readonly seed: number
  readonly rounds: number
}

export interface ExactResult {
  readonly compared: number
  /** Moments at which both spoke. */
  readonly sayings: number
  /** The first difference, with everything needed to repeat it. */
  readonly wrong: string | null
}

/** How many seeds a job may use up for each of its rounds: at least every second round is small. */
export const SEEDS_A_ROUND = 8

export const compareRounds = ({ kind, seed, rounds }: ExactJob): ExactResult => {
  let compared = 0
  let sayings = 0
  for (let at = seed; compared < rounds && at < seed + rounds * SEEDS_A_ROUND; at++) {
    const small = caseOf(kind, at)
    if (!isSmall(small)) continue
    const said = compare(small)
    if (typeof said !== 'number') {
      const told = `${kindText(kind)}; seed ${at}, bets ${small.round.bets}, unread ${small.unread ?? 'none'}: ${signsText(small.signs)}`
      return { compared, sayings, wrong: `${told}\n${said.where}: ${JSON.stringify({ engine: said.engine, list: said.list }, null, 1)}` }
    }
    compared++
    sayings += said
  }
  return { compared, sayings, wrong: compared === rounds ? null : `${kindText(kind)}: only ${compared} small rounds from seed ${seed} on` }
}
