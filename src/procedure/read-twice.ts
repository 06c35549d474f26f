/**
 * `card-read-twice`: the same card again at once, closer than a person deals. The reader saw one card twice. Two equal cards at a person's pace are
 * two cards. Which of the two readings was none is unknown, so nobody is accused for certain in that round, nor in the one that begins next, whose
 * first card the second reading may seem to be.
 */
import { UNREAD } from '../../devices/scan.ts'
import { deviceWords } from './device-alarms.ts'
import type { DeviceWatch } from './device-sign.ts'

export interface ReadTwice {
  /** The newest card, with its event time; null: none, or one that was not read. */
  readonly last: { readonly card: string; readonly at: number } | null
  /** Rounds in which a card may have been read twice, the newest last. */
  readonly rounds: readonly string[]
  /** The next round to begin is one of them. */
  readonly isNext: boolean
}

/** A round's findings may still change for one round after it. */
const ROUNDS_MAX = 4

export const CARD_READ_TWICE = 'card-read-twice'

export const READ_TWICE: DeviceWatch<ReadTwice> = {
  initial: { last: null, rounds: [], isNext: false },
  step(before, { observation, before: earlier, after, events }, { devices, cardApartMs = 0 }) {
    const begun = events.flatMap(({ type, round }) => (type === 'round.opened' && round !== null ? [round] : []))
    const known = before.isNext && begun.length > 0 ? withRounds({ ...before, isNext: false }, begun) : before
    if (observation?.kind !== 'card') return [known, []]
    const { card, at, late } = observation
    const shoe = devices.find(({ role }) => role === 'shoe')
    // What is dated by its arrival may have been held up, and then comes all at once.
    const isDated = shoe !== undefined && late !== true && !after.away.has(shoe.name)
    const state = { ...known, last: card === UNREAD || !isDated ? null : { card, at } }
    const { last } = before
    if (shoe === undefined || state.last === null || last?.card !== card || Math.abs(at - last.at) >= cardApartMs) return [state, []]
    const words = deviceWords('DEVICE-INCIDENT', { device: shoe.name }, CARD_READ_TWICE)
    const rounds = [earlier.current, after.current].flatMap((open) => (open === null ? [] : [open.round.id]))
    return [withRounds({ ...state, isNext: true }, rounds), [{ device: shoe.name, incident: CARD_READ_TWICE, alarm: null, words }]]
  },
}

const withRounds = (state: ReadTwice, rounds: readonly string[]): ReadTwice => ({
  ...state,
  rounds: [...new Set([...state.rounds, ...rounds])].slice(-ROUNDS_MAX),
})
