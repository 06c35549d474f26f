/** When players collect follows the house, or what a table makes of its rule, unless the table says it itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DRIVERS } from '../../../devices/registry.ts'
import { parseConfig } from '../../../src/base/config/parse.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'

const collectAfter = (house: string, more = '') => {
  const text = `property: demo
pit: p1
table: bj07
house: ${house}
limits: { min: 1000, max: 50000, unit: 500 }
devices:
  - { name: shoe, driver: tlp, role: shoe, path: /dev/shoe, serial: SH-1 }
  - { name: spots, driver: tlp, role: spots, path: /dev/spots, serial: SP-1 }
${more}`
  const read = parseConfig(text, { dir: '/', fileFault: () => null, folderFault: () => null, drivers: DRIVERS, purpose: 'replay' })
  assert.ok(read.ok, JSON.stringify(read))
  return read.tables[0]?.collectAfter
}

test('players may collect once their box is settled, in every house', () => {
  for (const house of HOUSE_IDS) assert.equal(collectAfter(house), 'box-settled', house)
})

test('a table may have another rule, or say it for itself', () => {
  const rule = 'rules: { collectWhen: after-the-table-is-paid }\n'
  assert.equal(collectAfter('gld', rule), 'table-settled')
  assert.equal(collectAfter('gld', `${rule}collectAfter: box-settled\n`), 'box-settled')
  assert.equal(collectAfter('gld', 'collectAfter: table-settled\n'), 'table-settled')
})
