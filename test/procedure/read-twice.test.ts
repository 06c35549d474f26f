/** `card-read-twice`: the reader saw one card twice. An incident of the shoe, and nobody is accused for certain; two equal cards are none. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { todays } from '../runner/rotation.ts'
import { standingAfter, type Told, teller } from './scene.ts'

const INGO = { house: 'ingo', boxes: 2 } as const
/** The card again after 40 ms, and at a person's pace. */
const twice = (card: string) => `${card} +-960 ${card}`
const again = (card: string) => `${card} ${card}`
/** 20 and 19 against 17, paid and collected. */
const DEAL = (last: string) => `1=1000 2=1000 TS KS 7H TC 9D ${last}`
const PAID = '+3000 1=2000 2=2000 +3000 1=0 2=0'
const NEXT = '+3000 1=1000 2=1000 +3000 TS KS 7C TC 9D +2000 TD'
const SHORT = '+3000 1=1500 2=2000 +3000 1=0 2=0'
const AFTER = '+3000 1=1000 +3000 tick tick'

const incidents = ({ said }: Told) =>
  said.flatMap((each) => (each.type === 'device.incident' ? [`${each.data.device} ${each.data.code}`] : []))
const alarms = ({ state }: Told) => state.judge.alarms.open.map(({ alarm }) => alarm)
const certain = (words: string) => standingAfter(INGO, words).filter((each) => !each.endsWith('likely'))

describe('a card that is read twice', () => {
  const ROWS: readonly (readonly [what: string, words: string])[] = [
    ['in the deal', `1=1000 2=1000 TS ${twice('KS')} 7H TC 9D TD ${PAID} ${AFTER}`],
    ['as the last card of the deal', `1=1000 2=1000 TS KS 7H TC ${twice('9D')} TD ${PAID} ${AFTER}`],
    ['as the last card of the dealer', `${DEAL(twice('TD'))} ${PAID} ${NEXT} ${PAID} ${AFTER}`],
    ['as the first card of a round', `${twice('TS')}`],
    ['in a round with an error', `${DEAL(twice('TD'))} ${SHORT} ${AFTER}`],
  ]
  for (const [what, words] of todays(ROWS, 3)) {
    it(`${what} is an incident of the shoe, and accuses nobody for certain`, () => {
      const told = teller(INGO).tell(words)
      assert.deepEqual(incidents(told), ['shoe card-read-twice'])
      assert.ok(alarms(told).includes('incident-shoe'), alarms(told).join())
      assert.deepEqual(certain(words), [])
    })
  }

  it('is named to nobody: it may lie face down', () => {
    const { said, state } = teller({ house: 'gld', boxes: 1 }).tell(`1=1000 5S ${twice('KH')}`)
    const words = [
      ...said.filter(({ type }) => type === 'device.incident').map(({ data }) => JSON.stringify(data)),
      ...state.judge.alarms.open.map(({ text, remedy }) => `${text} ${remedy}`),
    ]
    assert.ok(words.length >= 2, `${words.length} texts`)
    for (const text of words) assert.doesNotMatch(text, /KH/)
  })

  it('leaves the rounds after the next one as certain as ever', () => {
    const words = `${DEAL(twice('TD'))} ${PAID} ${NEXT} ${PAID} ${NEXT} ${SHORT} ${AFTER}`
    assert.deepEqual(certain(words), ['PAY-SHORT proven'])
  })
})

describe('its legal twins', () => {
  const ROWS: readonly (readonly [what: string, words: string])[] = [
    ['two equal cards in a row', `1=1000 2=1000 TS ${again('KS')} TC 9D 7H ${AFTER}`],
    ['two equal cards of a quick dealer', '1=1000 2=1000 TS KS +-700 KS'],
    ['two different cards at once', '1=1000 2=1000 TS KS +-960 KC'],
    ['two cards that could not be read', '1=1000 2=1000 TS ?? +-960 ??'],
    ['what a shoe with a wrong clock reports', '1=1000 2=1000 wrong:shoe:clock-fault down:shoe TS KS +-960 KS'],
  ]
  for (const [what, words] of todays(ROWS, 3)) {
    it(`${what}: no incident`, () => {
      const told = teller(INGO).tell(words)
      assert.deepEqual(
        incidents(told).filter((each) => each.endsWith('card-read-twice')),
        [],
      )
    })
  }

  it('two equal cards in one piece, from a shoe whose cards are dated by their arrival: no incident, and a proven error stays proven', () => {
    const late = { ...INGO, shoe: 'bee-tek' }
    const words = `1=1000 2=1000 TS KS 7H TC 9D +-1000 9D TD +3000 1=0 2=0 ${AFTER}`
    assert.deepEqual(incidents(teller(INGO).tell(words)), ['shoe card-read-twice'], 'the same of a shoe with a clock')
    assert.deepEqual(incidents(teller(late).tell(words)), [])
    assert.deepEqual(standingAfter(late, `${DEAL('TD')} ${SHORT} ${AFTER}`), ['PAY-SHORT proven'])
  })

  it('a proven error stays proven', () => {
    assert.deepEqual(certain(`${DEAL('TD')} ${SHORT} ${AFTER}`), ['PAY-SHORT proven'])
  })
})
