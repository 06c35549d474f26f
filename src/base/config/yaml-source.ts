/** YAML text as plain data, with the line of each value. Hostile text gives problems, never an exception. */
import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument, visit, type YAMLMap } from 'yaml'
import type { Said } from '../../words/text.ts'
import { allowed } from './allowed.ts'
import { type ConfigProblem, problemOfFile } from './problems.ts'
import { wrong } from './wrong.ts'
import { syntaxProblems } from './yaml-syntax.ts'

export const TABLE_EXAMPLE = 'table.example.yaml'
/** A real file has 2 kB; the limit bounds the parser's time and memory. */
export const TEXT_BYTES_MAX = 256 * 1024
/** Parse errors beyond the first few follow from those. */
const SYNTAX_ERRORS_MAX = 10

export interface YamlSource {
  readonly value: unknown
  /** Line of the value at that path, or of the nearest group around it. Counts from 1. */
  readonly lineOf: (path: readonly PropertyKey[]) => number | null
  /** A single value as the file has it, `00412`; null: it is a group, a list, or not in the file. */
  readonly writtenAt: (path: readonly PropertyKey[]) => string | null
  /** A key of the outermost group as the file has it, `0412` for the number 412. */
  readonly keyWritten: (key: string) => string
}
type YamlRead = { readonly ok: true; readonly source: YamlSource } | { readonly ok: false; readonly problems: readonly ConfigProblem[] }

const whole = (problem: Said, right: Said): YamlRead => ({ ok: false, problems: [problemOfFile(problem, right)] })

/** `example`: the file to which a person is referred. */
export function readYaml(text: string, example = TABLE_EXAMPLE): YamlRead {
  if (Buffer.byteLength(text) > TEXT_BYTES_MAX) return whole(wrong('too-large'), allowed('size', { kb: TEXT_BYTES_MAX / 1024 }))
  try {
    return parse(text.replace(/^\uFEFF/, ''), example)
  } catch (error) {
    // The parser recurses: nesting thousands deep exhausts the stack.
    return whole(wrong('unreadable', { code: error instanceof Error ? error.name : 'unknown error' }), allowed('as-example', { example }))
  }
}

function parse(text: string, example: string): YamlRead {
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
  const errors = [...doc.errors, ...doc.warnings].map(({ code, message, pos }) => ({ code, message, line: at(pos[0]) }))
  const problems: ConfigProblem[] = [...syntaxProblems(text.split('\n'), errors, example).slice(0, SYNTAX_ERRORS_MAX)]
  visit(doc, {
    Alias(_key, node) {
      const line = node.range ? at(node.range[0]) : null
      problems.push({ ...problemOfFile(wrong('alias'), allowed('written-out'), line), value: `*${node.source}` })
      return problems.length > SYNTAX_ERRORS_MAX ? visit.BREAK : undefined
    },
  })
  if (problems.length > 0) return { ok: false, problems }
  if (doc.contents === null) return whole(wrong('empty'), allowed('file-as-example', { example }))
  const root = doc.contents as Node
  const writtenAt = (path: readonly PropertyKey[]) => {
    const node = path.reduce<unknown>(itemAt, root)
    return isScalar(node) ? (node.source ?? null) : null
  }
  const keys = isMap(root) ? root.items.flatMap(({ key }) => (isScalar(key) ? [[String(key.value), key.source] as const] : [])) : []
  const written = new Map(keys)
  const keyWritten = (key: string): string => written.get(key) ?? key
  return { ok: true, source: { value: doc.toJS({ maxAliasCount: 0 }), lineOf: (path) => lineOf(root, path, at), writtenAt, keyWritten } }
}

/** What a group or a list has at a step; the number 412 is the key `412`. */
const itemAt = (node: unknown, step: PropertyKey): unknown => {
  if (isSeq(node)) return node.items[Number(step)] ?? null
  return isMap(node) ? (pairAt(node, step)?.value ?? null) : null
}

const pairAt = ({ items }: YAMLMap, step: PropertyKey) =>
  items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(step))

function lineOf(root: Node, path: readonly PropertyKey[], at: (offset: number) => number): number | null {
  let node: unknown = root
  let offset = root.range?.[0] ?? null
  for (const step of path) {
    let next: unknown = null
    if (isMap(node)) {
      const pair = pairAt(node, step)
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
