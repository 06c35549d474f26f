/**
 * Station 6, judge: what a rule objects to. Pure: `(state, sight) -> [state, events]`. Watches object to what single observations prove;
 * what the readings contain comes with the sight as deviations. A finding of a round that closes stands before the closing, which names all
 * that stand.
 *
 *   observation, events, table before and after ──watches──> objections ─┐
 *   deviations of the readings ───────────────────────────────────────> lifecycle ──> finding events among the table's
 */

import { asLikely, type RoundDeviations } from '../engine/deviation.ts'
import type { TableEvent, TableEventData } from '../engine/event.ts'
import { heardIn, settledBefore } from '../engine/facts/spots.ts'
import { type AlarmBook, NO_ALARMS } from './alarms.ts'
import { type BetWatch, initialBets, watchBets } from './bet-watch.ts'
import { dealersIn } from './dealt.ts'
import { orderOf, stepAlarms } from './faults.ts'
import type { FindingEvent } from './finding.ts'
import { type InsuranceWatch, initialInsurance, watchInsurance } from './insurance-watch.ts'
import { initialLammers, type LammerWatch, watchLammers } from './lammer-watch.ts'
import { closeRound, type Head, NO_FINDINGS, type Objection, object, reconcile, standingIn } from './lifecycle.ts'
import { initialOrder, type OrderWatch, watchOrder } from './order-watch.ts'
import { initialParked, type ParkedWatch, watchParked } from './parked-watch.ts'
import { initialPlay, type PlayWatch, watchPlay } from './play-watch.ts'
import { initialRack, type RackWatch, watchRack } from './rack-watch.ts'
import { initialRounds, type RoundWatch, watchRounds } from './round-watch.ts'
import { initialShoeTests, type ShoeTests, watchShoeTests } from './shoe-test-watch.ts'
import { initialShoe, type ShoeWatch, watchShoe } from './shoe-watch.ts'
import type { Findings, SaidFinding } from './standing.ts'
import type { JudgeContext, Sight } from './watch.ts'

export interface JudgeState {
  readonly findings: Findings
  readonly shoe: ShoeWatch
  readonly shoeTests: ShoeTests
  readonly bets: BetWatch
  readonly insurance: InsuranceWatch
  readonly rounds: RoundWatch
  readonly lammers: LammerWatch
  readonly play: PlayWatch
  readonly rack: RackWatch
  readonly parked: ParkedWatch
  readonly order: OrderWatch
  readonly alarms: AlarmBook
  /** What became of the newest commands: the same one again gets the same answer. */
  readonly answers: readonly Answer[]
}
export type Answer = TableEventData['command.answered']

export const initialJudge = (): JudgeState => ({
  findings: NO_FINDINGS,
  shoe: initialShoe(),
  shoeTests: initialShoeTests(),
  bets: initialBets(),
  insurance: initialInsurance(),
  rounds: initialRounds(),
  lammers: initialLammers(),
  play: initialPlay(),
  rack: initialRack(),
  parked: initialParked(),
  order: initialOrder(),
  alarms: NO_ALARMS,
  answers: [],
})

/** Repetitions come within seconds. */
const ANSWERS_MAX = 128

/** What the judge is shown. `deviations`: of the rounds whose set may have changed. */
export interface Case extends Pick<Sight, 'observation' | 'events' | 'before' | 'after'> {
  readonly deviations?: readonly RoundDeviations[]
}

export type Said = TableEvent | FindingEvent

/** One observation and what was concluded from it. */
export const judge = (state: JudgeState, shown: Case, context: JudgeContext): readonly [JudgeState, readonly Said[]] =>
  context.workspace.work.within(context.searchWork, () => judged(state, shown, context))

const judged = (state: JudgeState, shown: Case, context: JudgeContext): readonly [JudgeState, readonly Said[]] => {
  const head: Head = {
    at: shown.observation?.at ?? shown.events.at(-1)?.at ?? shown.after.now,
    cause: shown.observation?.cause ?? '',
    dealerOf: dealersIn(shown),
    onTable: shown.after.current?.round.id ?? null,
  }
  const { observation, before, after } = shown
  const sight: Sight = { ...shown, heard: heardIn(observation, before, context), settledBefore: settledBefore(after, context) }
  const [shoe, ofShoe] = watchShoe(state.shoe, sight, context)
  const [shoeTests, ofTests] = watchShoeTests(state.shoeTests, sight, context)
  const [bets, ofBets] = watchBets(state.bets, sight, context)
  const [insurance, ofInsurance] = watchInsurance(state.insurance, sight, context)
  const [rounds, ofRounds] = watchRounds(state.rounds, sight, context)
  const [lammers, ofLammers] = watchLammers(state.lammers, sight, context)
  const [play, ofPlay] = watchPlay(state.play, sight, context)
  const [rack, ofRack] = watchRack(state.rack, sight, context)
  const [parked, ofParked] = watchParked(state.parked, sight, context)
  const [order, ofOrder] = watchOrder(state.order, sight, context)
  const objections = [
    ...ofShoe,
    ...ofTests,
    ...ofBets,
    ...ofInsurance,
    ...ofRounds,
    ...ofLammers,
    ...ofPlay,
    ...ofRack,
    ...ofParked,
    ...ofOrder,
  ]
  const [objected, first] = object(
    state.findings,
    objections.map((each) => graded(each, shown)),
    head,
    context,
  )
  let findings = objected
  const said: SaidFinding[] = [...first]
  for (const of of shown.deviations ?? []) {
    const [next, more] = reconcile(findings, of, head, context)
    findings = next
    said.push(...more)
  }
  const [closed, concluded] = among(findings, shown.events, said)
  const [alarms, answered] = orderOf(stepAlarms(state.alarms, sight, said, context), shown.observation)
  const all = [...concluded, ...answered]
  const answers = all.flatMap((event) => (event.type === 'command.answered' ? [event.data] : []))
  return [
    {
      findings: closed,
      shoe,
      shoeTests,
      bets,
      insurance,
      rounds,
      lammers,
      play,
      rack,
      parked,
      order,
      alarms,
      answers: answers.length > 0 ? [...state.answers, ...answers].slice(-ANSWERS_MAX) : state.answers,
    },
    all,
  ]
}

/** Where a round began may be another question than what is wrong in it. */
const graded = (objection: Objection, { before, after }: Case): Objection => {
  const open = [before.current, after.current].find((current) => current?.round.id === objection.round)
  return open?.unsure ? asLikely(objection, open.unsure) : objection
}

/** Findings before the closing of their round, the others behind what was concluded. */
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
