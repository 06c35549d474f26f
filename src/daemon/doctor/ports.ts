/** The serial ports of this machine, and what is found at a path of the configuration. */
import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { SerialPort } from 'serialport'
import { addressOf } from '../../../firmware-bridge/address.ts'
import { clean } from '../../display/terminal/line.ts'
import { asIs, type Said } from '../../rules/house/saying.ts'
import { deviceWord as say } from './device-words.ts'

export interface PortRow {
  readonly path: string
  readonly maker: string | null
  readonly serial: string | null
  /** USB vendor and product, `0403:6001`. */
  readonly usb: string | null
  /** A path that stays the same wherever the device is plugged in; null if the system has none. */
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
    const ports = found.map(({ path, manufacturer, serialNumber, vendorId, productId, pnpId }) => ({
      path,
      maker: told(manufacturer),
      serial: told(serialNumber),
      usb: vendorId === undefined ? null : told(`${vendorId}:${productId ?? '????'}`),
      stable: pnpId === undefined ? null : `/dev/serial/by-id/${told(pnpId) ?? ''}`,
    }))
    const rank = ({ usb, maker }: PortRow): number => (usb === null && maker === null ? 1 : 0)
    return { ports: ports.sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path)), trouble: null }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const todo = reason.includes('udevadm') ? say('unlisted-todo') : ''
    return { ports: [], trouble: say('unlisted', { why: reason, todo }) }
  }
}

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
    return { kind: 'absent', why: link === null ? reasonOf(error) : say('dead-link', { path: link }) }
  }
}

const reasonOf = (error: unknown): Said => {
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

/** Other processes that have this port open, as far as the system shows them: `1234 (screen)`. */
export function holdersOf(realPath: string): readonly string[] {
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
