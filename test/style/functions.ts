/**
 * Finds the functions of a text with their lengths and parameters. A modest scanner: it knows strings, comments, brackets, and how a function
 * begins; it relies on the formatter for where an arrow's expression ends.
 */

export interface FoundFunction {
  readonly name: string
  /** Of its first line, from 1. */
  readonly line: number
  readonly lines: number
  readonly parameters: number
}

interface Token {
  readonly text: string
  readonly line: number
  /** Of its line. */
  readonly indent: number
}

const OPENING = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])
const CLOSING = new Set(OPENING.values())
/** What has brackets and a block after them, and is no method. */
const STATEMENTS = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'return', 'await'])
const WORD = /^[\w$#]/

const TOKEN = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|=>|\?\.|\.\.\.|[#\w$]+|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[^\s\w$]/y
const REGEXP = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/\w*/y
/** A slash after one of these begins a regular expression. */
const BEFORE_REGEXP = new Set(['(', '=', ',', ':', '[', '!', '&', '|', '?', '{', ';', '=>', 'return'])

/** The end of the template that begins at `start`, and the code within it. */
function skipTemplate(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '`') {
    if (text[at] === '\\') at += 2
    else if (text.startsWith('${', at)) {
      let depth = 1
      for (at += 2; depth > 0 && at < text.length; at += 1) {
        if (text[at] === '`') at = skipTemplate(text, at) - 1
        else if (text[at] === '{') depth += 1
        else if (text[at] === '}') depth -= 1
      }
    } else at += 1
  }
  return at + 1
}

function tokensOf(text: string): readonly Token[] {
  const indents = text.split('\n').map((line) => line.search(/\S|$/))
  const tokens: Token[] = []
  let line = 1
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text[at] ?? '')) {
      if (text[at] === '\n') line += 1
      at += 1
      continue
    }
    let end: number
    const previous = tokens.at(-1)?.text
    REGEXP.lastIndex = at
    TOKEN.lastIndex = at
    if (text[at] === '`') end = skipTemplate(text, at)
    else if (
      text[at] === '/' &&
      !/[/*]/.test(text[at + 1] ?? '') &&
      (previous === undefined || BEFORE_REGEXP.has(previous)) &&
      REGEXP.test(text)
    )
      end = REGEXP.lastIndex
    else end = TOKEN.test(text) ? TOKEN.lastIndex : at + 1
    const found = text.slice(at, end)
    if (!/^\/[/*]/.test(found)) tokens.push({ text: found, line, indent: indents[line - 1] ?? 0 })
    line += found.split('\n').length - 1
    at = end
  }
  return tokens
}

/** For each bracket the place of the one that closes it. */
function pairsOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const open: number[] = []
  const pairs = new Map<number, number>()
  tokens.forEach(({ text }, at) => {
    if (OPENING.has(text)) open.push(at)
    else if (CLOSING.has(text)) {
      const from = open.pop()
      if (from !== undefined) pairs.set(from, at)
    }
  })
  return pairs
}

type Text = { readonly tokens: readonly Token[]; readonly pairs: ReadonlyMap<number, number> }

/** Commas at the top of a list, where `<` and `>` are brackets as well: types stand there. */
function parametersIn({ tokens, pairs }: Text, open: number, close: number): number {
  let angles = 0
  let isEmpty = true
  let count = 0
  for (let at = open + 1; at < close; at += 1) {
    const text = tokens[at]?.text ?? ''
    if (text === '<') angles += 1
    if (text === '>') angles -= 1
    if (text === ',' && angles === 0) {
      count += 1
      isEmpty = true
    } else isEmpty = false
    at = pairs.get(at) ?? at
  }
  return count + (isEmpty ? 0 : 1)
}

/** Where what follows a list of parameters and perhaps a type begins: a body's brace, an arrow, or neither. */
function afterHead({ tokens, pairs }: Text, close: number): number {
  let at = close + 1
  if (tokens[at]?.text !== ':') return at
  let angles = 0
  for (at += 1; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? ''
    const before = tokens[at - 1]?.text ?? ''
    // The next member of an interface.
    const isNextLine = tokens[at]?.line !== tokens[at - 1]?.line && /^[\w$>)\]}]/.test(before)
    if (isNextLine && angles === 0 && WORD.test(text)) return -1
    if (text === '<') angles += 1
    else if (text === '>') angles -= 1
    else if (text === '=>') return at
    else if (text === '{' && angles === 0 && !/^[:|&]$|^=>$/.test(before)) return at
    else if ((/^[,;=]$/.test(text) && angles === 0) || CLOSING.has(text)) return -1
    at = pairs.get(at) ?? at
  }
  return -1
}

/** The line on which an arrow's expression ends. */
function expressionEnd({ tokens, pairs }: Text, start: number, indent: number): number {
  let last = tokens[start]?.line ?? 0
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined || CLOSING.has(token.text) || /^[,;]$/.test(token.text)) break
    if (token.line > last && token.indent <= indent) break
    const end = pairs.get(at) ?? at
    last = tokens[end]?.line ?? last
    at = end
  }
  return last
}

/** `name`, or for an arrow the word after `const` on its line, or the key it is the value of. */
function nameOf(tokens: readonly Token[], open: number, isArrow: boolean): string {
  const before = tokens[open - 1]
  if (!isArrow) return before?.text ?? ''
  const line = tokens.filter((token, at) => token.line === tokens[open]?.line && at < open).map(({ text }) => text)
  const named = line.findLastIndex((text) => text === 'const' || text === 'let')
  if (named >= 0) return line[named + 1] ?? ''
  return before?.text === ':' ? (tokens[open - 2]?.text ?? '') : '(anonymous)'
}

/** Where the type parameters before a list of parameters begin: `name<T>(`. */
function headOf(tokens: readonly Token[], open: number): number {
  if (tokens[open - 1]?.text !== '>') return open
  let depth = 0
  for (let at = open - 1; at >= 0; at -= 1) {
    depth += tokens[at]?.text === '>' ? 1 : tokens[at]?.text === '<' ? -1 : 0
    if (depth === 0) return at
  }
  return open
}

export function functionsIn(text: string): readonly FoundFunction[] {
  const tokens = tokensOf(text)
  const whole: Text = { tokens, pairs: pairsOf(tokens) }
  return tokens.flatMap((token, open): readonly FoundFunction[] => {
    const close = token.text === '(' ? whole.pairs.get(open) : undefined
    if (close === undefined) return []
    const body = afterHead(whole, close)
    const head = headOf(tokens, open)
    const before = tokens[head - 1]
    const isArrow = tokens[body]?.text === '=>'
    const isBlock = tokens[body]?.text === '{' && before !== undefined && WORD.test(before.text) && !STATEMENTS.has(before.text)
    if (!isArrow && !isBlock) return []
    const { line, indent } = (isArrow ? tokens[head] : before) ?? token
    const start = isArrow ? body + 1 : body
    const last = tokens[start]?.text === '{' ? (tokens[whole.pairs.get(start) ?? start]?.line ?? line) : expressionEnd(whole, start, indent)
    return [{ name: nameOf(tokens, head, isArrow), line, lines: last - line + 1, parameters: parametersIn(whole, open, close) }]
  })
}
