/** One table in a real browser: what its view says while a round is played, between rounds, and when somebody looks back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage } from './opened-page.ts'
import { startToldDisplay } from './told-display.ts'
import { stateMessage, toldTable } from './told-tables.ts'

const TABLE = { pit: 'p1', table: 'bj03', house: 'gld', boxes: 7, seed: 11, rounds: 2 } as const
const HASH = '#/table/demo/p1/bj03'
const tableState = { open: true, shoe: 1, dealerId: null, cardsOut: 40, cutCardSeen: false, occupied: [], openAlarms: 0 } as const

test('who looks back at a round is told so, and nothing on the page calls it live', async (t) => {
  const told = toldTable({ ...TABLE, atMs: Date.now() })
  const { url, publish } = await startToldDisplay(t, told)
  const { page, close } = await openPage(`${url}${HASH}`)
  t.after(close)
  await page.locator('.table-fresh', { hasText: 'live' }).waitFor()
  for (const messages of told.rounds.flat()) {
    await publish(messages)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await page.locator('.rounds-where', { hasText: 'Round 1-2' }).waitFor()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowLeft')
  await page.locator('.rounds-where', { hasText: 'Round 1-1, step' }).waitFor()
  await page.locator('.table-fresh', { hasText: 'looking back' }).waitFor()
  assert.doesNotMatch((await page.locator('.table-view').textContent()) ?? '', /\blive\b/i)
  assert.match((await page.locator('.table-head').textContent()) ?? '', /Round\s*1-1/)
  await page.keyboard.press('End')
  await page.locator('.table-fresh', { hasText: 'live' }).waitFor()
})

test('a table that waits for the next bets is between rounds; one whose shoe was closed is closed', async (t) => {
  const told = toldTable({ ...TABLE, atMs: Date.now() })
  const { url, publish } = await startToldDisplay(t, told)
  const { page, close } = await openPage(`${url}${HASH}`)
  t.after(close)
  const spoken = told.rounds.flat(2).filter(({ topic, payload }) => topic.endsWith('state/round') && payload.includes('"phase":"closed"'))
  await publish([...spoken.slice(-1), stateMessage(told.name, { topic: 'state/table' }, tableState)])
  await page.locator('.table-state', { hasText: /^Between rounds$/ }).waitFor()
  await publish([stateMessage(told.name, { topic: 'state/table' }, { ...tableState, open: false })])
  await page.locator('.table-state', { hasText: /^Closed$/ }).waitFor()
})
