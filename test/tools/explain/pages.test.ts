/**
 * Whole pages, as a person gets them: recorded, scripted and told rounds. UPDATE=1 writes them anew; look at every line that changed.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { RECORDED_TABLE, recordedRounds } from '../../../simulators/recorded/recorded.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import { playScript, type ScriptedBox } from '../../../simulators/table/script.ts'
import { lineText, widthOf } from '../../../src/base/terminal/line.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import type { Account } from '../../../src/tools/explain/account.ts'
import { accountLines } from '../../../src/tools/explain/tell.ts'
import { CHIPS, LIMITS } from '../../engine/table-play.ts'
import { accountFor, pageOf, recordsOf, tableOf, toldAccount } from './accounts.ts'

const { rules: recordedOverrides, ...recordedTable } = RECORDED_TABLE

const recorded = (() => {
  const config = tableOf(recordedTable, recordedOverrides)
  const records = recordsOf(config, recordedRounds())
  return (number: number): Account => accountFor(config, records, { number })
})()

const box = (bet: number, ...decisions: ScriptedBox['decisions']): ScriptedBox => ({
  bets: { main: bet },
  absent: false,
  insurance: {},
  evenMoney: [],
  decisions,
  follows: {},
})

/** Box 1 splits eights on the house's lammer and doubles the second hand on another. */
const splitRound = (): Account => {
  const { rules } = HOUSES['free-bet-european']
  const config = tableOf({ house: 'free-bet-european', boxes: 3 })
  const round = playScript(
    {
      boxes: { 1: box(2000, 'free-split', 'hit', 'stand', 'free-double'), 2: box(1000, 'stand'), 3: box(4000, 'hit') },
      cards: ['8S', 'TH', '9C', '6D', '8H', '7S', '4D', '3C', '7H', '2S', '9D', 'KC', 'TD', '5S'],
    },
    { rules, limits: LIMITS, chips: [...CHIPS], boxes: 3, spots: ['main'], pointer: true, random: seededRandom(7) },
  )
  return accountFor(config, recordsOf(config, [round]), { number: 1 })
}

const EUROPEAN = { dealOrder: ['boxes:up', 'dealer:up', 'boxes:up'], peek: [], surrender: 'none', burn: 0 }
const told = (words: string, number = 1): Account => toldAccount(tableOf({ house: 'gld' }, EUROPEAN), words, number)
/** The player of box 1 stood on twenty, or the house plays for him. */
const foundAway = (): Account => toldAccount(tableOf({ house: 'gld' }, {}, 'bets'), '1=1500 QH 900:KC 900:TS 900:9D absent1 1=0 close', 1)
const UNSEEN = '1=2000 2=2000 TS 900:TD 900:8C 900:7H 900:7C 9S 60000:9D 900:5C 900:9H 900:8H 900:3H 4C TD 1=0 2=0 close'

const PAGES: readonly { readonly name: string; readonly columns: number; readonly account: () => Account }[] = [
  { name: 'recorded-1-ambiguous', columns: 100, account: () => recorded(1) },
  { name: 'recorded-6-split', columns: 100, account: () => recorded(6) },
  { name: 'recorded-8-incomplete', columns: 100, account: () => recorded(8) },
  { name: 'scripted-free-split-with-pointer', columns: 80, account: splitRound },
  { name: 'told-ended-unseen', columns: 80, account: () => told(UNSEEN) },
  { name: 'told-began-unseen', columns: 80, account: () => told(UNSEEN, 2) },
  { name: 'told-found-away', columns: 80, account: foundAway },
  { name: 'told-paid-too-much', columns: 80, account: () => told('1=2000 2=1000 TS 900:TD 900:8C 900:9H 900:7C 9S 1=9000 2=0 1=0 close') },
  { name: 'told-voided', columns: 80, account: () => told('1=2000 2=1000 5S 900:TD 900:8C 900:9H 900:7C void 1=0 2=0 close') },
]

const pageFile = (name: string): URL => new URL(`pages/${name}.txt`, import.meta.url)

describe('pages', () => {
  for (const { name, columns, account } of PAGES) {
    it(`${name} is told as it was looked at, and fits ${columns} columns`, () => {
      const page = pageOf(account(), columns)
      if (process.env.UPDATE) writeFileSync(pageFile(name), page)
      assert.equal(page, readFileSync(pageFile(name), 'utf8'))
      for (const line of page.split('\n')) assert.ok([...line].length <= columns, line)
    })
  }

  it('colour changes nothing but the colour, and nothing is cut off at 80 columns', () => {
    const account = recorded(1)
    const lines = accountLines(account, { columns: 80, full: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a colour begins with
    const plain = (text: string): string => text.replace(/\u001b\[[\d;]*m/g, '')
    for (const line of lines) {
      assert.equal(plain(lineText(line, true, 80)), lineText(line, false, 80))
      assert.ok(widthOf(line) <= 80 && !lineText(line, false, 80).endsWith('…'), lineText(line, false, 80))
    }
    assert.ok(
      lines.some((line) => lineText(line, true, 80) !== lineText(line, false, 80)),
      'colours are used',
    )
  })
})
