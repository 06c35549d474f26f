/** The generated parts of docs/book.md: its incidents. */
import { INCIDENTS } from '../../book/incident-codes.ts'
import { table } from './markdown.ts'

export const bookBlocks = (): { readonly [block: string]: string } => ({
  incidents: table(
    ['code', 'it means', 'what to do'],
    Object.entries(INCIDENTS).map(([code, [means, act]]) => [`\`${code}\``, means, act]),
  ),
})
