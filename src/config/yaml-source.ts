/** YAML text as plain data, with the line of each value. Hostile text gives problems, never an exception. */
import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml'
import type { ConfigProblem } from './problems.ts'

/** A real file has 2 kB; the limit bounds the parser's time and memory. */
export const TEXT_BYTES_MAX = 256 * 1024
/** Parse errors beyond the first few follow from those. */
const SYNTAX_ERRORS_MAX = 10

interface YamlSource {
  readonly value: unknown
  /** Line of the value at that path, or of the nearest group around it. Counts from 1. */
  readonly lineOf: (path: readonly PropertyKey[]) => number | null
}
type YamlRead = { readonly ok: true; readonly source: YamlSource } | { readonly ok: false; readonly problems: readonly ConfigProblem[] }

const HINTS: { readonly [code: string]: string } = {
  DUPLICATE_KEY: 'each key only once',
  TAB_AS_INDENT: 'spaces for indentation',
  MULTIPLE_DOCS: 'one YAML document; list several tables under `tables:`',
}

const whole = (problem: string, allowed: string): YamlRead => ({
  ok: false,
  problems: [{ path: '', value: undefined, problem, allowed, line: null }],
})

export function readYaml(text: string): YamlRead {
  if (Buffer.byteLength(text) > TEXT_BYTES_MAX) return whole('is too large for a configuration file', `at most ${TEXT_BYTES_MAX / 1024} kB`)
  try {
    return parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    // The parser recurses: nesting thousands deep exhausts the stack.
    return whole(`cannot be read (${error instanceof Error ? error.name : 'unknown error'})`, 'YAML as in table.example.yaml')
  }
}

function parse(text: string): YamlRead {
  const lines = new LineCounter()
  const doc = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
  })
  const at = (offset: number) => lines.linePos(offset).line
  const problems: ConfigProblem[] = [...doc.errors, ...doc.warnings].slice(0, SYNTAX_ERRORS_MAX).map((e) => ({
    path: '',
    value: undefined,
    problem: `is not valid YAML: ${e.message}`,
    allowed: HINTS[e.code] ?? 'YAML as in table.example.yaml',
    line: at(e.pos[0]),
  }))
  visit(doc, {
    Alias(_key, node) {
      const line = node.range ? at(node.range[0]) : null
      problems.push({
        path: '',
        value: `*${node.source}`,
        problem: 'is a YAML alias, which is not supported',
        allowed: 'every value written out in full where it belongs',
        line,
      })
      return problems.length > SYNTAX_ERRORS_MAX ? visit.BREAK : undefined
    },
  })
  if (problems.length > 0) return { ok: false, problems }
  if (doc.contents === null) return whole('is empty', 'a configuration as in table.example.yaml')
  const root = doc.contents as Node
  return { ok: true, source: { value: doc.toJS({ maxAliasCount: 0 }), lineOf: (path) => lineOf(root, path, at) } }
}

function lineOf(root: Node, path: readonly PropertyKey[], at: (offset: number) => number): number | null {
  let node: unknown = root
  let offset = root.range?.[0] ?? null
  for (const step of path) {
    let next: unknown = null
    if (isMap(node)) {
      const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(step))
      if (isScalar(pair?.key)) offset = pair.key.range?.[0] ?? offset
      next = pair?.value ?? null
    } else if (isSeq(node)) {
      next = node.items[Number(step)] ?? null
      const inner = next as Node | null
      if (inner !== null && !isAlias(inner)) offset = inner.range?.[0] ?? offset
    }
    if (next === null) break
    node = next
  }
  return offset === null ? null : at(offset)
}
