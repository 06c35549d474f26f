/** The retained topics other than the round's: what the table is, what its devices do, how fast it plays. Pure. */
import type { LinkHealth, LinkReport } from '../../../firmware-bridge/link-state.ts'
import { rulesSha256 } from '../../base/config/rules-hash.ts'
import type { TableConfig } from '../../base/config/table-config.ts'
import type { TableEventData } from '../../engine/event.ts'
import { exponentOf } from '../../rules/house/currency.ts'
import { describeRules } from '../../rules/house/describe.ts'
import { houseById } from '../../rules/house/index.ts'
import type { DeviceConfig } from '../../rules/table.ts'
import type { Envelope } from '../../wire/envelope.ts'
import type { DescribeData, DeviceStateData, PaceData } from '../../wire/payloads.ts'
import { TOPICS } from '../../wire/topics.ts'

/** Version of the tree of topics and payloads. */
const SCHEMA_VERSION = 1

/** `limits`: those in force. */
export const describeTable = (
  config: TableConfig,
  { software, limits }: Pick<DescribeData, 'software' | 'limits'>,
  devices: ReadonlyMap<string, DeviceStateData>,
): DescribeData => {
  const house = houseById(config.house)
  if (!house) throw new Error(`the configuration names a house that does not exist: ${config.house}`)
  return {
    software,
    schema: SCHEMA_VERSION,
    house: config.house,
    rules: describeRules(house, config.rules, config.overridden),
    rulesSha256: rulesSha256(config.rules),
    currency: config.currency,
    exponent: exponentOf(config.currency),
    limits,
    boxes: config.boxes,
    spots: config.spots,
    devices: config.devices.map(({ name, role, driver, serial }) => ({
      name,
      role,
      driver,
      serial,
      firmware: devices.get(name)?.firmware ?? null,
    })),
    retained: Object.entries(TOPICS).flatMap(([topic, row]) => (row.retained && row.root !== 'broker' ? [topic] : [])),
  }
}

export const initialDevice = ({ name, serial }: DeviceConfig): DeviceStateData => ({
  device: name,
  up: false,
  reason: 'no contact yet',
  serial,
  boot: null,
  firmware: null,
  lastHeartbeat: null,
  errors: {},
  ringFill: null,
  ringSize: null,
  clockOffsetMs: null,
})

/** The device's state after a report of its link; the same object if nothing changed. */
export const deviceAfter = (state: DeviceStateData, report: LinkReport): DeviceStateData => {
  switch (report.kind) {
    case 'identity':
      return { ...state, serial: report.serial, boot: report.boot, firmware: report.firmware }
    case 'link':
      return { ...state, up: report.up, reason: report.up ? null : report.reason }
    case 'health':
      return { ...state, ...healthOf(report) }
    case 'incident':
    case 'stranger':
    case 'complete':
    case 'line':
    case 'missing':
      return state
  }
}

/** Counters that do not count errors: they say how much was right. */
const NO_ERRORS = new Set(['lines', 'asked', 'opened'])

const healthOf = ({ up, lastHeardMs, counters, deviceErrors, ring, ackedSeq, offsetMs }: LinkHealth): Partial<DeviceStateData> => {
  const own = Object.entries(counters).filter(([name]) => !NO_ERRORS.has(name))
  const theirs = Object.entries(deviceErrors ?? {}).map(([name, count]) => [`device-${name}`, count] as const)
  return {
    up,
    lastHeartbeat: lastHeardMs === null ? null : new Date(lastHeardMs).toISOString(),
    errors: Object.fromEntries([...own, ...theirs].filter((entry): entry is [string, number] => typeof entry[1] === 'number')),
    ringFill: ring ? Math.max(0, ring.hi - Math.max(ackedSeq, ring.lo - 1)) : null,
    ringSize: ring?.cap ?? null,
    clockOffsetMs: offsetMs === null ? null : Math.round(offsetMs),
  }
}

/** Table times of the last hour's rounds and cards, Unix ms. */
export interface Pace {
  readonly rounds: readonly { readonly at: number; readonly hands: number }[]
  readonly cards: readonly number[]
}

export const NO_PACE: Pace = { rounds: [], cards: [] }
const HOUR_MS = 3_600_000

/** `now`: table time, because published times use the wall clock. */
export const paceAfter = (pace: Pace, { type, data }: Pick<Envelope, 'type' | 'data'>, now: number): Pace => {
  const recent = now - HOUR_MS
  if (type === 'card.dealt') return { ...pace, cards: [...pace.cards.filter((at) => at > recent), now] }
  if (type !== 'round.closed') return pace
  const hands = (data as TableEventData['round.closed']).boxes.reduce((sum, box) => sum + box.hands.length, 0)
  return { ...pace, rounds: [...pace.rounds.filter(({ at }) => at > recent), { at: now, hands }] }
}

/** Per hour, over the part of the last hour that was seen; null until there is a span to measure. */
export const paceData = ({ rounds, cards }: Pace, now: number): PaceData => {
  const since = Math.max(now - HOUR_MS, Math.min(rounds[0]?.at ?? now, cards[0] ?? now))
  const hours = (now - since) / HOUR_MS
  const rate = (count: number): number | null => (hours > 0 ? Math.round(count / hours) : null)
  const last = rounds.at(-1)
  return {
    roundsPerHour: rate(rounds.length),
    handsPerHour: rate(rounds.reduce((sum, round) => sum + round.hands, 0)),
    cardsPerHour: rate(cards.length),
    lastRoundAgeSeconds: last ? Math.max(0, Math.round((now - last.at) / 1000)) : null,
  }
}
