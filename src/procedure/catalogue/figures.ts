/** The figures that a template may name, in English as the wire carries them, and how a display says the same in German. */
import type { ChipStack } from '../../../devices/scan.ts'
import type { Figures } from '../../rules/game/error-figures.ts'
import { moneyText } from '../money.ts'

/** The figures of one finding. `exponent`: decimals of the table's currency. */
export interface Known {
  readonly expected: Figures
  readonly seen: Figures
  readonly exponent: number
  /** When surveillance looks for it: when its round began or, if it belongs to none, when it was found. Event time, Unix ms. */
  readonly at: number
}

interface FigureRow {
  /** Minor units. */
  readonly money?: true
  readonly of: (known: Known) => number | string | undefined
}

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
  ids: { of: ({ seen: { ids } }) => ids && idsText(ids) },
  laid: { of: ({ expected, exponent }) => expected.chips && stacksText(expected.chips, exponent) },
  chips: { of: ({ seen, exponent }) => seen.chips && stacksText(seen.chips, exponent) },
  changes: { of: ({ seen, exponent }) => seen.chips && changesText(seen.chips, exponent) },
  time: { of: ({ at }) => `${new Date(at).toISOString().slice(11, 19)} UTC` },
} as const satisfies { readonly [name: string]: FigureRow }

export const FIGURE_NAMES: readonly string[] = Object.keys(FIGURES)

const rowOf = (name: string): FigureRow | null => (Object.hasOwn(FIGURES, name) ? FIGURES[name as keyof typeof FIGURES] : null)

/** null: it is not known. */
export const figureText = (name: string, known: Known): string | null => {
  const row = rowOf(name)
  const value = row?.of(known)
  if (value === undefined) return null
  return typeof value === 'number' && row?.money ? moneyText(value, known.exponent) : String(value)
}

/** For `readBack`. */
export const figurePattern = (name: string): string | undefined => (rowOf(name)?.money ? '-?\\d+(?:\\.\\d+)?' : undefined)

const differenceOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : Math.abs(one - other)

/** A change in a bettor's chips, in words rather than with a sign: a gain, a loss or none. */
const resultText = (
  amount: number | undefined,
  [gain, loss, none]: readonly [string, string, string],
  exponent: number,
): string | undefined =>
  amount === undefined ? undefined : (amount > 0 ? gain : amount < 0 ? loss : none).replace('$', moneyText(Math.abs(amount), exponent))

/** More of them are counted. */
const IDS_MAX = 4
const idsText = (ids: readonly string[]): string =>
  ids.slice(0, IDS_MAX).join(', ') + (ids.length > IDS_MAX ? ` + ${ids.length - IDS_MAX}` : '')

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

/** The words of figures and places, English and German. */
const GERMAN: readonly (readonly [english: RegExp, german: string])[] = [
  [/(\d)\.(\d)/g, '$1,$2'],
  [/^(\d+) to (\d+)$/, '$1 zu $2'],
  [/^paid (.+)$/, '$1 ausgezahlt'],
  [/^(.+) taken$/, '$1 eingezogen'],
  [/^nothing paid or taken$/, 'nichts ausgezahlt oder eingezogen'],
  [/^won (.+)$/, 'gewann $1'],
  [/^lost (.+)$/, 'verlor $1'],
  [/^tied$/, 'ging unentschieden aus'],
  [/ chip of /g, ' Jeton zu '],
  [/ chips of /g, ' Jetons zu '],
  [/ lammers?\b/g, ' Lammer'],
  [/ more(?=,|$)/g, ' mehr'],
  [/ less(?=,|$)/g, ' weniger'],
  [/^perhaps$/, 'vielleicht'],
  [/^likely$/, 'wahrscheinlich'],
  [/^Rack$/, 'Jetonbestand'],
  [/^Table$/, 'Tisch'],
  [/, hand /, ', Hand '],
  [/, second bettor$/, ', zweiter Spieler'],
  [/, third bettor$/, ', dritter Spieler'],
  [/, insurance$/, ', Versicherung'],
]

/** `english`: of a figure or a place. */
export const germanFigure = (english: string): string => GERMAN.reduce((text, [from, to]) => text.replace(from, to), english)
