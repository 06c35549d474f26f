/** The rulings that can be given on the display, as a table of docs/pit.md. */
import { RULINGS } from '../../display/page/rulings.ts'
import { table } from './markdown.ts'

export const rulingsTable = (): string =>
  table(
    ['on the display', 'when, and what it does'],
    RULINGS.map(({ command, name, when }) => [`**${name.en}** (\`${command}\`)`, when.en]),
  )
