/** The records of a dispute file with the hashes of their chain, as the page contains them and as they are read back from it. Pure. */
import { digestAfterText } from '../../base/records/digest.ts'
import { loggedText } from '../../base/records/logged.ts'
import { type Found, refused, type Span } from './span.ts'

/** Names the format of the text below; another format gets another number. */
export const FORM = 'blackjack-table dispute 1'

export interface Entry {
  readonly n: number
  /** Over all records up to this one, 64 hexadecimal digits. */
  readonly hash: string
  /** The record as `log` carries it, JSON: the hash covers exactly this. */
  readonly json: string
}

export interface Excerpt {
  readonly round: string
  /** ISO 4217, and the decimals of its minor unit: no record contains them. */
  readonly currency: string
  readonly exponent: number
  /** Ed25519, base64 of its DER form, as named in the journal. */
  readonly publicKey: string
  /** Hash over all records before the first one. */
  readonly before: string
  /** In order; the last one is the seal. */
  readonly entries: readonly Entry[]
}

/** Takes records in order, the first one after `hash`, and keeps those of the span. */
export const collecting = ({ round, from, to }: Span, hash: string) => {
  const entries: Entry[] = []
  let before = hash
  let behind = hash
  let last: number | null = null
  let missing: number | null = null
  return {
    /** Whether all records have been taken. */
    take(n: number, json: string): boolean {
      if (last !== null && n !== last + 1) missing ??= last + 1
      last = n
      if (n === from) before = behind
      behind = digestAfterText(behind, json)
      if (n >= from && n <= to) entries.push({ n, hash: behind, json: loggedText(json) })
      return n >= to
    },
    found(named: Pick<Excerpt, 'currency' | 'exponent'> & { readonly publicKey: string | null }): Found<Excerpt> {
      const { publicKey } = named
      if (publicKey === null) return refused('lost', 'the journal names no key: nothing vouches for its records')
      if (missing !== null || entries[0]?.n !== from || entries.at(-1)?.n !== to)
        return refused('lost', `record ${missing ?? from} is missing, so the seal of round ${round} cannot be followed`)
      return { ok: true, value: { ...named, publicKey, round, before, entries } }
    },
  }
}

/** As written into the page: JSON with one record per line, and nothing in it that could end a script. */
export const excerptText = ({ round, currency, exponent, publicKey, before, entries }: Excerpt): string => {
  const head = JSON.stringify({ form: FORM, round, currency, exponent, publicKey, before })
  const lines = entries.map(({ hash, json }) => `{"hash":"${hash}","record":${json}}`)
  return `${head.slice(0, -1)},"records":[\n${lines.join(',\n')}\n]}`.replaceAll('<', '\\u003c')
}
