/** Logging in, reloading, logging out and a kiosk's screen in a real browser, over TLS in front of the embedded broker with users. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import mqtt, { type MqttClient } from 'mqtt'
import { refreshPages } from '../../../src/base/serving/pages.ts'
import type { AlarmData } from '../../../src/wire/payloads.ts'
import { temporaryFolder } from '../../e2e/processes.ts'
import { selfSigned } from '../../tools/doctor/certificate.ts'
import { LIMITS, PASSWORD, type ServedDisplay, serveGuarded } from '../server/served.ts'
import { openPage } from './opened-page.ts'
import { alarmMessage, readyMessage } from './told-tables.ts'

const NAME = { property: 'demo', pit: 'p1', table: 'bj07' }
const COMMANDS = 'casino/v1/demo/p1/bj07/cmd/+/alarm-ack'

async function show(t: TestContext, options: object = {}): Promise<ServedDisplay & { readonly table: MqttClient; readonly url: string }> {
  await refreshPages()
  const folder = temporaryFolder()
  const { cert, key } = selfSigned({ name: 'localhost', dns: ['localhost'], from: new Date('2020-01-01'), until: new Date('2049-01-01') })
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key, { mode: 0o600 })
  const display = await serveGuarded(t, { ...files, ca: cert, ...options })
  const table = await mqtt.connectAsync(display.broker.url, { ...display.broker.login, reconnectPeriod: 0 })
  t.after(() => table.endAsync(true))
  await table.subscribeAsync(COMMANDS, { qos: 1 })
  const alarm: AlarmData = {
    ...{
      alarm: 'a-1',
      state: 'unacknowledged' as const,
      rev: 1,
      code: 'BJ-SHORT',
      severity: 'money' as const,
      round: null,
      box: 1,
      text: 'short',
    },
    ...{ since: new Date().toISOString(), remedy: null, grounds: null, group: null, user: null, note: null, until: null },
  }
  for (const { topic, payload } of [readyMessage(NAME), alarmMessage(NAME, alarm)])
    await table.publishAsync(topic, payload, { retain: true, qos: 1 })
  return { ...display, table, url: `${display.origin}/` }
}

const commanded = async (table: MqttClient): Promise<string> => String((await once(table as unknown as NodeJS.EventEmitter, 'message'))[0])

test('a login survives the reload, acts under its name, is nowhere on the page, and ends with logging out', async (t) => {
  const { url, table } = await show(t)
  const { page, close } = await openPage(url, { ignoreHTTPSErrors: true })
  t.after(close)
  await page.locator('.tile').first().waitFor()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByLabel('User').fill('mary')
  await page.getByLabel('Password').fill('a-wrong-word')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'The broker refused this login.' }).waitFor()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('dialog').waitFor({ state: 'detached' })
  for (const turn of ['before', 'after']) {
    await page.goto(`${url}#/alarms`)
    await page.reload()
    await page.locator('.alarm-list:focus').waitFor()
    const command = commanded(table)
    await page.keyboard.press('a')
    await page.locator('dialog[open]', { hasText: 'mary' }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await command, 'casino/v1/demo/p1/bj07/cmd/mary/alarm-ack', `${turn} another reload`)
  }
  const seen = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  assert.ok(!seen.includes(PASSWORD) && !seen.includes('display-'), seen)
  const [cookie] = await page.context().cookies()
  assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.secure, cookie?.expires], [true, 'Strict', true, -1])

  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  assert.deepEqual(await page.context().cookies(), [])
})

test('when the session ends, the page goes on watching and says that nobody is logged in', async (t) => {
  const { url, setUser, pass } = await show(t)
  const { page, close } = await openPage(url, { ignoreHTTPSErrors: true })
  t.after(close)
  await page.locator('.tile').first().waitFor()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByLabel('User').fill('mary')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByText('Logged in as mary').waitFor()
  await setUser('mary', null)
  pass(LIMITS.sweepMs + 1000)
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  await page.locator('.shell:not(.shell-stale)').waitFor()
})

test("a kiosk's screen shows the tables without asking, and asks before anybody acts", async (t) => {
  const { url, table } = await show(t, { kiosk: 'wall' })
  const { page, complaints, close } = await openPage(`${url}#/alarms`, { ignoreHTTPSErrors: true })
  t.after(close)
  await page.locator('.alarm-list:focus').waitFor()
  assert.equal(await page.locator('dialog').count(), 0)
  await page.keyboard.press('a')
  await page.getByLabel('Your name').fill('Mary')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Log in to the broker' }).waitFor()
  // What the login was asked for goes out with it.
  const command = commanded(table)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('dialog').waitFor({ state: 'detached' })
  assert.equal(await command, 'casino/v1/demo/p1/bj07/cmd/mary/alarm-ack')
  await page.locator('.shell:not(.shell-stale)').waitFor()
  const again = commanded(table)
  await page.keyboard.press('a')
  await page.locator('dialog[open]', { hasText: 'mary' }).waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await again, 'casino/v1/demo/p1/bj07/cmd/mary/alarm-ack')
  assert.deepEqual(complaints, [])
})

test('an acknowledgement whose login is cancelled is not sent in the name of the next who logs in', async (t) => {
  const { url, table } = await show(t, { kiosk: 'wall' })
  const { page, close } = await openPage(`${url}#/alarms`, { ignoreHTTPSErrors: true })
  t.after(close)
  const sent: string[] = []
  table.on('message', (topic) => sent.push(topic))
  await page.locator('.alarm-list:focus').waitFor()
  await page.keyboard.press('a')
  await page.getByLabel('Your name').fill('John')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Log in to the broker' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByLabel('User').fill('mary')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.locator('.shell:not(.shell-stale)').waitFor()
  const command = commanded(table)
  await page.locator('.alarm-list').focus()
  await page.keyboard.press('a')
  await page.locator('dialog[open]', { hasText: 'mary' }).waitFor()
  await page.keyboard.press('Enter')
  await command
  assert.equal(sent.length, 1)
})
