/**
 * Station 6, judge: the rules' objections. Pure: `(state, sight) -> [state, events]`. Watches object to what single observations prove;
 * errors that the readings contain come with the sight as deviations. A finding of a round that closes comes before the closing event,
 * which names all that stand.
 *
 *   observation, events, table before and after ──watches──> objections ─┐
 *   deviations of the readings ───────────────────────────────────────> lifecycle ──> finding events among the table's
 */

import { UNKNOWN_CHIP } from '../engine/context.ts'
import { type Deviation, type RoundDeviations, verdict } from '../engine/deviation.ts'
import type { TableEvent, TableEventData } from '../engine/event.ts'
import { heardIn, settledBefore } from '../engine/facts/spots.ts'
import type { Observation } from '../engine/observation.ts'
import { roundsIn } from '../engine/state/open-round.ts'
import { errorsOf, searchWorkOf, type TableState } from '../engine/state/table-state.ts'
import { type AlarmBook, NO_ALARMS } from './alarms.ts'
import { alarmsTold, type Told, withTold } from './as-told.ts'
import { BET_WATCH } from './bet-watch.ts'
import { CHIP_WATCH } from './chip-watch.ts'
import { DEVICES_WATCHED, type DevicesWatched, doubtOf, incidentsOf, newlyDoubted, watchDevices } from './device-watch.ts'
import { orderOf, stepAlarms, withFinding } from './faults.ts'
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
  /** The smallest chip seen at the table, minor units; null: none was. */
  readonly smallestSeen: number | null
  /** What other software said last, as the journal has it; left out: nothing. */
  readonly told?: Told
  /** Commands whose answer by other software the journal has not told yet; left out: none. */
  readonly orders?: readonly Order[]
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
  smallestSeen: null,
})

/** Repetitions come within seconds. */
const ANSWERS_MAX = 128
/** An answer follows within a few records. */
const ORDERS_MAX = 32

/** What the judge is shown. `deviations`: those of the rounds whose set may have changed. */
export interface Case extends Pick<Sight, 'observation' | 'events' | 'before' | 'after'> {
  readonly deviations?: readonly RoundDeviations[]
  /** Other software judged it, and its findings are heard from the journal: here nothing is found. */
  readonly isJudged?: boolean
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
  context.workspace.work.within(searchWorkOf(shown.before, context), () => judged(heardOut(state, shown, context), shown, context))

const judged = (state: JudgeState, shown: Case, context: JudgeContext): readonly [JudgeState, readonly Said[]] => {
  const { observation, events, before, after, deviations = [], isJudged = false } = shown
  const smallestSeen = smallestOf(state.smallestSeen, observation)
  const occasion: Occasion = {
    ...context,
    smallestSeen: context.money.smallestChip === UNKNOWN_CHIP ? smallestSeen : null,
    at: observation?.at ?? events.at(-1)?.at ?? after.now,
    cause: observation?.cause ?? '',
    dealtOf: dealtIn(shown),
    onTable: after.current?.round.id ?? null,
    closing: events.findLast(({ type }) => type === 'round.closed')?.round ?? null,
  }
  const sight: Sight = { ...shown, heard: heardIn(observation, before, context), settledBefore: settledBefore(after, context) }
  const [devices, signs] = watchDevices(state.devices, sight, context)
  const believed = <D extends Deviation>(error: D, round: string | null): D => verdict(error, doubtOf(devices, round))
  const doubtedNow = newlyDoubted(state.devices, devices).filter((each) => !deviations.some(({ round }) => round === each))
  const [watched, objections] = watchAll(state.watched, sight, context)
  const found = (): readonly [Findings, readonly SaidFinding[]] => {
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
    return [findings, said]
  }
  const [findings, said] = isJudged ? [state.findings, []] : found()
  const [closed, concluded] = isJudged ? [findings, events] : among(findings, events, said)
  const book = stepAlarms(state.alarms, sight, { findings: said, signs }, context)
  const isOrder = isJudged && observation?.kind === 'command'
  const [alarms, answered] = isOrder ? [book, []] : orderOf(book, observation, context.devices)
  const orders = isOrder ? { orders: [...(state.orders ?? []), observation].slice(-ORDERS_MAX) } : {}
  const all = [...concluded, ...incidentsOf(signs, occasion.at, occasion.cause), ...answered]
  const answers = isJudged ? [] : all.flatMap((event) => (event.type === 'command.answered' ? [event.data] : []))
  return [
    {
      findings: closed,
      watched,
      devices,
      alarms,
      ...orders,
      smallestSeen,
      answers: answers.length > 0 ? [...state.answers, ...answers].slice(-ANSWERS_MAX) : state.answers,
    },
    all,
  ]
}

const smallestOf = (before: number | null, observation: Observation | null): number | null => {
  const values = observation?.kind === 'spot' ? observation.chips.flatMap(({ value }) => (value === 'FB' ? [] : [value])) : []
  return values.length === 0 ? before : Math.min(before ?? Number.POSITIVE_INFINITY, ...values)
}

/** An event of the journal that other software wrote: its findings stand here as they stood there. */
export const judgedBefore = (state: JudgeState, envelope: Parameters<typeof withTold>[1], at: number): JudgeState => {
  const { findings, told = { before: findings, after: findings, events: [], answers: [] } } = state
  const next = withTold(told, envelope, at)
  return next === told ? state : { ...state, told: next }
}

/** Once all is heard that was said at once, the alarms follow, and what people did about them where it was accepted then. */
const heardOut = (state: JudgeState, { after }: Case, context: JudgeContext): JudgeState => {
  const { told, ...known } = state
  if (told === undefined) return state
  const [findings, said] = alarmsTold(told, after.current?.round.id ?? null)
  const { orders = [] } = known
  const isAnswer = (order: Order) => (answer: Answer) => answer.correlation === order.correlation && answer.user === order.user
  const shown = said.reduce((book, each) => withFinding(book, each, after.now, context), state.alarms)
  const alarms = orders.filter((order) => told.answers.some((answer) => answer.ok && isAnswer(order)(answer))).reduce(asOrdered, shown)
  const left = orders.filter((order) => !told.answers.some(isAnswer(order)))
  return { ...known, findings, alarms, orders: left, answers: [...state.answers, ...told.answers].slice(-ANSWERS_MAX) }
}

type Order = Extract<Observation, { kind: 'command' }>

/** Other software has carried it out, whatever the alarm's revision is here. */
const asOrdered = (book: AlarmBook, order: Order): AlarmBook => {
  const { alarm = null } = (typeof order.args === 'object' && order.args !== null ? order.args : {}) as Readonly<Record<string, unknown>>
  const rev = book.open.find((each) => each.alarm === alarm)?.rev
  return rev === undefined ? book : orderOf(book, { ...order, args: { ...(order.args as object), rev } }, [])[0]
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
