/**
 * The sensors of the played table: a clock that people move, and the reports of each device. A movement of chips is reported when the chips
 * have settled, up to `spotLagMs` after it; movements beyond the table's chip evidence are not reported at all until the table is clear
 * again.
 */

import type { DeviceRole } from '../../devices/roles.ts'
import type { Area, ChipStack, PointerPlace, Scan, SpotId } from '../../devices/scan.ts'
import { CHIP_EVIDENCE, type ChipEvidence } from '../../src/rules/table.ts'
import { addChips, amountOn, EMPTY, type Level, removeChips, stacksOf } from './chips.ts'
import { type Glimpse, inOrder, withGlimpses } from './glimpses.ts'
import type { Moved, TableAction } from './types.ts'

/** Why chips moved. `clear`: between rounds; always reported. */
export type MoveKind = ChipEvidence | 'clear'

const STILL: Moved = { dealer: 0, player: 0 }

/** Adds this movement. It is the players' if they bet, raise or collect, and otherwise the dealer's. */
const withMoved = ({ dealer, player }: Moved, amount: number, kind: MoveKind): Moved => {
  const isPlayers = kind === 'clear' || kind === 'bets' || (kind === 'stakes' && amount > 0)
  return isPlayers ? { dealer, player: player + amount } : { dealer: dealer + amount, player }
}

export interface Recorder {
  nowMs(): number
  wait(ms: number): void
  /** Moves the clock forward to `ms` unless it is already later. */
  waitUntil(ms: number): void
  say(device: DeviceRole, scan: Scan): void
  point(at: PointerPlace): void
  level(spot: SpotId): Level
  /** Changes a spot by `amount` and `lammers` (negative: taken off). */
  move(spot: SpotId, amount: number, lammers: number, kind: MoveKind): void
  /** Changes the chips to another kind with the same value. */
  swap(spot: SpotId, kind: MoveKind): void
  /** The sensor sees something other than the chips on the spot. */
  glimpse(seen: Omit<Glimpse, 'atMs'>): void
  /** Reports every spot whose movements have not been reported. */
  tellAll(): void
  /** What was reported since the last call, in order of time. The clock moves past the last action. */
  drain(): TableAction[]
}

export interface RecorderOptions {
  readonly random: () => number
  readonly chips: readonly number[]
  readonly spots: readonly (Area | 'rack')[]
  readonly spotLagMs: number
  readonly chipEvidence: ChipEvidence
  readonly pointer: boolean
  /** The pointer may move this late. */
  readonly pointerLagMs: number
  /** The dealer's float at the start. */
  readonly rack: Level
}

interface Recording {
  readonly options: RecorderOptions
  readonly levels: Map<SpotId, Level>
  readonly last: Map<SpotId, { readonly movedAtMs: number; readonly toldAtMs: number; readonly index: number }>
  readonly untold: Set<SpotId>
  readonly moved: Map<SpotId, Moved>
  readonly revs: Map<SpotId, number>
  readonly shown: Map<SpotId, readonly ChipStack[]>
  actions: TableAction[]
  glimpses: Glimpse[]
  nowMs: number
  pointed: string
  pointedAtMs: number
}

export function createRecorder(options: RecorderOptions): Recorder {
  const own: Recording = {
    ...{ options, levels: new Map([['rack', options.rack]]), last: new Map(), untold: new Set(), moved: new Map(), revs: new Map() },
    ...{ shown: new Map(), actions: [], glimpses: [], nowMs: 0, pointed: 'none', pointedAtMs: -1 },
  }
  return {
    nowMs: () => own.nowMs,
    wait: (ms) => {
      own.nowMs += Math.round(ms)
    },
    waitUntil: (ms) => {
      own.nowMs = Math.max(own.nowMs, Math.round(ms))
    },
    say: (device, scan) => own.actions.push({ atMs: own.nowMs, device, scan }),
    point: (at) => point(own, at),
    level: (spot) => levelOf(own, spot),
    move: (...movement) => move(own, movement),
    swap: (spot, kind) => {
      const { lammers } = levelOf(own, spot)
      const smallest = Math.min(...options.chips)
      own.levels.set(spot, { values: new Map([[smallest, amountOn(levelOf(own, spot)) / smallest]]), lammers })
      own.moved.delete(spot)
      if (isSensed(own, spot) && isFollowed(own, kind)) tell(own, spot)
    },
    glimpse: (seen) => {
      if (isSensed(own, seen.spot)) own.glimpses.push({ ...seen, atMs: own.nowMs })
    },
    tellAll: () => {
      for (const spot of [...own.untold]) tell(own, spot)
    },
    drain: () => {
      const told = withGlimpses(inOrder(own.actions), own.glimpses, own.shown, options.spotLagMs)
      own.actions = []
      own.glimpses = []
      for (const { scan } of told) if (scan.kind === 'spot') own.shown.set(scan.spot, scan.chips)
      own.nowMs = Math.max(own.nowMs, (told.at(-1)?.atMs ?? 0) + 1)
      return told.map((action) => numbered(own, action))
    },
  }
}

const levelOf = ({ levels }: Recording, spot: SpotId): Level => levels.get(spot) ?? EMPTY

const isSensed = ({ options }: Recording, spot: SpotId): boolean =>
  options.spots.includes((spot === 'rack' ? 'rack' : spot.slice(spot.indexOf('.') + 1)) as Area | 'rack')

const isFollowed = ({ options }: Recording, kind: MoveKind): boolean =>
  kind === 'clear' || CHIP_EVIDENCE.indexOf(kind) <= CHIP_EVIDENCE.indexOf(options.chipEvidence)

// Usually well under a second, but sometimes the longest lag that the table's configuration allows.
const lagMs = ({ options: { random, spotLagMs } }: Recording): number =>
  Math.round(spotLagMs * (random() < 0.05 ? 0.5 + random() * 0.5 : 0.05 + random() * 0.4))

function tell(own: Recording, spot: SpotId): void {
  const { untold, last, nowMs, actions, moved } = own
  untold.delete(spot)
  const before = last.get(spot)
  // Chips moved in one motion settle as a single change.
  const isSameMotion = before !== undefined && before.movedAtMs === nowMs
  const atMs = isSameMotion ? before.toldAtMs : Math.max(nowMs + lagMs(own), (before?.toldAtMs ?? -1) + 1)
  const level = levelOf(own, spot)
  const scan: Scan = { kind: 'spot', spot, rev: 0, chips: stacksOf(level), amount: amountOn(level) }
  const action: TableAction = { atMs, device: 'spots', scan, moved: moved.get(spot) ?? STILL }
  if (isSameMotion) actions[before.index] = action
  else actions.push(action)
  last.set(spot, { movedAtMs: nowMs, toldAtMs: atMs, index: isSameMotion ? before.index : actions.length - 1 })
}

/** Revisions count the reports in the order in which they were made. */
function numbered({ revs }: Recording, action: TableAction): TableAction {
  const { scan } = action
  if (scan.kind !== 'spot') return action
  const rev = (revs.get(scan.spot) ?? 0) + 1
  revs.set(scan.spot, rev)
  return { ...action, scan: { ...scan, rev } }
}

function point(own: Recording, at: PointerPlace): void {
  const { options, pointed, nowMs } = own
  const place = JSON.stringify(at)
  if (!options.pointer || place === pointed || (at === 'none' && pointed === 'none')) return
  own.pointed = at === 'none' ? 'none' : place
  const isLate = options.pointerLagMs > 0 && options.random() < 0.2
  own.pointedAtMs = Math.max(own.pointedAtMs + 1, nowMs + (isLate ? Math.round(options.random() * options.pointerLagMs) : 0))
  own.actions.push({ atMs: own.pointedAtMs, device: 'pointer', scan: { kind: 'pointer', place: at } })
}

function move(own: Recording, [spot, amount, lammers, kind]: Parameters<Recorder['move']>): void {
  const { levels, untold, last, moved, options, nowMs } = own
  const change = amount < 0 || lammers < 0 ? removeChips : addChips
  levels.set(spot, change(levelOf(own, spot), Math.abs(amount), Math.abs(lammers), options.chips))
  if (!isSensed(own, spot)) return
  // A movement after a report starts again from zero, unless it belongs to the same motion.
  const isTold = !untold.has(spot) && last.get(spot)?.movedAtMs !== nowMs
  moved.set(spot, withMoved((isTold ? null : moved.get(spot)) ?? STILL, amount, kind))
  if (isFollowed(own, kind)) tell(own, spot)
  else untold.add(spot)
}
