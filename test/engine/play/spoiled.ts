/** Evenings told by faulty devices: lines lost, said twice, out of order, and lines that no table could say. */
import { AREAS, type Card, type Scan, SHOE_STATES, type ShoeState, type SpotId, UNREAD } from '../../../devices/scan.ts'
import { shuffledShoe } from '../../../simulators/table/cards.ts'
import { oneOf, shuffled } from '../../../simulators/table/random.ts'
import type { TableAction } from '../../../simulators/table/types.ts'
import type { Observation } from '../../../src/engine/observation.ts'
import { BASE_MS } from '../table-play.ts'

type Random = () => number
type Lines = readonly Observation[]

const MANY = 1_000_000_000_000
const HOUR_MS = 3_600_000
const BOX_MAX = 12
const HAND_MAX = 9
const CARDS: readonly Card[] = shuffledShoe(1, () => 0)

/** As the fold hears them. */
export const heard = (actions: readonly TableAction[]): Lines =>
  actions.map(({ atMs, device, scan }, at): Observation => ({ ...scan, at: BASE_MS + atMs, cause: `${device}:X/1/${at + 1}` }))

const anyBox = (random: Random): number => 1 + Math.floor(random() * BOX_MAX)

const anySpot = (random: Random): SpotId => (random() < 0.1 ? 'rack' : `${anyBox(random)}.${oneOf(random, AREAS)}`)

const spotScan = (spot: SpotId, amount: number, lammers: number, random: Random): Scan => {
  const chips = amount > 0 ? [{ value: amount, count: 1 }] : []
  return {
    kind: 'spot',
    spot,
    rev: Math.floor(random() * 5),
    amount,
    chips: lammers > 0 ? [...chips, { value: 'FB', count: lammers }] : chips,
  }
}

const anyAmount = (random: Random): number => oneOf(random, [0, 1, 99, 500, 1000, 2500, 1_000_000, MANY, Math.floor(random() * 5000)])

/** A line that a device may say at any time, whatever the sense of it. */
const anyScan = (random: Random): Scan => {
  const kinds: readonly (() => Scan)[] = [
    () => ({ kind: 'card', card: random() < 0.2 ? UNREAD : oneOf(random, CARDS) }),
    () => spotScan(anySpot(random), anyAmount(random), random() < 0.2 ? 1 + Math.floor(random() * 20) : 0, random),
    () => ({
      kind: 'pointer',
      place: oneOf(random, ['dealer', 'none', { box: anyBox(random), hand: 1 + Math.floor(random() * HAND_MAX) }]),
    }),
    () => ({ kind: 'key', press: { key: oneOf(random, ['absent', 'present'] as const), box: anyBox(random) } }),
    () => ({ kind: 'key', press: { key: oneOf(random, ['void', 'call', 'relief', 'shuffle', 'round-over', 'hand-over'] as const) } }),
    () => ({ kind: 'shoe', what: oneOf<ShoeState>(random, SHOE_STATES) }),
    () => ({ kind: 'cut-card' }),
  ]
  return oneOf(random, kinds)()
}

const anyNews = (random: Random, origin: { readonly at: number; readonly cause: string }): Observation => {
  const device = oneOf(random, ['shoe', 'spots', 'pointer'])
  const playing = device !== 'pointer'
  const kinds: readonly (() => Observation)[] = [
    () => ({ ...anyScan(random), ...origin }),
    () => ({ ...anyScan(random), ...origin }),
    () => ({ ...anyScan(random), ...origin, late: true }),
    () => ({ kind: 'tick', ...origin }),
    () => ({ kind: 'missing', device, playing, from: 1, to: 3, ...origin }),
    () => ({ kind: 'link', device, playing, up: random() < 0.5, reason: 'quiet', ...origin }),
    () => ({ kind: 'identity', device, serial: 'X', deviceBoot: 2, firmware: '1', continued: random() < 0.5, playing, ...origin }),
    () => ({ kind: 'incident', device, code: 'noise', text: 'noise', ...origin }),
    () => ({ kind: 'rejected', reason: 'noise', ...origin }),
    () => ({ kind: 'start', boot: 2, software: '1', ...origin }),
  ]
  return oneOf(random, kinds)()
}

const without = (lines: Lines, at: number): Lines => lines.filter((_, index) => index !== at)

const inserted = (lines: Lines, at: number, line: Observation): Lines => [...lines.slice(0, at), line, ...lines.slice(at)]

type Fault = (lines: Lines, at: number, random: Random) => Lines

/** What may go wrong with the line at one place. */
const FAULTS: readonly Fault[] = [
  (lines, at) => without(lines, at),
  (lines, at) => inserted(lines, at, lines[at] as Observation),
  (lines, at, random) => inserted(without(lines, at), Math.floor(random() * lines.length), lines[at] as Observation),
  (lines, at, random) => [...lines.slice(0, at), ...shuffled(random, lines.slice(at, at + 8)), ...lines.slice(at + 8)],
  (lines, at, random) => inserted(lines, at, anyNews(random, lines[at] as Observation)),
  (lines, at, random) => inserted(without(lines, at), at, anyNews(random, lines[at] as Observation)),
  (lines, at, random) =>
    lines.with(at, { ...(lines[at] as Observation), at: (lines[at] as Observation).at + Math.round((random() - 0.5) * HOUR_MS) }),
  (lines, at, random) => {
    const line = lines[at] as Observation
    return line.kind === 'spot' ? lines.with(at, { ...line, ...spotScan(line.spot, anyAmount(random), 0, random) } as Observation) : lines
  },
  (lines, at, random) => {
    const line = lines[at] as Observation
    return line.kind === 'card' ? lines.with(at, { ...line, card: oneOf(random, CARDS) }) : lines
  },
]

/** The lines with so many faults. */
export const spoiled = (lines: Lines, faults: number, random: Random): Lines => {
  let left = lines
  for (let done = 0; done < faults && left.length > 0; done++)
    left = oneOf(random, FAULTS)(left, Math.floor(random() * left.length), random)
  return left
}
