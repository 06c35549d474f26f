/** A person's name as he writes it, and the id that the broker, the table and the journal know him by. Pure. */

/** Letters that are not another letter with a sign on it. */
const LETTERS: { readonly [letter: string]: string } = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** `Mary Jones` -> `mary-jones`. Never cut: a name that is too long for an id is refused, so that no two become the same by it. */
export const userIdOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
