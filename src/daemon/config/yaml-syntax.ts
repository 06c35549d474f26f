/** What is wrong with a text that is not valid YAML, in the words of somebody who has never read its specification. Pure. */
import type { ConfigProblem } from './problems.ts'

export interface SyntaxError {
  /** Of the parser, `TAB_AS_INDENT`. */
  readonly code: string
  readonly message: string
  /** Where it was noticed, which is often behind the mistake. Counts from 1. */
  readonly line: number
}

interface Told {
  readonly line: number
  readonly what: string
  readonly allowed: string
}

/** One problem for each mistake: the parser often finds several errors in one. */
export function syntaxProblems(lines: readonly string[], errors: readonly SyntaxError[], example: string): readonly ConfigProblem[] {
  const told = new Map<string, ConfigProblem>()
  for (const error of errors) {
    const { line, what, allowed } = toldOf(lines, error, example)
    const key = `${line} ${what}`
    if (!told.has(key)) told.set(key, { path: '', value: undefined, problem: `is not valid YAML: ${what}`, allowed, line })
  }
  return [...told.values()]
}

function toldOf(lines: readonly string[], { code, message, line }: SyntaxError, example: string): Told {
  if (code === 'DUPLICATE_KEY')
    return { line, what: 'this key stands in its group twice, and keys must be unique', allowed: 'each key only once' }
  if (code === 'MULTIPLE_DOCS') return { line, what: message, allowed: 'one YAML document; list several tables under `tables:`' }
  const near = [line, line + 1, line - 1].flatMap((at) => mistakeAt(lines, at) ?? [])
  const [mistake] = [...near, ...(/closing ["']/.test(message) ? openQuote(lines) : [])]
  return mistake ?? { line, what: message, allowed: `YAML as in ${example}` }
}

/** Key and value on one line, with the sign between them and what surrounds it. */
const ENTRY = /^(\s*(?:- *)?)([A-Za-z][\w-]*)(\s*[:=]\s*)(.*)$/

/** A usual mistake in that line; null: none is seen. */
function mistakeAt(lines: readonly string[], at: number): Told | null {
  const text = lines[at - 1]?.replace(/\s#.*$/, '').trimEnd() ?? ''
  const told = (what: string, allowed: string): Told => ({ line: at, what, allowed })
  if (/^ *\t/.test(text)) return told('this line begins with a tab', 'spaces for indentation: replace each tab by two of them')
  const [, indent = '', key = '', sign = '', value = ''] = ENTRY.exec(text) ?? []
  if (sign.includes('=')) return told('the sign between a key and its value is a colon', `${key}: ${value}`)
  if (sign === ':' && value !== '' && !value.startsWith('/')) return told('a space is missing behind the colon', `${key}: ${value}`)
  const before = lines.slice(0, at - 1).findLast((line) => !/^\s*(#|$)/.test(line))
  const [, outer = '', , , given = ''] = ENTRY.exec(before?.replace(/\s#.*$/, '').trimEnd() ?? '') ?? []
  if (key !== '' && given !== '' && !/^[[{|>&"']/.test(given) && indent.length > outer.length && !indent.includes('-'))
    return told(
      'this line is indented deeper than the one before it, which already has a value',
      'keys of one group, which begin in the same column',
    )
  if (/[{[]/.test(value) && /[\w"']\s+[A-Za-z]\w*\s*:/.test(value))
    return told('a comma is missing between the entries in { }', `commas between the entries: ${key}: { min: 1000, max: 50000, unit: 500 }`)
  return null
}

/** The first line in which a quote is opened and not closed. */
function openQuote(lines: readonly string[]): readonly Told[] {
  const line =
    lines.findIndex(
      (text) =>
        !/^\s*#/.test(text) && (text.replace(/\s#.*$/, '').match(/(?<=[:,[{-] *)["']|["'](?= *(?:[,\]}]|$))/g) ?? []).length % 2 === 1,
    ) + 1
  return line === 0 ? [] : [{ line, what: 'a quote is opened here and not closed', allowed: 'the same quote at both ends, or none' }]
}
