/** The question that a round puts to the lattice, which says how its evidence is to be read; and the answer. */
import type { Area, PointerPlace } from '../../../devices/scan.ts'
import { checksUnder, naturalPaidBeforePlay } from '../../rules/game/up-card.ts'
import type { TableContext } from '../context.ts'
import { type ChipContext, changesIn, isGrownLast, isPaidAndTaken, type Timeline } from '../evidence/chips.ts'
import { dealerPositions, isDealt, isHoleMasked, isPointed, mayPointAt, type Round, rankAt, spotOf, timelineOf } from '../evidence/round.ts'
import { placeOf, rulingsOf } from '../evidence/rulings.ts'
import { naturalRank, supposedNaturals, supposedRounds } from '../evidence/unknown-dealer-cards.ts'
import { cacheOf, kept, mapIn } from '../workspace.ts'
import { hasBegun } from './box-in-play.ts'
import { mainTracks, shownKey, tamperingAt } from './error-effects.ts'
import { evidenceOf } from './evidence.ts'
import type { BoxTerms } from './graph.ts'
import { latticeFor, undecidedLattice } from './growth.ts'
import { solve } from './lattice.ts'
import { settleFrom } from './moments.ts'
import type { DealersError, LatticeInput, Solution, Tolerated } from './reading.ts'
import { keptOf } from './shared-answers.ts'
import { sidesOf } from './side-settlement.ts'
import { united } from './solution-union.ts'

const SIDES: readonly Area[] = ['p22', 'pog']

/** How the evidence is read. */
export interface Reader {
  readonly context: TableContext
  /** Event time of the newest observation. */
  readonly now: number
  readonly asked: LatticeInput['asked']
  /** Take the pointer as it stands, without waiting for more lines of it. */
  readonly strict?: boolean
  /** The pointer may also have come late. If left out, that is so where somebody erred (`answerTo`). */
  readonly lateReading?: boolean
  /** The chips that count: those of play, not of the settlement; or none after the first card, so that the cards stand alone. @default all */
  readonly chips?: 'of play' | 'none'
  /** Only readings with this error. */
  readonly error?: DealersError
  /** The way the round was dealt is itself the error in question. */
  readonly asMisdealt?: boolean
  /** Ask about the side wagers as well: what is wrong there is an error like any other. */
  readonly sides?: boolean
  /** Nothing that was changed after this event time counts as undone, Unix ms. */
  readonly asToldSince?: number
  /** Left out: what is added to the legal readings of this evidence (`toleratedIn`). */
  readonly tolerated?: Tolerated
  /** Only readings in which every hand passes. */
  readonly only?: LatticeInput['only']
}

/**
 * The rank of the dealer's second card as it was read; null if nobody may know it yet, undefined if the deal gave him none. In a round with a card face
 * down it is unknown, wherever the deal may have put it.
 */
const holeRank = (round: Round, context: TableContext): number | null | undefined => {
  const { up, hole, all } = dealerPositions(round, context)
  const second = all.find((position) => position !== up)
  return second === undefined ? undefined : !isHoleMasked(round) || hole < 0 ? rankAt(round, second) : null
}

/** When the last side bet lost to the natural of the check was taken. The dealer takes all of them before anybody bets again. */
const sidesTakenAt = (round: Round, spotLagMs: number): number => {
  const taken = round.boxes.flatMap((box) =>
    SIDES.flatMap((area) => {
      const { base, moves } = timelineOf(round, spotOf(box, area), spotLagMs)
      const [first] = moves
      return first !== undefined && first.amount < base.amount ? [first.at] : []
    }),
  )
  return Math.max(Number.NEGATIVE_INFINITY, ...taken)
}

/** How many nodes all lattices of the round have. */
export const nodesOf = (round: Round, context: TableContext): number =>
  isDealt(round, context) ? supposedRounds(round, context).reduce((sum, { is }) => sum + (latticeFor(is, context)?.size ?? 0), 0) : 0

/** The readings of this evidence, with every value of those dealer's cards that this reader does not know. */
const solved = (round: Round, reader: Reader): Solution => {
  const { context } = reader
  const hole = holeRank(round, context)
  return united(
    supposedRounds(round, context).flatMap((up) =>
      supposedNaturals(up.is, hole, context).map((natural) => ({
        solution: solve(inputFor(up.is, natural.is, reader)),
        score: up.score + natural.score,
      })),
    ),
  )
}

const questionsIn = cacheOf<object, Map<string, LatticeInput>>('questions')

/** Like `latticeInput`. If only the cards count, two questions about them differ only in what is asked, so they share an input. */
const inputFor = (round: Round, natural: boolean, reader: Reader): LatticeInput => {
  if (reader.only || reader.error || !isTimeless(round, reader.context)) return latticeInput(round, natural, reader)
  const { of, key } = restsOn(round, reader)
  const words = `${key}/${natural}/${wordsOf(round, { ...reader, asked: 'any' })}`
  const input = kept(mapIn(questionsIn(reader.context), of), words, () => latticeInput(round, natural, reader))
  return input.asked === reader.asked ? input : { ...input, asked: reader.asked }
}

/** `natural`: the check found the dealer's natural, so nobody plays. */
const latticeInput = (round: Round, natural: boolean, reader: Reader): LatticeInput => {
  const { context, asked, chips: counted, asToldSince, tolerated } = reader
  const { rules, chipEvidence, spotLagMs, collectAfter } = context
  const told = evidenceOf(round, context)
  const known = holeRank(round, context)
  const error = reader.error ?? null
  const fault = error?.fault ?? null
  const ended = fault === 'falsely-checked' || (natural && fault !== 'unchecked')
  // Nobody is paid against a natural that the check missed: that would be one more error.
  const paidBeforePlay = naturalPaidBeforePlay(told.upRank, rules) && !ended && fault !== 'unchecked'
  const late = reader.lateReading ?? false
  const until = isTimeless(round, context) ? Number.POSITIVE_INFINITY : waitedUntil(round, reader)
  const heard = (tracks: readonly Timeline[]): readonly Timeline[] =>
    counted === 'none' ? tracks.slice(0, 1).map((track) => ({ ...track, moves: [] })) : tracks.filter((track) => isHeard(track, reader))
  const heardBy = (chips: ChipContext): ChipContext =>
    counted === 'none' ? { ...chips, evidence: 'bets', now: until } : until === chips.now ? chips : { ...chips, now: until }
  const grown = latticeFor(round, context)
  if (grown === null) throw new RangeError(`round ${round.id} has no readings before its deal is complete`)
  const wide = counted === 'none' && chipEvidence !== 'bets' ? latticeFor(round, context, 'wide') : null
  const erring = error ? latticeFor(round, context, error) : null
  const lattice = ended ? undecidedLattice(round, context) : (wide ?? erring ?? grown)
  const shown = error ? shownKey(error) : ''
  // Equal for questions to which the chips of a finished box give the same answer.
  const readAs = `${until}/${late}/${asToldSince}/${tolerated === 'none'}/${counted}/${paidBeforePlay}/${shown}`
  return {
    ...told,
    ...pointedIn(round, reader, until),
    boxes: round.boxes.map((box, index) => ({
      box,
      tracks: heard(tamperingAt(error, index) ? mainTracks(round, index, error, context) : (told.mains[index] as readonly Timeline[])),
      dealt: (grown.terms.boxes[index] as BoxTerms).dealt,
      insured: told.insured[index] ?? false,
      chips: heardBy(told.chips[index] as ChipContext),
      silent: round.absent.has(box),
    })),
    lattice,
    kept: keptOf(lattice, round, readAs, context),
    hole: known === null && natural ? naturalRank(told.upRank) : known,
    checked: checksUnder(told.upRank, rules) && !natural,
    paidBeforePlay,
    misdealt: reader.asMisdealt ?? false,
    settleFrom: settleFrom(round, late && error === null ? Number.POSITIVE_INFINITY : context.pointerLagMs),
    now: until,
    busyUntil: ended && collectAfter === 'table-settled' ? sidesTakenAt(round, spotLagMs) : Number.NEGATIVE_INFINITY,
    asked,
    only: reader.only ?? null,
    ignoreSettlement: counted !== undefined,
    error,
    tolerated: tolerated ?? 'laid in vain',
    sides: reader.sides ? sidesOf({ round, closed: asked === 'resolved', context }) : null,
  }
}

/** Where the pointer, or the floor's word, allows a card to have gone. `until`: event time up to which lines were awaited. */
const pointedIn = (
  round: Round,
  { context, strict, lateReading }: Reader,
  until: number,
): Pick<LatticeInput, 'pointed' | 'pointedDealer'> => {
  const { isPointedAt } = evidenceOf(round, context)
  if (!isPointedAt && rulingsOf(round).placed.length === 0) return { pointed: null, pointedDealer: () => true }
  const judgedAt = strict ? Number.POSITIVE_INFINITY : until
  /** The floor's word overrules the pointer. */
  const allows = (position: number, fits: (place: PointerPlace) => boolean): boolean => {
    const placed = placeOf(round, position)
    if (placed !== undefined) return fits({ box: placed.box, hand: placed.hand })
    const at = round.cards[position]?.at ?? 0
    // The pointer line of a card younger than the lag may still be on its way.
    return !isPointedAt || judgedAt < at + context.pointerLagMs || mayPointAt(round, at, lateReading ? context.pointerLagMs : 0, fits)
  }
  return {
    pointed: (position, index, handIndex) =>
      allows(position, (place) => {
        if (typeof place !== 'object' || place.box !== round.boxes[index]) return false
        return handIndex === null || place.hand === handIndex + 1
      }),
    pointedDealer: (from, to) => {
      for (let position = from; position < to; position++) if (!allows(position, (place) => place === 'dealer')) return false
      return true
    },
  }
}

/** This track of a spot counts for the question: as told, without what was undone; or as laid, without a surplus that was given back. */
const isHeard = ({ undone = [] }: Timeline, { asToldSince = Number.POSITIVE_INFINITY, tolerated }: Reader): boolean =>
  undone.every(({ at, inPart }) => at <= asToldSince && !(inPart && tolerated === 'none'))

/**
 * Event time up to which evidence of this round was awaited: just after the newest lag that had passed, so that time alone makes no new question. None
 * is awaited once the round is over.
 */
const waitedUntil = (round: Round, { context, now, asked }: Reader): number =>
  asked === 'any'
    ? (evidenceOf(round, context).restsAt.findLast((at) => at < now) ?? Number.NEGATIVE_INFINITY) + 1
    : Number.POSITIVE_INFINITY

/**
 * Readings already worked out: the same question about the same evidence comes several times in one observation and, by cards alone, in
 * several.
 */
const readingsIn = cacheOf<object, Map<string, Solution>>('readings')

/** Only the cards count: no chip and no pointer is awaited. */
const isTimeless = (round: Round, { chipEvidence }: TableContext): boolean => chipEvidence === 'bets' && round.pointer.length === 0

/** What these readings depend on, besides what distinguishes this question from others. */
const restsOn = (round: Round, reader: Reader): { readonly of: object; readonly key: string } => {
  if (!isTimeless(round, reader.context)) return { of: round, key: `${waitedUntil(round, reader)}` }
  // Chips that are not followed still say that something moved, and who is insured. A change to a bet also changes what the cards mean.
  return { of: round.cards, key: evidenceOf(round, reader.context).unfollowed }
}

/** What distinguishes this question about the round from others. */
export const questionKey = (round: Round, reader: Reader): string => `${waitedUntil(round, reader)}/${wordsOf(round, reader)}`

const OF_POINTER = ['strict', 'lateReading']

/** The moment is part of the evidence, and questions about an error or some hands are answered anew each time. */
const wordsOf = (round: Round, { context: _, now: _now, error: _error, only: _only, ...parts }: Reader): string =>
  Object.entries(parts)
    .flatMap(([part, value]) => (!value || (round.pointer.length === 0 && OF_POINTER.includes(part)) ? [] : [`${part} ${value}`]))
    .sort()
    .join('/')

export const readRound = (round: Round, reader: Reader): Solution => {
  if (reader.error) return answerTo(round, reader)
  if (reader.only) return answerWithPutRight(round, reader)
  return keptAnswer(round, reader, '', () => answerWithPutRight(round, reader))
}

/** `more`: what tells this question from the usual one, behind its words. */
const keptAnswer = (round: Round, reader: Reader, more: string, ask: () => Solution): Solution => {
  const evidence = restsOn(round, reader)
  const key = `${evidence.key}/${wordsOf(round, reader)}${more}`
  return kept(mapIn(readingsIn(reader.context), evidence.of), key, ask)
}

/**
 * Since the last card, chips both came to a main spot and left it, so the dealer may have put something right. Or chips came to others that
 * lay there, and he may still have to put that right.
 */
const mayBePutRight = (round: Round, { context, asked, chips }: Reader): boolean => {
  if (context.chipEvidence !== 'payouts' || chips !== undefined) return false
  const last = round.cards.at(-1)?.at ?? 0
  return round.boxes.some((box) => {
    const timeline = timelineOf(round, spotOf(box, 'main'), context.spotLagMs)
    return isPaidAndTaken(timeline, last) || (asked !== 'resolved' && isGrownLast(timeline, last))
  })
}

/**
 * The legal readings and, if they cost no more, those in which the dealer put right what he had settled wrongly. They cost no more if in
 * each legal reading somebody lays chips in vain, or the pointer moves later than in them. If there is no legal reading, they are asked for
 * with the errors.
 */
const answerWithPutRight = (round: Round, reader: Reader): Solution => {
  if (!mayBePutRight(round, reader)) return answerTo(round, reader)
  const { only, ...whole } = reader
  const legal = answerTo(round, whole)
  const tolerated = legal.count === 0 ? 'laid in vain' : toleratedIn(round, whole, legal)
  return tolerated === 'laid in vain' && !only ? legal : answerTo(round, { ...reader, tolerated })
}

/** What may be added to the legal readings of this evidence. There is at least one legal reading. */
const toleratedIn = (round: Round, reader: Reader, legal: Solution): Tolerated => {
  // If no player touches his chips in the likeliest reading, none lays any in vain, or too many.
  const isLessened = evidenceOf(round, reader.context)
    .mains.flat()
    .some(({ undone = [] }) => undone.some(({ inPart }) => inPart))
  if (!isLessened && !reader.lateReading && legal.best?.settlements.every(({ kinds }) => !kinds.includes('player')) === true)
    return 'laid in vain'
  const costsAsMuch = reader.lateReading
    ? answerTo(round, { ...reader, lateReading: false, tolerated: 'put right' }).count > 0
    : answerTo(round, { ...reader, tolerated: 'none' }).count === 0
  return costsAsMuch ? 'being put right' : 'laid in vain'
}

/**
 * For evidence without a legal reading: the readings in which the dealer put right what he had settled wrongly, or may still do so. null:
 * there are none.
 */
export const readPutRight = (
  round: Round,
  reader: Reader,
  tolerated: Extract<Tolerated, 'put right' | 'being put right'>,
): Solution | null => {
  if (!mayBePutRight(round, { ...reader, asked: tolerated === 'put right' ? 'resolved' : reader.asked })) return null
  return readTolerating(round, reader, tolerated)
}

/** Chips came to a settled bet that may have been a win, and left with it. */
const mayBeWin = (timeline: Timeline, from: number): boolean =>
  changesIn(timeline).some(
    ({ at, before, change, by }, nth) => at >= from && by !== 'player' && before > 0 && change > 0 && timeline.moves[nth + 1]?.amount === 0,
  )

/** The boxes, by their number on the wire, that may have been paid where every legal reading has its player lay a bet. */
export const paidForLaid = (round: Round, reader: Reader): readonly number[] => {
  const { context } = reader
  if (context.chipEvidence !== 'payouts') return []
  const last = round.cards.at(-1)?.at ?? 0
  const boxes = round.boxes.filter((box) => mayBeWin(timelineOf(round, spotOf(box, 'main'), context.spotLagMs), last))
  if (boxes.length === 0) return []
  return readTolerating(round, reader, 'laid unlike a win') === null ? boxes : []
}

/** The readings that may contain such a thing, with the pointer in time or, if that leaves none, late. null: there are none. */
const readTolerating = (round: Round, reader: Reader, tolerated: Tolerated): Solution | null => {
  for (const each of [reader, { ...reader, lateReading: true }]) {
    const solution = keptAnswer(round, each, `/${tolerated}`, () => answerTo(round, { ...each, tolerated }))
    if (solution.count > 0) return solution
  }
  return null
}

/** Only the cards count, and some hand in play can have taken the last one. */
export const isInPlayByCards = (round: Round, context: TableContext): boolean => {
  const isInPlay = (is: Round): boolean => latticeFor(is, context)?.runs.some((run) => hasBegun(run, round.cards.length)) === true
  const isSo = (is: Round): boolean =>
    supposedNaturals(is, holeRank(round, context), context).some((natural) => !natural.is) && isInPlay(is)
  return isTimeless(round, context) && supposedRounds(round, context).some(({ is }) => isSo(is))
}

/** Log-likelihood of a late pointer against one in time, if both are believed. It ranks readings and removes none. */
const LATE_SCORE = Math.log(0.2)
/** Below this log-likelihood few players decide as this story has it: they hit on nineteen, or stand on eleven. */
const ODD_SCORE = Math.log(0.01)

/** With the pointer in time. It is asked for twice where a player's decision is looked at, and kept but for questions that are asked once. */
const inTime = (round: Round, reader: Reader): Solution =>
  reader.only || reader.error ? solved(round, reader) : keptAnswer(round, reader, '/in time', () => solved(round, reader))

/**
 * A late pointer is believed beside one in time if the dealer is known to be late now and then, of readings in which somebody erred (what clears the
 * innocent is no less likely there), and where it is likelier than what a player decides as few do. Other faultless readings with the pointer in time
 * stand before those with a late one (`rungs.ts`).
 */
const answerTo = (round: Round, reader: Reader): Solution => {
  if (reader.lateReading || !isPointed(round)) return solved(round, reader)
  const isKnownLate = round.pointerLate || reader.error !== undefined || round.misdeal !== undefined
  const { only: _, ...whole } = reader
  if (!isKnownLate && !inTime(round, whole).best?.stories.some(({ score }) => score < ODD_SCORE)) return inTime(round, reader)
  const atAll = solved(round, { ...reader, lateReading: true })
  if (atAll.count === 0) return atAll
  const { best, bestScore } = inTime(round, reader)
  if (!best || bestScore === null || bestScore < (atAll.bestScore ?? Number.NEGATIVE_INFINITY) + LATE_SCORE) return atAll
  return isKnownLate ? atAll.prefer(best) : inTime(round, reader)
}

/** The round could only be read with the pointer moved after its card. */
export const wasPointedLate = (round: Round, context: TableContext): boolean => {
  if (!isPointed(round)) return false
  const reader: Reader = { context, now: round.openedAt, asked: 'over' }
  const known = { ...round, pointerLate: false }
  return readRound(known, reader).count === 0 && readRound(known, { ...reader, lateReading: true }).count > 0
}
