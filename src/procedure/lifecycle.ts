/**
 * The life of findings: each is raised once under an id of its own, and changed and withdrawn under the same id. The deviations of a round
 * arrive as a whole set and are compared with what stands; a finding that an event proves stands for good.
 *
 *   deviations of a round ──compared with──> standing ──> raised | changed | withdrawn ──> named by round.closed
 */

import { type Deviation, instead, type RoundDeviations, verdict } from '../engine/deviation.ts'
import type { FindingCode } from '../rules/house/finding-code.ts'
import type { HouseRules, RuleName } from '../rules/house/rules.ts'
import { isSameReason, reasonText } from '../rules/reasons.ts'
import type { TableTerms } from '../rules/table.ts'
import { amountOf } from './catalogue/amount.ts'
import { CATALOGUE, canBeSeen, clauseFor, severityFor } from './catalogue/index.ts'
import { questionText } from './catalogue/questions.ts'
import type { CatalogueRow } from './catalogue/row.ts'
import { caseIn, factsOf, findingWords, lineText, peopleText } from './catalogue/words.ts'
import { isEcho, isPutRight } from './echoes.ts'
import type { FindingFacts, Stage } from './facts.ts'
import type { FindingData, FindingEvent } from './finding.ts'
import { aloneWith, placesOf } from './group.ts'
import { asPractice, doubtOf } from './on-default.ts'
import { type OnTable, stageOf, withAlarms } from './shown.ts'
import {
  type Dealt,
  type Findings,
  type ForPeople,
  type GroupPlace,
  NO_GROUP,
  type SaidFinding,
  type Standing,
  type Withdrawn,
} from './standing.ts'

/** What the words, the clause and the reach of a finding depend on. */
interface FindingContext extends Pick<TableTerms, 'house' | 'chipEvidence' | 'spots'> {
  readonly rules: HouseRules
  readonly overridden: readonly RuleName[]
  /** The smallest chip seen at the table, minor units; null: its chips are configured, or none was seen. */
  readonly smallestSeen: number | null
  /** Decimals of the table's currency. */
  readonly exponent: number
}

/** Something that one event proves, to be raised once. `round` null: it belongs to no round. */
export interface Objection extends Deviation {
  readonly round: string | null
  /** The severity, if it is not the row's. */
  readonly severity?: CatalogueRow['severity'] | undefined
}

export const NO_FINDINGS: Findings = { raised: {}, standing: [], withdrawn: [], closed: [], forgotten: [], putRightIn: null }

/** At most two rounds are open at once. A closed one may be revised by what comes late, within seconds. */
const CLOSED_MAX = 3
/** More than any round takes back. */
const WITHDRAWN_MAX = 32

type Step = readonly [Findings, readonly SaidFinding[]]
/** What brought the findings about: event time, Unix ms, and the device lines. */
interface Head extends OnTable {
  readonly at: number
  readonly cause: string
  /** Who dealt a round, and when. */
  readonly dealtOf: (round: string | null) => Dealt
}

export interface Occasion extends Head, FindingContext {}

/** The round of a finding. */
interface OfRound extends Pick<Standing, 'round' | 'since'> {
  readonly stage: Stage
}

/** How many findings were raised, by code. */
type Numbers = Pick<Findings, 'raised'>

/** The number of the next finding of this code, and the numbers after that. */
const numbered = ({ raised }: Numbers, code: FindingCode): readonly [number, Numbers] => {
  const number = (raised[code] ?? 0) + 1
  return [number, { raised: { ...raised, [code]: number } }]
}

const idOf = (code: FindingCode, number: number): string => `${code}-${number}`

export const keyOf = ({ code, box, hand, spot }: Pick<FindingData, 'code' | 'box' | 'hand' | 'spot'>): string =>
  [code, box, hand, spot].join('/')

const eventOf = (type: FindingEvent['type'], data: FindingData, { at, cause }: Head): SaidFinding => ({
  event: { type, at, round: data.round, cause, data },
  alarm: null,
})

/** All of a finding except its id and its group. */
const dataOf = (deviation: Deviation, row: CatalogueRow, of: OfRound, on: Occasion) => {
  const { round } = of
  const { code, grade, box, hand, spot, counter, detectedAfter, corrected = false } = deviation
  const cause = deviation.cause === '' ? on.cause : deviation.cause
  const evidence = cause === '' ? [] : [...new Set(cause.split(' '))]
  const doubt = doubtOf(deviation, on)
  const clause = doubt?.clause ?? clauseFor(code, on.house, on.overridden, caseIn(deviation))
  const own = 'severity' in deviation ? (deviation as Objection).severity : undefined
  const severity = own ?? (doubt === null ? severityFor(code, on.house) : 'procedure')
  const facts = statedFacts(row, deviation, of, on)
  const { dealerId } = on.dealtOf(round)
  const amount = corrected ? 0 : amountOf(row, deviation)
  const stated = { code, grade, severity, round, dealerId, box, hand, spot, corrected, amount, clause, ...findingWords(row, facts), facts }
  return { ...stated, evidence, counterReading: counter && reasonText(counter, 'en'), counter, detectedAfter }
}

/** What was put right leaves nothing to do. */
const statedFacts = (
  row: CatalogueRow,
  { expected, seen, corrected }: Deviation,
  { since, stage }: Omit<OfRound, 'round'>,
  { exponent }: FindingContext,
): FindingFacts => factsOf(row, { expected, seen, at: since }, { moment: corrected ? 'righted' : stage, exponent })

const wordsOf = (deviation: Deviation, row: CatalogueRow, since: number, on: Occasion): ForPeople => {
  const { hand, spot, grade } = deviation
  const said = (stage: Stage) => {
    const facts = { ...statedFacts(row, deviation, { since, stage }, on), hand, spot }
    const words = findingWords(row, facts)
    return { text: peopleText(words, deviation, grade), remedy: words.remedy, facts, line: lineText(words, deviation) }
  }
  const [open, over, past] = [said('open'), said('over'), said('past')]
  return { said: { open, over, past }, line: { text: open.line, facts: open.facts } }
}

/** The row of a code that this table can have; null for a code it cannot have or see, which is never raised. */
const rowOf = (code: FindingCode, on: Occasion): CatalogueRow | null => {
  const row = CATALOGUE[code]
  return typeof row.raised === 'string' && canBeSeen(row, on) ? row : null
}

type Origin = Pick<Standing, 'by' | 'round'>

/** The findings that stand from the round before. */
const standingBefore = ({ closed, standing }: Findings, round: string | null): readonly Standing[] => {
  const before = closed.filter((id) => id !== round).at(-1)
  return standing.filter(({ round: of }) => of !== null && of === before)
}

/** The row of a finding to be raised; null: this table cannot have it, or it is reported already. */
const raisable = (findings: Findings, deviation: Deviation, { by, round }: Origin, on: Occasion): CatalogueRow | null => {
  // One fact, one finding: the readings need not report what an event has proven, and the other way round.
  const isSame = ({ finding: { code, box, spot } }: Standing): boolean =>
    (code === deviation.code || coveredBy(code).includes(deviation.code)) && box === deviation.box && spot === deviation.spot
  const isKnown = findings.standing.some((other) => other.by !== by && other.round === round && isSame(other))
  return isKnown ? null : rowOf(deviation.code, on)
}

type Raised = Origin & Pick<Standing, 'place'> & { readonly leaving?: readonly Withdrawn[] }

const raise = (findings: Findings, deviation: Deviation, { place, leaving = [], ...of }: Raised, on: Occasion): Step => {
  const { code } = deviation
  const row = raisable(findings, deviation, of, on)
  if (!row) return [findings, []]
  const [number, numbers] = numbered(findings, code)
  const alarm = idOf(code, number)
  const since = on.dealtOf(of.round).begunAt ?? on.at
  const ofRound = { round: of.round, since, stage: stageOf(of.round, findings, on) }
  const data = { finding: alarm, ...dataOf(deviation, row, ofRound, on), ...groupData(place) }
  const doubtful = of.by === 'events' && COVERED.has(code) ? { objection: deviation } : {}
  const words = wordsOf(deviation, row, since, on)
  const figures = figuresOf(deviation)
  const former = [...findings.withdrawn.filter((each) => each.code === code), ...leaving]
    .filter(({ round, box, spot }) => round === of.round && box === deviation.box && spot === deviation.spot)
    .map((each) => each.alarm)
  const own = { ...of, ...doubtful, alarm, place, former, words, since, figures, key: keyOf(deviation), finding: data }
  const standing = [...findings.standing, own]
  return [{ ...findings, ...numbers, standing }, [eventOf('finding.raised', data, on)]]
}

const figuresOf = ({ expected, seen }: Deviation): Standing['figures'] => ({ expected, seen })
const groupData = ({ group, rivals, asked }: GroupPlace) => ({ group, rivals, question: asked && questionText(asked), asked })

/** What one event proves, or what it now says about an earlier objection. */
export const object = (findings: Findings, objections: readonly Objection[], on: Occasion): Step => {
  const [after, said] = each(findings, objections, (before, stated) => {
    const objection = asPractice(stated, on)
    const { round, grade } = objection
    const key = keyOf(objection)
    // An objection may have another grade now because of what the readings make of it.
    const isOther = ({ finding, objection: said }: Standing): boolean => finding.grade !== grade || (said?.grade ?? grade) !== grade
    const known = before.standing.find((each) => each.by === 'events' && each.round === round && each.key === key && isOther(each))
    return known ? say(before, known, objection, on) : raise(before, objection, { by: 'events', round, place: NO_GROUP }, on)
  })
  return withAlarms(findings, after, said, on)
}

/** What an event proved, as it is to be reported from now on. */
const say = (before: Findings, known: Standing, objection: Objection, on: Occasion): Step => {
  const told: Standing = known.objection ? { ...known, objection } : known
  const standing = before.standing.map((each) => (each === known ? told : each))
  return change({ ...before, standing }, told, [objection, NO_GROUP], on)
}

/**
 * The readings of a round now contain these errors: new ones are raised, those that differ are changed, those that are gone are withdrawn.
 */
export const reconcile = (known: Findings, { round, deviations: found }: RoundDeviations, on: Occasion): Step => {
  if (round !== null && known.forgotten.includes(round)) return [known, []]
  const [noted, told] = withoutEchoes(known, round, found)
  const [before, corrected] = withEchoes(noted, round, found, on)
  const deviations = practised(told, on)
  const covered = new Set(deviations.flatMap(({ code, grade }) => (grade === 'proven' ? coveredBy(code) : [])))
  const own = before.standing.filter((each) => each.round === round)
  const left = own.filter(({ by, finding }) => by === 'readings' || covered.has(finding.code))
  let numbers: Numbers = before
  const named = deviations.map((deviation) => {
    const at = left.findIndex(({ key }) => key === keyOf(deviation))
    const [standing = null] = at < 0 ? [] : left.splice(at, 1)
    const isNew = !standing && raisable(before, deviation, { by: 'readings', round }, on) !== null
    if (!isNew) return { deviation, standing, id: standing?.finding.finding ?? null }
    const [number, next] = numbered(numbers, deviation.code)
    numbers = next
    return { deviation, standing, id: idOf(deviation.code, number) }
  })
  const leaving = left.map(({ alarm, finding: { code, box, spot } }): Withdrawn => ({ alarm, code, round, box, spot }))
  const places = placesOf(
    named,
    before.standing.filter((each) => !left.includes(each)),
  )
  const [after, said] = each(before, named, (findings, { deviation, standing }) => {
    const place = places.get(deviation) ?? aloneWith(deviation)
    // If one of its rivals cannot be reported here, the group cannot be reported either.
    const told = place.group === null ? asLikelyAlone(deviation) : deviation
    return standing ? change(findings, standing, [told, place], on) : raise(findings, told, { by: 'readings', round, place, leaving }, on)
  })
  const gone = new Set(left.map(({ finding }) => finding.finding))
  const withdrawn = left.map(({ finding }) => eventOf('finding.withdrawn', finding, on))
  const standing = after.standing.filter(({ finding }) => !gone.has(finding.finding))
  const taken = leaving.length === 0 ? after.withdrawn : [...after.withdrawn, ...leaving].slice(-WITHDRAWN_MAX)
  const [graded, changed] = each({ ...after, standing, withdrawn: taken }, standing, (findings, known) =>
    doubt(findings, known, { round, deviations }, on),
  )
  return withAlarms(known, graded, [...corrected, ...said, ...changed, ...withdrawn], on)
}

/**
 * Errors found for certain in this round put right what stands from the one before: those findings stay, as put right. One error of a group
 * was made, so the whole group is put right.
 */
const withEchoes = (before: Findings, round: string | null, found: readonly Deviation[], on: Occasion): Step => {
  const facts = found.filter(({ grade }) => grade !== 'likely')
  const own = standingBefore(before, round)
  const isRight = ({ finding: { code, box }, figures }: Standing): boolean => isPutRight({ code, box, ...figures }, facts)
  const groups = own.flatMap((each) => (isRight(each) && each.finding.group !== null ? [each.finding.group] : []))
  const corrected = own.filter((each) => isRight(each) || (each.finding.group !== null && groups.includes(each.finding.group)))
  return each(before, corrected, (findings, standing) => {
    const { finding, figures, place } = standing
    const spot = finding.spot as Deviation['spot']
    const counter = finding.counter ?? (finding.grade === 'proven' ? null : instead(null))
    const told: Deviation = { ...finding, ...figures, spot, counter, cause: finding.evidence.join(' '), corrected: true }
    return change(findings, standing, [told, place], on)
  })
}

/**
 * The deviations without those that put right an error of the round before. Other explanations of this round's error are the same fact by
 * other names; and what is found after something was put right rests on chips that the readings take for something else.
 */
const withoutEchoes = (before: Findings, round: string | null, found: readonly Deviation[]): readonly [Findings, readonly Deviation[]] => {
  const last = standingBefore(before, round).map(({ finding: { code, box }, figures }) => ({ code, box, ...figures }))
  const own = found.filter((each) => !isEcho(each, last))
  const isNow = own.length < found.length
  if (!isNow && (round === null || before.putRightIn !== round)) return [before, found]
  const left = isNow ? own.filter(({ grade }) => grade === 'proven') : own
  return [{ ...before, putRightIn: round }, left.map((each) => verdict(each, { code: 'put-right-before' }))]
}

/**
 * The deviations as they may be reported. If practice decides on one of a group, or on one of those that are likely, there may be no error
 * at all, and no player is suspected of cheating for what the document may allow.
 */
const practised = (found: readonly Deviation[], on: Occasion): readonly Deviation[] => {
  const isDoubted = (each: Deviation): boolean => doubtOf(each, on) !== null
  const doubted = found.filter((each) => each.grade !== 'proven' && isDoubted(each))
  const mayBeNone = ({ grade, oneOf }: Deviation): boolean =>
    doubted.some((each) => each.grade === grade && each.oneOf?.group === oneOf?.group)
  return found.flatMap((each) => {
    if (isDoubted(each)) return [asPractice(each, on)]
    if (!mayBeNone(each)) return [each]
    return severityFor(each.code, on.house) === 'stop' ? [] : [asLikelyAlone(each)]
  })
}

const asLikelyAlone = (deviation: Deviation): Deviation =>
  deviation.grade === 'one-of' ? verdict(deviation, deviation.counter ?? instead(null)) : deviation

/**
 * What an event proved is only likely while an error in the readings may explain it as well. It is proven again once that error is gone.
 */
const doubt = (findings: Findings, standing: Standing, { round, deviations }: RoundDeviations, on: Occasion): Step => {
  const { objection } = standing
  if (objection === undefined || standing.round !== round) return [findings, []]
  const other = deviations.find(({ code }) => coveredBy(code).includes(objection.code))
  const told: Deviation = verdict(objection, other ? instead({ code: other.code, box: null }) : null)
  const { grade, counter = null } = standing.finding
  if (told.grade === grade && isSameReason(told.counter, counter)) return [findings, []]
  return change(findings, standing, [{ ...told, cause: told.cause || standing.finding.evidence.join(' ') }, NO_GROUP], on)
}

/** Codes of single events that an error in the readings may be instead. */
const COVERED: ReadonlySet<FindingCode> = new Set(Object.values(CATALOGUE).flatMap(({ covers }: CatalogueRow) => covers ?? []))

/** The codes of single events that report the same fact. */
const coveredBy = (code: FindingCode): readonly FindingCode[] => CATALOGUE[code].covers ?? []

/** Evidence that only grew is no change, because a finding keeps the lines that proved it. */
const change = (findings: Findings, standing: Standing, [deviation, place]: readonly [Deviation, GroupPlace], on: Occasion): Step => {
  const row = rowOf(deviation.code, on)
  if (!row) return [findings, []]
  const { finding, evidence, detectedAfter, remedy, facts } = standing.finding
  const { round, since } = standing
  const ofRound = { round, since, stage: stageOf(round, findings, on) }
  const told = dataOf(deviation, row, ofRound, on)
  const data = { finding, ...told, ...groupData(place), dealerId: told.dealerId ?? standing.finding.dealerId }
  // The remedy changes once the round is over and once the next is dealt, but only the alarm needs to know.
  const same = JSON.stringify({ ...data, evidence, detectedAfter, remedy, facts }) === JSON.stringify(standing.finding)
  if (same) return [findings, []]
  const words = wordsOf(deviation, row, since, on)
  const next: Standing = { ...standing, place, words, figures: figuresOf(deviation), finding: data }
  const changed = findings.standing.map((other) => (other === standing ? next : other))
  return [{ ...findings, standing: changed }, [eventOf('finding.changed', data, on)]]
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

/** Ids of the findings that stand in a round. */
export const standingIn = ({ standing }: Findings, round: string | null): readonly string[] =>
  standing.flatMap((each) => (each.round === round ? [each.finding.finding] : []))

/** The round closed. What stands in it stays known as long as it may be revised; what belongs to no round does not. */
export const closeRound = (findings: Findings, round: string): Findings => {
  const closed = findings.closed.includes(round) ? findings.closed : [...findings.closed, round].slice(-CLOSED_MAX)
  const isGone = ({ round: id }: Standing): boolean => id === null || (findings.closed.includes(id) && !closed.includes(id))
  const gone = findings.standing.flatMap((each) => (each.by === 'readings' && each.round !== null && isGone(each) ? [each.round] : []))
  return {
    ...findings,
    closed,
    forgotten: [...new Set([...findings.forgotten, ...gone])].slice(-CLOSED_MAX),
    standing: findings.standing.filter((each) => !isGone(each)),
  }
}
