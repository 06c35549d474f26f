/** What a person sees of the demo: one live table at a terminal, otherwise, or on request, line after line. */
import type { ReadStream, WriteStream } from 'node:tty'
import { type Entry, isSaid, laidOut, lineText, piece, sentence } from '../../src/base/terminal/line.ts'
import { allAlarms } from '../../src/display/terminal/alarm-lines.ts'
import { type Alarms, closedAlarm, hearAlarms, noAlarms } from '../../src/display/terminal/alarms.ts'
import { blankLive, hear, hearGone, type Live, told, turnedTo } from '../../src/display/terminal/live.ts'
import { liveLines, type Size, scrolledBy } from '../../src/display/terminal/live-lines.ts'
import { blankScreen, headLines, type Screen, show } from '../../src/display/terminal/screen.ts'
import type { AnyEnvelope } from '../../src/wire/receive.ts'
import { HELP_PAGE, KEYS_SHORT, KEYS_TOLD } from './keys.ts'
import { type LiveTerminal, type OtherKey, openLiveTerminal } from './live-terminal.ts'

export interface Head {
  readonly title: string
  readonly brokerUrl: string
  readonly displayUrl: string
  /** Base of the table's topics. */
  readonly base: string
}

export interface Shown {
  /** A table begins. */
  begin(head: Head): void
  /** A message, and what else is known about it. */
  heard(envelope: AnyEnvelope, more: readonly Entry[]): void
  /** The topic of this alarm is empty. */
  gone(alarm: string): void
  /** What is said beside the messages. */
  say(entries: readonly Entry[]): void
  /** The result at a table, which can still be read when everything is over. */
  sum(entries: readonly Entry[]): void
  /** Restores the terminal. Calling it twice does no harm. */
  close(): void
}

const linesTo =
  (out: NodeJS.WritableStream, colour: boolean) =>
  (entries: readonly Entry[]): void =>
    void out.write(
      entries
        .flatMap((entry) => laidOut(entry))
        .map((line) => `${lineText(line, colour)}\n`)
        .join(''),
    )

export function showLines(out: NodeJS.WritableStream, colour: boolean): Shown {
  const print = linesTo(out, colour)
  let screen: Screen = blankScreen
  let alarms: Alarms = noAlarms
  return {
    begin({ title, brokerUrl, displayUrl, base }) {
      screen = blankScreen
      alarms = noAlarms
      print([...headLines(title, brokerUrl, base), [piece(`  display ${displayUrl}`)]])
    },
    heard(envelope, more) {
      const [next, lines] = show(screen, envelope)
      screen = next
      alarms = hearAlarms(alarms, envelope)
      print([...lines, ...more])
    },
    gone(alarm) {
      alarms = closedAlarm(alarms, alarm)
    },
    say: print,
    sum: (lines) => print([...alarmsOf(alarms), ...lines]),
    close() {},
  }
}

/** Alarms of each list that are still to be read when all is over. */
const ALARMS_MAX = 20

const alarmsOf = (alarms: Alarms): readonly Entry[] =>
  alarms.open.size + alarms.closed.length === 0 ? [] : [[], ...allAlarms(alarms, ALARMS_MAX)]

export interface LiveOptions {
  readonly out: WriteStream
  readonly keys: ReadStream
  readonly colour: boolean
  readonly onQuit: () => void
}

/** Long enough to be read. */
const ANSWER_MS = 6000

/** Before the first table and after the last one, text goes directly to the terminal. */
export function showLive({ out, keys, colour, onQuit }: LiveOptions): Shown {
  const print = linesTo(out, colour)
  const kept: Entry[] = []
  let live: Live = blankLive('', [])
  let terminal: LiveTerminal | null = null
  let answering: NodeJS.Timeout | undefined
  const answer = (pressed: OtherKey, size: Size): void => {
    clearTimeout(answering)
    if ('unknown' in pressed) {
      become({ ...live, answer: `Key ${pressed.unknown} does nothing. ${KEYS_TOLD}` })
      answering = setTimeout(() => become({ ...live, answer: null }), ANSWER_MS)
    } else if (pressed.key === 'alarms' || pressed.key === 'help') become(turnedTo(live, pressed.key))
    else become(pressed.key === 'back' ? turnedTo(live, 'table') : scrolledBy({ ...live, answer: null }, pressed.key, size))
  }
  const become = (next: Live): void => {
    live = next
    terminal?.changed()
  }
  return {
    begin({ title, brokerUrl, displayUrl, base }) {
      live = {
        ...blankLive(title, [`display ${displayUrl}`, `broker ${brokerUrl}`]),
        keys: KEYS_SHORT,
        help: HELP_PAGE,
        page: live.page,
        from: live.from,
        events: live.events,
      }
      kept.push([], [piece(title, 'strong')], sentence([piece('  topics  ')], `${base}/#`))
      terminal ??= openLiveTerminal({ out, keys, colour, onQuit, onKey: answer, lines: (size) => liveLines(live, size, Date.now()) })
      terminal.changed()
    },
    heard: (envelope, more) => become(told(hear(live, envelope), more)),
    gone: (alarm) => become(hearGone(live, alarm)),
    say(lines) {
      if (terminal === null) print(lines)
      else become(told(live, lines))
    },
    sum(lines) {
      kept.push(...alarmsOf(live.alarms), ...lines.filter(isSaid))
      become(told(live, lines))
    },
    close() {
      if (terminal === null) return
      clearTimeout(answering)
      terminal.close()
      terminal = null
      print(kept.splice(0))
    },
  }
}
