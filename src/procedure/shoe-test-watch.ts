/**
 * The tests of a shoe over its life, if the table's configuration asks for them (`watches.shoeAlarmRate`): was it shuffled, and, over many
 * shoes, is it complete? A card counts when its round has closed, so that nothing reported depends on a card nobody has seen. A burned card
 * and an unread one count as still in the shoe.
 */
import { type Card, UNREAD } from '../../devices/scan.ts'
import { isUnderWay } from '../engine/facts/open-round.ts'
import { isContinuous } from '../engine/state/table-state.ts'
import type { Objection } from './lifecycle.ts'
import { KINDS, kindOf, newShoeOrder, type ShoeOrder, withCards } from './shoe-order.ts'
import { NO_SHOES, type ShoeShortage, shortageIn, withShoe } from './shoe-shortage.ts'
import { isLoss, type JudgeContext, proven, type Sight, type Step, type Watch } from './watch.ts'

export interface ShoeTests {
  /** Cards of rounds that have not closed; null: an unknown card. */
  readonly waiting: readonly (number | null)[]
  /** null: no shoe was seen from its beginning, or this one cannot be tested. */
  readonly order: ShoeOrder | null
  readonly shortage: ShoeShortage
  /** The order of this shoe was objected to. */
  readonly said: boolean
}

export const SHOE_TEST_WATCH: Watch<ShoeTests> = {
  initial: { waiting: [], order: null, shortage: NO_SHOES, said: false },
  step(state, sight, context) {
    const rate = isContinuous(sight.after, context) ? undefined : context.watches?.shoeAlarmRate
    if (rate === undefined) return [state, []]
    const { observation, events } = sight
    // The two tests share the rate that is allowed.
    const least = 2 / rate
    const ended = observation?.kind === 'shoe' && observation.what === 'load' && observation.late !== true
    const isClosed = ended || events.some(({ type }) => type === 'round.closed' || type === 'round.void')
    const [tested, ofOrder] = isClosed ? testOrder(state, sight, least, context) : ([state, []] as const)
    if (!ended) return [withCard(tested, sight, context), ofOrder]
    const [next, ofShortage] = nextShoe(tested, sight, least, context)
    return [next, [...ofOrder, ...ofShortage]]
  },
}

/** Counts the cards of the rounds that have closed; those of the open round wait. */
const testOrder = (state: ShoeTests, { observation, after }: Sight, least: number, { rules }: JudgeContext): Step<ShoeTests> => {
  const { order, waiting, said } = state
  const open = (after.current?.round.cards.length ?? 0) - (observation?.kind === 'card' ? 1 : 0)
  const until = Math.max(0, waiting.length - Math.max(0, open))
  if (order === null || until === 0) return [state, []]
  const tested = withCards(order, waiting.slice(0, until), rules.decks)
  const next = { ...state, order: tested, waiting: waiting.slice(until) }
  if (said || tested.most < least) return [next, []]
  return [{ ...next, said: true }, [likely('SHOE-ORDER', tested.most, { seen: { count: Math.floor(tested.most) } })]]
}

const withCard = (state: ShoeTests, { observation, before, after }: Sight, { rules }: JudgeContext): ShoeTests => {
  const { waiting, order } = state
  if (order === null) return state
  // A card was pushed back, or the order contains cards of two shoes.
  const isMixed = observation?.kind === 'shoe' && (observation.what === 'reverse' || (observation.what === 'load' && observation.late))
  if (isMixed) return { ...state, order: null, waiting: [] }
  if (isLoss(observation)) return { ...state, waiting: [...waiting, null] }
  if (observation?.kind !== 'card') return state
  // More cards than the shoe holds are reported as such elsewhere.
  if (order.cards.length + waiting.length >= rules.decks * KINDS) return { ...state, order: null, waiting: [] }
  const isBurned = after.shoe.burnDue < before.shoe.burnDue || after.shoe.reliefBurns < before.shoe.reliefBurns
  const isKnown = observation.card !== UNREAD && !isBurned && observation.late !== true
  return { ...state, waiting: [...waiting, isKnown ? kindOf(observation.card as Card) : null] }
}

/** A new shoe. A shoe that was filled up during a round lacks the cards on the table, and is not tested. */
const nextShoe = (state: ShoeTests, { before, after }: Sight, least: number, context: JudgeContext): Step<ShoeTests> => {
  const { order, shortage } = state
  const { decks } = context.rules
  const seen = order === null ? shortage : withShoe(shortage, order.cards, decks)
  const fresh = {
    waiting: [],
    order: after.current !== null || isUnderWay(before, context) ? null : newShoeOrder(order?.cards ?? []),
    said: false,
  }
  const found = seen === shortage ? null : shortageIn(seen, decks)
  if (found === null || found.evidence < least) return [{ ...fresh, shortage: seen }, []]
  const { evidence, missing, shoes } = found
  const objection = likely('SHOE-SHORTAGE', evidence, { expected: { count: decks * KINDS }, seen: { total: missing, count: shoes } })
  return [{ ...fresh, shortage: NO_SHOES }, [objection]]
}

const likely = (code: 'SHOE-ORDER' | 'SHOE-SHORTAGE', evidence: number, fact: Partial<Objection>): Objection =>
  proven(code, null, {
    ...fact,
    grade: 'likely',
    counter: { code: 'honest-shoe', shoes: Math.floor(evidence) },
  })
