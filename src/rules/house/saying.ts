/**
 * What a person is told, as a code with values. One table has the words of each code in every language, with the values at their places,
 * `<name>`; so whoever shows it chooses the language, and nobody has to recognise a sentence.
 */

export interface Words {
  readonly en: string
  readonly de: string
}

/** Words ready to be read, and where they come from. */
export interface Said extends Words {
  readonly code: string
}

/** A number, a name or a path is the same in every language. */
type Value = string | number | Words

type Names<Text extends string> = Text extends `${string}<${infer Name}>${infer Rest}` ? Name | Names<Rest> : never
/** As the English words have them. */
export type ValuesOf<Row extends Words> = { readonly [name in Names<Row['en']>]: Value }

export const HOLE = /<(\w+)>/g

/** The teller of a table; `values` are those of its English words. */
export const saying =
  <const Rows extends { readonly [code: string]: Words }>(rows: Rows) =>
  <Code extends keyof Rows & string>(
    code: Code,
    ...[values]: Names<Rows[Code]['en']> extends never ? [] : [values: ValuesOf<Rows[Code]>]
  ): Said => {
    const told = (language: keyof Words): string =>
      (rows[code] as Words)[language].replaceAll(HOLE, (_, name: string) => {
        const value = (values as { readonly [name: string]: Value } | undefined)?.[name] ?? ''
        return typeof value === 'object' ? value[language] : String(value)
      })
    return { code, en: told('en'), de: told('de') }
  }

/** The same in every language: names, numbers, paths. */
export const asIs = (text: string): Said => ({ code: 'as-is', en: text, de: text })

/** One after the other, between semicolons; the first one's code counts. */
export function joined(first: Said, ...rest: readonly (Words | null)[]): Said {
  const all = [first, ...rest.filter((each) => each !== null)]
  return { code: first.code, en: all.map(({ en }) => en).join('; '), de: all.map(({ de }) => de).join('; ') }
}

export const isSaid = (value: object): value is Said => 'code' in value && 'en' in value
