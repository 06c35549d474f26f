/** SHOE-SILENT: chips show rounds and the shoe reports no card. An alarm of the device, and no word about anybody; and where it must not come. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Told, teller } from './scene.ts'

const TABLE = { house: 'ingo', boxes: 3 } as const
/** 19 and 19 against 17: both paid and collected. */
const DEALT = '1=1000 2=1000 TS 9S 7H 9D KD TD +3000 1=2000 2=2000 +3000 1=0 2=0'
const LAID = '+3000 1=1000 2=1000'
/** The first box wins, the other loses. */
const SETTLED = '+30000 1=2000 2=0 +3000 1=0'
const TAKEN_BACK = '+30000 1=0 2=0'
const LATER = '+3000 tick'

const alarms = ({ state }: Told) => state.judge.alarms.open.map(({ alarm, state: stands }) => `${alarm} ${stands}`)
const incidents = ({ said }: Told) => said.flatMap((each) => (each.type === 'device.incident' ? [each.data] : []))

const SILENT: readonly (readonly [what: string, words: string])[] = [
  ['two rounds after a good one', `${DEALT} ${LAID} ${SETTLED} ${LAID} ${SETTLED}`],
  ['two rounds of a shoe that never read', `LOAD ${LAID} ${SETTLED} ${LAID} ${SETTLED}`],
  ['both boxes lose both', `${DEALT} ${LAID} ${TAKEN_BACK} ${LAID} ${TAKEN_BACK}`],
  ['the winner leaves his bet where it is', `${DEALT} ${LAID} +30000 1=2000 2=0 +3000 1=1000 +3000 2=1000 ${SETTLED}`],
  [
    'the dealer presses that the round is over',
    `${DEALT} ${LAID} ${SETTLED} press:round-over ${LAID} press:hand-over ${SETTLED} press:round-over`,
  ],
  ['a third box besides', `${DEALT} ${LAID} ${SETTLED} ${LAID} 3=1000 +30000 1=2000 2=0 3=0 +3000 1=0`],
]

const HEARD: readonly (readonly [what: string, words: string])[] = [
  ['a round without a card', `${DEALT} ${LAID} ${SETTLED}`],
  [
    'a full table that is settled box by box',
    `1=1000 2=1000 3=1000 TS 9S 8S 7H 9D KD TD TD +3000 1=2000 2=2000 3=2000 +3000 1=0 +3000 1=1000 +3000 2=0 +3000 2=1000 +3000 3=0 +3000 3=1000`,
  ],
  ['winnings collected in two steps', `${DEALT} ${LAID} ${'+30000 1=2000 2=2000 +3000 1=1000 2=1000 +3000 1=0 2=0 '}`],
  ['a slow evening', `${DEALT} +900000 ${DEALT} +900000 ${DEALT} +900000 ${DEALT} +900000`],
  ['a break: bets are laid, taken back, and laid again', `${DEALT} ${LAID} +600000 ${TAKEN_BACK} +600000 ${LAID}`],
  ['a break after a shuffle', `${DEALT} CLOSE ${LAID} ${TAKEN_BACK} ${LAID} ${TAKEN_BACK} LOAD ${LAID}`],
  ['a shoe being filled', `${DEALT} ${LAID} ${TAKEN_BACK} LOAD ${LAID} ${TAKEN_BACK}`],
  ['bets are raised, and raised again', `${DEALT} ${LAID} +9000 1=1500 2=1500 +9000 1=2000 2=2000 +9000 1=2500 2=2500`],
  ['a hand over the spots', `${DEALT} ${LAID} ${'1=0 +-500 1=1000 2=0 +-500 2=1000 '.repeat(3)}`],
  ['one player who cannot decide', `${DEALT} ${'+3000 1=1000 +9000 1=0 '.repeat(5)}`],
  ['no line to the shoe', `${DEALT} down:shoe ${LAID} ${SETTLED} ${LAID} ${SETTLED}`],
  ['cards were dealt whose lines are lost', `${DEALT} ${LAID} lost:shoe:6 ${SETTLED} ${LAID} ${SETTLED}`],
  ['the round is void, and so is the next', `${DEALT} ${LAID} key:void ${TAKEN_BACK} ${LAID} key:void ${TAKEN_BACK}`],
]

describe('a shoe that reads no card', () => {
  for (const [what, words] of SILENT) {
    it(`is told: ${what}`, () => {
      const told = teller(TABLE).tell(`${words} ${LATER}`)
      assert.deepEqual(alarms(told), ['shoe-silent unacknowledged'])
      assert.deepEqual(incidents(told), [
        { device: 'shoe', code: 'SHOE-SILENT', text: 'The shoe has reported no card while two rounds of bets were settled.' },
      ])
      assert.deepEqual(told.findings, [])
    })
  }

  for (const [what, words] of HEARD) {
    it(`is not told: ${what}`, () => {
      const told = teller(TABLE).tell(`${words} ${LATER}`)
      assert.deepEqual(
        alarms(told).filter((alarm) => alarm.startsWith('shoe-silent')),
        [],
      )
      assert.deepEqual(incidents(told), [])
    })
  }

  it('is told if its reader fails within a round, whose own settlement does not count', () => {
    const table = teller(TABLE)
    const begun = table.tell(`1=1000 2=1000 TS 9S 7H 9D KD ${SETTLED} ${LAID} ${SETTLED} ${LATER}`)
    assert.deepEqual(incidents(begun), [])
    assert.equal(incidents(table.tell(`${LAID} ${SETTLED} ${LATER}`)).length, 1)
  })

  it('is told once, and is over when a card comes', () => {
    const table = teller(TABLE)
    const told = table.tell(`${DEALT} ${`${LAID} ${SETTLED} `.repeat(5)} ${LATER}`)
    assert.equal(incidents(told).length, 1)
    assert.deepEqual(alarms(told), ['shoe-silent unacknowledged'])
    assert.deepEqual(alarms(table.tell(`${LAID} TS`)), ['shoe-silent returned'])
  })
})
