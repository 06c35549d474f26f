/** The words of a finding as the wire carries them: a row's English, filled with its figures, amounts in the table's currency. */
import type { Grade } from '../../engine/deviation.ts'
import type { FigureCase } from '../../rules/game/error-figures.ts'
import type { Text } from '../language.ts'
import { fill } from '../template.ts'
import { figureText, type Known } from './figures.ts'
import type { CatalogueRow, RowWords } from './row.ts'

export interface FindingWords {
  readonly expected: string
  readonly seen: string
  readonly remedy: string
}

type Row = Pick<CatalogueRow, keyof RowWords | 'cases'>

/** Which of the things its code stands for it was; undefined: the row has one meaning only. */
export const caseIn = ({ expected, seen }: Partial<Pick<Known, 'expected' | 'seen'>>): FigureCase | undefined =>
  seen?.case ?? expected?.case

/** The templates that apply to these figures. */
export const templatesOf = (row: Row, figures: Partial<Known>): RowWords => {
  const which = caseIn(figures)
  return { ...row, ...(which && row.cases?.[which]) }
}

/** The templates of each case. */
export const casesOf = (row: Row): readonly RowWords[] => Object.values(row.cases ?? {}).map((words) => ({ ...row, ...words }))

/** How far the round of a finding is: its cards lie there; it is over and the next is not dealt; another has been dealt. */
export const STAGES = ['open', 'over', 'past'] as const
export type Stage = (typeof STAGES)[number]

const REMEDY_AT: { readonly [S in Stage]: (words: RowWords) => Text } = {
  open: ({ remedy }) => remedy,
  over: ({ remedy, afterRound = remedy }) => afterRound,
  past: ({ afterDeal }) => afterDeal,
}

export const remediesOf = (words: RowWords): readonly Text[] => STAGES.map((stage) => REMEDY_AT[stage](words))

/** The words of a finding. What there is to do depends on how far its round is. */
export const findingWords = (row: Row, known: Known, stage: Stage): FindingWords => {
  const words = templatesOf(row, known)
  const said = ({ en }: Text): string => fill(en, (name) => figureText(name, known))
  return { expected: said(words.expected), seen: said(words.seen), remedy: said(REMEDY_AT[stage](words)) }
}

/** The remedy for an error that the dealer has corrected. */
export const PUT_RIGHT_REMEDY: Text = {
  en: 'The dealer has put it right; nothing is owed.',
  de: 'Der Croupier hat es berichtigt; nichts ist mehr offen.',
}

/** Between what was seen and what was expected: `paid 45.00, due 30.00`; `58.00 on the spot; the bet was 55.00`. */
export const joint = (expected: string): string => (expected.startsWith('due ') ? ', ' : '; ')

export const besideExpected = ({ expected, seen }: Pick<FindingWords, 'expected' | 'seen'>): string =>
  `${seen}${joint(expected)}${expected}`

export interface Place {
  readonly box: number | null
  readonly hand: number | null
  readonly spot: string | null
}

const AREA_NAMES: { readonly [area: string]: string } = {
  main2: ', second bettor',
  main3: ', third bettor',
  ins: ', insurance',
  p22: ', Push 22',
  pog: ', Pot of Gold',
}

/** `Box 3, hand 2`, `Box 3, insurance`, `Rack`. */
export const placeText = ({ box, hand, spot }: Place): string => {
  if (box === null) return spot === 'rack' ? 'Rack' : 'Table'
  const area = AREA_NAMES[spot?.split('.')[1] ?? ''] ?? ''
  return `Box ${box}${hand !== null && hand > 1 ? `, hand ${hand}` : ''}${area}`
}

/** How sure the finding is, placed before what was seen. */
const SURENESS: { readonly [G in Grade]: string } = { proven: '', 'one-of': 'perhaps ', likely: 'likely ' }

/** The full text, the remedy last. */
export const peopleText = (words: FindingWords, place: Place, grade: Grade): string =>
  `${placeText(place)}: ${SURENESS[grade]}${besideExpected(words)}. ${words.remedy}`

/** What was seen, as one line among the others of its group. */
export const lineText = (words: FindingWords, place: Place): string => `${placeText(place)}: ${besideExpected(words)}`
