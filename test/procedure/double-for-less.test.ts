/** Where a table takes doubles for less (`doubleAmount: up-to`), only what is above the bet is wrong, and each is settled by what was added. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { standingAfter, type Table } from './scene.ts'

const tableWith = (doubleAmount: 'equal' | 'up-to'): Table => ({ house: 'ingo', rules: `{ burn: 0, doubleAmount: ${doubleAmount} }` })

/** 11 against 9, doubled for so much; 20 against 19. */
const doubledFor = (chips: number, then: string): string =>
  `1=1000 +2000 5S 9D 6H +2000 1=${1000 + chips} +3000 9C +2000 TD +4000 ${then} tick tick`
const paid = (level: number): string => `1=${level} +3000 1=0 +3000 1=1000 2C 7C 3C`

const ROWS: readonly { readonly name: string; readonly table: Table; readonly words: string; readonly found: readonly string[] }[] = [
  { name: 'less than the bet', table: tableWith('up-to'), words: doubledFor(300, paid(2600)), found: [] },
  { name: 'as much as the bet', table: tableWith('up-to'), words: doubledFor(1000, paid(4000)), found: [] },
  {
    name: 'more than the bet is too much, or chips that a player added',
    table: tableWith('up-to'),
    words: doubledFor(1300, paid(4600)),
    found: ['BET-CAPPED one-of', 'DOUBLE-AMOUNT one-of'],
  },
  {
    name: 'less than the bet is wrong at any other table, or chips that a player added',
    table: tableWith('equal'),
    words: doubledFor(300, paid(2600)),
    found: ['BET-CAPPED one-of', 'DOUBLE-AMOUNT one-of'],
  },
  {
    name: 'paid as if the whole bet had been added',
    table: tableWith('up-to'),
    words: doubledFor(300, paid(3300)),
    found: ['PAY-OVER proven'],
  },
  {
    name: 'paid for the bet alone, or the bet was raised and settled as it was',
    table: tableWith('up-to'),
    words: doubledFor(300, paid(2300)),
    found: ['BET-CAPPED one-of', 'PAID-DOUBLE-SINGLE one-of'],
  },
]

describe('a double for less', () => {
  for (const { name, table, words, found } of ROWS) it(name, () => assert.deepEqual(standingAfter(table, words), found, words))
})
