/** The table used by all benches: the first house with its insurance and side bet, seven boxes, three devices. */
import type { Area } from '../../../devices/scan.ts'
import type { DeviceConfig, Limits } from '../../../src/rules/table.ts'

export const HOUSE = 'free-bet-european'
export const LIMITS: Limits = { min: 1000, max: 50000, unit: 500, boxMax: null, sideMin: null, sideMax: null, sideUnit: null }
export const CHIPS = [100, 500, 2500, 10000]
export const SPOTS: readonly (Area | 'rack')[] = ['main', 'ins', 'p22']
export const BOXES = 7
/** A lag of 1.5 s at fifty times the real pace, with room for the clocks of two devices. */
const LAG_MS = 50

/** A configuration for the daemon. */
export function tableYaml(table: string, devices: readonly DeviceConfig[], brokerUrl: string, journal: string): string {
  return [
    'property: bench',
    'pit: p1',
    `table: ${table}`,
    `house: ${HOUSE}`,
    `limits: { min: ${LIMITS.min}, max: ${LIMITS.max}, unit: ${LIMITS.unit} }`,
    `chips: [${CHIPS.join(', ')}]`,
    `boxes: ${BOXES}`,
    `spots: [${SPOTS.join(', ')}]`,
    `spotLagMs: ${LAG_MS}`,
    `pointerLagMs: ${LAG_MS}`,
    'devices:',
    ...devices.map(({ name, driver, role, path, serial }) => {
      return `  - { name: ${name}, driver: ${driver}, role: ${role}, path: ${JSON.stringify(path)}, serial: ${serial} }`
    }),
    `mqtt: { url: ${JSON.stringify(brokerUrl)} }`,
    `journal: ${JSON.stringify(journal)}`,
    '',
  ].join('\n')
}

export const baseTopic = (table: string): string => `casino/v1/bench/p1/${table}`
