/**
 * `npm run measure -- pictures`: draws the terminal, the display's views at three sizes, and set-up, into docs/pictures. The tables' messages come
 * from the daemon's own stations.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { startChromium } from './chromium.ts'
import { type Pit, SHOWN, startPit } from './pit.ts'
import { takeSetUp } from './setup-picture.ts'
import { drawTerminal } from './terminal.ts'

const FOLDER = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url))
const SET_UP = 'set-up'
const SIZES = [
  { name: 'wall', width: 1920, height: 1080 },
  { name: 'desk', width: 1280, height: 800 },
  { name: 'tablet', width: 820, height: 1180 },
] as const
const VIEWS = [
  { name: 'tables', hash: '#/', ready: '.tile' },
  { name: 'table', hash: `#/table/${SHOWN.key}`, ready: '.felt .card' },
  { name: 'alarms', hash: '#/alarms', ready: '.alarm-row' },
] as const

async function take(page: Page, pit: Pit): Promise<void> {
  for (const { name: size, width, height } of SIZES) {
    await page.setViewportSize({ width, height })
    for (const { name, hash, ready } of VIEWS) {
      await page.goto(`${pit.url}${hash}`)
      await page.waitForSelector(ready)
      if (name === 'table') await pit.playShown()
      // Opens the alarm of the table in the preceding picture.
      if (name === 'alarms') await page.locator('.alarm-row', { hasText: SHOWN.table }).click()
      // Fills the event list, which shows what the table has published since the page was opened.
      await pit.goOn(size === 'wall' ? 3 : 1)
      await page.waitForTimeout(1200)
      await page.screenshot({ path: `${FOLDER}${name}-${size}.png` })
      if (name === 'table' && size === 'desk') await takeRuling(page)
    }
  }
}

/** A card that lay at the wrong box. */
async function takeRuling(page: Page): Promise<void> {
  await page.keyboard.press('r')
  await page.locator('dialog select[name="ruling"]').selectOption('card-move')
  await page.locator('dialog select[name="box"]').selectOption('1')
  await page.locator('dialog input[name="user"]').fill('Mary Jones')
  await page.screenshot({ path: `${FOLDER}ruling-desk.png` })
  await page.keyboard.press('Escape')
}

/** If pngquant is installed: a third of the size, without a visible difference. */
const shrink = (...names: readonly string[]) =>
  spawnSync('pngquant', ['--force', '--ext', '.png', '--strip', '--speed', '1', ...names.map((name) => `${FOLDER}${name}.png`)])

const HELP = `Usage: npm run measure -- pictures [set-up]

Takes the pictures in docs/pictures: a table in the terminal, the pit display's views at three sizes, driven by the daemon's own code, and
set-up with simulated devices; or that one alone.
The terminal picture needs nothing else; the others need Chromium.

  -h, --help          show this text

Examples
  npm run measure -- pictures
  npm run measure -- pictures set-up

Exit codes: 0 taken; 1 no Chromium, or a view did not load; 64 wrong usage
`

async function takeDisplay(browser: Browser): Promise<void> {
  const pit = await startPit({ isPictured: true })
  try {
    const page = await browser.newPage({ colorScheme: 'dark', reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' })
    await take(page, pit)
    shrink('ruling-desk', ...SIZES.flatMap(({ name: size }) => VIEWS.map(({ name }) => `${name}-${size}`)))
  } finally {
    await pit.close()
  }
}

const words = process.argv.slice(2)
if (words.some((word) => word === '--help' || word === '-h')) {
  process.stdout.write(HELP)
  process.exit(0)
}
if (words.some((word) => word !== SET_UP)) {
  process.stderr.write(HELP)
  process.exit(64)
}
const browser = await startChromium()
try {
  mkdirSync(FOLDER, { recursive: true })
  if (words.length === 0) {
    drawTerminal()
    for (const file of readdirSync(FOLDER)) if (file.endsWith('.png')) rmSync(`${FOLDER}${file}`)
    await takeDisplay(browser)
  }
  await takeSetUp(browser, `${FOLDER}${SET_UP}.png`)
  shrink(SET_UP)
} finally {
  await browser.close()
}
