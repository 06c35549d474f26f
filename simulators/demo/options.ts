/** The command line of the demo: one table for parsing, checking and the help text. */
import { parseArgs } from 'node:util'
import type { Area } from '../../devices/scan.ts'
import { BOX_MAX } from '../../firmware-bridge/tlp.ts'
import type { FindingCode } from '../../src/rules/house/finding-code.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { CHIP_READERS, SHOES, usualSpots } from '../device/options.ts'
import { doable, type ErringOptions, readErrors, SHARE_USUAL } from '../table/errors/erring.ts'
import { ERROR_CODES } from '../table/errors/index.ts'

export interface DemoOptions {
  readonly house: (typeof HOUSE_IDS)[number]
  readonly skipRecorded: boolean
  /** How many simulated rounds; null: until stopped. */
  readonly rounds: number | null
  readonly boxes: number
  readonly pointer: boolean
  /** The drivers of the simulated table's shoe and of what reads its chips. */
  readonly shoe: string
  readonly reader: string
  readonly seed: number
  /** What people do wrong at the simulated table; null: nothing at all. */
  readonly errors: ErringOptions | null
  readonly speed: number
  /** TCP port of the broker, 0 = any. */
  readonly port: number
  /** TCP port of the pit display, 0 = any. */
  readonly display: number
  /** Folder of journals and configurations that is kept; null: a temporary one. */
  readonly keep: string | null
  /** Print lines even at a terminal. */
  readonly plain: boolean
  readonly colour: boolean
}

interface OptionRow {
  /** Name of the value in the help; absent: a switch. */
  readonly value?: string
  /** Range of a number; a whole number unless `whole` is false. */
  readonly range?: { readonly min: number; readonly max: number; readonly whole?: false }
  readonly usual?: number
  readonly does: string
}

/** Mostly faultless, with a mistake now and then. */
const SHARE_SELDOM = 0.1
/**
 * Mistakes that the bet itself proves with the first card, on any table. One of them is made in the first round, so that nobody has to wait
 * for the first alarm.
 */
const SURE: readonly FindingCode[] = ['BET-OVER-MAX', 'BET-WRONG-UNIT', 'BET-UNDER-MIN']

const OPTIONS = {
  speed: {
    value: 'X',
    range: { min: 0.1, max: 1000, whole: false },
    usual: 10,
    does: 'speed relative to real time; above 15, people think for less time',
  },
  house: { value: 'ID', does: `house whose rules the simulated rounds follow (default ${HOUSE_IDS[0]})` },
  rounds: {
    value: 'N',
    range: { min: 0, max: 1_000_000 },
    does: 'stop after N simulated rounds; 0: recorded rounds only (default: at Ctrl-C)',
  },
  boxes: { value: 'N', range: { min: 1, max: BOX_MAX }, usual: 5, does: 'number of boxes at the simulated table' },
  pointer: { does: "give the simulated table a dealer's pointer" },
  shoe: { value: 'DRIVER', does: 'the shoe of the simulated table (default tlp); any other plays in real time' },
  spots: { value: 'DRIVER', does: 'what reads its chips (default tlp); any other reads main bets, in real time' },
  seed: { value: 'S', range: { min: 0, max: 0xffff_ffff }, usual: 1, does: 'the same seed plays the same simulated rounds' },
  errors: {
    value: 'LIST',
    does: 'mistakes people make: codes of docs/findings.md, all or none (default: all, but seldom)',
  },
  'error-share': {
    value: 'R',
    range: { min: 0, max: 1, whole: false },
    does: `share of rounds in which a mistake is attempted (default ${SHARE_USUAL}; without --errors ${SHARE_SELDOM})`,
  },
  'skip-recorded': { does: 'skip the recorded rounds and those before them' },
  port: {
    value: 'PORT',
    range: { min: 0, max: 65535 },
    usual: 1883,
    does: 'port of the broker on 127.0.0.1; if in use, any free one',
  },
  display: {
    value: 'PORT',
    range: { min: 0, max: 65535 },
    usual: 8080,
    does: 'port of the pit display on 127.0.0.1; if in use, any free one',
  },
  keep: { value: 'DIR', does: 'keep journals and configurations in this folder (default: a temporary one)' },
  plain: { does: 'print line by line instead of drawing the live table' },
  'no-color': { does: 'no colour; the environment variable NO_COLOR does the same' },
  help: { does: 'show this text' },
} as const satisfies { readonly [name: string]: OptionRow }
type Name = keyof typeof OPTIONS

const rows = Object.entries(OPTIONS) as [Name, OptionRow][]

export function helpText(): string {
  const lines = rows.map(([name, { value, range, usual, does }]) => {
    const allowed = range === undefined ? '' : `, ${range.min}..${range.max}`
    const otherwise = usual === undefined ? '' : ` (default ${usual})`
    return `  ${`--${name}${value === undefined ? '' : ` ${value}`}`.padEnd(16)} ${does}${allowed}${otherwise}`
  })
  return `Plays two simulated rounds, ten recorded ones, then simulated play, on simulated devices. The daemon
reads them through serial ports and publishes over MQTT; the screen shows what a subscriber receives. On a
terminal that is one live table: the felt, the latest events and the devices.

Usage: npm start -- [options]

${lines.join('\n')}

Houses: ${HOUSE_IDS.join(', ')}.
Shoes: tlp, ${SHOES.join(', ')}.
Readers of chips: tlp, ${CHIP_READERS.join(', ')}.
On the live table ? lists the keys; Ctrl-C or q stops it, pressed twice at once.

Examples:
  npm start
  npm start -- --plain | less
  npm start -- --speed 50 --rounds 0
  npm start -- --skip-recorded --house ingo --boxes 7 --pointer --seed 7
  npm start -- --skip-recorded --shoe bee-tek --spots feig
  npm start -- --skip-recorded --errors all
  npm start -- --errors none
  npm start -- --skip-recorded --errors PAY-SHORT,PAID-LOSER --error-share 1 --rounds 20 --speed 50

Exit codes: 0 stopped, or everything was played; 64 wrong usage; 69 no port for the broker; 70 the table did
not respond as it should; 78 bad configuration; 130 stopped at once
`
}

/** If people err, everything that shows it is sensed, the rack included. Readers of chips of another maker sense main bets. */
export const demoSpots = (house: (typeof HOUSE_IDS)[number], errs: boolean, reader = 'tlp'): readonly (Area | 'rack')[] => {
  if (reader !== 'tlp') return ['main']
  return errs ? [...usualSpots(house), 'rack'] : usualSpots(house)
}

/** The options, `help` if that is asked for, or everything that is wrong with them. */
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
  const named = (name: 'shoe' | 'spots', known: readonly string[]): string => {
    const driver = text(name) ?? 'tlp'
    if (driver !== 'tlp' && !known.includes(driver))
      problems.push(`--${name} ${driver}: no such device; there are tlp, ${known.join(', ')}`)
    return driver
  }
  const [shoe, reader] = [named('shoe', SHOES), named('spots', CHIP_READERS)]
  const errors = erringBy({ asked: text('errors'), share: number('error-share'), house, reader })
  if (typeof errors === 'string') problems.push(errors)
  if (text('keep') === '') problems.push('--keep: must name a folder')
  const options: Omit<DemoOptions, 'house'> = {
    skipRecorded: values['skip-recorded'] === true,
    rounds: number('rounds'),
    boxes: number('boxes') ?? 0,
    pointer: values.pointer === true,
    ...{ shoe, reader },
    seed: number('seed') ?? 0,
    errors: typeof errors === 'string' ? null : errors,
    speed: number('speed') ?? 0,
    port: number('port') ?? 0,
    display: number('display') ?? 0,
    keep: text('keep'),
    plain: values.plain === true,
    colour: values['no-color'] !== true,
  }
  return problems.length > 0 || house === undefined ? { problems } : { ...options, house }
}

interface Asked {
  readonly asked: string | null
  readonly share: number | null
  readonly house: DemoOptions['house'] | undefined
  readonly reader: string
}

/** What people do wrong; null: nothing. A string says what is wrong with the list. */
function erringBy({ asked, share, house, reader }: Asked): ErringOptions | string | null {
  if (asked === 'none') return null
  const table = house ? { rules: HOUSES[house].rules, spots: demoSpots(house, true, reader) } : null
  const codes = asked === null ? ERROR_CODES : readErrors(asked, table)
  if (typeof codes === 'string') return codes
  const possible = table === null ? codes : doable(codes, table)
  const planned = SURE.find((code) => possible.includes(code))
  return { codes, share: share ?? (asked === null ? SHARE_SELDOM : SHARE_USUAL), planned }
}

function split(args: readonly string[]): { readonly [name: string]: string | boolean | undefined } | string {
  // The daemon answers `npm start -- --help`, and names this one.
  const options = Object.fromEntries(
    [...rows, ['demo-help', {} as Partial<OptionRow>] as const].map(([name, { value }]) => {
      return [name, { type: value === undefined ? ('boolean' as const) : ('string' as const) }]
    }),
  )
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    // parseArgs explains at length how to pass a positional argument; only its first sentence is useful here.
    return (error instanceof Error ? error.message : String(error)).split('. ')[0] ?? ''
  }
}
