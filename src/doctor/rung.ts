/**
 * A ladder: rungs in order, each standing on the one before. What was found is collected first (facts), then every rung judges it;
 * behind the first that does not hold nothing is known.
 */

export type Judged =
  /** `remark`: it holds, and yet somebody should look. */
  | { readonly ok: true; readonly detail: string; readonly remark?: string }
  /** `todo`: where the judge knows more than its row. */
  | { readonly ok: false; readonly detail: string; readonly todo?: string }

export interface Rung<Facts> {
  readonly name: string
  /** What it shows when it holds. */
  readonly shows: string
  /** What to do when it does not. */
  readonly todo: string
  readonly judge: (facts: Facts) => Judged
}

export interface Step {
  readonly name: string
  readonly state: 'ok' | 'failed' | 'not reached'
  readonly detail: string
  /** What to do; null where nothing is. */
  readonly todo: string | null
}

export function climb<Facts>(rungs: readonly Rung<Facts>[], facts: Facts): readonly Step[] {
  let broken: string | null = null
  return rungs.map(({ name, todo, judge }) => {
    if (broken !== null) return notReached(name, `behind "${broken}"`)
    const judged = judge(facts)
    if (judged.ok) return { name, state: 'ok', detail: judged.detail, todo: judged.remark ?? null }
    broken = name
    return { name, state: 'failed', detail: judged.detail, todo: judged.todo ?? todo }
  })
}

/** A ladder nobody was allowed to step on. */
export const unclimbed = (rungs: readonly Rung<never>[], why: string): readonly Step[] => rungs.map(({ name }) => notReached(name, why))

const notReached = (name: string, why: string): Step => ({ name, state: 'not reached', detail: why, todo: null })
