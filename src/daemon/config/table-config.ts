/** A table's configuration as the daemon uses it: validated, defaults filled in, paths absolute. `load.ts` reads it from YAML. */
import type { Area } from '../../../devices/scan.ts'
import type { HouseRules } from '../../rules/house/rules.ts'
import type { Shuffler } from '../../rules/house/shuffler.ts'

export const CHIP_EVIDENCE = ['bets', 'stakes', 'busts', 'payouts'] as const
/** How far the spot sensors follow the chips; each level includes those before it. */
export type ChipEvidence = (typeof CHIP_EVIDENCE)[number]
export const DEVICE_ROLES = ['shoe', 'spots', 'pointer'] as const
export type DeviceRole = (typeof DEVICE_ROLES)[number]

/** All in the table's minor unit. */
export interface Limits {
  readonly min: number
  readonly max: number
  readonly unit: number
  readonly boxMax: number | null
  readonly sideMin: number | null
  readonly sideMax: number | null
  readonly sideUnit: number | null
}

export interface DeviceConfig {
  readonly name: string
  readonly driver: string
  readonly role: DeviceRole
  readonly path: string
  readonly serial: string
  /** File of the key that the device must prove it holds; left out: it is identified by its serial number alone. */
  readonly keyFile?: string | undefined
}

export interface MqttConfig {
  readonly urls: readonly string[]
  readonly protocol: 4 | 5
  readonly ca: string | null
  readonly cert: string | null
  readonly key: string | null
  readonly username: string | null
  readonly passwordFile: string | null
  /** For the embedded broker, made when it starts; a configuration never contains one. */
  readonly password?: string
}

/** Where the pit display is served, and what it shows besides the tables. */
export interface DisplayConfig {
  readonly host: string
  readonly port: number
  /** Host names that browsers use. */
  readonly names: readonly string[]
  /** Address of the book; left out: the display has none. */
  readonly book?: string | undefined
}

/** Where a monitoring system asks for the daemon's health. */
export interface HealthConfig {
  readonly host: string
  readonly port: number
}

/** Checks that run only on request. */
export interface Watches {
  /** False alarms per shoe that the tests of the shoe may raise, 0.0001; left out: the shoe is not tested. */
  readonly shoeAlarmRate?: number | undefined
  readonly payOrder: boolean
  /** Asserts what must hold for every state of the table; left out: no. */
  readonly invariants?: boolean | undefined
}

export interface TableConfig {
  readonly property: string
  readonly pit: string
  readonly table: string
  /** House id, `free-bet-european`. */
  readonly house: string
  /** The house's rules with this table's overrides applied. */
  readonly rules: HouseRules
  /** Names of the rules this table overrides. */
  readonly overridden: readonly (keyof HouseRules)[]
  /** ISO 4217, `EUR`. */
  readonly currency: string
  readonly limits: Limits
  readonly chips: readonly number[]
  readonly rounding: 'down' | 'up' | 'nearest'
  readonly boxes: number
  readonly spots: readonly (Area | 'rack')[]
  readonly spotLagMs: number
  readonly chipEvidence: ChipEvidence
  readonly pointerLagMs: number
  readonly collectAfter: 'table-settled' | 'box-settled'
  readonly devices: readonly DeviceConfig[]
  /** How long a finding that is not proven waits before it becomes an alarm, ms; left out: nothing is held back. */
  readonly alarmHoldMs?: number | undefined
  /** @default a shoe */
  readonly shuffler?: Shuffler | undefined
  /** Minor units. @default the smallest chip */
  readonly rackTolerance?: number | undefined
  /** null: an embedded broker on 127.0.0.1:1883. */
  readonly mqtt: MqttConfig | null
  /** The embedded broker. `users`: file of those who may give commands; left out: anybody who claims a name. */
  readonly broker?: { readonly users: string } | undefined
  readonly journal: string
  /** PEM of the Ed25519 key that signs the journal, made if it does not exist. @default `signing.key` in the journal's folder */
  readonly signingKeyFile?: string | undefined
  /** The book's public key, base64 of its DER form: acknowledgements it did not sign are ignored; left out: none needs a signature. */
  readonly bookKey?: string | undefined
  /** Days for which segments are kept after an audit sink has acknowledged them; left out: for ever. */
  readonly keepDays?: number | undefined
  /** Millions of bytes the journal may use. @default whatever the disk has */
  readonly journalMbMax?: number | undefined
  readonly display: DisplayConfig | null
  /** Left out: only a display's port reports the health. */
  readonly health?: HealthConfig | undefined
  /** @default none of them */
  readonly watches?: Watches | undefined
}
