/**
 * A terminal as far as the live table uses one, after ECMA-48 and xterm's private modes: what stands on it can be read, and anything
 * it does not know is an error. Text is one column a code point.
 */

export interface Emulator {
  readonly columns: number
  readonly rows: number
  write(text: string): void
  /** As a terminal does it: cut, never wrapped anew. */
  resize(columns: number, rows: number): void
  /** The rows, without spaces at their ends. */
  screen(): readonly string[]
  readonly isOther: boolean
  readonly isCursorShown: boolean
  readonly wraps: boolean
  /** Colours and the like that were switched on. */
  readonly tones: ReadonlySet<string>
}

interface Page {
  cells: string[][]
  row: number
  column: number
}

const SEQUENCE = new RegExp(`^${String.fromCharCode(27)}\\[(\\??)([\\d;]*)([A-Za-z])`)

export function emulator(columns: number, rows: number): Emulator {
  const blank = (): string[] => Array.from({ length: columns }, () => ' ')
  const page = (): Page => ({ cells: Array.from({ length: rows }, blank), row: 0, column: 0 })
  const main = page()
  let other = page()
  let isOther = false
  let isCursorShown = true
  let wraps = true
  const tones = new Set<string>()
  let rest = ''

  const now = (): Page => (isOther ? other : main)

  function feed(): void {
    const at = now()
    if (at.row < rows - 1) at.row++
    else {
      at.cells.shift()
      at.cells.push(blank())
    }
  }

  function put(sign: string): void {
    const at = now()
    if (at.column >= columns) {
      if (wraps) {
        at.column = 0
        feed()
      } else at.column = columns - 1
    }
    const row = at.cells[at.row]
    if (row !== undefined) row[at.column] = sign
    at.column++
  }

  function mode(name: string, on: boolean): void {
    if (name === '1049') {
      if (on) other = page()
      isOther = on
    } else if (name === '25') isCursorShown = on
    else if (name === '7') wraps = on
    else throw new Error(`unknown mode ${name}`)
  }

  function erase(what: string, from: number, to: number): void {
    if (!['', '0', '2'].includes(what)) throw new Error(`unknown erase ${what}`)
    for (let row = what === '2' ? 0 : from; row < to; row++) now().cells[row] = blank()
  }

  function obey(isPrivate: boolean, args: string, verb: string): void {
    const at = now()
    if (isPrivate) {
      if (verb !== 'h' && verb !== 'l') throw new Error(`unknown private ${args}${verb}`)
      mode(args, verb === 'h')
    } else if (verb === 'm') tones.add(args)
    else if (verb === 'H') {
      const [row = 1, column = 1] = args.split(';').map((part) => Number(part || 1))
      at.row = Math.min(rows, row) - 1
      at.column = Math.min(columns, column) - 1
    } else if (verb === 'J') erase(args, at.row, rows)
    else if (verb === 'K' && args === '2') at.cells[at.row] = blank()
    else if (verb === 'K') at.cells[at.row]?.fill(' ', at.column)
    else throw new Error(`unknown sequence ${args}${verb}`)
  }

  return {
    get columns() {
      return columns
    },
    get rows() {
      return rows
    },
    write(text) {
      rest += text
      while (rest !== '') {
        if (rest[0] === '\u001b') {
          const found = SEQUENCE.exec(rest)
          // Half a sequence: the rest of it is under way.
          if (found === null && rest.length < 16) return
          if (found === null) throw new Error(`no sequence: ${JSON.stringify(rest.slice(0, 16))}`)
          const [whole, mark, args = '', verb = ''] = found
          rest = rest.slice(whole.length)
          obey(mark === '?', args, verb)
          continue
        }
        const sign = String.fromCodePoint(rest.codePointAt(0) ?? 0)
        rest = rest.slice(sign.length)
        if (sign === '\r') now().column = 0
        else if (sign === '\n') feed()
        else if (sign < ' ') throw new Error(`control character ${sign.codePointAt(0)}`)
        else put(sign)
      }
    },
    resize(toColumns, toRows) {
      columns = toColumns
      rows = toRows
      for (const each of [main, other]) {
        each.cells = Array.from({ length: rows }, (_, row) =>
          Array.from({ length: columns }, (_, column) => each.cells[row]?.[column] ?? ' '),
        )
        each.row = Math.min(each.row, rows - 1)
        each.column = Math.min(each.column, columns - 1)
      }
    },
    screen: () => now().cells.map((row) => row.join('').trimEnd()),
    get isOther() {
      return isOther
    },
    get isCursorShown() {
      return isCursorShown
    },
    get wraps() {
      return wraps
    },
    tones,
  }
}
