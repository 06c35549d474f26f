/** Lines and tokens by folder, and the table of them. */
import { posix } from 'node:path'
import type { SourceFile } from '../../style/source.ts'
import { tokensIn } from './tokens.ts'

export interface Size {
  readonly lines: number
  readonly tokens: number
}
/** By folder, each with its own files alone. */
export type Sizes = ReadonlyMap<string, Size>

const NOTHING: Size = { lines: 0, tokens: 0 }
const sum = (one: Size, other: Size): Size => ({ lines: one.lines + other.lines, tokens: one.tokens + other.tokens })

const linesIn = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

export function sizesOf(files: readonly SourceFile[]): Sizes {
  const sizes = new Map<string, Size>()
  for (const { path, text } of files) {
    const folder = posix.dirname(path)
    sizes.set(folder, sum(sizes.get(folder) ?? NOTHING, { lines: linesIn(text), tokens: tokensIn(text) }))
  }
  return sizes
}

const within = (folder: string, top: string): boolean => folder === top || folder.startsWith(`${top}/`)

/** What is summed up behind the folders; the last is what should become less. */
const TOTALS: readonly (readonly [name: string, tops: readonly string[]])[] = [
  ['all of src', ['src']],
  ['engine and procedure', ['src/engine', 'src/procedure']],
]

type Row = readonly [name: string, sizeIn: (sizes: Sizes) => Size]

const rowsOf = (folders: Iterable<string>): readonly Row[] => [
  ...[...new Set(folders)].sort().map((folder): Row => [folder, (sizes) => sizes.get(folder) ?? NOTHING]),
  ...TOTALS.map(([name, tops]): Row => {
    const isIn = (folder: string): boolean => tops.some((top) => within(folder, top))
    return [name, (sizes) => [...sizes].reduce((all, [folder, size]) => (isIn(folder) ? sum(all, size) : all), NOTHING)]
  }),
]

const signed = (value: number): string => `${value > 0 ? '+' : ''}${value}`
/** Of nothing there is no share. */
const share = (before: number, after: number): string =>
  before === 0 ? '' : `${signed(Number((((after - before) / before) * 100).toFixed(1)))} %`

/** `before` null: there is nothing to compare with. */
export function sizePage(after: Sizes, before: Sizes | null): string {
  const rows = rowsOf([...after.keys(), ...(before?.keys() ?? [])])
  const figures = (field: keyof Size, sizeIn: Row[1]): readonly string[] => {
    const now = sizeIn(after)[field]
    if (before === null) return [String(now)]
    const was = sizeIn(before)[field]
    return [String(was), String(now), signed(now - was), share(was, now)]
  }
  const heads = (field: keyof Size): readonly string[] => (before === null ? [field] : [`${field} before`, 'after', 'difference', ''])
  const cells = [
    ['folder', ...heads('lines'), ...heads('tokens')],
    ...rows.map(([name, sizeIn]) => [name, ...figures('lines', sizeIn), ...figures('tokens', sizeIn)]),
  ]
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')
  return `${cells.map((row) => line(row).trimEnd()).join('\n')}\n`
}
