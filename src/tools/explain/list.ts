/** Lists the rounds of a file, one line each. */
import { type Line, padded, piece } from '../../display/terminal/line.ts'
import { gainLine } from '../../display/terminal/pieces.ts'
import { countText } from '../../wire/account/text.ts'
import type { RoundSummary } from './chronicle.ts'
import { verdictText } from './tell.ts'

/** `2  1-2  2026-01-01 00:02:23  5 boxes  complete, 1 reading  house +12.00  1 finding`. */
/** `exponent`: decimals of the table's currency. */
export const listLines = (rounds: readonly RoundSummary[], exponent: number): Line[] => {
  const numbers = Math.max(0, ...rounds.map(({ number }) => String(number).length))
  const ids = Math.max(0, ...rounds.map(({ id }) => id.length))
  return rounds.map((round): Line => {
    const { number, id, openedAt, boxes, result } = round
    const findings = result?.findings.length ?? 0
    return [
      ...padded([piece(String(number))], numbers, 'before'),
      piece('  '),
      ...padded([piece(id, 'strong')], ids),
      piece(`  ${openedAt.slice(0, 10)} ${openedAt.slice(11, 19)}  ${boxes.length} box${boxes.length === 1 ? '' : 'es'}  `),
      ...(result ? [piece('house '), ...padded(gainLine(result.net.house, result.net.best, exponent), 9, 'before'), piece('  ')] : []),
      piece(verdictText(round, false)),
      ...(findings > 0 ? [piece(`, ${countText(findings, 'finding')}`, 'alarm')] : []),
    ]
  })
}
