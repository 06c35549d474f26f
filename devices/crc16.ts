/** Two checksums of 16 bits that readers of tags use. Text is latin1: a sign for each byte. Pure. */

const BYTES = 256
const TABLE_8408 = Uint16Array.from({ length: BYTES }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1
  return crc
})

/** Polynomial 8408, reflected, from FFFF: the OBID family and those built after it. */
export function crc8408(text: string): number {
  let crc = 0xffff
  for (let at = 0; at < text.length; at++) crc = (crc >> 8) ^ (TABLE_8408[(crc ^ text.charCodeAt(at)) & 0xff] ?? 0)
  return crc
}

/** By the half of a byte that is shifted out. */
const TABLE_1021 = Uint16Array.from({ length: 16 }, (_, top) =>
  [0, 1, 2, 3].reduce((crc, bit) => (top & (1 << bit) ? crc ^ (0x1021 << bit) : crc), 0),
)
const shifted = (crc: number, half: number): number => (((crc << 4) | half) & 0xffff) ^ (TABLE_1021[crc >> 12] ?? 0)

/** Polynomial 1021 from FFFF. Each half of a byte is shifted in at the low end, so it is another one than the usual CRC of that polynomial. */
export function crc1021(text: string): number {
  let crc = 0xffff
  for (let at = 0; at < text.length; at++) {
    const byte = text.charCodeAt(at)
    crc = shifted(shifted(crc, byte >> 4), byte & 0x0f)
  }
  return crc
}

export const lowFirst = (word: number): string => String.fromCharCode(word & 0xff, word >> 8)
export const highFirst = (word: number): string => String.fromCharCode(word >> 8, word & 0xff)
export const bytes = (...codes: readonly number[]): string => String.fromCharCode(...codes)
/** Upper-case hexadecimal digits, as a file spells a tag. */
export const hexOf = (text: string): string =>
  [...text].map((sign) => sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()).join('')
