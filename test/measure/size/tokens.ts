/**
 * How much there is to read in TypeScript, however it is laid out: its tokens. A name, a keyword, a number, a string, a regular expression and a sign
 * are one each; white space and comments are none. A template is one, and one more for each `${ }` in it, beside what stands in there. `>>` counts
 * as two, because without types nobody can tell it from two lists that end. Text between the tags of a page counts by its words.
 */
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y
const NAME = /#?[\p{ID_Start}$_][\p{ID_Continue}$]*/uy
const NUMBER = /(?:0[xob][\da-f_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?)n?/iy
const TEXT = /'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y
const PATTERN = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y
const SIGN = /\.\.\.|[=!]==?|\*\*=?|&&=?|\|\|=?|\?\?=?|<<=?|[-+*/%&|^<>]=|=>|\?\.(?!\d)|\+\+|--|[\s\S]/uy
/** A template from its start, or from the end of what stood in it, to its end or to the next `${`. */
const TEMPLATE = /(?:\\[\s\S]|\$(?!\{)|[^\\`$])*(?:`|\$\{)/y

/** Words behind which something is divided by nothing: a slash begins a regular expression. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'return',
  'case',
  'typeof',
  'in',
  'of',
  'do',
  'else',
  'void',
  'delete',
  'throw',
  'await',
  'yield',
])
/** Behind these a slash divides, or closes a tag. */
const isValue = (token: string): boolean => /[\w$)\]}'"`<]$/.test(token) && !KEYWORDS.has(token)

export function tokensIn(text: string): number {
  let [at, count, last] = [0, 0, '']
  /** How many braces are open in each `${ }` around here. */
  const open: number[] = []
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const [found = ''] = pattern.exec(text) ?? []
    at += found.length
    if (found !== '') last = found
    return found !== ''
  }
  const inTemplate = (): void => {
    if (take(TEMPLATE) && last.endsWith('${')) open.push(0)
  }
  const sign = (): void => {
    take(SIGN)
    const inner = open.length - 1
    if (last === '`') inTemplate()
    else if (last === '{' && inner >= 0) open[inner] = (open[inner] ?? 0) + 1
    else if (last === '}' && inner >= 0) {
      if (open[inner] === 0) {
        open.pop()
        inTemplate()
      } else open[inner] = (open[inner] ?? 0) - 1
    }
  }
  while (at < text.length) {
    const before = last
    if (take(SPACE)) {
      last = before
      continue
    }
    count++
    if (take(NAME) || take(NUMBER) || take(TEXT) || (!isValue(before) && take(PATTERN))) continue
    sign()
  }
  return count
}
