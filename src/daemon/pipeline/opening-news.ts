/**
 * The records written before the daemon's start: who owns the journal, what a person accepted in spite of a contradiction, and how the
 * table is configured.
 */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { TableConfig } from '../../base/config/table-config.ts'
import type { RecordBody, RecordOf } from '../../wire/record.ts'
import type { Journal } from '../journal/journal.ts'
import { judgedTerms } from '../stations/judged-terms.ts'

type Opened = Pick<Journal, 'opened'>

/** `head`: from `journal-head.ts`. `accepted`: the reason a person gave for continuing; null: none was needed. */
export const openingNews = (
  { opened }: Opened,
  config: TableConfig,
  head: readonly RecordBody[],
  accepted: string | null,
): readonly RecordBody[] => {
  const { texts, heads } = opened.doubts
  const acceptance: readonly RecordBody[] =
    texts.length === 0 ? [] : [{ kind: 'accepted', reason: (accepted ?? '').slice(0, REASON_LENGTH_MAX), doubts: texts, heads }]
  const configured = configurationNews(config, opened.config)
  return [...head, ...acceptance, ...(configured === null ? [] : [configured])]
}

/** One sentence. */
const REASON_LENGTH_MAX = 500
/** Enough to distinguish two values of one key. */
const KEY_DIGEST_LENGTH = 16

/** null: the journal already has this configuration. */
const configurationNews = (config: TableConfig, before: RecordOf<'config'> | null): RecordBody | null => {
  const keys = Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, value]) => [key, digestOf(value).slice(0, KEY_DIGEST_LENGTH)]),
  )
  const sha256 = digestOf(keys)
  const terms = judgedTerms(config)
  // An older journal holds digests only, from which nobody can tell the terms.
  if (sha256 === before?.sha256 && isDeepStrictEqual(terms, before.terms)) return null
  const known = before?.keys ?? keys
  const changed = [...new Set([...Object.keys(keys), ...Object.keys(known)])].filter((key) => keys[key] !== known[key]).sort()
  return { kind: 'config', sha256, keys, changed, terms }
}

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')
