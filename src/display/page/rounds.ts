/** The rounds of one table that a display remembers, oldest first, for stepping through. Pure. */
import type { RoundView } from '../../engine/view.ts'
import type { ToldResult } from '../../wire/account/message.ts'
import type { Keyed } from '../../wire/stream.ts'

/**
 * A round as it was published at one moment. For a table that nobody looks at, the message is kept and unpacked only when somebody does:
 * hundreds of unpacked rounds, replaced ten times a second, would burden the browser's memory management.
 */
export interface Picture extends Pick<Keyed<RoundView>, 'round' | 'roundKey' | 'rev' | 'phase'> {
  readonly view: () => Keyed<RoundView>
}

export const unpacked = (view: Keyed<RoundView>): Picture => ({ ...headOf(view), view: () => view })

export function packed(seen: Keyed<RoundView>, unpack: () => Keyed<RoundView>): Picture {
  let view: Keyed<RoundView> | null = null
  return {
    ...headOf(seen),
    view: () => {
      view ??= unpack()
      return view
    },
  }
}

const headOf = ({ round, roundKey, rev, phase }: Keyed<RoundView>) => ({ round, roundKey, rev, phase })

export interface KeptRound {
  readonly round: string
  /** Distinguishes the round from one of the same name in another journal. */
  readonly roundKey: string
  /** Its pictures by rising `rev`; only the newest if nobody looks at the table. */
  readonly views: readonly Picture[]
  readonly result: ToldResult | null
}

export const ROUNDS_MAX = 10
/** A long round at seven boxes has a hundred changes; beyond this number its beginning is forgotten. */
export const VIEWS_MAX = 240

export function withView(rounds: readonly KeptRound[], view: Picture, isWatched: boolean): readonly KeptRound[] {
  const at = rounds.findIndex(({ roundKey }) => roundKey === view.roundKey)
  const known = rounds[at]
  if (known === undefined)
    return [...rounds, { round: view.round, roundKey: view.roundKey, views: [view], result: null }].slice(-ROUNDS_MAX)
  const last = known.views.at(-1)
  if (last !== undefined && last.rev >= view.rev) return rounds
  const views = isWatched ? [...known.views, view].slice(-VIEWS_MAX) : [view]
  return rounds.with(at, { ...known, views })
}

export const withResult = (rounds: readonly KeptRound[], result: Keyed<ToldResult>): readonly KeptRound[] =>
  rounds.map((each) => (each.roundKey === result.roundKey ? { ...each, result } : each))

/**
 * Key of the newest round that is over, because it closed or another round followed; null: none. Only a watched table's results are
 * received.
 */
export const lastOver = (rounds: readonly KeptRound[]): string | null =>
  rounds.findLast(({ views }, index) => index < rounds.length - 1 || views.at(-1)?.phase === 'closed')?.roundKey ?? null

/** The result of the round shown; null: the round is not over, or its end was not received. */
export const resultOf = (rounds: readonly KeptRound[], shown: Pick<Keyed<RoundView>, 'roundKey'> | null): ToldResult | null =>
  rounds.find(({ roundKey }) => roundKey === shown?.roundKey)?.result ?? null

/** The moment a person looks at; `step` counts a round's pictures from 0. */
export interface Moment {
  readonly roundKey: string
  readonly step: number
}

export type Step = 'back' | 'forward' | 'older' | 'newer'

/** null: live. If the round of a moment is forgotten, the moment moves to the oldest round. */
export function stepped(rounds: readonly KeptRound[], moment: Moment | null, step: Step): Moment | null {
  const newest = rounds.length - 1
  const found = moment === null ? newest : rounds.findIndex(({ roundKey }) => roundKey === moment.roundKey)
  const at = Math.max(0, found)
  const last = (index: number): number => Math.max(0, (rounds[index]?.views.length ?? 1) - 1)
  const now = moment === null ? last(newest) : found < 0 ? 0 : Math.min(moment.step, last(at))
  const go = (index: number, to: number): Moment | null => {
    const round = rounds[index]
    if (round === undefined) return moment
    return index === newest && to > last(newest) ? null : { roundKey: round.roundKey, step: Math.min(to, last(index)) }
  }
  switch (step) {
    case 'back':
      return now > 0 ? go(at, now - 1) : at > 0 ? go(at - 1, last(at - 1)) : go(at, 0)
    case 'forward':
      return now < last(at) || at === newest ? go(at, now + 1) : go(at + 1, 0)
    case 'older':
      return at > 0 ? go(at - 1, last(at - 1)) : go(at, 0)
    case 'newer':
      return at < newest ? go(at + 1, last(at + 1)) : null
  }
}
