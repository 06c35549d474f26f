/**
 * The life of findings: raised once under an id of their own, changed and taken back under the same. What the readings contain comes as the
 * whole set of a round and is compared with what stands; what an event proves stands for good.
 *
 *   deviations of a round ──compared with──> standing ──> raised | changed | withdrawn ──> named by round.closed
 */

import type { TableConfig } from '../config/table-config.ts'
import { asLikely, type Deviation, type RoundDeviations } from '../engine/deviation.ts'
import type { HouseRules, RuleName } from '../house/rules.ts'
import { CATALOGUE, type Code, canBeSeen, clauseFor, codeOf, severityFor } from './catalogue/index.ts'
import type { CatalogueRow } from './catalogue/row.ts'
import { findingWords, peopleText } from './catalogue/words.ts'
import type { FindingData, FindingEvent } from './finding.ts'
import { asPractice, doubtOf } from './on-default.ts'

/** What the words, the clause and the reach of a finding depend on. */
export interface FindingContext extends Pick<TableConfig, 'house' | 'chipEvidence' | 'spots'> {
  readonly rules: HouseRules
  readonly overridden: readonly RuleName[]
  /** Decimals of the table's currency. */
  readonly exponent: number
}

/** Something one event proves, to be raised once. `round` null: of no round. */
export interface Objection extends Omit<Deviation, 'code'> {
  readonly code: Code
  readonly round: string | null
  /** Where it is not the row's. */
  readonly severity?: CatalogueRow['severity'] | undefined
}

interface Standing {
  readonly by: 'events' | 'readings'
  /** What the event proved, where readings may doubt it. */
  readonly objection?: Deviation
  readonly round: string | null
  readonly key: string
  readonly finding: FindingData
}

export interface Findings {
  /** Findings raised in the journal's life, by code: the running number in their ids. */
  readonly raised: { readonly [code: string]: number }
  readonly standing: readonly Standing[]
  /** Rounds closed last: late evidence may still change what was found in them. */
  readonly closed: readonly string[]
}

export const NO_FINDINGS: Findings = { raised: {}, standing: [], closed: [] }

/** Two rounds are open at once at most; a closed one is revised by what came late, seconds after. */
const CLOSED_MAX = 3

/** What people read: all of it, and what is to be done. */
export interface ForPeople {
  readonly text: string
  readonly remedy: string
}

/** A finding's event, with the words of its alarm. */
export interface SaidFinding extends ForPeople {
  readonly event: FindingEvent
  /** The words once the next round is dealt; null: the same. */
  readonly afterDeal: ForPeople | null
}

type Step = readonly [Findings, readonly SaidFinding[]]
/** Of what brought it about: event time, Unix ms, and the device lines. */
export interface Head {
  readonly at: number
  readonly cause: string
  /** The round on the table; null: none. */
  readonly onTable: string | null
  /** Who dealt a round. */
  readonly dealerOf: (round: string | null) => string | null
}

const keyOf = ({ code, box, hand, spot }: Deviation): string => [code, box, hand, spot].join('/')

const NO_WORDS = { text: '', remedy: '', afterDeal: null }

const eventOf = (type: FindingEvent['type'], data: FindingData, words: Omit<SaidFinding, 'event'>, { at, cause }: Head): SaidFinding => ({
  event: { type, at, round: data.round, cause, data },
  ...words,
})

/** All but its id. */
const dataOf = (deviation: Deviation, row: CatalogueRow, code: Code, round: string | null, head: Head, context: FindingContext) => {
  const { grade, box, hand, spot, expected, seen, counterReading, detectedAfter } = deviation
  const cause = deviation.cause === '' ? head.cause : deviation.cause
  const evidence = cause === '' ? [] : [...new Set(cause.split(' '))]
  const doubt = doubtOf(deviation, context)
  const clause = doubt?.clause ?? clauseFor(code, context.house, context.overridden)
  const own = 'severity' in deviation ? (deviation as Objection).severity : undefined
  const severity = own ?? (doubt === null ? severityFor(code, context.house) : 'procedure')
  const words = findingWords(row, { expected, seen, exponent: context.exponent }, isPast(round, head))
  const dealerId = head.dealerOf(round)
  return { code, grade, severity, round, dealerId, box, hand, spot, clause, ...words, evidence, counterReading, detectedAfter }
}

/** The next round has been dealt: its cards lie where this one's lay. */
const isPast = (round: string | null, { onTable }: Head): boolean => round !== null && onTable !== null && onTable !== round

const wordsOf = (
  deviation: Deviation,
  row: CatalogueRow,
  round: string | null,
  head: Head,
  { exponent }: FindingContext,
): Omit<SaidFinding, 'event'> => {
  const told = (past: boolean): ForPeople => {
    const words = findingWords(row, { ...deviation, exponent }, past)
    return { text: peopleText(words, deviation, deviation.grade === 'likely'), remedy: words.remedy }
  }
  const past = isPast(round, head)
  return { ...told(past), afterDeal: past || round === null || row.afterDeal === undefined ? null : told(true) }
}

/** The row of a code that this table can have; null for a code it cannot have or see, which is never raised. */
const rowOf = (code: string, context: FindingContext): readonly [Code, CatalogueRow] | null => {
  const known = codeOf(code)
  if (known === null || typeof CATALOGUE[known].raised !== 'string' || !canBeSeen(CATALOGUE[known], context)) return null
  return [known, CATALOGUE[known]]
}

const raise = (
  findings: Findings,
  deviation: Deviation,
  of: { readonly by: Standing['by']; readonly round: string | null },
  head: Head,
  context: FindingContext,
): Step => {
  const found = rowOf(deviation.code, context)
  // One fact, one finding: what an event has proven the readings need not tell again, nor the other way round.
  const isSame = ({ finding }: Standing): boolean =>
    finding.code === deviation.code && finding.box === deviation.box && finding.spot === deviation.spot
  const isKnown = findings.standing.some((other) => other.by !== of.by && other.round === of.round && isSame(other))
  if (!found || isKnown) return [findings, []]
  const [code, row] = found
  const number = (findings.raised[code] ?? 0) + 1
  const data = { finding: `${code}-${number}`, ...dataOf(deviation, row, code, of.round, head, context) }
  const doubtful = of.by === 'events' && COVERED.has(code) ? { objection: deviation } : {}
  const standing = [...findings.standing, { ...of, ...doubtful, key: keyOf(deviation), finding: data }]
  return [
    { ...findings, raised: { ...findings.raised, [code]: number }, standing },
    [eventOf('finding.raised', data, wordsOf(deviation, row, of.round, head, context), head)],
  ]
}

/** What one event proves; or says of what it said before. */
export const object = (findings: Findings, objections: readonly Objection[], head: Head, context: FindingContext): Step =>
  each(findings, objections, (before, stated) => {
    const objection = asPractice(stated, context)
    const { round, grade } = objection
    const key = keyOf(objection)
    // What it is told to be by now may be what the readings make of it.
    const isOther = ({ finding, objection: said }: Standing): boolean => finding.grade !== grade || (said?.grade ?? grade) !== grade
    const known = before.standing.find((each) => each.by === 'events' && each.round === round && each.key === key && isOther(each))
    return known ? say(before, known, objection, head, context) : raise(before, objection, { by: 'events', round }, head, context)
  })

/** What an event proved, as it is to be told from now on. */
const say = (before: Findings, known: Standing, objection: Objection, head: Head, context: FindingContext): Step => {
  const told: Standing = known.objection ? { ...known, objection } : known
  const standing = before.standing.map((each) => (each === known ? told : each))
  return change({ ...before, standing }, told, objection, head, context)
}

/** The readings of a round contain this now: what is new is raised, what is told otherwise changed, what is gone withdrawn. */
export const reconcile = (before: Findings, { round, deviations: found }: RoundDeviations, head: Head, context: FindingContext): Step => {
  const deviations = found.map((deviation) => asPractice(deviation, context))
  const covered = new Set(deviations.flatMap(({ code, grade }) => (grade === 'proven' ? coveredBy(code) : [])))
  const own = before.standing.filter((each) => each.round === round)
  const left = own.filter(({ by, finding }) => by === 'readings' || covered.has(finding.code))
  const [after, said] = each(before, deviations, (findings, deviation) => {
    const at = left.findIndex(({ key }) => key === keyOf(deviation))
    const [standing] = at < 0 ? [] : left.splice(at, 1)
    return standing
      ? change(findings, standing, deviation, head, context)
      : raise(findings, deviation, { by: 'readings', round }, head, context)
  })
  const gone = new Set(left.map(({ finding }) => finding.finding))
  const withdrawn = left.map(({ finding }) => eventOf('finding.withdrawn', finding, NO_WORDS, head))
  const standing = after.standing.filter(({ finding }) => !gone.has(finding.finding))
  const [graded, changed] = each({ ...after, standing }, standing, (findings, known) =>
    doubt(findings, known, round, deviations, head, context),
  )
  return [graded, [...said, ...changed, ...withdrawn]]
}

/** What an event proved is only likely while an error that may be in the readings explains it as well, and proven again once that is gone. */
const doubt = (
  findings: Findings,
  standing: Standing,
  round: string | null,
  deviations: readonly Deviation[],
  head: Head,
  context: FindingContext,
): Step => {
  const { objection } = standing
  if (objection === undefined || standing.round !== round) return [findings, []]
  const other = deviations.find(({ code }) => coveredBy(code).includes(objection.code))
  const told: Deviation = other ? asLikely(objection, `${other.code} instead`) : objection
  const { grade, counterReading } = standing.finding
  if (told.grade === grade && told.counterReading === counterReading) return [findings, []]
  return change(findings, standing, { ...told, cause: told.cause || standing.finding.evidence.join(' ') }, head, context)
}

/** Codes of single events that an error in the readings may be instead. */
const COVERED: ReadonlySet<string> = new Set(Object.values(CATALOGUE).flatMap(({ covers }: CatalogueRow) => covers ?? []))

/** What single events said of the same fact. */
const coveredBy = (code: string): readonly string[] => {
  const known = codeOf(code)
  const row: CatalogueRow | null = known && CATALOGUE[known]
  return row?.covers ?? []
}

/** Evidence that only grew is no change: a finding keeps the lines that proved it. */
const change = (findings: Findings, standing: Standing, deviation: Deviation, head: Head, context: FindingContext): Step => {
  const found = rowOf(deviation.code, context)
  if (!found) return [findings, []]
  const [code, row] = found
  const { finding, evidence, detectedAfter, remedy } = standing.finding
  const told = dataOf(deviation, row, code, standing.round, head, context)
  const data = { finding, ...told, dealerId: told.dealerId ?? standing.finding.dealerId }
  // The remedy is another once the next round is dealt: that is news for the alarm alone.
  const same = JSON.stringify({ ...data, evidence, detectedAfter, remedy }) === JSON.stringify(standing.finding)
  if (same) return [findings, []]
  const changed = findings.standing.map((other) => (other === standing ? { ...standing, finding: data } : other))
  return [
    { ...findings, standing: changed },
    [eventOf('finding.changed', data, wordsOf(deviation, row, standing.round, head, context), head)],
  ]
}

const each = <T>(findings: Findings, items: readonly T[], step: (findings: Findings, item: T) => Step): Step => {
  let state = findings
  const said: SaidFinding[] = []
  for (const item of items) {
    const [next, more] = step(state, item)
    state = next
    said.push(...more)
  }
  return [state, said]
}

/** Ids of what stands in a round. */
export const standingIn = ({ standing }: Findings, round: string | null): readonly string[] =>
  standing.flatMap((each) => (each.round === round ? [each.finding.finding] : []))

/** The round closed: what stands in it stays known as long as it may be revised, what belongs to no round no longer. */
export const closeRound = (findings: Findings, round: string): Findings => {
  const closed = [...findings.closed.filter((id) => id !== round), round].slice(-CLOSED_MAX)
  const forgotten = (id: string | null): boolean => id === null || (findings.closed.includes(id) && !closed.includes(id))
  return { ...findings, closed, standing: findings.standing.filter((standing) => !forgotten(standing.round)) }
}
