/** The configuration as it is being written: its text is all there is, so a comment stays where a person put it. Pure. */
import { type DeviceRole, roleRow } from '../../../devices/roles.ts'
import { type Change, changed } from '../../base/config/edit.ts'
import { readYaml } from '../../base/config/yaml-source.ts'
import type { Said } from '../../words/text.ts'
import { valueAt } from './fields.ts'
import { refusal } from './refusals.ts'

/** What nobody can guess is left open, at its place in the file. */
export const NEW_TEXT = `# A table's configuration, made by set-up. All keys: docs/configuration.md. To change it in the browser: npm start -- --config FILE --setup

# The table's place in every topic: casino/v1/property/pit/table. Each has 1 to 32 characters: a-z, 0-9 and -.
property: casino
pit: p1
table: bj01

# The house whose rules apply. \`npm run houses -- NAME\` prints them.
house: ~

# All amounts in this file are in the smallest unit of the currency: 10.00 EUR is 1000.
currency: EUR
limits: {}

boxes: 7
spots: [main]

# One shoe, one or more spots, at most one pointer. The program recognises a device by its serial number.
devices: []

# Address of the pit display.
display: { host: 127.0.0.1, port: 8080 }
`

/** As plain data of any form; an empty group if it is not YAML. */
export function plainOf(text: string): unknown {
  const read = readYaml(text)
  return read.ok ? read.source.value : {}
}

/** A device of the draft, as far as it has that. */
export interface DraftDevice {
  readonly name: string
  readonly driver: string
  readonly role: string
  readonly path: string
  readonly serial: string
  readonly cardFile: string | null
}

export function devicesIn(text: string): readonly DraftDevice[] {
  const list = valueAt(plainOf(text), ['devices'])
  const said = (device: unknown, key: string): string => {
    const value = valueAt(device, [key])
    return value === undefined || value === null ? '' : String(value)
  }
  return (Array.isArray(list) ? list : []).map((device: unknown) => ({
    ...{ name: said(device, 'name'), driver: said(device, 'driver'), role: said(device, 'role') },
    ...{ path: said(device, 'path'), serial: said(device, 'serial'), cardFile: said(device, 'cardFile') || null },
  }))
}

export interface Heard {
  readonly driver: string
  readonly role: DeviceRole
  readonly path: string
  readonly serial: string
  readonly cardFile: string | null
}

export type Bound = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: Said }

/**
 * The device heard at a path has its place there. One that was known elsewhere has moved; if another one was expected here, the two have
 * changed places.
 */
export function bind(text: string, heard: Heard): Bound {
  const devices = devicesIn(text)
  const at = devices.findIndex(({ serial, path }) => (heard.serial === NO_SERIAL ? path === heard.path : serial === heard.serial))
  const other = devices.findIndex(({ path }, index) => path === heard.path && index !== at)
  const known = devices[at]
  if (known !== undefined) {
    const swapped: Change[] = other === -1 ? [] : [{ at: ['devices', other, 'path'], value: known.path }]
    const moved = swapped.length === 0 && known.path === heard.path ? [] : [{ at: ['devices', at, 'path'], value: heard.path }]
    return { ok: true, text: changed(text, [...swapped, ...moved]) }
  }
  const rest = devices.filter((_, index) => index !== other)
  const same = rest.filter(({ role }) => role === heard.role)
  if (roleRow(heard.role).count !== 'one or more' && same[0] !== undefined) return { ok: false, problem: secondText(heard, same[0]) }
  const { cardFile, ...own } = heard
  const device = { name: nameFor(heard.role, rest), ...own, ...(cardFile === null ? {} : { cardFile }) }
  const { name, driver, role, path, serial, ...more } = device
  const value = { name, driver, role, path, serial, ...more }
  if (devices.length === 0) return { ok: true, text: changed(text, [{ at: ['devices'], value: [value] }]) }
  return { ok: true, text: changed(text, [{ at: ['devices', other === -1 ? devices.length : other], value }]) }
}

const secondText = ({ serial, role }: Heard, first: DraftDevice): Said => refusal('second-device', { serial, role, first: first.serial })

function nameFor(role: DeviceRole, others: readonly DraftDevice[]): string {
  const taken = new Set(others.map(({ name }) => name))
  const { name: usual } = roleRow(role)
  const names = [usual, ...Array.from({ length: others.length + 1 }, (_, at) => `${usual}${at + 2}`)]
  return names.find((name) => !taken.has(name)) ?? usual
}

/** In place of the serial number of a device that has none. */
export const NO_SERIAL = 'none'

export function unbind(text: string, name: string): string {
  const devices = devicesIn(text)
  const at = devices.findIndex((device) => device.name === name)
  if (at === -1) return text
  return changed(text, [devices.length === 1 ? { at: ['devices'], value: [] } : { at: ['devices', at], value: undefined }])
}
