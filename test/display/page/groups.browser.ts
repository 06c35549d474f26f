/** A group of errors, one of which was made: a single alarm with the question in large print and the errors as lines below it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import mqtt from 'mqtt'
import { openPage } from './opened-page.ts'
import { startPit } from './pit.ts'
import { alarmMessage } from './told-tables.ts'

test('a group is one alarm that asks one question', async (t) => {
  const pit = await startPit()
  t.after(() => pit.close())
  const client = await mqtt.connectAsync(pit.brokerUrl, { reconnectPeriod: 0 })
  t.after(() => client.endAsync(true))
  const { topic, payload } = alarmMessage(
    { property: 'demo', pit: 'p1', table: 'bj07' },
    {
      ...{ alarm: 'bust-not-taken-1', state: 'unacknowledged', rev: 1, code: 'BUST-NOT-TAKEN', severity: 'stop', round: '1-4', box: 4 },
      since: new Date().toISOString(),
      text: 'Box 4: perhaps the stake of a bust hand was left. Take it.',
      remedy: 'Take it.',
      grounds: null,
      group: {
        question: 'Was box 4 bust?',
        lines: [
          {
            finding: 'BUST-NOT-TAKEN-1',
            code: 'BUST-NOT-TAKEN',
            box: 4,
            hand: 1,
            severity: 'money',
            amount: 2000,
            text: 'Box 4: the stake was left',
          },
          {
            finding: 'DEALER-HIT-17-1',
            code: 'DEALER-HIT-17',
            box: null,
            hand: null,
            severity: 'money',
            amount: null,
            text: 'Table: the dealer drew on 18',
          },
        ],
      },
      ...{ user: null, note: null, until: null },
    },
  )
  await client.publishAsync(topic, payload, { retain: true })
  const { page, close } = await openPage(pit.url)
  t.after(close)
  await page.locator('.tile').first().waitFor()
  await page.keyboard.press('3')
  const row = page.locator('.alarm-row', { hasText: 'BUST-NOT-TAKEN' })
  await row.waitFor()
  assert.equal(await page.locator('.alarm-row', { hasText: 'DEALER-HIT-17' }).count(), 0, 'a rival has no alarm of its own')
  await row.click()
  const group = page.locator('.alarm-detail .group')
  await group.waitFor()
  const question = group.locator('.question')
  assert.equal(await question.textContent(), 'Was box 4 bust?')
  const lines = await group.locator('li').allInnerTexts()
  assert.equal(lines.length, 2)
  assert.match(lines[0] ?? '', /20 EUR.*BUST-NOT-TAKEN.*Box 4: the stake was left/s)
  assert.match(lines[1] ?? '', /no amount.*DEALER-HIT-17.*Table: the dealer drew on 18/s)
  const size = (selector: string) =>
    group
      .locator(selector)
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  assert.ok((await size('.question')) > 1.3 * (await size('li')), 'the question is what one sees first')
})
