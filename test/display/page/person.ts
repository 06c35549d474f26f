/** What a person has to do: counted while it is done, and told in minutes by the keystroke-level model. */
import type { Locator } from 'playwright-core'

export interface Effort {
  readonly commands: number
  readonly fields: number
  /** Of commands, with the key that ends each, and of fields. */
  readonly keystrokes: number
  readonly clicks: number
  /** Of the text that was read. */
  readonly words: number
}

/**
 * Seconds, from Card, Moran and Newell, The keystroke-level model for user performance time (1980): a key of somebody who types for
 * his work now and then, pointing at something and pressing, and thinking what comes next.
 */
const KEY_S = 0.28
const POINT_S = 1.3
const THINK_S = 1.35
/** Somebody who reads to understand. */
const WORDS_A_MINUTE = 200

export interface Person {
  reads(text: string): void
  /** A line in a terminal. */
  types(command: string): void
  fills(field: Locator, text: string): Promise<void>
  chooses(field: Locator, option: string): Promise<void>
  clicks(place: Locator): Promise<void>
  effort(): Effort
}

export function newPerson(): Person {
  const effort = { commands: 0, fields: 0, keystrokes: 0, clicks: 0, words: 0 }
  return {
    reads(text) {
      effort.words += text.match(/\S*\w\S*/g)?.length ?? 0
    },
    types(command) {
      effort.commands++
      effort.keystrokes += command.length + 1
    },
    async fills(field, text) {
      await field.fill(text)
      effort.fields++
      effort.keystrokes += text.length
    },
    async chooses(field, option) {
      await field.selectOption(option)
      effort.fields++
      effort.clicks++
    },
    async clicks(place) {
      await place.click()
      effort.clicks++
    },
    effort: () => ({ ...effort }),
  }
}

/** Typing and pointing, and reading, each in minutes. */
export function minutesOf({ commands, fields, keystrokes, clicks, words }: Effort): { readonly doing: number; readonly reading: number } {
  // A field is pointed at, or reached with a key that takes no longer.
  const doing = keystrokes * KEY_S + (clicks + fields) * POINT_S + (commands + fields + clicks) * THINK_S
  return { doing: doing / 60, reading: words / WORDS_A_MINUTE }
}
