/**
 * F16: segments that an audit sink has acknowledged are removed when they are old enough, or earlier if space runs out. A durable record
 * announces the removal first: a journal that begins later than its records say was cut at its beginning.
 */
import { reasonOf } from '../../base/process/reason.ts'
import type { RecordBody } from '../../wire/record.ts'
import type { Journal } from '../journal/journal.ts'
import type { Written } from '../stations/core.ts'

export interface RetentionOptions {
  readonly journal: Pick<Journal, 'releasable' | 'release'>
  /** undefined: nothing is ever removed. */
  readonly keepDays: number | undefined
  /** Unix ms. */
  readonly wallMs: () => number
  readonly announce: (body: RecordBody) => void
  readonly warn: (text: string) => void
}

export interface Retention {
  /** An audit sink holds the records up to this one: the hash in its acknowledgement is the journal's. */
  acknowledged(seq: number): void
  /** Some time has passed. `isShort`: the journal is running out of room. */
  look(isShort: boolean): void
  /** A record has reached the end of the pipe: it is durable. */
  written(written: Pick<Written, 'record'>): void
}

const DAY_MS = 86_400_000

export const retention = ({ journal, keepDays, wallMs, announce, warn }: RetentionOptions): Retention => {
  let acknowledgedTo = 0
  let isPending = false
  const remove = async (to: number): Promise<void> => {
    try {
      await journal.release(to)
    } catch (error) {
      warn(`journal: the files with the records up to ${to} could not be removed: ${reasonOf(error)}`)
    }
    isPending = false
  }
  return {
    acknowledged(seq) {
      acknowledgedTo = Math.max(acknowledgedTo, seq)
    },
    look(isShort) {
      if (keepDays === undefined || isPending) return
      const to = journal.releasable(acknowledgedTo, isShort ? Number.POSITIVE_INFINITY : wallMs() - keepDays * DAY_MS)
      if (to === null) return
      isPending = true
      announce({ kind: 'released', to })
    },
    written({ record }) {
      if (record.kind === 'released') void remove(record.to)
    },
  }
}
