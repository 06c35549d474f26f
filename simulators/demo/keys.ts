/** The keys of the live table: what a terminal sends for each, and the page that lists them. */
import { type Entry, type Line, padded, piece, sentence } from '../../src/base/terminal/line.ts'
import type { Scroll } from '../../src/display/terminal/page.ts'

export type Key = Scroll | 'quit' | 'suspend' | 'redraw' | 'alarms' | 'help' | 'back'

interface KeyRow {
  /** As a person calls them. */
  readonly names: string
  /** What a terminal sends. Arrows, Home and End come in two forms, by the terminal's mode; some send a number instead. */
  readonly sent: readonly string[]
  readonly does: string
}

const ESC = '\u001b'
const letterKeys = (letter: string): readonly string[] => [`${ESC}[${letter}`, `${ESC}O${letter}`]
const numberKeys = (...numbers: readonly number[]): readonly string[] => numbers.map((number) => `${ESC}[${number}~`)

const KEYS: { readonly [K in Key]: KeyRow } = {
  alarms: { names: 'a', sent: ['a'], does: 'all alarms, open and closed; the table again' },
  help: { names: '?  h', sent: ['?', 'h'], does: 'this page; the table again' },
  back: { names: 'Esc', sent: [ESC], does: 'the table again' },
  up: { names: 'Up  k', sent: [...letterKeys('A'), 'k'], does: 'a line up, on a page longer than the screen' },
  down: { names: 'Down  j', sent: [...letterKeys('B'), 'j'], does: 'a line down' },
  'page-up': { names: 'Page Up  b', sent: [...numberKeys(5), 'b'], does: 'a screen up' },
  'page-down': { names: 'Page Down  space', sent: [...numberKeys(6), ' '], does: 'a screen down' },
  home: { names: 'Home  g', sent: [...letterKeys('H'), ...numberKeys(1, 7), 'g'], does: 'the beginning' },
  end: { names: 'End  G', sent: [...letterKeys('F'), ...numberKeys(4, 8), 'G'], does: 'the end' },
  quit: { names: 'q  Ctrl-C', sent: ['q', '\u0003'], does: 'ends the demo; a second Ctrl-C ends it at once' },
  redraw: { names: 'Ctrl-L', sent: ['\u000c'], does: 'draws the screen anew' },
  suspend: { names: 'Ctrl-Z', sent: ['\u001a'], does: 'pauses; `fg` goes on' },
}

const SENT: ReadonlyMap<string, Key> = new Map(
  Object.entries(KEYS).flatMap(([key, { sent }]) => sent.map((text) => [text, key as Key] as const)),
)

/** A key, or the letter, digit or sign of one that does nothing. */
export type Pressed = { readonly key: Key } | { readonly unknown: string }

/** An arrow or a function key sends several characters, none of which is a key by itself. */
const ONE_KEY = new RegExp(`${ESC}\\[[\\d;]*[A-Za-z~]|${ESC}O[A-Za-z]|[^]`, 'g')

export function pressedIn(text: string): readonly Pressed[] {
  return [...text.matchAll(ONE_KEY)].flatMap(([sent]): readonly Pressed[] => {
    const key = SENT.get(sent)
    if (key !== undefined) return [{ key }]
    return sent > ' ' && sent <= '~' ? [{ unknown: sent }] : []
  })
}

/** Where there is no room for more. */
export const KEYS_SHORT = 'a alarms, ? keys, q ends'
export const KEYS_TOLD = 'q ends the demo, ? lists all keys'

const SIGNS: readonly (readonly [sign: string, means: string])[] = [
  ['?', 'not certain yet: another story of the round fits as well'],
  ['##', 'a card that lies face down'],
  ['>', 'in play'],
  ['!', 'an alarm, or a finding that has one; dim: for the record'],
]

const NAMES_COLUMNS = 20

const row = (name: string, text: string): Entry => sentence(padded([piece(`  ${name}`, 'strong')], NAMES_COLUMNS), text)
const title = (text: string): Line => [piece(text, 'strong')]

/** The page about the keys, and about the signs that a newcomer asks about. */
export const HELP_PAGE: readonly Entry[] = [
  title('Keys'),
  ...Object.values(KEYS).map(({ names, does }) => row(names, does)),
  [],
  title('Signs'),
  ...SIGNS.map(([sign, means]) => row(sign, means)),
]
