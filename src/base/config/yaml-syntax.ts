/** What is wrong with a text that is not valid YAML, in the words of somebody who has never read its specification. Pure. */
import { asIs, type Said } from '../../words/text.ts'
import { allowed, hint } from './allowed.ts'
import { type ConfigProblem, problemOfFile } from './problems.ts'
import { wrong } from './wrong.ts'

export interface SyntaxError {
  /** Of the parser, `TAB_AS_INDENT`. */
  readonly code: string
  readonly message: string
  /** Where it was noticed, which is often behind the mistake. Counts from 1. */
  readonly line: number
}

interface Told {
  readonly line: number
  readonly what: Said
  readonly right: Said
}

/** One problem for each mistake: the parser often finds several errors in one. */
export function syntaxProblems(lines: readonly string[], errors: readonly SyntaxError[], example: string): readonly ConfigProblem[] {
  const told = new Map<string, ConfigProblem>()
  for (const error of errors) {
    const { line, what, right } = toldOf(lines, error, example)
    const key = `${line} ${what.en}`
    if (!told.has(key)) told.set(key, problemOfFile(wrong('yaml', { what }), right, line))
  }
  return [...told.values()]
}

function toldOf(lines: readonly string[], { code, message, line }: SyntaxError, example: string): Told {
  if (code === 'DUPLICATE_KEY') return { line, what: hint('yaml-key-twice'), right: hint('each-key-once') }
  if (code === 'MULTIPLE_DOCS') return { line, what: asIs(message), right: hint('one-document') }
  const near = [line, line + 1, line - 1].flatMap((at) => mistakeAt(lines, at) ?? [])
  const [mistake] = [...near, ...(/closing ["']/.test(message) ? openQuote(lines) : [])]
  return mistake ?? { line, what: asIs(message), right: allowed('as-example', { example }) }
}

/** Key and value on one line, with the sign between them and what surrounds it. */
const ENTRY = /^(\s*(?:- *)?)([A-Za-z][\w-]*)(\s*[:=]\s*)(.*)$/

/** A usual mistake in that line; null: none is seen. */
function mistakeAt(lines: readonly string[], at: number): Told | null {
  const text = lines[at - 1]?.replace(/\s#.*$/, '').trimEnd() ?? ''
  const told = (what: Said, right: Said): Told => ({ line: at, what, right })
  if (/^ *\t/.test(text)) return told(hint('yaml-tab'), hint('no-tabs'))
  const [, indent = '', key = '', sign = '', value = ''] = ENTRY.exec(text) ?? []
  if (sign.includes('=')) return told(hint('yaml-sign'), asIs(`${key}: ${value}`))
  if (sign === ':' && value !== '' && !value.startsWith('/')) return told(hint('yaml-space'), asIs(`${key}: ${value}`))
  const before = lines.slice(0, at - 1).findLast((line) => !/^\s*(#|$)/.test(line))
  const [, outer = '', , , given = ''] = ENTRY.exec(before?.replace(/\s#.*$/, '').trimEnd() ?? '') ?? []
  if (key !== '' && given !== '' && !/^[[{|>&"']/.test(given) && indent.length > outer.length && !indent.includes('-'))
    return told(hint('yaml-indent'), hint('same-column'))
  if (/[{[]/.test(value) && /[\w"']\s+[A-Za-z]\w*\s*:/.test(value)) return told(hint('yaml-comma'), hint('commas', { key }))
  return null
}

/** The first line in which a quote is opened and not closed. */
function openQuote(lines: readonly string[]): readonly Told[] {
  const line =
    lines.findIndex(
      (text) =>
        !/^\s*#/.test(text) && (text.replace(/\s#.*$/, '').match(/(?<=[:,[{-] *)["']|["'](?= *(?:[,\]}]|$))/g) ?? []).length % 2 === 1,
    ) + 1
  return line === 0 ? [] : [{ line, what: hint('yaml-quote'), right: hint('both-quotes') }]
}
