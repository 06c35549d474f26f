/**
 * A ladder: steps in order, each resting on the one before. The facts are collected first, then every step judges them; after the first
 * step that fails nothing is known.
 */
import type { Said } from '../../words/text.ts'
import { deviceWord } from './device-words.ts'

export interface Judged {
  /** `warning`: it works for now, but somebody has to do something all the same. */
  readonly state: 'ok' | 'warning' | 'failed'
  readonly detail: Said
  /** What to do; after a failure, this replaces the row's own advice. */
  readonly todo: Said | null
}

/** `remark`: nothing is wrong, but somebody may want to know. */
export const holds = (detail: Said, remark: Said | null = null): Judged => ({ state: 'ok', detail, todo: remark })
export const warns = (detail: Said, todo: Said): Judged => ({ state: 'warning', detail, todo })
export const failed = (detail: Said, todo: Said | null = null): Judged => ({ state: 'failed', detail, todo })

export interface Rung<Facts> {
  readonly name: Said
  /** What the rung shows if it holds; for the documentation. */
  readonly shows: string
  /** What to do if it does not; null: it never fails. */
  readonly todo: Said | null
  readonly judge: (facts: Facts) => Judged
}

export interface Step {
  readonly name: string
  readonly state: Judged['state'] | 'not reached'
  readonly detail: string
  /** What to do; null: nothing. */
  readonly todo: string | null
  /** The same in every language: `name`, `detail` and `todo` are its English. */
  readonly said: { readonly name: Said; readonly detail: Said; readonly todo: Said | null }
}

export const stepOf = (name: Said, state: Step['state'], detail: Said, todo: Said | null): Step => ({
  ...{ name: name.en, state, detail: detail.en, todo: todo?.en ?? null },
  said: { name, detail, todo },
})

export function climb<Facts>(rungs: readonly Rung<Facts>[], facts: Facts): readonly Step[] {
  let broken: Said | null = null
  return rungs.map(({ name, todo, judge }) => {
    if (broken !== null) return notReached(name, deviceWord('not-reached', { step: broken }))
    const judged = judge(facts)
    if (judged.state !== 'failed') return stepOf(name, judged.state, judged.detail, judged.todo)
    broken = name
    return stepOf(name, judged.state, judged.detail, judged.todo ?? todo)
  })
}

/** A ladder that could not be tried at all. */
export const unclimbed = (rungs: readonly Rung<never>[], why: Said): readonly Step[] => rungs.map(({ name }) => notReached(name, why))

const notReached = (name: Said, why: Said): Step => stepOf(name, 'not reached', why, null)
