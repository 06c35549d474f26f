/** Cards that are collected, beside those that left the shoe: what differs is an incident of the reader, names an unread card, and accuses nobody. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { standingAfter, type Told, teller } from './scene.ts'

const INGO = { house: 'ingo', boxes: 2 } as const
/** 20 and 19 against 17. */
const DEAL = '1=1000 2=1000 TS KS 7H TC 9D +2000 TD'
const PAID = '+3000 1=2000 2=2000'
const COLLECTED = 'D:KS D:9D D:- D:TS D:TC D:- D:7H D:TD'
const GONE = '+3000 1=0 2=0'
const NEXT = '+3000 1=1000 2=1000 +3000 5S 6S'
const AFTER = '+3000 tick'
/** A whole round, from which the reader has nothing to compare with, and the beginning of the next. */
const BEFORE = `${DEAL} ${PAID} ${COLLECTED} ${GONE}`

const incidents = ({ said }: Told) =>
  said.flatMap((each) =>
    each.type === 'device.incident' ? [`${each.data.device} ${each.data.code} ${each.data.text.replace(/^.*: (.*)\.$/, '$1')}`] : [],
  )
const named = ({ said }: Told) => said.flatMap((each) => (each.type === 'card.named' ? [[each.round, each.data] as const] : []))
const closed = ({ said }: Told) => said.flatMap((each) => (each.type === 'round.closed' ? [each.data] : []))
const tell = (words: string) => teller(INGO).tell(words)
const round = (collected: string, deal = DEAL) => `${BEFORE} ${deal} ${PAID} ${collected} ${GONE} ${NEXT} ${AFTER}`

describe('discards', () => {
  it('that are those of the shoe, in any order, are told with their round and change nothing', () => {
    const orders = [COLLECTED, 'D:7H D:9D D:KS D:TC D:TS D:TD', 'D:TS D:TC D:KS D:9D D:7H D:TD D:-']
    const results = [...orders, ''].map((order) => {
      const told = tell(round(order))
      assert.deepEqual(incidents(told), [], order)
      return closed(told).map(({ boxes, dealer, net, complete, findings }) => [boxes, dealer, net, complete, findings])
    })
    for (const result of results) assert.deepEqual(result, results.at(-1))
    const collected = tell(`${DEAL} ${PAID} D:KS`).said.flatMap((each) =>
      each.type === 'card.discarded' ? [[each.round, each.data] as const] : [],
    )
    assert.deepEqual(collected, [['1-1', { device: 'discards', card: 'KS' }]])
  })

  it('are not named while the hole card lies face down', () => {
    const told = teller({ house: 'gld', boxes: 1 }).tell('1=1000 5S 7S 6H TC D:5S')
    const cards = told.said.flatMap((each) => (each.type === 'card.discarded' ? [each.data.card] : []))
    assert.deepEqual(cards, ['hidden'])
  })

  const ROWS: readonly (readonly [what: string, collected: string, incidents: readonly string[]])[] = [
    ['a card that was not collected', COLLECTED.replace(' D:9D', ''), ['discards discard-missing 9D']],
    ['a card that never left the shoe', `${COLLECTED} D:4C`, ['discards discard-not-dealt 4C']],
    ['another card in place of one', COLLECTED.replace('9D', '9H'), ['discards discard-not-dealt 9H', 'discards discard-missing 9D']],
    ['a card that was read twice', COLLECTED.replace('9D', '9D D:9D'), ['discards discard-not-dealt 9D']],
    ['a card that was collected and not read', COLLECTED.replace('9D', '??'), []],
    ['none at all: the reader does not read', '', []],
    ['a lost line of the reader', COLLECTED.replace('D:9D', 'lost:discards:1'), []],
    ['the reader was away', `down:discards up:discards ${COLLECTED.replace(' D:9D', '')}`, []],
  ]
  for (const [what, collected, expected] of ROWS) it(what, () => assert.deepEqual(incidents(tell(round(collected))), expected))

  it('of a shoe that is changed are compared as well', () => {
    const told = tell(`${BEFORE} ${DEAL} ${PAID} ${COLLECTED.replace(' D:9D', '')} ${GONE} CLOSE LOAD OPEN ${AFTER}`)
    assert.deepEqual(incidents(told), ['discards discard-missing 9D'])
  })

  it('are not compared at a continuous shuffler', () => {
    const table = teller(INGO)
    table.command('shuffler', { mode: 'continuous' })
    assert.deepEqual(incidents(table.tell(round(`${COLLECTED} D:4C`))), [])
  })

  it('have an alarm that names the cards and says what to do', () => {
    const { state } = tell(round(COLLECTED.replace(' D:9D', '')))
    assert.deepEqual(
      state.judge.alarms.open.map(({ alarm, kind, text, remedy }) => [alarm, kind, text, remedy]),
      [
        [
          'incident-discards',
          'incident',
          'Left the shoe, and is not with the discards of the round: 9D.',
          'Look among the discards and on the table: the reader may have missed it.',
        ],
      ],
    )
  })
})

describe('a card that the shoe could not read', () => {
  it('is named by the discards: the hand is right, and the round stays without a verdict', () => {
    const told = tell(`${BEFORE} ${DEAL.replace('9D', '??')} ${PAID} ${COLLECTED} ${GONE} ${NEXT} ${AFTER}`)
    assert.deepEqual(named(told), [['1-2', { seq: 11, n: 5, card: '9D', user: 'discards' }]])
    assert.deepEqual(incidents(told), [])
    const [, second] = closed(told)
    assert.deepEqual([second?.complete, second?.boxes[1]?.hands[0]?.cards], [false, ['KS', '9D']])
  })

  const UNNAMED: readonly (readonly [what: string, deal: string, collected: string])[] = [
    ['two of them', DEAL.replace('9D', '??').replace('TC', '??'), COLLECTED],
    ['one that was not read with the discards either', DEAL.replace('9D', '??'), COLLECTED.replace('9D', '??')],
    ['one while another is not collected', DEAL.replace('9D', '??'), COLLECTED.replace(' D:TS', '')],
    ['one while another is not of the shoe', DEAL.replace('9D', '??'), COLLECTED.replace('TS', '4C')],
  ]
  for (const [what, deal, collected] of UNNAMED)
    it(`stays unread: ${what}`, () => assert.deepEqual(named(tell(`${BEFORE} ${deal} ${PAID} ${collected} ${GONE} ${NEXT}`)), []))
})

describe('a card that the shoe never told', () => {
  const LOST = `${BEFORE} 1=1000 2=1000 TS KS 7H TC 9D +2000 TD`
  const SHORT = '+3000 1=1500 2=2000'

  it('leaves nothing proven in its round, also what was proven before it was collected', () => {
    const standing = (collected: string) => standingAfter(INGO, `${LOST} ${SHORT} ${collected} ${GONE} ${NEXT} ${AFTER}`)
    assert.deepEqual(standing(COLLECTED), ['PAY-SHORT proven'])
    assert.deepEqual(standing(`D:2C ${COLLECTED}`), ['PAY-SHORT likely'])
    assert.deepEqual(standing(`${COLLECTED} D:2C`), ['PAY-SHORT likely'])
  })

  it('leaves the next rounds as certain as ever', () => {
    const words = `${LOST} ${PAID} ${COLLECTED} D:2C ${GONE} ${DEAL} ${SHORT} ${COLLECTED} ${GONE} ${NEXT} ${AFTER}`
    assert.deepEqual(standingAfter(INGO, words), ['PAY-SHORT proven'])
  })

  it('that the reader may have read twice excuses nobody', () => {
    const words = `${LOST} ${SHORT} ${COLLECTED.replace('9D', '9D D:9D')} ${GONE} ${NEXT} ${AFTER}`
    assert.deepEqual(standingAfter(INGO, words), ['PAY-SHORT proven'])
    const ofTwoHands = `${LOST} ${SHORT} ${COLLECTED.replace('9D D:-', '9D D:- D:9D')} ${GONE} ${NEXT} ${AFTER}`
    assert.deepEqual(standingAfter(INGO, ofTwoHands), ['PAY-SHORT likely'])
  })
})
