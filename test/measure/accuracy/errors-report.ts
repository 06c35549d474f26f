/** The counts of errors as a page and as plain data. */
import type { SensorFault } from '../../../simulators/table/sensor-faults.ts'
import { type Accusation, addErrors, type ErrorCounts, NO_ERRORS, type Play } from './errors-measure.ts'
import type { ErrorCell, ErrorWord } from './errors-table.ts'
import { postedTable } from './posted.ts'

export interface ErrorRow {
  readonly code: ErrorWord
  readonly cell: ErrorCell
  readonly counts: ErrorCounts
}

export interface ErrorReport {
  readonly seed: number
  readonly rounds: number
  readonly faults: readonly SensorFault[]
  readonly rows: readonly ErrorRow[]
}

const percent = (part: number, whole: number): string => (whole === 0 ? '-' : `${((part / whole) * 100).toFixed(0)} %`)
const medianOf = (values: readonly number[]): string => String([...values].sort((a, b) => a - b)[(values.length - 1) >> 1] ?? '-')
const mostOf = (values: readonly number[]): string => (values.length === 0 ? '-' : String(Math.max(...values)))
export const markdown = (rows: readonly (readonly string[])[]): string => {
  const [head = [], ...body] = rows
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const HEAD = [
  ...[
    'error',
    'done',
    'proven',
    'under another name',
    'one of several',
    'of no group told',
    'likely',
    'provable',
    'of these proven',
    'others proven',
    'lines too late, median',
    'most',
  ],
  ...['lines to the proof, median', 'most', 'by its own word', 'taken back', 'wrong accusations'],
]

const WRONG_HEAD = ['of', 'accused of', 'times', 'for example', 'to see it']

const sumOf = (rows: readonly ErrorRow[]): ErrorCounts => rows.reduce((sum, { counts }) => addErrors(sum, counts), NO_ERRORS)

const rowCells = (code: ErrorWord, counts: ErrorCounts): readonly string[] => {
  const {
    plays,
    proven,
    renamed,
    oneOf,
    oneOfOthers,
    likely,
    takenBack,
    delays,
    reported,
    accused,
    judged,
    provable,
    found,
    unfounded,
    late,
  } = counts
  return [
    ...[code, String(plays), percent(proven, plays), percent(renamed, plays), percent(oneOf, plays)],
    ...[percent(oneOfOthers, plays), percent(likely, plays)],
    ...[judged === 0 ? '-' : `${provable} of ${judged}`, percent(found, provable), judged === 0 ? '-' : String(unfounded)],
    ...[medianOf(late), mostOf(late), medianOf(delays), mostOf(delays), mostOf(reported), String(takenBack), String(accused)],
  ]
}

/** The command that shows the play line by line. */
const showWords = ({ of, cell: { house, boxes, sensors }, seed }: Play): string =>
  `\`--errors ${of} --house ${house} --boxes ${boxes} --evidence ${sensors} --show ${seed}\``

/** One line for each wrong finding of each error, with the command that repeats its first play. */
const accusationRows = (accusations: readonly Accusation[]): readonly (readonly string[])[] => {
  const groups = new Map<string, Accusation[]>()
  for (const each of accusations) {
    const key = `${each.of} ${each.code}`
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { code, of, place, seen } = first
    return [[of, code, String(group.length), `${place}: ${seen}`, showWords(first)]]
  })
}

export function errorPage({ rows, seed, rounds, faults }: ErrorReport): string {
  const codes = [...new Set(rows.map(({ code }) => code))]
  const named = faults.length > 0 ? `, sensors with ${faults.join(', ')}` : ''
  const head = `${rounds} plays of three rounds for each error, house, set of sensors and number of boxes, the error in the second; seed ${seed}${named}.`
  const total = sumOf(rows)
  const errors = codes.filter((code) => code !== 'none')
  const faultless = sumOf(rows.filter(({ code }) => code === 'none'))
  const blocks = [
    head,
    ...(errors.length > 0
      ? [markdown([HEAD, ...errors.map((code) => rowCells(code, sumOf(rows.filter((row) => row.code === code))))])]
      : []),
    ...(total.posted.length > 0 ? ['PAST-POSTED, by how long before the settlement:', markdown(postedTable(total.posted))] : []),
    ...(faultless.plays > 0
      ? [`${faultless.plays} faultless rounds: ${faultless.accused} with a wrong accusation, ${perMillion(faultless)} in a million.`]
      : []),
    ...(total.accused > 0
      ? [
          `Wrong accusations in ${total.accused} plays, the first ${total.accusations.length}:`,
          markdown([WRONG_HEAD, ...accusationRows(total.accusations)]),
        ]
      : ['No wrong accusation.']),
    ...(total.strays.length > 0
      ? [`Groups without what was done, in ${total.strays.length} plays:`, total.strays.map((play) => `- ${showWords(play)}`).join('\n')]
      : []),
    ...(total.missed.length > 0
      ? [`Provable, and not proven, in ${total.missed.length} plays:`, total.missed.map((play) => `- ${showWords(play)}`).join('\n')]
      : []),
  ]
  return `${blocks.join('\n\n')}\n`
}

const perMillion = ({ accused, plays }: ErrorCounts): string => ((accused / plays) * 1e6).toFixed(0)

export function errorData({ rows, seed, rounds, faults }: ErrorReport): object {
  return { seed, rounds, faults, rows: rows.map(({ code, cell, counts }) => ({ code, ...cell, ...counts })) }
}

export const accusedIn = ({ rows }: ErrorReport): number => sumOf(rows).accused
