/**
 * A terminal that shows one screen, drawn over itself, and gets back what it had however the process ends.
 *
 *   open ---> other screen, no cursor, keys unseen ---> draw, draw, .. ---> close, `exit`, uncaught exception ---> as it was
 *                          ^--- a change of size redraws it
 */
import type { ReadStream, WriteStream } from 'node:tty'
import { type Line, lineText } from '../../src/base/terminal/line.ts'
import { ENTER, frameText, LEAVE } from '../../src/display/terminal/frame.ts'
import type { Size } from '../../src/display/terminal/live-lines.ts'
import { type Key, type Pressed, pressedIn } from './keys.ts'

export interface LiveTerminalOptions {
  readonly out: WriteStream
  /** Where keys come from; a stream that is no terminal is left alone. */
  readonly keys: ReadStream
  readonly colour: boolean
  /** The lines to show now. */
  readonly lines: (size: Size) => readonly Line[]
  readonly onQuit: () => void
  /** A key that is nothing to the terminal itself, on a terminal of this size. */
  readonly onKey: (pressed: OtherKey, size: Size) => void
}

export type OtherKey = Exclude<Pressed, { readonly key: Key }> | { readonly key: Exclude<Key, 'quit' | 'suspend' | 'redraw'> }

export interface LiveTerminal {
  /** Something has changed; it is drawn soon. */
  changed(): void
  /** Restores the terminal. Calling it twice does no harm. */
  close(): void
}

/** A person sees no more changes than this allows. */
const DRAW_MS_MIN = 50
/** Texts about time (a silent device) must go on without a message. */
const TICK_MS = 1000
/** Used if the terminal does not report its size. */
const USUAL: Size = { columns: 80, rows: 24 }
/** After a stop by Ctrl-Z this is the first thing that happens. */
const RESUME_MS = 100

type OwnKey = 'quit' | 'suspend' | 'redraw'
const isOwn = (key: Key): key is OwnKey & Key => key === 'quit' || key === 'suspend' || key === 'redraw'

const sizeOf = ({ columns, rows }: LiveTerminalOptions['out']): Size => ({ columns: columns || USUAL.columns, rows: rows || USUAL.rows })

/** The terminal's own keys to itself, the others on. */
function hand(presses: ReturnType<typeof pressedIn>, own: { readonly [key in OwnKey]: () => void }, on: (press: OtherKey) => void): void {
  for (const each of presses) {
    if ('unknown' in each) on(each)
    else if (isOwn(each.key)) own[each.key]()
    else on({ key: each.key })
  }
}

export function openLiveTerminal({ out, keys, colour, lines, onQuit, onKey }: LiveTerminalOptions): LiveTerminal {
  let shown: readonly string[] | null = null
  let isOpen = false
  let drawing: NodeJS.Timeout | null = null

  function draw(): void {
    drawing = null
    if (!isOpen) return
    const rows = lines(sizeOf(out)).map((line) => lineText(line, colour, sizeOf(out).columns))
    const text = frameText(shown, rows)
    shown = rows
    if (text !== '') out.write(text)
  }
  const changed = (): void => {
    drawing ??= setTimeout(draw, DRAW_MS_MIN)
  }
  /** Nothing that was on the screen can be relied on. */
  function resized(): void {
    shown = null
    draw()
  }
  function enter(): void {
    isOpen = true
    if (keys.isTTY) keys.setRawMode(true)
    out.write(ENTER)
    resized()
  }
  function leave(): void {
    if (!isOpen) return
    isOpen = false
    if (keys.isTTY) keys.setRawMode(false)
    out.write(LEAVE)
  }
  /** Stops the whole process group, npm included, as the terminal would do by itself if it saw the key. */
  function suspend(): void {
    leave()
    process.kill(0, 'SIGTSTP')
    setTimeout(enter, RESUME_MS)
  }
  const own = { quit: onQuit, suspend, redraw: resized }
  const pressed = (bytes: Buffer): void => hand(pressedIn(bytes.toString('latin1')), own, (each) => onKey(each, sizeOf(out)))
  function close(): void {
    leave()
    clearInterval(ticking)
    if (drawing !== null) clearTimeout(drawing)
    out.off('resize', resized)
    if (keys.isTTY) keys.off('data', pressed).pause()
    process.off('exit', leave)
    // Before the reason is printed, which would otherwise be on the screen that disappears.
    process.off('uncaughtExceptionMonitor', leave)
  }

  const ticking = setInterval(draw, TICK_MS).unref()
  process.on('exit', leave)
  process.on('uncaughtExceptionMonitor', leave)
  out.on('resize', resized)
  if (keys.isTTY) keys.on('data', pressed)
  enter()
  return { changed, close }
}
