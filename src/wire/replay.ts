/**
 * `cmd/{user}/replay`: sends records of the journal again, for a sink or another consumer that missed some. Each is the envelope that `log`
 * had, marked as historical, on `replay/{user}`.
 */
import { z } from 'zod'

/** Records of one command: a few seconds' work for the table, and a few megabytes. */
export const REPLAY_RECORDS_MAX = 5000

/** Numbers of the first and the last record, from 1. */
export interface Span {
  readonly fromSeq: number
  readonly toSeq: number
}

/** What to send, and to whom. */
export interface Replay extends Span {
  readonly user: string
}

const number = z.int().min(1)
export const askedSpan = z.object({ fromSeq: number, toSeq: number })

/** The part of a span that exists: cut at the end of the journal. Or why it is refused, with what may be asked for. */
export function spanWithin({ fromSeq, toSeq }: Span, kept: Span): Span | string {
  if (fromSeq > toSeq) return `malformed: fromSeq ${fromSeq} is greater than toSeq ${toSeq}`
  const count = toSeq - fromSeq + 1
  if (count > REPLAY_RECORDS_MAX)
    return `refused: ${count} records are too many for one replay; ask for at most ${REPLAY_RECORDS_MAX}, and for the rest when its last record has come`
  const there = `the journal holds records ${kept.fromSeq} to ${kept.toSeq}`
  if (fromSeq < kept.fromSeq) return `refused: record ${fromSeq} is no longer kept; ${there}`
  if (fromSeq > kept.toSeq) return `refused: there is no record ${fromSeq} yet; ${there}`
  return { fromSeq, toSeq: Math.min(toSeq, kept.toSeq) }
}
