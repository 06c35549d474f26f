/** The generated parts of docs/pit.md: priorities, states of alarms, rulings. */

import { RULINGS } from '../../display/page/rulings.ts'
import { STRINGS } from '../../display/page/strings.ts'
import { type AlarmState, SHELVED_MINUTES_MAX } from '../../procedure/alarms.ts'
import type { SEVERITIES } from '../../procedure/finding.ts'
import { table } from './markdown.ts'

type Severity = (typeof SEVERITIES)[number]

const PRIORITIES: { readonly [S in Severity]: readonly [means: string, act: string] } = {
  stop: [
    'The game itself is in doubt: the shoe, a bet changed during play, the rack.',
    'Stop the game and go there now. The alarm sounds until somebody acknowledges it.',
  ],
  money: ['A payment is wrong, or about to be.', 'Put it right before the next deal; afterwards it is harder.'],
  procedure: [
    'No money went wrong, but a rule of procedure was broken or a device needs attention.',
    'Go when you can; speak to the dealer between rounds.',
  ],
  info: ['For the record.', 'Nothing; it raises no alarm.'],
}

const STATES: { readonly [S in AlarmState]: readonly [means: string, next: string] } = {
  unacknowledged: ['The problem exists, and nobody has confirmed seeing it.', 'Acknowledge it, then deal with it.'],
  acknowledged: [
    'The problem exists, and somebody is dealing with it; their name is next to it.',
    'That person closes it when it is put right.',
  ],
  returned: [
    'The problem ended by itself (the dealer put his error right, a finding was withdrawn, the round was voided, a device came back) before anybody acknowledged it.',
    'Acknowledge it; then it disappears.',
  ],
  shelved: [`Somebody put it aside, for ${SHELVED_MINUTES_MAX} minutes at most. It comes back by itself.`, 'Nothing until then.'],
  suppressed: [
    'It waits behind another alarm, which its note names: the loss of a device that explains it, or a more serious finding in the same round.',
    'Deal with the other one.',
  ],
  closed: ['It is dealt with and leaves the list.', ''],
}

export const pitBlocks = (): { readonly [block: string]: string } => ({
  priorities: table(
    ['on the display', 'it means', 'what to do'],
    Object.entries(PRIORITIES).map(([severity, words]) => [`**${STRINGS[`severity.${severity as Severity}`].en}**`, ...words]),
  ),
  states: table(
    ['on the display', 'it means', 'next'],
    Object.entries(STATES).map(([state, words]) => [`**${STRINGS[`alarmState.${state as AlarmState}`].en}**`, ...words]),
  ),
  rulings: rulingsTable(),
})

const rulingsTable = (): string =>
  table(
    ['on the display', 'when, and what it does'],
    RULINGS.map(({ command, name, when }) => [`**${name.en}** (\`${command}\`)`, when.en]),
  )
