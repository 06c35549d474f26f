/** Checks of the devices: their drivers, ports, serial numbers and files must fit each other. */
import { resolve } from 'node:path'
import { DEVICE_ROLES, type DeviceRole, type ROLES, roleRow } from '../../../devices/roles.ts'
import { isAddress, placeFault, placeOf } from '../../../firmware-bridge/address.ts'
import { asIs, type Said } from '../../words/text.ts'
import { allowed } from './allowed.ts'
import { type Fault, formOf, type Raw, rawRecord, type Surroundings, twice } from './fault.ts'
import { wrong } from './wrong.ts'

export function checkDevices(list: readonly unknown[], boxes: unknown, around: Surroundings): readonly Fault[] {
  const devices = list.map((entry) => rawRecord(entry) ?? {})
  const column = (key: string) => devices.map((device) => device[key])
  const at = (key: string) => (i: number) => ['devices', i, key]
  const paths = column('path').map((path) => (typeof path === 'string' ? portAt(path, around) : undefined))
  const strangers = devices.flatMap(({ driver, role }, i) =>
    typeof driver === 'string' ? strangeDriver(driver, role, at('driver')(i), around) : [],
  )
  const single = (role: string) => column('role').map((said) => (said === role ? said : undefined))
  const lacking = DEVICE_ROLES.filter(isNeeded).filter((role) => around.purpose === 'run' && !column('role').includes(role))
  const keys = column('keyFile').map((path) => (typeof path === 'string' ? resolve(around.dir, path) : undefined))
  return [
    ...strangers,
    ...devices.flatMap((device, i) => [...unfitFaults(device, i, around), ...antennaFaults(device, i, around)]),
    ...sharedSpotFaults(devices, boxes),
    ...twice(keys, at('keyFile'), wrong('same-key'), allowed('own-key')),
    ...(around.purpose === 'run' ? keys.flatMap((path, i) => keyFaults(path, at('keyFile')(i), around)) : []),
    ...column('path').flatMap((path, i) => (typeof path === 'string' ? placeFaults(path, at('path')(i)) : [])),
    ...twice(column('name'), at('name'), wrong('same-name'), allowed('own-name')),
    ...twice(paths, at('path'), wrong('same-port'), allowed('own-port')),
    ...twice(
      column('serial').map((serial) => (serial === NO_SERIAL ? undefined : serial)),
      at('serial'),
      wrong('same-serial'),
      allowed('own-serial'),
    ),
    ...DEVICE_ROLES.filter(isSingle).flatMap((role) => twice(single(role), at('role'), wrong(`second-${role}`), allowed(`one-${role}`))),
    ...lacking.map((role) => ({
      at: ['devices'],
      value: undefined,
      problem: wrong(`no-${role}`),
      allowed: allowed('shoe-and-spots'),
    })),
  ]
}

type With<C> = { [R in DeviceRole]: (typeof ROLES)[R]['count'] extends C ? R : never }[DeviceRole]
const isSingle = (role: DeviceRole): role is With<'exactly one' | 'at most one'> => roleRow(role).count !== 'one or more'
const isNeeded = (role: DeviceRole): role is With<'exactly one' | 'one or more'> => roleRow(role).count !== 'at most one'

/** In place of the serial number of a device that has none. */
export const NO_SERIAL = 'none'

const NATIVE = { identity: 'asked', cardFile: 'none', chipFile: 'none', badgeFile: 'none' } as const

/** Keys that do not fit what the driver's device can do. */
function unfitFaults(
  { driver, role, serial, keyFile, cardFile, chipFile, badgeFile }: Raw,
  index: number,
  around: Surroundings,
): readonly Fault[] {
  const traits = around.drivers.find((one) => one.name === driver && one.role === role)?.traits
  const { identity, cardFile: file, chipFile: chips, badgeFile: badges } = traits ?? NATIVE
  const fault = (key: string, value: unknown, problem: Said, right: Said) => ({
    at: ['devices', index, key],
    value,
    problem,
    allowed: right,
  })
  const own = { driver: typeof driver === 'string' ? driver : 'device' }
  const faults: Fault[] = []
  if (identity === 'none' && typeof serial === 'string' && serial !== NO_SERIAL)
    faults.push(fault('serial', serial, wrong('serial-unsaid', own), asIs(`serial: ${NO_SERIAL}`)))
  if (identity !== 'none' && serial === NO_SERIAL) faults.push(fault('serial', serial, wrong('serial-missing'), allowed('serial')))
  if (identity !== 'asked' && keyFile !== undefined) faults.push(fault('keyFile', keyFile, wrong('key-unproven', own), allowed('left-out')))
  const files = [
    { key: 'cardFile', path: cardFile, need: file, kind: 'cards', unused: 'card-file-unused', missing: 'card-file-missing' },
    { key: 'chipFile', path: chipFile, need: chips, kind: 'chips', unused: 'chip-file-unused', missing: 'chip-file-missing' },
    { key: 'badgeFile', path: badgeFile, need: badges, kind: 'badges', unused: 'badge-file-unused', missing: 'badge-file-missing' },
  ] as const
  for (const { key, path, need, kind, unused, missing } of files) {
    if (need === 'none' && path !== undefined) faults.push(fault(key, path, wrong(unused, own), allowed('left-out')))
    if (need === 'required' && path === undefined) faults.push(fault(key, undefined, wrong(missing, own), formOf(kind)))
    if (need === 'none' || typeof path !== 'string' || around.purpose !== 'run') continue
    const problem = around.fileFault({ kind, path: resolve(around.dir, path) })
    if (problem !== null) faults.push(fault(key, path, problem, formOf(kind)))
  }
  return faults
}

/** The antennas of a reader of chips and their spots must be those of the driver and of the table. */
function antennaFaults({ driver, role, antennas }: Raw, index: number, { drivers }: Surroundings): readonly Fault[] {
  const own = drivers.find((one) => one.name === driver && one.role === role)?.traits?.antennas ?? null
  const named = { driver: typeof driver === 'string' ? driver : 'device' }
  const at = ['devices', index, 'antennas']
  const given = rawRecord(antennas)
  if (own === null)
    return antennas === undefined ? [] : [{ at, value: undefined, problem: wrong('antennas-unused', named), allowed: allowed('left-out') }]
  const right = allowed('antennas', { most: own.most })
  if (given === null || Object.keys(given).length === 0)
    return [{ at, value: antennas, problem: wrong('antennas-missing', named), allowed: right }]
  return Object.keys(given)
    .filter((antenna) => Number(antenna) > own.most)
    .map((antenna) => ({ at: [...at, antenna], value: given[antenna], problem: wrong('no-antenna', named), allowed: right }))
}

/** Each spot has one antenna, in a box of the table. */
function sharedSpotFaults(devices: readonly Raw[], boxes: unknown): readonly Fault[] {
  const all = devices.flatMap(({ antennas }, i) =>
    Object.entries(rawRecord(antennas) ?? {}).map(([antenna, spot]) => ({ spot, at: ['devices', i, 'antennas', antenna] })),
  )
  const isElsewhere = (spot: unknown): boolean => typeof spot === 'string' && typeof boxes === 'number' && Number.parseInt(spot, 10) > boxes
  return [
    ...twice(
      all.map(({ spot }) => spot),
      (i) => all[i]?.at ?? [],
      wrong('same-spot'),
      allowed('own-spot'),
    ),
    ...all
      .filter(({ spot }) => isElsewhere(spot))
      .map(({ spot, at }) => ({ at, value: spot, problem: wrong('no-box'), allowed: allowed('boxes', { most: String(boxes) }) })),
  ]
}

export const portAt = (path: string, { dir }: Pick<Surroundings, 'dir'>): string => placeOf(path, (each) => resolve(dir, each))

/** The value may hold a login, so it is not shown where it could. */
function placeFaults(path: string, at: readonly PropertyKey[]): readonly Fault[] {
  if (placeFault(path) === null) return []
  const problem = isAddress(path)
    ? wrong('address-part')
    : path.includes('://')
      ? wrong('address-url')
      : wrong('address-bare', { place: path })
  return [{ at, value: path.includes('@') ? undefined : path, problem, allowed: allowed('port') }]
}

function keyFaults(path: string | undefined, at: readonly PropertyKey[], { fileFault }: Surroundings): readonly Fault[] {
  const problem = path === undefined ? null : fileFault({ kind: 'device-key', path })
  return problem === null ? [] : [{ at, value: path, problem, allowed: formOf('device-key') }]
}

function strangeDriver(name: string, role: unknown, at: readonly PropertyKey[], { drivers }: Surroundings): readonly Fault[] {
  const named = drivers.filter((driver) => driver.name === name)
  const roles = drivers.map((driver) => driver.role)
  if (named.some((driver) => driver.role === role) || (named.length > 0 && !roles.includes(String(role)))) return []
  const problem = named.length > 0 ? wrong('driver-role', { role: String(role) }) : wrong('no-driver')
  return [{ at, value: name, problem, allowed: asIs(drivers.map((driver) => `${driver.name} (${driver.role})`).join(', ')) }]
}
