/** The round line by line: what was concluded, when, and the device lines behind it. Wording as on a terminal. Pure. */
import { phraseOf } from '../../wire/account/phrase.ts'
import { phraseText, plainVoice } from '../../wire/account/text.ts'
import { laidOut } from '../terminal/line.ts'
import { findingEntry } from '../terminal/notices.ts'
import type { AnyEnvelope } from '../terminal/receive.ts'
import type { SaidOnce } from './told.ts'

export interface StoryLine {
  readonly n: number
  /** ISO 8601, event time. */
  readonly time: string
  readonly text: string
  /** Device lines, joined by spaces. */
  readonly cause: string
}

export const storyOf = (said: readonly SaidOnce[], exponent: number): readonly StoryLine[] =>
  said.flatMap(({ n, envelope }) => {
    const text = textOf(envelope, exponent)
    return text === null ? [] : [{ n, time: envelope.time, text, cause: envelope.cause ?? '' }]
  })

/** Puts everything on one line, however long. */
const WIDE = 100_000

const textOf = (envelope: AnyEnvelope, exponent: number): string | null => {
  if (envelope.type === 'finding.raised' || envelope.type === 'finding.changed' || envelope.type === 'finding.withdrawn') {
    const lines = laidOut(findingEntry(envelope.type, envelope.data), WIDE)
    return lines
      .flatMap((line) => line.map(({ text }) => text))
      .join('')
      .replace(/^! /, '')
  }
  const phrase = phraseOf(envelope, 'all')
  return phrase === null ? null : phraseText(phrase, plainVoice(exponent))
}
