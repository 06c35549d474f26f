/** Rulings of the floor given on the display, by keyboard and by pointer, to the real daemon. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Card, Scan } from '../../../devices/scan.ts'
import type { TableAction } from '../../../simulators/table/types.ts'
import { startShown } from './daemon.ts'
import { openPage } from './opened-page.ts'

const cards = (...dealt: readonly Card[]): Scan[] => dealt.map((card) => ({ kind: 'card', card }))
const bet = (amount: number): Scan => ({
  kind: 'spot',
  spot: '1.main',
  rev: 1,
  chips: amount === 0 ? [] : [{ value: 500, count: amount / 500 }],
  amount,
})
const every2s = (scans: readonly Scan[]): TableAction[] =>
  scans.map((scan, at) => ({ atMs: at * 2000, device: scan.kind === 'card' ? 'shoe' : 'spots', scan }))

const TABLE = {
  house: 'ingo',
  limits: { min: 1000, max: 50_000, unit: 500, boxMax: null, sideMin: null, sideMax: null, sideUnit: null },
  chips: [100, 500, 2500],
  boxes: 2,
  spots: ['main'] as 'main'[],
}

const dialog = (page: Page) => page.locator('dialog[open]')
const select = (page: Page, name: string) => dialog(page).locator(`select[name="${name}"]`)

test('a burned card, a round called off, and a ruling that the table refuses or that came too late', async (t) => {
  const shown = await startShown(t, { table: TABLE, overrides: { burn: 0 } })
  const { page, complaints, close } = await openPage(`${shown.url}#/table/demo/p1/bj07`)
  t.after(close)
  await page.locator('.table-head', { hasText: 'bj07' }).waitFor()
  await shown.play(every2s([bet(1000), ...cards('8S', '6S', '7S', '2H')]))
  await page.locator('.events', { hasText: '2♥' }).waitFor()
  const round = (await shown.subscriber.sees('state/round', ({ data }) => data.phase !== 'closed')).said?.data.round ?? ''

  await page.keyboard.press('r')
  await dialog(page).waitFor()
  await dialog(page)
    .locator('.ruling-round', { hasText: `It counts for round ${round}.` })
    .waitFor()
  assert.equal(await select(page, 'n').inputValue(), '4', 'the newest card')
  assert.match((await select(page, 'n').locator('option').first().textContent()) ?? '', /^4: 2\u2665, /)
  await dialog(page).locator('input[name="user"]').fill('Ann Smith')
  await page.keyboard.press('Enter')
  await page.locator('.act-answer', { hasText: 'Burn a card: done' }).waitFor()
  await dialog(page).waitFor({ state: 'detached' })
  const [ruled] = shown.subscriber.events('ev/system').filter(({ type }) => type === 'floor.ruled')
  assert.deepEqual({ ...ruled?.data, seq: null }, { ruling: 'card-burn', seq: null, n: 4, user: 'ann-smith' })

  await page.getByRole('button', { name: 'Give a ruling' }).click()
  await select(page, 'ruling').selectOption({ label: 'Declare a hand dead' })
  await select(page, 'box').selectOption('2')
  await dialog(page).getByRole('button', { name: 'Give the ruling' }).click()
  await dialog(page).locator('.answer-refused', { hasText: 'box 2 has no cards in this round' }).waitFor()
  await select(page, 'ruling').selectOption({ label: 'Call the round off' })
  await dialog(page).getByRole('button', { name: 'Give the ruling' }).click()
  await page.locator('.act-answer', { hasText: 'Call the round off: done' }).waitFor()
  await page.locator('.events', { hasText: `Round ${round} is void: voided by ann-smith` }).waitFor()

  await shown.play(every2s([bet(0), bet(1500), ...cards('9S', '6D', '8D')]))
  await page.locator('.events', { hasText: '8♦' }).waitFor()
  await page.keyboard.press('r')
  await select(page, 'ruling').selectOption({ label: 'Call the round off' })
  const give = dialog(page).getByRole('button', { name: 'Give the ruling' })
  assert.equal(await give.isEnabled(), true)
  await shown.play(every2s([...cards('TH', 'KD'), bet(0), bet(1000), ...cards('5S', '6H', '7H')]))
  await dialog(page).locator('.ruling-round', { hasText: 'is over.' }).waitFor()
  assert.equal(await give.isEnabled(), false, 'it does not land in the next round')
  await page.keyboard.press('Escape')
  assert.deepEqual(complaints, [])
})
