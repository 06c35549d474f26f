/** The search of the Rounds view in a real browser, with the real book: people write what they remember, in their own words. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { RoundFull } from '../../../src/book/queries/answers.ts'
import { ALARM_TITLES } from '../../../src/wire/alarm-rows.ts'
import { type Evening, fillStore, playEvening } from '../../book/fixture.ts'
import { type Served, serve } from '../../book/http/served.ts'
import { assertAccessible, type Opened, openPage } from './opened-page.ts'
import { startToldDisplay } from './told-display.ts'
import { toldTable } from './told-tables.ts'

const SEED = Number(process.env.SEED ?? 16)
const DAY = Date.UTC(2026, 10, 26)
const evening: Evening = playEvening({ seed: SEED, boxes: 5, rounds: 60, oneIn: 2, startMs: DAY + 14 * 3_600_000 })
const BASE = '/api/tables/demo/p1/bj07'
const LIST = '#/rounds/demo/p1/bj07'

interface Shown extends Opened {
  readonly rounds: readonly RoundFull[]
}

/** The morning after, in the casino's time zone. */
async function open(t: TestContext, locale = 'en-GB'): Promise<Shown> {
  t.diagnostic(`SEED=${SEED}`)
  const book: Served = await serve(t, { nowMs: () => DAY + 86_400_000 }, (store) => fillStore(store, evening))
  const live = toldTable({ pit: 'p1', table: 'bj07', house: 'gld', boxes: 5, seed: SEED, rounds: 1, atMs: Date.now() })
  const display = await startToldDisplay(t, live, book.server.url)
  const erred = await book.store.selectFrom('findings').select('finding').where('round', 'is not', null).orderBy('raised_at').execute()
  await book.store
    .updateTable('findings')
    .set({ code: 'BET-CAPPED' })
    .where('finding', '=', erred[0]?.finding ?? '')
    .execute()
  const { rounds } = (await book.ask(`${BASE}/rounds?limit=200`)).json as { rounds: RoundFull['summary'][] }
  const whole: RoundFull[] = []
  for (const { key } of rounds) whole.push((await book.ask(`${BASE}/rounds/${key}`)).json as RoundFull)
  const opened = await openPage(`${display.url}${LIST}`, { locale })
  t.after(opened.close)
  await opened.page.clock.setFixedTime(DAY + 86_400_000)
  await opened.page.locator('.history tbody th a').first().waitFor()
  return { ...opened, rounds: whole }
}

/** Types it, and waits for what the page then shows. */
async function searchFor({ page }: Opened, words: string): Promise<readonly string[]> {
  await page.locator('input[name="q"]').fill(words)
  await page.keyboard.press('Enter')
  await page.waitForFunction((q) => new URLSearchParams(location.hash.split('?')[1] ?? '').get('q') === q, words)
  await page.locator('.history-help, [aria-busy="false"]').first().waitFor()
  return page.locator('.history tbody th a').allTextContents()
}

const cardsOf = ({ hands, result }: RoundFull): readonly string[] =>
  result === null ? [] : [...hands.flatMap(({ cards }) => cards), ...(result.dealer as { readonly cards: readonly string[] }).cards]
const hasNamed = (words: RegExp) => (round: RoundFull) =>
  round.findings.some(({ code }) => words.test(Object.values(ALARM_TITLES[code] ?? {}).join(' ')))
const openedAt = (pattern: RegExp) => (round: RoundFull) => pattern.test(round.summary.openedAt)

const FOUND: readonly (readonly [words: string, isOf: (round: RoundFull) => boolean])[] = [
  ['overpaid', hasNamed(/overpaid/)],
  ['bet capped', hasNamed(/\bBet\b.*capped|capped.*\bBet\b/)],
  ['winning', ({ hands }) => hands.some(({ outcome }) => outcome === 'win' || outcome === 'blackjack')],
  ['bust box 2', ({ hands }) => hands.some(({ box, total }) => box === 2 && total !== null && total > 21)],
  ['2026-11-26', () => true],
  ['2026-11-26 14:3', openedAt(/T14:3/)],
  ['14:3', openedAt(/T14:3/)],
  ['K♠', (round) => cardsOf(round).includes('KS')],
  ['king of spades', (round) => cardsOf(round).includes('KS')],
  ['house lost', ({ summary }) => (summary.net.best ?? 0) < 0],
]

test('words of names and results, dates, part of a time and cards find their rounds', async (t) => {
  const shown = await open(t)
  for (const [words, isOf] of FOUND) {
    const expected = shown.rounds.filter(isOf).map(({ summary }) => summary.round)
    assert.ok(expected.length > 0, `the evening has rounds for "${words}"`)
    assert.deepEqual(await searchFor(shown, words), expected, words)
  }
  await searchFor(shown, 'K♠ box 3')
  assert.match((await shown.page.locator('.history-looked').textContent()) ?? '', /Looked for: K♠ · Box 3 \(since 2026-10-2\d\)/)
  await assertAccessible(shown.page, 'a search')
  assert.deepEqual(shown.complaints, [])
})

test('in German the German words find them', async (t) => {
  const shown = await open(t, 'de-DE')
  for (const [words, isOf] of [
    ['zu viel ausgezahlt', hasNamed(/zu viel ausgezahlt/)],
    ['gewonnen', ({ hands }) => hands.some(({ outcome }) => outcome === 'win' || outcome === 'blackjack')],
    ['Pik König', (round) => cardsOf(round).includes('KS')],
    ['am 26.11. um 14 Uhr', openedAt(/T14:/)],
  ] as typeof FOUND) {
    const expected = shown.rounds.filter(isOf).map(({ summary }) => summary.round)
    assert.ok(expected.length > 0, `the evening has rounds for "${words}"`)
    assert.deepEqual(await searchFor(shown, words), expected, words)
  }
})

test('what is not understood, and what finds nothing, is answered in a plain sentence with examples', async (t) => {
  const shown = await open(t)
  const { page } = shown
  for (const [words, sentence] of [
    ['X♠', 'The search does not know what is meant by “X♠”.'],
    ['box 3 25:00', 'The search does not know what is meant by “25:00”.'],
    ['nonsense', 'No round matches.'],
    ['insurance 2026-11-25', 'No round matches.'],
  ] as const) {
    assert.deepEqual(await searchFor(shown, words), [], words)
    const help = page.locator('.history-help')
    assert.equal(await help.locator('p').first().textContent(), sentence)
    assert.match((await help.textContent()) ?? '', /a time: 22:15.*a card: K♠/s)
    assert.equal(await page.locator('.book-note').count(), 0, 'nobody reads a refusal')
  }
  await assertAccessible(page, 'what can be searched')
  await page.locator('.history-search summary').click()
  await page.locator('input[name="q"]').fill('')
  await page.locator('input[name="code"]').fill('bet capped')
  await page.keyboard.press('Enter')
  await page.locator('.history-help').waitFor({ state: 'detached' })
  await page.locator('.history tbody th a').first().waitFor()
})

test('while a search runs the page says so, and does not pass the last list off as its answer', async (t) => {
  const shown = await open(t)
  const { page } = shown
  let goOn = (): void => undefined
  const isAllowed = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(/\/rounds\?.*result=/, async (route) => {
    await isAllowed
    await route.continue()
  })
  await page.locator('input[name="q"]').fill('winning')
  await page.keyboard.press('Enter')
  await page.locator('.book-note[role="status"]', { hasText: 'Searching' }).waitFor()
  await page.locator('.history-old[aria-busy="true"] .history').waitFor()
  assert.ok(Number(await page.locator('.history-old').evaluate((each) => getComputedStyle(each).opacity)) < 0.5, 'the old list is faded')
  goOn()
  await page.locator('[aria-busy="false"] .history').waitFor()
  assert.equal(await page.locator('.history-old').count(), 0)
})
