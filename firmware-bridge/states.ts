/**
 * Devices beside the play that only tell their state, at their start and whenever it changes: a row each. The row's name is that of the role and of its
 * line; `x.state` is the event that tells it on. Of its words, one is called `state`.
 */
interface StateLine {
  /** The first field of its line. */
  readonly verb: string
  /** What its line says after `seq` and `t`, field by field, and the words that may stand there. */
  readonly words: { readonly state: readonly string[]; readonly [field: string]: readonly string[] }
}

export const STATE_LINES = {
  /** What the machine that shuffles is for, a shoe or dealing from it, and what it does. `open`: somebody has opened it. */
  shuffler: { verb: 'SF', words: { mode: ['shoe', 'continuous'], state: ['ready', 'shuffling', 'open', 'jam'] } },
} as const satisfies { readonly [kind: string]: StateLine }

export type StateKind = keyof typeof STATE_LINES
export const STATE_KINDS = Object.keys(STATE_LINES) as readonly StateKind[]

type Words<Lists> = { readonly [Field in keyof Lists]: Lists[Field] extends readonly (infer Word extends string)[] ? Word : never }
export type StateWords<K extends StateKind> = K extends StateKind ? Words<(typeof STATE_LINES)[K]['words']> : never
export type StateSaid = { [K in StateKind]: { readonly kind: K } & StateWords<K> }[StateKind]

const isStateKind = (kind: string): kind is StateKind => Object.hasOwn(STATE_LINES, kind)
export const isState = <S extends { readonly kind: string }>(said: S): said is Extract<S, { readonly kind: StateKind }> =>
  isStateKind(said.kind)

/** Its fields and their words, in the order of the line. */
export const wordLists = (kind: StateKind): readonly (readonly [field: string, words: readonly string[]])[] =>
  Object.entries(STATE_LINES[kind].words)

/** What it says, without anything that stands beside it. */
export const stateWords = <S extends StateSaid>(said: S): StateWords<S['kind']> =>
  Object.fromEntries(wordLists(said.kind).map(([field]) => [field, said[field as keyof S]])) as unknown as StateWords<S['kind']>
