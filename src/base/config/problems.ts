import type { Problem } from '../../rules/house/forms.ts'
import type { Said } from '../../words/text.ts'

/** A Problem in a configuration file; `line` counts from 1, null if the problem is the file itself. */
export interface ConfigProblem extends Problem {
  readonly line: number | null
  /** The value as the file has it, where that differs from what was read: `00412`. */
  readonly written?: string
  /** The same in every language: `problem` and `allowed` are its English. */
  readonly said: { readonly problem: Said; readonly allowed: Said }
}

/** A problem of the file itself. */
export const problemOfFile = (problem: Said, allowed: Said, line: number | null = null): ConfigProblem => ({
  ...{ path: '', value: undefined, problem: problem.en, allowed: allowed.en, line },
  said: { problem, allowed },
})

/** Addresses without their logins. */
export const withoutLogins = (text: string): string => text.replaceAll(/:\/\/[^/\s"]*@/g, '://')

const SHOWN_MAX = 80

function show({ value, written }: ConfigProblem): string {
  if (value === undefined) return ''
  const text = withoutLogins(written ?? JSON.stringify(value) ?? String(value))
  return ` ${text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}...` : text}`
}

/** All problems as text for a person, one per paragraph: file and line, key and value, what is wrong, what is allowed. */
export function formatProblems(file: string, problems: readonly ConfigProblem[]): string {
  const paragraphs = problems.map((p) => {
    const where = p.line === null ? file : `${file}:${p.line}`
    const subject = p.path === '' ? '' : `${p.path}${show(p)} `
    return `${where}: ${subject}${p.problem}\n    allowed: ${p.allowed}\n`
  })
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  return `${paragraphs.join('')}${count} in the configuration; nothing was started.\n`
}
