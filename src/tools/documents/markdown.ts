/** Markdown for the pages: tables, and generated blocks inside a page written by hand. No input or output. */

export type Row = readonly string[]

const cell = (text: string): string => text.replaceAll('|', '\\|')
export const table = (head: Row, rows: readonly Row[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

/** `<!-- generated: NAME -->` ... `<!-- end -->` */
const BLOCK = /<!-- generated: ([\w-]+) -->\n[\s\S]*?<!-- end -->/g

/**
 * The page with every block filled from `blocks`. Throws an Error if page and blocks do not have the same names. A block that nobody
 * generates would become outdated, and a generated block that no page contains would be lost.
 */
export function withBlocks(page: string, name: string, blocks: { readonly [block: string]: string }): string {
  const found = new Set<string>()
  const text = page.replace(BLOCK, (_, block: string) => {
    const content = Object.hasOwn(blocks, block) ? blocks[block] : undefined
    if (content === undefined)
      throw new Error(`${name} has a block "${block}" that nothing writes; there are: ${Object.keys(blocks).join(', ')}`)
    if (found.has(block)) throw new Error(`${name} has the block "${block}" twice`)
    found.add(block)
    return `<!-- generated: ${block} -->\n${content}\n<!-- end -->`
  })
  const lost = Object.keys(blocks).filter((block) => !found.has(block))
  if (lost.length > 0) throw new Error(`${name} has no place for ${lost.join(', ')}: add <!-- generated: ${lost[0]} --> and <!-- end -->`)
  return text
}
