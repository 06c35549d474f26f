/**
 * Changes single values in the text of a configuration and leaves everything else as a person wrote it: comments, order, spelling. A value
 * that is there is replaced where it stands; otherwise only the group at the top of the file that it belongs to is written anew. Pure.
 */
import { Document, isCollection, isMap, isNode, isPair, isScalar, isSeq, type Node, type Pair, parse, parseDocument, stringify } from 'yaml'

export interface Change {
  /** `['limits', 'min']` */
  readonly at: readonly (string | number)[]
  /** undefined: the key is taken out, and a group that has none left. */
  readonly value: unknown
}

const OPTIONS = { version: '1.2', schema: 'core', merge: false } as const
const WRITTEN = { lineWidth: 0 } as const

/** @throws Error if the text is not YAML */
export const changed = (text: string, changes: readonly Change[]): string => changes.reduce(withChange, text)

function withChange(text: string, change: Change): string {
  const doc = parseDocument(text, OPTIONS)
  const [error] = doc.errors
  if (error !== undefined) throw new Error(error.message)
  const { at, value } = withoutEmptyGroup(doc, change)
  const there: unknown = doc.getIn(at, true)
  if (value === undefined && there === undefined) return text
  if (isScalar(there) && there.range && isSingle(value)) return spliced(text, there.range[0], there.range[1], singleText(value))
  const [top = ''] = at
  const before = pairOf(doc, top)
  const end = before === undefined ? text.length : endOf(before, text)
  if (before !== undefined && value === undefined && at.length === 1) return withoutLines(text, startOf(before), end)
  const start = before === undefined ? text.length : startOf(before)
  if (value === undefined) doc.deleteIn(at)
  else doc.setIn(at, compact(doc.createNode(value)))
  const pair = pairOf(doc, top)
  if (pair === undefined) return text
  const written = writtenAlone(pair)
  if (before !== undefined) return spliced(text, start, end, written)
  return `${text === '' || text.endsWith('\n') ? text : `${text}\n`}${written}\n`
}

/** The last key of a group takes the group with it. */
function withoutEmptyGroup(doc: Document, { at, value }: Change): Change {
  const group: unknown = doc.getIn(at.slice(0, -1), true)
  const isLast = value === undefined && at.length > 1 && isMap(group) && group.items.length === 1 && doc.hasIn(at)
  return isLast ? withoutEmptyGroup(doc, { at: at.slice(0, -1), value }) : { at, value }
}

const isSingle = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** As it may stand anywhere, also between braces. */
function singleText(value: unknown): string {
  const plain = stringify(value, WRITTEN).trim()
  return /^[\w./:@+-]+$/.test(plain) && parse(plain) === value ? plain : JSON.stringify(value)
}

const pairOf = (doc: Document, key: string | number): Pair | undefined =>
  isMap(doc.contents)
    ? doc.contents.items.find((pair) => isPair(pair) && (isScalar(pair.key) ? pair.key.value : pair.key) === key)
    : undefined

const startOf = ({ key }: Pair): number => (isNode(key) ? (key.range?.[0] ?? 0) : 0)

/** Behind the value, before what is remarked below it. */
function endOf({ key, value }: Pair, text: string): number {
  const last = isNode(value) && value.range ? lastOf(value) : isNode(key) ? (key.range?.[1] ?? 0) : 0
  return text[last - 1] === '\n' ? last - 1 : last
}

/** A block's own end is behind the remarks under it. */
function lastOf(node: Node): number {
  if (!isCollection(node) || node.flow) return node.range?.[1] ?? 0
  const item = node.items.at(-1)
  const inner = isPair(item) ? (isNode(item.value) ? item.value : item.key) : item
  return isNode(inner) ? lastOf(inner) : (node.range?.[1] ?? 0)
}

const spliced = (text: string, start: number, end: number, put: string): string => text.slice(0, start) + put + text.slice(end)

/** With what is remarked behind it on its last line. */
function withoutLines(text: string, start: number, end: number): string {
  const newline = text.indexOf('\n', end)
  return text.slice(0, start) + (newline === -1 ? '' : text.slice(newline + 1))
}

/** What stands before a pair and behind it stays in the text, so it is not written again. */
function writtenAlone(pair: Pair): string {
  if (isNode(pair.key)) Object.assign(pair.key, { commentBefore: undefined, spaceBefore: false })
  if (isNode(pair.value)) forgetEnd(pair.value)
  const alone = new Document({}, OPTIONS)
  if (isMap(alone.contents)) alone.contents.items = [pair as never]
  if (isMap(pair.value) && pair.value.range === undefined) pair.value.flow = true
  // Lists stand between brackets without spaces everywhere else.
  return alone
    .toString(WRITTEN)
    .trimEnd()
    .replaceAll(/\[ ([^\]"'\n]*) \]/g, '[$1]')
}

function forgetEnd(node: Node): void {
  node.comment = null
  if (!isCollection(node) || node.flow) return
  const item = node.items.at(-1)
  const inner = isPair(item) ? item.value : item
  if (isNode(inner)) forgetEnd(inner)
}

/** Groups of single values on a line of their own, as in the example; a list of groups has a line for each. */
function compact(node: Node): Node {
  if (isSeq(node) && node.items.some(isCollection)) for (const item of node.items) compact(item as Node)
  else if (isCollection(node)) node.flow = true
  return node
}
