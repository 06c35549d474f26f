/** The whole display in a language that is made by machine from its file: nothing that a person reads is hard-coded, but names, codes and figures. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { DRIVERS } from '../../../devices/registry.ts'
import { AREAS } from '../../../devices/scan.ts'
import { spotIds, startSimulatedDevices } from '../../../simulators/device/start.ts'
import { readLanguage } from '../../../src/base/config/files.ts'
import { RULINGS } from '../../../src/display/page/rulings.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import { SHUFFLERS } from '../../../src/rules/house/shuffler.ts'
import { CHIP_EVIDENCE } from '../../../src/rules/table.ts'
import { startDaemon, temporaryFolder } from '../../e2e/processes.ts'
import { lastingPorts } from '../../free-port.ts'
import { markedFile } from '../../words/marked.ts'
import { openPage } from './opened-page.ts'
import { type Pit, SHOWN, startPit } from './pit.ts'
import { invited } from './setup-steps.ts'
import { startToldBook } from './told-book.ts'
import { startToldDisplay } from './told-display.ts'
import { toldTable } from './told-tables.ts'

/** Once every table has been loaded. */
const languages = () => [readLanguage(markedFile())]
const FRENCH = { locale: 'fr-FR' }

let started: Promise<Pit> | null = null
const thePit = (): Promise<Pit> => {
  started ??= startPit({ languages: languages() })
  return started
}
after(async () => (await started)?.close())

/** Keys, names of languages, and what older tables say in English. */
const SKIPPED = 'kbd, script, style, pre, .languages label, .language button, [lang="en"], .evidence'

/** What the page says in texts, labels and hints, and in its title. */
const textsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate((skipped) => {
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Element)
        for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'])
          texts.push(node.getAttribute(name) ?? '')
      else if (!node.parentElement?.closest(skipped)) texts.push(node.textContent ?? '')
    }
    return texts
  }, SKIPPED)

/** Names, codes, cards and units; `UTC` and what the browser itself writes. */
const SAME = /^(\p{L}|.*\d.*|[A-Z][A-Z-]+|demo|anna|mika|mary-jones|UTC|shoe|spots|crc)$/u
const NAMES = new Set([
  ...Object.values(HOUSES).flatMap(({ id, title }) => [id, ...title.split(/[^\p{L}\p{N}-]+/u)]),
  ...[...DRIVERS.map(({ name }) => name), ...CHIP_EVIDENCE, ...SHUFFLERS, ...AREAS, 'rack'],
])

/** As they come: what the link and the system report, paths, the sections of documents, what people write, and keys. */
const AS_IT_COMES =
  /spawn udevadm|[\w.]*\/[\w./-]+|"five|no valid line for \d+ s|On the BJ box|practice field|Playing the game|dealer told|player disputes, surveillance looks|\((Page(Up|Down)|Arrow(Left|Right)|Home|End)\)/g

/** Every text with letters that are in no mark. */
const unmarked = (texts: readonly string[]): readonly string[] => [
  ...new Set(
    texts.filter((text) =>
      text
        .replaceAll(AS_IT_COMES, '')
        .replaceAll(/⟦[^⟦⟧]*⟧/gu, ' ')
        .split(/[^\p{L}\p{N}_-]+/u)
        .some((word) => /\p{L}/u.test(word) && !SAME.test(word) && !NAMES.has(word)),
    ),
  ),
]

/** Takes down what is in no mark; `end` fails if there was anything. */
function looker(page: Page) {
  const found = new Set<string>()
  return {
    look: async (what: string): Promise<void> => {
      const texts = await textsOf(page)
      for (const text of unmarked(texts)) if (![...found].some((each) => each.endsWith(`: ${text}`))) found.add(`${what}: ${text}`)
      if (!texts.some((text) => text.includes('⟦'))) found.add(`${what} does not speak the language`)
    },
    end: (): void => assert.deepEqual([...found], []),
  }
}

test('the wall, tables, alarms, and every dialog', async (t) => {
  const pit = await thePit()
  const { page, close } = await openPage(pit.url, { ...FRENCH, viewport: { width: 1920, height: 1080 } })
  t.after(close)
  await page.locator('.views a', { hasText: '⟦' }).first().waitFor()
  const { look, end } = looker(page)
  for (const { hash, ready } of [
    { hash: '#/', ready: '.tile-silent' },
    { hash: `#/table/${SHOWN.key}`, ready: '.felt .card' },
    { hash: '#/table/demo/p1/bj07', ready: '.table-silent .felt-stale' },
    { hash: '#/table/demo/p1/bj99', ready: '.nothing' },
    { hash: '#/rounds', ready: 'main' },
    { hash: '#/alarms', ready: '.alarm-row' },
  ]) {
    await page.evaluate((to) => {
      location.hash = to
    }, hash)
    await page.locator(ready).first().waitFor()
    await look(hash)
  }
  for (const row of await page.locator('.alarm-row').all()) {
    await row.click()
    await page.locator('.alarm-detail').waitFor()
    await look((await row.textContent()) ?? '')
  }
  await page.locator('.alarm-list').focus()
  for (const key of ['a', 's', 'u']) {
    await page.keyboard.press(key)
    await look(`the key ${key}`)
    await page.keyboard.press('Escape')
  }
  await page.evaluate((to) => {
    location.hash = to
  }, `#/table/${SHOWN.key}`)
  await page.locator('.felt .card').first().waitFor()
  await page.keyboard.press('r')
  for (const { command } of RULINGS) {
    await page.locator('dialog select[name="ruling"]').first().selectOption(command)
    await look(command)
  }
  await page.keyboard.press('Escape')
  await page.locator('button', { hasText: '⟦Settings⟧' }).click()
  await page.locator('dialog[open]').waitFor()
  await look('the settings')
  assert.ok(await page.getByLabel('Marqué').isChecked(), 'the browser prefers it')
  await page.getByLabel('Deutsch').check()
  await page.locator('html[lang="de"]').waitFor()
  await page.getByLabel('Marqué').check()
  end()
  await page.reload()
  await page.locator('.views a', { hasText: '⟦' }).first().waitFor()
})

async function openPast(t: TestContext, hash: string): Promise<Page> {
  const table = toldTable({
    ...{ pit: 'p1', table: 'bj07', house: 'gld', boxes: 7, seed: 5, rounds: 4, errors: ['PAY-SHORT'] },
    atMs: Date.UTC(2026, 10, 21, 22),
  })
  const book = await startToldBook(table)
  t.after(() => book.close())
  const display = await startToldDisplay(t, table, book.url, languages())
  const { page, close } = await openPage(`${display.url}${hash}`, FRENCH)
  t.after(close)
  await page.locator('.views a', { hasText: '⟦' }).first().waitFor()
  return page
}

test('past rounds, the search and a round step by step', async (t) => {
  const page = await openPast(t, '#/rounds/demo/p1/bj07')
  const { look, end } = looker(page)
  await page.locator('.history .mark').first().waitFor()
  await look('the list of rounds')
  for (const words of ['bj', 'w?', 'KS 2026-11-21 12.50', 'd17', '22:00-23:00']) {
    await page.locator('input[name="q"]').fill(words)
    const answered = page.waitForResponse(/\/rounds\?/).catch(() => null)
    await page.keyboard.press('Enter')
    if (words !== 'w?') await answered
    await look(words)
  }
  await page.locator('input[name="q"]').fill('')
  await page.keyboard.press('Enter')
  await page.locator('.history tbody .has-findings th a').first().click()
  await page.locator('.step-list li').first().waitFor()
  await page.locator('.past-findings li').first().waitFor()
  const steps = await page.locator('.step-list li').count()
  for (let step = 0; step < steps; step++) {
    await page.locator('.step-slider').fill(String(step))
    await look(`step ${step}`)
  }
  end()
})

const NEARLY = `property: demo
pit: p1
table: bj07
house: gld
limits: { min: 1000, max: 50000, unit: 500 }
chips: [100, 500, 2500]
boxes: 3
devices:
  - { name: shoe, driver: tlp, role: shoe, path: run/shoe, serial: SH-00412 }
  - { name: spots, driver: tlp, role: spots, path: run/spots, serial: SP-00007 }
display: { port: PORT }
languages: [LANGUAGE]
`

test('set-up, its steps, and what the doctor says', async (t) => {
  const folder = temporaryFolder()
  const [displayPort = 0] = await lastingPorts(1)
  const config = join(folder, 'table.yaml')
  writeFileSync(config, NEARLY.replace('PORT', String(displayPort)).replace('LANGUAGE', markedFile()))
  const daemon = await startDaemon(config, { words: ['--setup'] })
  t.after(() => daemon.end('SIGKILL'))
  const table = await startSimulatedDevices({ dir: join(folder, 'run'), roles: ['shoe', 'spots'], spots: spotIds(3, ['main']) })
  t.after(() => table.close())
  const { url, word } = await invited(daemon)
  const { page, close } = await openPage(url, FRENCH)
  t.after(close)
  const { look, end } = looker(page)
  const button = (name: string) => page.locator('button', { hasText: `⟦${name}⟧` }).first()
  await page.locator('h1', { hasText: '⟦' }).waitFor()
  await look('the word')
  await page.locator('input[name="word"]').fill('wrong')
  await button('Enter').click()
  await page.getByRole('alert').waitFor()
  await look('a wrong word')
  await page.locator('input[name="word"]').fill(word)
  await button('Enter').click()
  await button('Listen').waitFor()
  await look('devices')
  await button('Listen').click()
  await page.locator('.ladder').first().waitFor()
  await look('a device')
  for (const step of ['Spots', 'House and limits', 'Broker', 'Users', 'Check and start']) {
    await page.locator('.setup-steps button', { hasText: `⟦${step}⟧` }).click()
    await page.locator('h2', { hasText: `⟦${step}⟧` }).waitFor()
    await look(step)
  }
  await page.locator('.setup-steps button', { hasText: '⟦House and limits⟧' }).click()
  await page.locator('input[name="limits.min"]').fill('900')
  await page.locator('input[name="limits.unit"]').fill('five')
  await button('Save and go on').click()
  await page.locator('.wrong').first().waitFor()
  await look('wrong entries')
  end()
})
