/**
 * The innocent acts by which a round may be read although it has no reading as it was told, in one order, the most ordinary first. Whoever asks
 * names the rungs on which he may stand; which comes before which, and who usually asks about it, is decided here alone.
 */
import type { TableContext } from '../context.ts'
import { changesIn } from '../evidence/chips.ts'
import { dealtAt, isPointed, type Round, spotOf, timelineOf } from '../evidence/round.ts'
import { putBackYet, uncovered, undoneYet } from '../evidence/steady-levels.ts'
import { variantOf } from '../evidence/variants.ts'
import { isInPlayByCards, type Reader, readPutRight, readRound } from './question.ts'
import type { Solution } from './reading.ts'

/** The round as it is read on a rung, and its readings, at least one. */
interface Stood {
  readonly round: Round
  readonly solution: Solution
}

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

/** Reads the round as told, with so much else in the question. */
const by =
  (more: Partial<Reader>): Read =>
  (round, reader) =>
    stood(round, readRound(round, { ...reader, ...more }))
const putRight =
  (how: Parameters<typeof readPutRight>[2]): Read =>
  (round, reader) =>
    stood(round, readPutRight(round, reader, how))
const inTime = by({})
/** The dealer moved the pointer after the card. */
const pointedLate = by({ lateReading: true })

/**
 * Who asks about it: `told`: all evidence counts, and nobody put anything right; `settled`: the round is over, and every stake is settled;
 * `innocent`: an open round, before an error is looked for; `at all`: as much of the evidence as fits. None: whoever names it.
 */
type Asker = 'told' | 'settled' | 'innocent' | 'at all'

const TOLD: readonly Asker[] = ['told', 'settled', 'innocent', 'at all']

const RUNGS = {
  'in time': { read: inTime, for: TOLD },
  'pointer late': { read: pointedLate, for: TOLD },
  /** A player laid the chips of his double or split while an earlier box was being played. */
  'laid ahead': {
    read: (round, reader) => {
      const ahead = laidAhead(round, reader.context)
      return ahead && (inTime(ahead, reader) ?? pointedLate(ahead, reader))
    },
    for: TOLD,
  },
  /** A hand lies over chips: nobody is accused, so no error is looked for. */
  covered: { read: anyOf((round, { now, context }) => uncovered(round, now, context.spotLagMs)), for: ['innocent'] },
  /** The dealer put right what he had settled wrongly. */
  'put right': { read: putRight('put right'), for: ['settled', 'innocent'] },
  /** He may still have to. */
  'being put right': { read: putRight('being put right'), for: [] },
  /**
   * While play goes on a change may yet be undone, so it accuses nobody before something rests on it. What came and went since the last card of
   * play may have been a settlement.
   */
  'not yet undone': {
    read: (round, reader) => {
      const { now, context } = reader
      const last = round.cards.at(-1)?.at ?? 0
      const isPlayed = last > (dealtAt(round, context) ?? last)
      for (const { round: undone, changedAt } of undoneYet(round, now, context.spotLagMs)) {
        const solution = readFaultless(undone, { ...reader, asToldSince: isPlayed ? last : changedAt })
        if (solution?.best && !solution.best.dealer?.done) return { round: undone, solution }
      }
      return null
    },
    for: ['innocent'],
  },
  /** A stake that was taken is laid there again within seconds. */
  'may be laid back': { read: anyOf((round, { now, context }) => putBackYet(round, now, context.spotLagMs)), for: ['innocent'] },
  /** Nothing that the chips did after play. */
  'without the settlement': { read: by({ chips: 'of play' }), for: ['at all'] },
  /** No chip after the first card: cards alone. */
  'without chips': { read: by({ chips: 'none' }), for: ['at all'] },
} satisfies { readonly [rung: string]: { readonly read: Read; readonly for: readonly Asker[] } }

export type Rung = keyof typeof RUNGS

const ORDER = Object.keys(RUNGS) as readonly Rung[]

const rungsFor = (asker: Asker): readonly Rung[] => ORDER.filter((rung) => (RUNGS[rung].for as readonly Asker[]).includes(asker))

export const AS_TOLD = rungsFor('told')
export const SETTLED = rungsFor('settled')
export const INNOCENT = rungsFor('innocent')
export const AT_ALL = rungsFor('at all')

/** The readings on the first of these rungs that has any; null: none has. */
export const readOn = (round: Round, reader: Reader, rungs: readonly Rung[]): (Stood & { readonly rung: Rung }) | null => {
  for (const rung of ORDER) {
    const found = rungs.includes(rung) ? RUNGS[rung].read(round, reader) : null
    if (found) return { ...found, rung }
  }
  return null
}

/** The readings without an error; null if there are none. */
export const readFaultless = (round: Round, reader: Reader): Solution | null => readOn(round, reader, AS_TOLD)?.solution ?? null

/** Nobody erred by now, but the dealer may still have to put right what he paid too much. */
export const NOT_ERRED: readonly Rung[] = ['in time', 'being put right']

/**
 * Does the round have a reading, whether it is over or not? This is asked at every card of every round that may have begun. If only the
 * cards count, one hand that can have taken the last card is enough.
 */
export const isReadable = (round: Round, reader: Reader): boolean =>
  isInPlayByCards(round, reader.context) || readOn(round, reader, NOT_ERRED) !== null

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
