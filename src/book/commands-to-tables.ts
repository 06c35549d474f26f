/** What the book asks of a table, as messages. Pure. */
import { baseTopic, type TableName } from '../wire/topics.ts'
import { type Hearer, replyTopic } from './hearing.ts'

export interface Asking {
  readonly hearer: Hearer
  /** Unix ms. */
  readonly wallMs: () => number
  /** A new one for each call, [a-z0-9]. */
  readonly correlation: () => string
}

/** Topic, payload and retain flag. */
export const replayCommand = (
  table: TableName,
  { correlation, fromSeq, toSeq }: { readonly correlation: string; readonly fromSeq: number; readonly toSeq: number },
  { hearer, wallMs }: Pick<Asking, 'hearer' | 'wallMs'>,
): readonly [string, string, boolean] => [
  `${baseTopic(table)}/cmd/${hearer.user}/replay`,
  JSON.stringify({ correlation, replyTo: replyTopic(hearer), expires: wallMs() + EXPIRES_MS, fromSeq, toSeq }),
  false,
]
/** Requests everything retained once more. The command's reply adds nothing to those messages, so it is ignored. */
export const snapshotCommand = (table: TableName, { hearer, wallMs, correlation }: Asking): readonly [string, string, boolean] => [
  `${baseTopic(table)}/cmd/${hearer.user}/snapshot`,
  JSON.stringify({ correlation: correlation(), replyTo: replyTopic(hearer), expires: wallMs() + EXPIRES_MS }),
  false,
]
/** Long enough that a table whose clock is a little ahead still takes the command. */
const EXPIRES_MS = 60_000
