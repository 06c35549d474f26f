/**
 * SHOE-SILENT: chips show rounds, and the shoe, whose line works, reports no card. A box's bet was settled when it was laid or paid and then taken
 * or collected. Two boxes settled are a round; two such rounds since the newest card, and the shoe does not read. A bet laid and taken back looks
 * like one that was lost, so a single round shows nothing: people who wait for the dealer take their bets back once.
 */
import { deviceWords } from './device-alarms.ts'
import type { DeviceSign, DeviceWatch } from './device-sign.ts'
import type { Sight } from './watch.ts'

const BOXES = 2
const ROUNDS = 2

interface Bet {
  /** The level that has stood; minor units. */
  readonly stood: number
  /** The newest level, which its sensor may still take back, and its event time. */
  readonly told: number
  readonly at: number
  /** It has risen since it last fell. */
  readonly isRaised: boolean
}

export interface SilentShoe {
  /** Main bets, by spot. */
  readonly bets: { readonly [spot: string]: Bet }
  /** Spots settled since the last round was counted. */
  readonly settled: readonly string[]
  /** Rounds settled without a card; -1: the round of the newest card is still to be settled. */
  readonly rounds: number
  /** The shoe is closed, empty or jammed, so nobody deals from it. */
  readonly isIdle: boolean
  readonly isSilent: boolean
}

export const SILENT_SHOE: DeviceWatch<SilentShoe> = {
  initial: { bets: {}, settled: [], rounds: 0, isIdle: false, isSilent: false },
  step(before, sight, context) {
    const shoe = context.devices.find(({ role }) => role === 'shoe')
    if (shoe === undefined) return [before, []]
    const { observation } = sight
    if (observation?.kind === 'card') {
      const dealt = { ...allStood(before), settled: [], rounds: sight.after.current === null ? 0 : -1, isIdle: false, isSilent: false }
      return [dealt, before.isSilent ? [signOf(shoe.name, false)] : []]
    }
    // Cards may be among the lines that are lost.
    if (observation?.kind === 'missing' && observation.device === shoe.name) return [{ ...allStood(before), settled: [], rounds: -1 }, []]
    const counted = countRounds(told(stood(before, sight.settledBefore), sight), sight)
    const isAway = counted.isIdle || sight.after.away.has(shoe.name) || explains(sight, shoe.name)
    const state = isAway ? anew(counted) : counted
    if (state.isSilent || state.rounds < ROUNDS) return [state, []]
    return [{ ...state, isSilent: true }, [signOf(shoe.name, true)]]
  },
}

const signOf = (device: string, isSilent: boolean): DeviceSign => ({
  device,
  incident: 'SHOE-SILENT',
  alarm: 'shoe-silent',
  words: isSilent ? deviceWords('SHOE-SILENT') : null,
})

/** Nothing was settled without a card so far. */
const anew = (state: SilentShoe): SilentShoe =>
  state.settled.length === 0 && state.rounds === 0 ? state : { ...state, settled: [], rounds: 0 }

/** The shoe was handled or restarted, or a person ruled: bets may have gone back without a round. */
const explains = ({ observation, events }: Sight, shoe: string): boolean =>
  observation?.kind === 'shoe' ||
  observation?.kind === 'key' ||
  (observation?.kind === 'identity' && observation.device === shoe) ||
  events.some(({ type }) => type === 'round.void')

/** Levels that have stood until this event time are settled or laid. */
const stood = (state: SilentShoe, until: number): SilentShoe => {
  const due = Object.entries(state.bets).filter(([, { told, stood, at }]) => told !== stood && at < until)
  if (due.length === 0) return state
  const settled = due.filter(([, { told, stood, isRaised }]) => told < stood && (isRaised || told === 0)).map(([spot]) => spot)
  const bets = due.map(([spot, bet]) => [spot, { ...bet, stood: bet.told, isRaised: bet.told > bet.stood }] as const)
  return { ...state, bets: { ...state.bets, ...Object.fromEntries(bets) }, settled: [...new Set([...state.settled, ...settled])] }
}

/** What moves now belongs to the cards. */
const allStood = (state: SilentShoe): SilentShoe => stood(state, Number.POSITIVE_INFINITY)

const told = (state: SilentShoe, { observation }: Sight): SilentShoe => {
  if (observation?.kind === 'shoe') {
    const { what } = observation
    return { ...state, isIdle: what === 'close' || what === 'empty' || what === 'jam' || (what === 'reverse' && state.isIdle) }
  }
  if (observation?.kind !== 'spot' || observation.late || !observation.spot.endsWith('.main')) return state
  const { spot, amount, at } = observation
  const bet = state.bets[spot] ?? { stood: 0, isRaised: false }
  return { ...state, bets: { ...state.bets, [spot]: { ...bet, told: amount, at } } }
}

const countRounds = (state: SilentShoe, { events }: Sight): SilentShoe => {
  // The round of the newest card is over: what was settled until now was its own.
  if (events.some(({ type }) => type === 'round.closed')) return { ...allStood(state), settled: [], rounds: Math.max(0, state.rounds) }
  return state.settled.length < BOXES ? state : { ...state, settled: [], rounds: state.rounds + 1 }
}
