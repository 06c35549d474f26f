/** How long each record waits for an acknowledgement that covers it. Pure except for its own state; time is a parameter. */
import type { AuditAck } from '../../../src/wire/audit.ts'

export interface Lags {
  said(table: string, n: number): void
  /** An acknowledgement covers every record up to its number. */
  acknowledged(table: string, ack: Pick<AuditAck, 'seq' | 'hash'>): void
  /** Records sent and not acknowledged, of one table or of all. */
  missing(table?: string): number
  /** The hash in the newest acknowledgement. */
  hash(table: string): string | null
  /** For the records acknowledged since the last reset, ms. */
  told(): { readonly median: number; readonly worst: number }
  reset(): void
}

interface Waiting {
  /** Records in order, and when each was sent. */
  readonly records: { readonly n: number; readonly atMs: number }[]
  hash: string | null
  seq: number
}

export function createLags(nowMs: () => number): Lags {
  const tables = new Map<string, Waiting>()
  let took: number[] = []
  const waiting = (table: string): Waiting => {
    const known = tables.get(table) ?? { records: [], hash: null, seq: 0 }
    tables.set(table, known)
    return known
  }
  return {
    said: (table, n) => void waiting(table).records.push({ n, atMs: nowMs() }),
    acknowledged: (table, { seq, hash }) => {
      const own = waiting(table)
      if (seq < own.seq) return
      Object.assign(own, { seq, hash })
      while (own.records[0] !== undefined && own.records[0].n <= seq) took.push(nowMs() - (own.records.shift()?.atMs ?? 0))
    },
    missing: (table) =>
      table === undefined ? [...tables.values()].reduce((sum, { records }) => sum + records.length, 0) : waiting(table).records.length,
    hash: (table) => waiting(table).hash,
    told: () => {
      const sorted = took.toSorted((one, other) => one - other)
      return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, worst: sorted.at(-1) ?? 0 }
    },
    reset: () => {
      took = []
    },
  }
}
