/** The roles of a table's devices: a row each. What a role sends, how many a table has, and what a round rests on follow from it. */
import { DEVICE_KINDS, type DeviceKind, type TlpEvent } from '../firmware-bridge/tlp.ts'

export const DEVICE_ROLES = DEVICE_KINDS
export type DeviceRole = DeviceKind

export interface RoleRow {
  /** The usual name of such a device in a table's configuration. */
  readonly name: string
  /** In messages: `a second pointer`. */
  readonly noun: string
  /** So many of them a table has. */
  readonly count: 'exactly one' | 'one or more' | 'at most one'
  /** Its events. Any device may send keys as well. */
  readonly sends: readonly TlpEvent['kind'][]
  /**
   * What a round rests on. `play`: cards or chips. `place`: which hand is served. `orders`: what people order by key; a round lacks what is lost of it,
   * but waits for none. `aside`: nothing that a round needs.
   */
  readonly tells: 'play' | 'place' | 'orders' | 'aside'
}

export const ROLES = {
  shoe: { name: 'shoe', noun: 'shoe', count: 'exactly one', sends: ['card', 'cut', 'shoe', 'key'], tells: 'play' },
  spots: { name: 'spots', noun: 'board of spots', count: 'one or more', sends: ['spot', 'key'], tells: 'play' },
  pointer: { name: 'puck', noun: 'pointer', count: 'at most one', sends: ['pointer', 'key'], tells: 'place' },
  badge: { name: 'badge', noun: 'reader of badges', count: 'at most one', sends: ['badge', 'key'], tells: 'aside' },
  key: { name: 'keys', noun: 'device with keys', count: 'at most one', sends: ['key'], tells: 'orders' },
  peek: { name: 'peek', noun: 'reader of the hole card', count: 'at most one', sends: ['peek', 'key'], tells: 'aside' },
  discards: { name: 'discards', noun: 'reader of the discards', count: 'at most one', sends: ['discard', 'key'], tells: 'aside' },
  shuffler: { name: 'shuffler', noun: 'shuffler', count: 'at most one', sends: ['shuffler', 'key'], tells: 'aside' },
} as const satisfies { readonly [role in DeviceRole]: RoleRow }

/** Those that report what happens in a round. */
export type PlayingRole = { [Role in DeviceRole]: (typeof ROLES)[Role]['tells'] extends 'play' | 'place' ? Role : never }[DeviceRole]

/** The row, for whoever asks about any role. */
export const roleRow = (role: DeviceRole): RoleRow => ROLES[role]
