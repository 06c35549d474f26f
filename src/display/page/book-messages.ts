/** Decodes what a display shows of the book's answers: JSON -> data, or why it is refused. Pure. */

import { GRADES, SEVERITIES } from '../../procedure/finding.ts'
import type { ToldResult } from '../../wire/account/message.ts'
import { ALARM_STATES } from '../../wire/payloads.ts'
import { count, type Decoder, exponent, group, list, Malformed, number, orAbsent, orNull, text, time, word, yesNo } from './decode.ts'
import { finding, findingFacts } from './finding-messages.ts'
import { roundResult, type Said, saidIn } from './messages.ts'

/** A property's tables, and the length of one answer's lists: the book's own bounds, with some room. */
const TABLES_MAX = 400
const STREAMS_MAX = 200
const ROUNDS_MAX = 200
const FINDINGS_MAX = 1000
const ALARMS_MAX = 500
/** A round that lasts many hours without the end of a shoe has some thousand events. */
const STEPS_MAX = 5000

export const ROUND_STATES = ['open', 'closed', 'void', 'incomplete'] as const

/** The outcome of a query to the book. */
export type Told<T> =
  | { readonly kind: 'told'; readonly data: T }
  /** Nothing answers, or not as a book does. */
  | { readonly kind: 'away' }
  /** This display has no book. */
  | { readonly kind: 'none' }
  | { readonly kind: 'login' }
  /** `isUnknown`: the book has not heard of the table or the round, at least not yet. */
  | { readonly kind: 'refused'; readonly text: string; readonly isUnknown: boolean }

export interface BookTable {
  readonly property: string
  readonly pit: string
  readonly table: string
  readonly house: string | null
  /** ISO 4217 and its decimals; null until the table has described itself. */
  readonly currency: string | null
  readonly exponent: number | null
  /** Its journals, newest first. */
  readonly streams: readonly { readonly stream: string }[]
}
const bookTable = group<BookTable>({
  property: text,
  pit: text,
  table: text,
  house: orNull(text),
  currency: orNull(text),
  exponent: orNull(exponent),
  streams: list(group({ stream: text }), STREAMS_MAX),
})
export const bookTables = group({ tables: list(bookTable, TABLES_MAX) })

/** What a round or one of its hands came to, as the book takes it. */
export type RoundResultName =
  | ('win' | 'lose' | 'push' | 'blackjack' | 'bust' | 'surrender' | 'double' | 'split' | 'insurance')
  | ('house-won' | 'house-lost')

type QueryName = 'from' | 'to' | 'box' | 'code' | 'amount' | 'dealer' | 'state' | 'result' | 'card' | 'text' | 'before'
/** The names of the search, as the book takes them; empty values are left out. Codes, results and cards are lists with commas. */
export type RoundQuery = { readonly [name in QueryName]?: string }

/** A finding as one line of the list shows it. */
export interface FindingMark {
  readonly finding: string
  readonly code: string
  readonly grade: (typeof GRADES)[number]
  readonly severity: (typeof SEVERITIES)[number]
  readonly box: number | null
  /** Amount that this finding says is wrong, minor units. */
  readonly amount: number | null
  readonly withdrawn: boolean
  /** Somebody corrected it. */
  readonly corrected: boolean
}
const findingMark = {
  finding: text,
  code: text,
  grade: word(GRADES),
  severity: word(SEVERITIES),
  box: orNull(count),
  amount: orNull(number),
  withdrawn: yesNo,
  corrected: yesNo,
}

const summaryShape = {
  stream: text,
  round: text,
  /** `stream/round` */
  key: text,
  shoe: count,
  openedAt: time,
  closedAt: orNull(time),
  dealerId: orNull(text),
  boxes: count,
  hands: count,
  state: word(ROUND_STATES),
  readings: count,
  certain: yesNo,
  /** The table was behind its devices when the round closed; null: an older book does not say. */
  lagging: orAbsent(yesNo),
  /** No sum counts it, for two journals of the table share its time; null: an older book does not say. */
  leftOut: orAbsent(yesNo),
  /** What the house won as the chips moved; null: an older book does not say. */
  houseWon: orAbsent(group({ certain: orNull(number), best: orNull(number), notSeen: orAbsent(count) })),
  /** What it should have won by the rules. */
  net: group({ house: orNull(number), best: orNull(number), from: orNull(number), to: orNull(number) }),
  findings: list(group<FindingMark>(findingMark), FINDINGS_MAX),
}
const roundSummary = group(summaryShape)
export type RoundSummary = ReturnType<typeof roundSummary>

/** The span that was looked through; null: no bound. */
const searched = group({ from: orNull(time), to: orNull(time) })
export const roundPage = group({ rounds: list(roundSummary, ROUNDS_MAX), searched, next: orNull(text) })
export type RoundPage = ReturnType<typeof roundPage>

/** Leaves out events whose types a display does not show, such as those of a newer table. */
const steps: Decoder<readonly Said[]> = (value) =>
  list(
    group<{ readonly envelope: unknown }>({ envelope: (each) => each }),
    STEPS_MAX,
  )(value).flatMap(({ envelope }) => {
    const said = saidIn(envelope)
    return said === null ? [] : [said]
  })
/**
 * A round that is still open, or that was never published whole, has no result. The result of an older table may lack something that is
 * shown of it.
 */
const resultOrNone: Decoder<ToldResult | null> = (value) => {
  if (value === null) return null
  try {
    return roundResult(value)
  } catch (error) {
    if (error instanceof Malformed) return null
    throw error
  }
}
const toldFinding = group({ ...findingMark, data: finding })
export type ToldFinding = ReturnType<typeof toldFinding>

const alarmStep = group({ alarm: text, at: time, step: text, user: orNull(text), note: orNull(text) })
export type AlarmStep = ReturnType<typeof alarmStep>

export const roundFull = group({
  summary: roundSummary,
  result: resultOrNone,
  findings: list(toldFinding, FINDINGS_MAX),
  alarms: list(alarmStep, FINDINGS_MAX),
  steps,
  previous: orNull(text),
  next: orNull(text),
})
export type RoundFull = ReturnType<typeof roundFull>

const pastAlarm = group({
  alarm: text,
  code: orNull(text),
  severity: orNull(word(SEVERITIES)),
  key: orNull(text),
  box: orNull(count),
  text: orNull(text),
  state: word(ALARM_STATES),
  facts: findingFacts,
  steps: list(alarmStep, FINDINGS_MAX),
})
export type PastAlarm = ReturnType<typeof pastAlarm>
export const alarmPage = group({ alarms: list(pastAlarm, ALARMS_MAX), next: orNull(text) })

const refusal = group({ error: group({ code: text, text: orAbsent(text) }) })
/** The error that the book, or a proxy on the way to it, reports; null if it cannot be understood. */
export function refusalIn(value: unknown): { readonly code: string; readonly text: string } | null {
  try {
    const { code, text: said } = refusal(value).error
    return { code, text: said ?? code }
  } catch (error) {
    if (error instanceof Malformed) return null
    throw error
  }
}
