/** One code point of any kind, for `fc.string({ unit })`: as its own unit `binary`, which first makes a table of a million entries. */
import fc from 'fast-check'

export const anyUnit = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))
