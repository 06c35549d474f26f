/**
 * The notation of texts with figures in them: `{name}` stands for a figure, and a part in `[ ]` that names one is left out if one of its figures is
 * missing; other brackets stand for themselves. A text can be read back into its figures, so that a display can say in another language what the
 * wire carries in English.
 */

/** A figure, a part in brackets with a figure in it, or what stands between them. */
const PIECES = /(\[[^[\]]*\{\w+\}[^[\]]*\]|\{\w+\})/
const pieces = (template: string): readonly string[] => template.split(PIECES).filter((piece) => piece !== '')
const nameIn = (piece: string): string | null => /^\{(\w+)\}$/.exec(piece)?.[1] ?? null
/** null: it is no optional part. */
const partIn = (piece: string): string | null => (PIECES.test(piece) && piece.startsWith('[') ? piece.slice(1, -1) : null)

/** The figures that a text names. */
export const namesIn = (template: string): readonly string[] => [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

/** Outside of `[ ]` a missing figure becomes `?`. `figure`: null if it is missing. */
export const fill = (template: string, figure: (name: string) => string | null): string =>
  pieces(template)
    .map((piece) => {
      const part = partIn(piece)
      if (part !== null) return namesIn(part).some((name) => figure(name) === null) ? '' : fill(part, figure)
      const name = nameIn(piece)
      return name === null ? piece : (figure(name) ?? '?')
    })
    .join('')

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * The figures of a text that `fill` made of this template; null: it did not. `pattern`: what the text of a figure looks like, as a regular
 * expression without groups; undefined: anything.
 */
export const readBack = (
  template: string,
  text: string,
  pattern: (name: string) => string | undefined = () => undefined,
): ReadonlyMap<string, string> | null => {
  const names: string[] = []
  const sourceOf = (piece: string): string => {
    const part = partIn(piece)
    if (part !== null) return `(?:${pieces(part).map(sourceOf).join('')})?`
    const name = nameIn(piece)
    if (name === null) return escaped(piece)
    names.push(name)
    return `(${pattern(name) ?? '.+?'}|\\?)`
  }
  const found = new RegExp(`^${pieces(template).map(sourceOf).join('')}$`, 's').exec(text)
  return found && new Map(names.flatMap((name, at) => (found[at + 1] === undefined ? [] : [[name, found[at + 1] ?? ''] as const])))
}
