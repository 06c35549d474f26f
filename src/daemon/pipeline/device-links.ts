/** Stations 1 to 3 of a table's devices: one link each, and the acknowledgement that lets a device forget what the journal holds. */
import { findDriver } from '../../../devices/registry.ts'
import type { ConnectDeps, LinkConnection } from '../../../firmware-bridge/connect.ts'
import { givenOf, readDeviceKey } from '../../base/config/files.ts'
import type { TableConfig } from '../../base/config/table-config.ts'
import type { DeviceConfig } from '../../rules/table.ts'
import type { JournalRecord } from '../../wire/record.ts'
import type { Recovered } from './recovery.ts'

/** By the devices' names. */
export type DeviceLinks = ReadonlyMap<string, LinkConnection>

/** How each link continues from what the journal has of its device. `doubted`: names of devices that a person has to confirm first. */
export type LinksBefore = Pick<Recovered, 'resume'> & { readonly doubted: ReadonlySet<string> }

/** Opens no port until somebody subscribes to the reports. @throws Error if the key of a device cannot be read */
export const connectDevices = ({ devices }: Pick<TableConfig, 'devices'>, before: LinksBefore, deps: ConnectDeps): DeviceLinks =>
  new Map(devices.map((device) => [device.name, connectDevice(device, devices, before, deps)]))

/** Devices of one driver may have swapped ports, so each is identified by its serial number. One that cannot be asked for it stays at its port. */
const connectDevice = (
  device: DeviceConfig,
  devices: readonly DeviceConfig[],
  { resume, doubted }: LinksBefore,
  deps: ConnectDeps,
): LinkConnection => {
  const { name, driver, role, path, serial, keyFile } = device
  const { traits, connect } = findDriver(driver, role)
  const others = traits.identity === 'asked' ? devices.filter((each) => each.driver === driver && each.name !== name) : []
  const options = {
    paths: [path, ...others.map((each) => each.path)],
    serial,
    resume: resume.get(name) ?? null,
    doubted: doubted.has(name),
  }
  const proving = keyFile === undefined ? {} : { key: readDeviceKey(keyFile) }
  return connect({ ...options, ...proving, ...givenOf(device) }, deps)
}

/** Tells the device that it may forget what the journal holds on disk. */
export const acknowledge = (links: DeviceLinks, record: JournalRecord): void => {
  if (record.kind === 'line' && !record.late) links.get(record.device)?.durable(record.boot, record.seq)
  else if (record.kind === 'missing') links.get(record.device)?.durable(record.boot, record.to)
}
