/** The night sheet in a real browser, from the real book: reached from the display, read on a phone and on a wall, printed. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { describeIn, fillStore, sharedEvening } from '../../book/fixture.ts'
import { serve } from '../../book/http/served.ts'
import { knowTheory } from '../../book/reports/known-theory.ts'
import { ENGLISH } from './german.ts'
import { assertAccessible, openPage } from './opened-page.ts'
import { startToldDisplay } from './told-display.ts'
import { toldTable } from './told-tables.ts'

const evening = sharedEvening(30)
const BERLIN = { zone: 'Europe/Berlin', begins: '06:00' }

/** The display with a book whose clock stands at the morning after the evening. */
const openNight = async (t: TestContext, options: Parameters<typeof openPage>[1]) => {
  const { server } = await serve(t, { clock: BERLIN, nowMs: () => Date.parse('2026-11-22T09:00:00Z') }, async (store) => {
    await fillStore(store, evening)
    await knowTheory(store, evening.config.rules)
    await describeIn(store, evening.config)
  })
  const live = toldTable({ pit: 'p1', table: 'bj07', house: 'gld', boxes: 5, seed: 1, rounds: 1, atMs: Date.now() })
  const display = await startToldDisplay(t, live, server.url)
  const { page, complaints, close } = await openPage(`${display.url}#/rounds/demo/p1/bj07`, options)
  t.after(close)
  const [sheet] = await Promise.all([page.waitForEvent('popup'), page.locator('a.night-sheet').click()])
  await sheet.locator('h1').waitFor()
  return { page, sheet, complaints, book: server.url }
}

const overflow = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('from the list of rounds the sheet of last night is one click away, and its open money leads back to the round', async (t) => {
  const { sheet } = await openNight(t, { locale: 'en-GB', timezoneId: 'Europe/Berlin' })
  assert.match((await sheet.locator('main > p').first().textContent()) ?? '', /gaming day 2026-11-21.*Europe\/Berlin/)
  assert.equal(await sheet.locator('svg.strip').count(), 1)
  await assertAccessible(sheet, 'night sheet')
  await sheet.getByRole('link', { name: 'the day before' }).click()
  await sheet.locator('main > p', { hasText: 'gaming day 2026-11-20' }).waitFor()
  await sheet.getByRole('link', { name: 'the day after' }).click()
  await sheet.locator('main > p', { hasText: 'gaming day 2026-11-21' }).waitFor()
  await sheet.locator('section', { hasText: 'Open money' }).locator('tbody a').first().click()
  await sheet.locator('.past-round .felt').waitFor()
})

test('on a phone, dark and in German, nothing is cut off and no English is left but names and codes', async (t) => {
  const { sheet } = await openNight(t, {
    ...{ locale: 'de-DE', timezoneId: 'Europe/Berlin', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  })
  assert.equal(await overflow(sheet), 0)
  await assertAccessible(sheet, 'night sheet, dark')
  const text = (await sheet.locator('body').textContent()) ?? ''
  assert.match(text, /Nachtbericht/)
  assert.doesNotMatch(text, ENGLISH)
})

test('printed, a table of one evening is on two sheets of paper at most, the first with all figures', async (t) => {
  const { book } = await openNight(t, {})
  const { page, complaints, close } = await openPage(`${book}report?language=en`)
  t.after(close)
  assert.deepEqual(complaints, [])
  const paper = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  const pages = paper.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
  assert.ok(pages >= 1 && pages <= 2, `${pages} pages`)
})
