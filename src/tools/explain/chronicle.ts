/**
 * Folds a journal or a capture like a replay, lists its rounds, and keeps one of them: every observation while it was open, with the table
 * before and after. Nothing of the other rounds is kept.
 */

import { type CoreContext, type CoreState, foldRuled, initialCore, judgeFolded } from '../../daemon/stations/core.ts'
import type { TableContext } from '../../engine/context.ts'
import type { RoundResult, TableEvent } from '../../engine/event.ts'
import type { Round } from '../../engine/evidence/round.ts'
import { endTable } from '../../engine/fold/table.ts'
import type { Observation } from '../../engine/observation.ts'
import { closingOf, type Solution } from '../../engine/readings.ts'
import { type Ending, everyEnding, roundsIn } from '../../engine/state/open-round.ts'
import type { TableState } from '../../engine/state/table-state.ts'
import type { FindingEvent } from '../../procedure/finding.ts'
import { reasonText } from '../../rules/reasons.ts'
import type { JournalRecord } from '../../wire/record.ts'

/** By number, 1 = the first of the file, or by id. */
export type Wanted = { readonly number: number } | { readonly id: string }

export interface RoundSummary {
  readonly number: number
  readonly id: string
  readonly openedAt: string
  readonly boxes: readonly number[]
  /** null while it is open. */
  readonly result: RoundResult | null
  readonly void: boolean
  /** Why it has no complete verdict; null if it has one. */
  readonly incomplete: string | null
}

/** One observation, and the table before and after it. */
export interface Seen {
  /** null: the input ended. */
  readonly observation: Observation | null
  readonly before: TableState
  readonly after: TableState
  /** Conclusions and findings, of any round. */
  readonly said: readonly (TableEvent | FindingEvent)[]
}

/** The requested round, for as long as it was open. */
export interface Followed {
  /** The terms by which it was judged. */
  readonly context: TableContext
  readonly summary: RoundSummary
  readonly seen: readonly Seen[]
  /**
   * `open`: it is still open at the end of the input. `unseen`: no chip showed its end, and the first card of the next round was taken for
   * its own. Then `seen` omits everything since, `round` is the round as it was, and `closing` what it closed with.
   */
  readonly end: { readonly kind: 'closed' | 'open' } | { readonly kind: 'unseen'; readonly round: Round; readonly closing: Solution }
}

export interface Chronicle {
  take(record: JournalRecord): void
  /** `closes`: whatever is open at the end of the input is over, as in a capture. */
  end(closes: boolean): void
  readonly rounds: readonly RoundSummary[]
  /** null until the requested round has closed, or the input has ended. */
  readonly followed: Followed | null
}

/** The possible unseen end of a round that began and closed at these times. */
const endingIn = ({ current }: TableState, openedAt: number, closed: number): Ending | undefined =>
  everyEnding(current?.rivals.flatMap(({ after }) => after) ?? []).find(
    ({ before, closedAt }) => before.openedAt === openedAt && closedAt === closed,
  )

/** The rounds of the file as they are told. `hear`: what was said of them. */
const roundList = () => {
  const rounds: RoundSummary[] = []
  const change = (id: string | null, part: Partial<RoundSummary>) => {
    const at = rounds.findLastIndex((round) => round.id === id)
    const known = rounds[at]
    if (known) rounds[at] = { ...known, ...part }
  }
  const hear = (said: Seen['said']) => {
    for (const event of said) {
      if (event.type === 'round.opened') {
        const { round: id, openedAt, boxes } = event.data
        rounds.push({ number: rounds.length + 1, id, openedAt, boxes, result: null, void: false, incomplete: null })
      } else if (event.type === 'round.closed' || event.type === 'round.revised') change(event.round, { result: event.data })
      else if (event.type === 'round.void') change(event.round, { void: true })
      else if (event.type === 'round.incomplete') change(event.round, { incomplete: reasonText(event.data.why, 'en') })
    }
  }
  return { rounds: rounds as readonly RoundSummary[], hear, named: (id: string | null) => rounds.findLast((round) => round.id === id) }
}

/** The index at which a round that began, or may have begun, at this time was first open. */
const firstWith = (kept: readonly Seen[], openedAt: number): number =>
  kept.findIndex(({ after: { current } }) => current && roundsIn(current).some((round) => round.openedAt === openedAt))

/** How a round ended that has closed with `last`, and what was seen of it. */
const closedWith = (result: RoundResult, kept: readonly Seen[], last: Seen, { table }: CoreContext): Pick<Followed, 'seen' | 'end'> => {
  const [openedAt, closedAt] = [Date.parse(result.openedAt), Date.parse(result.closedAt)]
  const from = Math.max(0, firstWith(kept, openedAt))
  const ending = endingIn(last.before, openedAt, closedAt)
  const until = ending ? firstWith(kept, closedAt) : -1
  return ending && until >= 0
    ? { end: { kind: 'unseen', round: ending.before, closing: closingOf(ending, table) }, seen: kept.slice(from, until) }
    : { end: { kind: 'closed' }, seen: [...kept.slice(from), last] }
}

export const chronicleOf = (context: CoreContext, wanted: Wanted | null): Chronicle => {
  let { judge, ...ruled }: Pick<CoreState, 'table' | 'inForce' | 'judge'> = initialCore()
  let own = context
  let kept: readonly Seen[] = []
  let followed: Followed | null = null
  const { rounds, hear, named } = roundList()

  const isWanted = ({ number, id }: RoundSummary): boolean =>
    wanted !== null && ('id' in wanted ? wanted.id === id : wanted.number === number)
  /** Worth keeping: this or the next round may be the requested one. */
  const mayBeWanted = (): boolean => wanted !== null && followed === null && ('id' in wanted || rounds.length >= wanted.number - 1)
  const follow = (summary: RoundSummary, end: () => Pick<Followed, 'seen' | 'end'>) => {
    if (followed === null && isWanted(summary)) followed = { summary, context: own.table, ...end() }
  }
  const keep = (seen: Seen) => {
    for (const event of seen.said) {
      const summary = event.type === 'round.closed' ? named(event.round) : undefined
      if (summary && event.type === 'round.closed') follow(summary, () => closedWith(event.data, kept, seen, own))
    }
    const { current } = seen.after
    const from = current === null ? -1 : firstWith(kept, current.round.openedAt)
    kept = !mayBeWanted() || current === null ? [] : from >= 0 ? [...kept.slice(from), seen] : [seen]
  }

  return {
    take(record) {
      const { table: before } = ruled
      const [next, folded] = foldRuled(ruled, record, context)
      const [judged, { said }] = judgeFolded(judge, folded, context)
      ruled = next
      judge = judged
      own = folded.context ?? context
      hear(said)
      const { observation, table: after } = folded
      if (observation && (before.current || after.current)) keep({ observation, before, after, said })
    },
    end(closes) {
      if (closes) {
        const { table: before } = ruled
        const [after, events] = endTable(before, own.table)
        const record = { n: 0, t: before.now, kind: 'tick' } as const
        const [, { said }] = judgeFolded(judge, { record, observation: null, before, table: after, events }, own)
        hear(said)
        keep({ observation: null, before, after, said })
      }
      const last = rounds.at(-1)
      if (last && last.result === null) follow(last, () => ({ end: { kind: 'open' }, seen: kept }))
    },
    rounds,
    get followed() {
      // A later revision replaces the result given at the close.
      return followed && { ...followed, summary: named(followed.summary.id) ?? followed.summary }
    },
  }
}
