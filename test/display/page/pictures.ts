/**
 * `npm run measure -- pictures`: draws the terminal, and the display's views at three sizes, into docs/pictures. The tables' messages come from the
 * daemon's own stations.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { startChromium } from './chromium.ts'
import { type Pit, SHOWN, startPit } from './pit.ts'
import { drawTerminal } from './terminal.ts'

const FOLDER = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url))
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

const HELP = `Usage: npm run measure -- pictures

Takes the pictures in docs/pictures: a table in the terminal and the pit display's views at three sizes, driven by the daemon's own code.
The terminal picture needs nothing else; the views need Chromium.

  -h, --help          show this text

Examples
  npm run measure -- pictures

Exit codes: 0 taken; 1 no Chromium, or a view did not load
`

if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
  process.stdout.write(HELP)
  process.exit(0)
}
drawTerminal()
const pit = await startPit({ isPictured: true })
const browser = await startChromium()
try {
  mkdirSync(FOLDER, { recursive: true })
  for (const file of readdirSync(FOLDER)) if (file.endsWith('.png')) rmSync(`${FOLDER}${file}`)
  const page = await browser.newPage({ colorScheme: 'dark', reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' })
  await take(page, pit)
  // If pngquant is installed: a third of the size, without a visible difference.
  spawnSync('pngquant', [
    '--force',
    '--ext',
    '.png',
    '--strip',
    '--speed',
    '1',
    `${FOLDER}ruling-desk.png`,
    ...SIZES.flatMap(({ name: size }) => VIEWS.map(({ name }) => `${FOLDER}${name}-${size}.png`)),
  ])
} finally {
  await browser.close()
  await pit.close()
}
