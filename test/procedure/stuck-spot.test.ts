/** SENSOR-DROPOUT: a main bet that stays as it was over three rounds in which it should have moved; and where the alarm must not come. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { todays } from '../runner/rotation.ts'
import { type Told, teller } from './scene.ts'

const TABLE = { house: 'ingo', boxes: 2 } as const
/** 20 and 19 against 17: both win. Against the second box's 17: a push. */
const WON = 'TS KS 7H TC 9D +2000 TD'
/** 16 and 19 against 17. */
const LOST = 'TS KS 7H 6C 9D +2000 >1.1 +2000 >2.1 +2000 >dealer TD +2000 >-'
const PUSHED = 'TS KS 7H 7C 9D +2000 TD'
/** Only the second box moves; the first one's sensor hangs. */
const SECOND_PAID = '+3000 2=2000 +3000 2=0 +3000 2=1000 +3000'
const BOTH_PAID = '+3000 2=2000 1=2000 +3000 2=0 1=0 +3000 1=1000 2=1000 +3000'
const LAID = '1=1000 2=1000 +3000'

const incidents = ({ said }: Told) =>
  said.flatMap((each) => (each.type === 'device.incident' ? [`${each.data.device} ${each.data.code}: ${each.data.text}`] : []))
const alarms = ({ state }: Told) =>
  state.judge.alarms.open.flatMap(({ alarm, state: stands }) => (alarm.startsWith('dropout') ? [`${alarm} ${stands}`] : []))

const TEXT = 'spots SENSOR-DROPOUT: Spot 1.main has not changed over three rounds in which its bet was due a payment or a taking.'

describe('a spot that does not react', () => {
  for (const [what, words] of todays(
    [
      ['its bet won three times', `${LAID} ${`${WON} ${SECOND_PAID} `.repeat(3)}`],
      ['its bet lost three times', `${LAID} ${`${LOST} ${SECOND_PAID} `.repeat(3)}`],
      ['with a push in between', `${LAID} ${WON} ${SECOND_PAID} ${PUSHED} ${SECOND_PAID} ${`${WON} ${SECOND_PAID} `.repeat(2)}`],
    ] as const,
    3,
  )) {
    it(`is told: ${what}`, () => {
      const told = teller(TABLE).tell(`${words} TS KS +2000 tick`)
      assert.deepEqual(incidents(told), [TEXT])
      assert.deepEqual(alarms(told), ['dropout-1-main unacknowledged'])
    })
  }

  it('is told once, and is over when the spot changes', () => {
    const table = teller(TABLE)
    const told = table.tell(`${LAID} ${`${WON} ${SECOND_PAID} `.repeat(5)} TS KS`)
    assert.deepEqual(incidents(told), [TEXT])
    assert.deepEqual(alarms(table.tell('+3000 1=1500')), ['dropout-1-main returned'])
  })
})

describe('a spot that is right', () => {
  for (const [what, words] of todays(
    [
      ['a box that pushes thrice', `${LAID} ${`${PUSHED} ${SECOND_PAID} `.repeat(4)}`],
      ['a bet passed over twice', `${LAID} ${WON} ${SECOND_PAID} ${WON} ${SECOND_PAID} ${WON} ${BOTH_PAID}`],
      ['passed over, paid, passed over', `${LAID} ${WON} ${SECOND_PAID} ${WON} ${SECOND_PAID} ${WON} ${BOTH_PAID} ${WON} ${SECOND_PAID}`],
      ['bets that win and stay', `${LAID} ${`${WON} +3000 1=2000 2=2000 +3000 1=1000 2=1000 +3000 `.repeat(4)}`],
    ] as const,
    3,
  )) {
    it(`is not told: ${what}`, () => {
      const told = teller(TABLE).tell(`${words} TS KS +2000 tick`)
      assert.deepEqual(incidents(told), [])
    })
  }
})
