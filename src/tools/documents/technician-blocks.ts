/** The generated parts of docs/technician.md: drivers, the doctor's steps, counters, incidents, roles. */

import { DRIVERS } from '../../../devices/registry.ts'
import type { IncidentCode, LinkCounter } from '../../../firmware-bridge/link-state.ts'
import { lineText } from '../../../firmware-bridge/port.ts'
import { BROKER_RUNGS } from '../../daemon/doctor/broker-rungs.ts'
import { DEVICE_RUNGS } from '../../daemon/doctor/device-rungs.ts'
import { PERSON_RUNGS } from '../../daemon/doctor/person-rungs.ts'
import type { Rung } from '../../daemon/doctor/rung.ts'
import type { DISCARD_MISSING, DISCARD_NOT_DEALT } from '../../procedure/discards-watch.ts'
import type { CARD_READ_TWICE } from '../../procedure/read-twice.ts'
import { ROLES, type Role } from '../../wire/roles.ts'
import type { Topic } from '../../wire/topics.ts'
import { table } from './markdown.ts'

const drivers = (): string => {
  const names = [...new Set(DRIVERS.map(({ name }) => name))]
  return table(
    ['driver', 'roles', 'line'],
    names.map((name) => {
      const own = DRIVERS.filter((driver) => driver.name === name)
      return [
        `\`${name}\``,
        own.map(({ role }) => `\`${role}\``).join(', '),
        own[0] === undefined ? '' : lineText(own[0]).replace(' ', ' baud, '),
      ]
    }),
  )
}

const ladder = (rungs: readonly Pick<Rung<never>, 'name' | 'shows' | 'todo'>[]): string =>
  table(
    ['step', 'passes when', 'if it fails'],
    rungs.map(({ name, shows, todo }) => [`**${name.en}**`, shows, todo?.en ?? '']),
  )

const LINE_NOISE = 'Check the line: cable, ground, shield, speed.'
const HARMLESS = 'Nothing.'

/** Counters of normal traffic, which the display does not show. */
type Plain = 'lines' | 'opened' | 'asked'

/** What each counter counts, and what to do if it rises. */
const COUNTERS: { readonly [C in Exclude<LinkCounter, Plain>]: readonly [means: string, act: string] } = {
  crc: ['Lines with a wrong checksum.', LINE_NOISE],
  torn: [
    'Lines cut off in the middle.',
    'A few are normal when a cable is plugged in. If there are more, the line is bad or the device reboots.',
  ],
  glued: ['Good lines recovered from behind a cut-off one.', HARMLESS],
  'foreign-bytes': ['Lines with bytes that are not text.', LINE_NOISE],
  'no-frame': ['Lines without a start sign, such as the boot messages of a board.', 'Nothing, if it happens at power-up.'],
  'too-long': ['Lines longer than the protocol allows.', 'Check the firmware; there may also be two devices on one line.'],
  endless: ['Bytes without an end of line.', 'Set both ends to 115200 baud.'],
  malformed: [
    'Lines with a good checksum that the protocol does not allow.',
    'Send the line that the doctor shows to the maker of the firmware.',
  ],
  'unknown-verb': ['Lines of a kind that this version does not know.', 'Nothing: the firmware is newer.'],
  echo: ["The host's own lines come back.", 'TX and RX are connected to each other somewhere.'],
  'not-played': [
    'Events of a device other than the configured one; they are not used.',
    'See the incident `unknown-serial` or `wrong-role`.',
  ],
  'put-aside': ['Events held back until it is clear whether the device has restarted its count.', HARMLESS],
  duplicate: ['Lines that came twice.', 'If there are many, the device does not receive acknowledgements.'],
  conflict: ['Two different events under the same number.', 'See the incident `seq-conflict`.'],
  late: ['Lines that came after the program had given them up; a round may be revised.', 'If there are many, the line is slow or bad.'],
  'no-room': ['Early lines that were dropped and will be requested again.', HARMLESS],
  'let-go': [
    'Events that came too fast to be read; the device still has them, and they are requested later.',
    'Replace the sensor: one of its spots flickers.',
  ],
  missing: ['Lines that never came.', 'Each leaves a round without a verdict. Check the line, and whether the ring is too small.'],
  refused: ['Requests that the device could not answer.', 'Its ring is too small, or was lost.'],
  'time-refused': ['Answers with an impossible time.', 'Check the firmware.'],
  'proof-refused': ['Wrong answers to a challenge, or answers without a challenge.', 'See the incident `unproven`.'],
  unwritten: [
    'Lines that the device did not accept.',
    "The device is not reading: check the adapter's TX, and whether the firmware hangs.",
  ],
  'incidents-unsaid': ['Incidents that came too fast to be reported one by one.', 'See those that were reported.'],
}

const INCIDENTS: {
  readonly [I in IncidentCode | typeof CARD_READ_TWICE | typeof DISCARD_NOT_DEALT | typeof DISCARD_MISSING]: readonly [
    means: string,
    act: string,
  ]
} = {
  'unknown-serial': [
    'The device on this port is not the one in the configuration. Its events are not used.',
    'Plug in the right one, or write the new serial number into the configuration.',
  ],
  'wrong-role': ['The serial number is right, but the device says that it is of another kind.', 'Correct its `role`, or its firmware.'],
  'seq-conflict': [
    'Two different events came under the same number; the first counts.',
    'The firmware numbers wrongly, or two devices share a line.',
  ],
  'new-stream': [
    'The device counts from 1 again because it lost its memory. Events that were not yet acknowledged are gone, and the round is incomplete.',
    'Check its battery, or ask its maker: the ring must survive a power cut.',
  ],
  'cloned-serial': [
    'Two devices had this serial number at once. Neither is believed, and the round is incomplete.',
    'See [Two devices with one serial number](#two-devices-with-one-serial-number).',
  ],
  unproven: [
    'The device did not prove that it has the key that the configuration names. It is not believed, and the round is incomplete.',
    'See [A key for each device](#a-key-for-each-device).',
  ],
  'clock-fault': [
    "The device's clock stands still, jumps or runs at the wrong speed, or it dates its events by another one. They are dated by their arrival, and no round that needs them gets a verdict. It ends by itself when the clock has been right for ten seconds.",
    'Restart the device. If it happens again, replace it, or ask its maker: all its lines must use one clock that never stops.',
  ],
  'device-trouble': [
    'A device of another maker reports a fault of its own, such as a card that it could not read. The text says which.',
    'Do what the manual of the device says. If a card may be among it, the round has no verdict.',
  ],
  'unknown-tag': [
    'A tag or a bar code was read that no file names. The text says which; a card with it counts as unread, a spot has no level while such a chip lies there, and such a badge names nobody.',
    'Enter it in the `cardFile`, the `chipFile` or the `badgeFile` of the device, or show it to `npm run doctor -- --learn`; then restart.',
  ],
  'card-read-twice': [
    'The shoe reported the same card twice, faster than anybody deals (`cardApartMs`). Nobody is accused for certain in this round and the next.',
    'Clean the reader. If it happens again, replace the shoe. If your dealers are that fast, lower `cardApartMs`.',
  ],
  'discard-not-dealt': [
    'A card lies with the discards that the shoe did not report. Nobody is accused for certain in its round.',
    'If it is always such a card, the shoe misses cards: clean its reader, check its line. Else look whether it is of this pack.',
  ],
  'discard-missing': [
    'A card left the shoe and was not read with the discards of its round.',
    'If it happens again, clean the reader of the discards.',
  ],
  'firmware-changed': ['The device reports another firmware than before.', 'Nothing, if you updated it.'],
}

const words = (rows: { readonly [name: string]: readonly [string, string] }): readonly (readonly string[])[] =>
  Object.entries(rows).map(([name, [means, act]]) => [`\`${name}\``, means, act])

export const technicianBlocks = (): { readonly [block: string]: string } => ({
  drivers: drivers(),
  'device-ladder': ladder(DEVICE_RUNGS),
  'broker-ladder': ladder(BROKER_RUNGS),
  'person-ladder': ladder(PERSON_RUNGS),
  roles: rolesTable(),
  counters: table(['counter', 'counts', 'if it rises'], words(COUNTERS)),
  incidents: table(['incident', 'it means', 'what to do'], words(INCIDENTS)),
})

/** For the guide: one row per role. */
const rolesTable = (): string =>
  table(
    ['role', 'who', 'may publish to', 'may subscribe to'],
    (Object.keys(ROLES) as Role[]).map((role) => {
      const { means, publish, subscribe } = ROLES[role]
      const list = (topics: readonly Topic[]): string =>
        topics.length === 0 ? 'nothing' : topics.map((topic) => `\`${topic}\``).join(', ')
      return [`**${role}**`, means, list(publish), list(subscribe)]
    }),
  )
