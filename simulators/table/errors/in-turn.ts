/** People who err for a while and then stop. */

type Answers = Readonly<Record<string, ((...asked: unknown[]) => unknown) | undefined>>

/** Answers from `erring` while somebody errs. Questions that it does not answer get the usual answer. */
export function inTurn<T extends object>(usual: T, erring: () => Partial<T> | undefined): T {
  const right = usual as unknown as Answers
  const answers = Object.keys(usual).map((name) => {
    return [name, (...asked: unknown[]) => ((erring() as Answers | undefined)?.[name] ?? right[name])?.(...asked)]
  })
  return Object.fromEntries(answers)
}
