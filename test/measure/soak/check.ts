/** What must hold for every round of a soak's table, and where it does not. */
import { UNREAD } from '../../../devices/scan.ts'
import type { PlayedRound, RoundTruth, TableAction } from '../../../simulators/table/types.ts'
import type { TableContext } from '../../../src/engine/context.ts'
import type { RoundResult, SpotNumbers, SpotResult, TableEvent } from '../../../src/engine/event.ts'
import { type Daemon, hearPlay } from '../../daemon/pipeline/heard-play.ts'
import {
  type Compared,
  certainWords,
  compareRounds,
  type Fold,
  isTold,
  isToldOtherwise,
  truthfulReadings,
  wrongWords,
} from '../../engine/true-round.ts'
import { type Found, noteFindings } from '../accuracy/errors-told.ts'
import { falseWords } from './false-words.ts'
import { daemonOf, playScene, type Scene, toldIn } from './scene.ts'

export const FAILURE_KINDS = [
  'threw',
  'never closed',
  'other beginning',
  'truth missing',
  'wrong words',
  'false word',
  'wrong amounts',
  'finding',
  'likely',
  'no reason',
  'device',
] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

export interface Failure {
  readonly kind: FailureKind
  /** Number of the round in the table's play, from 1; null: the failure is about the whole table. */
  readonly round: number | null
  readonly text: string
  /** The first observation after which no reading had the truth. */
  readonly cause?: string
}

export interface Checked {
  readonly rounds: number
  /** Rounds with a single remaining reading. */
  readonly single: number
  /** Rounds whose best reading is true. */
  readonly told: number
  /** Rounds reported to begin or end with another card, although the accounts include what was played. */
  readonly otherwise: number
  /** Events published as certain while rounds were in play. */
  readonly words: number
  readonly failures: readonly Failure[]
}

/** Plays the table and feeds its devices' reports to a daemon. `daemon`: how to read them; as the scene says unless given. */
export const checkScene = (scene: Scene, daemon: Daemon = daemonOf(scene)): Checked => {
  try {
    return checkPlayed(scene, daemon, playScene(scene))
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { rounds: 0, single: 0, told: 0, otherwise: 0, words: 0, failures: [{ kind: 'threw', round: null, text }] }
  }
}

/** The same for rounds that have been played already. */
export const checkPlayed = (scene: Scene, daemon: Daemon, rounds: readonly PlayedRound[]): Checked =>
  checkTold(scene, daemon, rounds, toldIn(scene, rounds))

/** The same for rounds of which is known what the sensors reported. */
export const checkTold = (
  scene: Pick<Scene, 'chipEvidence' | 'faults'>,
  daemon: Daemon,
  rounds: readonly PlayedRound[],
  actions: readonly TableAction[],
): Checked => {
  const { table: context } = daemon.context
  const found = new Map<string, Found>()
  const said: TableEvent[] = []
  const signs: string[] = []
  const hear: Fold = (seen) => {
    hearPlay(actions, daemon, (heard) => {
      noteFindings(found, heard)
      said.push(...heard.events)
      for (const { type, data } of heard.said) if (type === 'device.incident') signs.push(`${data.code}: ${data.text}`)
      seen(heard.table, heard.events, heard.action)
    })
    return said
  }
  const { compared, strays } = compareRounds(rounds, context, hear)
  const excused = new Set(said.flatMap(({ type, round }) => (type === 'round.incomplete' ? (round ?? []) : [])))
  const unsure = unsureRounds(scene, compared, actions)
  const isFaulty = scene.faults.length > 0
  const failures = compared.flatMap((each) => {
    const kind = unsure.get(each)
    return kind ? unsureFailures(context, each, kind === 'unread') : failuresOf(context, each, isFaulty)
  })
  // There may be two legal accounts of where a round ended, with no chip to decide. Then one of them is reported, but never as certain.
  for (const { openedAt, dealer, boxes } of strays) {
    if (dealer.certain || boxes.some(({ hands }) => hands.some(({ certain }) => certain)))
      failures.push({ kind: 'other beginning', round: null, text: `a round is told for certain to begin at ${openedAt}` })
  }
  for (const { closed, truth } of compared) {
    if (closed?.complete !== false || excused.has(closed.round)) continue
    failures.push({ kind: 'no reason', round: truth.number, text: 'told incomplete, and nothing was said of why' })
  }
  for (const text of new Set(signs)) failures.push({ kind: 'device', round: null, text })
  const words = falseWords(said, rounds)
  for (const { round, text } of words.wrong) failures.push({ kind: 'false word', round, text })
  const numbers = new Map(compared.map(({ truth, closed }) => [closed?.round, truth.number]))
  for (const each of found.values()) {
    const { severity, round: id } = each.finding
    const round = numbers.get(id ?? undefined) ?? null
    const played = rounds.find(({ truth }) => truth.number === round)
    if (severity === 'info' || (played && isPutRight(each, played))) continue
    failures.push({ kind: each.provenAt === null ? 'likely' : 'finding', round, text: foundText(each) })
  }
  return {
    rounds: rounds.length,
    single: compared.filter(({ closed }) => closed?.readings === 1).length,
    told: compared.filter(isTold).length,
    otherwise: compared.filter(isToldOtherwise).length,
    words: words.said,
    failures,
  }
}

/** The error stood until the dealer corrected it, and the finding has since been marked as corrected or withdrawn. */
const isPutRight = ({ finding: { box, corrected }, withdrawn }: Found, round: PlayedRound): boolean => {
  const boxes = round.putRight ?? []
  return (corrected || withdrawn) && (box === null ? boxes.length > 0 : boxes.includes(box))
}

const foundText = ({ finding, withdrawn }: Found): string => {
  const { code, spot, box, grade, seen } = finding
  const place = spot ?? (box === null ? 'the table' : `box ${box}`)
  return `${code} of ${place}${seen === null ? '' : `: ${seen}`}, ${withdrawn ? 'taken back' : `${grade} in the end`}`
}

/** How many rounds after an unread card may be affected: with bets alone, it is unknown with which card the round in between ended. */
const roundsOn = ({ chipEvidence }: Pick<Scene, 'chipEvidence'>): number => (chipEvidence === 'bets' ? 2 : 1)

/** Rounds with an unread card, and rounds near one, whose first or last card may be unknowable. */
const unsureRounds = (
  scene: Pick<Scene, 'chipEvidence'>,
  compared: readonly Compared[],
  actions: readonly TableAction[],
): ReadonlyMap<Compared, 'unread' | 'beside'> => {
  const unread = new Set(actions.flatMap(({ atMs, scan }) => (scan.kind === 'card' && scan.card === UNREAD ? [atMs] : [])))
  const isUnread = (each: Compared | undefined): boolean =>
    each?.truth.cards.some(({ atMs, to }) => to !== 'burn' && unread.has(atMs)) === true
  const unsure = new Map<Compared, 'unread' | 'beside'>()
  for (const [at, each] of compared.entries()) {
    const before = compared[at - 1]
    const isBeside = compared.slice(at + 1, at + 1 + roundsOn(scene)).some(isUnread) || (before !== undefined && unsure.has(before))
    if (isUnread(each)) unsure.set(each, 'unread')
    else if (isBeside && each.closed?.complete !== true) unsure.set(each, 'beside')
  }
  return unsure
}

/**
 * What must hold if a card is unread: the round is not called complete, whatever is called certain is true, and the truth is among the
 * remaining readings.
 */
const unsureFailures = (context: TableContext, each: Compared, isUnread: boolean): readonly Failure[] => {
  const { truth, closed, evidence } = each
  const failure = (kind: FailureKind, text: string): Failure => ({ kind, round: truth.number, text })
  const words = certainWords(each).map((text) => failure('wrong words', text))
  if (isUnread && closed?.complete) words.push(failure('wrong words', 'complete, with a card that was not read'))
  if (closed === null || evidence === null || truthfulReadings(evidence, truth, context) > 0) return words
  return [...words, failure('truth missing', `the truth is not among the ${closed.readings} readings`)]
}

const failuresOf = (context: TableContext, each: Compared, isFaulty: boolean): readonly Failure[] => {
  const { truth, closed, evidence } = each
  const failure = (kind: FailureKind, text: string): Failure => ({ kind, round: truth.number, text })
  if (evidence === null) return [failure('never closed', 'no account has a round of its cards')]
  const failures = closed ? wrongWords(each).map((text) => failure('wrong words', text)) : []
  if (truthfulReadings(evidence, truth, context) === 0) {
    failures.push(failure('truth missing', `the truth is not among the ${closed?.readings} readings`))
  }
  if (!closed?.complete) return failures
  const isOne = closed.readings === 1 && context.chipEvidence === 'payouts'
  const amounts = [...wrongAmounts(truth, closed), ...(isOne ? wrongBest(truth, closed, isFaulty) : []), ...wrongNet(truth, closed)]
  return [...failures, ...amounts.map((text) => failure('wrong amounts', text))]
}

type SpotTruth = NonNullable<RoundTruth['boxes'][number]['spots']['main']>

/** Spots for which something untrue is reported. */
const wrongSpots = (
  truth: RoundTruth,
  { boxes }: RoundResult,
  toldOf: (spot: SpotResult | undefined) => Partial<Record<keyof SpotNumbers, number | null>>,
  isTrue: (told: number | null | undefined, was: number | null) => boolean,
): readonly string[] =>
  truth.boxes.flatMap(({ box, spots }) => {
    const said = boxes.find((other) => other.box === box)?.spots ?? {}
    return Object.entries(spots).flatMap(([area, { staked, due, moved }]: readonly [string, SpotTruth]) => {
      const told = toldOf(said[area as keyof typeof said])
      const isRight = isTrue(told.staked, staked) && isTrue(told.due, due) && isTrue(told.moved, moved)
      const was = `staked ${staked} due ${due} moved ${moved}`
      return isRight ? [] : [`${box}.${area}: staked ${told.staked} due ${told.due} moved ${told.moved} instead of ${was}`]
    })
  })

/** Whatever is reported as a fact must be true, however many readings there are. */
const wrongAmounts = (truth: RoundTruth, result: RoundResult): readonly string[] =>
  wrongSpots(
    truth,
    result,
    (spot) => spot ?? {},
    (told, was) => told === null || told === undefined || told === was,
  )

/**
 * With a single reading and all chips sensed, every amount must be right, and it must be a fact if no other account of the round remains.
 * For a spot that was briefly covered, the amount may be missing.
 */
const wrongBest = (truth: RoundTruth, result: RoundResult, mayBeSilent: boolean): readonly string[] =>
  wrongSpots(
    truth,
    result,
    (spot) => (result.dealer.certain && !mayBeSilent ? spot : spot?.best) ?? {},
    (told, was) => told === was || (mayBeSilent && told === null),
  )

/** Counts only wagers on spots that are sensed. */
const wrongNet = (truth: RoundTruth, { boxes, net: { from, to } }: RoundResult): readonly string[] => {
  const house = truth.boxes.reduce((sum, { box, spots }) => {
    const said = boxes.find((other) => other.box === box)?.spots ?? {}
    return Object.entries(spots).reduce((own, [area, { due }]) => own - (area in said ? (due ?? 0) : 0), sum)
  }, 0)
  const isWithin = from === null || to === null || (from <= house && house <= to)
  return isWithin ? [] : [`the house won ${house}, and is told to have won between ${from} and ${to}`]
}
