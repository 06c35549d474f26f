/**
 * SHOE-SILENT: chips show rounds, and the shoe, whose line works, reports no card. A box's bet was settled when it was laid or paid and then taken
 * or collected. If two boxes were settled twice since the newest card's round, two rounds were dealt, and the shoe does not read. A bet laid and
 * taken back looks like one that was lost, so once shows nothing: people who wait for the dealer take their bets back once.
 */
import { isOrder } from '../../devices/scan.ts'
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
  /** How often each was settled since the newest card. */
  readonly settled: { readonly [spot: string]: number }
  /** The round of the newest card is still to be settled. */
  readonly isDealt: boolean
  /** The shoe is closed, empty or jammed, so nobody deals from it. */
  readonly isIdle: boolean
  readonly isSilent: boolean
}

export const SILENT_SHOE: DeviceWatch<SilentShoe> = {
  initial: { bets: {}, settled: {}, isDealt: false, isIdle: false, isSilent: false },
  step(before, sight, context) {
    const shoe = context.devices.find(({ role }) => role === 'shoe')
    if (shoe === undefined) return [before, []]
    const { observation } = sight
    if (observation?.kind === 'card') {
      const dealt = { ...anew(before), isDealt: sight.after.current !== null, isIdle: false, isSilent: false }
      return [dealt, before.isSilent ? [signOf(shoe.name, false)] : []]
    }
    // Cards may be among the lines that are lost.
    if (observation?.kind === 'missing' && observation.device === shoe.name) return [{ ...anew(before), isDealt: true }, []]
    const heard = told(stood(before, sight.settledBefore), sight)
    const isExplained = heard.isIdle || sight.after.away.has(shoe.name) || explains(sight, shoe.name)
    const state = isExplained ? anew(heard) : heard
    const least = state.isDealt ? ROUNDS + 1 : ROUNDS
    if (state.isSilent || Object.values(state.settled).filter((times) => times >= least).length < BOXES) return [state, []]
    return [{ ...state, isSilent: true }, [signOf(shoe.name, true)]]
  },
}

const signOf = (device: string, isSilent: boolean): DeviceSign => ({
  device,
  incident: 'SHOE-SILENT',
  alarm: 'shoe-silent',
  words: isSilent ? deviceWords('SHOE-SILENT') : null,
})

/** What was settled until now shows nothing; what lies there is a bet. */
const anew = (state: SilentShoe): SilentShoe => {
  const bets = Object.entries(state.bets).map(([spot, bet]) => [spot, { ...bet, stood: bet.told, isRaised: bet.told > 0 }] as const)
  return { ...state, bets: Object.fromEntries(bets), settled: {}, isDealt: false }
}

/** The shoe was handled or restarted, a person ruled, or the round of the cards is over. */
const explains = ({ observation, events }: Sight, shoe: string): boolean =>
  observation?.kind === 'shoe' ||
  (observation?.kind === 'key' && isOrder(observation.press)) ||
  (observation?.kind === 'identity' && observation.device === shoe) ||
  events.some(({ type }) => type === 'round.closed')

/** Levels that have stood until this event time are settled or laid. */
const stood = (state: SilentShoe, until: number): SilentShoe => {
  const due = Object.entries(state.bets).filter(([, { told, stood, at }]) => told !== stood && at < until)
  if (due.length === 0) return state
  const settled = due.flatMap(([spot, { told, stood, isRaised }]) =>
    told < stood && isRaised ? [[spot, (state.settled[spot] ?? 0) + 1] as const] : [],
  )
  const bets = due.map(([spot, bet]) => [spot, { ...bet, stood: bet.told, isRaised: bet.told > bet.stood }] as const)
  return {
    ...state,
    bets: { ...state.bets, ...Object.fromEntries(bets) },
    settled: { ...state.settled, ...Object.fromEntries(settled) },
  }
}

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
