/** A Finding is a broken rule: the data of `finding.raised`, `finding.changed`, `finding.withdrawn`. */
import type { FindingCode } from '../rules/house/finding-code.ts'
import type { Reason } from '../rules/reasons.ts'
import type { AlarmFacts, Asked, FindingFacts } from './facts.ts'

/**
 * `proven`: nothing else explains the evidence. `one-of`: an error was made, either this one or another of its group. `likely`: there may
 * be a story without any error.
 */
export const GRADES = ['proven', 'one-of', 'likely'] as const
export const SEVERITIES = ['stop', 'money', 'procedure', 'info'] as const

/** Where a rule stands; `says` puts it in our own words. */
export interface ClauseData {
  readonly document: string
  readonly section: string
  readonly line?: number | null
  readonly says: string
}

export interface FindingData {
  /** Unique in a table's journal, `BJ-SHORT-1`. */
  readonly finding: string
  readonly code: FindingCode
  readonly grade: (typeof GRADES)[number]
  /** For a `one-of`, the id of its group, which is that of the group's first finding; null: no group. */
  readonly group: string | null
  /** The other findings of the group, the likeliest first. */
  readonly rivals: readonly string[]
  /** The one thing to look at that tells them apart; null: no group. */
  readonly question: string | null
  /** The same as data; older versions do not say it. */
  readonly asked?: Asked | null
  readonly severity: (typeof SEVERITIES)[number]
  readonly round: string | null
  /** Who dealt its round, or dealt when it was raised; null: nobody reported it. */
  readonly dealerId: string | null
  /** null: table-wide. */
  readonly box: number | null
  readonly hand: number | null
  /** `3.main`, `rack`. */
  readonly spot: string | null
  /** The dealer has put it right himself, so nothing is owed by it any more. */
  readonly corrected: boolean
  /** The money that is wrong because of it, minor units, 0 once it is put right; null: none, or an unknown amount. */
  readonly amount: number | null
  readonly clause: ClauseData
  readonly expected: string | null
  readonly seen: string | null
  readonly remedy: string | null
  /** What these three say, as data; older versions do not say it. */
  readonly facts?: FindingFacts | null
  /** Device lines, `spots:SP-7/12/221`. */
  readonly evidence: readonly string[]
  /** The best reading without the finding, in words; for a `one-of`, the other errors of its group; null for a proven one. */
  readonly counterReading: string | null
  /** The same as a code with its figures; older versions do not say it. */
  readonly counter?: Reason | null
  /** How many events lie between the first that made it provable and the report. */
  readonly detectedAfter: number
}

export interface FindingEventData {
  'finding.raised': FindingData
  'finding.changed': FindingData
  'finding.withdrawn': FindingData
}

/** A conclusion about procedure, shaped like a TableEvent. */
export type FindingEvent = {
  [K in keyof FindingEventData]: {
    readonly type: K
    readonly at: number
    readonly round: string | null
    readonly cause: string
    readonly data: FindingData
  }
}[keyof FindingEventData]

/** One error of a group, as its alarm shows it. */
export interface AlarmLine extends Pick<FindingData, 'finding' | 'code' | 'box' | 'hand' | 'severity' | 'amount'> {
  readonly text: string
  /** The same as data; older versions do not say it. */
  readonly facts?: AlarmFacts | null
}

/** What an alarm shows of a group: what to look at, and the errors one of which was made, in the order of the findings' rivals. */
export interface AlarmGroup {
  readonly question: string | null
  readonly asked?: Asked | null
  readonly lines: readonly AlarmLine[]
}
