/**
 * The innocent acts by which a round may be read although it has no reading as it was told, in one order, the most ordinary first. Whoever asks
 * names the rungs on which he may stand; which comes before which is decided here alone.
 */
import type { TableContext } from '../context.ts'
import { changesIn } from '../evidence/chips.ts'
import { dealtAt, isPointed, type Round, spotOf, timelineOf } from '../evidence/round.ts'
import { putBackYet, uncovered, undoneYet } from '../evidence/steady-levels.ts'
import { variantOf } from '../evidence/variants.ts'
import { type Reader, readPutRight, readRound } from './question.ts'
import type { Solution } from './reading.ts'

/** The round as it is read on a rung, and its readings, at least one. */
interface Stood {
  readonly round: Round
  readonly solution: Solution
}

export type Rung =
  | 'in time'
  | 'pointer late'
  | 'laid ahead'
  | 'covered'
  | 'put right'
  | 'being put right'
  | 'not yet undone'
  | 'may be laid back'
  | 'without the settlement'
  | 'without chips'

/** Reads the round with this act; null: there is no reading. */
type Read = (round: Round, reader: Reader) => Stood | null

const stood = (round: Round, solution: Solution | null): Stood | null =>
  solution !== null && solution.count > 0 ? { round, solution } : null

/** Reads the first of these rounds that has a reading on the first three rungs. */
const anyOf =
  (roundsOf: (round: Round, reader: Reader) => readonly Round[]): Read =>
  (round, reader) => {
    for (const each of roundsOf(round, reader)) {
      const solution = readFaultless(each, reader)
      if (solution) return { round: each, solution }
    }
    return null
  }

const RUNGS: { readonly [R in Rung]: Read } = {
  /** As told, the pointer in time. */
  'in time': (round, reader) => stood(round, readRound(round, reader)),
  /** The dealer moved the pointer after the card. */
  'pointer late': (round, reader) => stood(round, readRound(round, { ...reader, lateReading: true })),
  /** A player laid the chips of his double or split while an earlier box was being played. */
  'laid ahead': (round, reader) => {
    const ahead = laidAhead(round, reader.context)
    return ahead && (RUNGS['in time'](ahead, reader) ?? RUNGS['pointer late'](ahead, reader))
  },
  /** A hand lies over chips: nobody is accused, so no error is looked for. */
  covered: anyOf((round, { now, context }) => [uncovered(round, now, context.spotLagMs) ?? []].flat()),
  /** The dealer put right what he had settled wrongly. */
  'put right': (round, reader) => stood(round, readPutRight(round, reader)),
  /** He may still have to. */
  'being put right': (round, reader) => stood(round, readPutRight(round, reader, 'being put right')),
  /**
   * While play goes on a change may yet be undone, so it accuses nobody before something rests on it. What came and went since the last card of
   * play may have been a settlement.
   */
  'not yet undone': (round, reader) => {
    const { now, context } = reader
    const last = round.cards.at(-1)?.at ?? 0
    const isPlayed = last > (dealtAt(round, context) ?? last)
    for (const { round: undone, changedAt } of undoneYet(round, now, context.spotLagMs)) {
      const solution = readFaultless(undone, { ...reader, asToldSince: isPlayed ? last : changedAt })
      if (solution?.best && !solution.best.dealer?.done) return { round: undone, solution }
    }
    return null
  },
  /** A stake that was taken is laid there again within seconds. */
  'may be laid back': anyOf((round, { now }) => putBackYet(round, now)),
  /** Nothing that the chips did after play. */
  'without the settlement': (round, reader) => stood(round, readRound(round, { ...reader, chips: 'of play' })),
  /** No chip after the first card: cards alone. */
  'without chips': (round, reader) => stood(round, readRound(round, { ...reader, chips: 'none' })),
}

const ORDER = Object.keys(RUNGS) as readonly Rung[]

/** All evidence counts, and nobody put anything right. */
export const AS_TOLD: readonly Rung[] = ['in time', 'pointer late', 'laid ahead']
/** The round is over, and every stake is settled. */
export const SETTLED: readonly Rung[] = [...AS_TOLD, 'put right']
/** As much of the evidence as fits. */
export const AT_ALL: readonly Rung[] = [...AS_TOLD, 'without the settlement', 'without chips']

/** The readings on the first of these rungs that has any; null: none has. */
export const readOn = (round: Round, reader: Reader, rungs: readonly Rung[]): (Stood & { readonly rung: Rung }) | null => {
  for (const rung of ORDER) {
    const found = rungs.includes(rung) ? RUNGS[rung](round, reader) : null
    if (found) return { ...found, rung }
  }
  return null
}

/** The readings without an error; null if there are none. */
export const readFaultless = (round: Round, reader: Reader): Solution | null => readOn(round, reader, AS_TOLD)?.solution ?? null

/** By as much of the evidence as fits; without a reading if not even the cards have one. */
export const readAtAll = (round: Round, reader: Reader): Solution =>
  readOn(round, reader, AT_ALL)?.solution ?? readRound(round, { ...reader, chips: 'none' })

/**
 * The round if a player laid the chips of his double or split while an earlier box was being played; null if nobody can have done so. Without
 * a pointer such chips show that the earlier box has had its turn.
 */
const laidAhead = (round: Round, context: TableContext): Round | null => {
  const last = round.cards.at(-1)?.at ?? 0
  const dealt = dealtAt(round, context) ?? last
  const isRaised = (box: number): boolean =>
    changesIn(timelineOf(round, spotOf(box, 'main'), context.spotLagMs)).some(({ at, change }) => at > dealt && at <= last && change > 0)
  if (context.chipEvidence === 'bets' || !isPointed(round) || !round.boxes.slice(1).some(isRaised)) return null
  return { ...round, ahead: true, cards: variantOf(round.cards, 'laid ahead', () => [...round.cards], context) }
}
