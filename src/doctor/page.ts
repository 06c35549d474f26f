/** What the doctor found, as a page for a terminal and as JSON. Pure. */
import { clean, type Line, padded, piece, type Tone, wrappedText } from '../terminal/line.ts'
import type { DeviceStateData } from '../wire/payloads.ts'
import type { PortList, PortRow } from './ports.ts'
import type { Step } from './rung.ts'

interface Walk {
  /** What was walked up. */
  readonly name: string
  readonly steps: readonly Step[]
  /** What a running daemon says of it, where it was to be heard. */
  readonly told?: DeviceStateData | null
}

export interface TableWalks {
  readonly table: string
  /** The daemon's process while it runs. */
  readonly daemon: number | null
  /** Why its devices were left alone; null: they were not. */
  readonly closed: string | null
  readonly devices: readonly (Required<Walk> & { readonly path: string; readonly serial: string })[]
  /** `own`: the one the daemon brings with it, here for a moment; where a daemon runs, its. */
  readonly brokers: readonly (Walk & { readonly url: string; readonly own: boolean })[]
}

export interface Findings {
  readonly list: PortList
  /** Configured devices by the real path of their port. */
  readonly names: ReadonlyMap<string, string>
  readonly tables: readonly TableWalks[]
}

export const walksOf = ({ devices, brokers }: TableWalks): readonly Walk[] => [...devices, ...brokers]
export const isFailed = ({ steps, told }: Walk): boolean => told?.up === false || steps.some(({ state }) => state === 'failed')

const TONES: { readonly [state in Step['state']]: Tone } = { ok: 'gain', failed: 'alarm', 'not reached': 'faint' }
/** Where the names of the rungs begin, and what was found. */
const NAME_AT = 12
const DETAIL_AT = 32

export function pageLines({ list, names, tables }: Findings, columns: number): Line[] {
  const walked = tables.flatMap((table) => [[], ...tableLines(table, columns)])
  return [...portLines(list, names, columns), ...walked, ...(tables.length === 0 ? [] : [[], ...sumLines(tables, columns)])]
}

const title = (text: string): Line => [piece(text, 'strong')]

function portLines({ ports, trouble }: PortList, names: Findings['names'], columns: number): Line[] {
  const head = title('Serial ports of this machine')
  if (trouble !== null) return [head, ...wrappedText([piece('  ! ', 'alarm')], clean(trouble), 'plain', columns)]
  const isPlain = ({ usb, maker, path }: PortRow): boolean => usb === null && maker === null && !names.has(path)
  const rows = ports.filter((port) => !isPlain(port))
  const plain = ports.filter(isPlain)
  const cells = rows.map(({ path, maker, serial, usb, stable }) => [
    path,
    maker ?? 'no maker',
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
  const none: Line[] = ports.length === 0 ? [[piece('  none', 'faint')]] : []
  return [head, ...lines, ...none, ...(others === '' ? [] : wrappedText([piece('  without a maker: ', 'faint')], others, 'faint', columns))]
}

function tableLines({ table, daemon, closed, devices, brokers }: TableWalks, columns: number): Line[] {
  const ownBroker = daemon === null ? "the program's own, tried out here" : "the daemon's own"
  const alone = `No port was opened: ${closed}. What the daemon says of its devices stands below; to have them looked at, stop it, and ask as its user.`
  return [
    title(`Table ${table}`),
    ...(closed === null ? [] : wrappedText([piece('  ! ', 'alarm')], clean(alone), 'plain', columns)),
    ...devices.flatMap(({ name, path, serial, steps, told }) => {
      const head = `${name}  ${serial} at ${path}`
      return closed === null ? walkLines(head, steps, columns) : toldLines(head, told, columns)
    }),
    ...brokers.flatMap(({ url, own, steps }) => walkLines(`broker  ${url}${own ? `, ${ownBroker}` : ''}`, steps, columns)),
  ]
}

function toldLines(head: string, told: DeviceStateData | null, columns: number): Line[] {
  const title: Line[] = [[], [piece(`  ${clean(head)}`, 'strong')]]
  if (told === null) return [...title, [piece('    the daemon was not to be heard of it', 'faint')]]
  const { up, reason, serial, boot, firmware, ringFill, ringSize, errors, clockOffsetMs } = told
  const bad = Object.entries(errors).filter(([, times]) => times > 0)
  const facts = [
    ...(reason === null ? [] : [reason]),
    serial,
    ...(firmware === null ? [] : [`firmware ${firmware}, boot ${boot ?? '?'}`]),
    ...(ringFill === null || ringSize === null ? [] : [`ring ${ringFill} of ${ringSize}`]),
    bad.length === 0 ? 'no error counted' : bad.map(([kind, times]) => `${kind} ${times}`).join(' '),
    ...(clockOffsetMs === null ? [] : [`offset ${clockOffsetMs} ms`]),
  ]
  const said = padded([piece(`    ${up ? 'up' : 'DOWN'}`, up ? 'gain' : 'alarm')], NAME_AT)
  return [...title, ...wrappedText(said, clean(facts.join(', ')), 'plain', columns)]
}

function walkLines(head: string, steps: readonly Step[], columns: number): Line[] {
  const reached = steps.filter(({ state }) => state !== 'not reached')
  const others = steps.filter(({ state }) => state === 'not reached').map(({ name }) => name)
  const behind = others.length === 0 ? [] : wrappedText([piece('    not reached: ', 'faint')], others.join(', '), 'faint', columns)
  return [[], [piece(`  ${clean(head)}`, 'strong')], ...reached.flatMap((step) => stepLines(step, columns)), ...behind]
}

function stepLines({ state, name, detail, todo }: Step, columns: number): Line[] {
  const mark = padded([piece(`    ${state === 'failed' ? 'FAILED' : state}`, TONES[state])], NAME_AT)
  const told = wrappedText(padded([...mark, piece(name)], DETAIL_AT), clean(detail), 'plain', columns)
  if (todo === null) return told
  const arrow = [piece(' '.repeat(NAME_AT)), piece('-> ', state === 'failed' ? 'alarm' : 'loss')]
  return [...told, ...wrappedText(arrow, clean(todo), 'plain', columns)]
}

function sumLines(tables: readonly TableWalks[], columns: number): Line[] {
  const failures = tables.flatMap((table) =>
    walksOf(table)
      .filter(isFailed)
      .map((walk) => `${table.table} ${walk.name}: ${brokenAt(walk)}`),
  )
  const alone = tables.flatMap(({ table, closed, devices }) => (closed === null ? [] : [`${table}: ${devices.length} devices left alone`]))
  if (failures.length === 0 && alone.length === 0) return [[piece('All is well.', 'gain')]]
  return [
    ...(failures.length === 0 ? [[piece('Nothing failed.', 'gain')] satisfies Line] : []),
    ...failures.flatMap((text) => wrappedText([piece('failed  ', 'alarm')], clean(text), 'plain', columns)),
    ...alone.flatMap((text) => wrappedText([piece('not looked at  ', 'faint')], clean(text), 'plain', columns)),
  ]
}

const brokenAt = ({ steps }: Walk): string => steps.find(({ state }) => state === 'failed')?.name ?? 'down, says the daemon'

/** One object; `ok`: nothing failed, and nothing was left alone. */
export function findingsJson({ list, tables }: Findings): string {
  const ok = tables.every((table) => table.closed === null && !walksOf(table).some(isFailed))
  return `${JSON.stringify({ ok, ports: list.ports, portTrouble: list.trouble, tables }, null, 2)}\n`
}
