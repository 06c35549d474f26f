/** The words of a finding: a row's templates filled with its figures, in minor units for the wire and in money for people. */
import type { Figures } from '../../engine/deviation.ts'
import type { CatalogueRow } from './row.ts'

/** What a template may name, with the figure it stands for. Those that are `money` are amounts. */
const FIGURES = {
  due: { money: true, of: (expected: Figures) => expected.amount },
  moved: { money: true, of: (_: Figures, seen: Figures) => seen.amount },
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

/** An amount within a figure that is text, `at most {10000}`. */
export const inText = (minor: number): string => `{${minor}}`

/** 4500 -> 45.00 */
const moneyText = (minor: number): string => (minor / 100).toFixed(2)

type Amounts = (minor: number) => string

const figure = (name: string, expected: Figures, seen: Figures, amounts: Amounts): string | null => {
  const row = Object.hasOwn(FIGURES, name) ? FIGURES[name as keyof typeof FIGURES] : null
  const value = row?.of(expected, seen)
  if (value === undefined) return null
  if (typeof value === 'number') return row?.money ? amounts(value) : String(value)
  return value.replace(/\{(\d+)\}/g, (_, minor: string) => amounts(Number(minor)))
}

/** `[ ]` is left out where a figure in it is missing; elsewhere a missing figure is `?`. */
const fill = (template: string, expected: Figures, seen: Figures, amounts: Amounts): string => {
  const filled = (part: string, missing: () => string): string =>
    part.replace(/\{(\w+)\}/g, (_, name: string) => figure(name, expected, seen, amounts) ?? missing())
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

type Templates = Pick<CatalogueRow, 'expected' | 'seen' | 'remedy'>

const wordsIn = (row: Templates, expected: Figures, seen: Figures, amounts: Amounts): FindingWords => ({
  expected: fill(row.expected, expected, seen, amounts),
  seen: fill(row.seen, expected, seen, amounts),
  remedy: fill(row.remedy, expected, seen, amounts),
})

/** In minor units, the remedy as the other two: no sentence of its own. */
export const wireWords = (row: Templates, expected: Figures, seen: Figures): FindingWords => {
  const words = wordsIn(row, expected, seen, String)
  return { ...words, remedy: words.remedy.charAt(0).toLowerCase() + words.remedy.slice(1).replace(/\.$/, '') }
}

/** Amounts within a figure that is text: `2 of 2500`, `at most 10000`, `3 x 500 more`. */
const TEXT_AMOUNTS = /(?<=\b(?:of|x|at least|at most) )\d+/g

const escaped = (literal: string): string => literal.replace(/[.*+?^${}()|\\]/g, '\\$&')

/** What matches a template as the wire has it filled. Its groups are the figures that hold amounts, `money...` and `text...`, in their order. */
const patternOf = (template: string): RegExp => {
  const parts = template.split(/(\{\w+\}|[[\]])/).map((part, at) => {
    if (part === '[') return '(?:'
    if (part === ']') return ')?'
    if (!part.startsWith('{')) return escaped(part)
    const name = part.slice(1, -1)
    const isMoney = Object.hasOwn(FIGURES, name) && FIGURES[name as keyof typeof FIGURES].money
    return isMoney ? `(?<money${at}>\\d+|\\?)` : `(?<text${at}>.*?)`
  })
  return new RegExp(`^${parts.join('')}$`, 'di')
}

/** Words of the wire by their template, amounts in money; those of another template, a later version's, stay as they are. */
const inMoney = (template: string, words: string): string => {
  const { groups = {} } = patternOf(template.replace(/\.$/, '')).exec(words)?.indices ?? {}
  // From the last on: what stands before keeps its place.
  return Object.entries(groups).reduceRight((text, [kind, span]) => {
    if (!span) return text
    const [from, to] = span
    const amounts = kind.startsWith('money') ? /^\d+$/ : TEXT_AMOUNTS
    return text.slice(0, from) + text.slice(from, to).replace(amounts, (minor) => moneyText(Number(minor))) + text.slice(to)
  }, words)
}

/** What a finding says on the wire, with amounts in money. */
export const wordsInMoney = (row: Templates, { expected, seen, remedy }: FindingWords): FindingWords => ({
  expected: inMoney(row.expected, expected),
  seen: inMoney(row.seen, seen),
  remedy: inMoney(row.remedy, remedy),
})

/** `paid 45.00, due 30.00`; `58.00 on the spot; expected: 55.00`. */
export const besideExpected = ({ expected, seen }: Pick<FindingWords, 'expected' | 'seen'>): string =>
  expected.startsWith('due ') ? `${seen}, ${expected}` : `${seen}; expected: ${expected}`

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

const placeText = ({ box, hand, spot }: Place): string => {
  if (box === null) return spot === 'rack' ? 'Rack' : 'Table'
  const area = AREA_NAMES[spot?.split('.')[1] ?? ''] ?? ''
  return `Box ${box}${hand !== null && hand > 1 ? `, hand ${hand}` : ''}${area}`
}

/** What is to be done, for people: a sentence with amounts in money. */
export const peopleRemedy = ({ remedy }: Templates, expected: Figures, seen: Figures): string => fill(remedy, expected, seen, moneyText)

/** All of it for people, the remedy last. `likely`: some reading has another explanation. */
export const peopleText = (row: Templates, place: Place, expected: Figures, seen: Figures, likely: boolean): string => {
  const words = wordsIn(row, expected, seen, moneyText)
  return `${placeText(place)}: ${likely ? 'likely ' : ''}${besideExpected(words)}. ${words.remedy}`
}
