/** The set-up page as a person goes through it: the word that a started program has printed, and the steps. */
import type { Page } from 'playwright-core'
import type { Daemon } from '../../e2e/processes.ts'

/** What a program that serves set-up has printed. */
export async function invited(daemon: Daemon): Promise<{ readonly url: string; readonly word: string }> {
  await daemon.says(/word +\S+/)
  const [, url = ''] = /address +(\S+)/.exec(daemon.said()) ?? []
  return { url, word: newestWord(daemon) }
}

const newestWord = (daemon: Daemon): string =>
  [...daemon.said().matchAll(/word(?:, for the next browser:)? +([a-z0-9]{4}-[a-z0-9]{4})/g)].at(-1)?.[1] ?? ''

export async function enter(page: Page, word: string): Promise<void> {
  await page.getByLabel('The word from the terminal').fill(word)
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.getByRole('heading', { name: 'Devices', exact: true }).waitFor()
}

export const go = (page: Page, step: string) => page.getByRole('navigation').getByRole('button', { name: step }).click()

export async function listen(page: Page, path: string): Promise<void> {
  await page.getByLabel('Another port or serial server').fill(path)
  await page.locator('form.line').getByRole('button', { name: 'Listen' }).click()
}

export const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
