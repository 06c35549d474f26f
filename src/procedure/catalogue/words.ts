/** The words of a finding, made of its facts: a row's templates in one language, filled with the figures. */
import type { Grade } from '../../engine/deviation.ts'
import type { FigureCase } from '../../rules/game/error-figures.ts'
import { type FindingFacts, MOMENTS, type Moment, type Place } from '../facts.ts'
import type { Language, Text } from '../language.ts'
import { fill, namesIn } from '../template.ts'
import { figuresOf, figureText, type Known } from './figures.ts'
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

/** The templates that apply to this case. */
export const templatesOf = (row: Row, which: string | undefined): RowWords => ({
  ...row,
  ...(which !== undefined && row.cases && Object.hasOwn(row.cases, which) ? row.cases[which as FigureCase] : {}),
})

/** The templates of each case. */
export const casesOf = (row: Row): readonly RowWords[] => Object.keys(row.cases ?? {}).map((which) => templatesOf(row, which))

/** The remedy for an error that the dealer has corrected. */
const PUT_RIGHT: Text = {
  en: 'The dealer has put it right; nothing is owed.',
  de: 'Der Croupier hat es berichtigt; nichts ist mehr offen.',
}

const REMEDY_AT: { readonly [M in Moment]: (words: RowWords) => Text } = {
  open: ({ remedy }) => remedy,
  over: ({ remedy, afterRound = remedy }) => afterRound,
  past: ({ afterDeal }) => afterDeal,
  righted: () => PUT_RIGHT,
}

export const remediesOf = (words: RowWords): readonly Text[] => MOMENTS.map((moment) => REMEDY_AT[moment](words))

/** What a finding says. Of its figures those that one of its texts names, at whatever moment: so a later one can be said from it as well. */
export const factsOf = (row: Row, known: Known, { moment, exponent }: Pick<FindingFacts, 'moment' | 'exponent'>): FindingFacts => {
  const which = caseIn(known)
  const words = templatesOf(row, which)
  const names = [words.seen, words.expected, ...remediesOf(words)].flatMap(({ en }) => namesIn(en))
  return { ...(which === undefined ? {} : { case: which }), moment, figures: figuresOf([...new Set(names)], known), exponent }
}

/** The words of a finding. What there is to do depends on how far its round is. */
export const findingWords = (row: Row, facts: FindingFacts, language: Language = 'en'): FindingWords => {
  const words = templatesOf(row, facts.case)
  const said = (text: Text): string =>
    fill(text[language], (name) => figureText(name, facts.figures, { language, exponent: facts.exponent }))
  return { expected: said(words.expected), seen: said(words.seen), remedy: said(REMEDY_AT[facts.moment](words)) }
}

/** Between what was seen and what was expected: `paid 45.00, due 30.00`; `58.00 on the spot; the bet was 55.00`. */
export const joint = (expected: string): string => (/^(due|fällig sind) /.test(expected) ? ', ' : '; ')

export const besideExpected = ({ expected, seen }: Pick<FindingWords, 'expected' | 'seen'>): string =>
  `${seen}${joint(expected)}${expected}`

const AREA_NAMES: { readonly [area: string]: Text } = {
  main2: { en: ', second bettor', de: ', zweiter Spieler' },
  main3: { en: ', third bettor', de: ', dritter Spieler' },
  ins: { en: ', insurance', de: ', Versicherung' },
  p22: { en: ', Push 22', de: ', Push 22' },
  pog: { en: ', Pot of Gold', de: ', Pot of Gold' },
}
const PLACES = {
  rack: { en: 'Rack', de: 'Jetonbestand' },
  table: { en: 'Table', de: 'Tisch' },
  box: { en: 'Box {box}[, hand {hand}]', de: 'Box {box}[, Hand {hand}]' },
} as const satisfies { readonly [place: string]: Text }

/** `Box 3, hand 2`, `Box 3, insurance`, `Rack`. */
export const placeText = ({ box, hand, spot }: Place, language: Language = 'en'): string => {
  if (box === null) return PLACES[spot === 'rack' ? 'rack' : 'table'][language]
  const area = AREA_NAMES[spot?.split('.')[1] ?? '']?.[language] ?? ''
  return `${fill(PLACES.box[language], (name) => (name === 'box' ? String(box) : hand !== null && hand > 1 ? String(hand) : null))}${area}`
}

/** How sure the finding is: in English before what was seen, in German after the place. */
const SURENESS: { readonly [G in Grade]: Text } = {
  proven: { en: '', de: '' },
  'one-of': { en: 'perhaps ', de: ', vielleicht' },
  likely: { en: 'likely ', de: ', wahrscheinlich' },
}
const WHOLE: Text = { en: '{place}: {sure}{what}. {remedy}', de: '{place}{sure}: {what}. {remedy}' }

/** The full text, the remedy last. */
export const peopleText = (words: FindingWords, place: Place, grade: Grade, language: Language = 'en'): string => {
  const parts: { readonly [name: string]: string } = {
    place: placeText(place, language),
    sure: SURENESS[grade][language],
    what: besideExpected(words),
    remedy: words.remedy,
  }
  return fill(WHOLE[language], (name) => parts[name] ?? null)
}

/** What was seen, as one line among the others of its group. */
export const lineText = (words: FindingWords, place: Place, language: Language = 'en'): string =>
  `${placeText(place, language)}: ${besideExpected(words)}`
