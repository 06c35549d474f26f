/** How the remaining readings differ, and what would have decided between them, from the records of the round. Pure. */
import type { Account } from '../../wire/account/account.ts'
import { placeText, textOf, unreadText } from '../../wire/account/text.ts'

/** One statement: returns its text if it applies to the round. */
interface Row {
  readonly says: (account: Account, usesPointer: boolean) => string | null
}

const handsOf = ({ boxes }: Account) => boxes.flatMap(({ box, hands }) => hands.map((hand) => ({ box, ...hand })))
const spotsOf = ({ boxes }: Account) => boxes.flatMap(({ spots }) => spots.flatMap(({ result }) => result ?? []))

const ROWS: readonly Row[] = [
  { says: ({ incomplete }) => (incomplete === null ? null : textOf('left.incomplete', { reason: incomplete })) },
  {
    says: (account) => {
      const lying = [...account.dealer.cards, ...handsOf(account).flatMap(({ cards }) => cards)]
      const unread = lying.filter(({ card }) => card === '??').length
      return unread === 0 ? null : unreadText(unread)
    },
  },
  {
    says: (account) => {
      const open = handsOf(account).filter(({ certain }) => !certain)
      const shares = open.map(({ box, hand, share }) => {
        const weight = share === null ? '' : ` (as shown in ${(share * 100).toFixed(1)} % of their weight)`
        return `${placeText({ box, hand })}${weight}`
      })
      return open.length === 0 ? null : `The readings differ in ${shares.join(', ')}.`
    },
  },
  {
    says: ({ readings, cards: all }, usesPointer) => {
      const cards = all.flatMap(({ n, certain }) => (certain ? [] : [n]))
      if (readings <= 1 || cards.length === 0) return null
      const which = `Whose ${cards.length === 1 ? 'card' : 'cards'} ${cards.join(', ')} ${cards.length === 1 ? 'is' : 'are'} was never certain`
      return `${which}. ${textOf(usesPointer ? 'left.pointer.late' : 'left.pointer.none')}`
    },
  },
  {
    says: ({ complete, readings, end }) =>
      complete && readings > 1 && end?.others === undefined
        ? 'The records name none of the others: they look alike, or they were not told.'
        : null,
  },
  {
    says: ({ end }) =>
      (end?.others ?? []).length === 0
        ? null
        : 'The likeliest others are below, each with the question that separates it from the reading shown above.',
  },
  {
    says: (account) => {
      const isUnseen = spotsOf(account).every(({ best }) => best.moved === null)
      return account.readings > 1 && isUnseen
        ? 'No sensor followed the payouts; they would have ruled out the readings in which another amount was due.'
        : null
    },
  },
  {
    says: (account) => (account.readings > 1 && spotsOf(account).every(({ certain }) => certain) ? textOf('left.same') : null),
  },
]

const introOf = ({ readings, complete, end }: Account): string => {
  const rest = 'What all of them share is certain; the rest is shown as the likeliest one has it.'
  if (readings !== 1 || !complete) return `Readings left: ${readings}. ${rest}`
  if (end?.others !== undefined) return `One reading is left, and others in which another error was made. ${rest}`
  return 'One reading is left: every card and every decision is certain.'
}

export const decidingTexts = (account: Account, usesPointer: boolean): readonly string[] =>
  account.end === null
    ? [`The round was void: ${account.incomplete ?? 'no reason was told'}.`]
    : [introOf(account), ...ROWS.flatMap(({ says }) => says(account, usesPointer) ?? [])]
