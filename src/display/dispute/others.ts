/**
 * The other readings that the table published with its result: each is compared hand by hand with the one shown, with the question that
 * separates the two. Pure.
 */
import type { CardPlace, OtherHand, OtherReading } from '../../engine/event.ts'
import type { Outcome } from '../../rules/game/outcome.ts'
import { type Account, facesOf, type HandAccount } from '../../wire/account/account.ts'
import { actionsText, cardsText, cardText, outcomeText, placeText, totalText } from '../../wire/account/text.ts'

/** Another story of the round. */
export interface OtherStory {
  readonly title: string
  /** What to look for on the recording; null: nothing that a person could see. */
  readonly question: string | null
  /** Whose cards, as shown, and in this story. */
  readonly rows: readonly (readonly [string, string, string])[]
}

export const otherStories = (account: Account): readonly OtherStory[] =>
  (account.end?.others ?? []).map((other) => ({
    title: other.share === null ? 'Another story' : `Another story, ${(other.share * 100).toFixed(1)} % of the weight`,
    question: questionOf(account, other),
    rows: rowsOf(account, other),
  }))

/** A hand of the other story with the one shown in its place; undefined: there is none. */
const pairsOf = ({ boxes }: Account, { hands }: OtherReading) =>
  hands.map((other) => ({ shown: boxes.find(({ box }) => box === other.box)?.hands.find(({ hand }) => hand === other.hand), other }))

/** The first hand of a box needs no number if it is the only one in both stories. */
const nameOf = ({ boxes }: Account, { hands }: OtherReading, box: number, hand: number): string => {
  const isSplit = boxes.some((each) => each.box === box && each.hands.length > 1)
  const becomesSplit = hands.some((each) => each.box === box && each.hand > 1)
  return placeText({ box, hand: isSplit || becomesSplit ? hand : null })
}

const rowsOf = (account: Account, other: OtherReading): OtherStory['rows'] => {
  const hands = pairsOf(account, other).map(({ shown, other: hand }): OtherStory['rows'][number] => [
    nameOf(account, other, hand.box, hand.hand),
    shown === undefined ? NO_HAND : handText({ ...shown, cards: facesOf(shown) }),
    handText(hand),
  ])
  return other.dealer === undefined ? hands : [...hands, ['dealer', cardsText(facesOf(account.dealer)), cardsText(other.dealer)]]
}

const NO_HAND = 'no such hand'

type AnyHand = Omit<OtherHand, 'box' | 'hand' | 'cards'> & { readonly cards: ReturnType<typeof facesOf>; readonly soft?: boolean }

/** `10♠ 4♥ 3♣ = 17, hit, stand: pushes` */
const handText = ({ cards, total, soft = false, actions, outcome }: AnyHand): string => {
  if (cards.length === 0) return NO_HAND
  const played = actions.length === 0 ? '' : `, ${actionsText(actions)}`
  return `${cardsText(cards)} = ${totalText({ total, soft })}${played}: ${outcome === null ? 'not known' : outcomeText(outcome)}`
}

const questionOf = (account: Account, other: OtherReading): string | null => {
  if (other.parting !== undefined) return partingText(account, other, other.parting)
  for (const ask of ASKED) {
    for (const { shown, other: hand } of pairsOf(account, other)) {
      const question = shown === undefined ? null : ask(nameOf(account, other, hand.box, hand.hand), shown, hand)
      if (question !== null) return question
    }
  }
  return null
}

const partingText = (account: Account, other: OtherReading, { n, card, told, other: place }: NonNullable<OtherReading['parting']>) => {
  const whose = (at: CardPlace): string => {
    if (at === null) return 'another round'
    if (at === 'dealer') return 'the dealer'
    return at === 'burn' ? 'the burned cards' : nameOf(account, other, at.box, at.hand)
  }
  return `Did card ${n}, the ${cardText(card)}, go to ${whose(told)} or to ${whose(place)}?`
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

const splits = (actions: OtherHand['actions']): number => actions.filter((action) => action.endsWith('split')).length
const playedText = (actions: OtherHand['actions']): string => (actions.length === 0 ? 'no decision' : actionsText(actions))

type Ask = (name: string, shown: HandAccount, other: OtherHand) => string | null

/** In the order in which a recording shows them. */
const ASKED: readonly Ask[] = [
  (_, { actions }, { box, actions: others }) => {
    const [one, another] = [splits(actions), splits(others)]
    return one !== another && (one === 0 || another === 0) ? `Was box ${box} split?` : null
  },
  (name, { actions }, { actions: others }) =>
    actions.join() === others.join() ? null : `How was ${name} played: “${playedText(actions)}” or “${playedText(others)}”?`,
  (name, shown, { cards: others }) => {
    const cards = facesOf(shown)
    return cards.join() === others.join() ? null : `Did ${name} hold ${cardsText(cards)} or ${cardsText(others)}?`
  },
  (name, { outcome: one }, { outcome: another }) =>
    one === null || another === null || one === another ? null : `Did ${name} ${OUTCOME_VERBS[one]} or ${OUTCOME_VERBS[another]}?`,
]
