/** The options of a long command: a single table for reading, checking and the help. */
import { parseArgs } from 'node:util'

export interface OptionRow {
  /** Name of the value in the help; absent: the option is a switch. */
  readonly value?: string
  /** Range of a whole number. */
  readonly range?: readonly [least: number, most: number]
  /** Several values, separated by commas. */
  readonly several?: true
  /** Allowed words. */
  readonly words?: readonly string[]
  readonly usual?: string
  readonly does: string
}
export type OptionTable = { readonly [name: string]: OptionRow }

/** The options of one call, each as given or with its row's default. */
export interface Said {
  readonly of: (name: string) => readonly string[]
  /** The first value of an option, as a number. */
  readonly number: (name: string) => number
  /** Whether the option was given. */
  readonly has: (name: string) => boolean
}

export type Read = { readonly what: 'help' } | { readonly what: 'wrong'; readonly why: string } | ({ readonly what: 'values' } & Said)

/** Reads values as given, or the defaults; each must be one of its row's words or in its range. */
export function readWords(table: OptionTable, words: readonly string[]): Read {
  const options = Object.fromEntries(
    [...Object.entries(table), ['help', {} as OptionRow] as const].map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(name === 'help' ? { short: 'h' } : {}) },
    ]),
  )
  let said: { readonly [name: string]: string | boolean | undefined }
  try {
    said = parseArgs({ args: [...words], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    return { what: 'wrong', why: (error instanceof Error ? error.message : String(error)).split('. ')[0] ?? '' }
  }
  if (said.help === true) return { what: 'help' }
  const values = new Map<string, readonly string[]>()
  for (const [name, row] of Object.entries(table)) {
    const text = said[name] ?? row.usual
    if (typeof text !== 'string') continue
    const parts = row.several ? text.split(',') : [text]
    const wrong = parts.find((part) => !fits(part, row))
    if (wrong !== undefined) return { what: 'wrong', why: `--${name} ${wrong}: must be ${formOf(row)}` }
    values.set(name, parts)
  }
  return {
    what: 'values',
    of: (name) => values.get(name) ?? [],
    number: (name) => Number(values.get(name)?.[0]),
    has: (name) => said[name] !== undefined && said[name] !== false,
  }
}

const fits = (part: string, { range, words }: OptionRow): boolean => {
  if (range) return /^\d{1,14}$/.test(part) && Number(part) >= range[0] && Number(part) <= range[1]
  return words ? words.includes(part) : part !== ''
}

const formOf = ({ range, words }: OptionRow): string =>
  range ? `a whole number ${range[0]}..${range[1]}` : words ? `one of ${words.join(', ')}` : 'given a value'

/** One line per option. */
export function optionLines(table: OptionTable): string {
  const lines = Object.entries(table).map(([name, { value, range, usual, does }]) => {
    const allowed = range ? `, ${range[0]}..${range[1]}` : ''
    const otherwise = usual === undefined ? '' : ` (default ${usual})`
    return folded(`      ${`--${name}${value === undefined ? '' : ` ${value}`}`.padEnd(18)} `, `${does}${allowed}${otherwise}`)
  })
  return [...lines, `  -h, ${'--help'.padEnd(18)} show this text`].join('\n')
}

/** Width of a line of help. */
const COLUMNS = 120

/** Text that does not fit next to the option continues on the next line, below its first word. */
const folded = (head: string, text: string): string => {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart()
    if (head.length + longer.length <= COLUMNS) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return `${head}${lines.join(`\n${' '.repeat(head.length)}`)}`
}
