/** Debian's Chromium, headless. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].filter(
  (path) => path !== '',
)
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @throws Error that says how to install one */
export async function startChromium(): Promise<Browser> {
  const executablePath = PLACES.find((path) => existsSync(path))
  if (executablePath === undefined)
    throw new Error(`no Chromium at ${PLACES.join(', ')}: apt-get install chromium, or name one in CHROMIUM`)
  return chromium.launch({ executablePath, args: ARGUMENTS })
}
