/**
 * The other readings that the table published with its result: each is compared hand by hand with the one shown, with the question that
 * separates the two. Pure.
 */
import type { CardPlace, HandResult, OtherHand, OtherReading, RoundResult } from '../../engine/event.ts'
import type { Outcome } from '../../rules/game/outcome.ts'
import { actionsText, cardsLine, placeText, totalText } from '../terminal/words.ts'

/** Another story of the round. */
export interface OtherStory {
  readonly title: string
  /** What to look for on the recording; null: nothing that a person could see. */
  readonly question: string | null
  /** Whose cards, as shown, and in this story. */
  readonly rows: readonly (readonly [string, string, string])[]
}

export const otherStories = (result: RoundResult): readonly OtherStory[] =>
  (result.others ?? []).map((other) => ({
    title: other.share === null ? 'Another story' : `Another story, ${(other.share * 100).toFixed(1)} % of the weight`,
    question: questionOf(result, other),
    rows: rowsOf(result, other),
  }))

type ShownHand = Pick<HandResult, 'cards' | 'total' | 'actions' | 'outcome'> & Partial<Pick<HandResult, 'soft'>>

/** A hand of the other story with the one shown in its place; undefined: there is none. */
const pairsOf = ({ boxes }: RoundResult, { hands }: OtherReading) =>
  hands.map((other) => ({ shown: boxes.find(({ box }) => box === other.box)?.hands.find(({ hand }) => hand === other.hand), other }))

export const faces = (cards: readonly HandResult['cards'][number][]): string =>
  cardsLine(cards)
    .map(({ text }) => text)
    .join('')

/** The first hand of a box needs no number if it is the only one in both stories. */
const nameOf = (result: RoundResult, other: OtherReading, box: number, hand: number): string => {
  const isSplit = result.boxes.some((each) => each.box === box && each.hands.length > 1)
  const becomesSplit = other.hands.some((each) => each.box === box && each.hand > 1)
  return placeText(box, isSplit || becomesSplit ? hand : null)
}

const rowsOf = (result: RoundResult, other: OtherReading): OtherStory['rows'] => {
  const hands = pairsOf(result, other).map(({ shown, other: hand }): OtherStory['rows'][number] => [
    nameOf(result, other, hand.box, hand.hand),
    handText(shown),
    handText(hand),
  ])
  return other.dealer === undefined ? hands : [...hands, ['dealer', faces(result.dealer.cards), faces(other.dealer)]]
}

/** `T♠ 4♥ 3♣ = 17, hit, stand: push` */
const handText = (hand: ShownHand | undefined): string => {
  if (hand === undefined || hand.cards.length === 0) return 'no such hand'
  const { cards, total, soft = false, actions, outcome } = hand
  const played = actions.length === 0 ? '' : `, ${actionsText(actions)}`
  return `${faces(cards)} ${totalText({ total, soft })}${played}: ${outcome ?? 'not known'}`
}

const questionOf = (result: RoundResult, other: OtherReading): string | null => {
  if (other.parting !== undefined) return partingText(result, other, other.parting)
  for (const ask of ASKED) {
    for (const { shown, other: hand } of pairsOf(result, other)) {
      const question = shown === undefined ? null : ask(nameOf(result, other, hand.box, hand.hand), shown, hand)
      if (question !== null) return question
    }
  }
  return null
}

const partingText = (result: RoundResult, other: OtherReading, { n, card, told, other: place }: NonNullable<OtherReading['parting']>) => {
  const whose = (at: CardPlace): string => {
    if (at === null) return 'another round'
    if (at === 'dealer') return 'the dealer'
    return at === 'burn' ? 'the burned cards' : nameOf(result, other, at.box, at.hand)
  }
  return `Did card ${n}, the ${faces([card])}, go to ${whose(told)} or to ${whose(place)}?`
}

/** Verbs that follow "did box 3". */
const OUTCOME_VERBS: { readonly [outcome in Outcome]: string } = {
  win: 'win',
  lose: 'lose',
  push: 'push',
  blackjack: 'win with a blackjack',
  surrender: 'surrender',
  void: 'count for nothing',
}

const splits = (actions: ShownHand['actions']): number => actions.filter((action) => action.endsWith('split')).length
const playedText = (actions: ShownHand['actions']): string => (actions.length === 0 ? 'no decision' : actionsText(actions))

type Ask = (name: string, shown: ShownHand, other: OtherHand) => string | null

/** In the order in which a recording shows them. */
const ASKED: readonly Ask[] = [
  (_, { actions }, { box, actions: others }) => {
    const [one, another] = [splits(actions), splits(others)]
    return one !== another && (one === 0 || another === 0) ? `Was box ${box} split?` : null
  },
  (name, { actions }, { actions: others }) =>
    actions.join() === others.join() ? null : `How was ${name} played: “${playedText(actions)}” or “${playedText(others)}”?`,
  (name, { cards }, { cards: others }) => (cards.join() === others.join() ? null : `Did ${name} hold ${faces(cards)} or ${faces(others)}?`),
  (name, { outcome: one }, { outcome: another }) =>
    one === null || another === null || one === another ? null : `Did ${name} ${OUTCOME_VERBS[one]} or ${OUTCOME_VERBS[another]}?`,
]
