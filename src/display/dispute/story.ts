/** The round line by line: what was concluded, when, and the device lines behind it. Wording as on a terminal. Pure. */

import { moneyText } from '../../procedure/money.ts'
import { laidOut } from '../terminal/line.ts'
import { findingEntry, NOTES, SYSTEM_LINES } from '../terminal/notices.ts'
import type { AnyEnvelope } from '../terminal/receive.ts'
import { areaName, cardsLine, ENDED_WORDS, placeText } from '../terminal/words.ts'
import type { SaidOnce } from './told.ts'

export interface StoryLine {
  readonly n: number
  /** ISO 8601, event time. */
  readonly time: string
  readonly text: string
  /** Device lines, joined by spaces. */
  readonly cause: string
  readonly isFinding: boolean
}

export const storyOf = (said: readonly SaidOnce[], exponent: number): readonly StoryLine[] =>
  said.flatMap(({ n, envelope }) => {
    const text = textOf(envelope, exponent)
    const isFinding = envelope.type.startsWith('finding.')
    return text === null ? [] : [{ n, time: envelope.time, text, cause: envelope.cause ?? '', isFinding }]
  })

/** Puts everything on one line, however long. */
const WIDE = 100_000

const joined = (lines: ReturnType<typeof laidOut>): string =>
  lines
    .flatMap((line) => line.map(({ text }) => text))
    .join('')
    .replace(/^[!·] /, '')

const textOf = (envelope: AnyEnvelope, exponent: number): string | null => {
  switch (envelope.type) {
    case 'round.opened':
      return `round ${envelope.data.round} opens, boxes ${envelope.data.boxes.join(', ')}`
    case 'bet.placed': {
      const { box, area, amount } = envelope.data
      return `box ${box} bets ${moneyText(amount, exponent)}${area === 'main' ? '' : ` on ${areaName(area)}`}`
    }
    case 'card.dealt': {
      const { n, card, to, certain } = envelope.data
      return `card ${n}, ${joined([cardsLine([card])])}, ${placeOf(to)}${certain ? '' : '?'}`
    }
    case 'round.closed':
    case 'round.revised': {
      const { ended, readings, net } = envelope.data
      const what = envelope.type === 'round.closed' ? `closed ${ENDED_WORDS[ended]}` : 'told anew'
      const won = net.house === null ? '' : `, the house ${net.house < 0 ? '' : '+'}${moneyText(net.house, exponent)}`
      return `round ${what}: ${readings} reading${readings === 1 ? '' : 's'} left${won}`
    }
    case 'finding.raised':
    case 'finding.changed':
    case 'finding.withdrawn':
      return joined(laidOut(findingEntry(envelope.type, envelope.data), WIDE))
    default: {
      const note = NOTES[envelope.type]?.(envelope.data as never, exponent)
      if (note !== undefined) return joined([note])
      const entry = SYSTEM_LINES[envelope.type]?.(envelope.data as never, exponent)
      return entry === undefined ? null : joined(laidOut(entry, WIDE))
    }
  }
}

type Place = Extract<AnyEnvelope, { readonly type: 'card.dealt' }>['data']['to']

const placeOf = (to: Place): string => {
  if (to === null) return 'whose it is is open'
  if (to === 'dealer') return "the dealer's"
  return to === 'burn' ? 'burned' : `to ${placeText(to.box, to.hand === 1 ? null : to.hand)}`
}
