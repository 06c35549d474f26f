/**
 * The set-up as a machine: what a person says on the page and what comes back from the devices and the broker, one after the other, change
 * the configuration's text and ask for acts. Pure: `run.ts` does the acts.
 *
 *   (state, input) -> [state, effects]
 */

import { DEVICE_ROLES, type DeviceRole } from '../../../devices/roles.ts'
import { AREAS, type Area, type SpotId } from '../../../devices/scan.ts'
import { changed } from '../../base/config/edit.ts'
import { joined, type Said, type Text } from '../../words/text.ts'
import { isCommon } from '../broker/passwords.ts'
import { deviceWord } from '../doctor/device-words.ts'
import type { TableWalks } from '../doctor/page.ts'
import type { PortList } from '../doctor/ports.ts'
import type { Step } from '../doctor/rung.ts'
import { bind, devicesIn, NO_SERIAL, plainOf, unbind } from './draft.ts'
import { readField, valueAt } from './fields.ts'
import type { End, Fields, Input } from './input.ts'
import { refusal } from './refusals.ts'

/** A port or an address at which a device may be. */
export interface Place {
  readonly path: string
  /** What that path leads to: two paths may lead to one port. */
  readonly port: string
  readonly driver: string
  /** What it is being listened for; null: it is not. */
  readonly listening: Text | null
  /** The doctor's first steps; null: nobody has listened yet. */
  readonly steps: readonly Step[] | null
  readonly serial: string | null
  readonly role: DeviceRole | null
}

/** A chip was asked for on the main spot of a box, and this spot answered. */
export interface Touch {
  readonly asked: number
  readonly spot: SpotId
}

/** The configuration's text, or that of a new one, with the users of its broker. */
interface Base {
  readonly text: string
  readonly users: Setup['users']
}

export interface Setup {
  /** As it will be written. */
  readonly text: string
  readonly ports: PortList | null
  readonly places: readonly Place[]
  /** The device whose spots are being touched, and the box that is asked for. */
  readonly touching: { readonly device: string; readonly box: number } | null
  /** The spots that the touched device has named by itself, before a chip came to them. */
  readonly toldSpots: readonly SpotId[]
  readonly touches: readonly Touch[]
  /** Values of the chips that have lain on a touched spot, minor units, ascending. */
  readonly seenChips: readonly number[]
  /** Names with the hashes of their passwords. */
  readonly users: ReadonlyMap<string, string>
  /** To be written to `mqtt.passwordFile`; null: not given here. */
  readonly password: string | null
  /** Questions about amounts that a person has answered with yes, in English, whatever he read them in. */
  readonly confirmed: readonly string[]
  readonly broker: 'trying' | readonly Step[] | null
  readonly doctor: 'walking' | TableWalks | null
  /** What set-up has found in the file or written there last. */
  readonly base: Base
  /** It goes on with a draft that an earlier set-up has left. */
  readonly isResumed: boolean
  /** Where the file lies that was there before; null: there was none, or it is as it was. */
  readonly former: string | null
  /** Why the last input was refused; null: it was not. */
  readonly refused: Said | null
  /** The field that it is about; null: none. */
  readonly refusedAt: string | null
  readonly end: End | null
}

export type Effect =
  | { readonly act: 'list-ports' | 'try-broker' | 'walk' | 'write' | 'stop-touching' }
  | { readonly act: 'listen'; readonly path: string; readonly driver: string; readonly cardFile: string | null }
  | { readonly act: 'touch'; readonly device: string }
  | { readonly act: 'hash'; readonly name: string; readonly password: string }

export type Next = readonly [Setup, readonly Effect[]]

/** As many as a table may have devices. */
const PLACES_MAX = 16
const TOUCHES_MAX = 200
/** As many as a table may name. */
const CHIPS_MAX = 32
export const USERS_FILE = 'users.yaml'
const PASSWORD_FILE = 'broker.password'

/** `draft`: what an earlier set-up has left unwritten; null: nothing. */
export function initial(base: Base, draft: string | null = null): Next {
  const { users } = base
  const text = draft ?? base.text
  const places = devicesIn(text).map(({ path, driver }) => place(path, driver))
  const state: Setup = {
    ...{ text, ports: null, places, touching: null, toldSpots: [], touches: [], seenChips: [], users, password: null, confirmed: [] },
    ...{ broker: null, doctor: null, refused: null, refusedAt: null, end: null, base, isResumed: draft !== null, former: null },
  }
  return [draft === null ? state : withUsers(state), [{ act: 'list-ports' }]]
}

const place = (path: string, driver: string): Place => ({
  ...{ path, port: path, driver, listening: null, steps: null, serial: null, role: null },
})

export function step(before: Setup, input: Input): Next {
  const state = 'do' in input ? { ...before, refused: null, refusedAt: null } : before
  // What is being written must not change under the pen.
  if ('do' in input && state.end !== null && state.end.kind !== 'failed') return refuse(state, refusal('written'))
  return 'do' in input ? stepPerson(state, input) : stepResult(state, input)
}

const refuse = (state: Setup, refused: Said): Next => [{ ...state, refused }, []]

/** After a change, what was found out about the whole holds no longer. */
const written = (state: Setup, text: string): Setup => (text === state.text ? state : { ...state, text, doctor: null, end: null })

type Person = Extract<Input, { readonly do: string }>

function stepPerson(state: Setup, input: Person): Next {
  switch (input.do) {
    case 'set':
      return set(state, input.fields)
    case 'ports':
      return [state, [{ act: 'list-ports' }]]
    case 'listen':
      return listen(state, input)
    case 'bind':
      return bindSilent(state, input)
    case 'unbind':
      return [written(state, unbind(state.text, input.name)), []]
    case 'touch':
      return [
        { ...state, touching: { device: input.device, box: 1 }, toldSpots: [], touches: [] },
        [{ act: 'touch', device: input.device }],
      ]
    case 'touched':
      return [takeSpots({ ...state, touching: null }), [{ act: 'stop-touching' }]]
    case 'skip':
      return [state.touching === null ? state : asking(state, state.touching.box + 1), []]
    case 'confirm':
      return [{ ...state, confirmed: [...new Set([...state.confirmed, ...input.questions])].slice(-PLACES_MAX) }, []]
    case 'embedded':
      return [withUsers({ ...written(state, changed(state.text, [{ at: ['mqtt'], value: undefined }])), password: null, broker: null }), []]
    case 'password':
      return [withPassword(state, input.password), []]
    case 'try-broker':
      return valueAt(plainOf(state.text), ['mqtt', 'url']) === undefined && valueAt(plainOf(state.text), ['mqtt', 'urls']) === undefined
        ? refuse(state, refusal('no-address'))
        : [{ ...state, broker: 'trying' }, [{ act: 'try-broker' }]]
    case 'user':
      return user(state, input)
    case 'no-user':
      return [withUsers({ ...state, users: new Map([...state.users].filter(([name]) => name !== input.name)) }), []]
    case 'walk':
      return [{ ...state, doctor: 'walking', touching: null }, [{ act: 'walk' }]]
    case 'afresh': {
      const [fresh, effects] = initial(state.base)
      return [{ ...fresh, former: state.former }, [{ act: 'stop-touching' }, ...effects]]
    }
    case 'write': {
      const doubt = twinsOf(state.places)[0]?.said ?? (input.despite ? null : doubtOf(state.doctor))
      return doubt === null ? write(state) : refuse(state, doubt)
    }
  }
}

function write(state: Setup): Next {
  return [{ ...state, end: { kind: 'writing' }, touching: null }, [{ act: 'write' }]]
}

/** What speaks against writing; null: the check has been made and found nothing. */
function doubtOf(doctor: Setup['doctor']): Said | null {
  if (doctor === null || doctor === 'walking') return refusal('unchecked')
  const { folders, devices, brokers } = doctor
  const red = [folders, ...devices, ...brokers].flatMap(({ name, steps }) =>
    steps.filter(({ state }) => state === 'failed').map(({ said }) => refusal('red-step', { name, step: said.name })),
  )
  const [first, ...more] = red
  return first === undefined ? null : refusal('red', { steps: joined(first, ...more) })
}

function user(state: Setup, { name, password, replace }: Extract<Person, { do: 'user' }>): Next {
  if (isCommon(password, name)) return refuse(state, refusal('common-password'))
  if (state.users.has(name) && !replace) return refuse(state, refusal('user-exists', { name }))
  return [state, [{ act: 'hash', name, password }]]
}

type Result = Exclude<Input, Person>

function stepResult(state: Setup, input: Result): Next {
  switch (input.got) {
    case 'ports':
      return [{ ...state, ports: input.list }, []]
    case 'hearing':
      return [withPlace(state, input.path, (one) => ({ ...one, listening: one.listening === null ? null : input.what })), []]
    case 'heard':
      return heard(state, input)
    case 'scan':
      return [sensed(state, input), []]
    case 'untouched':
      return [{ ...state, touching: null, refused: input.problem }, []]
    case 'tried':
      return [state.broker === 'trying' ? { ...state, broker: input.steps } : state, []]
    case 'hashed':
      return [withUsers({ ...state, users: new Map([...state.users, [input.name, input.hash]]) }), []]
    case 'walked':
      return [state.doctor === 'walking' ? { ...state, doctor: input.walks } : state, []]
    case 'refused':
      return [{ ...state, refused: input.problem, end: null, doctor: state.doctor === 'walking' ? null : state.doctor }, []]
    case 'wrote': {
      const { text, users } = state
      return [{ ...state, base: { text, users }, isResumed: false, former: input.former, end: { kind: 'starting' } }, []]
    }
    case 'end':
      return [{ ...state, end: input.end }, []]
  }
}

/** As if what can be read of these fields were saved. */
export function withTyped(state: Setup, fields: Fields): Setup {
  let now = state
  for (const field of fields) {
    const [next] = set({ ...now, refused: null }, [field])
    if (next.refused === null) now = next
  }
  return now
}

function set(state: Setup, fields: Fields): Next {
  let { text } = state
  for (const { key, text: written } of fields) {
    const read = readField(key, written, plainOf(text))
    if (!read.ok) return [{ ...state, refused: read.problem, refusedAt: key }, []]
    text = changed(text, [{ at: read.at, value: read.value }])
  }
  const isBroker = fields.some(({ key }) => key.startsWith('mqtt.'))
  return [withUsers({ ...written(state, text), ...(isBroker ? { broker: null } : {}) }), []]
}

function listen(state: Setup, { path, driver }: { readonly path: string; readonly driver: string }): Next {
  const known = state.places.find((one) => one.path === path)
  if (known === undefined && state.places.length >= PLACES_MAX) return refuse(state, refusal('many-devices', { most: PLACES_MAX }))
  if (known?.listening) return [state, []]
  const places = known === undefined ? [...state.places, place(path, driver)] : state.places
  const cardFile = devicesIn(state.text).find((device) => device.path === path)?.cardFile ?? null
  const next = withPlace({ ...state, places, touching: null }, path, (one) => ({
    ...one,
    ...place(path, driver),
    listening: deviceWord('waits-open'),
    steps: one.steps,
  }))
  return [next, [{ act: 'stop-touching' }, { act: 'listen', path, driver, cardFile }]]
}

function withPlace(state: Setup, path: string, to: (one: Place) => Place): Setup {
  return { ...state, places: state.places.map((one) => (one.path === path ? to(one) : one)) }
}

/** A device that says who it is gets its place at once. */
function heard(state: Setup, { path, port, steps, serial, role }: Extract<Result, { got: 'heard' }>): Next {
  const known = isRole(role) ? role : null
  const next = withPlace(state, path, (one) => ({ ...one, port, listening: null, steps, serial, role: known }))
  const driver = next.places.find((one) => one.path === path)?.driver ?? 'tlp'
  if (serial === null || known === null) return [next, []]
  const twins = twinsOf(next.places).find((each) => each.serial === serial)
  if (twins !== undefined) return refuse(written(next, undecided(next, serial)), twins.said)
  const bound = bind(next.text, { driver, role: known, path, serial, cardFile: null })
  return bound.ok ? [written(next, bound.text), []] : refuse(next, bound.problem)
}

/** Serial numbers that two devices have answered with, at ports that are not one. */
export function twinsOf(places: readonly Place[]): readonly { readonly serial: string; readonly said: Said }[] {
  const serials = new Set(places.flatMap(({ serial }) => (serial === null || serial === NO_SERIAL ? [] : [serial])))
  return [...serials].flatMap((serial) => {
    const [one, ...more] = places.filter((place) => place.serial === serial)
    const other = more.find(({ port }) => port !== one?.port)
    return one === undefined || other === undefined
      ? []
      : [{ serial, said: refusal('twins', { serial, one: one.path, other: other.path }) }]
  })
}

/** Of two devices that cannot be told apart none is chosen: the draft has what the file has. */
function undecided({ text, base }: Setup, serial: string): string {
  const has = (device: { readonly serial: string }): boolean => device.serial === serial
  const known = devicesIn(base.text).find(has)
  const at = devicesIn(text).findIndex(has)
  if (at === -1) return text
  return known === undefined
    ? unbind(text, devicesIn(text)[at]?.name ?? '')
    : changed(text, [{ at: ['devices', at, 'path'], value: known.path }])
}

const isRole = (role: string | null): role is DeviceRole => DEVICE_ROLES.some((one) => one === role)

/** A device that says nothing of itself, or needs a file: a person knows what it is. */
function bindSilent(state: Setup, { path, serial, cardFile }: Extract<Person, { do: 'bind' }>): Next {
  const found = state.places.find((one) => one.path === path)
  if (found === undefined) return refuse(state, refusal('unheard', { path }))
  const named = { driver: found.driver, role: found.role ?? ('shoe' as const), path, serial: serial === '' ? NO_SERIAL : serial }
  const bound = bind(state.text, { ...named, cardFile: cardFile === '' ? null : cardFile })
  return bound.ok ? [written(state, bound.text), []] : refuse(state, bound.problem)
}

const boxOf = (spot: SpotId): number => (spot === 'rack' ? 0 : Number.parseInt(spot, 10))

/** As the board has named them, otherwise as the configuration says. */
function boxesOf({ text, toldSpots, touches }: Setup): number {
  const boxes = valueAt(plainOf(text), ['boxes'])
  if (toldSpots.length === 0) return typeof boxes === 'number' ? boxes : 7
  return Math.max(...toldSpots.map(boxOf), ...touches.map(({ spot }) => boxOf(spot)))
}

/** The next box that has not answered yet; after the last one nobody is asked. */
const asking = (state: Setup, box: number): Setup =>
  state.touching === null ? state : { ...state, touching: { ...state.touching, box: Math.min(box, boxesOf(state) + 1) } }

function sensed(before: Setup, { spot, values }: { readonly spot: SpotId; readonly values: readonly number[] }): Setup {
  const { touching, touches, toldSpots } = before
  if (touching === null || touches.length >= TOUCHES_MAX) return before
  const { box } = touching
  if (values.length === 0) {
    const isKnown = toldSpots.includes(spot) || touches.some((touch) => touch.spot === spot)
    return isKnown ? before : { ...before, toldSpots: [...toldSpots, spot] }
  }
  const seenChips = [...new Set([...before.seenChips, ...values])].sort((a, b) => a - b).slice(0, CHIPS_MAX)
  const next = { ...before, seenChips, touches: [...touches, { asked: box, spot }] }
  return spot === `${box}.main` ? asking(next, box + 1) : next
}

/** The areas that answered, or that the board has named, are those that have sensors. */
function takeSpots(state: Setup): Setup {
  const { toldSpots, touches, text } = state
  const spots = [...toldSpots, ...touches.map(({ spot }) => spot)]
  const areas = new Set(spots.map((spot) => (spot === 'rack' ? 'rack' : spot.slice(spot.indexOf('.') + 1))))
  if (areas.size === 0) return state
  const order: readonly (Area | 'rack')[] = [...AREAS, 'rack']
  const value = order.filter((area) => area === 'main' || areas.has(area))
  // A second board may have the other boxes.
  const isOnlyBoard = devicesIn(text).filter(({ role }) => role === 'spots').length === 1
  const boxes = isOnlyBoard && boxesOf(state) > 0 ? [{ at: ['boxes'], value: boxesOf(state) }] : []
  return written(state, changed(text, [...boxes, { at: ['spots'], value }]))
}

/** Users are those of the embedded broker, and the file that names them is named where there are any. */
function withUsers(state: Setup): Setup {
  const value = plainOf(state.text)
  const hasBroker = valueAt(value, ['mqtt']) !== undefined
  const named = valueAt(value, ['broker', 'users'])
  if (!hasBroker && state.users.size > 0 && named === undefined)
    return written(state, changed(state.text, [{ at: ['broker', 'users'], value: USERS_FILE }]))
  // A broker elsewhere has users and a port of its own.
  if (hasBroker && valueAt(value, ['broker']) !== undefined)
    return written(state, changed(state.text, [{ at: ['broker'], value: undefined }]))
  if (state.users.size === 0 && named !== undefined)
    return written(state, changed(state.text, [{ at: ['broker', 'users'], value: undefined }]))
  return state
}

function withPassword(state: Setup, password: string): Setup {
  const at = ['mqtt', 'passwordFile']
  const named = valueAt(plainOf(state.text), at)
  if (password === '') return { ...written(state, changed(state.text, [{ at, value: undefined }])), password: null, broker: null }
  const text = named === undefined ? changed(state.text, [{ at, value: PASSWORD_FILE }]) : state.text
  return { ...written(state, text), password, broker: null }
}
