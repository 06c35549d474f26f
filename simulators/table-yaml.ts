/** A table's configuration as text, for a daemon that reads simulated devices. */
import type { TableConfig } from '../src/base/config/table-config.ts'
import type { DeviceConfig } from '../src/rules/table.ts'

export interface TableText {
  readonly table: Pick<TableConfig, 'house' | 'limits' | 'chips' | 'boxes' | 'spots'> & {
    /** Whether the order of payments is watched. */
    readonly payOrder?: boolean
  }
  /** As in a configuration's `rules:`. */
  readonly overrides: { readonly [rule: string]: unknown }
  /** Id of the table. */
  readonly name: string
  /** Times real time. */
  readonly speed: number
  readonly devices: readonly DeviceConfig[]
  /** The broker; absent: the daemon's own. */
  readonly brokerUrl?: string
  /** Directory, relative to the configuration; default `./journal`. */
  readonly journal?: string
}

/** How late a chip or pointer event may be at a table in real time. The play never exceeds it. */
const LAG_MS = 1500
/** What the order between two devices needs at any speed, because their clocks are known to some milliseconds. */
const LAG_MS_MIN = 50

/** Nobody deals two cards closer together, at a table in real time. */
const CARD_APART_MS = 250

/** Lags shrink as the speed rises, as everything on the table does. */
export function tableYaml(text: TableText): string {
  const { table, overrides, name, speed, devices, brokerUrl, journal = './journal' } = text
  const lagMs = Math.max(LAG_MS_MIN, Math.ceil(LAG_MS / speed))
  const limits = Object.entries(table.limits).filter(([, amount]) => amount !== null)
  const rules = Object.entries(overrides).map(([rule, value]) => `  ${rule}: ${JSON.stringify(value)}`)
  return [
    'property: demo',
    'pit: p1',
    `table: ${name}`,
    `house: ${table.house}`,
    ...(rules.length === 0 ? [] : ['rules:', ...rules]),
    `limits: { ${limits.map(([name, amount]) => `${name}: ${amount}`).join(', ')} }`,
    `chips: [${table.chips.join(', ')}]`,
    `boxes: ${table.boxes}`,
    `spots: [${table.spots.join(', ')}]`,
    ...(table.payOrder ? ['watches: { payOrder: true }'] : []),
    `spotLagMs: ${lagMs}`,
    `pointerLagMs: ${lagMs}`,
    `cardApartMs: ${Math.floor(CARD_APART_MS / speed)}`,
    'devices:',
    ...devices.map(({ name: device, driver, role, path, serial, cardFile, chipFile, badgeFile, antennas }) => {
      const more = Object.entries({ cardFile, chipFile, badgeFile, antennas }).flatMap(([key, value]) =>
        value === undefined ? [] : [`, ${key}: ${JSON.stringify(value)}`],
      )
      return `  - { name: ${device}, driver: ${driver}, role: ${role}, path: ${JSON.stringify(path)}, serial: ${serial}${more.join('')} }`
    }),
    ...(brokerUrl === undefined ? [] : [`mqtt: { url: ${JSON.stringify(brokerUrl)} }`]),
    `journal: ${JSON.stringify(journal)}`,
  ].join('\n')
}
