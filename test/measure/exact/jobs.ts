/** How many rounds each kind has, cut into jobs that share no seed. */

/** How far the seeds of kinds, runs and rounds lie apart. */
export interface SeedSteps {
  /** From one kind to the next. */
  readonly kind: number
  /** From the run with one seed to that with the next, within a kind. */
  readonly run: number
  /** More than a round can use up. */
  readonly round: number
}

export interface Job<Kind> {
  readonly kind: Kind
  readonly seed: number
  readonly rounds: number
}

/** `most`: rounds of one job. Every kind has as many rounds, together at least `rounds`. */
export const jobsOf = <Kind>(
  kinds: readonly Kind[],
  rounds: number,
  most: number,
  seed: number,
  steps: SeedSteps,
): readonly Job<Kind>[] => {
  const perKind = Math.ceil(rounds / kinds.length)
  return kinds.flatMap((kind, place) =>
    Array.from({ length: Math.ceil(perKind / most) }, (_, block) => ({
      kind,
      seed: place * steps.kind + seed * steps.run + block * most * steps.round,
      rounds: Math.min(most, perKind - block * most),
    })),
  )
}
