/**
 * The cards that were collected, beside those that left the shoe. A card that lies with the discards and never left the shoe was not read there, or
 * is of another pack: nobody is accused for certain in its round (`discard-not-dealt`). A card that left the shoe and was not collected was not
 * read with the discards, or lies elsewhere (`discard-missing`). Both are the devices' own incidents.
 */
import { UNREAD } from '../../devices/scan.ts'
import { deviceOf } from '../engine/observation.ts'
import { isContinuous } from '../engine/state/table-state.ts'
import { deviceWords } from './device-alarms.ts'
import type { DeviceSign, DeviceWatch } from './device-sign.ts'
import type { JudgeContext, Sight } from './watch.ts'

interface Out {
  readonly card: string
  /** Event time, Unix ms. */
  readonly at: number
  /** It was burned, or came in the round before: it need not lie with this round's discards. */
  readonly isExcused: boolean
}

interface Beyond {
  readonly card: string
  readonly at: number
  /** Like the one before it: the reader may have read one card twice. */
  readonly isTwice: boolean
  readonly isTold: boolean
}

export interface DiscardsWatch {
  /** Cards that have left the shoe since the round began and are not collected yet. */
  readonly out: readonly Out[]
  /** Collected since then, and none of those that left the shoe. */
  readonly beyond: readonly Beyond[]
  /** How many were collected and not read. */
  readonly unread: number
  /** The newest card of the hand that is collected; null: none. */
  readonly last: string | null
  /** When the round began, event time; null: nobody has seen one begin. */
  readonly since: number | null
  /** The next one has begun: what came before is compared once it has all been reported. */
  readonly until: number | null
  /** Number of the newest line of the device; null: none. */
  readonly seq: number | null
  readonly hasRead: boolean
  /** Lines of the device may be missing in this round. */
  readonly isBlind: boolean
  readonly isAway: boolean
  /** Rounds of which the shoe did not tell every card, the newest last. */
  readonly doubted: readonly string[]
}

export const DISCARD_NOT_DEALT = 'discard-not-dealt'
export const DISCARD_MISSING = 'discard-missing'

/** A round's findings may still change for one round after it. */
const ROUNDS_MAX = 4
/** More than any round has. */
const CARDS_MAX = 512

const INITIAL: DiscardsWatch = {
  ...{ out: [], beyond: [], unread: 0, last: null, since: null, until: null },
  ...{ seq: null, hasRead: false, isBlind: false, isAway: false, doubted: [] },
}

export const DISCARDS_WATCH: DeviceWatch<DiscardsWatch> = {
  initial: INITIAL,
  step(before, sight, context) {
    const device = context.devices.find(({ role }) => role === 'discards')?.name
    // Cards that go back into a machine lie with no discards.
    if (device === undefined || isContinuous(sight.after, context)) return [before === INITIAL ? before : INITIAL, []]
    const heard = withUntil(withDiscard(withCard(withLine(before, sight, device), sight), sight, device), sight)
    const [told, beyond] = tellBeyond(heard, sight, device, context)
    const [next, missing] = compare(told, sight, device)
    return [next, [...beyond, ...missing]]
  },
}

/** Whether every line of the device has come. */
const withLine = (state: DiscardsWatch, { observation }: Sight, device: string): DiscardsWatch => {
  if (observation?.kind === 'link') {
    if (observation.device !== device) return state
    return { ...state, isAway: !observation.up, isBlind: state.isBlind || !observation.up }
  }
  if (observation?.kind === 'identity' && observation.device === device && !observation.continued)
    return { ...state, seq: null, isBlind: true }
  if (observation?.kind === 'incident' && observation.device === device) return { ...state, isBlind: true }
  if (observation === null || observation.late || deviceOf(observation) !== device) return state
  const seq = Number(observation.cause.slice(observation.cause.lastIndexOf('/') + 1))
  const isGap = state.seq !== null && seq !== state.seq + 1
  return { ...state, seq, isBlind: state.isBlind || isGap }
}

const withCard = (state: DiscardsWatch, { observation, events }: Sight): DiscardsWatch => {
  if (observation?.kind !== 'card') return state
  const { card, at } = observation
  // Its line was on its way while it was collected.
  const known = state.beyond.findIndex((each) => each.card === card && each.at >= at)
  if (known >= 0) return { ...state, beyond: state.beyond.toSpliced(known, 1) }
  const isExcused = events.some(({ type, data }) => type === 'card.dealt' && data.to === 'burn')
  return { ...state, out: [...state.out, { card, at, isExcused }].slice(-CARDS_MAX) }
}

const withDiscard = (state: DiscardsWatch, { observation }: Sight, device: string): DiscardsWatch => {
  if (observation?.kind !== 'discard' || deviceOf(observation) !== device) return state
  const { card, at, late } = observation
  // Two equal cards of two hands are two cards.
  if (card === null) return { ...state, last: null }
  // What came before is compared already.
  if (late || (state.since !== null && at < state.since)) return state
  const read = { ...state, hasRead: true, last: card }
  if (card === UNREAD) return { ...read, unread: state.unread + 1 }
  const place = state.out.findIndex((each) => each.card === card && each.at <= at)
  if (place >= 0) return { ...read, out: state.out.toSpliced(place, 1) }
  if (state.since === null) return read
  return { ...read, beyond: [...state.beyond, { card, at, isTwice: card === state.last, isTold: false }].slice(-CARDS_MAX) }
}

const withUntil = (state: DiscardsWatch, { events }: Sight): DiscardsWatch => {
  const begun = events.flatMap((event) =>
    event.type === 'round.opened' ? [Date.parse(event.data.openedAt)] : event.type === 'shoe.loaded' ? [event.at] : [],
  )
  return begun.length === 0 ? state : { ...state, until: state.until ?? Math.min(...begun) }
}

const textOf = (cards: readonly { readonly card: string }[]): string => cards.map(({ card }) => card).join(', ')

const signOf = (device: string, incident: string, cards: readonly { readonly card: string }[]): DeviceSign => ({
  device,
  incident,
  alarm: null,
  words: deviceWords('DEVICE-INCIDENT', { device, cards: textOf(cards) }, incident),
})

/** A card for each that the shoe could not read is no card too many. */
const tellBeyond = (
  state: DiscardsWatch,
  { observation, settledBefore, before, after }: Sight,
  device: string,
  { devices }: JudgeContext,
): readonly [DiscardsWatch, readonly DeviceSign[]] => {
  const { beyond, out } = state
  const isNew = beyond.some(({ isTold, at }) => !isTold && (observation === null || at < settledBefore))
  // Its lines are kept, and come when it is back.
  const isShoeAway = devices.some(({ name, role }) => role === 'shoe' && after.away.has(name))
  if (!isNew || isShoeAway || beyond.length <= out.filter(({ card }) => card === UNREAD).length) return [state, []]
  const { last } = after
  const closed = last !== null && state.since !== null && last.at >= state.since ? [last] : []
  const rounds = [...closed, ...[before.current, after.current].filter((open) => open !== null)].map(({ round }) => round.id)
  const isSure = beyond.some(({ isTwice, isTold }) => !isTwice && !isTold)
  const doubted = isSure ? [...new Set([...state.doubted, ...rounds])].slice(-ROUNDS_MAX) : state.doubted
  const told = { ...state, doubted, beyond: beyond.map((each) => ({ ...each, isTold: true })) }
  return [told, [signOf(device, DISCARD_NOT_DEALT, beyond)]]
}

/** The next round has begun, so everything of the one before has been collected. */
const compare = (
  state: DiscardsWatch,
  { observation, settledBefore, after }: Sight,
  device: string,
): readonly [DiscardsWatch, readonly DeviceSign[]] => {
  const { out, until, since, isAway } = state
  if (until === null || (observation !== null && settledBefore <= until)) return [state, []]
  const left = out.filter(({ at, card, isExcused }) => at < until && card !== UNREAD && !isExcused)
  const isKnown = since !== null && state.hasRead && !state.isBlind && left.length > state.unread
  // Only a card showed that the round was over: where it ended may be wrong.
  const isUnsure = after.last?.result.ended === 'next-card'
  // What does not lie there yet may come with the next round's.
  const excused = out.filter(({ at }) => at < until && at >= (since ?? 0)).map((each) => ({ ...each, isExcused: true }))
  const next: DiscardsWatch = {
    ...state,
    out: [...excused, ...out.filter(({ at }) => at >= until)],
    beyond: state.beyond.filter(({ at }) => at >= until),
    ...{ unread: 0, hasRead: false, isBlind: isAway, since: until, until: null },
  }
  return [next, isKnown && !isUnsure ? [signOf(device, DISCARD_MISSING, left)] : []]
}
