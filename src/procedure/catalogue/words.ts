/** The words of a finding: a row's templates filled with its figures, amounts in money. */
import type { Figures, Grade } from '../../engine/deviation.ts'
import { moneyText } from '../money.ts'
import type { CatalogueRow, RowWords } from './row.ts'

/** What a template may name, with the figure it stands for. Those that are `money` are amounts. */
const FIGURES = {
  due: { money: true, of: (expected: Figures) => expected.amount },
  moved: { money: true, of: (_: Figures, seen: Figures) => seen.amount },
  did: { money: false, of: (_: Figures, seen: Figures) => resultText(seen.amount, ['paid $', '$ taken', 'nothing paid or taken']) },
  result: { money: false, of: (expected: Figures) => resultText(expected.amount, ['won $', 'lost $', 'tied']) },
  more: { money: true, of: (expected: Figures, seen: Figures) => differenceOf(expected.amount, seen.amount) },
  base: { money: true, of: (expected: Figures, seen: Figures) => expected.base ?? seen.base },
  ratio: { money: false, of: ({ ratio }: Figures) => ratio && `${ratio[0]} to ${ratio[1]}` },
  most: { money: false, of: (expected: Figures) => expected.count },
  least: { money: false, of: (expected: Figures) => expected.total },
  count: { money: false, of: (_: Figures, seen: Figures) => seen.count },
  total: { money: false, of: (_: Figures, seen: Figures) => seen.total },
  n: { money: false, of: (_: Figures, seen: Figures) => seen.position },
  cards: { money: false, of: (expected: Figures, seen: Figures) => (seen.cards ?? expected.cards)?.join(' ') },
  text: { money: false, of: (expected: Figures, seen: Figures) => seen.text ?? expected.text },
} as const

export const FIGURE_NAMES: readonly string[] = Object.keys(FIGURES)

const differenceOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : Math.abs(one - other)

/** A change of a bettor's chips, in words instead of a sign: of a gain, a loss, none. */
const resultText = (amount: number | undefined, [gain, loss, none]: readonly [string, string, string]): string | undefined =>
  amount === undefined ? undefined : (amount > 0 ? gain : amount < 0 ? loss : none).replace('$', inText(Math.abs(amount)))

/** An amount within a figure that is text, `at most {10000}`. */
export const inText = (minor: number): string => `{${minor}}`

/** What is known of one finding. `exponent`: decimals of the table's currency. */
interface Known {
  readonly expected: Figures
  readonly seen: Figures
  readonly exponent: number
}

const figure = (name: string, { expected, seen, exponent }: Known): string | null => {
  const row = Object.hasOwn(FIGURES, name) ? FIGURES[name as keyof typeof FIGURES] : null
  const value = row?.of(expected, seen)
  if (value === undefined) return null
  if (typeof value === 'number') return row?.money ? moneyText(value, exponent) : String(value)
  return value.replace(/\{(-?\d+)\}/g, (_, minor: string) => moneyText(Number(minor), exponent))
}

/** `[ ]` is left out where a figure in it is missing; elsewhere a missing figure is `?`. */
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

/** The words of a finding. `isPast`: the next round has been dealt, so that its remedy is another. */
export const findingWords = (row: Row, known: Known, isPast: boolean): FindingWords => {
  const { seen } = known
  const words: RowWords = (seen.text !== undefined && row.cases?.[seen.text]) || row
  return {
    expected: fill(words.expected, known),
    seen: fill(words.seen, known),
    remedy: fill((isPast && words.afterDeal) || words.remedy, known),
  }
}

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

/** How sure it is, before what was seen. */
const SURENESS: { readonly [G in Grade]: string } = { proven: '', 'one-of': 'perhaps ', likely: 'likely ' }

/** All of it, the remedy last. */
export const peopleText = (words: FindingWords, place: Place, grade: Grade): string =>
  `${placeText(place)}: ${SURENESS[grade]}${besideExpected(words)}. ${words.remedy}`

/** What was seen, as one line among the others of its group. */
export const lineText = (words: FindingWords, place: Place): string => `${placeText(place)}: ${besideExpected(words)}`
