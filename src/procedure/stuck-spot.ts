/**
 * SENSOR-DROPOUT: a main bet stood unchanged over three rounds in which it was due a payment or a taking. Its sensor hangs; that a dealer passes
 * the same bet over three times is no likelier. What the rounds say of the bet stands beside it.
 */
import type { RoundResult } from '../engine/event.ts'
import { deviceOf } from '../engine/observation.ts'
import { deviceWords } from './device-alarms.ts'
import type { DeviceSign, DeviceWatch } from './device-sign.ts'
import type { JudgeContext, Sight } from './watch.ts'

const ROUNDS = 3

interface StillSpot {
  /** Which device reports it. */
  readonly device: string
  /** Rounds in a row in which it should have changed. */
  readonly rounds: number
  /** It has changed since the round opened. */
  readonly isMoved: boolean
  readonly isStuck: boolean
}

export interface StuckSpots {
  readonly spots: { readonly [spot: string]: StillSpot }
}

export const STUCK_SPOT: DeviceWatch<StuckSpots> = {
  initial: { spots: {} },
  step(state, sight, context) {
    // Otherwise nobody sees how bets are settled.
    if (context.chipEvidence !== 'payouts') return [state, []]
    const [moved, over] = withMove(state, sight)
    const results = sight.events.flatMap((event) => (event.type === 'round.closed' ? [event.data] : []))
    const [next, found] = results.reduce(
      ([known, signs], result) => {
        const [after, more] = withRound(known, result, context)
        return [after, [...signs, ...more]] as const
      },
      [moved, [] as readonly DeviceSign[]] as const,
    )
    return [sight.events.some(({ type }) => type === 'round.opened') ? unmoved(next) : next, [...over, ...found]]
  },
}

const signOf = (spot: string, { device }: StillSpot, isStuck: boolean): DeviceSign => ({
  device,
  incident: 'SENSOR-DROPOUT',
  alarm: `dropout-${spot.replace('.', '-')}`,
  words: isStuck ? deviceWords('SENSOR-DROPOUT', { spot }) : null,
})

/** A level that is sent again is no movement. */
const withMove = (state: StuckSpots, { observation, before }: Sight): readonly [StuckSpots, readonly DeviceSign[]] => {
  if (observation?.kind !== 'spot' || !observation.spot.endsWith('.main')) return [state, []]
  const { spot, amount } = observation
  const known = state.spots[spot]
  if (known !== undefined && before.levels.get(spot)?.amount === amount) return [state, []]
  const moved: StillSpot = { device: deviceOf(observation), rounds: 0, isMoved: true, isStuck: false }
  return [{ spots: { ...state.spots, [spot]: moved } }, known?.isStuck ? [signOf(spot, moved, false)] : []]
}

/** The bet of a round is laid before it opens. */
const unmoved = ({ spots }: StuckSpots): StuckSpots => ({
  spots: Object.fromEntries(Object.entries(spots).map(([spot, each]) => [spot, { ...each, isMoved: false }])),
})

const withRound = (
  { spots }: StuckSpots,
  { boxes }: RoundResult,
  { devices }: JudgeContext,
): readonly [StuckSpots, readonly DeviceSign[]] => {
  const device = devices.find(({ role }) => role === 'spots')?.name ?? ''
  const signs: DeviceSign[] = []
  const counted = boxes.flatMap(({ box, spots: areas }) => {
    const due = areas.main?.due ?? areas.main?.best.due ?? 0
    const spot = `${box}.main`
    const known = spots[spot] ?? { device, rounds: 0, isMoved: false, isStuck: false }
    if (due === 0 || known.isMoved) return []
    const rounds = known.rounds + 1
    const next = { ...known, rounds, isStuck: rounds >= ROUNDS }
    if (next.isStuck && !known.isStuck) signs.push(signOf(spot, next, true))
    return [[spot, next] as const]
  })
  return [{ spots: { ...spots, ...Object.fromEntries(counted) } }, signs]
}
