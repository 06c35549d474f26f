/** What is agreed about a table: its rules, limits, chips, boxes and sensors. Files, ports and brokers are the daemon's. */
import type { DeviceRole } from '../../devices/roles.ts'
import type { Area, SpotId } from '../../devices/scan.ts'
import type { HouseRules } from './house/rules.ts'
import type { Shuffler } from './house/shuffler.ts'

export const CHIP_EVIDENCE = ['bets', 'stakes', 'busts', 'payouts'] as const
/** How far the spot sensors follow the chips; each level includes those before it. */
export type ChipEvidence = (typeof CHIP_EVIDENCE)[number]

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
  /** File that translates the codes or tags of the cards; left out: the device says the cards themselves. */
  readonly cardFile?: string | undefined
  /** File that says what the tags of the chips are worth; left out: the device says the chips themselves. */
  readonly chipFile?: string | undefined
  /** File that says whose the badges are; left out: the device says the dealer himself. */
  readonly badgeFile?: string | undefined
  /** The spots that its antennas sense, by the numbers of the antennas; left out: the device says the spots themselves. */
  readonly antennas?: { readonly [antenna: string]: SpotId } | undefined
}

/** Checks that run only on request. */
export interface Watches {
  /** False alarms per shoe that the tests of the shoe may raise, 0.0001; left out: the shoe is not tested. */
  readonly shoeAlarmRate?: number | undefined
  readonly payOrder: boolean
  /** Asserts what must hold for every state of the table; left out: no. */
  readonly invariants?: boolean | undefined
}

export interface TableTerms {
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
  /** A card may be lost and nothing tells it: neither the messages of the shoe, which have no numbers, nor a reader of the discards. @default false */
  readonly mayLoseCards?: boolean | undefined
  /** Two cards closer than this were not dealt by a person, ms; left out: any may be. */
  readonly cardApartMs?: number | undefined
  /** @default a shoe */
  readonly shuffler?: Shuffler | undefined
  /** Minor units. @default the smallest chip */
  readonly rackTolerance?: number | undefined
  /** @default none of them */
  readonly watches?: Watches | undefined
}
