/** The pages for browsers, in `dist/display`, built by the launcher. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const PAGES = new URL('../../../dist/display/', import.meta.url)
const LAUNCHER = fileURLToPath(new URL('../../launch.mjs', import.meta.url))

/** Bundles the pages if their sources have changed; where there are none, they were installed with the program. @throws Error with the bundler's message */
export function refreshPages(): Promise<void> {
  if (!existsSync(LAUNCHER)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [LAUNCHER, '--refresh', 'display'], (error, _out, said) =>
      error === null ? resolve() : reject(new Error(said || error.message)),
    )
  })
}
