/** axe examines every view, in every language and in trouble; then all of it is used by keyboard. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, openPage } from './opened-page.ts'
import { type Pit, startPit } from './pit.ts'

let pit: Pit
before(async () => {
  pit = await startPit()
})
after(() => pit.close())

const VIEWS = [
  { hash: '#/', ready: '.tile-silent' },
  { hash: '#/table/demo/p1/bj03', ready: '.felt .card' },
  { hash: '#/table/demo/p1/bj07', ready: '.table-silent .felt-stale' },
  { hash: '#/table/demo/p1/nobody', ready: '.nothing' },
  { hash: '#/alarms', ready: '.alarm-row' },
] as const
const SIZES = [
  { width: 1280, height: 800 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
] as const

for (const locale of ['en-GB', 'de-DE']) {
  for (const viewport of SIZES) {
    test(`nothing is wrong with any view in ${locale} at ${viewport.width} pixels`, async (t) => {
      const { page, complaints, close } = await openPage(pit.url, { locale, viewport })
      t.after(close)
      for (const { hash, ready } of VIEWS) {
        await page.goto(`${pit.url}${hash}`)
        await page.locator(ready).first().waitFor()
        await assertAccessible(page, `${hash} in ${locale}`)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        assert.equal(wide, 0, `${hash}: nothing stands outside the screen`)
      }
      assert.equal(await page.locator('html').getAttribute('lang'), locale.slice(0, 2))
      assert.deepEqual(complaints, [])
    })
  }
}

test('nothing is wrong with the dialogs, and the settings they change are kept', async (t) => {
  const { page, close } = await openPage(`${pit.url}#/alarms`)
  t.after(close)
  await page.locator('.alarm-list:focus').waitFor()
  await page.keyboard.press('s')
  await page.locator('dialog[open]').waitFor()
  await assertAccessible(page, 'the dialog of an act')
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.goto(`${pit.url}#/table/demo/p1/bj03`)
  await page.getByRole('button', { name: 'Give a ruling' }).click()
  await page.locator('dialog[open] select').first().waitFor()
  await assertAccessible(page, 'the dialog of a ruling')
  await page.locator('dialog[open] select[name="ruling"]').selectOption('limits')
  await page.locator('dialog[open] .boxes-field').waitFor()
  await assertAccessible(page, 'the limits')
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Settings' }).click()
  await assertAccessible(page, 'the settings')
  await page.getByLabel('Deutsch').check()
  await page.getByLabel('Vierfarbige Karten').check()
  await page.keyboard.press('Escape')
  await page.locator('.shell.four-colours').waitFor()
  await page.reload()
  await page.locator('.shell.four-colours').waitFor()
  await page.getByRole('link', { name: 'Tische' }).waitFor()
})

const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.className ?? '')

test('all of it by keyboard: along the tiles, into a table, back, to the alarms', async (t) => {
  const { page, close } = await openPage(pit.url)
  t.after(close)
  await page.locator('.tile').nth(17).waitFor()
  for (let n = 0; n < 20 && !(await focused(page)).startsWith('tile '); n++) await page.keyboard.press('Tab')
  const table = () => page.evaluate(() => document.activeElement?.querySelector('.tile-name')?.textContent)
  assert.equal(await table(), 'bj01')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  assert.equal(await table(), 'bj03')
  const columns = await page.locator('.tiles').evaluate((tiles) => getComputedStyle(tiles).gridTemplateColumns.split(' ').length)
  await page.keyboard.press('ArrowDown')
  assert.equal(await table(), `bj${String(3 + columns).padStart(2, '0')}`)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.locator('.table-head', { hasText: 'bj03' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.wall').waitFor()
  await page.keyboard.press('2')
  await page.locator('.table-head', { hasText: 'bj03' }).waitFor()
  await page.keyboard.press('3')
  await page.locator('.alarm-list').waitFor()
  assert.equal(await focused(page), 'alarm-list')
  const before = await page.locator('.alarm-row[aria-selected="true"]').textContent()
  await page.keyboard.press('ArrowDown')
  assert.notEqual(await page.locator('.alarm-row[aria-selected="true"]').textContent(), before)
  await page.keyboard.press('1')
  await page.locator('.wall').waitFor()
  await page.keyboard.press('m')
  await page.getByRole('button', { name: 'Sound off' }).waitFor()
})

test('what is old is hatched and says how old it is; only what is fresh has the colour of life', async (t) => {
  const { page, close } = await openPage(pit.url)
  t.after(close)
  await page.locator('.tile-live').nth(15).waitFor()
  const dot = (kind: string) =>
    page
      .locator(`.tile-${kind} .fresh-dot`)
      .first()
      .evaluate((each) => getComputedStyle(each).backgroundColor)
  const ground = (kind: string) =>
    page
      .locator(`.tile-${kind}`)
      .first()
      .evaluate((each) => getComputedStyle(each).backgroundImage)
  assert.match((await page.locator('.tile-silent .tile-fresh').textContent()) ?? '', /^no data \d+ (s|min)$/)
  assert.match(await ground('silent'), /repeating-linear-gradient/)
  assert.match(await ground('lost'), /repeating-linear-gradient/)
  assert.doesNotMatch(await ground('live'), /repeating/)
  assert.notEqual(await dot('silent'), await dot('live'))
  assert.equal(await dot('silent'), 'rgba(0, 0, 0, 0)')
})

test('nothing moves where the browser asks for stillness', async (t) => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    const { page, close } = await openPage(pit.url, { reducedMotion })
    t.after(close)
    await page.locator('.alarm-stop.to-do').first().waitFor()
    const moving = await page.evaluate(() => document.getAnimations().length)
    assert.equal(moving > 0, reducedMotion === 'no-preference')
  }
})
