/** The command line of the demo: one table for parsing, checking and the help text. */
import { parseArgs } from 'node:util'
import type { Area } from '../../devices/scan.ts'
import { BOX_MAX } from '../../firmware-bridge/tlp.ts'
import { HOUSE_IDS, HOUSES } from '../../src/house/index.ts'
import { usualSpots } from '../device/options.ts'
import { type ErringOptions, readErrors, SHARE_USUAL } from '../table/errors/erring.ts'

export interface DemoOptions {
  readonly house: (typeof HOUSE_IDS)[number]
  readonly skipRecorded: boolean
  /** Simulated rounds; null: until stopped. */
  readonly rounds: number | null
  readonly boxes: number
  readonly pointer: boolean
  readonly seed: number
  /** What people do wrong at the simulated table; null: nothing. */
  readonly errors: ErringOptions | null
  readonly speed: number
  /** TCP port of the broker, 0 = any. */
  readonly port: number
  /** TCP port of the pit display, 0 = any. */
  readonly display: number
  /** Folder of journals and configurations, left behind; null: a temporary one. */
  readonly keep: string | null
  /** Lines also at a terminal. */
  readonly plain: boolean
  readonly colour: boolean
}

interface OptionRow {
  /** Name of the value in the help; absent: a switch. */
  readonly value?: string
  /** Range of a number; `whole` unless said otherwise. */
  readonly range?: { readonly min: number; readonly max: number; readonly whole?: false }
  readonly usual?: number
  readonly does: string
}

const OPTIONS = {
  speed: {
    value: 'X',
    range: { min: 0.1, max: 1000, whole: false },
    usual: 10,
    does: 'times real time; above 15 people think less instead',
  },
  house: { value: 'ID', does: `rules of the simulated rounds (default ${HOUSE_IDS[0]})` },
  rounds: {
    value: 'N',
    range: { min: 0, max: 1_000_000 },
    does: 'end after N simulated rounds, 0: after the recorded ones (default: at Ctrl-C)',
  },
  boxes: { value: 'N', range: { min: 1, max: BOX_MAX }, usual: 5, does: 'boxes of the simulated table' },
  pointer: { does: "the simulated table has a dealer's pointer, too" },
  seed: { value: 'S', range: { min: 0, max: 0xffff_ffff }, usual: 1, does: 'the same seed plays the same simulated rounds' },
  errors: {
    value: 'LIST',
    does: 'people err, and the rack is sensed, too: codes of docs/findings.md with commas, or all',
  },
  'error-share': {
    value: 'R',
    range: { min: 0, max: 1, whole: false },
    usual: SHARE_USUAL,
    does: 'of the rounds in which an error is tried',
  },
  'skip-recorded': { does: 'begin with the simulated rounds' },
  port: { value: 'PORT', range: { min: 0, max: 65535 }, usual: 1883, does: 'of the broker on 127.0.0.1; any free one when it is taken' },
  display: {
    value: 'PORT',
    range: { min: 0, max: 65535 },
    usual: 8080,
    does: 'of the pit display on 127.0.0.1; any free one when it is taken',
  },
  keep: { value: 'DIR', does: 'leave journals and configurations in this folder (default: a temporary one)' },
  plain: { does: 'line after line, as into a pipe, instead of the live table' },
  'no-color': { does: 'no colour; so does the variable NO_COLOR' },
  help: { does: 'print this and end' },
} as const satisfies { readonly [name: string]: OptionRow }
type Name = keyof typeof OPTIONS

const rows = Object.entries(OPTIONS) as [Name, OptionRow][]

export function helpText(): string {
  const lines = rows.map(([name, { value, range, usual, does }]) => {
    const allowed = range === undefined ? '' : `, ${range.min}..${range.max}`
    const otherwise = usual === undefined ? '' : ` (default ${usual})`
    return `  ${`--${name}${value === undefined ? '' : ` ${value}`}`.padEnd(16)} ${does}${allowed}${otherwise}`
  })
  return `Ten recorded rounds, then simulated play, on simulated devices: the daemon reads them through serial ports and
publishes over MQTT; what is shown is what a subscriber hears. At a terminal that is one live table: the felt,
the last events, the devices.

Usage: npm start -- [options]

${lines.join('\n')}

Houses: ${HOUSE_IDS.join(', ')}.
Ctrl-C or q ends it, twice ends it at once; Ctrl-L draws the table anew.

Examples:
  npm start
  npm start -- --plain | less
  npm start -- --speed 50 --rounds 0
  npm start -- --skip-recorded --house ingo --boxes 7 --pointer --seed 7
  npm start -- --skip-recorded --errors all
  npm start -- --skip-recorded --errors PAY-SHORT,PAID-LOSER --error-share 1 --rounds 20 --speed 50

Exit codes: 0 stopped, or all was played; 64 wrong use; 69 no port for the broker; 70 the table did not answer
as it must; 78 bad configuration; 130 ended at once
`
}

/** Where people err all is sensed that tells of it: the rack, too. */
export const demoSpots = (house: (typeof HOUSE_IDS)[number], errs: boolean): readonly (Area | 'rack')[] =>
  errs ? [...usualSpots(house), 'rack'] : usualSpots(house)

/** The options, `help` when that is asked for, or everything that is wrong with them. */
export function parseOptions(args: readonly string[]): DemoOptions | 'help' | { readonly problems: readonly string[] } {
  const values = split(args)
  if (typeof values === 'string') return { problems: [values] }
  if (values.help === true || values['demo-help'] === true) return 'help'
  const problems: string[] = []
  const text = (name: Name): string | null => (typeof values[name] === 'string' ? values[name] : null)
  const number = (name: Name): number | null => {
    const { range, usual }: OptionRow = OPTIONS[name]
    const said = text(name)
    if (said === null || range === undefined) return usual ?? null
    const whole = range.whole ?? true
    const value = (whole ? /^\d{1,10}$/ : /^\d{1,10}(\.\d+)?$/).test(said) ? Number(said) : Number.NaN
    if (value >= range.min && value <= range.max) return value
    problems.push(`--${name} ${said}: must be a ${whole ? 'whole ' : ''}number ${range.min}..${range.max}`)
    return null
  }
  const house = HOUSE_IDS.find((id) => id === (text('house') ?? HOUSE_IDS[0]))
  if (house === undefined) problems.push(`--house ${text('house')}: no such house; houses are ${HOUSE_IDS.join(', ')}`)
  const asked = text('errors')
  const errors = asked === null ? null : readErrors(asked, house ? { rules: HOUSES[house].rules, spots: demoSpots(house, true) } : null)
  if (typeof errors === 'string') problems.push(errors)
  if (text('keep') === '') problems.push('--keep: must name a folder')
  const options: Omit<DemoOptions, 'house'> = {
    skipRecorded: values['skip-recorded'] === true,
    rounds: number('rounds'),
    boxes: number('boxes') ?? 0,
    pointer: values.pointer === true,
    seed: number('seed') ?? 0,
    errors: errors === null || typeof errors === 'string' ? null : { codes: errors, share: number('error-share') ?? 0 },
    speed: number('speed') ?? 0,
    port: number('port') ?? 0,
    display: number('display') ?? 0,
    keep: text('keep'),
    plain: values.plain === true,
    colour: values['no-color'] !== true,
  }
  return problems.length > 0 || house === undefined ? { problems } : { ...options, house }
}

function split(args: readonly string[]): { readonly [name: string]: string | boolean | undefined } | string {
  // `npm start -- --help` is answered by the daemon, which names this one.
  const options = Object.fromEntries(
    [...rows, ['demo-help', {} as Partial<OptionRow>] as const].map(([name, { value }]) => {
      return [name, { type: value === undefined ? ('boolean' as const) : ('string' as const) }]
    }),
  )
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    // parseArgs explains at length how to pass a positional argument; only its first sentence is of use here.
    return (error instanceof Error ? error.message : String(error)).split('. ')[0] ?? ''
  }
}
