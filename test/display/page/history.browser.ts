/**
 * The past in a real browser: a person searches an evening and steps through a round, a closed alarm leads to its round, and an unreachable
 * book is reported.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertAccessible, type Opened, openPage } from './opened-page.ts'
import { pastRounds, startToldBook, type ToldBook } from './told-book.ts'
import { startToldDisplay, type ToldDisplay } from './told-display.ts'
import { toldTable } from './told-tables.ts'

const SEED = Number(process.env.SEED ?? 5)
const PLAYED = { pit: 'p1', table: 'bj07', house: 'gld', boxes: 7, seed: SEED, rounds: 4, errors: ['PAY-SHORT'] } as const
const table = toldTable({ ...PLAYED, atMs: Date.UTC(2026, 10, 21, 22) })
const rounds = pastRounds(table)
const [first, second] = rounds
const LIST = '#/rounds/demo/p1/bj07'
/** The browser logs this for every answer other than 200; here the page sends queries that are refused. */
const isOwnComplaint = (text: string): boolean => !text.startsWith('Failed to load resource')

interface Shown extends Opened {
  readonly book: ToldBook
  readonly display: ToldDisplay
}

async function open(t: TestContext, hash: string, options = {}): Promise<Shown> {
  t.diagnostic(`SEED=${SEED}`)
  const book = await startToldBook(table)
  t.after(() => book.close())
  const display = await startToldDisplay(t, table, book.url)
  const opened = await openPage(`${display.url}${hash}`, options)
  t.after(opened.close)
  return { ...opened, book, display }
}

test('a fresh page lists the evening, finds a round by its words, and a reload keeps what was looked for', async (t) => {
  const { page, book, complaints } = await open(t, LIST)
  await page.locator('.history tbody th a').first().waitFor()
  assert.deepEqual(await page.locator('.history tbody th a').allTextContents(), rounds.map(({ summary }) => summary.round).reverse())
  assert.match((await page.locator('.history-time').first().textContent()) ?? '', /^\d\d:\d\d:\d\d\.\d{3}$/)
  assert.match((await page.locator('.history thead').textContent()) ?? '', /UTC\+00:00/)
  await assertAccessible(page, 'the list of rounds')
  const wrong = rounds.filter(({ summary }) => summary.findings.some(({ code }: { code: string }) => code === 'PAY-SHORT'))
  assert.ok(wrong.length > 0 && wrong.length < rounds.length, 'some rounds have the finding')
  await page.locator('input[name="q"]').fill('pay-short box 1')
  // The page shows the new address before it sends the request, so wait for the answer instead.
  const answered = page.waitForResponse(/\/rounds\?.*code=/)
  await page.keyboard.press('Enter')
  await answered
  await page.locator('.history-search a').waitFor()
  assert.match(book.asked.findLast((path) => path.includes('code=')) ?? '', /\/rounds\?(?=.*code=PAY-SHORT)(?=.*box=1)/)
  // A page that is left while it connects logs that.
  assert.deepEqual(complaints, [])
  const askedAgain = page.waitForResponse(/\/rounds\?.*code=/)
  await page.reload()
  await askedAgain
  await page.locator('.history tbody th a').first().waitFor()
  assert.equal(await page.locator('input[name="q"]').inputValue(), 'pay-short box 1')
  assert.match(book.asked.findLast((path) => path.includes('/rounds?')) ?? '', /code=PAY-SHORT/)
})

test('a round that closes stands in the list as soon as the book has stored it, however late that is', async (t) => {
  const { page, book, display, complaints } = await open(t, '#/')
  // The last round stays open.
  const closed = rounds.length - 1
  book.stored = closed - 1
  await page.locator('.tile-live').waitFor()
  await page.evaluate((to) => {
    location.hash = to
  }, LIST)
  const rows = page.locator('.history tbody th a')
  await rows.first().waitFor()
  assert.equal(await rows.count(), book.stored)
  const read = () => page.waitForResponse(/\/rounds\?/)
  const atOnce = read()
  await display.publish(table.rounds.flat(2))
  await atOnce
  await read()
  await read()
  assert.equal(await rows.count(), book.stored, 'nothing but the broker has told of it')
  book.stored = closed
  await rows.nth(closed - 1).waitFor()
  assert.equal(await rows.first().textContent(), rounds[closed - 1]?.summary.round)
  assert.ok(book.asked.length < 20, `the pauses grow: it was asked ${book.asked.length} times`)
  assert.deepEqual(complaints, [])
})

test('a round has an address, is stepped by keys, slider and list, and leads to the rounds beside it', async (t) => {
  const { page, complaints } = await open(t, `#/bj07/${first?.key}`)
  const count = first?.full.steps.length ?? 0
  await page.locator('.rounds-where', { hasText: `Step ${count} of ${count}` }).waitFor()
  const cards = page.locator('.felt .card:not(.else)')
  const dealt = await cards.count()
  assert.ok(dealt > 4, `${dealt} cards at the end`)
  await page.keyboard.press('Home')
  await page.locator('.rounds-where', { hasText: `Step 1 of ${count}` }).waitFor()
  assert.equal(await cards.count(), 0)
  await page.locator('.known-then dd', { hasText: '0 of 0' }).waitFor()
  const firstCard = first?.full.steps.findIndex(({ envelope }: { envelope: { type: string } }) => envelope.type === 'card.dealt')
  for (let step = 0; step < firstCard; step++) await page.keyboard.press('ArrowRight')
  assert.equal(await cards.count(), 1)
  await page.keyboard.press('ArrowLeft')
  assert.equal(await cards.count(), 0)
  await page.locator('.step-slider').fill(String(count - 1))
  assert.equal(await cards.count(), dealt)
  await page.locator('.step-list button').nth(firstCard).click()
  assert.equal(await cards.count(), 1)
  await assertAccessible(page, 'the board of a round')
  await page.keyboard.press('PageDown')
  await page.locator('h1', { hasText: `Round ${second?.summary.round}` }).waitFor()
  assert.deepEqual(complaints, [])
  await page.reload()
  await page.locator('h1', { hasText: `Round ${second?.summary.round}` }).waitFor()
})

test('surveillance gets table, round, from and to; the dispute file is one link away', async (t) => {
  const { page, display } = await open(t, `#/bj07/${first?.key}`)
  const line = page.locator('.copy-line input')
  await line.waitFor()
  assert.match(
    await line.inputValue(),
    /^Table demo\/p1\/bj07, round 0\/1-1, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC\+00:00 to .*\.\d{3} UTC\+00:00$/,
  )
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByText('Copied', { exact: true }).waitFor()
  const href = await page.getByRole('link', { name: 'Dispute file of this round' }).getAttribute('href')
  const file = await fetch(`${display.url}${href}`)
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'text/html'])
})

test('closed alarms are listed, and each leads to its round', async (t) => {
  const { page } = await open(t, '#/alarms')
  await page.locator('.filters select').first().selectOption('closed')
  const link = page.locator('.closed-alarms a').first()
  await link.waitFor()
  await assertAccessible(page, 'closed alarms')
  await link.click()
  await page.locator('.past-round .felt').waitFor()
})

test('a book that wants a login gets the one that is given here; one that is away is told, and the last rounds are offered', async (t) => {
  const { page, book, display, complaints } = await open(t, '#/')
  await page.locator('.tile-live').waitFor()
  await display.publish(table.rounds[0]?.flat() ?? [])
  book.authorization = `Basic ${Buffer.from('mary-jones:sesame').toString('base64')}`
  await page.evaluate((to) => {
    location.hash = to
  }, LIST)
  await page.locator('.book-note', { hasText: 'The book requires a login.' }).getByRole('button').click()
  await page.locator('dialog input[name="user"]').fill('Mary Jones')
  await page.locator('dialog input[name="password"]').fill('sesame')
  await page.locator('dialog button[type="submit"]').click()
  await page.locator('.history tbody th a').first().waitFor()
  await book.close()
  await page.evaluate((to) => {
    location.hash = to
  }, `${LIST}?q=box+3`)
  await page.locator('.book-note', { hasText: 'The book is not answering.' }).waitFor()
  await page.locator('.last-ten a', { hasText: '1-1' }).waitFor()
  assert.deepEqual(complaints.filter(isOwnComplaint), [])
})

test('on a phone nothing of the past runs out of the page', async (t) => {
  const { page } = await open(t, LIST, { viewport: { width: 390, height: 844 } })
  await page.locator('.history tbody th a').first().waitFor()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.equal(await overflow(), 0)
  await page.locator('.history tbody th a').first().click()
  await page.locator('.past-round .felt').waitFor()
  assert.equal(await overflow(), 0)
})
