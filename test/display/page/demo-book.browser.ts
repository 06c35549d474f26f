/** What a newcomer sees: `npm start`, its display in a real browser, the first alarm, and the evening in its Rounds view, even after a reload. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { bundled } from '../../runner/bundled.ts'
import { openPage } from './opened-page.ts'

/** Starts a demo that plays until the test ends; resolves to the address of its display. */
async function startDemo(t: TestContext): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'demo-'))
  const words = ['--skip-recorded', '--speed', '100', '--port', '0', '--display', '0', '--plain']
  const child = spawn(process.execPath, [await bundled('simulators/demo.ts'), ...words], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  t.after(async () => {
    child.kill('SIGINT')
    await ended
    rmSync(cwd, { recursive: true, force: true })
  })
  let text = ''
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error(`the demo ended:\n${text}`)))
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const [, url] = /display (http:\S+)\n/.exec(text) ?? []
      if (url !== undefined) resolve(url)
    })
  })
}

/** The browser's own message for a query to the book before the book had heard of the table. */
const TOO_EARLY = 'Failed to load resource: the server responded with a status of 404 (Not Found)'
const isOfPage = (text: string): boolean => text !== TOO_EARLY

test("the demo's display shows the rounds of its evening, and a reload keeps them", { timeout: 90_000 }, async (t) => {
  const url = await startDemo(t)
  const { page, complaints, close } = await openPage(`${url}#/rounds/demo/p1/simulated`)
  t.after(close)
  const rows = page.locator('.history tbody th a')
  await rows.nth(2).waitFor()
  const first = await rows.last().getAttribute('href')
  await page.reload()
  await rows.nth(2).waitFor()
  assert.ok(
    (await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).includes(first),
    'the oldest round is still there',
  )
  await rows.last().click()
  await page.locator('.past-round .felt').first().waitFor()
  assert.deepEqual(complaints.filter(isOfPage), [])
})

test('the mistake planned for the first round has its alarm on the display', { timeout: 90_000 }, async (t) => {
  const url = await startDemo(t)
  const { page, complaints, close } = await openPage(`${url}#/alarms`)
  t.after(close)
  await page.getByText('Bet above the maximum').first().waitFor({ timeout: 60_000 })
  assert.deepEqual(complaints.filter(isOfPage), [])
})
