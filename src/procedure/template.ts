/**
 * Texts with figures in them. `{name}` stands for a figure; a part in `[ ]` is left out if one of its figures is missing. A text can be
 * read back into its figures, so that a display can say in another language what the wire carries in English.
 */

/** `[`, `]`, `{name}`, or what stands between them. */
const pieces = (template: string): readonly string[] => template.split(/(\{\w+\}|[[\]])/).filter((piece) => piece !== '')
const nameIn = (piece: string): string | null => /^\{(\w+)\}$/.exec(piece)?.[1] ?? null

/** The figures that a text names. */
export const namesIn = (template: string): readonly string[] => pieces(template).flatMap((piece) => nameIn(piece) ?? [])

/** Outside of `[ ]` a missing figure becomes `?`. `figure`: null if it is missing. */
export const fill = (template: string, figure: (name: string) => string | null): string => {
  let text = ''
  /** The optional part that is being filled; undefined: none. `null`: a figure of it is missing. */
  let part: string | null | undefined
  for (const piece of pieces(template)) {
    const name = nameIn(piece)
    if (piece === '[') part = ''
    else if (piece === ']') {
      text += part ?? ''
      part = undefined
    } else if (part === undefined) text += name === null ? piece : (figure(name) ?? '?')
    else if (part !== null) {
      const said = name === null ? piece : figure(name)
      part = said === null ? null : part + said
    }
  }
  return text
}

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
  const source = pieces(template).map((piece) => {
    const name = nameIn(piece)
    if (name === null) return piece === '[' ? '(?:' : piece === ']' ? ')?' : escaped(piece)
    names.push(name)
    return `(${pattern(name) ?? '.+?'}|\\?)`
  })
  const found = new RegExp(`^${source.join('')}$`, 's').exec(text)
  return found && new Map(names.flatMap((name, at) => (found[at + 1] === undefined ? [] : [[name, found[at + 1] ?? ''] as const])))
}
