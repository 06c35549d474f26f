/** The ways to be blind that readers of chips have: what each says in place of a whole inventory. */
import { bytes, crc8408, lowFirst } from '../../devices/crc16.ts'
import { encodeFeig } from '../../devices/dialects/feig.ts'
import { encodeThingMagic } from '../../devices/dialects/thingmagic.ts'
import { bytesOf } from '../../simulators/talkers/chip-twin.ts'
import { sighting } from '../../simulators/talkers/thingmagic.ts'
import type { Bench } from './chips-conforming.ts'

export type Spoil = Bench['spoil']

const TAG = bytesOf('E004010100000000')

export const feig = (message: string, data: string): string => encodeFeig(message.charCodeAt(3), data)
/** In place of an inventory; other answers stay as they are. */
const feigInventory =
  (data: (message: string) => string): Spoil =>
  (message) =>
    message.charCodeAt(4) === 0xb0 ? feig(message, data(message)) : message
const withCrc = (body: string): string => body + lowFirst(crc8408(body))
const rr3036 = (status: number, data = ''): string => withCrc(bytes(data.length + 4, 0, status) + data)
const isShort = (message: string): boolean => message.length < 7
export const isAlive = (message: string): boolean => message.includes(encodeThingMagic('', 0x0400))
/** What it says instead of tags; its signs of life go on. */
const thingMagic =
  (instead: string): Spoil =>
  (message) =>
    isAlive(message) ? instead + encodeThingMagic('', 0x0400) : ''

/** What arrives in place of the messages of a reader of chips that is blind, by its driver. */
export const BLIND: { readonly [driver: string]: { readonly [condition: string]: Spoil } } = {
  feig: {
    'status 83, the inventory is not whole': feigInventory((message) => bytes(0xb0, 0x83) + message.slice(6, -2)),
    'status 84 without a list': feigInventory(() => bytes(0xb0, 0x84)),
    'status 95, a fault': feigInventory(() => bytes(0xb0, 0x95)),
    'more and more of the same inventory': feigInventory(() => bytes(0xb0, 0x94, 1, 3, 0) + TAG),
    'tags of another kind': feigInventory(() => bytes(0xb0, 0, 1, 4, 0) + TAG),
    'fewer tags than it says': feigInventory(() => bytes(0xb0, 0, 9, 3, 0) + TAG),
    'a command that it does not know': (message) => feig(message, bytes(message.charCodeAt(4), 0x80)),
    'an answer to something else': (message) => feig(message, bytes(0x65, 0)),
    'another address': (message) => encodeFeig(99, message.slice(4, -2)),
    'a wrong checksum': (message) => `${message.slice(0, -1)}~`,
  },
  rr3036: {
    'status 0A, incomplete': () => rr3036(0x0a),
    'status 0B with some of the tags': () => rr3036(0x0b, `\0${TAG}`),
    'status FB': () => rr3036(0xfb),
    'field off again and again': () => rr3036(0x05),
    'half a record': (message) => (isShort(message) ? message : rr3036(0, TAG)),
    'done without tags': () => rr3036(0),
    'a wrong checksum': (message) => `${message.slice(0, -1)}~`,
  },
  thingmagic: {
    "0505, an antenna's cable is out": thingMagic(encodeThingMagic('', 0x0505)),
    '0504, too hot': thingMagic(encodeThingMagic('', 0x0504)),
    'a fault that nobody knows': thingMagic(encodeThingMagic('', 0x7f01)),
    'it has stopped reading': thingMagic(encodeThingMagic(bytes(0, 0, 0x1b, 0, 0))),
    'metadata that nobody knows': thingMagic(encodeThingMagic(`${bytes(0x10, 0, 0x1b, 0x3f, 0xff, 1)}${TAG}${TAG}${TAG}`)),
    'no metadata': thingMagic(encodeThingMagic(`${bytes(0, 0, 0x1b, 1)}${TAG}`)),
    'metadata without the antenna': thingMagic(sighting(1, TAG, -40, 0x0fff - 4)),
    'a wrong checksum': (message) => (isAlive(message) ? `${message.slice(0, -9)}~${message.slice(-8)}` : `${message.slice(0, -1)}~`),
  },
  twn4: {
    'an error code': () => twn4(bytes(3)),
    'an answer to something else': () => twn4(bytes(0, 7, 7)),
    'a shorter id than it says': () => twn4(bytes(0, 1, 0x82, 64, 8, 1, 2)),
    'a wrong checksum': (message) => `${message.slice(0, -1)}~`,
  },
}

function twn4(payload: string): string {
  return `${lowFirst(payload.length + 2)}${payload}${lowFirst(crc8408(payload))}`
}
