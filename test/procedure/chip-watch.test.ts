/** CHIP-FOREIGN and CHIP-COPY: which chips are told, how often, and that nothing else follows from ids. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Told, teller } from './scene.ts'

const INGO = { house: 'ingo', boxes: 3 } as const
/** 20 against 17, paid and collected. */
const WON = 'TS 7S TH TD +3000 1=2000 +2000 1=0 +5000 tick'

const foreign = ({ findings }: Told) =>
  findings.filter(({ code }) => code === 'CHIP-FOREIGN').map(({ round, box, spot, grade, severity }) => [round, box, spot, grade, severity])

describe('a foreign chip', () => {
  it('is told once by the event, wherever it goes, and again once a round has closed without it', () => {
    const table = teller(INGO)
    assert.deepEqual(foreign(table.tell('1=500,500#E00401,-E0FF99')), [[null, 1, '1.main', 'proven', 'stop']])
    assert.equal(foreign(table.tell('1=500#E00401 2=500#-E0FF99 2=500,500#-E0FF99,E00402 2=500#E00402')).length, 1)
    assert.equal(foreign(table.tell(`1=1000 2=0 ${WON} 2=500#-E0FF99`)).length, 2)
  })

  it('of several that come at once one finding says how many', () => {
    const { findings } = teller(INGO).tell('1=500,500,500#-E0FF97,E00401,-E0FF99')
    assert.deepEqual(
      findings.map(({ code, seen }) => [code, seen]),
      [['CHIP-FOREIGN', 'chips that are not in the chip file: E0FF97, E0FF99']],
    )
  })

  it('belongs to the round that is open, on a spot or in the rack', () => {
    const told = teller(INGO).tell('1=1000 TS 7S 1=500,500#E00401,-E0FF99 rack=1000x90#-E0FF98')
    assert.deepEqual(foreign(told), [
      ['1-1', 1, '1.main', 'proven', 'stop'],
      ['1-1', null, 'rack', 'proven', 'stop'],
    ])
  })

  it('leaves the round as it is: ids change no reading', () => {
    const closed = ({ said }: Told) => said.flatMap((each) => (each.type === 'round.closed' ? [{ ...each.data, findings: [] }] : []))
    const plain = teller(INGO).tell(`1=500,500 ${WON}`)
    const marked = teller(INGO).tell(`1=500,500#E00401,-E0FF99 ${WON}`)
    assert.equal(closed(plain).length, 1)
    assert.deepEqual(closed(marked), closed(plain))
    assert.deepEqual(foreign(teller(INGO).tell(`1=500,500#E00401,E00402 ${WON}`)), [])
  })
})

const copies = ({ findings }: Told) =>
  findings
    .filter(({ code }) => code === 'CHIP-COPY')
    .map(({ round, box, spot, grade, severity, seen }) => [round, box, spot, grade, severity, seen])
const ONE = 'an id that lies there twice: E00401'

describe('an id that lies there twice', () => {
  it('on one spot is told at once, and once', () => {
    const table = teller(INGO)
    assert.deepEqual(copies(table.tell('1=500,500#E00401,E00401')), [[null, 1, '1.main', 'proven', 'stop', ONE]])
    assert.equal(copies(table.tell('1=500,500,500#E00401,E00401,E00402 tick +5000 tick')).length, 1)
  })

  it('on two spots is told when the level of the other has stood, with the round and its later spot', () => {
    const told = teller(INGO).tell('1=500,500#E00401,E00402 2=500,500#E00401,E00403 tick +5000 tick')
    assert.deepEqual(copies(told), [[null, 2, '2.main', 'proven', 'stop', ONE]])
  })

  it('for as long as it takes to report both of them is a chip on its way', () => {
    const told = teller(INGO).tell('1=500,500#E00401,E00402 2=500,500#E00401,E00403 1=500#E00402 tick +5000 tick')
    assert.deepEqual(copies(told), [])
  })

  it('in another spelling is the same one', () => {
    const told = teller(INGO).tell('1=500,500#E004010000000001,E004010000000001 2=500,500#01000000000104E0,E00403 tick +5000 tick')
    assert.equal(copies(told).length, 1)
  })
})
