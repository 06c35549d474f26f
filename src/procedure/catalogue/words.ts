/** The words of a finding: a row's templates filled with its figures, amounts in the table's currency. */
import type { ChipStack } from '../../../devices/scan.ts'
import type { Grade } from '../../engine/deviation.ts'
import type { FigureCase, Figures } from '../../rules/game/error-figures.ts'
import { moneyText } from '../money.ts'
import type { CatalogueRow, RowWords } from './row.ts'

/** The names that a template may use, each with its figure. `money`: minor units. */
const FIGURES = {
  due: { money: true, of: ({ expected }) => expected.amount },
  moved: { money: true, of: ({ seen }) => seen.amount },
  did: { of: ({ seen, exponent }) => resultText(seen.amount, ['paid $', '$ taken', 'nothing paid or taken'], exponent) },
  result: { of: ({ expected, exponent }) => resultText(expected.amount, ['won $', 'lost $', 'tied'], exponent) },
  more: { money: true, of: ({ expected, seen }) => differenceOf(expected.amount, seen.amount) },
  base: { money: true, of: ({ expected, seen }) => expected.base ?? seen.base },
  ratio: { of: ({ expected: { ratio } }) => ratio && `${ratio[0]} to ${ratio[1]}` },
  most: { of: ({ expected }) => expected.count },
  least: { of: ({ expected }) => expected.total },
  count: { of: ({ seen }) => seen.count },
  total: { of: ({ seen }) => seen.total },
  totals: { of: ({ expected }) => expected.totals?.join(', ') },
  n: { of: ({ seen }) => seen.position },
  cards: { of: ({ expected, seen }) => (seen.cards ?? expected.cards)?.join(' ') },
  laid: { of: ({ expected, exponent }) => expected.chips && stacksText(expected.chips, exponent) },
  chips: { of: ({ seen, exponent }) => seen.chips && stacksText(seen.chips, exponent) },
  changes: { of: ({ seen, exponent }) => seen.chips && changesText(seen.chips, exponent) },
  time: { of: ({ at }) => `${new Date(at).toISOString().slice(11, 19)} UTC` },
} as const satisfies { readonly [name: string]: FigureRow }

interface FigureRow {
  readonly money?: true
  readonly of: (known: Known) => number | string | undefined
}

export const FIGURE_NAMES: readonly string[] = Object.keys(FIGURES)

const differenceOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : Math.abs(one - other)

/** A change in a bettor's chips, in words rather than with a sign: a gain, a loss or none. */
const resultText = (
  amount: number | undefined,
  [gain, loss, none]: readonly [string, string, string],
  exponent: number,
): string | undefined =>
  amount === undefined ? undefined : (amount > 0 ? gain : amount < 0 ? loss : none).replace('$', moneyText(Math.abs(amount), exponent))

const stackText = ({ value, count }: ChipStack, exponent: number): string => {
  const pieces = Math.abs(count)
  return value === 'FB'
    ? `${pieces} lammer${pieces === 1 ? '' : 's'}`
    : `${pieces} chip${pieces === 1 ? '' : 's'} of ${moneyText(value, exponent)}`
}

/** `2 chips of 25.00, 1 chip of 5.00`. */
const stacksText = (chips: readonly ChipStack[], exponent: number): string => chips.map((stack) => stackText(stack, exponent)).join(', ')

/** `2 chips of 5.00 more, 1 chip of 1.00 less`. */
const changesText = (chips: readonly ChipStack[], exponent: number): string =>
  chips.map((stack) => `${stackText(stack, exponent)} ${stack.count > 0 ? 'more' : 'less'}`).join(', ')

/** The figures of one finding. `exponent`: decimals of the table's currency. */
interface Known {
  readonly expected: Figures
  readonly seen: Figures
  readonly exponent: number
  /** When surveillance looks for it: when its round began or, if it belongs to none, when it was found. Event time, Unix ms. */
  readonly at: number
}

const figure = (name: string, known: Known): string | null => {
  const row: FigureRow | null = Object.hasOwn(FIGURES, name) ? FIGURES[name as keyof typeof FIGURES] : null
  const value = row?.of(known)
  if (value === undefined) return null
  return typeof value === 'number' && row?.money ? moneyText(value, known.exponent) : String(value)
}

/** A part in `[ ]` is left out if a figure in it is missing; elsewhere a missing figure becomes `?`. */
const fill = (template: string, known: Known): string => {
  const filled = (part: string, missing: () => string): string =>
    part.replace(/\{(\w+)\}/g, (_, name: string) => figure(name, known) ?? missing())
  const optional = template.replace(/\[([^\]]*)\]/g, (_, part: string) => {
    let whole = true
    const text = filled(part, () => {
      whole = false
      return ''
    })
    return whole ? text : ''
  })
  return filled(optional, () => '?')
}

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

/** The words of a finding. `isPast`: the next round has been dealt, which changes the remedy. */
export const findingWords = (row: Row, known: Known, isPast: boolean): FindingWords => {
  const words = templatesOf(row, known)
  return {
    expected: fill(words.expected, known),
    seen: fill(words.seen, known),
    remedy: fill(isPast ? words.afterDeal : words.remedy, known),
  }
}

/** The remedy for an error that the dealer has corrected. */
export const PUT_RIGHT_REMEDY = 'The dealer has put it right; nothing is owed.'

/** `paid 45.00, due 30.00`; `58.00 on the spot; the bet was 55.00`. */
export const besideExpected = ({ expected, seen }: Pick<FindingWords, 'expected' | 'seen'>): string =>
  expected.startsWith('due ') ? `${seen}, ${expected}` : `${seen}; ${expected}`

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
