/** The command line of `simulate`: one table for parsing, checking and the help text. */
import { parseArgs } from 'node:util'
import { AREAS, type Area, STATE_KINDS, type StateKind } from '../../devices/scan.ts'
import { BOX_MAX } from '../../firmware-bridge/tlp.ts'
import { reasonOf } from '../../src/base/process/reason.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { mayBeToke } from '../../src/rules/house/tokes.ts'
import type { Limits } from '../../src/rules/table.ts'
import { STATE_TWINS } from '../table/beside.ts'
import { type ErringOptions, readErrors, SHARE_USUAL } from '../table/errors/erring.ts'
import { CHIP_TWINS, TWINS } from '../talkers/index.ts'
import { describeFaults, type FaultSetting, parseFault } from './faults.ts'

/** Devices that tell their state, each by its name. */
type StateSwitches = { readonly [kind in StateKind]: boolean }

export interface SimulateOptions extends StateSwitches {
  readonly house: (typeof HOUSE_IDS)[number]
  readonly boxes: number
  readonly seed: number
  readonly speed: number
  /** null: until stopped. */
  readonly rounds: number | null
  readonly recorded: boolean
  readonly pointer: boolean
  /** A reader of badges, and the keys of the dealer as a device. */
  readonly badge: boolean
  readonly key: boolean
  /** A device at which the dealer looks at his hole card. */
  readonly peek: boolean
  /** A device reads the cards that the dealer collects. */
  readonly discards: boolean
  /** Its driver. */
  readonly shoe: string
  /** Share of the messages that a shoe of another maker spoils. */
  readonly shoeFaults: number
  readonly spots: readonly (Area | 'rack')[]
  /** The driver of the spots. */
  readonly reader: string
  readonly faults: readonly FaultSetting[]
  /** What people do wrong; null: nothing. */
  readonly errors: ErringOptions | null
  readonly dir: string
  /** Deal without waiting for a host. */
  readonly now: boolean
}

interface Range {
  readonly min: number
  readonly max: number
  /** @default true */
  readonly whole?: boolean
}

interface OptionRow {
  readonly value?: string
  readonly many?: true
  readonly does: string
}

/** Drivers of shoes and of readers of chips that are simulated, beside the native ones. */
export const SHOES = TWINS.map(({ driver }) => driver)
export const CHIP_READERS = CHIP_TWINS.map(({ driver }) => driver)

const stateRows = Object.fromEntries(STATE_KINDS.map((kind) => [kind, { does: `also simulate ${STATE_TWINS[kind].does}` }])) as {
  readonly [kind in StateKind]: OptionRow
}

const OPTIONS = {
  house: { value: 'ID', does: `house whose rules the table follows: ${HOUSE_IDS.join(', ')} (default ${HOUSE_IDS[0]})` },
  boxes: { value: 'N', does: `boxes on the table, 1..${BOX_MAX} (default 7)` },
  seed: { value: 'S', does: 'whole number; the same seed plays the same rounds with the same faults (default 1)' },
  speed: {
    value: 'X',
    does: "speed relative to real time, 0.01..1000 (default 1); above 20 the order of two devices' events becomes uncertain",
  },
  rounds: { value: 'N', does: 'stop after N rounds, once they are acknowledged (10 s at most) (default: play until Ctrl-C)' },
  recorded: {
    does: 'play the ten recorded rounds instead of random ones; they have their own house, boxes and spots, and no other device',
  },
  pointer: { does: "also simulate the dealer's pointer" },
  badge: { does: 'also simulate a reader of badges: dealers relieve each other, and it says who deals' },
  key: { does: 'also simulate keys of the dealer in a housing of their own, with which he tells how far he is' },
  peek: { does: 'also simulate a device at which the dealer looks at his hole card' },
  discards: { does: 'also simulate a reader of the discards: it tells the cards that the dealer collects, hand by hand' },
  ...stateRows,
  shoe: { value: 'DRIVER', does: `what the shoe is: tlp, ${SHOES.join(', ')} (default tlp); all but tlp only talk` },
  'shoe-faults': { value: 'R', does: 'share of the messages that one of the known faults of such a shoe befalls, 0..1 (default 0)' },
  spots: {
    value: 'LIST',
    does: `sensed areas, with commas, main among them (default: main, ins and side bets); ${CHIP_READERS.join(', ')}: read by such a device (default: main)`,
  },
  fault: { value: 'SPEC', many: true, does: 'a fault, [shoe:|spots:|...][heard.]NAME=RATE[,ms=N]; may be given more than once' },
  errors: {
    value: 'LIST',
    does: 'let people make mistakes: codes of docs/findings.md with commas, or all; each is printed after its round',
  },
  'error-share': { value: 'R', does: `share of the rounds in which a mistake is attempted, 0..1 (default ${SHARE_USUAL})` },
  dir: { value: 'DIR', does: "folder for the devices' stable paths (default run)" },
  now: { does: 'deal at once (default: wait until a host has contacted the shoe)' },
  help: { does: 'show this text' },
} as const satisfies { readonly [name: string]: OptionRow }

const OWN_OF_THE_RECORDING = ['house', 'boxes', 'spots', 'pointer', 'badge', 'key', 'peek', 'discards', ...STATE_KINDS, 'errors'] as const

export function helpText(): string {
  const rows = (Object.entries(OPTIONS) as [string, OptionRow][]).map(([name, { value, does }]) => {
    return `  ${`--${name}${value === undefined ? '' : ` ${value}`}`.padEnd(16)} ${does}`
  })
  return `Simulates the devices of a table on pseudo-terminals, for a daemon that you start separately.

Usage: npm run simulate -- [options]

${rows.join('\n')}

Faults (NAME, what it does, its RATE; with "heard." the fault applies to lines from the host instead of the device's own):
${describeFaults()}

Examples:
  npm run simulate
  npm run simulate -- --house gld --boxes 5 --seed 7 --speed 4 --pointer
  npm run simulate -- --rounds 20 --speed 10 --fault drop=0.02 --fault corrupt=0.001
  npm run simulate -- --badge --key --discards
  npm run simulate -- --recorded --speed 5
  npm run simulate -- --shoe bee-tek --shoe-faults 0.02
  npm run simulate -- --shoe bee-tek --spots feig
  npm run simulate -- --errors PAY-SHORT,DEALER-SOFT17 --error-share 0.5
  npm run simulate -- --fault shoe:unplug=0.05,ms=800 --fault spots:heard.drop=0.1

Exit codes: 0 stopped, or all rounds were played; 1 no pseudo-terminal, or the folder cannot be used; 64 wrong usage
`
}

/** The options, `help` when that is asked for, or everything that is wrong with them. */
export function parseOptions(args: readonly string[]): SimulateOptions | 'help' | { readonly problems: readonly string[] } {
  const given = split(args)
  if ('problems' in given) return given
  const { values } = given
  if (values.help === true) return 'help'
  const problems: string[] = []
  const text = (name: keyof typeof OPTIONS): string | undefined => (typeof values[name] === 'string' ? values[name] : undefined)
  const within = (name: keyof typeof OPTIONS, usual: number, { min, max, whole = true }: Range): number => {
    const said = text(name)
    if (said === undefined) return usual
    const value = (whole ? /^\d{1,10}$/ : /^\d{1,10}(\.\d+)?$/).test(said) ? Number(said) : Number.NaN
    if (value >= min && value <= max) return value
    problems.push(`--${name} ${said}: must be a ${whole ? 'whole ' : ''}number ${min}..${max}`)
    return usual
  }

  const house = HOUSE_IDS.find((id) => id === (text('house') ?? HOUSE_IDS[0]))
  if (house === undefined) problems.push(`--house ${text('house')}: no such house; houses are ${HOUSE_IDS.join(', ')}`)
  const faults: FaultSetting[] = []
  for (const spec of Array.isArray(values.fault) ? values.fault : []) {
    const fault = parseFault(String(spec))
    if (typeof fault === 'string') problems.push(`--fault: ${fault}`)
    else faults.push(fault)
  }
  const { reader, areas } = readerOf(text('spots'))
  const spots = spotList(areas, house ?? HOUSE_IDS[0])
  if (reader !== 'tlp' && areas?.includes('rack')) problems.push('--spots: readers of chips do not sense the rack')
  if (typeof spots === 'string') problems.push(spots)
  const shoe = text('shoe') ?? 'tlp'
  if (shoe !== 'tlp' && !SHOES.includes(shoe)) problems.push(`--shoe ${shoe}: no such shoe; shoes are tlp, ${SHOES.join(', ')}`)
  const shoeFaults = within('shoe-faults', 0, { min: 0, max: 1, whole: false })
  if (shoe === 'tlp' && shoeFaults > 0) problems.push('--shoe-faults: the native shoe has none of its own; use --fault')
  const asked = text('errors')
  const table = house && typeof spots !== 'string' ? { rules: HOUSES[house].rules, spots } : null
  const codes = asked === undefined ? null : readErrors(asked, table)
  if (typeof codes === 'string') problems.push(codes)
  const share = within('error-share', SHARE_USUAL, { min: 0, max: 1, whole: false })
  const options = {
    ...switchesOf(values),
    errors: codes === null || typeof codes === 'string' ? null : { codes, share },
    boxes: within('boxes', 7, { min: 1, max: BOX_MAX }),
    seed: within('seed', 1, { min: 0, max: 0xffff_ffff }),
    speed: within('speed', 1, { min: 0.01, max: 1_000, whole: false }),
    rounds: text('rounds') === undefined ? null : within('rounds', 1, { min: 1, max: 1_000_000 }),
    ...{ shoe, shoeFaults },
    faults,
    dir: text('dir') ?? 'run',
  }
  for (const name of OWN_OF_THE_RECORDING) {
    if (options.recorded && values[name] !== undefined)
      problems.push(`--${name} cannot be combined with --recorded, whose table is as it was recorded`)
  }
  if (options.dir === '') problems.push('--dir: must name a folder')
  if (problems.length > 0 || house === undefined || typeof spots === 'string') return { problems }
  return { ...options, house, spots, reader }
}

type Values = { readonly [name: string]: string | boolean | readonly (string | boolean)[] | undefined }

const SWITCHES = ['recorded', 'pointer', 'badge', 'key', 'peek', 'discards', ...STATE_KINDS, 'now'] as const

const switchesOf = (values: Values) =>
  Object.fromEntries(SWITCHES.map((name) => [name, values[name] === true])) as { readonly [name in (typeof SWITCHES)[number]]: boolean }

function split(args: readonly string[]): { readonly values: Values } | { readonly problems: readonly string[] } {
  const options = Object.fromEntries(
    (Object.entries(OPTIONS) as [string, OptionRow][]).map(([name, { value, many }]) => {
      return [name, { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: many === true }]
    }),
  )
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false })
  } catch (error) {
    // parseArgs explains at length how to pass a positional argument; only its first sentence is useful here.
    const [first = ''] = reasonOf(error).split('. ')
    return { problems: [first] }
  }
}

/** A shoe of another maker does not say that it was loaded, so nobody could know a burned card for one. */
export const overridesFor = (shoe: string): { readonly burn?: 0 } => (shoe === 'tlp' ? {} : { burn: 0 })

/** What people bet at a simulated table, and the chips they bet with. */
export const USUAL_LIMITS: Limits = { min: 1000, max: 50000, unit: 500, boxMax: null, sideMin: 500, sideMax: 10000, sideUnit: 500 }
export const USUAL_CHIPS = [100, 500, 2500, 10000]

/** Main bets, bets for the dealer if the house has them, insurance and the house's side bets. */
export function usualSpots(house: (typeof HOUSE_IDS)[number]): readonly Area[] {
  const { rules } = HOUSES[house]
  const { push22, potOfGold } = rules
  const behind = AREAS.filter((area) => mayBeToke(area, rules))
  return ['main', ...behind, 'ins', ...(push22 === 'none' ? [] : (['p22'] as const)), ...(potOfGold === 'none' ? [] : (['pog'] as const))]
}

/** A driver among the areas reads them. */
function readerOf(text: string | undefined): { readonly reader: string; readonly areas: string | undefined } {
  const names = text?.split(',').map((name) => name.trim()) ?? []
  const reader = names.find((name) => CHIP_READERS.includes(name))
  if (reader === undefined) return { reader: 'tlp', areas: text }
  const areas = names.filter((name) => name !== reader)
  return { reader, areas: areas.length === 0 ? 'main' : areas.join(',') }
}

function spotList(text: string | undefined, house: (typeof HOUSE_IDS)[number]): readonly (Area | 'rack')[] | string {
  if (text === undefined) return usualSpots(house)
  const asked = text.split(',').map((area) => area.trim())
  const known: readonly string[] = [...AREAS, 'rack']
  const unknown = asked.filter((area) => !known.includes(area))
  if (unknown.length > 0) return `--spots ${text}: no area "${unknown.join('", "')}"; areas are ${known.join(', ')}`
  if (!asked.includes('main')) return `--spots ${text}: main must be among them`
  return [...new Set(asked)] as (Area | 'rack')[]
}
