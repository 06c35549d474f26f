/**
 * Messages wait here for the next frame. Of each state only the newest message waits; events wait in order. A frame takes and draws what
 * fits into its time and leaves the rest to the next, so the page stays responsive under any load.
 */
import { batch } from '@preact/signals'

export interface Heard {
  readonly topic: string
  readonly payload: Uint8Array
  readonly isRetained: boolean
}

export interface Intake {
  put(heard: Heard): void
  /** Hands on waiting messages, a few at a time, until `isLate`; returns true if any still wait. */
  drain(to: Drain): boolean
  /** Messages thrown away since the start because too many waited. */
  dropped(): number
}

export interface Drain {
  readonly take: (topic: string, payload: string, isRetained: boolean) => void
  /** Draws what the messages taken so far have changed. */
  readonly draw: () => void
  readonly isLate: () => boolean
}

const EVENTS_MAX = 5000
/** Topics of 400 tables, with devices and alarms. */
const STATES_MAX = 20_000
/** Messages taken between two draws, so that the states of one table, which arrive together, are drawn together. */
const AT_ONCE = 8

/** `keepsAll`: true for a state whose every message is wanted. */
export function createIntake(keepsAll: (topic: string) => boolean): Intake {
  const states = new Map<string, Heard>()
  let events: Heard[] = []
  let dropped = 0
  const text = new TextDecoder()
  const isEvent = (topic: string): boolean => topic.split('/', 6)[5] === 'ev' || topic.split('/', 4)[3] === 'reply' || keepsAll(topic)

  return {
    put(heard) {
      if (isEvent(heard.topic)) {
        events.push(heard)
        if (events.length > EVENTS_MAX) dropped += events.splice(0, events.length - EVENTS_MAX).length
      } else if (states.size < STATES_MAX || states.has(heard.topic)) {
        states.set(heard.topic, heard)
      } else {
        dropped += 1
      }
    },
    drain({ take, draw, isLate }) {
      const takeOne = ({ topic, payload, isRetained }: Heard): void => take(topic, text.decode(payload), isRetained)
      let taken = 0
      do {
        batch(() => {
          let left = AT_ONCE
          for (; left > 0 && taken < events.length; left--) takeOne(events[taken++] as Heard)
          for (const [topic, heard] of states) {
            if (left-- <= 0) break
            states.delete(topic)
            takeOne(heard)
          }
        })
        draw()
      } while ((taken < events.length || states.size > 0) && !isLate())
      events = taken === events.length ? [] : events.slice(taken)
      return events.length > 0 || states.size > 0
    },
    dropped: () => dropped,
  }
}
