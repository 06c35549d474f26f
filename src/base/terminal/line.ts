/** A line for a terminal: pieces of text with a tone, so that its width is known before colour is added. */

export const COLUMNS = 100

/** What a piece means; `lineText` defines each tone's colour. */
export type Tone = 'plain' | 'strong' | 'faint' | 'red-suit' | 'gain' | 'loss' | 'alarm'
export interface Piece {
  readonly text: string
  readonly tone: Tone
}
export type Line = readonly Piece[]

const PAINT: { readonly [tone in Tone]: string } = {
  plain: '',
  strong: '\u001b[1m',
  faint: '\u001b[2m',
  'red-suit': '\u001b[31m',
  gain: '\u001b[32m',
  loss: '\u001b[33m',
  alarm: '\u001b[1;31m',
}
const PAINT_END = '\u001b[0m'

export const piece = (text: string, tone: Tone = 'plain'): Piece => ({ text, tone })

/** Counts code points, because every sign used here is one column wide. */
export const widthOf = (line: Line): number => line.reduce((sum, { text }) => sum + [...text].length, 0)

const SIGNS = '–—…×·♠♥♦♣§€£°ÄÖÜäöüß'

/** Cleans text from outside: limits its length, and removes everything that moves a cursor or has no width. */
export const clean = (text: string): string =>
  [...text.slice(0, 2000)].map((sign) => ((sign >= ' ' && sign <= '~') || SIGNS.includes(sign) ? sign : '?')).join('')

/** At most `columns` wide; an ellipsis replaces what is cut off. */
export const clipped = (line: Line, columns: number = COLUMNS): Line => {
  if (widthOf(line) <= columns) return line
  let room = columns - 1
  const kept: Piece[] = []
  for (const { text, tone } of line) {
    const signs = [...text].slice(0, room)
    room -= signs.length
    if (signs.length > 0) kept.push({ text: signs.join(''), tone })
  }
  return [...kept, piece('…')]
}

/** Padded with spaces to `columns`, on the given side. */
export const padded = (line: Line, columns: number, side: 'before' | 'after' = 'after'): Line => {
  const space = piece(' '.repeat(Math.max(0, columns - widthOf(line))))
  return side === 'after' ? [...line, space] : [space, ...line]
}

/** Places `items` one after the other, as many per line as fit; later lines begin below the first item. */
export const wrapped = (head: Line, items: readonly Line[], gap: Piece = piece('  '), columns: number = COLUMNS): Line[] => {
  const indent = widthOf(head)
  const lines: Line[] = []
  let line: Line = head
  let isEmpty = true
  for (const item of items) {
    if (!isEmpty && widthOf(line) + gap.text.length + widthOf(item) > columns) {
      lines.push(line)
      line = [piece(' '.repeat(indent))]
      isEmpty = true
    }
    line = [...line, ...(isEmpty ? [] : [gap]), ...item]
    isEmpty = false
  }
  return [...lines, line].map((each) => clipped(each, columns))
}

/** A sentence, broken between words. */
export const wrappedText = (head: Line, text: string, tone: Tone = 'plain', columns: number = COLUMNS): Line[] =>
  wrapped(
    head,
    text.split(' ').map((word) => [piece(word, tone)]),
    piece(' ', tone),
    columns,
  )

/** Text that is broken into lines once their width is known. */
export interface Paragraph {
  readonly head: Line
  readonly items: readonly Line[]
  /** Separates two items on one line. */
  readonly gap: Piece
}

/** One unit of output: a finished line, or a paragraph to be broken. */
export type Entry = Line | Paragraph

export const paragraph = (head: Line, items: readonly Line[], gap: Piece = piece('  ')): Paragraph => ({ head, items, gap })

/** A sentence after `head`. */
export const sentence = (head: Line, text: string, tone: Tone = 'plain'): Paragraph =>
  paragraph(
    head,
    text.split(' ').map((word) => [piece(word, tone)]),
    piece(' ', tone),
  )

/** A sentence in several tones after `head`: broken between words, later lines begin below its first word. */
export const inTones = (head: Line, text: Line): Paragraph =>
  paragraph(
    head,
    wordsOf(text).map((word) => [word]),
    piece(' '),
  )

const wordsOf = (text: Line): readonly Piece[] =>
  text.flatMap(({ text: part, tone }) =>
    part
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => piece(word, tone)),
  )

/** True unless the line is empty. */
export const isSaid = (entry: Entry): boolean => !isLine(entry) || entry.some(({ text }) => text.trim() !== '')

const isLine = (entry: Entry): entry is Line => !('items' in entry)

/**
 * A paragraph's later lines begin below its first item. If that leaves too little room, or a single line is too long, they begin four
 * columns in.
 */
export const laidOut = (entry: Entry, columns: number = COLUMNS): readonly Line[] => {
  if (isLine(entry)) return widthOf(entry) <= columns ? [entry] : hanging(entry, columns)
  const { head, items, gap } = entry
  const room = columns - widthOf(head)
  const isRoomy = room >= columns / 2 && items.every((item) => widthOf(item) <= room)
  if (isRoomy) return wrapped(head, items, gap, columns)
  const whole = [...head, ...items.flatMap((item, at) => (at === 0 ? item : [gap, ...item]))]
  return widthOf(whole) <= columns ? [whole] : hanging(whole, columns)
}

const HANGING: Line = [piece('    ')]

const hanging = (line: Line, columns: number): readonly Line[] => {
  const [first, ...rest] = flowed([], line, columns)
  if (first === undefined) return []
  return [
    first,
    ...flowed(
      HANGING,
      rest.flatMap((each) => [piece(' '), ...each]),
      columns,
    ),
  ]
}

/** A sentence in several tones, broken between words; later lines begin below its first word. */
export const flowed = (head: Line, sentence: Line, columns: number): Line[] => {
  const words: Piece[][] = [[]]
  for (const { text, tone } of sentence) {
    text.split(' ').forEach((part, at) => {
      if (at > 0) words.push([])
      if (part !== '') words.at(-1)?.push(piece(part, tone))
    })
  }
  return wrapped(
    head,
    words.filter((word) => word.length > 0),
    piece(' '),
    columns,
  )
}

/** Joins adjacent pieces of the same tone, so that each tone is switched on once. */
const joined = (line: Line): Line => {
  const pieces: Piece[] = []
  for (const { text, tone } of line) {
    if (text === '') continue
    const last = pieces.at(-1)
    if (last?.tone === tone) pieces[pieces.length - 1] = piece(last.text + text, tone)
    else pieces.push({ text, tone })
  }
  return pieces
}

/** The text as written to the terminal. `colour`: with ANSI sequences. No spaces at the end. */
export const lineText = (line: Line, colour: boolean, columns: number = COLUMNS): string =>
  joined(clipped(line, columns))
    .map(({ text, tone }) => (colour && PAINT[tone] !== '' ? `${PAINT[tone]}${text}${PAINT_END}` : text))
    .join('')
    .trimEnd()
