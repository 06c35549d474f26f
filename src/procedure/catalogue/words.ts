/** The words of a finding, made of its facts: a row's templates in one language, filled with the figures. */
import type { Grade } from '../../engine/deviation.ts'
import type { FigureCase } from '../../rules/game/error-figures.ts'
import { catalog } from '../../words/catalog.ts'
import { fill, namesIn } from '../../words/template.ts'
import { type Language, type Text, type Texts, tell } from '../../words/text.ts'
import { type FindingFacts, MOMENTS, type Moment, type Place } from '../facts.ts'
import { figuresOf, figureText, type Known } from './figures.ts'
import type { CatalogueRow, RowWords } from './row.ts'

export interface FindingWords {
  readonly expected: string
  readonly seen: string
  readonly remedy: string
  /** How the first two stand beside each other; left out: as their English does. */
  readonly beside?: Text
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
    fill(tell(text, language), (name) => figureText(name, facts.figures, { language, exponent: facts.exponent }))
  return { expected: said(words.expected), seen: said(words.seen), remedy: said(REMEDY_AT[facts.moment](words)) }
}

/** What was seen and what was expected: `paid 45.00, due 30.00`; `58.00 on the spot; the bet was 55.00`. */
const BESIDE = {
  due: { en: '{seen}, {expected}', de: '{seen}, {expected}' },
  other: { en: '{seen}; {expected}', de: '{seen}; {expected}' },
} as const satisfies Texts
/** `expected`: the row's, in English. */
export const besideOf = (expected: string): Text => (expected.startsWith('due ') ? BESIDE.due : BESIDE.other)

export const besideExpected = (
  { expected, seen, beside = besideOf(expected) }: Omit<FindingWords, 'remedy'>,
  language: Language = 'en',
): string => tell(beside, language, { seen, expected })

/** The words of a finding in any language, for what is said of it as a whole. */
export const wordsInFull = (row: Row, facts: FindingFacts, language: Language): FindingWords => ({
  ...findingWords(row, facts, language),
  beside: besideOf(templatesOf(row, facts.case).expected.en),
})

const AREAS = {
  main2: { en: '{box}, second bettor', de: '{box}, zweiter Spieler' },
  main3: { en: '{box}, third bettor', de: '{box}, dritter Spieler' },
  ins: { en: '{box}, insurance', de: '{box}, Versicherung' },
  p22: { en: '{box}, Push 22', de: '{box}, Push 22' },
  pog: { en: '{box}, Pot of Gold', de: '{box}, Pot of Gold' },
} as const satisfies Texts
const PLACES = {
  rack: { en: 'Rack', de: 'Jetonbestand' },
  table: { en: 'Table', de: 'Tisch' },
  box: { en: 'Box {box}[, hand {hand}]', de: 'Box {box}[, Hand {hand}]' },
} as const satisfies Texts

/** `Box 3, hand 2`, `Box 3, insurance`, `Rack`. */
export const placeText = ({ box, hand, spot }: Place, language: Language = 'en'): string => {
  if (box === null) return tell(PLACES[spot === 'rack' ? 'rack' : 'table'], language)
  const whole = tell(PLACES.box, language, { box, hand: hand !== null && hand > 1 ? hand : null })
  const area = spot?.split('.')[1] ?? ''
  return Object.hasOwn(AREAS, area) ? tell(AREAS[area as keyof typeof AREAS], language, { box: whole }) : whole
}

/** How sure the finding is: in English before what was seen, in German after the place. */
const WHOLE: { readonly [G in Grade]: Text } = {
  proven: { en: '{place}: {what}. {remedy}', de: '{place}: {what}. {remedy}' },
  'one-of': { en: '{place}: perhaps {what}. {remedy}', de: '{place}, vielleicht: {what}. {remedy}' },
  likely: { en: '{place}: likely {what}. {remedy}', de: '{place}, wahrscheinlich: {what}. {remedy}' },
}
const LINE: Text = { en: '{place}: {what}', de: '{place}: {what}' }

catalog('place', { ...PLACES, area: AREAS, whole: WHOLE, line: LINE, beside: BESIDE, righted: PUT_RIGHT })

/** The full text, the remedy last. */
export const peopleText = (words: FindingWords, place: Place, grade: Grade, language: Language = 'en'): string =>
  tell(WHOLE[grade], language, {
    place: placeText(place, language),
    what: besideExpected(words, language),
    remedy: words.remedy,
  })

/** What was seen, as one line among the others of its group. */
export const lineText = (words: FindingWords, place: Place, language: Language = 'en'): string =>
  tell(LINE, language, { place: placeText(place, language), what: besideExpected(words, language) })
