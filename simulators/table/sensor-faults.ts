/**
 * What chip and card sensors do to a played round: levels that flicker, stacks half read, a hand over a spot, late events, cards that
 * cannot be read, lines that come twice. Each fault is seeded, leaves the truth unchanged, and stays within what the table's configuration
 * allows.
 */
import type { ChipStack, Scan } from '../../devices/scan.ts'
import type { TableAction } from './types.ts'

interface FaultSettings {
  /** A wrong level is corrected within this time. */
  readonly lagMs: number
  /** Factor on how often faults occur. */
  readonly often?: number
  readonly random: () => number
}
/** `actions` in order of time. */
type Fault = (actions: readonly TableAction[], settings: FaultSettings) => readonly TableAction[]

type SpotScan = Extract<Scan, { kind: 'spot' }>
const amountOf = (chips: readonly ChipStack[]): number =>
  chips.reduce((sum, { value, count }) => sum + (value === 'FB' ? 0 : value * count), 0)

/** Nothing more is reported for this spot until then, so a wrong report can be corrected before. */
function isQuiet(actions: readonly TableAction[], index: number, spot: string, untilMs: number): boolean {
  for (let at = index + 1; (actions[at]?.atMs ?? Number.POSITIVE_INFINITY) <= untilMs; at++) {
    const scan = actions[at]?.scan
    if (scan?.kind === 'spot' && scan.spot === spot) return false
  }
  return true
}

interface FaultyAction extends TableAction {
  /** A fault reported it. Another fault would keep the spot wrong for longer than the lag. */
  readonly faulty: true
}
const isFaulty = (action: TableAction): boolean => 'faulty' in action

const told = (atMs: number, scan: SpotScan, chips: readonly ChipStack[]): FaultyAction => {
  return { atMs, device: 'spots', scan: { ...scan, chips, amount: amountOf(chips) }, faulty: true }
}

const inOrder = (actions: readonly TableAction[]): readonly TableAction[] => actions.toSorted((one, other) => one.atMs - other.atMs)

/** A wrong level is reported first. The true one follows as a correction. */
function misread(
  share: number,
  wrong: (scan: SpotScan, before: readonly ChipStack[], random: () => number) => readonly ChipStack[] | null,
): Fault {
  return (actions, { lagMs, often = 1, random }) => {
    const shown = new Map<string, readonly ChipStack[]>()
    return actions.flatMap((action, index): readonly TableAction[] => {
      const { scan, atMs } = action
      if (scan.kind !== 'spot') return [action]
      const isTrue = !isFaulty(action)
      const before = shown.get(scan.spot) ?? []
      shown.set(scan.spot, scan.chips)
      const late = Math.round(lagMs * (0.2 + 0.8 * random()))
      const chips =
        random() < share * often && isTrue && isQuiet(actions, index, scan.spot, atMs + late) ? wrong(scan, before, random) : null
      return chips === null ? [action] : [told(atMs, scan, chips), told(atMs + late, scan, scan.chips)]
    })
  }
}

/** A level that lay still is wrong for a moment and comes back. */
function disturb(share: number, wrong: (chips: readonly ChipStack[], random: () => number) => readonly ChipStack[]): Fault {
  return (actions, { lagMs, often = 1, random }) => {
    const shown = new Map<string, SpotScan>()
    return actions.flatMap((action, index): readonly TableAction[] => {
      const { atMs } = action
      if (action.scan.kind === 'spot') shown.set(action.scan.spot, action.scan)
      const lying = [...shown.values()].filter(({ spot, chips }) => spot !== 'rack' && chips.length > 0)
      const scan = lying[Math.floor(random() * lying.length)]
      const late = Math.round(lagMs * (0.2 + 0.8 * random()))
      if (random() >= share * often || scan === undefined || !isQuiet(actions, index, scan.spot, atMs + late)) return [action]
      return [action, told(atMs, scan, wrong(scan.chips, random)), told(atMs + late, scan, scan.chips)]
    })
  }
}

const without = (chips: readonly ChipStack[], random: () => number): readonly ChipStack[] => {
  const at = Math.floor(random() * chips.length)
  return chips.flatMap((stack, index) => (index !== at ? [stack] : stack.count > 1 ? [{ ...stack, count: stack.count - 1 }] : []))
}

/** The line's acknowledgement was lost. */
const doubled: Fault = (actions, { often = 1, random }) =>
  actions.flatMap((action) => (random() < 0.05 * often ? [action, { ...action, again: true as const }] : [action]))

const unread: Fault = (actions, { often = 1, random }) =>
  actions.map((action) =>
    action.scan.kind === 'card' && random() < 0.03 * often ? { ...action, scan: { kind: 'card', card: '??' } } : action,
  )

/**
 * By name: what the fault does and how. They are applied to a play in this order, so a line that is sent twice is sent twice as the other
 * faults left it.
 */
export const SENSOR_FAULTS = {
  flicker: { does: 'a chip of a stack that has not moved is not read for a moment', make: disturb(0.05, without) },
  'half-read': {
    does: 'a new stack is read only in part before it is read completely',
    make: misread(0.1, ({ chips }, _before, random) => (chips.length > 0 ? without(chips, random) : null)),
  },
  hand: { does: 'a hand over a spot hides its chips for a moment', make: disturb(0.03, () => []) },
  late: { does: 'the old level is reported once more before the new one', make: misread(0.1, (_scan, before) => before) },
  unread: { does: 'one card in thirty cannot be read', make: unread },
  doubled: { does: 'one line in twenty arrives twice', make: doubled },
} as const satisfies { readonly [name: string]: { readonly does: string; readonly make: Fault } }

export type SensorFault = keyof typeof SENSOR_FAULTS
export const FAULT_NAMES = Object.keys(SENSOR_FAULTS) as readonly SensorFault[]
/** The words that may be asked for. */
export const FAULT_WORDS = ['all', ...FAULT_NAMES] as const
export const faultsIn = (words: readonly string[]): readonly SensorFault[] =>
  FAULT_NAMES.filter((name) => words.includes('all') || words.includes(name))

/** The actions as faulty sensors report them, in order of time, with revisions counted again. */
export function disturbed(
  actions: readonly TableAction[],
  faults: readonly SensorFault[],
  settings: FaultSettings,
): readonly TableAction[] {
  if (faults.length === 0) return actions
  // Each fault sees what the previous one made of the play, in order of time. Otherwise a level that is taken back after the next one would
  // stay wrong.
  const told = FAULT_NAMES.filter((name) => faults.includes(name)).reduce<readonly TableAction[]>(
    (all, name) => inOrder(SENSOR_FAULTS[name].make(all, settings)),
    inOrder(actions),
  )
  const revs = new Map<string, number>()
  return told.map((action) => {
    const { scan, again } = action
    const said = { atMs: action.atMs, device: action.device, ...(again ? { again } : {}) }
    if (scan.kind !== 'spot') return { ...said, scan }
    const rev = (revs.get(scan.spot) ?? 0) + (again ? 0 : 1)
    revs.set(scan.spot, rev)
    return { ...said, scan: { ...scan, rev } }
  })
}
