/** The available drivers. A new device is a row here. */
import { ANGEL_EYE } from './dialects/angel-eye.ts'
import { BARCODE } from './dialects/barcode.ts'
import { BEE_TEK } from './dialects/bee-tek.ts'
import { DROPFRED } from './dialects/dropfred.ts'
import { FEIG } from './dialects/feig.ts'
import { M5STACK_WIRED } from './dialects/m5stack-wired.ts'
import { RDM6300 } from './dialects/rdm6300.ts'
import { RR3036 } from './dialects/rr3036.ts'
import { THINGMAGIC } from './dialects/thingmagic.ts'
import { TWN4 } from './dialects/twn4.ts'
import type { Driver } from './driver.ts'
import { listeningDriver, type Talker } from './talker.ts'
import { TLP_DRIVERS } from './tlp.ts'

/** Devices of other makers: shoes that only talk, readers of chips, a reader of badges. */
export const TALKERS: readonly Talker[] = [
  ...[BARCODE, BEE_TEK, ANGEL_EYE, M5STACK_WIRED, DROPFRED],
  ...[FEIG, RR3036, THINGMAGIC, TWN4],
  RDM6300,
]

export const DRIVERS: readonly Driver[] = [...TLP_DRIVERS, ...TALKERS.map(listeningDriver)]

/** The driver `name` for `role`. @throws an Error that lists the known drivers: a configuration mistake, to be shown as it is. */
export function findDriver(name: string, role: string): Driver {
  const driver = DRIVERS.find((one) => one.name === name && one.role === role)
  if (driver !== undefined) return driver
  const known = DRIVERS.map((one) => `${one.name} (${one.role})`).join(', ')
  throw new Error(`no driver "${name}" for the role ${role}; the drivers are: ${known}`)
}
