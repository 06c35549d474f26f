/**
 * The sensors of the played table: a clock that people move, and the reports of each device. A movement of chips is reported when the chips
 * have settled, up to `spotLagMs` after it; movements beyond the table's chip evidence are not reported at all until the table is clear
 * again.
 */
import type { Area, ChipStack, PointerPlace, Scan, SpotId } from '../../devices/scan.ts'
import { CHIP_EVIDENCE, type ChipEvidence, type DeviceRole } from '../../src/rules/table.ts'
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

export function createRecorder(options: RecorderOptions): Recorder {
  const { random, spotLagMs } = options
  const levels = new Map<SpotId, Level>([['rack', options.rack]])
  const last = new Map<SpotId, { movedAtMs: number; toldAtMs: number; index: number }>()
  const untold = new Set<SpotId>()
  const moved = new Map<SpotId, Moved>()
  const followed = CHIP_EVIDENCE.indexOf(options.chipEvidence)
  let actions: TableAction[] = []
  let glimpses: Glimpse[] = []
  const revs = new Map<SpotId, number>()
  const shown = new Map<SpotId, readonly ChipStack[]>()
  let nowMs = 0
  let pointed: string = 'none'
  let pointedAtMs = -1

  const level = (spot: SpotId): Level => levels.get(spot) ?? EMPTY
  const isSensed = (spot: SpotId): boolean =>
    options.spots.includes((spot === 'rack' ? 'rack' : spot.slice(spot.indexOf('.') + 1)) as Area | 'rack')

  // Usually well under a second, but sometimes the longest lag that the table's configuration allows.
  const lagMs = (): number => Math.round(spotLagMs * (random() < 0.05 ? 0.5 + random() * 0.5 : 0.05 + random() * 0.4))

  function tell(spot: SpotId): void {
    untold.delete(spot)
    const before = last.get(spot)
    // Chips moved in one motion settle as a single change.
    const isSameMotion = before !== undefined && before.movedAtMs === nowMs
    const atMs = isSameMotion ? before.toldAtMs : Math.max(nowMs + lagMs(), (before?.toldAtMs ?? -1) + 1)
    const scan: Scan = { kind: 'spot', spot, rev: 0, chips: stacksOf(level(spot)), amount: amountOn(level(spot)) }
    const action: TableAction = { atMs, device: 'spots', scan, moved: moved.get(spot) ?? STILL }
    if (isSameMotion) actions[before.index] = action
    else actions.push(action)
    last.set(spot, { movedAtMs: nowMs, toldAtMs: atMs, index: isSameMotion ? before.index : actions.length - 1 })
  }

  /** Revisions count the reports in the order in which they were made. */
  const numbered = (action: TableAction): TableAction => {
    const { scan } = action
    if (scan.kind !== 'spot') return action
    const rev = (revs.get(scan.spot) ?? 0) + 1
    revs.set(scan.spot, rev)
    return { ...action, scan: { ...scan, rev } }
  }

  return {
    nowMs: () => nowMs,
    wait: (ms) => {
      nowMs += Math.round(ms)
    },
    waitUntil: (ms) => {
      nowMs = Math.max(nowMs, Math.round(ms))
    },
    say: (device, scan) => actions.push({ atMs: nowMs, device, scan }),
    point: (at) => {
      const place = JSON.stringify(at)
      if (!options.pointer || place === pointed || (at === 'none' && pointed === 'none')) return
      pointed = at === 'none' ? 'none' : place
      const isLate = options.pointerLagMs > 0 && random() < 0.2
      pointedAtMs = Math.max(pointedAtMs + 1, nowMs + (isLate ? Math.round(random() * options.pointerLagMs) : 0))
      actions.push({ atMs: pointedAtMs, device: 'pointer', scan: { kind: 'pointer', place: at } })
    },
    level,
    move: (spot, amount, lammers, kind) => {
      const change = amount < 0 || lammers < 0 ? removeChips : addChips
      levels.set(spot, change(level(spot), Math.abs(amount), Math.abs(lammers), options.chips))
      if (!isSensed(spot)) return
      // A movement after a report starts again from zero, unless it belongs to the same motion.
      const isTold = !untold.has(spot) && last.get(spot)?.movedAtMs !== nowMs
      moved.set(spot, withMoved((isTold ? null : moved.get(spot)) ?? STILL, amount, kind))
      if (kind === 'clear' || CHIP_EVIDENCE.indexOf(kind) <= followed) tell(spot)
      else untold.add(spot)
    },
    swap: (spot, kind) => {
      const { lammers } = level(spot)
      const smallest = Math.min(...options.chips)
      levels.set(spot, { values: new Map([[smallest, amountOn(level(spot)) / smallest]]), lammers })
      moved.delete(spot)
      if (isSensed(spot) && (kind === 'clear' || CHIP_EVIDENCE.indexOf(kind) <= followed)) tell(spot)
    },
    glimpse: (seen) => {
      if (isSensed(seen.spot)) glimpses.push({ ...seen, atMs: nowMs })
    },
    tellAll: () => {
      for (const spot of [...untold]) tell(spot)
    },
    drain: () => {
      const told = withGlimpses(inOrder(actions), glimpses, shown, spotLagMs)
      actions = []
      glimpses = []
      for (const { scan } of told) if (scan.kind === 'spot') shown.set(scan.spot, scan.chips)
      nowMs = Math.max(nowMs, (told.at(-1)?.atMs ?? 0) + 1)
      return told.map(numbered)
    },
  }
}
