/** The hours of one table, drawn: pace, boxes in play, bets and results, and who dealt. An SVG with a text for those who do not see it. Pure. */
import { escaped } from '../../display/markup.ts'
import type { Language } from '../../words/text.ts'
import type { Hour, TableNight } from './form.ts'
import type { Numbers } from './numbers.ts'
import { nightWord } from './words.ts'

export interface Drawn {
  readonly language: Language
  readonly numbers: Numbers
}

const WIDTH = 720
const LEFT = 4
const RIGHT = 716
const HEAD = 14
const ROW = 34
const GAP = 6
const BAND = 16
const FOOT = 16
const HOUR_MS = 3_600_000
/** A week of nights still has hours that can be told apart. */
const HOURS_MAX = 192

const place = (value: number): string => value.toFixed(1)

/** Where each hour stands. */
interface Scale {
  readonly x: (at: number) => number
  readonly width: number
}

const scaleOf = (strip: readonly Hour[]): Scale => {
  const [first = 0, last = 0] = [Date.parse(strip[0]?.from ?? ''), Date.parse(strip.at(-1)?.from ?? '') + HOUR_MS]
  const x = (at: number): number => LEFT + ((Math.min(last, Math.max(first, at)) - first) / (last - first)) * (RIGHT - LEFT)
  return { x, width: x(first + HOUR_MS) - x(first) }
}

interface Row {
  readonly label: string
  /** Of one hour, in the row's own height: 0 is its top. */
  readonly marks: (hour: Hour, x: number, width: number) => string
}

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
const rect = (name: string, { x, y, width, height }: Area): string =>
  `<rect class="${name}" x="${place(x)}" y="${place(y)}" width="${place(Math.max(0.5, width))}" height="${place(Math.max(0, height))}"/>`
const across = (name: string, x: number, width: number, y: number): string =>
  `<line class="${name}" x1="${place(x)}" x2="${place(x + width)}" y1="${place(y)}" y2="${place(y)}"/>`

/** A bar from the bottom, as high as its share of the most. */
const bar = (value: number, most: number, x: number, width: number): string => {
  const height = most > 0 ? (value / most) * ROW : 0
  return rect('bar', { x: x + 0.5, y: ROW - height, width: width - 1, height })
}

const mostOf = (values: readonly (number | null)[]): number => Math.max(0, ...values.map((value) => value ?? 0))

const rowsOf = ({ strip, exponent }: TableNight, { language, numbers }: Drawn): readonly Row[] => {
  const rounds = mostOf(strip.map((hour) => hour.rounds))
  const bets = mostOf(strip.flatMap(({ firstBet, minimum }) => [firstBet, minimum]))
  const reach = mostOf(
    strip.flatMap(({ houseWon, theory, deviation }) => [Math.abs(houseWon), Math.abs(theory ?? 0) + 2 * (deviation ?? 0)]),
  )
  const level = (value: number, most: number): number => (most > 0 ? ROW - (value / most) * ROW : ROW)
  const swing = (value: number): number => ROW / 2 - (reach > 0 ? (value / reach) * (ROW / 2) : 0)
  return [
    {
      label: `${nightWord('strip.rounds', language)} (0–${numbers.fixed(rounds)})`,
      marks: (hour, x, width) => bar(hour.rounds, rounds, x, width),
    },
    {
      label: `${nightWord('strip.occupancy', language)} (0–100 %)`,
      marks: ({ occupancy }, x, width) => (occupancy === null ? '' : bar(occupancy, 1, x, width)),
    },
    {
      label: `${nightWord('strip.bet', language)} (0–${numbers.money(bets, exponent)})`,
      marks: ({ firstBet, minimum }, x, width) =>
        (firstBet === null ? '' : across('level', x, width, level(firstBet, bets))) +
        (minimum === null ? '' : across('least', x, width, level(minimum, bets))),
    },
    {
      label: `${nightWord('strip.won', language)} (±${numbers.money(reach, exponent)})`,
      marks: ({ houseWon, theory, deviation }, x, width) => {
        const band = 2 * (deviation ?? 0)
        const expected =
          theory === null ? '' : rect('band', { x, y: swing(theory + band), width, height: swing(theory - band) - swing(theory + band) })
        const top = Math.min(swing(houseWon), ROW / 2)
        return `${expected}${rect(houseWon < 0 ? 'lost' : 'bar', { x: x + width / 4, y: top, width: width / 2, height: Math.abs(swing(houseWon) - ROW / 2) })}${across('zero', x, width, ROW / 2)}`
      },
    },
  ]
}

/** So many pixels a letter takes. */
const LETTER = 6

const spellMarks = ({ spells }: TableNight, { x }: Scale): string =>
  spells
    .map(({ dealer, from, to }, at) => {
      const [begin, end] = [x(Date.parse(from)), x(Date.parse(to))]
      const name = (end - begin) / LETTER >= dealer.length + 1 ? `<text x="${place(begin + 3)}" y="12">${escaped(dealer)}</text>` : ''
      return `${rect(at % 2 === 0 ? 'spell' : 'spell other', { x: begin, y: 0, width: end - begin, height: BAND })}<title>${escaped(dealer)}</title>${name}`
    })
    .map((marks) => `<g>${marks}</g>`)
    .join('')

/** As many hours are written as have room. */
const LABEL = 42
const hourMarks = (strip: readonly Hour[], { x, width }: Scale, { numbers }: Drawn): string => {
  const every = Math.max(1, Math.ceil(LABEL / width))
  return strip
    .flatMap(({ from }, at) =>
      at % every === 0 ? [`<text class="hour" x="${place(x(Date.parse(from)))}" y="12">${numbers.clock(from)}</text>`] : [],
    )
    .join('')
}

const spokenHour = ({ exponent }: TableNight, hour: Hour, { language, numbers }: Drawn): string =>
  nightWord('strip.hour', language, {
    hour: numbers.clock(hour.from),
    rounds: hour.rounds,
    occupancy: numbers.share(hour.occupancy),
    bet: numbers.money(hour.firstBet, exponent),
    minimum: numbers.money(hour.minimum, exponent),
    won: numbers.money(hour.houseWon, exponent),
    theory: numbers.money(hour.theory, exponent),
  })

/** Empty if the table dealt nothing; too many hours are said to be. */
export const stripOf = (table: TableNight, drawn: Drawn): string => {
  const { strip } = table
  if (strip.length === 0) return ''
  if (strip.length > HOURS_MAX) return `<p class="note">${nightWord('too-long', drawn.language)}</p>`
  const scale = scaleOf(strip)
  const rows = rowsOf(table, drawn)
  const drawnRows = rows.map(({ label, marks }, at) => {
    const top = at * (HEAD + ROW + GAP)
    const hours = strip.map((hour) => marks(hour, scale.x(Date.parse(hour.from)), scale.width)).join('')
    return `<text class="label" x="${LEFT}" y="${top + 10}">${escaped(label)}</text><g transform="translate(0 ${top + HEAD})">${hours}${across('base', LEFT, RIGHT - LEFT, ROW)}</g>`
  })
  const below = rows.length * (HEAD + ROW + GAP)
  const height = below + BAND + FOOT
  const title = nightWord('strip-of', drawn.language, { table: table.table })
  const spoken = strip.map((hour) => spokenHour(table, hour, drawn)).join(' ')
  return `<svg class="strip" role="img" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" aria-label="${escaped(`${title}. ${spoken}`)}">${drawnRows.join('')}<g transform="translate(0 ${below})">${spellMarks(table, scale)}</g><g transform="translate(0 ${below + BAND})">${hourMarks(strip, scale, drawn)}</g></svg>`
}
