/**
 * By which terms a record is folded, and whose words about it count. What was said of a closed round was said under the terms and by the
 * software of its time: a start, another configuration and newer software neither raise nor withdraw anything about it.
 *
 *   config A   start ours    config B   start ours    config B   start theirs   start ours
 *   --------- round ------|-- round goes on under A, the next under B ---------| their words, as they stand in the journal |-- ours
 */
import type { TableEvent } from '../../engine/event.ts'
import { abandoned } from '../../engine/fold/table.ts'
import type { TableState } from '../../engine/state/table-state.ts'
import type { JournalRecord, RecordOf } from '../../wire/record.ts'
import { isOnTable, type JudgedTerms, termsFrom } from './judged-terms.ts'

export interface InForce {
  /** Digest of the code that wrote these records, as its start says; null: no start has said one. */
  readonly code: string | null
  /** As the newest `config` record states them; null: none has stated any, so those at hand count. */
  readonly terms: JudgedTerms | null
  /** The round that was open when they changed goes on under those before; null: there is none. */
  readonly before: { readonly round: string; readonly terms: JudgedTerms } | null
  /** These records are of other software, and this is where its words have led; null: they are of this software. */
  readonly told: Told | null
}

/** What other software said. */
interface Told {
  /** The round that it opened and has not closed; null: none. */
  readonly open: string | null
  /** The highest number that it gave to a round. */
  readonly rounds: number
}

export const NOTHING_IN_FORCE: InForce = { code: null, terms: null, before: null, told: null }

/** The table, and what counts for its records. */
export interface Ruled {
  readonly table: TableState
  readonly inForce: InForce
}

/** What a record changes before it is folded. */
export interface Entered extends Ruled {
  /** The end of a round that cannot be told. */
  readonly events: readonly TableEvent[]
  /** From here on this software speaks again. */
  readonly isResumed: boolean
}

/** The terms by which the open round is judged, or the next one if none is open. */
export const termsNow = ({ before, terms }: InForce): JudgedTerms | null => (before === null ? terms : before.terms)

/** Of what JSON has written. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

type Abandon = Parameters<typeof abandoned>

/** `code`: digest of this software; null: whoever wrote the records, this software speaks. `context`: the terms of the round before. */
export const entered = (ruled: Ruled, record: JournalRecord, code: string | null, context: Abandon[3]): Entered => {
  const due = changedOver(ruled, context)
  switch (record.kind) {
    case 'config':
      return configured(due, record)
    case 'start':
      return started(due, record.code ?? null, code)
    case 'base':
      // The state is of the software that wrote it.
      return code === null || due.inForce.code === code ? due : listening(due)
    case 'event':
      return due.inForce.told === null ? due : { ...due, inForce: { ...due.inForce, told: toldAfter(due.inForce.told, record) } }
    default:
      return due
  }
}

/** The new terms count as soon as the round before them is over. */
const changedOver = (ruled: Ruled, context: Abandon[3]): Entered => {
  const { table, inForce } = ruled
  const { before, terms } = inForce
  const { current } = table
  const unchanged = { ...ruled, events: [], isResumed: false }
  if (before === null || terms === null || current?.round.id === before.round) return unchanged
  const over = { ...unchanged, inForce: { ...inForce, before: null } }
  // The next one began with the card that ended it, under the terms before.
  const [known, events] = current === null ? [table, []] : abandoned(table, { code: 'other-terms' }, hereAt(table), context)
  return { ...over, table: onlyOf(known, terms, before.terms), events }
}

const hereAt = ({ now }: TableState): Abandon[2] => ({ at: now, cause: '' })

const configured = (entering: Entered, record: RecordOf<'config'>): Entered => {
  const { table, inForce } = entering
  const terms = termsFrom(record.terms)
  if (terms === null || isSame(terms, inForce.terms)) return entering
  // None were stated before, so the open round is judged by those at hand, which are the ones that the record states.
  if (inForce.terms === null) return { ...entering, inForce: { ...inForce, terms } }
  const round = inForce.before?.round ?? table.current?.round.id ?? null
  if (round !== null)
    return { ...entering, inForce: { ...inForce, terms, before: { round, terms: inForce.before?.terms ?? inForce.terms } } }
  return { ...entering, table: onlyOf(table, terms, inForce.terms), inForce: { ...inForce, terms } }
}

/** The table under other terms: what has no place on it is gone, and nothing more is said of the last round. */
const onlyOf = (table: TableState, terms: JudgedTerms, was: JudgedTerms): TableState => {
  const { boxes, limits, shuffler } = terms
  const isBox = (box: number): boolean => box <= boxes
  const ofBoxes = <T>(all: ReadonlyMap<number, T>): ReadonlyMap<number, T> => new Map([...all].filter(([box]) => isBox(box)))
  const { plate, notes, ...floor } = table.floor
  return {
    ...table,
    last: null,
    levels: new Map([...table.levels].filter(([spot]) => isOnTable(spot, terms))),
    absent: new Set([...table.absent].filter(isBox)),
    left: ofBoxes(table.left),
    floor: {
      ...floor,
      notes: ofBoxes(notes),
      // What the floor said of the plate and of the shuffler was said of those before.
      plate: isSame(was.limits, limits) ? plate : null,
      shuffler: was.shuffler === shuffler ? floor.shuffler : null,
    },
  }
}

/** Another start: from here on these are our words, or others'. */
const started = (entering: Entered, writer: string | null, code: string | null): Entered => {
  const { table, inForce, events } = entering
  const known = { ...inForce, code: writer }
  if (code === null) return { ...entering, inForce: known }
  if (writer !== code) return listening({ ...entering, inForce: known })
  const { told } = inForce
  if (told === null) return { ...entering, inForce: known }
  const rounds = Math.max(table.rounds, told.rounds)
  const resumed = { ...entering, inForce: { ...known, told: null }, isResumed: true }
  // Nothing of a closed round is revised by other software than told it.
  if (openIn(table) === told.open) return { ...resumed, table: { ...table, rounds, last: null } }
  const lost: TableState = { ...table, rounds, last: null, current: null, lost: { code: 'other-software' } }
  const ended: readonly TableEvent[] =
    told.open === null
      ? []
      : [
          {
            type: 'round.incomplete',
            at: table.now,
            round: told.open,
            cause: '',
            data: { round: told.open, why: { code: 'other-software' } },
          },
        ]
  return { ...resumed, table: lost, events: [...events, ...ended] }
}

/** A round is told once its boxes are known. */
const openIn = ({ current }: TableState): string | null => (current?.said.has('opened') === true ? current.round.id : null)

const listening = (entering: Entered): Entered => {
  const { table, inForce } = entering
  return { ...entering, inForce: { ...inForce, told: inForce.told ?? { open: openIn(table), rounds: table.rounds } } }
}

const toldAfter = (told: Told, { envelope }: RecordOf<'event'>): Told => {
  const { type, data } = envelope
  const round = typeof data === 'object' && data !== null && 'round' in data && typeof data.round === 'string' ? data.round : null
  if (round === null) return told
  if (type === 'round.opened') return { open: round, rounds: Math.max(told.rounds, numberOf(round)) }
  const isOver = type === 'round.closed' || type === 'round.void'
  return isOver && round === told.open ? { ...told, open: null } : told
}

/** `1-217`: the second number counts the rounds of the journal's life. */
const numberOf = (round: string): number => {
  const number = Number(/^\d+-(\d+)$/.exec(round)?.[1] ?? 0)
  return Number.isSafeInteger(number) ? number : 0
}
