/** The generated parts of docs/book.md: its incidents, and the file to install. */
import { INCIDENTS } from '../../book/incident-codes.ts'
import { table } from './markdown.ts'

/** File below docs that the page shows in full. */
export const BOOK_UNIT = 'install/blackjack-book.service'

/** `read`: a file below docs. */
export const bookBlocks = (read: (name: string) => string): { readonly [block: string]: string } => ({
  incidents: table(
    ['code', 'it means', 'what to do'],
    Object.entries(INCIDENTS).map(([code, [means, act]]) => [`\`${code}\``, means, act]),
  ),
  unit: `\`\`\`ini\n${read(BOOK_UNIT)}\`\`\``,
})
