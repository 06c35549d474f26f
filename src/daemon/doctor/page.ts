/** The doctor's results, as a page for a terminal and as JSON. Pure. */
import { clean, type Line, padded, piece, type Tone, wrappedText } from '../../base/terminal/line.ts'
import type { DeviceStateData } from '../../wire/payloads.ts'
import { clockTodo, clockWords, tellClock } from './clock.ts'
import { deviceWord } from './device-words.ts'
import type { PortList, PortRow } from './ports.ts'
import type { Step } from './rung.ts'

interface Walk {
  /** The device or broker that was examined. */
  readonly name: string
  readonly steps: readonly Step[]
}

interface DeviceWalk extends Walk {
  readonly path: string
  readonly serial: string
  /** What a running daemon reports about it; null if none runs, or if its report was not received. */
  readonly told: DeviceStateData | null
  /** Its counters of damaged lines that rose meanwhile, and by how much. */
  readonly rose: { readonly [counter: string]: number }
}

export interface TableWalks {
  readonly table: string
  /** The daemon's process, if one is running. */
  readonly daemon: number | null
  /** Why its devices were not examined; null: they were. */
  readonly closed: string | null
  /** The folders that the daemon must be able to write, as the user who runs the doctor. */
  readonly folders: Walk
  readonly devices: readonly DeviceWalk[]
  /** `own`: the broker built into the daemon, started here briefly, or the running daemon's. */
  readonly brokers: readonly (Walk & { readonly url: string; readonly own: boolean })[]
}

export interface Findings {
  readonly list: PortList
  /** Configured devices by the real path of their port. */
  readonly names: ReadonlyMap<string, string>
  readonly tables: readonly TableWalks[]
}

/** The worst result. `unseen`: nothing is wrong, but devices were not examined, because it is unknown whether a daemon uses them. */
export type Verdict = 'well' | 'unseen' | 'warning' | 'failed'

export function verdictOf(tables: readonly TableWalks[]): Verdict {
  if (tables.some((table) => troublesOf(table, 'failed').length > 0)) return 'failed'
  if (tables.some((table) => troublesOf(table, 'warning').length > 0)) return 'warning'
  return tables.some(isUnseen) ? 'unseen' : 'well'
}

const isUnseen = ({ closed, daemon }: TableWalks): boolean => closed !== null && daemon === null

/** What is in this state, as `shoe: lines are valid`: rungs, and what a running daemon reports about its devices. */
function troublesOf({ daemon, folders, devices, brokers }: TableWalks, state: 'failed' | 'warning'): string[] {
  const rungs = [folders, ...devices, ...brokers].flatMap(({ name, steps }) =>
    steps.filter((step) => step.state === state).map((step) => `${name}: ${step.name}`),
  )
  const told = daemon === null ? [] : devices.flatMap((device) => (daemonSays(device)?.state === state ? [toldTrouble(device)] : []))
  return [...rungs, ...told]
}

const toldTrouble = (device: DeviceWalk): string => `${device.name}: ${daemonSays(device)?.words}`

/** What is wrong with a device according to the daemon that uses it; null: nothing. */
function daemonSays({ told, rose }: DeviceWalk): { readonly state: 'failed' | 'warning'; readonly words: string } | null {
  if (told === null) return { state: 'warning', words: 'the daemon reports nothing about it' }
  if (!told.up) return { state: 'failed', words: 'the daemon reports it down' }
  return Object.keys(rose).length > 0 ? { state: 'warning', words: 'the daemon reports damaged lines' } : null
}

const TONES: { readonly [state in Step['state']]: Tone } = { ok: 'gain', warning: 'loss', failed: 'alarm', 'not reached': 'faint' }
/** The columns at which the names of the rungs and the results begin. */
const NAME_AT = 12
const DETAIL_AT = 32

export function pageLines({ list, names, tables }: Findings, columns: number): Line[] {
  const walked = tables.flatMap((table) => [[], ...tableLines(table, columns)])
  return [...portLines(list, names, columns), ...walked, ...(tables.length === 0 ? [] : [[], ...sumLines(tables, columns)])]
}

const title = (text: string): Line => [piece(text, 'strong')]

function portLines({ ports, trouble }: PortList, names: Findings['names'], columns: number): Line[] {
  const head = title('Serial ports of this machine')
  if (trouble !== null) return [head, ...wrappedText([piece('  ! ', 'alarm')], clean(trouble.en), 'plain', columns)]
  const isPlain = ({ usb, maker, path }: PortRow): boolean => usb === null && maker === null && !names.has(path)
  const rows = ports.filter((port) => !isPlain(port))
  const plain = ports.filter(isPlain)
  const cells = rows.map(({ path, maker, serial, usb, stable }) => [
    path,
    maker ?? 'no manufacturer',
    serial ?? 'no serial number',
    usb ?? '',
    names.get(path) ?? '',
    stable ?? '',
  ])
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(0, ...cells.map((row) => row[at]?.length ?? 0)))
  const lines = cells.flatMap((row): Line[] => {
    const [path = '', maker = '', serial = '', usb = '', name = '', stable = ''] = row
    const known = [path, maker, serial, usb].map((text, at) => `${text.padEnd(widths[at] ?? 0)}  `).join('')
    const line = [piece(`  ${known}`), piece(name === '' ? '' : `= ${name}`, 'strong')]
    const below: Line[] = stable === '' ? [] : [[piece(`    ${stable}`, 'faint')]]
    return [line, ...below]
  })
  const others = plain.map(({ path }) => path).join(' ')
  const none: Line[] =
    ports.length === 0 ? [[piece('  none', 'faint'), piece(': plug in the adapter of a device, then run this again')]] : []
  return [
    head,
    ...lines,
    ...none,
    ...(others === '' ? [] : wrappedText([piece('  without a manufacturer: ', 'faint')], others, 'faint', columns)),
  ]
}

function tableLines({ table, daemon, closed, folders, devices, brokers }: TableWalks, columns: number): Line[] {
  const ownBroker = daemon === null ? 'built into the daemon, started here for this check' : 'built into the daemon'
  return [
    title(`Table ${table}`),
    ...(closed === null ? [] : aloneLines(closed, daemon, columns)),
    ...(daemon === null ? walkLines(folders.name, folders.steps, columns) : []),
    ...devices.flatMap((device) => {
      const head = `${device.name}  ${device.serial} at ${device.path}`
      return closed === null ? walkLines(head, device.steps, columns) : toldLines(head, device, columns)
    }),
    ...brokers.flatMap(({ url, own, steps }) => walkLines(`broker  ${url}${own ? `, ${ownBroker}` : ''}`, steps, columns)),
  ]
}

function aloneLines(closed: string, daemon: number | null, columns: number): Line[] {
  const text =
    daemon === null
      ? `No port was opened: ${closed}. Run the doctor as the daemon's user.`
      : `${closed[0]?.toUpperCase()}${closed.slice(1)} and is using the ports, so they were not opened. Below is what it reports about its devices; stop it to have them checked directly.`
  return wrappedText([piece(daemon === null ? '  ! ' : '  note  ', daemon === null ? 'alarm' : 'faint')], clean(text), 'plain', columns)
}

function toldLines(head: string, { told, rose }: DeviceWalk, columns: number): Line[] {
  const title: Line[] = [[], [piece(`  ${clean(head)}`, 'strong')]]
  if (told === null) return [...title, [piece('    the daemon has reported nothing about this device', 'faint')]]
  const { up, reason, serial, boot, firmware, ringFill, ringSize, errors, clockOffsetMs, lastHeartbeat } = told
  const heardMs = Date.parse(lastHeartbeat ?? '')
  const clock = clockOffsetMs === null || Number.isNaN(heardMs) ? null : tellClock(clockOffsetMs, heardMs)
  const bad = Object.entries(errors).filter(([, times]) => times > 0)
  const facts = [
    ...(reason === null ? [] : [reason]),
    serial,
    ...(firmware === null ? [] : [`firmware ${firmware}, boot ${boot ?? '?'}`]),
    ...(ringFill === null || ringSize === null ? [] : [`ring ${ringFill} of ${ringSize}`]),
    bad.length === 0 ? 'no errors counted' : `counted so far: ${bad.map(([kind, times]) => `${kind} ${times}`).join(' ')}`,
    ...(clock === null ? [] : [`clock ${clockWords(clock).en}`]),
  ]
  const said = padded([piece(`    ${up ? 'up' : 'DOWN'}`, up ? 'gain' : 'alarm')], NAME_AT)
  const line = wrappedText(said, clean(facts.join(', ')), 'plain', columns)
  const todos = [
    ...(Object.keys(rose).length === 0 ? [] : [`${rises(rose)} during this check. ${deviceWord('damaged-todo').en}`]),
    ...(clock === null ? [] : [clockTodo(clock)?.en ?? '']),
  ].filter((text) => text !== '')
  return [...title, ...line, ...todos.flatMap((text) => todoLines(text, 'loss', columns))]
}

const rises = (rose: DeviceWalk['rose']): string =>
  Object.entries(rose)
    .map(([counter, by]) => `${counter} rose by ${by}`)
    .join(', ')

function walkLines(head: string, steps: readonly Step[], columns: number): Line[] {
  const reached = steps.filter(({ state }) => state !== 'not reached')
  const others = steps.filter(({ state }) => state === 'not reached').map(({ name }) => name)
  const behind = others.length === 0 ? [] : wrappedText([piece('    not reached: ', 'faint')], others.join(', '), 'faint', columns)
  return [[], [piece(`  ${clean(head)}`, 'strong')], ...reached.flatMap((step) => stepLines(step, columns)), ...behind]
}

function stepLines({ state, name, detail, todo }: Step, columns: number): Line[] {
  const mark = padded([piece(`    ${state === 'ok' ? state : state.toUpperCase()}`, TONES[state])], NAME_AT)
  const told = wrappedText(padded([...mark, piece(name)], DETAIL_AT), clean(detail), 'plain', columns)
  return todo === null ? told : [...told, ...todoLines(todo, state === 'failed' ? 'alarm' : 'loss', columns)]
}

const todoLines = (todo: string, tone: Tone, columns: number): Line[] =>
  wrappedText([piece(' '.repeat(NAME_AT)), piece('-> ', tone)], clean(todo), 'plain', columns)

/** A computer to which no device is connected yet. */
const isBare = (tables: readonly TableWalks[]): boolean =>
  tables.every(({ closed, devices }) => closed === null && devices.every(({ steps }) => steps[0]?.state === 'failed'))
const NO_DEVICES =
  'No device was found. Plug in their adapters, find their ports with `npm run doctor -- --list`, and enter path and serial number of each under `devices:` ' +
  'in the configuration.'

const SUMS: { readonly [verdict in Verdict]: Line } = {
  well: [piece('All is well.', 'gain')],
  unseen: [piece('Nothing failed.', 'gain')],
  warning: [piece('Nothing failed, but something needs attention.', 'loss')],
  failed: [],
}

function sumLines(tables: readonly TableWalks[], columns: number): Line[] {
  const told = (state: 'failed' | 'warning', tone: Tone): Line[] =>
    tables.flatMap((table) =>
      troublesOf(table, state).flatMap((text) =>
        wrappedText([piece(`${state}  `, tone)], clean(`${table.table} ${text}`), 'plain', columns),
      ),
    )
  const alone = tables.filter(isUnseen).map(({ table, devices }) => `${table}: ${devices.length} devices not checked`)
  const left = tables.flatMap(({ table, daemon }) =>
    daemon === null ? [] : [`${table}: a daemon is running and uses the ports; they were not opened`],
  )
  const sum = SUMS[verdictOf(tables)]
  return [
    ...(sum.length === 0 ? [] : [sum]),
    ...told('failed', 'alarm'),
    ...told('warning', 'loss'),
    ...alone.flatMap((text) => wrappedText([piece('not checked  ', 'faint')], clean(text), 'plain', columns)),
    ...(isBare(tables) ? wrappedText([piece('what to do  ', 'strong')], NO_DEVICES, 'plain', columns) : []),
    ...left.flatMap((text) => wrappedText([piece('note  ', 'faint')], clean(text), 'plain', columns)),
  ]
}

/** One object; `ok`: nothing failed or needs attention, and every port was examined except those of a running daemon. */
export function findingsJson({ list, tables }: Findings): string {
  const verdict = verdictOf(tables)
  // For programs, which know the words in one language.
  const inEnglish = (key: string, value: unknown): unknown => (key === 'said' ? undefined : value)
  return `${JSON.stringify({ ok: verdict === 'well', verdict, ports: list.ports, portTrouble: list.trouble?.en ?? null, tables }, inEnglish, 2)}\n`
}
