/**
 * A ladder: steps in order, each resting on the one before. The facts are collected first, then every step judges them; after the first
 * step that fails nothing is known.
 */

export interface Judged {
  /** `warning`: it works for now, but somebody has to do something all the same. */
  readonly state: 'ok' | 'warning' | 'failed'
  readonly detail: string
  /** What to do; after a failure, this replaces the row's own advice. */
  readonly todo: string | null
}

/** `remark`: nothing is wrong, but somebody may want to know. */
export const holds = (detail: string, remark: string | null = null): Judged => ({ state: 'ok', detail, todo: remark })
export const warns = (detail: string, todo: string): Judged => ({ state: 'warning', detail, todo })
export const failed = (detail: string, todo: string | null = null): Judged => ({ state: 'failed', detail, todo })

export interface Rung<Facts> {
  readonly name: string
  /** What the rung shows if it holds. */
  readonly shows: string
  /** What to do if it does not. */
  readonly todo: string
  readonly judge: (facts: Facts) => Judged
}

export interface Step {
  readonly name: string
  readonly state: Judged['state'] | 'not reached'
  readonly detail: string
  /** What to do; null: nothing. */
  readonly todo: string | null
}

export function climb<Facts>(rungs: readonly Rung<Facts>[], facts: Facts): readonly Step[] {
  let broken: string | null = null
  return rungs.map(({ name, todo, judge }) => {
    if (broken !== null) return notReached(name, `after "${broken}" failed`)
    const judged = judge(facts)
    if (judged.state !== 'failed') return { name, ...judged }
    broken = name
    return { name, ...judged, todo: judged.todo ?? todo }
  })
}

/** A ladder that could not be tried at all. */
export const unclimbed = (rungs: readonly Rung<never>[], why: string): readonly Step[] => rungs.map(({ name }) => notReached(name, why))

const notReached = (name: string, why: string): Step => ({ name, state: 'not reached', detail: why, todo: null })
