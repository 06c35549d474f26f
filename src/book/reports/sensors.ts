/**
 * What a missing sensor would have given a table: in how many of its rounds it would have left a single reading. The table's records are
 * folded as the table folded them. For each round with several readings, each reading says what the sensor would have reported if that
 * reading were true. If no other reading says the same, only this one would remain. It is unknown which of them was true, so each counts
 * with its weight, and the sum is the expected number of rounds. The sensor is assumed to be faultless. Pure.
 */

import { type CoreContext, foldRuled, initialCore } from '../../daemon/stations/core.ts'
import type { Ruled } from '../../daemon/stations/in-force.ts'
import type { TableContext } from '../../engine/context.ts'
import { codeRead, isPointed, type Round } from '../../engine/evidence/round.ts'
import type { Reading } from '../../engine/readings.ts'
import { closingReadings, type Readings } from '../../engine/round-readings.ts'
import type { ClosedRound } from '../../engine/state/open-round.ts'
import type { JournalRecord } from '../../wire/record.ts'

/** The readings of a round are not listed if there are more than this; then no sensor counts as having settled it. */
const READINGS_MAX = 64
/** How many ways to follow to find that many readings; an unread card makes several ways of one reading. */
const WAYS_MAX = 512

interface SensorRow {
  readonly sensor: string
  /** The table already had this sensor in this round. */
  readonly isThere: (round: Round, context: TableContext) => boolean
  /** What the sensor would have reported if this reading were true. */
  readonly tells: (reading: Reading, round: Round) => string
}

const duesOf = ({ dues }: Reading): readonly number[] => dues?.map(({ total }) => total) ?? []

const SENSORS: readonly SensorRow[] = [
  {
    sensor: 'pointer',
    isThere: isPointed,
    tells: ({ stories }) => stories.map(({ hands }) => hands.map(({ positions }) => positions.join('.')).join('/')).join(' '),
  },
  {
    sensor: 'payments',
    isThere: (_round, { chipEvidence }) => chipEvidence === 'payouts',
    tells: (reading) => duesOf(reading).join(' '),
  },
  {
    sensor: 'rack',
    isThere: (_round, { spots }) => spots.includes('rack'),
    // Only the rack's total after the round: what one box was paid and another lost may cancel out.
    tells: (reading) => String(duesOf(reading).reduce((sum, due) => sum + due, 0)),
  },
  {
    sensor: 'discard reader',
    isThere: () => false,
    // It reads the cards of a hand as they are picked up together, in any order.
    tells: ({ stories }, { cards }) =>
      stories
        .map(({ hands }) =>
          hands
            .map(({ positions }) =>
              positions
                .map((at) => cardAt(cards, at))
                .sort(upwards)
                .join('.'),
            )
            .join('/'),
        )
        .join(' '),
  },
]

const cardAt = (cards: Round['cards'], position: number): number => {
  const card = cards[position]
  return card === undefined ? -1 : codeRead(card)
}
const upwards = (one: number, other: number): number => one - other

export interface SensorBought {
  readonly sensor: string
  /** Rounds with several readings in which the table did not have the sensor. */
  readonly without: number
  /** The expected number of these that the sensor would have left with a single reading. */
  readonly settled: number
}

export interface Bought {
  readonly rounds: number
  readonly oneReading: number
  /**
   * Rounds with several readings that could not be listed: there are too many, or the round ended unseen. They count as settled by no
   * sensor.
   */
  readonly notWritten: number
  readonly sensors: readonly SensorBought[]
}

/** Counts each round when it closes. `from` and `to`: event times between which it opened, Unix ms. */
export const sensorsBought = (
  context: CoreContext,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly take: (record: JournalRecord) => void; readonly bought: () => Bought } => {
  let ruled: Ruled = initialCore()
  let [rounds, oneReading, notWritten] = [0, 0, 0]
  const sums = SENSORS.map(({ sensor }) => ({ sensor, without: 0, settled: 0 }))
  const count = (closed: ClosedRound, { table: context }: CoreContext): void => {
    rounds++
    if (closed.result.readings <= 1) {
      oneReading += closed.result.readings
      return
    }
    const readings = writtenOut(closed, context)
    if (readings === null) notWritten++
    for (const [at, row] of SENSORS.entries()) {
      const sum = sums[at]
      if (sum === undefined || row.isThere(closed.round, context)) continue
      sum.without++
      if (readings !== null) sum.settled += aloneShare(readings.map((reading) => ({ reading, tells: row.tells(reading, closed.round) })))
    }
  }
  return {
    take(record) {
      const [{ table, inForce }, { events, context: own = context }] = foldRuled(ruled, record, context)
      ruled = { table, inForce }
      const isClosed = events.some(({ type }) => type === 'round.closed')
      if (isClosed && table.last !== null && table.last.round.openedAt >= from && table.last.round.openedAt < to) count(table.last, own)
    },
    bought: () => ({ rounds, oneReading, notWritten, sensors: sums.map((sum) => ({ ...sum })) }),
  }
}

/** Every reading the round closed with; null if they cannot be listed. */
const writtenOut = ({ round, result, at }: ClosedRound, context: TableContext): readonly Reading[] | null => {
  if (result.readings > READINGS_MAX || !result.complete) return null
  const readings = closingReadings(round, true, { now: at, context })
  if (readings === null || readings.readings !== result.readings) return null
  const found = distinct(readings)
  return found.length === result.readings ? found : null
}

const distinct = ({ kBest }: Readings): readonly Reading[] => {
  const found = new Map<string, Reading>()
  for (const reading of kBest(WAYS_MAX)) {
    const key = reading.stories
      .map(({ hands }) => hands.map((hand) => `${hand.positions.join('.')}:${hand.actions.join('.')}`).join('/'))
      .join(' ')
    if (!found.has(key)) found.set(key, reading)
  }
  return [...found.values()]
}

/** The share of weight of the readings for which the sensor would have reported something unique. */
const aloneShare = (told: readonly { readonly reading: Reading; readonly tells: string }[]): number => {
  const best = Math.max(...told.map(({ reading }) => reading.score))
  const weight = ({ score }: Reading): number => Math.exp(score - best)
  const times = new Map<string, number>()
  for (const { tells } of told) times.set(tells, (times.get(tells) ?? 0) + 1)
  const alone = told.reduce((sum, { reading, tells }) => sum + (times.get(tells) === 1 ? weight(reading) : 0), 0)
  return alone / told.reduce((sum, { reading }) => sum + weight(reading), 0)
}
