/** What the book's verbs share: the configuration, its store, and the choice of tables and times. */
import { formatProblems } from '../../config/problems.ts'
import { Ending, EXIT_CONFIG, EXIT_FAILED, EXIT_USAGE } from '../../exit-codes.ts'
import { type BookConfig, loadBookConfig } from '../config.ts'
import { askRunning } from '../store/asking.ts'
import { openStore, type Store, StoreFault, StoreHeld } from '../store/open.ts'

export const CONFIG_USUAL = 'book.yaml'

/** @throws Ending that lists every problem */
export const readBookConfig = (file: string): BookConfig => {
  const read = loadBookConfig(file)
  if (!read.ok) throw new Ending(EXIT_CONFIG, formatProblems(file, read.problems))
  return read.config
}

/**
 * Opens the store for reading while `use` runs. If a running book holds the store, that book answers the queries instead.
 * @throws Ending when the store cannot be used
 */
export const readStore = async <T>(file: string, use: (store: Store) => Promise<T>): Promise<T> => {
  const { store: place } = readBookConfig(file)
  const store = await openStore({ store: place }).catch((error: unknown) => {
    if (error instanceof StoreHeld) return askRunning(place)
    throw error instanceof StoreFault ? new Ending(EXIT_FAILED, `book: ${error.message}`) : error
  })
  try {
    return await use(store)
  } finally {
    await store.destroy()
  }
}

/** Unix ms; `fromMs` is included, `toMs` is not. */
export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
}

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/
const DAY_MS = 86_400_000

/**
 * Parses a span from the command line. A time of day is its last occurrence on this machine's clock, so 22:00 to 02:00 lie in one night;
 * anything else is ISO 8601. Without `from` the span starts at the beginning, and without `to` it has no end.
 * @throws Ending when a time cannot be read
 */
export const spanOf = (from: string | undefined, to: string | undefined, nowMs: number): TimeSpan => {
  const fromMs = from === undefined ? 0 : CLOCK.test(from) ? lastAt(from, nowMs) : instantOf(from)
  if (to === undefined) return { fromMs, toMs: Number.MAX_SAFE_INTEGER }
  if (!CLOCK.test(to)) return { fromMs, toMs: instantOf(to) }
  const toMs = lastAt(to, (from === undefined ? nowMs : fromMs) + (from === undefined ? 0 : DAY_MS))
  return { fromMs, toMs }
}

/** The last time the clock showed that time of day. */
const lastAt = (clock: string, nowMs: number): number => {
  const [, hours, minutes] = CLOCK.exec(clock) ?? []
  const at = new Date(nowMs)
  at.setHours(Number(hours), Number(minutes), 0, 0)
  if (at.getTime() > nowMs) at.setDate(at.getDate() - 1)
  return at.getTime()
}

const instantOf = (text: string): number => {
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new Ending(EXIT_USAGE, `${text} is not a time; use 22:00, or ISO 8601 such as 2026-11-21T22:00`)
  return at
}

/** @throws Ending unless the text is a whole number in that range */
export const numberOf = (name: string, text: string | undefined, [least, most]: readonly [number, number]): number | null => {
  if (text === undefined) return null
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new Ending(EXIT_USAGE, `--${name} ${text}: a whole number from ${least} to ${most} is needed`)
}
