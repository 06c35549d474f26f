/** An account as a page for a person: the felt as dealt, the observations, the felt at the end, and the remaining readings. */

import { clipped, flowed, type Line, padded, piece, wrapped } from '../../base/terminal/line.ts'
import { feltLines } from '../../display/terminal/felt.ts'
import { netLine } from '../../display/terminal/pieces.ts'
import type { Readings } from '../../engine/round-readings.ts'
import { dealLength } from '../../rules/game/deal.ts'
import { countText, endedText } from '../../wire/account/text.ts'
import type { Account } from './account.ts'
import type { RoundSummary } from './chronicle.ts'
import { handsLines, readingsLines } from './ended.ts'
import { dealtFelt, lastFelt } from './felt.ts'
import { leftOf } from './left.ts'
import { stepsLines, type Telling } from './step-lines.ts'

export const accountLines = (account: Account, telling: Telling): Line[] => {
  const { round, context, left } = account
  const dealt = { ...round, cards: round.cards.slice(0, dealLength(context.rules, round.boxes.length)) }
  const { columns } = telling
  return [
    ...headLines(account, columns),
    ...titled('The deal', columns),
    ...feltLines(dealtFelt(dealt, context), columns),
    ...titled('What was observed', columns, 'readings'),
    ...stepsLines(account, telling),
    ...(left === null ? [] : leftLines(account, left, telling)),
  ].map((line) => clipped(line, columns))
}

const titled = (title: string, columns: number, right = ''): Line[] => {
  const left: Line = [piece(title, 'strong')]
  return [[], right === '' ? left : [...padded(left, columns - right.length), piece(right, 'faint')]]
}

const dayText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`

const GAP = 'Events are missing. What follows them is read as if nothing had happened in between, and may be wrong.'

const headLines = ({ summary, steps, round, end, result, context }: Account, columns: number): Line[] => {
  const isGapped = steps.some(({ observation }) => observation?.kind === 'missing' && observation.playing)
  const facts = [
    `number ${summary.number} in the file`,
    `house ${context.house}`,
    `shoe ${round.shoe}`,
    `opened ${dayText(summary.openedAt)}`,
    `${round.cards.length} cards`,
    `${END_WORDS[end]}${end === 'closed' && result ? endedText(result.ended) : ''}`,
  ]
  return [
    ...wrapped(
      [piece(`Round ${summary.id}`, 'strong'), piece('  ')],
      facts.map((fact, at): Line => [piece(`${fact}${at < facts.length - 1 ? ',' : ''}`)]),
      piece(' '),
      columns,
    ),
    ...(result ? [[piece(verdictText(summary)), piece('  house '), ...netLine(result.net, context.exponent)]] : []),
    ...(isGapped ? flowed([piece('! ', 'alarm')], [piece(GAP, 'alarm')], columns) : []),
  ]
}

const END_WORDS: { readonly [end in Account['end']]: string } = {
  closed: 'closed',
  unseen: 'ended without visible sign',
  open: 'still open',
}

/** `withReason`: include why a round has no complete verdict. */
export const verdictText = ({ result, incomplete, void: isVoid }: RoundSummary, withReason = true): string => {
  if (!result) return 'open'
  const readings = countText(result.readings, 'reading')
  if (isVoid) return `void, ${readings}`
  return result.complete
    ? `complete, ${readings}`
    : `incomplete${incomplete === null || !withReason ? '' : ` (${incomplete})`}, ${readings}`
}

const leftLines = (account: Account, readings: Readings, telling: Telling): Line[] => {
  const { round, context, result, end } = account
  const { columns } = telling
  const left = leftOf(account, readings)
  return [
    ...titled(
      end === 'open' ? 'Where the round stands' : result?.complete === false ? 'How far the round got' : 'How the round ended',
      columns,
    ),
    ...feltLines(lastFelt(round, readings, result, context), columns),
    [],
    ...handsLines(account, readings, left, columns),
    ...titled('The readings left', columns),
    ...readingsLines(account, readings, left, columns),
  ]
}
