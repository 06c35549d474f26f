/** How the remaining readings differ, and what would have decided between them, from the records of the round. Pure. */
import type { RoundResult } from '../../engine/event.ts'
import { placeText } from '../terminal/words.ts'
import type { Told } from './told.ts'

/** One statement: returns its text if it applies to the round. */
interface Row {
  readonly says: (told: Told, result: RoundResult, usesPointer: boolean) => string | null
}

const handsOf = ({ boxes }: RoundResult) => boxes.flatMap(({ box, hands }) => hands.map((hand) => ({ box, ...hand })))
const spotsOf = ({ boxes }: RoundResult) => boxes.flatMap(({ spots }) => Object.values(spots))

/** Cards whose place was never published as certain. */
const openCards = ({ said }: Told): readonly number[] => {
  const certain = new Map<number, boolean>()
  for (const { envelope } of said) if (envelope.type === 'card.dealt') certain.set(envelope.data.n, envelope.data.certain)
  return [...certain].flatMap(([n, isCertain]) => (isCertain ? [] : [n]))
}

const ROWS: readonly Row[] = [
  { says: ({ incomplete }) => (incomplete === null ? null : `The round has no complete verdict: ${incomplete}.`) },
  {
    says: (_, result) => {
      const unread = [...result.dealer.cards, ...handsOf(result).flatMap(({ cards }) => cards)].filter((card) => card === '??').length
      return unread === 0 ? null : `Cards that could not be read: ${unread}. Their ranks would have ruled out more.`
    },
  },
  {
    says: (_, result) => {
      const open = handsOf(result).filter(({ certain }) => !certain)
      const shares = open.map(({ box, hand, share }) => {
        const weight = share === null ? '' : ` (as shown in ${(share * 100).toFixed(1)} % of their weight)`
        return `${placeText(box, hand)}${weight}`
      })
      return open.length === 0 ? null : `The readings differ in ${shares.join(', ')}.`
    },
  },
  {
    says: (told, { readings }, usesPointer) => {
      const cards = openCards(told)
      if (readings <= 1 || cards.length === 0) return null
      const which = `Whose ${cards.length === 1 ? 'card' : 'cards'} ${cards.join(', ')} ${cards.length === 1 ? 'is' : 'are'} was never certain`
      return usesPointer
        ? `${which}: the pointer was moved, but too late, or it stayed too long, to show it.`
        : `${which}. A dealer's pointer would have decided this: it shows which hand each card goes to.`
    },
  },
  {
    says: (_, { complete, readings, others }) =>
      complete && readings > 1 && others === undefined
        ? 'The records name none of the others: they look alike, or they were not told.'
        : null,
  },
  {
    says: (_, { others = [] }) =>
      others.length === 0 ? null : 'The likeliest others are below, each with the question that separates it from the reading shown above.',
  },
  {
    says: (_, result) => {
      const isUnseen = spotsOf(result).every(({ best }) => best.moved === null)
      return result.readings > 1 && isUnseen
        ? 'No sensor followed the payouts; they would have ruled out the readings in which another amount was due.'
        : null
    },
  },
  {
    says: (_, { readings, boxes }) =>
      readings > 1 && boxes.every(({ spots }) => Object.values(spots).every(({ certain }) => certain))
        ? 'Every wager comes to the same in all of them, so no payout could tell them apart.'
        : null,
  },
]

const introOf = ({ readings, complete, others }: RoundResult): string => {
  const rest = 'What all of them share is certain; the rest is shown as the likeliest one has it.'
  if (readings !== 1 || !complete) return `Readings left: ${readings}. ${rest}`
  if (others !== undefined) return `One reading is left, and others in which another error was made. ${rest}`
  return 'One reading is left: every card and every decision is certain.'
}

export const decidingTexts = (told: Told, usesPointer: boolean): readonly string[] => {
  const { result } = told
  if (result === null) return [`The round was void: ${told.incomplete ?? 'no reason was told'}.`]
  return [introOf(result), ...ROWS.flatMap(({ says }) => says(told, result, usesPointer) ?? [])]
}
