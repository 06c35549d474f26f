/** A person's name as they write it, and the id by which the broker, the table and the journal know them. Pure. */

/** Letters that do not decompose into another letter with a mark. */
const LETTERS: { readonly [letter: string]: string } = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/**
 * `Mary Jones` -> `mary-jones`. Never shortened: a name that is too long for an id is refused, because two shortened names could become the
 * same id.
 */
export const userIdOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
