/** The serial ports of this machine, and what is found at a path of the configuration. */
import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { SerialPort } from 'serialport'
import { addressOf } from '../../../firmware-bridge/address.ts'
import { reasonOf } from '../../base/process/reason.ts'
import { clean } from '../../base/terminal/line.ts'
import { asIs, type Said } from '../../words/text.ts'
import { deviceWord as say } from './device-words.ts'

export interface PortRow {
  readonly path: string
  readonly maker: string | null
  readonly serial: string | null
  /** USB vendor and product, `0403:6001`. */
  readonly usb: string | null
  /** A path that stays the same: wherever the device is plugged in, or where it is now if it has no serial number. null: there is none. */
  readonly stable: string | null
}

export interface PortList {
  readonly ports: readonly PortRow[]
  /** Why they cannot be listed; null if they could. */
  readonly trouble: Said | null
}

/** Text of a descriptor, which a device may fill with anything. */
const TEXT_MAX = 64
const told = (text: string | undefined): string | null => (text === undefined || text === '' ? null : clean(text.slice(0, TEXT_MAX)).trim())

/** In the order of their paths, but ports that name a maker come first. Never rejects. */
export async function listPorts(): Promise<PortList> {
  try {
    const found = await SerialPort.list()
    const rows = found.map(({ path, manufacturer, serialNumber, vendorId, productId, pnpId }) => ({
      path,
      maker: told(manufacturer),
      serial: told(serialNumber),
      usb: vendorId === undefined ? null : told(`${vendorId}:${productId ?? '????'}`),
      stable: pnpId === undefined ? null : `/dev/serial/by-id/${told(pnpId) ?? ''}`,
    }))
    const ports = [...distinctlyNamed(rows, byPath())]
    const rank = ({ usb, maker }: PortRow): number => (usb === null && maker === null ? 1 : 0)
    return { ports: ports.sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path)), trouble: null }
  } catch (error) {
    const reason = reasonOf(error)
    const todo = reason.includes('udevadm') ? say('unlisted-todo') : ''
    return { ports: [], trouble: say('unlisted', { why: reason, todo }) }
  }
}

const BY_PATH = '/dev/serial/by-path'

/** Ports by where they are plugged in: real path -> name. */
const byPath = (): ReadonlyMap<string, string> =>
  new Map(
    entries(BY_PATH).flatMap((name) => {
      const standing = standingAt(`${BY_PATH}/${name}`)
      return standing.kind === 'port' ? [[standing.realPath, `${BY_PATH}/${name}`] as const] : []
    }),
  )

/**
 * Adapters without a serial number share the name that the system makes of their maker, so those are named by where they are plugged in.
 *
 * `byPath`: path -> that name.
 */
export const distinctlyNamed = (rows: readonly PortRow[], byPath: ReadonlyMap<string, string>): readonly PortRow[] =>
  rows.map((row) => {
    const isShared = rows.some((other) => other !== row && other.stable === row.stable)
    return row.stable === null || (row.serial !== null && !isShared) ? row : { ...row, stable: byPath.get(row.path) ?? null }
  })

export type Standing =
  | { readonly kind: 'absent'; readonly why: Said }
  /** Something else is there: a file, a folder. */
  | { readonly kind: 'no-port'; readonly realPath: string }
  | { readonly kind: 'port'; readonly realPath: string }
  /** A serial server; whether it is there shows when it is opened. */
  | { readonly kind: 'address'; readonly host: string; readonly port: number }

/** What is at a path, after following links. */
export function standingAt(path: string): Standing {
  const address = addressOf(path)
  if (address !== null) return { kind: 'address', ...address }
  try {
    const realPath = realpathSync(path)
    return { kind: statSync(realPath).isCharacterDevice() ? 'port' : 'no-port', realPath }
  } catch (error) {
    const link = linkAt(path)
    return { kind: 'absent', why: link === null ? absenceOf(error) : say('dead-link', { path: link }) }
  }
}

const absenceOf = (error: unknown): Said => {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'ENOENT' || code === 'ENOTDIR' ? say('no-path') : code === 'EACCES' ? say('path-hidden') : asIs(String(code))
}

function linkAt(path: string): string | null {
  try {
    return clean(readlinkSync(path))
  } catch {
    return null
  }
}

/** Most processes shown. */
const HOLDERS_MAX = 4

/** Other processes that have what is there open, as far as the system shows them: `1234 (screen)`. */
export function othersAt(standing: Standing): readonly string[] {
  if (standing.kind !== 'port') return []
  const { realPath } = standing
  const held = (pid: string): boolean => entries(`/proc/${pid}/fd`).some((fd) => linkAt(`/proc/${pid}/fd/${fd}`) === realPath)
  return entries('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && held(name))
    .slice(0, HOLDERS_MAX)
    .map((pid) => `${pid} (${nameOf(pid)})`)
}

function entries(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function nameOf(pid: string): string {
  try {
    return clean(readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
  } catch {
    return '?'
  }
}
