/** The available drivers. A new device is a row here. */
import type { Driver } from './driver.ts'
import { TLP_DRIVERS } from './tlp.ts'

export const DRIVERS: readonly Driver[] = [...TLP_DRIVERS]

/** The driver `name` for `role`. Throws an Error that names the drivers there are: a mistake of the configuration, to be shown as it is. */
export function findDriver(name: string, role: string): Driver {
  const driver = DRIVERS.find((one) => one.name === name && one.role === role)
  if (driver !== undefined) return driver
  const known = DRIVERS.map((one) => `${one.name} (${one.role})`).join(', ')
  throw new Error(`no driver "${name}" for the role ${role}; the drivers are: ${known}`)
}
