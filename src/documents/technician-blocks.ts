/** What of docs/technician.md is made from the source: drivers, the doctor's ladders, what is counted, incidents, and the files to install. */
import { DRIVERS } from '../../devices/registry.ts'
import type { IncidentCode, LinkCounter } from '../../firmware-bridge/link-state.ts'
import { BROKER_RUNGS } from '../doctor/broker-rungs.ts'
import { DEVICE_RUNGS } from '../doctor/device-rungs.ts'
import { rolesTable } from './access-rules.ts'
import { table } from './markdown.ts'

/** Files of docs/install, as they are copied. */
export const INSTALLED = { rules: 'install/99-blackjack-table.rules', unit: 'install/blackjack-table.service' } as const

const drivers = (): string => {
  const names = [...new Set(DRIVERS.map(({ name }) => name))]
  return table(
    ['driver', 'roles', 'line'],
    names.map((name) => {
      const own = DRIVERS.filter((driver) => driver.name === name)
      return [`\`${name}\``, own.map(({ role }) => `\`${role}\``).join(', '), `${own[0]?.baudRate} baud, 8N1`]
    }),
  )
}

const ladder = (rungs: readonly { readonly name: string; readonly shows: string; readonly todo: string }[]): string =>
  table(
    ['rung', 'holds when', 'if it breaks'],
    rungs.map(({ name, shows, todo }) => [`**${name}**`, shows, todo]),
  )

const LINE_NOISE = 'The line: cable, ground, shield, speed.'
const HARMLESS = 'Nothing.'

/** Counted, and no errors: the display does not show them. */
type Plain = 'lines' | 'opened' | 'asked'

/** What each counter says, and what to do where it moves. */
const COUNTERS: { readonly [C in Exclude<LinkCounter, Plain>]: readonly [means: string, act: string] } = {
  crc: ['Lines with a wrong checksum.', LINE_NOISE],
  torn: ['Lines cut off in the middle.', 'A few at every plugging in; else the line, or a device that boots.'],
  glued: ['Good lines behind a torn one, saved.', HARMLESS],
  'foreign-bytes': ['Lines with bytes that are no text.', LINE_NOISE],
  'no-frame': ['Lines without a beginning; boot messages of a board look so.', 'Nothing, if it happens at power-up.'],
  'too-long': ['Lines longer than any may be.', 'The firmware, or two devices on one line.'],
  endless: ['Bytes without an end of line.', 'The speed: both ends 115200.'],
  malformed: ['Good checksum, and not of the language.', 'The firmware: tell its maker the line the doctor shows.'],
  'unknown-verb': ['Words this version does not know.', 'Nothing: newer firmware.'],
  echo: ["The host's own words come back.", 'TX and RX are joined somewhere.'],
  'not-played': ['Events of a device that is not the configured one.', 'See the incident `unknown-serial` or `wrong-role`.'],
  'put-aside': ['Events kept until it is known whether the device counts anew.', HARMLESS],
  duplicate: ['Lines that came twice.', 'Many: the device does not hear its acknowledgements.'],
  conflict: ['Two contents under one number.', 'See the incident `seq-conflict`.'],
  late: ['Lines that came after they were given up; a round may be revised.', 'Many: the line is slow or bad.'],
  'no-room': ['Early lines that were let go, to be asked for again.', HARMLESS],
  missing: ['Lines that never came.', 'Each costs a round its verdict: the line, or a ring that is too small.'],
  refused: ['Requests the device could not serve.', 'A ring that is too small, or was lost.'],
  'time-refused': ['Answers about the time that cannot be.', 'The firmware.'],
  unwritten: ['Lines the device did not take.', 'It does not read: TX of the adapter, or firmware that hangs.'],
  'incidents-unsaid': ['Incidents that came too fast to be told each.', 'See those that were told.'],
}

const INCIDENTS: { readonly [I in IncidentCode]: readonly [means: string, act: string] } = {
  'unknown-serial': [
    'Another device answers on this port than the configuration names. It is not played.',
    'Plug in the right one, or write the new serial number into the configuration.',
  ],
  'wrong-role': ['The right serial number, and it says it is another kind of device.', 'Set its `role`, or its firmware.'],
  'seq-conflict': ['One number came with two contents; the first counts.', 'Firmware that numbers wrongly, or two devices on one line.'],
  'new-stream': [
    'The device counts from 1 again: its memory was lost. What it had not been acknowledged is gone, and the round incomplete.',
    'Its battery, or its maker: the ring must survive a power cut.',
  ],
  'firmware-changed': ['It says another firmware than before.', 'Nothing, if you did it.'],
}

const words = (rows: { readonly [name: string]: readonly [string, string] }): readonly (readonly string[])[] =>
  Object.entries(rows).map(([name, [means, act]]) => [`\`${name}\``, means, act])

/** `read`: a file below docs. */
export const technicianBlocks = (read: (name: string) => string): { readonly [block: string]: string } => ({
  drivers: drivers(),
  rules: `\`\`\`\n${read(INSTALLED.rules)}\`\`\``,
  'device-ladder': ladder(DEVICE_RUNGS),
  'broker-ladder': ladder(BROKER_RUNGS),
  roles: rolesTable(),
  counters: table(['counter', 'counts', 'if it moves'], words(COUNTERS)),
  incidents: table(['incident', 'it means', 'do'], words(INCIDENTS)),
  unit: `\`\`\`ini\n${read(INSTALLED.unit)}\`\`\``,
})
