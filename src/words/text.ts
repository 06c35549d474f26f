/**
 * What people read. Every sentence is a row of a table, with its English and its German beside each other; a language file (`file.ts`) adds a column
 * to the tables. English is what the wire and the journal carry: it is said by the row alone, whatever languages there are.
 */
import { fill } from './template.ts'

/** `en`, `de`, or that of a language file. */
export type Language = string

export interface LanguageForm {
  /** Its name in the language itself. */
  readonly name: string
  /** Between a number's whole and its decimals. */
  readonly decimal: string
}

/** Those that can be spoken. */
export const LANGUAGES = new Map<Language, LanguageForm>([
  ['en', { name: 'English', decimal: '.' }],
  ['de', { name: 'Deutsch', decimal: ',' }],
])

/** A sentence. `{name}` stands for a figure; a part in `[ ]` that names a figure is left out if that is missing. */
export interface Text {
  readonly en: string
  readonly de: string
}
export type Texts = { readonly [code: string]: Text }

/** A text with its figures at their places, and the code of its row. */
export interface Said extends Text {
  readonly code: string
}

/** A number, a name or a path is the same in every language. null: it is missing. */
export type Figure = string | number | Text | null
export type Figures = { readonly [name: string]: Figure }

/** The figures that a template names. */
export type Names<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string} ${string}` ? never : Name) | Names<Rest>
  : never
/** As the English has them. */
export type FiguresOf<Row extends Text> = { readonly [name in Names<Row['en']>]: Figure }
/** Nothing for a text without figures. */
export type Filling<Row extends Text> = Names<Row['en']> extends never ? [] : [figures: FiguresOf<Row>]

/** How a text that was made from others is made in a language that came later. */
const MADE = new WeakMap<Text, (language: Language) => string>()

const made = <Head extends object>(head: Head, of: (language: Language) => string): Head & Text => {
  const text = { ...head, en: of('en'), de: of('de') }
  MADE.set(text, of)
  return text
}

/** A text made from others, language by language. */
export const inEach = (of: (language: Language) => string): Text => made({}, of)

/** In English where the language has no such sentence. Without `figures` the text as its row has it. */
export function tell(text: Text, language: Language, figures?: Figures): string {
  const own = (text as Text & { readonly [language: Language]: string | undefined })[language]
  const template = own ?? MADE.get(text)?.(language) ?? text.en
  return figures === undefined ? template : fill(template, (name) => figureIn(figures, name, language))
}

const figureIn = (figures: Figures, name: string, language: Language): string | null => {
  const figure = Object.hasOwn(figures, name) ? (figures[name] ?? null) : null
  return typeof figure === 'object' ? figure && tell(figure, language) : String(figure)
}

/** The teller of a table. */
export const saying =
  <const Rows extends Texts>(rows: Rows) =>
  <Code extends keyof Rows & string>(code: Code, ...[figures]: Filling<Rows[Code]>): Said =>
    made({ code }, (language) => tell(rows[code] as Text, language, (figures as Figures | undefined) ?? {}))

/** The same in every language: names, numbers, paths. */
export const asIs = (text: string): Said => ({ code: 'as-is', en: text, de: text })

/** One after the other, between semicolons; the first one's code counts. */
export const joined = (first: Said, ...rest: readonly (Text | null)[]): Said =>
  made({ code: first.code }, (language) => [first, ...rest].flatMap((each) => (each === null ? [] : [tell(each, language)])).join('; '))

export const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && 'en' in value && typeof value.en === 'string' && 'de' in value

export const isSaid = (value: object): value is Said => 'code' in value && isText(value)

/** For `JSON.stringify`: every text in every language. */
export const inAll = (_key: string, value: unknown): unknown =>
  isText(value) ? { ...value, ...Object.fromEntries([...LANGUAGES.keys()].map((language) => [language, tell(value, language)])) } : value

/** A number that is written with a point. */
export const withDecimal = (number: string, language: Language): string => number.replace('.', LANGUAGES.get(language)?.decimal ?? '.')
