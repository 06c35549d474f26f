/**
 * Station 6, judge: the rules' objections. Pure: `(state, sight) -> [state, events]`. Watches object to what single observations prove;
 * errors that the readings contain come with the sight as deviations. A finding of a round that closes comes before the closing event,
 * which names all that stand.
 *
 *   observation, events, table before and after ──watches──> objections ─┐
 *   deviations of the readings ───────────────────────────────────────> lifecycle ──> finding events among the table's
 */

import { asLikely, type RoundDeviations } from '../engine/deviation.ts'
import type { TableEvent, TableEventData } from '../engine/event.ts'
import { heardIn, settledBefore } from '../engine/facts/spots.ts'
import { roundsIn } from '../engine/state/open-round.ts'
import { errorsOf, searchWorkOf, type TableState } from '../engine/state/table-state.ts'
import { type AlarmBook, NO_ALARMS } from './alarms.ts'
import { BET_WATCH } from './bet-watch.ts'
import { CHIP_WATCH } from './chip-watch.ts'
import { DEVICES_WATCHED, type DevicesWatched, doubtOf, incidentsOf, newlyDoubted, watchDevices } from './device-watch.ts'
import { orderOf, stepAlarms } from './faults.ts'
import type { FindingEvent } from './finding.ts'
import { INSURANCE_WATCH } from './insurance-watch.ts'
import { LAMMER_WATCH } from './lammer-watch.ts'
import { closeRound, NO_FINDINGS, type Objection, type Occasion, object, reconcile, standingIn } from './lifecycle.ts'
import { ORDER_WATCH } from './order-watch.ts'
import { PARKED_WATCH } from './parked-watch.ts'
import { PLAY_WATCH } from './play-watch.ts'
import { RACK_WATCH } from './rack-watch.ts'
import { ROUND_WATCH } from './round-watch.ts'
import { SHOE_TEST_WATCH } from './shoe-test-watch.ts'
import { SHOE_WATCH } from './shoe-watch.ts'
import type { Dealt, Findings, SaidFinding } from './standing.ts'
import { doubted, type JudgeContext, type Sight, type Step, type Watch } from './watch.ts'

/** The watches, in the order in which their objections are raised. */
const ROWS = {
  shoe: SHOE_WATCH,
  shoeTests: SHOE_TEST_WATCH,
  bets: BET_WATCH,
  insurance: INSURANCE_WATCH,
  rounds: ROUND_WATCH,
  lammers: LAMMER_WATCH,
  play: PLAY_WATCH,
  rack: RACK_WATCH,
  parked: PARKED_WATCH,
  order: ORDER_WATCH,
  chips: CHIP_WATCH,
}
type Watched = { readonly [W in keyof typeof ROWS]: (typeof ROWS)[W]['initial'] }
const WATCHES: { readonly [W in keyof Watched]: Watch<Watched[W]> } = ROWS
const NAMES = Object.keys(WATCHES) as readonly (keyof Watched)[]

export interface JudgeState {
  readonly findings: Findings
  /** What each watch remembers. */
  readonly watched: Watched
  readonly devices: DevicesWatched
  readonly alarms: AlarmBook
  /** The answers to the newest commands: the same command again gets the same answer. */
  readonly answers: readonly Answer[]
}
export type Answer = TableEventData['command.answered']

const watchedAs = (each: (name: keyof Watched) => unknown): Watched =>
  Object.fromEntries(NAMES.map((name) => [name, each(name)])) as unknown as Watched

export const initialJudge = (): JudgeState => ({
  findings: NO_FINDINGS,
  watched: watchedAs((name) => WATCHES[name].initial),
  devices: DEVICES_WATCHED,
  alarms: NO_ALARMS,
  answers: [],
})

/** Repetitions come within seconds. */
const ANSWERS_MAX = 128

/** What the judge is shown. `deviations`: those of the rounds whose set may have changed. */
export interface Case extends Pick<Sight, 'observation' | 'events' | 'before' | 'after'> {
  readonly deviations?: readonly RoundDeviations[]
}

export type Said = TableEvent | FindingEvent

const roundsOf = ({ current, last }: TableState) => [...(current ? roundsIn(current) : []), ...(last ? [last.round] : [])]

/** Who dealt the round of a finding, and when it began; for what belongs to no round, who deals now. */
const dealtIn =
  ({ before, after, events }: Case) =>
  (round: string | null): Dealt => {
    if (round === null) return { dealerId: after.dealer.id, begunAt: null }
    const closed = events.flatMap(({ type, data }) => (type === 'round.closed' ? [data] : []))
    const known = closed.find((each) => each.round === round) ?? [...roundsOf(after), ...roundsOf(before)].find(({ id }) => id === round)
    return { dealerId: known?.dealerId ?? null, begunAt: known?.openedAt === undefined ? null : new Date(known.openedAt).getTime() }
  }

/** One observation and what was concluded from it. */
export const judge = (state: JudgeState, shown: Case, context: JudgeContext): readonly [JudgeState, readonly Said[]] =>
  context.workspace.work.within(searchWorkOf(shown.before, context), () => judged(state, shown, context))

const judged = (state: JudgeState, shown: Case, context: JudgeContext): readonly [JudgeState, readonly Said[]] => {
  const { observation, events, before, after, deviations = [] } = shown
  const occasion: Occasion = {
    ...context,
    at: observation?.at ?? events.at(-1)?.at ?? after.now,
    cause: observation?.cause ?? '',
    dealtOf: dealtIn(shown),
    onTable: after.current?.round.id ?? null,
  }
  const sight: Sight = { ...shown, heard: heardIn(observation, before, context), settledBefore: settledBefore(after, context) }
  const [devices, signs] = watchDevices(state.devices, sight, context)
  const believed = <D extends Parameters<typeof asLikely>[0]>(error: D, round: string | null): D => {
    const doubt = doubtOf(devices, round)
    return doubt === null ? error : asLikely(error, doubt)
  }
  const doubtedNow = newlyDoubted(state.devices, devices).filter((each) => !deviations.some(({ round }) => round === each))
  const [watched, objections] = watchAll(state.watched, sight, context)
  const [objected, first] = object(
    state.findings,
    objections.map((each) => believed(doubted(each, each.round, sight), each.round)),
    occasion,
  )
  let findings = objected
  const said: SaidFinding[] = [...first]
  for (const of of [...deviations, ...doubtedNow.map((round) => ({ round, deviations: errorsOf(after, round) }))]) {
    const seen = { ...of, deviations: of.deviations.map((each) => believed(each, of.round)) }
    const [next, more] = reconcile(findings, seen, occasion)
    findings = next
    said.push(...more)
  }
  const [closed, concluded] = among(findings, events, said)
  const [alarms, answered] = orderOf(stepAlarms(state.alarms, sight, { findings: said, signs }, context), observation, context.devices)
  const all = [...concluded, ...incidentsOf(signs, occasion.at, occasion.cause), ...answered]
  const answers = all.flatMap((event) => (event.type === 'command.answered' ? [event.data] : []))
  return [
    {
      findings: closed,
      watched,
      devices,
      alarms,
      answers: answers.length > 0 ? [...state.answers, ...answers].slice(-ANSWERS_MAX) : state.answers,
    },
    all,
  ]
}

const watchAll = (before: Watched, sight: Sight, context: JudgeContext): Step<Watched> => {
  const objections: Objection[] = []
  const watch = <W extends keyof Watched>(name: W): Watched[W] => {
    const [next, found] = WATCHES[name].step(before[name], sight, context)
    objections.push(...found)
    return next
  }
  return [watchedAs(watch), objections]
}

/** Puts findings before the closing of their round, and the others after what was concluded. */
const among = (findings: Findings, events: readonly TableEvent[], said: readonly SaidFinding[]): readonly [Findings, readonly Said[]] => {
  let state = findings
  let left = said.map(({ event }) => event)
  const all = events.flatMap((event): readonly Said[] => {
    if (event.type !== 'round.closed' && event.type !== 'round.revised') return [event]
    const { round } = event.data
    const own = left.filter((finding) => finding.round === round)
    left = left.filter((finding) => finding.round !== round)
    const ids = standingIn(state, round)
    state = closeRound(state, round)
    return [...own, { ...event, data: { ...event.data, findings: ids } }]
  })
  return [state, [...all, ...left]]
}
