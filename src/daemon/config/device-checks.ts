/** Checks of the devices: their drivers, ports, serial numbers and files must fit each other. */
import { resolve } from 'node:path'
import { DEVICE_ROLES, roleRow } from '../../../devices/roles.ts'
import { placeFault, placeOf } from '../../../firmware-bridge/address.ts'
import { type Fault, FILE_FORMS, type Raw, rawRecord, type Surroundings, twice } from './fault.ts'

export function checkDevices(list: readonly unknown[], boxes: unknown, around: Surroundings): readonly Fault[] {
  const devices = list.map((entry) => rawRecord(entry) ?? {})
  const column = (key: string) => devices.map((device) => device[key])
  const at = (key: string) => (i: number) => ['devices', i, key]
  const paths = column('path').map((path) => (typeof path === 'string' ? portAt(path, around) : undefined))
  const strangers = devices.flatMap(({ driver, role }, i) =>
    typeof driver === 'string' ? strangeDriver(driver, role, at('driver')(i), around) : [],
  )
  const single = (role: string) => column('role').map((said) => (said === role ? said : undefined))
  const lacking = DEVICE_ROLES.filter(
    (role) => roleRow(role).count !== 'at most one' && around.purpose === 'run' && !column('role').includes(role),
  )
  const keys = column('keyFile').map((path) => (typeof path === 'string' ? resolve(around.dir, path) : undefined))
  return [
    ...strangers,
    ...devices.flatMap((device, i) => [...unfitFaults(device, i, around), ...antennaFaults(device, i, around)]),
    ...sharedSpotFaults(devices, boxes),
    ...twice(keys, at('keyFile'), 'is already the key of another device', 'a different key for each device'),
    ...(around.purpose === 'run' ? keys.flatMap((path, i) => keyFaults(path, at('keyFile')(i), around)) : []),
    ...column('path').flatMap((path, i) => (typeof path === 'string' ? placeFaults(path, at('path')(i)) : [])),
    ...twice(column('name'), at('name'), 'is already the name of another device', 'a different name for each device'),
    ...twice(paths, at('path'), 'is already the port of another device', 'a different port for each device'),
    ...twice(
      column('serial').map((serial) => (serial === NO_SERIAL ? undefined : serial)),
      at('serial'),
      'is already the serial number of another device',
      'a different serial number for each device',
    ),
    ...DEVICE_ROLES.flatMap((role) => {
      const { noun, count } = roleRow(role)
      return count === 'one or more' ? [] : twice(single(role), at('role'), `is a second ${noun}`, `${count} ${noun}`)
    }),
    ...lacking.map((role) => ({
      at: ['devices'],
      value: undefined,
      problem: `has no device with the role ${role}`,
      allowed: 'one device with the role shoe and at least one with the role spots',
    })),
  ]
}

/** In place of the serial number of a device that has none. */
const NO_SERIAL = 'none'

const NATIVE = { identity: 'asked', cardFile: 'none', chipFile: 'none', badgeFile: 'none' } as const

/** Keys that do not fit what the driver's device can do. */
function unfitFaults(
  { driver, role, serial, keyFile, cardFile, chipFile, badgeFile }: Raw,
  index: number,
  around: Surroundings,
): readonly Fault[] {
  const traits = around.drivers.find((one) => one.name === driver && one.role === role)?.traits
  const { identity, cardFile: file, chipFile: chips, badgeFile: badges } = traits ?? NATIVE
  const fault = (key: string, value: unknown, problem: string, allowed: string) => ({
    at: ['devices', index, key],
    value,
    problem,
    allowed,
  })
  const faults: Fault[] = []
  if (identity === 'none' && typeof serial === 'string' && serial !== NO_SERIAL)
    faults.push(
      fault('serial', serial, `is never reported: a ${driver} has no serial number and is known by its port`, `serial: ${NO_SERIAL}`),
    )
  if (identity !== 'none' && serial === NO_SERIAL)
    faults.push(fault('serial', serial, 'is missing: this device has one, and is recognised by it', 'the serial number of the device'))
  if (identity !== 'asked' && keyFile !== undefined)
    faults.push(fault('keyFile', keyFile, `has no effect: a ${driver} cannot prove that it has a key`, 'a device with this key left out'))
  const files = [
    { key: 'cardFile', path: cardFile, need: file, kind: 'cards', lacks: 'says the cards themselves', reads: 'card' },
    { key: 'chipFile', path: chipFile, need: chips, kind: 'chips', lacks: 'reads no tags of chips', reads: 'chip' },
    { key: 'badgeFile', path: badgeFile, need: badges, kind: 'badges', lacks: 'reads no badges', reads: 'dealer' },
  ] as const
  for (const { key, path, need, kind, lacks, reads } of files) {
    if (need === 'none' && path !== undefined)
      faults.push(fault(key, path, `has no effect: a ${driver ?? 'device'} ${lacks}`, 'a device with this key left out'))
    if (need === 'required' && path === undefined)
      faults.push(
        fault(key, undefined, `is missing: a ${driver} reads tags, and only a file says which ${reads} has which`, FILE_FORMS[kind]),
      )
    if (need === 'none' || typeof path !== 'string' || around.purpose !== 'run') continue
    const problem = around.fileFault({ kind, path: resolve(around.dir, path) })
    if (problem !== null) faults.push(fault(key, path, problem, FILE_FORMS[kind]))
  }
  return faults
}

/** The antennas of a reader of chips and their spots must be those of the driver and of the table. */
function antennaFaults({ driver, role, antennas }: Raw, index: number, { drivers }: Surroundings): readonly Fault[] {
  const own = drivers.find((one) => one.name === driver && one.role === role)?.traits?.antennas ?? null
  const at = ['devices', index, 'antennas']
  const given = rawRecord(antennas)
  if (own === null)
    return antennas === undefined
      ? []
      : [
          {
            at,
            value: undefined,
            problem: `has no effect: a ${driver ?? 'device'} says the spots itself`,
            allowed: 'a device with this key left out',
          },
        ]
  const allowed = `a spot for each antenna, 1 to ${own.most}: { 1: 1.main }`
  if (given === null || Object.keys(given).length === 0)
    return [
      { at, value: antennas, problem: `is missing: only the configuration says which spot an antenna of a ${driver} senses`, allowed },
    ]
  return Object.keys(given)
    .filter((antenna) => Number(antenna) > own.most)
    .map((antenna) => ({ at: [...at, antenna], value: given[antenna], problem: `is an antenna that a ${driver} does not have`, allowed }))
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
      'is already the spot of another antenna',
      'a different spot for each antenna',
    ),
    ...all
      .filter(({ spot }) => isElsewhere(spot))
      .map(({ spot, at }) => ({ at, value: spot, problem: 'is in a box that the table does not have', allowed: `boxes 1 to ${boxes}` })),
  ]
}

export const portAt = (path: string, { dir }: Pick<Surroundings, 'dir'>): string => placeOf(path, (each) => resolve(dir, each))

const PLACES = 'the path of a serial port, or tcp://host:port of a serial server with a raw TCP socket'

/** The value may hold a login, so it is not shown where it could. */
function placeFaults(path: string, at: readonly PropertyKey[]): readonly Fault[] {
  const problem = placeFault(path)
  return problem === null ? [] : [{ at, value: path.includes('@') ? undefined : path, problem, allowed: PLACES }]
}

function keyFaults(path: string | undefined, at: readonly PropertyKey[], { fileFault }: Surroundings): readonly Fault[] {
  const problem = path === undefined ? null : fileFault({ kind: 'device-key', path })
  return problem === null ? [] : [{ at, value: path, problem, allowed: FILE_FORMS['device-key'] }]
}

function strangeDriver(name: string, role: unknown, at: readonly PropertyKey[], { drivers }: Surroundings): readonly Fault[] {
  const named = drivers.filter((driver) => driver.name === name)
  const roles = drivers.map((driver) => driver.role)
  if (named.some((driver) => driver.role === role) || (named.length > 0 && !roles.includes(String(role)))) return []
  const problem = named.length > 0 ? `does not support the role ${role}` : 'is not a known driver'
  return [{ at, value: name, problem, allowed: drivers.map((driver) => `${driver.name} (${driver.role})`).join(', ') }]
}
