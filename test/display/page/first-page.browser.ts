/** The wall as seen by somebody who has just started a first table, before its first round. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import mqtt from 'mqtt'
import { refreshPages } from '../../../src/base/serving/pages.ts'
import { serveDisplay } from '../../../src/display/server/server.ts'
import { freePort } from '../../free-port.ts'
import { startOpenBroker } from '../../open-broker.ts'
import { openPage } from './opened-page.ts'
import { toldTable } from './told-tables.ts'

test('a table without a round says what it waits for and what is played at it; the wall says what a tile is, and how to see more', async (t) => {
  const broker = await startOpenBroker()
  t.after(() => broker.close())
  await refreshPages()
  const display = serveDisplay({
    host: '127.0.0.1',
    port: await freePort(),
    broker: { urls: [broker.url], ca: null },
    isLocalOnly: false,
    notice: () => undefined,
  })
  t.after(() => display.close())
  const client = await mqtt.connectAsync(broker.url)
  t.after(() => client.endAsync(true))
  const table = toldTable({ pit: 'p1', table: 'bj07', house: 'gld', boxes: 7, seed: 7, rounds: 1, atMs: Date.now() })
  for (const { topic, payload, retain } of table.birth) await client.publishAsync(topic, payload, { retain })
  const { page, close } = await openPage(display.url)
  t.after(close)
  await page.getByText('Waiting for the first card').waitFor()
  await page.getByText(/^gld, bets \d+ to \d+ [A-Z]{3}$/).waitFor()
  await page.getByText(/^Each tile shows a table: /).waitFor()
  await page.keyboard.press('2')
  await page.getByText(/^Key 2 goes back to the last table you opened, and you have not opened one yet/).waitFor()
  await page.keyboard.press('1')
  await page.getByText(/^Key 2 returns/).waitFor({ state: 'detached' })
  const { tile, text } = await page.evaluate(() => {
    const foot = document.querySelector('.tile-foot')?.getBoundingClientRect().bottom
    const bottom = document.querySelector('.tile')?.getBoundingClientRect().bottom
    return { tile: bottom ?? 0, text: foot ?? 0 }
  })
  assert.ok(text > 0 && text < tile, 'all of it fits into its tile')
  await client.publishAsync('casino/v1/demo/p1/bj07/status', '', { retain: true })
  await page.getByText('No table has reported yet').waitFor()
})
