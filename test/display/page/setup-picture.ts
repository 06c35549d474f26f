/** Takes the picture of docs/set-up.md: the real page, which has just heard two simulated devices, and a port at which nothing answers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { spotIds, startSimulatedDevices } from '../../../simulators/device/start.ts'
import { openPty } from '../../../simulators/pty.ts'
import { serveSetup } from '../../../src/daemon/setup/setup.ts'
import { enter, listen } from './setup-steps.ts'

const BOXES = 7

export async function takeSetUp(browser: Browser, picture: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'set-up-'))
  let printed = ''
  // Without this computer's own ports: the picture is the same everywhere.
  const setup = await serveSetup({
    ...{ file: join(folder, 'table.yaml'), port: 0, ports: async () => ({ ports: [], trouble: null }) },
    print: (text) => {
      printed += text
    },
  })
  const table = await startSimulatedDevices({ dir: join(folder, 'run'), roles: ['shoe', 'spots'], spots: spotIds(BOXES, ['main']) })
  const mute = await openPty({ link: join(folder, 'run/port3') })
  const page = await browser.newPage({
    viewport: { width: 1000, height: 800 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  try {
    await page.goto(setup.url)
    await enter(page, /word +(\S+)/.exec(printed)?.[1] ?? '')
    for (const [path, answer] of [
      ['run/shoe', /SH-\d+: shoe/],
      ['run/spots', /SP-\d+: spots/],
      ['run/port3', /no data in/],
    ] as const) {
      await listen(page, path)
      await page.getByLabel(path, { exact: true }).getByText(answer).waitFor()
    }
    await page.screenshot({ path: picture, fullPage: true })
  } finally {
    await page.close()
    await table.close()
    await mute.close()
    await setup.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
