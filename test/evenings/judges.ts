/**
 * What must hold of every evening at which nobody errs: a row each. Sensors may be at fault within their tolerances, and people may have habits.
 * The soak puts the same rows to thousands of evenings. A new property is a row here, or in `house-judges.ts` if it takes many evenings.
 */
import { UNREAD } from '../../devices/scan.ts'
import type { PlayedRound, RoundTruth, TableAction } from '../../simulators/table/types.ts'
import type { TableContext } from '../../src/engine/context.ts'
import type { RoundResult, SpotNumbers, SpotResult } from '../../src/engine/event.ts'
import { type Compared, certainWords, truthfulReadings, wrongWords } from '../engine/true-round.ts'
import type { Found } from '../measure/accuracy/errors-told.ts'
import { falseWords } from '../measure/soak/false-words.ts'
import type { Evening, Sensed } from './evening.ts'

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

export interface Judge {
  /** What must hold, as the title of a test. */
  readonly holds: string
  readonly failures: (evening: Evening<Sensed>) => readonly Failure[]
}

/** All that fails of an evening. */
export const failuresOf = (evening: Evening<Sensed>): readonly Failure[] => JUDGES.flatMap(({ failures }) => failures(evening))

export const JUDGES: readonly Judge[] = [
  {
    holds: 'every round is told, the truth is among its readings, and what is certain of it is true',
    failures: ({ scene, daemon, compared, actions }) => {
      const unsure = unsureRounds(scene, compared, actions)
      const isFaulty = scene.faults.length > 0
      return compared.flatMap((each) => {
        const kind = unsure.get(each)
        const { table } = daemon.context
        return kind ? unsureFailures(table, each, kind === 'unread') : roundFailures(table, each, isFaulty)
      })
    },
  },
  {
    // There may be two legal accounts of where a round ended, with no chip to decide. Then one of them is reported, but never as certain.
    holds: 'no round is told for certain to begin where none began',
    failures: ({ strays }) =>
      strays.flatMap(({ openedAt, dealer, boxes }): readonly Failure[] =>
        dealer.certain || boxes.some(({ hands }) => hands.some(({ certain }) => certain))
          ? [{ kind: 'other beginning', round: null, text: `a round is told for certain to begin at ${openedAt}` }]
          : [],
      ),
  },
  {
    holds: 'what is told as incomplete says why',
    failures: ({ compared, events }) => {
      const excused = new Set(events.flatMap(({ type, round }) => (type === 'round.incomplete' ? (round ?? []) : [])))
      return compared.flatMap(({ closed, truth }): readonly Failure[] =>
        closed?.complete !== false || excused.has(closed.round)
          ? []
          : [{ kind: 'no reason', round: truth.number, text: 'told incomplete, and nothing was said of why' }],
      )
    },
  },
  {
    holds: 'no device is said to be at fault',
    failures: ({ heard }) => {
      const incidents = heard.flatMap(({ said }) =>
        said.flatMap(({ type, data }) => (type === 'device.incident' ? [`${data.code}: ${data.text}`] : [])),
      )
      return [...new Set(incidents)].map((text) => ({ kind: 'device', round: null, text }))
    },
  },
  {
    holds: 'nothing that is said for certain while a round is in play is false',
    failures: ({ events, rounds }) => falseWords(events, rounds).wrong.map(({ round, text }) => ({ kind: 'false word', round, text })),
  },
  {
    holds: 'nobody is accused of anything',
    failures: ({ found, compared, rounds }) => {
      const numbers = new Map(compared.map(({ truth, closed }) => [closed?.round, truth.number]))
      return found.flatMap((each): readonly Failure[] => {
        const { severity, round: id } = each.finding
        const round = numbers.get(id ?? undefined) ?? null
        const played = rounds.find(({ truth }) => truth.number === round)
        if (severity === 'info' || (played && isPutRight(each, played))) return []
        return [{ kind: each.provenAt === null ? 'likely' : 'finding', round, text: foundText(each) }]
      })
    },
  },
]

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
const roundsOn = ({ chipEvidence }: Sensed): number => (chipEvidence === 'bets' ? 2 : 1)

/** Rounds with an unread card, and rounds near one, whose first or last card may be unknowable. */
const unsureRounds = (
  scene: Sensed,
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

const roundFailures = (context: TableContext, each: Compared, isFaulty: boolean): readonly Failure[] => {
  const { truth, closed, evidence } = each
  const failure = (kind: FailureKind, text: string): Failure => ({ kind, round: truth.number, text })
  if (evidence === null) return [failure('never closed', 'no account has a round of its cards')]
  const failures = closed ? wrongWords(each).map((text) => failure('wrong words', text)) : []
  if (truthfulReadings(evidence, truth, context) === 0) {
    failures.push(failure('truth missing', `the truth is not among the ${closed?.readings} readings`))
  }
  if (!closed?.complete) return failures
  const isOne = closed.readings === 1 && context.chipEvidence === 'payouts'
  const amounts = [
    ...wrongAmounts(truth, closed),
    ...(isOne ? wrongBest(truth, closed, isFaulty || isRarelyPlayed(truth)) : []),
    ...wrongNet(truth, closed),
  ]
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

const worthOf = (card: string): number => (/^[TJQK]/.test(card) ? 10 : card.startsWith('A') ? 1 : Number(card[0]))
const isHard = (cards: readonly string[], total: number): boolean => total > 11 || !cards.some((card) => card.startsWith('A'))

/** Somebody took a card on a hard seventeen or more, or stood on eleven or less: a wrong settlement then explains as much (D-94). */
const isRarelyPlayed = ({ boxes }: RoundTruth): boolean => {
  const totalOf = (cards: readonly string[]): number => cards.reduce((sum, card) => sum + worthOf(card), 0)
  const drewAt = (cards: readonly string[]): boolean => totalOf(cards) >= 17 && isHard(cards, totalOf(cards))
  const stoodOn = (cards: readonly string[]): boolean => totalOf(cards) <= 11 && isHard(cards, totalOf(cards))
  return boxes.some(({ hands }) =>
    hands.some(
      ({ cards, actions }) =>
        cards.some((_, at) => at >= 2 && drewAt(cards.slice(0, at))) || (actions.at(-1) === 'stand' && stoodOn(cards)),
    ),
  )
}

/**
 * With a single reading and all chips sensed, every amount must be right, and it must be a fact if no other account of the round remains.
 * For a spot that was briefly covered, or where somebody played as few do, the amount may be missing.
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
