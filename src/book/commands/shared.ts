/** What the book's verbs share: the configuration, its store, and the choice of tables and times. */
import { formatProblems } from '../../base/config/problems.ts'
import { Ending, EXIT_CONFIG, EXIT_FAILED, EXIT_USAGE } from '../../base/process/exit-codes.ts'
import { reasonOf } from '../../base/process/reason.ts'
import { type BookConfig, loadBookConfig } from '../config.ts'
import { askRunning, askWord } from '../store/asking.ts'
import { openStore, type Store, StoreDamaged, StoreFault, StoreHeld } from '../store/open.ts'
import { enterWord, type Word } from '../store/person.ts'

export const CONFIG_USUAL = 'book.yaml'

/** @throws Ending that lists every problem */
export const readBookConfig = (file: string): BookConfig => {
  const read = loadBookConfig(file)
  if (!read.ok) throw new Ending(EXIT_CONFIG, formatProblems(file, read.problems))
  return read.config
}

/** null: a running book holds it. @throws Ending when it cannot be used */
const openUnlessHeld = (place: string): Promise<Store | null> =>
  openStore({ store: place }).catch((error: unknown) => {
    if (error instanceof StoreHeld) return null
    throw error instanceof StoreFault ? new Ending(EXIT_FAILED, `book: ${error.message}`) : error
  })

/** Asks the book that runs, or does it here if none does. @throws Ending that says why it was not done */
export const askOrDo = async <T>(place: string, ask: () => Promise<T>, here: (store: Store) => Promise<T>): Promise<T> => {
  const store = await openUnlessHeld(place)
  try {
    return await (store === null ? ask() : here(store))
  } catch (error) {
    throw new Ending(EXIT_FAILED, `book: ${reasonOf(error)}`)
  } finally {
    await store?.destroy()
  }
}

/**
 * Opens the store for reading while `use` runs. If a running book holds the store, that book answers the queries instead.
 * @throws Ending when the store cannot be used
 */
export const readStore = async <T>(file: string, use: (store: Store) => Promise<T>): Promise<T> => {
  const { store: place } = readBookConfig(file)
  const store = (await openUnlessHeld(place)) ?? askRunning(place)
  try {
    return await use(store)
  } catch (error) {
    throw error instanceof StoreDamaged ? new Ending(EXIT_FAILED, `book: ${error.message}`) : error
  } finally {
    await store.destroy()
  }
}

/** A person's word. Returns what it changes, as text. @throws Ending that says why it changes nothing */
export const sayTo = (file: string, word: Word): Promise<string> => {
  const { store: place } = readBookConfig(file)
  return askOrDo(
    place,
    () => askWord(place, word),
    (store) => enterWord(store, word, Date.now()),
  )
}

/** Unix ms; `fromMs` is included, `toMs` is not. */
export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
}

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/
/** ISO 8601: a day, or a time on it with or without a zone. */
const INSTANT = /^(\d{4})-(\d{2})-(\d{2})([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * Parses a span from the command line. A time of day is its last occurrence on this machine's clock, and as the end its first one after the
 * beginning, so 22:00 to 02:00 lie in one night. A day is its first moment on this machine's clock, and anything else is ISO 8601. Without
 * `from` the span starts at the beginning, and without `to` it has no end.
 * @throws Ending when a time cannot be read
 */
export const spanOf = (from: string | undefined, to: string | undefined, nowMs: number): TimeSpan => {
  const fromMs = from === undefined ? 0 : CLOCK.test(from) ? lastAt(from, nowMs) : instantOf(from)
  if (to === undefined) return { fromMs, toMs: Number.MAX_SAFE_INTEGER }
  if (!CLOCK.test(to)) return { fromMs, toMs: instantOf(to) }
  return { fromMs, toMs: from === undefined ? lastAt(to, nowMs) : nextAt(to, fromMs) }
}

/** The last time the clock showed that time of day. */
const lastAt = (clock: string, nowMs: number): number =>
  [-1, 0].flatMap((day) => onDayOf(clock, nowMs, day)).findLast((at) => at <= nowMs) ?? nowMs

/** The next time the clock shows that time of day: not always 24 hours after the last one. */
const nextAt = (clock: string, afterMs: number): number =>
  [0, 1].flatMap((day) => onDayOf(clock, afterMs, day)).find((at) => at > afterMs) ?? afterMs

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** When the clock shows that time of day: once, or twice in an hour that it is set back. */
const onDayOf = (clock: string, ms: number, daysLater: number): readonly number[] => {
  const [, hours, minutes] = CLOCK.exec(clock) ?? []
  const day = new Date(ms)
  const at = new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater, Number(hours), Number(minutes))
  const setBackMs = (new Date(at.getTime() + 2 * HOUR_MS).getTimezoneOffset() - at.getTimezoneOffset()) * MINUTE_MS
  const again = new Date(at.getTime() + setBackMs)
  const isTwice = setBackMs > 0 && again.getHours() === at.getHours() && again.getMinutes() === at.getMinutes()
  return isTwice ? [at.getTime(), again.getTime()] : [at.getTime()]
}

const instantOf = (text: string): number => {
  const [, year, month, day, clock] = INSTANT.exec(text) ?? []
  // A day alone would be read in UTC, but one with a time of day by this machine's clock.
  const at = year === undefined ? Number.NaN : Date.parse(clock === undefined ? `${text}T00:00` : text)
  if (Number.isNaN(at)) throw new Ending(EXIT_USAGE, `${text} is not a time; use 22:00, or ISO 8601 such as 2026-11-21T22:00`)
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  // The 30th of February would be read as the 2nd of March.
  if (Number(day) > days) throw new Ending(EXIT_USAGE, `${text} is no day: ${year}-${month} has ${days} days`)
  return at
}

/** @throws Ending unless the text is a whole number in that range */
export const numberOf = (name: string, text: string | undefined, [least, most]: readonly [number, number]): number | null => {
  if (text === undefined) return null
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new Ending(EXIT_USAGE, `--${name} ${text}: a whole number from ${least} to ${most} is needed`)
}
