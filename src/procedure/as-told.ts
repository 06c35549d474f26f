/**
 * Findings as a journal has them that other software wrote: they stand with the words that were published, and their alarms with them, so
 * that what people did about an alarm finds it. Nothing is raised and nothing is withdrawn that was not so then.
 */
import type { TableEventData } from '../engine/event.ts'
import { placeText } from './catalogue/words.ts'
import type { AlarmFacts } from './facts.ts'
import type { FindingData, FindingEvent } from './finding.ts'
import { closeRound, keyOf } from './lifecycle.ts'
import { withAlarms } from './shown.ts'
import type { Findings, ForPeople, SaidFinding, Standing } from './standing.ts'

/** An event of the journal. */
interface Envelope {
  readonly [key: string]: unknown
}

const FINDING_EVENTS: ReadonlySet<unknown> = new Set<FindingEvent['type']>(['finding.raised', 'finding.changed', 'finding.withdrawn'])

/** What older versions did not say. */
const UNSAID = { group: null, rivals: [], question: null, dealerId: null, corrected: false, amount: null, detectedAfter: 0 } as const

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** null: it is no event of a finding. */
const findingIn = ({ type, data }: Envelope): Pick<FindingEvent, 'type' | 'data'> | null => {
  if (!FINDING_EVENTS.has(type) || !isObject(data) || !('finding' in data && typeof data.finding === 'string')) return null
  return { type: type as FindingEvent['type'], data: { ...UNSAID, ...data } as unknown as FindingData }
}

const wordsOf = (data: FindingData): ForPeople => {
  const remedy = data.remedy ?? ''
  const facts: AlarmFacts | null = data.facts ? { ...data.facts, hand: data.hand, spot: data.spot } : null
  const line = `${placeText(data)}: ${[data.seen, data.expected].filter((each) => each !== null).join('; ')}`
  const words = { text: remedy === '' ? line : `${line}. ${remedy}`, remedy, facts }
  return { said: { open: words, over: words, past: words }, line: { text: line, facts } }
}

const standingOf = (data: FindingData, known: Standing | undefined, at: number): Standing => {
  const { group, rivals, asked = null, finding, grade, round } = data
  return {
    // What is proven stands for good; the rest is compared with the readings again if its round goes on.
    by: grade === 'proven' ? 'events' : 'readings',
    alarm: known?.alarm ?? finding,
    former: [],
    place: { group, rivals, asked, rank: group === finding ? 0 : 1, isNear: true },
    words: wordsOf(data),
    since: known?.since ?? at,
    figures: { expected: {}, seen: {} },
    round,
    key: keyOf(data),
    finding: data,
  }
}

/** Findings that were heard, and the events among them whose alarms are still to follow: what was said at once is shown at once. */
export interface Told {
  readonly before: Findings
  readonly after: Findings
  readonly events: readonly FindingEvent[]
  readonly answers: readonly Answer[]
}
type Answer = TableEventData['command.answered']

/** What becomes of the alarms. `onTable`: the open round. */
export const alarmsTold = ({ before, after, events }: Told, onTable: string | null): readonly [Findings, readonly SaidFinding[]] =>
  withAlarms(
    before,
    after,
    events.map((event) => ({ event, alarm: null })),
    { onTable, closing: null },
  )

/** With one more event of the journal. `at`: event time, Unix ms. */
export const withTold = (told: Told, envelope: Envelope, at: number): Told => {
  const { after: findings } = told
  const round = closedIn(envelope)
  if (round !== null) return { ...told, after: closeRound(findings, round) }
  const answer = answerIn(envelope)
  if (answer !== null) return { ...told, answers: [...told.answers, answer] }
  const said = findingIn(envelope)
  if (said === null) return told
  const { data, type } = said
  const { code, finding } = data
  const known = findings.standing.find((each) => each.finding.finding === finding)
  const others = findings.standing.filter((each) => each !== known)
  const standing = type === 'finding.withdrawn' ? others : [...others, standingOf(data, known, at)]
  const number = Number(finding.slice(code.length + 1))
  const raised = Number.isSafeInteger(number)
    ? { ...findings.raised, [code]: Math.max(number, findings.raised[code] ?? 0) }
    : findings.raised
  const event = { type, at, round: data.round, cause: '', data } as FindingEvent
  return { ...told, after: { ...findings, raised, standing }, events: [...told.events, event] }
}

const answerIn = ({ type, data }: Envelope): Answer | null => (type === 'command.answered' && isObject(data) ? (data as Answer) : null)

const closedIn = ({ type, data }: Envelope): string | null =>
  type === 'round.closed' && isObject(data) && 'round' in data && typeof data.round === 'string' ? data.round : null
